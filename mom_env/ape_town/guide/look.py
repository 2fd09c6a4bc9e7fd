"""The game's own scratch space in a search: see `look` in `mom_env.contract.search`."""

from enum import IntEnum

import numpy as np

from mom_env.ape_town.actions import MASK_DTYPE, Mask
from mom_env.ape_town.bots.outlook import OUTLOOK_DTYPE, Outlook


class Playout(IntEnum):
    """How a simulation of a search continues below the tree: by random actions, or by those of a bot."""

    RANDOM = 0
    GREEDY = 1
    PLANNER = 2


class Look(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Scratch space of a search, for one position at a time."""

    outlook: Outlook  # of the player `planner`, for the seat to move
    mask: Mask


LOOK_DTYPE = np.dtype((Look, [("outlook", OUTLOOK_DTYPE), ("mask", MASK_DTYPE)]))
