"""Progress of long work: bars on a terminal, or else a line now and then."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from mom_env.common.console import new_console

T = TypeVar("T")

LINE_EVERY = 30.0  # seconds between two lines
FIRST_LINE = 5.0  # seconds before the first one


class Count(NamedTuple):
    """How far one thing is, as a bar shows it: its name, how much of it is done, and how much there is."""

    name: str
    done: float
    total: float


class WorkProgress(Progress):
    """Shows how much of each task is done, and how long the rest will take, on a terminal or as lines now and then.

    Example:
        >>> with WorkProgress(None) as progress:
        ...     task = progress.add_task("deals", total=2)
        ...     progress.advance(task)
    """

    def __init__(self, console: Console | None, *, vanishes: bool = False) -> None:
        """Show progress on `console`; with None, show nothing.

        `vanishes` says whether bars are removed at the end.
        """
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        times = (TextColumn("elapsed"), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
        is_live = console is not None and console.is_terminal
        shown = console or new_console(quiet=True)
        settings: dict[str, Any] = {"speed_estimate_period": 300, "disable": not is_live, "transient": vanishes}
        super().__init__(*columns, *times, console=shown, **settings)
        self._writes_lines = console is not None and not is_live
        self._next_line = time.monotonic() + FIRST_LINE
        self._shown: dict[str, TaskID] = {}  # by the names of counts

    def show(self, counts: Sequence[Count]) -> None:
        """Show exactly these counts, each as a bar with its name.

        Bars of other counts, which were shown before, are hidden.
        """
        names = [count.name for count in counts]
        for name, task in self._shown.items():
            if name not in names:
                self.update(task, visible=False)
        for count in counts:
            if count.name not in self._shown:
                self._shown[count.name] = self.add_task(count.name, total=count.total, completed=0)
            self.update(self._shown[count.name], completed=count.done, visible=True)

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """Change a task as rich's `Progress.update` does.

        Where there is no terminal, a line is written now and then.
        """
        super().update(task_id, **changes)
        self._write_line(task_id)

    def advance(self, task_id: TaskID, advance: float = 1) -> None:
        """Add `advance` to the amount of a task that is done.

        Where there is no terminal, a line is written now and then.
        """
        super().advance(task_id, advance)
        self._write_line(task_id)

    def _write_line(self, task_id: TaskID) -> None:
        """Write a line about a task that is not hidden.

        Nothing is written where bars are shown, or if the last line is less than LINE_EVERY seconds old.
        """
        task = self._tasks[task_id]
        if not self._writes_lines or not task.visible or time.monotonic() < self._next_line:
            return
        self._next_line = time.monotonic() + LINE_EVERY
        left = "" if task.time_remaining is None else f", {clock(task.time_remaining)} left"
        done = f"{int(task.completed):,}" if task.total is None else f"{int(task.completed):,} of {task.total:,.0f}"
        self.console.print(f"{task.description}: {done}{left}", highlight=False, markup=False, soft_wrap=True)


def tracked(items: Iterable[T], name: str, total: int, console: Console | None) -> Iterator[T]:
    """Yield all items, and show how many of the `total` are done, under a name; the bar vanishes at the end."""
    with WorkProgress(console, vanishes=True) as progress:
        task = progress.add_task(name, total=total)
        for item in items:
            yield item
            progress.advance(task)


def clock(seconds: float) -> str:
    """Return a time in seconds as people write it, rounded to seconds.

    >>> clock(75), clock(7300)
    ('1:15', '2:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
