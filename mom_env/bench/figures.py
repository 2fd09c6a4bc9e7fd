"""Figures: contestants are measured in turn, several times, and reported by the median."""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from mom_env.common.arguments import checked_whole

MOST = 10**9  # of anything that is counted; more is surely a mistake


class Contestant(NamedTuple):
    """Something to measure; `measure` returns one value."""

    name: str
    unit: str
    measure: Callable[[], float]


class Figure(NamedTuple):
    """The values of a contestant, one for each round."""

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
    """Refuse counts below 1, or so high that nobody would wait for the result.

    Raises:
        OptionError: a count is out of range; the message names it.
    """
    for name, count in counts.items():
        checked_whole(name, count, 1, MOST)


def round_robin(contestants: list[Contestant], rounds: int, console: Console) -> list[Figure]:
    """Measure each contestant once per round, so that other work of the machine affects all of them alike."""
    figures = [Figure(c.name, c.unit, []) for c in contestants]
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=rounds * len(contestants))
        for _ in range(rounds):
            for contestant, figure in zip(contestants, figures, strict=True):
                progress.update(task, description=contestant.name)
                figure.values.append(contestant.measure())
                progress.advance(task)
    return figures


def ratio(name: str, over: Figure, under: Figure) -> Figure:
    """Return the figure called `name` of the quotients `over` / `under`, round by round."""
    values = [a / b for a, b in zip(over.values, under.values, strict=True)]
    return Figure(name, "times", values)
