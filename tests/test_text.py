"""The text notation of a position: what goes out comes back, and what cannot be is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.errors import MomError, PositionError
from mom_env.monkeys_on_the_moon import Game
from tests.games import examples, games


def position() -> str:
    """A position in the middle of a game."""
    game, chance = Game(num_players=3, seed=5), random.Random(5)
    for _ in range(70):
        game.play(chance.choice(game.legal_actions()))
    return game.to_text()


POSITION = position()
LINES = POSITION.splitlines()


@examples(60, 8)
@given(games())
def test_a_text_is_the_position(game: Game) -> None:
    again = Game.from_text(str(game))
    assert again == game
    assert again.snapshot() == game.snapshot()
    assert again.to_text() == game.to_text()


@pytest.mark.parametrize("number", range(len(LINES)), ids=lambda number: LINES[number].split()[0])
def test_each_line_is_needed_once(number: int) -> None:
    without = "\n".join(LINES[:number] + LINES[number + 1 :])
    with pytest.raises(PositionError):
        Game.from_text(without)
    with pytest.raises(PositionError):
        Game.from_text(POSITION + LINES[number] + "\n")


@pytest.mark.parametrize("value", ["", None, 7, "mom-position/2", "x" * 200_000])
def test_another_thing_is_no_position(value: object) -> None:
    with pytest.raises(PositionError):
        Game.from_text(value)  # type: ignore[arg-type]


def changed(name: str, old: str, new: str) -> str:
    lines = [line.replace(old, new, 1) if line.startswith(name) else line for line in LINES]
    assert lines != LINES
    return "\n".join(lines)


def line_of(name: str) -> str:
    return next(line for line in LINES if line.startswith(name))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("supply", line_of("supply").split()[1], "9"),  # a coin too many
        ("hand 0", line_of("hand 0").split()[-1], "brown9"),  # a move that the deck does not have
        ("monkey_pile", line_of("monkey_pile").split()[1], "-"),  # a monkey is lost
        ("monkey_pile", line_of("monkey_pile").split()[1], "mauve3"),  # no such tribe
        ("ship 1", line_of("ship 1").split()[-1], "red9/9"),
        ("seat", line_of("seat").split()[-1], "3"),  # nobody sits there
        ("round ", line_of("round ").split()[-1], "99"),
        ("phase", line_of("phase").split()[-1], '"lunch"'),
        ("tie_order", line_of("tie_order").split()[1], line_of("tie_order").split()[2]),
        ("stream", line_of("stream").split()[1], "zz"),
        ("deck", "standard", "unheard"),
        ("options", '"free"', '"dear"'),
    ],
)
def test_a_position_that_cannot_be_is_refused(name: str, old: str, new: str) -> None:
    with pytest.raises(MomError, match=r"\S"):
        Game.from_text(changed(name, old, new))


@examples(300, 30)
@given(st.integers(0, len(POSITION) - 1), st.text(alphabet="abz09 -/{}[],\n", max_size=4), st.integers(0, 5))
def test_damage_is_refused_or_harmless(at: int, insertion: str, gap: int) -> None:
    """Whatever is typed over: the text is read as a position that can be, or refused with an error of ours."""
    damaged = POSITION[:at] + insertion + POSITION[at + gap :]
    try:
        game = Game.from_text(damaged)
    except MomError:
        return
    assert Game.from_text(game.to_text()) == game


def test_a_position_from_text_has_no_past() -> None:
    with pytest.raises(MomError, match="past"):
        Game.from_text(POSITION).replay()
