"""Kernels of Monkeys on the Moon as tests call them: one game of an array, by its number."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.environments.endings import forfeit_return as forfeit_return_of
from mom_env.loops import loop_of

GAME, PACKAGE = "monkeys_on_the_moon", "mom_env.monkeys_on_the_moon"
one: Any = loop_of(PACKAGE, "one")
Records = NDArray[Any]


def reset(states: Records, i: int, rules: Records) -> None:
    """Deal game `i` again from its own stream, on to the first decision."""
    loop_of(PACKAGE, "batch").begin_game(states[i], rules[0])


def step(states: Records, i: int, rules: Records, action: int) -> None:
    assert one.play_checked(states[i : i + 1], rules, int(action))


def seats_to_move(states: Records, i: int, rules: Records) -> int:
    """The seats that may act in game `i`, as bits."""
    return int(one.seats_to_move(states[i : i + 1], rules))


def is_over(states: Records, i: int) -> bool:
    return int(states[i].seat) < 0


def is_legal(states: Records, i: int, rules: Records, action: int) -> bool:
    return bool(one.is_legal(states[i : i + 1], rules, int(states[i].seat), int(action)))


def write_mask(states: Records, i: int, rules: Records, masks: Records) -> None:
    one.write_mask(states[i : i + 1], rules, int(states[i].seat), masks)


def write_observation(states: Records, i: int, rules: Records, viewer: int, views: Records) -> None:
    one.write_view(states[i : i + 1], rules, viewer, views)


def write_returns(states: Records, i: int, rules: Records, reward: int, out: NDArray[Any]) -> None:
    one.write_returns(states[i : i + 1], rules, reward, out)


def write_potentials(states: Records, i: int, rules: Records, out: NDArray[Any]) -> None:
    one.write_potentials(states[i : i + 1], rules, out)


def resample_hidden(states: Records, i: int, rules: Records, seat: int, seed: Any, unseen: NDArray[np.int8]) -> None:
    one.redeal(states[i : i + 1], rules, seat, np.uint64(seed), unseen)


def begin_many(states: Records, rules: Records, seed: Any) -> None:
    """Start stream `i` of the seed in game `i` and deal, up to the first card."""
    for i in range(len(states)):
        one.deal(states[i : i + 1], rules, np.uint64(seed), i)


def go_on_many(states: Records, rules: Records) -> None:
    for i in range(len(states)):
        one.go_on(states[i : i + 1], rules)


def forfeit_return(reward: int, ruleset: Any) -> float:
    return forfeit_return_of(GAME, reward, ruleset)
