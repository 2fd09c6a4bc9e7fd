"""One game of a soak, by its number: alone it is the same as among a million."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.soak.games import MOST_STEPS, begin_game, play_game
from mom_env.monkeys_on_the_moon.soak.players import NUM_PLAYERS
from mom_env.monkeys_on_the_moon.soak.room import make_room
from mom_env.monkeys_on_the_moon.soak.secrecy import choose_step, redeal_game
from mom_env.monkeys_on_the_moon.soak.settings import all_rules
from mom_env.monkeys_on_the_moon.soak.violations import Violation

FIRST_REDEALT = 2**40  # streams of the games with a redeal; the others have those from 0


class Outcome(NamedTuple):
    """How a game of the soak ended: with which violation, if any, and at which step."""

    violation: Violation
    steps: int


def play_one(seed: int, game: int, *, redealt: bool, room: NDArray[Any] | None = None) -> Outcome:
    """Play game `game` of a seed, all invariants after every step; `redealt`: the hidden is dealt anew on the way.

    >>> play_one(seed=0, game=7, redealt=False).violation.message
    'nothing is wrong'
    """
    room = make_room() if room is None else room
    rules, skipping = all_rules(skip_forced=False), all_rules(skip_forced=True)
    setting, player = game % len(rules), game // len(rules) % NUM_PLAYERS
    stream = game + FIRST_REDEALT if redealt else game
    begin_game(rules, setting, np.uint64(seed), stream, room)
    before = 0
    if redealt:
        violation, before = play_game(rules, skipping, setting, player, choose_step(rules, setting, room), room)
        if violation == Violation.NOTHING:
            violation = redeal_game(rules, setting, room)
        if violation != Violation.NOTHING:
            return Outcome(violation, before)
    violation, steps = play_game(rules, skipping, setting, player, MOST_STEPS, room)
    return Outcome(violation, before + steps)
