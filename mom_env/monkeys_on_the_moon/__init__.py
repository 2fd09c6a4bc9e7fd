"""Monkeys on the Moon: the game. `Game` is for people, `VectorGame` for learners; the rest is for kernels.

The lower-case names are what every game of this package offers to shells and searches: functions of
`(states, i, ...)` on records of `STATE_DTYPE`.
"""

from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS, describe
from mom_env.monkeys_on_the_moon.engine import is_legal, is_over, reset, seats_to_move, step, write_mask
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.hidden import resample_hidden
from mom_env.monkeys_on_the_moon.observe import LAYOUT, OBSERVATION_DTYPE, OBSERVATION_SIZE, write_observation
from mom_env.monkeys_on_the_moon.returns import write_returns
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, STATE_DTYPE
from mom_env.monkeys_on_the_moon.vector import VectorGame

__all__ = [
    "LAYOUT",
    "MASK_DTYPE",
    "MAX_PLAYERS",
    "NUM_ACTIONS",
    "OBSERVATION_DTYPE",
    "OBSERVATION_SIZE",
    "STATE_DTYPE",
    "Game",
    "VectorGame",
    "describe",
    "is_legal",
    "is_over",
    "resample_hidden",
    "reset",
    "seats_to_move",
    "step",
    "write_mask",
    "write_observation",
    "write_returns",
]
