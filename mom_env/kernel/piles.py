"""Piles of cards: fixed arrays, the next card first, `NONE` behind the last.

Give a field of a record as `state.field[:]`: Numba has a type for each length of field, and would compile
each of these once more for each; a slice has one type for all.
"""

from typing import Any

from numpy.typing import NDArray

from mom_env.kernel.jit import part

NONE = -1


@part
def size(pile: NDArray[Any]) -> int:
    """How many cards lie in the pile. Looks at all places: that is faster than to stop at the last card."""
    count = 0
    for i in range(len(pile)):
        count += pile[i] != NONE
    return count


@part
def take(pile: NDArray[Any], index: int) -> int:
    """Take out the card at `index`; the others close up."""
    card = int(pile[index])
    for i in range(index, len(pile) - 1):
        pile[i] = pile[i + 1]
    pile[len(pile) - 1] = NONE
    return card


@part
def draw(pile: NDArray[Any]) -> int:
    """Take the next card."""
    return take(pile, 0)


@part
def find(pile: NDArray[Any], card: int) -> int:
    """Where the first such card lies, or NONE."""
    for i in range(len(pile)):
        if pile[i] == card:
            return i
    return NONE


@part
def copies(pile: NDArray[Any], card: int) -> int:
    """How many such cards lie in the pile."""
    count = 0
    for i in range(len(pile)):
        if pile[i] == card:
            count += 1
    return count


@part
def bury(pile: NDArray[Any], card: int) -> None:
    """Lay the card behind the last one; the caller knows that there is room."""
    pile[size(pile)] = card


@part
def empty(pile: NDArray[Any]) -> None:
    """Leave no card."""
    for i in range(len(pile)):
        pile[i] = NONE
