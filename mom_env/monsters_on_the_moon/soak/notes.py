"""What this game's soak needs to work in."""

import numpy as np
from numpy.typing import NDArray

from mom_env.monsters_on_the_moon.state import NUM_SQUARES, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Memory of the soak for one game."""

    squares: NDArray[np.int8]  # scratch, by square
    shown: NDArray[np.int8]  # scratch, by square


NOTES_FIELDS: list[Field] = [("squares", np.int8, (NUM_SQUARES,)), ("shown", np.int8, (NUM_SQUARES,))]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))
