"""Perft: how many lines of play there are from a position, counted by playing them all.

A line ends after so many decisions, or with the game. One wrong branch of a rule, anywhere in some millions
of positions, and the number is another one. `python -m mom_env.monkeys_on_the_moon.perft` counts all of the
table below anew.
"""

import sys
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.batch import begin_many, go_on_many
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.engine import step, take_action, write_marks, write_mask
from mom_env.monkeys_on_the_moon.options import load_options
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE, Phase, Rules

OVERTURE = 5  # see `start_of`


class Position(NamedTuple):
    """Where lines begin, and how many there are of 1, 2, 3 ... decisions."""

    deck: str
    num_players: int
    options: dict[str, Any]
    skip_forced: bool
    seed: int
    played: int  # decisions before
    lines: tuple[int, ...] = ()


LEVEL_FIELDS: list[tuple[str, Any]] = [
    ("state", STATE_DTYPE),
    ("mask", MASK_DTYPE),  # its legal actions
    ("next", np.int64),  # the first id that has not been looked at
]
LEVEL_DTYPE = np.dtype((np.record, LEVEL_FIELDS))
Level = Any  # a record of LEVEL_DTYPE


@kernel
def count_lines(stack: NDArray[Any], rules: NDArray[Any]) -> int:
    """Lines from the state of `stack[0]`, of as many decisions as there are levels above it; shape (D + 1,)."""
    depth = len(stack) - 1
    lines = 0
    level = 0
    begin_level(stack[0], rules[0])
    while level >= 0:
        if level == depth or stack[level].state.phase == Phase.OVER:
            lines += 1
            level -= 1
            continue
        action = next_action(stack[level])
        if action == NUM_ACTIONS:
            level -= 1
        else:
            stack[level + 1].state = stack[level].state
            take_action(stack[level + 1].state, rules[0], action)
            begin_level(stack[level + 1], rules[0])
            level += 1
    return lines


@kernel
def begin_level(level: Level, rules: Rules) -> None:
    """All legal actions are still to be played."""
    level.next = 0
    write_marks(level.state, rules, level.mask)


@kernel
def next_action(level: Level) -> int:
    """The next legal action, which is played then; NUM_ACTIONS after the last."""
    action = int(level.next)
    while action < NUM_ACTIONS and level.mask.ids[action] == 0:
        action += 1
    level.next = action + 1
    return action


def perft(states: NDArray[Any], rules: NDArray[Any], depth: int) -> int:
    """Lines of `depth` decisions, or fewer that end the game, from the one record of `states`; it stays as it is."""
    stack = np.zeros(depth + 1, LEVEL_DTYPE)
    stack["state"][0] = states[0]
    return int(count_lines(stack, rules))


def start_of(position: Position) -> tuple[NDArray[Any], NDArray[Any]]:
    """The record and the rules of a position.

    The decisions before it are drawn without chance: of the legal actions in order, number 0, then 5, 10 ...,
    going round.
    """
    options = load_options(position.options)
    rules = make_rules(load_deck(position.deck), options, position.num_players, skip_forced=position.skip_forced)
    states, masks = np.zeros(1, STATE_DTYPE), np.zeros(1, MASK_DTYPE)
    begin_many(states, rules, np.uint64(position.seed))
    go_on_many(states, rules)
    for number in range(position.played):
        write_mask(states, 0, rules, masks)
        legal = np.flatnonzero(masks["ids"][0])
        step(states, 0, rules, int(legal[OVERTURE * number % len(legal)]))
    return states, rules


