"""The observation as a record of its pieces."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mom_env.contract.people import Piece

FLOAT = np.dtype(np.float32)


def view_dtype(layout: Sequence[Piece]) -> np.dtype[np.void]:
    """Return the NumPy type of an observation: a float32 field for each piece, in order.

    A further field, `everything`, has the same memory as all of them together.

    >>> view_dtype([Piece("hand", (2, 3), "flag", "what is held"), Piece("pot", (1,), "chips", "to win")]).itemsize
    28
    """
    sizes = [piece.size * FLOAT.itemsize for piece in layout]
    fields: dict[str, Any] = {
        "names": [*(piece.name for piece in layout), "everything"],
        "formats": [*((FLOAT, piece.shape) for piece in layout), (FLOAT, (sum(piece.size for piece in layout),))],
        "offsets": [*(sum(sizes[:before]) for before in range(len(sizes))), 0],
        "itemsize": sum(sizes),
    }
    return np.dtype((np.record, fields))
