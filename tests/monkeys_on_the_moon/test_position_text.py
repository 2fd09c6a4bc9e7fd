"""Positions as text: a round trip from anywhere, and lines that are missing, twice there, or garbled."""

import json
import random
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.errors import PositionError, ReplayError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.snapshots.position_text import MAX_TEXT
from tests.support.games import DECISIONS, TREACHERY, examples, game_at, games, play_on
from tests.support.positions import FORMAT, Sheet, mutated, refusal
from tests.support.untyped import untyped

pytestmark = pytest.mark.once

# There and back


@examples(250, 12)
@given(games())
def test_a_position_is_the_same_after_a_round_trip(game: Game) -> None:
    other = Game.from_text(game.to_text())
    assert other == game
    assert (other.to_text(), other.snapshot(), other.choices()) == (str(game), game.snapshot(), game.choices())
    assert (other.seat, other.decision, other.over) == (game.seat, game.decision, game.over)
    if game.over:
        assert other.result() == game.result()


@examples(30, 3)
@given(games(), st.integers(0, 2**32))
def test_a_game_from_a_text_plays_on_as_the_game_that_wrote_it(game: Game, seed: int) -> None:
    before = game.states.tobytes()
    other = play_on(Game.from_text(str(game)), seed)
    assert game.states.tobytes() == before
    assert other == play_on(game, seed)
    assert other.result() == game.result()


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("skip_forced", [True, False])
def test_every_decision_survives_a_round_trip(decision: str, skip_forced: bool) -> None:
    game = game_at(decision, skip_forced=skip_forced)
    for _ in range(10):
        assert Game.from_text(str(game)) == game
        game.play(game.legal_actions()[0])


def test_the_layout_of_a_text_does_not_matter() -> None:
    game = play_on(Game(4, seed=2), 2, 60)
    first, *rest = str(game).splitlines()
    random.Random(1).shuffle(rest)
    assert Game.from_text("\n".join(["", first, *rest, "", ""])) == game
    assert Game.from_text("\r\n".join([first, *(re.sub(r"  +", " ", line) + "  " for line in rest)])) == game


def test_long_names_of_tribes_keep_apart() -> None:
    content = json.dumps(load_deck("standard").plain())
    for tribe in ("brown", "purple"):
        content = content.replace(f'"{tribe}"', f'"{tribe * 3}"')
    game = play_on(Game(3, seed=2, deck=json.loads(content), options=TREACHERY), 2, 60)
    assert Game.from_text(str(game)) == game


def test_a_text_names_a_shipped_deck_and_carries_any_other() -> None:
    assert "\ndeck               mini\n" in str(Game(2, seed=1, deck="mini"))
    other = Game(2, seed=1, deck={**load_deck("mini").plain(), "track": {"spaces": 5, "white_dot": 2}})
    assert '"spaces":5' in str(other)
    assert Game.from_text(str(other)) == other


def test_a_text_has_no_past_to_tell() -> None:
    game = Game.from_text(str(play_on(Game(4, seed=2), 2, 60)))
    with pytest.raises(ReplayError, match="no past of its own"):
        play_on(game, 3, 5).replay()


def test_a_position_laid_out_by_hand_is_played_from() -> None:
    """Rules page, example 8: a stone at 18 of 20 finishes with a move of 2."""
    game = Game(4, seed=2)
    tribe = untyped(game.choices())[0]["tribe"]
    game = Game.from_text(Sheet(game).set("track", tribe, "18").text)
    game.play(game.choices()[0])
    game.play({"tribe": tribe})
    assert (game.snapshot()["finished"], untyped(game.snapshot())["track"][tribe]) == ([tribe], 20)


def test_the_order_of_a_score_pile_has_no_meaning() -> None:
    game = play_on(Game(4, seed=2), 2)
    sheet = Sheet(game)
    for name in ("pile 0", "pile 1", "monkeys_out"):
        sheet.lay(name, sheet.cards(name)[::-1])
    assert Game.from_text(sheet.text) == game