ALL = {
    "raise": "add_only",
    "final_launch_clears_scorn": False,
    "hidden_coins": True,
    "maximum_scorn": True,
    "monkey_treachery": True,
}
POSITIONS: tuple[Position, ...] = (
    Position(
        "mini",
        2,
        {},
        skip_forced=True,
        seed=1,
        played=0,
        lines=(2, 6, 12, 36, 108, 1056, 3831, 11_299, 34_046, 117_652, 483_226, 1_476_266, 4_497_776, 18_185_406),
    ),
    Position(
        "mini",
        2,
        ALL,
        skip_forced=False,
        seed=2,
        played=0,
        lines=(
            2,
            6,
            12,
            36,
            108,
            902,
            3800,
            8435,
            23_021,
            104_741,
            299_529,
            601_630,
            1_176_919,
            1_966_859,
            3_589_567,
            7_483_466,
            29_124_578,
        ),
    ),
    Position(
        "mini",
        3,
        {},
        skip_forced=False,
        seed=3,
        played=0,
        lines=(2, 6, 12, 36, 72, 216, 864, 6912, 34_884, 87_426, 256_702, 924_300, 3_221_665, 10_138_065),
    ),
    Position(
        "mini",
        3,
        {"monkey_treachery": True},
        skip_forced=True,
        seed=4,
        played=0,
        lines=(2, 6, 12, 36, 72, 216, 864, 6624, 35_519, 135_874, 522_119, 2_464_941, 9_816_887, 36_999_017),
    ),
    Position(
        "mini",
        2,
        {"maximum_scorn": True},
        skip_forced=True,
        seed=5,
        played=8,
        lines=(
            4,
            16,
            33,
            99,
            297,
            1158,
            12_140,
            30_074,
            86_471,
            347_712,
            1_146_702,
            2_944_924,
            5_592_198,
            8_756_114,
            12_284_038,
        ),
    ),
    Position(
        "mini",
        3,
        ALL,
        skip_forced=True,
        seed=6,
        played=12,
        lines=(2, 5, 11, 28, 102, 351, 972, 2816, 8438, 31_335, 193_753, 872_680, 3_296_460, 11_438_864),
    ),
    Position(
        "mini",
        3,
        {"monkey_treachery": True},
        skip_forced=True,
        seed=7,
        played=20,
        lines=(8, 34, 337, 1039, 6913, 27_052, 104_932, 305_198, 885_700, 2_486_900, 7_228_398, 19_916_948),
    ),
    # Treachery parts two ships; then one with two monkeys of a tribe; then the last round of four.
    Position(
        "standard",
        3,
        ALL,
        skip_forced=True,
        seed=38,
        played=71,
        lines=(2, 6, 20, 111, 872, 2681, 10_513, 36_377, 149_487, 454_026, 1_415_977, 4_400_253, 13_274_627),
    ),
    Position(
        "standard",
        3,
        ALL,
        skip_forced=True,
        seed=99,
        played=61,
        lines=(
            3,
            6,
            18,
            36,
            94,
            218,
            703,
            2651,
            9493,
            31_286,
            99_571,
            318_571,
            931_398,
            2_593_713,
            6_968_201,
            18_182_911,
        ),
    ),
    Position(
        "standard",
        4,
        {},
        skip_forced=True,
        seed=8,
        played=151,
        lines=(
            4,
            9,
            22,
            86,
            204,
            620,
            1599,
            4708,
            13_673,
            34_431,
            84_142,
            205_269,
            448_538,
            764_088,
            1_071_652,
            1_291_250,
            1_415_168,
            1_466_718,
            1_483_714,
            1_488_210,
            1_488_762,
            1_488_762,
        ),
    ),
)


def main() -> int:
    """Count every position of the table anew; how many differ."""
    console = Console(soft_wrap=True)
    wrong = 0
    for position in POSITIONS:
        state, rules = start_of(position)
        began = time.perf_counter()
        found = tuple(perft(state, rules, depth) for depth in range(1, len(position.lines) + 1))
        verdict = "as in the table" if found == position.lines else f"NOT as in the table: {position.lines}"
        wrong += found != position.lines
        console.print(f"{position._replace(lines=found)}: {verdict}, {time.perf_counter() - began:.1f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
