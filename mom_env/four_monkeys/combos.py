"""1, R20: What combos ask for, as lists of ways, and what kinds of cards show."""

from collections.abc import Mapping, Sequence
from itertools import permutations

from mom_env.four_monkeys.sizes import FIGURES, KINDS, NUM_FIGURES

Way = tuple[int, ...]  # how many of each figure, then how many golden buttons

LETTERS = tuple(figure[0].upper() for figure in FIGURES)
# 1, R20: What each kind of card gives: one of each figure on it, and a button if both are the same.
SHOWN: tuple[Way, ...] = tuple((*(kind.count(letter) for letter in LETTERS), int(kind[0] == kind[1])) for kind in KINDS)


def ways_of(figures: Mapping[str, int] | None, alike: Sequence[int] | None, golden: int | None) -> tuple[Way, ...]:
    """R20: Return all ways to lay a combo, in ascending order.

    >>> ways_of(None, [4], 2)[0], len(ways_of(None, [3, 3], None)), len(ways_of(None, [4, 3], None))
    ((0, 0, 0, 4, 2), 6, 12)

    Args:
        figures: named figures and how many of each, or None.
        alike: numbers of alike figures, whichever these are, or None.
        golden: how many golden buttons, or None.
    """
    if figures is not None:
        return ((*(figures.get(figure, 0) for figure in FIGURES), golden or 0),)
    numbers = [*(alike or []), *[0] * NUM_FIGURES][:NUM_FIGURES]
    return tuple(sorted({(*choice, golden or 0) for choice in permutations(numbers)}))


def total_of(counts: Sequence[int]) -> Way:
    """R20: Return what cards give together; `counts` is the number of cards of each kind."""
    rows = [[count * number for number in shown] for count, shown in zip(counts, SHOWN, strict=True)]
    return tuple(map(sum, zip(*rows, strict=True)))


def is_enough(counts: Sequence[int], ways: Sequence[Way]) -> bool:
    """R20: Return whether nothing is short in some way; `counts` is the number of cards of each kind."""
    total = total_of(counts)
    return any(all(has >= needed for has, needed in zip(total, way, strict=True)) for way in ways)
