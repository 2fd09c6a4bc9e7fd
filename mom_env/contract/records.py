"""Types of records and arrays, as shells and loops name them.

A game's own records have classes of their own; loops know only the fields that are named here.
"""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.masks import IDS_PER_WORD
from mom_env.kernel.masks import MaskRecord as MaskRecord  # noqa: PLC0414  # it is exported

Records: TypeAlias = NDArray[np.void]  # of any record: states, rules, observations, masks
Indices: TypeAlias = NDArray[np.int64]  # action ids, or numbers of games, bots or seats
Bits: TypeAlias = NDArray[np.uint64]  # 64 random bits in each entry
Flags: TypeAlias = NDArray[np.uint8]
Seats: TypeAlias = NDArray[np.int8]
Floats: TypeAlias = NDArray[np.float32 | np.float64]

NOBODY = -1  # the seat of a record whose game is over


class StateRecord(Protocol):
    """A game: its record has at least these fields."""

    rng: np.uint64  # the random stream of the deal and, in a batch, of the next deals
    seat: int  # the seat that is asked next; NOBODY when the game is over


class RulesRecord(Protocol):
    """What a game is played with; the record has at least these fields."""

    num_players: int
    skip_forced: int  # 1: the engine plays a decision if everybody can see that it has only one option


class ViewRecord(Protocol):
    """What a seat sees, as a record of numbers of one type."""

    @property
    def everything(self) -> NDArray[np.number]:
        """All numbers in one row, in the order of the fields."""


def mask_dtype(num_actions: int, parts: dict[str, tuple[int, tuple[int, ...]]] | None = None) -> np.dtype[np.void]:
    """Return the NumPy type of a mask: a byte for each of `num_actions` ids, padded to whole words of eight bytes.

    Args:
        num_actions: number of action ids.
        parts: further names for ranges of ids, each with its first id and its shape, so that kernels mark by name.
    """
    num_words = -(-num_actions // IDS_PER_WORD)
    whole = {
        "ids": (0, (np.int8, (num_actions,))),
        "words": (0, (np.uint64, (num_words,))),
    }
    named = {name: (start, (np.int8, shape)) for name, (start, shape) in (parts or {}).items()} | whole
    return np.dtype(
        (
            np.record,
            {
                "names": list(named),
                "formats": [form for _, form in named.values()],
                "offsets": [start for start, _ in named.values()],
                "itemsize": num_words * IDS_PER_WORD,
            },
        )
    )
