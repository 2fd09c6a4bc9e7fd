"""The room of the game's own in a soak."""

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.state import NUM_SHIP_KINDS, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """What is written while a position is looked at, or kept from one step to the next."""

    chained: int  # 1: the last action chose a ship, and the next one is for those that filled it
    counts: NDArray[np.int16]  # cards by kind; ships have the most kinds


NOTES_FIELDS: list[Field] = [("chained", np.int8), ("counts", np.int16, (NUM_SHIP_KINDS,))]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))