# Lines that are missing, twice there, or garbled

GARBAGE = (
    "?",
    "[",
    "{",
    '"',
    "nan",
    "1e9",
    "-1",
    "9" * 5000,
    "[" * 20_000,
    "null null",
    "\0",
    "\u2028",
    "red",
    "red99",
)


@pytest.mark.parametrize("decision", ["bid", "ship"])
def test_every_line_is_needed_once(decision: str) -> None:
    game = game_at(decision)
    first, *rest = str(game).splitlines()
    for number, line in enumerate(rest):
        name = line[:19].strip()
        left = [first, *rest[:number], *rest[number + 1 :]]
        assert refusal("\n".join(left)) == f"expected a line {name!r}, found none"
        assert "each name once" in refusal("\n".join([first, *rest, line]))


@pytest.mark.parametrize("decision", ["bid", "appease"])
def test_a_garbled_line_is_refused(decision: str) -> None:
    game = game_at(decision, num_players=3)
    for name, value in Sheet(game).lines.items():
        for garbage in (*GARBAGE, f"{value} {value}", f"{value} x", f"x{value}", ""):
            assert Sheet(game).write(name, garbage).refusal()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("round", "{", "round: Expecting property name"),
        ("track", "1 2 3", "track: expected 6 numbers or '-', one for each tribe, found '1 2 3'"),
        ("track", "1 2 3 4 5 x", "track: expected 6 numbers or '-'"),
        ("supply", "3 3 3 3 3 3 3", "supply: expected 6 numbers"),
        ("hand 1", "red 3", "hand 1: expected cards such as red3, not 'red', found '"),
        ("ship 1", "red3", "ship 1: expected cards such as red3/2, not 'red3', found '"),
        ("ship_pool", "red3/2/1", "ship_pool: expected cards such as red3/2, not 'red3/2/1', found '"),
        ("monkey_pile", "Red3", "monkey_pile: expected cards such as red3, not 'Red3', found '"),
        ("skip_forced", "True", "skip_forced: expected true or false, found 'True'"),
        ("deck", "big", "deck: expected one of mini, standard or a deck's content, found 'big'"),
        ("stream", "7", "stream: expected 16 hexadecimal digits, found '7'"),
        ("num_players", "5", "num_players: expected 2 to 4, found '5'"),
        ("num_players", "1", "num_players: expected 2 to 4, found '1'"),
        ("num_players", "4.0", "num_players: expected 2 to 4, found '4.0'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(name: str, value: str, message: str) -> None:
    assert Sheet(Game(seed=1)).write(name, value).refusal().startswith(message)


def test_what_is_no_position_at_all_is_refused() -> None:
    for text in ("", "\n", "mom-position/2\n", "a position", FORMAT, f"{FORMAT}\n?", f"{FORMAT}\n{FORMAT}"):
        assert "expected" in refusal(text)
    for other in (None, 7, b"mom-position/1", [FORMAT]):
        assert "expected a text" in refusal(other)
    assert f"at most {MAX_TEXT} characters" in refusal(FORMAT + "x" * MAX_TEXT)
    assert refusal(str(Game(seed=1)) + "more 1\n") == "expected no more lines, found 'more'"
    assert refusal(str(Game(3, seed=1)) + "hand 3 -\n") == "expected no more lines, found 'hand 3'"


# Anything at all


@examples(1200, 40)
@given(games(), st.integers(0, 2**32), st.integers(1, 3))
def test_whatever_is_done_to_a_text_it_is_a_position_or_an_error(game: Game, seed: int, times: int) -> None:
    chance, text = random.Random(seed), str(game)
    for _ in range(times):
        text = mutated(text, chance)
    other = None
    with suppress(PositionError):  # and nothing else
        other = Game.from_text(text)
    if other:
        assert Game.from_text(str(other)) == other
        assert play_on(other, seed).over
