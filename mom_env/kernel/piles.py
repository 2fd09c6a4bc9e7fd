"""Piles of cards: fixed arrays with the next card first and `NONE` after the last card.

Pass a field of a record as `state.field[:]`. Numba has a type for each length of a field, and would compile each of
these functions again for each; all slices have the same type.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import part

Pile = NDArray[np.int8]

NONE = -1


@part
def size(pile: Pile) -> int:
    """Return the number of cards in the pile; after the last card all its entries are NONE (-1)."""
    count = 0
    for i in range(len(pile)):  # all places: that is faster than to stop at the last card
        count += pile[i] != NONE
    return count


@part
def take(pile: Pile, index: int) -> int:
    """Remove the card at `index`, counted from 0, close the gap, and return the card."""
    card = int(pile[index])
    for i in range(index, len(pile) - 1):
        pile[i] = pile[i + 1]
    pile[len(pile) - 1] = NONE
    return card


@part
def draw(pile: Pile) -> int:
    """Remove the first card, which is the next one, and return it; NONE (-1) if the pile is empty."""
    return take(pile, 0)


@part
def find(pile: Pile, card: int) -> int:
    """Return the index of the first card equal to `card`, counted from 0, or NONE (-1) if there is none."""
    for i in range(len(pile)):
        if pile[i] == card:
            return i
    return NONE


@part
def copies(pile: Pile, card: int) -> int:
    """Return how many cards of the pile equal `card`."""
    count = 0
    for i in range(len(pile)):
        if pile[i] == card:
            count += 1
    return count


@part
def bury(pile: Pile, card: int) -> None:
    """Put `card` behind the last card of the pile; there must be room for it, which is not checked."""
    pile[size(pile)] = card


@part
def empty(pile: Pile) -> None:
    """Remove all cards from the pile."""
    for i in range(len(pile)):
        pile[i] = NONE
