"""News of Monsters on the Moon: what they say is what has happened, and nothing that the reader cannot know."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.news import Change, news
from mom_env.table.steps import Step, steps_of
from tests.monsters_on_the_moon.build import Table
from tests.monsters_on_the_moon.courses import MODES
from tests.monsters_on_the_moon.test_moon import view_of
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
NAMES = ["p0", "p1 greedy", "p2 ismcts:sims=9", "p3"]


def steps(num_players: int, seed: int, options: dict[str, Any]) -> Iterator[Step]:
    """All decisions of a random game; forced ones, too."""
    game, rng = Game(num_players, seed, options=options), random.Random(seed)
    while not game.over:
        before, action = game.copy(), rng.choice(game.legal_actions())
        game.play(action)
        yield from steps_of(untyped(before), action)


def told(step: Step, seat: int = 0, names: list[str] | None = None) -> list[str]:
    count = step.before.num_players
    return news(untyped(step.before), step.action, untyped(step.after), seat, names or NAMES[:count])


class Books:
    """What somebody knows who only reads the news."""

    def __init__(self, num_players: int) -> None:
        self.steps, self.ships, self.walls = [0] * num_players, [2] * num_players, 0
        self.interim: list[int] | None = None
        self.drawn = self.areas = 0

    def read(self, sentence: str) -> None:
        """Enter what a sentence says."""
        if found := re.match(r"p(\d) .*: (\d+) steps?, to (\d+)\.$", sentence):
            self.steps[int(found[1])] += int(found[2])
            assert self.steps[int(found[1])] == int(found[3])
        if found := re.match(r"p(\d) sets a ship on the crystal at ", sentence):
            self.ships[int(found[1])] -= 1
        if sentence.startswith("Interim scoring: "):
            self.interim = [int(vp) for vp in re.findall(r"p\d gets (\d+)", sentence)]
        self.drawn += " draws " in sentence or "is turned up" in sentence
        self.walls += bool(re.match(r"p\d lays a (?:long|short) wall (?:across|down)", sentence))
        self.areas += sentence.startswith("It encloses ")


@pytest.mark.parametrize(("num_players", "options"), MODES)
def test_books_kept_by_the_news_agree_with_the_game(num_players: int, options: dict[str, Any]) -> None:
    for seed in range(smaller_without_jit(10, 2)):
        books, pile = Books(num_players), None
        for step in steps(num_players, seed, options):
            view, before = untyped(step.after.snapshot()), untyped(step.before.snapshot())
            sentences = told(step)
            if step.before.decision == "turn" and pile is None:
                pile = before["pile"]
            assert sentences or step.before.decision == "wall"
            assert all(re.fullmatch(r"[A-Zp].*\.", sentence) for sentence in sentences), sentences
            for sentence in sentences:
                books.read(sentence)
            assert books.steps == view["steps"]
            assert books.ships == (view["ships"] if num_players > 1 else [2])
            assert books.interim == (view["interim"] if num_players > 1 else None)
            assert books.walls == len(view["walls_at"])
            assert books.areas == len(view["areas"])
            assert books.drawn == (0 if pile is None else pile - view["pile"])
        last = "That was the last card" if num_players == 1 else "Nobody can lay anything any more"
        assert sentences[-1] == f"{last}, and the game is over."


def test_the_reader_is_you() -> None:
    for num_players, options in MODES:
        for step in steps(num_players, 3, options):
            for seat in range(num_players):
                names = ["you" if at == seat else f"p{at}" for at in range(num_players)]
                sentences = told(step, seat, names)
                assert not any(re.search(rf"p{seat}\b", line) for line in sentences)
                wrong = r"\b[Yy]ou (gets|lays|plays|sets|is|draws|wins|passes|chooses|stops|lets)\b|^you"
                assert not any(re.search(wrong, line) for line in sentences), sentences


@pytest.mark.rule("9.3")
def test_only_giver_and_receiver_read_which_card_was_passed() -> None:
    for step in steps(3, 4, {}):
        if step.before.decision != "pass":
            continue
        giver = step.before.seat or 0
        card = untyped(step.before.words().choice(step.action))["card"]
        assert told(step, giver)[0] == f"p{giver} passes card {card} to p{(giver - 1) % 3}."
        assert told(step, (giver + 1) % 3)[0] == f"p{giver} passes a double head to p{(giver - 1) % 3}."
        if step.after.decision != "pass":
            for seat in range(3):
                got = [sentence for sentence in told(step, seat) if sentence.startswith("You get ")]
                new = set(untyped(step.after.snapshot(seat))["hand"][seat]) - {None}
                old = set(untyped(step.before.snapshot(seat))["hand"][seat])
                assert [set(map(int, re.findall(r"\d+", one))) for one in got] == [new - old]


def test_the_news_do_not_depend_on_what_the_reader_cannot_know() -> None:
    looked = 0
    for num_players, options in MODES[1:]:
        for number, step in enumerate(steps(num_players, 6, options)):
            if step.after.over or step.before.decision != "ship" or number % 3:
                continue
            for seat in range(num_players):
                if seat == step.before.seat:
                    continue
                again = step.before.resample_hidden(seat, number)
                after = again.copy()
                after.play(step.action)
                if after.seat != step.after.seat or after.decision != step.after.decision:
                    continue
                assert told(Step(again, step.action, after), seat) == told(step, seat)
                looked += again.states.tobytes() != step.before.states.tobytes()
    assert looked > 5


def told_between(table: Table, act: Any, choice: dict[str, Any], **changes: Any) -> list[str]:
    """The news of a change of a table that was laid out by hand."""
    before = view_of(table, **changes)
    act(table)
    return list(Change(table.ruleset.deck, before, choice, view_of(table), None, ["p0", "p1", "p2"]).sentences())


@pytest.mark.rule("6.3")
def test_who_may_lay_cards_in_a_new_area_is_told() -> None:
    """Example 25: the ring's last wall."""
    table = Table(walls=True).lay(("H V *", "* V H"), 5, 5)
    for right in range(3):
        table.wall("short", "h", 5 + right, 5).wall("short", "h", 5 + right, 7)
    table.wall("short", "v", 5, 5).wall("short", "v", 8, 5).wall("short", "v", 5, 6)
    said = told_between(
        table,
        lambda table: table.wall("short", "v", 8, 6),
        {"x": 8, "y": 6},
        decision="edge",
        piece={"wall": "short", "direction": "v"},
    )
    assert said == [
        "p0 lays a short wall down, left of (8, 6).",
        "It encloses 6 squares at (5, 5): only p1 and p2 may lay cards there.",
    ]


