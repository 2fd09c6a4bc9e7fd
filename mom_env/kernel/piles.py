"""Piles of cards: fixed arrays, the next card first, `NONE` behind the last.

Give a field of a record as `state.field[:]`: Numba has a type for each length of field, and would compile
each of these once more for each; a slice has one type for all.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import part

Pile = NDArray[np.int8]

NONE = -1


@part
def size(pile: Pile) -> int:
    """How many cards lie in the pile. Looks at all places: that is faster than to stop at the last card."""
    count = 0
    for i in range(len(pile)):
        count += pile[i] != NONE
    return count


@part
def take(pile: Pile, index: int) -> int:
    """Take out the card at `index`; the others close up."""
    card = int(pile[index])
    for i in range(index, len(pile) - 1):
        pile[i] = pile[i + 1]
    pile[len(pile) - 1] = NONE
    return card


@part
def draw(pile: Pile) -> int:
    """Take the next card."""
    return take(pile, 0)


@part
def find(pile: Pile, card: int) -> int:
    """Where the first such card lies, or NONE."""
    for i in range(len(pile)):
        if pile[i] == card:
            return i
    return NONE


@part
def copies(pile: Pile, card: int) -> int:
    """How many such cards lie in the pile."""
    count = 0
    for i in range(len(pile)):
        if pile[i] == card:
            count += 1
    return count


@part
def bury(pile: Pile, card: int) -> None:
    """Lay the card behind the last one; the caller knows that there is room."""
    pile[size(pile)] = card


@part
def empty(pile: Pile) -> None:
    """Leave no card."""
    for i in range(len(pile)):
        pile[i] = NONE
