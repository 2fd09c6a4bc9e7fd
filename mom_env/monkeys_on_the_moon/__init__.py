"""Monkeys on the Moon: the game. `Game` is for people, `VectorGame` for learners; the rest is for kernels.

The lower-case names are what every game of this package offers to shells and searches: functions of
`(states, i, ...)` on records of `STATE_DTYPE`.
"""

from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS, describe
from mom_env.monkeys_on_the_moon.engine import is_legal, is_over, reset, seats_to_move, step, write_mask
from mom_env.monkeys_on_the_moon.forfeit import forfeit_return
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.hidden import resample_hidden
from mom_env.monkeys_on_the_moon.observe import LAYOUT, OBSERVATION_DTYPE, OBSERVATION_SIZE, write_observation
from mom_env.monkeys_on_the_moon.result import standing
from mom_env.monkeys_on_the_moon.returns import reward_named, write_returns
from mom_env.monkeys_on_the_moon.shaping import write_potentials
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, STATE_DTYPE
from mom_env.monkeys_on_the_moon.stop import FULL_STATE_SIZE, write_full_state, write_stop
from mom_env.monkeys_on_the_moon.vector import VectorGame

__all__ = [
    "FULL_STATE_SIZE",
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
    "forfeit_return",
    "is_legal",
    "is_over",
    "resample_hidden",
    "reset",
    "reward_named",
    "seats_to_move",
    "standing",
    "step",
    "write_full_state",
    "write_mask",
    "write_observation",
    "write_potentials",
    "write_returns",
    "write_stop",
]