@pytest.mark.rule("6.3")
def test_a_new_area_above_an_older_one_is_the_one_that_is_told() -> None:
    table = Table(walls=True).lay(("H V *", "* V H"), 5, 5).lay(("W V *", "* V W"), 5, 7)
    for right in range(3):
        for y in (5, 7, 9):
            table.wall("short", "h", 5 + right, y)
    for y in (5, 6, 7, 8):
        table.wall("short", "v", 5, y)
    for y in (5, 7, 8):
        table.wall("short", "v", 8, y)
    assert len(view_of(table)["areas"]) == 1
    said = told_between(
        table,
        lambda table: table.wall("short", "v", 8, 6),
        {"x": 8, "y": 6},
        decision="edge",
        piece={"wall": "short", "direction": "v"},
    )
    assert said[1:] == ["It encloses 6 squares at (5, 5): only p1 and p2 may lay cards there."]


@pytest.mark.rule("3.2")
def test_what_a_card_covers_and_brings_is_told() -> None:
    """Example 12: two crystals are covered, and the tile is won."""
    table = Table().lay(("* * H", "V W S"), 5, 5).steps(2)
    table.state.seat = 0
    card = table.card("HH * V", "W V *")
    before = view_of(table, decision="place", card=card, turn=0)
    table.play_card(("HH * V", "W V *"), 4, 4)
    change = Change(table.ruleset.deck, before, {"x": 4, "y": 4}, view_of(table), None, NAMES[:3])
    assert list(change.chosen()) == ["p0 lays it at (4, 4), on 2 crystals: 2 steps, to 4."]
    assert list(change.tile_won()) == ["p0 wins 1 monster tile."]
