"""Loops as they are imported plainly, by mypy, by doctest or by a reader: all can be read, and none can be run."""

from importlib import import_module

import numpy as np
import pytest

from mom_env import loops
from mom_env.monkeys_on_the_moon import Game

NAMES = sorted(path.stem for path in loops.HERE.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", NAMES)
def test_a_loop_can_be_imported_without_a_game(name: str) -> None:
    module = import_module(f"mom_env.loops.{name}")
    assert not loops.is_executed(module.__name__)
    assert module.__doc__


def test_a_loop_without_a_game_says_how_to_get_one_that_runs() -> None:
    kernel = import_module("mom_env.loops.one").seats_to_move
    told = r"mom_env\.loops\.one is run for a game: expected mom_env\.loops\.loop_of\(package, name\)"
    with pytest.raises(TypeError, match=told):
        getattr(kernel, "py_func", kernel)(Game(2, 1).states, Game(2, 1).rules)


def test_a_loop_of_a_game_runs() -> None:
    game = Game(3, 1)
    one = loops.loop_of(game.info.package, "one")
    assert loops.is_executed(one.__name__)
    assert game.seat is not None
    assert one.seats_to_move(game.states, game.rules) == np.left_shift(1, game.seat)


def test_a_loop_that_does_not_exist_cannot_be_imported_for_a_game() -> None:
    with pytest.raises(ImportError, match=r"seats: expected a loop of .*loops"):
        loops.loop_of("mom_env.monkeys_on_the_moon", "seats")
