"""Seats and things in lists, in plain words for programs, people and language models."""

from collections import Counter
from collections.abc import Iterable

NOTHING = "none"


def name_of(seat: int) -> str:
    """Return the name of a seat, such as "player_0"."""
    return f"player_{seat}"


def listed(names: Iterable[object]) -> str:
    """Return names in one line, in their order; "none" if there are none."""
    return ", ".join(map(str, names)) or NOTHING


def counted_names(names: Iterable[str]) -> str:
    """Return names in one line, each once, with the number of its copies.

    >>> counted_names(["black 3", "brown 1", "black 3"]), counted_names([])
    ('2 x black 3, brown 1', 'none')
    """
    return copies(Counter(names).items())


def copies(counts: Iterable[tuple[str, int]]) -> str:
    """Return names with their numbers of copies in one line; the number 1 is left out."""
    return listed(f"{count} x {name}" if count > 1 else name for name, count in counts)


def amounts(numbers: dict[str, int]) -> str:
    """Return numbers by name in one line, such as "2 black, 1 brown"; names with 0 are left out."""
    return listed(f"{number} {name}" for name, number in numbers.items() if number)
