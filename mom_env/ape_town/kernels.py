"""The rules as the shared loops call them: see `mom_env.contract.kernels`."""

from mom_env.ape_town.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.ape_town.bots import choose
from mom_env.ape_town.engine import can_take_action, go_on, take_action, write_mask
from mom_env.ape_town.hidden import HIDDEN_SIZE, UNSEEN_SIZE, conceal, redeal, write_hidden
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.observe import OBSERVATION_DTYPE, write_view
from mom_env.ape_town.returns import place_of, score_of
from mom_env.ape_town.rules.forced import forced_action
from mom_env.ape_town.rules.setup import deal
from mom_env.ape_town.shaping import write_leads
from mom_env.ape_town.state import MAX_PLAYERS, RULES_DTYPE, STATE_DTYPE

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
    "take_action",
    "write_hidden",
    "write_leads",
    "write_mask",
    "write_view",
]
