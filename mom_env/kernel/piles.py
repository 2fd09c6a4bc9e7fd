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
    """Return the number of cards in the pile."""
    count = 0
    for i in range(len(pile)):  # all places: that is faster than to stop at the last card
        count += pile[i] != NONE
    return count


@part
def take(pile: Pile, index: int) -> int:
    """Remove the card at `index`, close the gap, and return the card."""
    card = int(pile[index])
    for i in range(index, len(pile) - 1):
        pile[i] = pile[i + 1]
    pile[len(pile) - 1] = NONE
    return card


@part
def draw(pile: Pile) -> int:
    """Remove the next card and return it; NONE if the pile is empty."""
    return take(pile, 0)


@part
def find(pile: Pile, card: int) -> int:
    """Return the index of the first card equal to `card`, or NONE."""
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
    """Put the card behind the last one; the caller makes sure that there is room."""
    pile[size(pile)] = card


@part
def empty(pile: Pile) -> None:
    """Remove all cards."""
    for i in range(len(pile)):
        pile[i] = NONE
