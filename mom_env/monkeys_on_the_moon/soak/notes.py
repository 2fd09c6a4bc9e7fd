"""What this game's soak notes while it checks a game."""

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.state import NUM_SHIP_KINDS, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Memory of the soak for one game: an array to work in, and what is remembered from one step to the next."""

    chained: int  # 1: the last action chose a ship that waiting monkeys filled, so that another one is chosen
    counts: NDArray[np.int16]  # number of cards by kind, of any sort of cards: ships have the most kinds


NOTES_FIELDS: list[Field] = [("chained", np.int8), ("counts", np.int16, (NUM_SHIP_KINDS,))]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))
