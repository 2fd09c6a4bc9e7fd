"""What this game's soak needs to work in."""

import numpy as np
from numpy.typing import NDArray

from mom_env.monsters_on_the_moon.state import NUM_SQUARES, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Memory of the soak for one game."""

    began: int  # 1: the game was dealt


NOTES_FIELDS: list[Field] = [("began", np.int8), ("squares", np.int8, (NUM_SQUARES,))]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))

Scratch = NDArray[np.int8]
