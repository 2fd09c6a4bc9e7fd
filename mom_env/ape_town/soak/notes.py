"""What this game's soak needs to work in."""

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.state import MAX_DISTRICTS, MAX_PLAYERS, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Memory of the soak for one game: districts as they are counted from the fields."""

    free: NDArray[np.int16]
    worth: NDArray[np.int16]
    all_lemurs: NDArray[np.int16]
    orangutans: NDArray[np.int16]
    lemurs: NDArray[np.int16]


NOTES_FIELDS: list[Field] = [
    ("free", np.int16, (MAX_DISTRICTS,)),
    ("worth", np.int16, (MAX_DISTRICTS,)),
    ("all_lemurs", np.int16, (MAX_DISTRICTS,)),
    ("orangutans", np.int16, (MAX_PLAYERS, MAX_DISTRICTS)),
    ("lemurs", np.int16, (MAX_PLAYERS, MAX_DISTRICTS)),
]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))
