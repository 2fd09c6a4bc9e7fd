"""The rules as the shared loops call them: see `mom_env.contract.kernels`."""

from mom_env.four_monkeys.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.four_monkeys.bots import choose
from mom_env.four_monkeys.engine import (
    can_take_action,
    deal,
    forced_action,
    go_on,
    seats_to_move,
    take_action,
    write_mask,
)
from mom_env.four_monkeys.hidden import HIDDEN_SIZE, UNSEEN_SIZE, conceal, redeal, write_hidden
from mom_env.four_monkeys.observe import OBSERVATION_DTYPE, write_view
from mom_env.four_monkeys.returns import place_of, score_of, write_leads
from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.state import RULES_DTYPE, STATE_DTYPE

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
    "forced_action",
    "go_on",
    "place_of",
    "redeal",
    "score_of",
    "seats_to_move",
    "take_action",
    "write_hidden",
    "write_leads",
    "write_mask",
    "write_view",
]
