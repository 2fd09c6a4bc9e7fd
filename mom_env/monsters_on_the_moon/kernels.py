"""The rules as the shared loops call them: see `mom_env.contract.kernels`."""

from mom_env.monsters_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monsters_on_the_moon.bots import choose
from mom_env.monsters_on_the_moon.engine import (
    can_take_action,
    go_on,
    seats_to_move,
    take_action,
    write_mask,
)
from mom_env.monsters_on_the_moon.hidden import HIDDEN_SIZE, conceal, redeal, write_hidden
from mom_env.monsters_on_the_moon.hidden import MAX_UNSEEN as UNSEEN_SIZE
from mom_env.monsters_on_the_moon.id_range import first_legal, last_legal
from mom_env.monsters_on_the_moon.observe import OBSERVATION_DTYPE, write_view
from mom_env.monsters_on_the_moon.returns import place_of, score_of, solo_return_of
from mom_env.monsters_on_the_moon.rules.forced import forced_action
from mom_env.monsters_on_the_moon.rules.setup import deal
from mom_env.monsters_on_the_moon.state import MAX_PLAYERS, RULES_DTYPE, STATE_DTYPE

__all__ = [
    "HIDDEN_SIZE",
    "MASK_DTYPE",
    "MAX_PLAYERS",
    "NUM_ACTIONS",
    "OBSERVATION_DTYPE",
    "RULES_DTYPE",
    "STATE_DTYPE",
    "UNSEEN_SIZE",
    "can_take_action",
    "choose",
    "conceal",
    "deal",
    "first_legal",
    "forced_action",
    "go_on",
    "last_legal",
    "place_of",
    "redeal",
    "score_of",
    "seats_to_move",
    "solo_return_of",
    "take_action",
    "write_hidden",
    "write_mask",
    "write_view",
]
