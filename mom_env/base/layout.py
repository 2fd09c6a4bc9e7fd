"""The observation as a record of its pieces."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.people import Piece

FLOAT = np.dtype(np.float32)


def view_dtype(
    layout: Sequence[Piece], number: np.dtype[Any] = FLOAT, overlays: Mapping[str, tuple[int, ...]] | None = None
) -> np.dtype[np.void]:
    """Return the NumPy type of an observation: a field of numbers of one type for each piece, in order.

    A further field, `everything`, has the same memory as all of them together.

    Args:
        layout: the pieces.
        number: the type of the numbers.
        overlays: further names of the first numbers, each with its shape, so that kernels write several pieces as one.

    >>> view_dtype([Piece("hand", (2, 3), "flag", "what is held"), Piece("pot", (1,), "chips", "to win")]).itemsize
    28
    """
    sizes = [piece.size * number.itemsize for piece in layout]
    named = {"everything": (sum(piece.size for piece in layout),), **(overlays or {})}
    fields: dict[str, Any] = {
        "names": [*(piece.name for piece in layout), *named],
        "formats": [*((number, piece.shape) for piece in layout), *((number, shape) for shape in named.values())],
        "offsets": [*(sum(sizes[:before]) for before in range(len(sizes))), *(0 for _ in named)],
        "itemsize": sum(sizes),
    }
    return np.dtype((np.record, fields))


def places_of(layout: Sequence[Piece]) -> dict[str, NDArray[np.int64]]:
    """Return the places of each piece's numbers in the observation, by name: the flat order of the piece's shape.

    >>> places_of([Piece("hand", (2, 2), "flag", "what is held"), Piece("pot", (1,), "chips", "to win")])
    {'hand': array([0, 1, 2, 3]), 'pot': array([4])}
    """
    ends = np.cumsum([piece.size for piece in layout])
    return {piece.name: np.arange(end - piece.size, end) for piece, end in zip(layout, ends, strict=True)}
