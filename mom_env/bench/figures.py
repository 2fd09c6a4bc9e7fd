"""Figures: contestants are measured in turn, several times, and reported by the median."""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from rich.console import Console

from mom_env.common.arguments import checked_whole
from mom_env.work.progress import tracked

MOST = 10**9  # of anything that is counted; more is surely a mistake


class Contestant(NamedTuple):
    """Something to measure: its name, the unit of its values, and a function that measures it once."""

    name: str
    unit: str
    measure: Callable[[], float]


class Figure(NamedTuple):
    """The values that were measured of a contestant, one for each round, with its name and their unit."""

    name: str
    unit: str
    values: list[float]

    @property
    def median(self) -> float:
        """The median of the values."""
        return median(self.values)

    @property
    def low(self) -> float:
        """The smallest value."""
        return min(self.values)

    @property
    def high(self) -> float:
        """The largest value."""
        return max(self.values)


def check_counts(**counts: int) -> None:
    """Refuse counts, given by name, below 1, or above 10**9, for which nobody would wait.

    Raises:
        OptionError: a count is out of range; the message names it.
    """
    for name, count in counts.items():
        checked_whole(name, count, 1, MOST)


def round_robin(contestants: list[Contestant], rounds: int, console: Console) -> list[Figure]:
    """Measure each contestant once in each round, and return a figure for each, in their order.

    As they take turns, other work of the machine affects all of them alike. The progress is shown on `console`.
    """
    figures = [Figure(c.name, c.unit, []) for c in contestants]
    turns = list(zip(contestants, figures, strict=True)) * rounds
    for contestant, figure in tracked(turns, "measurements", len(turns), console):
        figure.values.append(contestant.measure())
    return figures


def ratio(name: str, over: Figure, under: Figure) -> Figure:
    """Return a figure called `name` with the quotients of the values of `over` and `under`, round by round."""
    values = [a / b for a, b in zip(over.values, under.values, strict=True)]
    return Figure(name, "times", values)
