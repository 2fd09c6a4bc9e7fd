"""What this game's soak needs to work in."""

import numpy as np
from numpy.typing import NDArray

from mom_env.four_monkeys.sizes import MAX_AREAS, MAX_COMBOS, MAX_PLAYERS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.state import NUM_PLANES, Field


class Notes(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Memory of the soak: what one pass over all cards and tiles has found."""

    held: NDArray[np.int64]
    open_kinds: NDArray[np.int64]
    own: NDArray[np.int64]
    beneath: NDArray[np.int64]
    kinds: NDArray[np.int64]
    combos: NDArray[np.int64]
    counts: NDArray[np.int64]


NOTES_FIELDS: list[Field] = [
    ("held", np.int64, (MAX_PLAYERS, NUM_KINDS)),  # cards of each kind in each hand
    ("open_kinds", np.int64, (MAX_PLAYERS, NUM_KINDS)),  # cards of each kind beneath each open tile
    ("own", np.int64, (MAX_PLAYERS, NUM_KINDS)),  # cards of each kind that each seat has drawn from its own deck
    ("beneath", np.int64, (MAX_TILES,)),  # cards beneath the tile of each row
    ("kinds", np.int64, (NUM_KINDS,)),  # cards of each kind in the deck that is looked at
    ("combos", np.int64, (MAX_AREAS * MAX_COMBOS,)),  # of each area, tiles with each combo, on stacks and in front
    ("counts", np.int64, (MAX_PLAYERS, NUM_PLANES, MAX_COMBOS)),  # as `counts` in the record of a game
]
NOTES_DTYPE = np.dtype((Notes, NOTES_FIELDS))
