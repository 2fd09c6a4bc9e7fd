"""The game's own scratch space in a search: see `look` in `mom_env.contract.search`."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE, Outlook
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, NUM_TRIBES, Field


class Playout(IntEnum):
    """How a simulation of a search continues below the tree: by random actions, or by those of a bot."""

    RANDOM = 0
    GREEDY = 1
    PLANNER = 2


class Look(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Scratch space of a search, for one position at a time."""

    picked: int  # the bid that the guide would make, else NO_ACTION
    status: NDArray[np.float64]  # by seat and tribe, for the estimate of a result
    outlook: Outlook  # of the player `planner`, for the seat to move


LOOK_FIELDS: list[Field | tuple[str, np.dtype[np.void]]] = [
    ("picked", np.int64),
    ("status", np.float64, (MAX_PLAYERS, NUM_TRIBES)),
    ("outlook", OUTLOOK_DTYPE),
]
LOOK_DTYPE = np.dtype((Look, LOOK_FIELDS))
