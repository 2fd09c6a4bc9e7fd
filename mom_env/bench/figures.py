"""Figures: measured some times in turn, reported by the median."""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from mom_env.common.arguments import checked_whole

MOST = 10**9  # of anything that is counted: more is a slip


class Contestant(NamedTuple):
    """Something to be measured."""

    name: str
    unit: str
    measure: Callable[[], float]


class Figure(NamedTuple):
    """What came out of it, one value a round."""

    name: str
    unit: str
    values: list[float]

    @property
    def median(self) -> float:
        """The middle value."""
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
    """Refuse to measure nothing, or more than anybody waits for, before any work begins.

    Raises:
        OptionError: a count is below 1 or above the limit; it names the count.
    """
    for name, count in counts.items():
        checked_whole(name, count, 1, MOST)


def round_robin(contestants: list[Contestant], rounds: int, console: Console) -> list[Figure]:
    """Measure each once a round: what else the machine does then falls on all of them alike."""
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
    """Return how many times one figure is the other, round by round."""
    values = [a / b for a, b in zip(over.values, under.values, strict=True)]
    return Figure(name, "times", values)
