"""News: what the sentences say is what has happened, all of it, and nothing that the reader may not know."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mom_env.base.sentences import ordinal
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.news import news
from mom_env.table.steps import Step, steps_of
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
VARIANTS = {"maximum_scorn": True, "monkey_treachery": True}
NAMES = ["p0", "p1 greedy", "p2 ismcts:sims=9", "p3"]


def steps(seed: int, **options: Any) -> Iterator[Step]:
    """All decisions of a random game; forced ones, too."""
    game = Game(2 + seed % 3, seed, options={**VARIANTS, **options})
    rng = random.Random(seed)
    while not game.over:
        before, action = game.copy(), rng.choice(game.legal_actions())
        game.play(action)
        yield from steps_of(untyped(before), action)


def told(step: Step, seat: int = 0, names: list[str] | None = None) -> list[str]:
    return news(untyped(step.before), step.action, untyped(step.after), seat, names or NAMES[: step.before.num_players])


def tellings(count: int) -> Iterator[tuple[Step, list[str]]]:
    for seed in range(smaller_without_jit(count, 3)):
        for step in steps(seed):
            yield step, told(step)


class Books:
    """What somebody knows who only reads the news."""

    def __init__(self, view: Any) -> None:
        self.coins = [dict(coins) for coins in view["coins"]]
        self.scorn, self.track = dict(view["scorn"]), dict(view["track"])
        self.finished: list[str] = []
        self.vp = [0] * view["num_players"]

    def read(self, sentence: str) -> None:
        """Enter what a sentence says."""
        name, rest = sentence.partition(" ")[::2]
        seat = int(name[1]) if re.match(r"p\d", name) else 0
        for count, tribe in re.findall(r"(?:takes|gets) (\d) (\w+) coins?", rest):
            self.coins[seat][tribe] += int(count)
        for tribe in re.findall(r"pays 1 (\w+) coin", rest):
            self.coins[seat][tribe] -= 1
        if " wins " in sentence:
            for count, tribe in re.findall(r"(\d) ([a-z]+)(?:,|\.)", rest.partition(": ")[2]):
                self.coins[seat][tribe] -= int(count)
        if found := re.search(r"takes the scorn of (\w+)", rest):
            self.scorn[found[1]] = seat
        if found := re.search(r"returns the scorn of (\w+)", rest):
            assert self.scorn[found[1]] == seat
            self.scorn[found[1]] = None
        if found := re.search(r"stone of (\w+) moves to (\d+)", rest):
            self.track[found[1]] = int(found[2])
        if found := re.search(r"stone of (\w+) reaches the end of the track as the (\w+)", rest):
            self.finished.append(found[1])
            assert found[2] == ordinal(len(self.finished))
        if found := re.search(r"ship is full and leaves with \d+ monkeys: (\d) VP", rest):
            self.vp[seat] += int(found[1])


def test_who_only_reads_the_news_knows_all_coins_scorn_stones_and_points() -> None:
    seen: Counter[str] = Counter()
    for seed in range(smaller_without_jit(40, 3)):
        books = Books(Game(2 + seed % 3, seed, options=VARIANTS).snapshot())
        for step in steps(seed):
            for sentence in told(step):
                books.read(sentence)
                seen[re.sub(r"\d", "", " ".join(sentence.split()[1:3]))] += 1
            view: Any = step.after.snapshot()
            assert books.scorn == view["scorn"], told(step)
            assert books.finished == view["finished"]
            assert {**books.track, **dict.fromkeys(books.finished)} == {
                tribe: None if tribe in view["finished"] else place for tribe, place in view["track"].items()
            }
            assert books.vp == [sum(ship["vp"] for ship in ships) for ships in view["ships_won"]]
            if not step.after.over:  # the last ships' coins are of no use to anybody
                assert books.coins == view["coins"], told(step)
    if is_compiled():
        assert all(seen[words] for words in ("ship is", "ship leaves", "takes the", "returns the"))


def test_each_auction_is_won_by_its_winner_or_by_nobody() -> None:
    ends: Counter[bool] = Counter()
    for step, sentences in tellings(20):
        before, after = untyped(step.before.snapshot()), untyped(step.after.snapshot())
        up = before["auction"]
        over = [line for line in sentences if " wins " in line or line.startswith("Nobody has bid")]
        assert len(over) == (up is not None and after["auction"] is None)
        if over:
            monkey = f"{up['monkey']['tribe']} {up['monkey']['status']}"
            winner = before["seat"] if "pass" not in step.before.words().choice(step.action) else up["holder"]
            start = f"p{winner} wins {monkey} for " if winner is not None else f"Nobody has bid for {monkey}, "
            assert over[0].startswith(start)
            ends[winner is None] += 1
    assert ends[True]
    assert ends[False]


def test_every_ship_that_leaves_is_told_and_how() -> None:
    for step, sentences in tellings(20):
        before, after = untyped(step.before.snapshot()), untyped(step.after.snapshot())
        if step.after.over:
            assert "The last ships leave, and the game is over." in sentences
            continue
        for seat in range(step.after.num_players):
            full = len(after["ships_won"][seat]) - len(before["ships_won"][seat])
            left = len(after["pile"][seat]) > len(before["pile"][seat])
            assert sum(line.startswith(f"p{seat}'s ship is full") for line in sentences) == full
            assert sum(line.startswith(f"p{seat}'s ship leaves early") for line in sentences) == left - full


@pytest.mark.skipif(not is_compiled(), reason="Treachery needs some games")
def test_treachery_and_the_tribes_that_stay_are_told() -> None:
    swaps = stays = 0
    for step, sentences in tellings(30):
        before, after = untyped(step.before.snapshot()), untyped(step.after.snapshot())
        swap = [line for line in sentences if line.startswith("Treachery: ")]
        assert len(swap) == (after["swapped"] != before["swapped"])
        if swap:
            old = [tribe for tribe, new in zip(before["circle"], after["circle"], strict=True) if tribe != new]
            assert swap[0].startswith(f"Treachery: {old[0]} and {old[1]} swap places in the circle")
            swaps += 1
        stays += any(" behind, which will board the next ship" in line for line in sentences)
    assert swaps > 5
    assert stays


@pytest.mark.skipif(not is_compiled(), reason="the variant needs some games")
def test_monkeys_that_scorn_takes_away_are_told_at_the_end() -> None:
    lost = 0
    for step, sentences in tellings(30):
        words = [line for line in sentences if line.startswith("Scorn of ")]
        if not step.after.over:
            assert words == []
            continue
        before, after = untyped(step.before.snapshot()), untyped(step.after.snapshot())
        up, bids = before["auction"], [line for line in sentences if line.startswith("Nobody has bid")]
        gone = Counter(monkey["tribe"] for monkey in after["monkeys_out"])
        gone.subtract(monkey["tribe"] for monkey in before["monkeys_out"])
        gone.subtract([up["monkey"]["tribe"]] if bids else [])
        said = {line.split()[2].rstrip(":"): int(re.findall(r"loses (\d+)", line)[0]) for line in words}
        assert said == {tribe: count for tribe, count in gone.items() if count}
        lost += len(words)
    assert lost


def test_the_reader_is_you_and_reads_of_its_own_cards_only() -> None:
    drawn = 0
    for seed in range(smaller_without_jit(10, 2)):
        for step in steps(seed):
            for seat in range(step.before.num_players):
                names = ["you" if at == seat else f"p{at}" for at in range(step.before.num_players)]
                sentences = told(step, seat, names)
                assert not any(f"p{seat} " in line or f"p{seat}'s" in line for line in sentences)
                assert not any(re.search(r"\byou \w+s\b|You \w+es\b|^you|^your", line) for line in sentences), sentences
                cards = [line for line in sentences if line.startswith("You draw the card ")]
                old, new = (len(untyped(game.snapshot())["hand"][seat]) for game in (step.before, step.after))
                assert len(cards) == max(0, new - old)
                drawn += len(cards)
    assert drawn


def test_the_news_do_not_depend_on_what_the_reader_cannot_know() -> None:
    looked = 0
    for seed in range(smaller_without_jit(30, 2)):
        for number, step in enumerate(steps(seed, hidden_coins=seed % 2 == 0)):
            seat = (seed + number) % step.before.num_players
            before = step.before.resample_hidden(seat, number)
            after = step.after if step.after.over else step.after.resample_hidden(seat, number + 1)
            assert told(Step(before, step.action, after), seat) == told(step, seat)
            looked += before.states.tobytes() != step.before.states.tobytes()
    assert looked > 50


def test_hidden_coins_are_told_as_everybody_has_seen_them_move() -> None:
    for hidden, shown in zip(steps(4, hidden_coins=True), steps(4), strict=True):
        assert told(hidden, 1) == told(shown, 1)
