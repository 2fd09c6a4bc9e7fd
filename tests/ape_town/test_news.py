"""News of Ape Town: what the sentences say is what has happened, and all of it."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.news import news
from mom_env.table.steps import Step, steps_of
from tests.ape_town.build import Table
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
NAMES = ["p0", "p1 greedy", "p2 ismcts:sims=9", "p3"]


def steps(seed: int, **options: Any) -> Iterator[Step]:
    """All decisions of a random game; forced ones, too."""
    game, rng = Game(2 + seed % 3, seed, options=options), random.Random(seed)
    while not game.over:
        before, action = game.copy(), rng.choice(game.legal_actions())
        game.play(action)
        yield from steps_of(untyped(before), action)


def told(step: Step, names: list[str] | None = None) -> list[str]:
    return news(untyped(step.before), step.action, untyped(step.after), 0, names or NAMES[: step.before.num_players])


class Books:
    """What somebody knows who only reads the news."""

    def __init__(self, num_players: int) -> None:
        self.points, self.money, self.discs = [0] * num_players, [6] * num_players, [15] * num_players
        self.turned_up: Counter[str] = Counter()

    def read(self, sentence: str) -> None:
        """Enter what a sentence says."""
        if sentence.startswith(("For money ", "All districts are scored once more: ")):
            for seat, count in re.findall(r"p(\d) gets (\d+)", sentence):
                self.points[int(seat)] += int(count)
        elif " inferior, " in sentence:
            _, _, takers = sentence.partition(": ")
            each = int(re.findall(r"gets? (\d+) point", takers)[0])
            for seat in re.findall(r"p(\d)", takers):
                self.points[int(seat)] += each
        elif found := re.match(r"p(\d) (?:is the boss .*|places .*): (\d+) points?", sentence):
            self.points[int(found[1])] += int(found[2])
        elif found := re.match(r"p(\d) takes ", sentence):
            for verb, count in re.findall(r"(pays|gets) (\d+) bundles?", sentence):
                self.money[int(found[1])] += int(count) * (1 if verb == "gets" else -1)
        elif found := re.match(r"p(\d) places .* with a disc\.", sentence):
            self.discs[int(found[1])] -= 1
        elif found := re.match(r"(\d+) tiles? (?:is|are) turned up: ", sentence):
            new = {motif: int(count) for count, motif in re.findall(r"(\d+) ([a-z]+)", sentence[found.end() :])}
            assert sum(new.values()) == int(found[1])
            self.turned_up.update({motif.removesuffix("s"): count for motif, count in new.items()})


@pytest.mark.parametrize("final_scoring", ["last_district", "all_districts"])
def test_who_only_reads_the_news_knows_all_points_money_and_discs(final_scoring: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(smaller_without_jit(40, 4)):
        books, first = Books(2 + seed % 3), untyped(Game(2 + seed % 3, seed).snapshot())["hidden"]
        for step in steps(seed, final_scoring=final_scoring):
            for sentence in told(step):
                books.read(sentence)
                seen[re.sub(r"\d", "", " ".join(sentence.split()[:2]))] += 1
            view = untyped(step.after.snapshot())
            assert books.points == view["points"], told(step)
            assert (books.money, books.discs) == (view["money"], view["discs"])
            assert {motif: first[motif] - books.turned_up[motif] for motif in first} == view["hidden"]
    assert seen.keys() >= {"p takes", "p places", "p is", "It has", "For money", " tiles"}


def last_turn(table: Table, field: int) -> list[str]:
    """The news of a tile that is placed on a field."""
    before = table.game.copy()
    action = 10 + field
    table.game.play(action)
    return news(before, action, table.game, 0, NAMES[: table.game.num_players])


@pytest.mark.rule("4.1")
def test_why_somebody_is_boss_is_told() -> None:
    """Example 21: orangutans tie, lemurs decide; two of three neighbours are inferior."""
    table = Table()
    table.fill(4, ["banana", "orangutan 1", "lemur 2", "lemur 2", "lemur 0", "mandrill"]).clear(34)
    table.fill(3, ["lemur 0", "lemur 1", "lemur 2", "mandrill"]).fill(8, ["lemur 1", "tarsier", "mandrill", "mandrill"])
    table.fill(5, ["lemur 0", "lemur 1", "chimpanzee", "mandrill"])
    table.hold("orangutan", 1)
    said = last_turn(table, 34)
    assert said[0] == "p0 places an orangutan on field 34 of Old Dock with a disc."
    assert said[1:3] == [
        "Old Dock is full and worth 3 points.",
        "p2 is the boss with 2 lemurs (a tie at 1 orangutan): 3 points.",
    ]
    assert sorted(said[3:5]) == [
        "1 against 3 lemurs makes Tenement End inferior, worth 7: p0 and p2 get 4 points each.",
        "2 against 3 lemurs makes Pearl Parade inferior, worth 5: p0 and p2 get 3 points each.",
    ]
    assert len(said) == 5


@pytest.mark.rule("R8")
def test_a_marker_without_a_disc_is_told() -> None:
    table = Table().discs(0, 15, 15).hold("lemur", 1)
    assert last_turn(table, 65) == ["p0 places a lemur on field 65 of Freight Yard without a disc, as none is left."]


@pytest.mark.rule("R8")
def test_markers_without_a_disc_make_nobody_boss() -> None:
    table = Table()
    table.fill(4, ["banana", "orangutan", "lemur", "lemur 2", "lemur", "mandrill"]).clear(34)
    said = last_turn(table.hold("mandrill", 1), 34)
    assert "p2 is the boss with 1 lemur (no orangutans with a disc): 6 points." in said
    table = Table()
    table.fill(4, ["banana", "orangutan", "lemur", "lemur", "orangutan 1", "mandrill"]).clear(34)
    table.hold("orangutan", 1)
    assert "It has no boss: a tie at 1 orangutan with a disc and no lemurs with a disc." in last_turn(table, 34)


def test_what_a_tile_has_scored_with_is_told() -> None:
    """Example 16, and a mandrill beside two sites of example 17."""
    table = (
        Table()
        .lay({18: "tarsier", 19: "chimpanzee", 21: "mandrill", 22: "lemur 1", 62: "orangutan 1"})
        .hold("banana", 2)
    )
    apes = "1 tarsier, 1 chimpanzee and 1 mandrill"
    assert last_turn(table, 20) == [
        f"p0 places a banana site on field 20 of Villa Hill: 6 points for {apes} beside it."
    ]
    table = Table().hold("mandrill", 1)
    assert last_turn(table, 67)[0].endswith("of Freight Yard: 6 points for 2 banana sites beside it.")


def test_the_reader_is_you() -> None:
    for seed in range(smaller_without_jit(10, 2)):
        for step in steps(seed):
            for seat in range(step.before.num_players):
                names = ["you" if at == seat else f"p{at}" for at in range(step.before.num_players)]
                sentences = news(untyped(step.before), step.action, untyped(step.after), seat, names)
                assert not any(re.search(rf"p{seat}\b", line) for line in sentences)
                assert not any(
                    re.search(r"\b[Yy]ou (gets|takes|pays|places|is|has)\b|^you", line) for line in sentences
                ), sentences


def test_the_news_do_not_depend_on_what_nobody_knows() -> None:
    looked = 0
    for seed in range(smaller_without_jit(10, 2)):
        for number, step in enumerate(steps(seed)):
            if step.after.over:
                continue
            before, after = step.before.resample_hidden(0, number), step.after.resample_hidden(0, number + 1)
            assert told(Step(before, step.action, after)) == told(step)
            looked += before.states.tobytes() != step.before.states.tobytes()
    assert looked > 50
