"""Pieces of work side by side, each in a process of its own, with progress; Ctrl-C lets all of them end well."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

LOOK_EVERY = 0.25  # seconds
# The work is done on one thread, so that what it comes to and how long it takes do not depend on the others.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
HAS_GROUPS = os.name == "posix"
INTERRUPTED = 130  # the exit code, as shells say it


class Work(NamedTuple):
    """A piece of work."""

    name: str
    arguments: tuple[str, ...]  # of this Python
    output: Path  # what it says, the old in front
    done: Callable[[], float]  # how much of it is done, from 0 to 1


class Processes:
    """Those that run."""

    def __init__(self) -> None:
        self.running: dict[Work, subprocess.Popen[bytes]] = {}
        self.is_interrupted = False

    def start(self, work: Work) -> None:
        """One more; not of this terminal's group, so that Ctrl-C reaches it once only, from here."""
        work.output.parent.mkdir(parents=True, exist_ok=True)
        with work.output.open("ab") as output:
            self.running[work] = subprocess.Popen(  # noqa: S603 - this interpreter with our own code
                [sys.executable, *work.arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **ONE_THREAD},
                process_group=0 if HAS_GROUPS else None,
            )
        if self.is_interrupted:  # meanwhile
            self.running[work].send_signal(signal.SIGINT)

    def pop_ended(self) -> Iterator[tuple[Work, int]]:
        """Those that have come to an end, with their exit codes."""
        for work, process in list(self.running.items()):
            if process.poll() is not None:
                del self.running[work]
                yield work, process.returncode

    def interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        """The first Ctrl-C is handed on to each, so that it saves; the second ends them at once."""
        kind = signal.SIGTERM if self.is_interrupted else signal.SIGINT
        for process in self.running.values():
            if HAS_GROUPS or self.is_interrupted:
                process.send_signal(kind)
        self.is_interrupted = True

    def kill(self) -> None:
        """None stays behind."""
        for process in self.running.values():
            process.kill()
            process.wait()


def was_interrupted(code: int) -> bool:
    """Whether an exit code is that of a process that was told to end, whatever it was at."""
    return code in (INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)


def run_all(works: Sequence[Work], jobs: int, console: Console, ended: Callable[[Work, int], None]) -> bool:
    """Work through all, so many at a time; False if Ctrl-C ended it.

    Args:
        works: what to do, in order.
        jobs: how many at a time.
        console: where progress is shown.
        ended: called with each that has ended and its exit code.
    """
    processes, waiting = Processes(), list(works)
    with handle_interrupts(processes), progress_bars(console) as progress:
        whole = progress.add_task("cells", total=float(len(works)))
        bars = {work: progress.add_task(work.name, total=1.0, visible=False) for work in works}
        while processes.running or (waiting and not processes.is_interrupted):
            while waiting and len(processes.running) < jobs and not processes.is_interrupted:
                processes.start(waiting.pop(0))
            for work, code in processes.pop_ended():
                progress.update(bars[work], completed=1.0, visible=False)
                ended(work, code)
            for work in processes.running:
                progress.update(bars[work], completed=work.done(), visible=True)
            progress.update(whole, completed=sum(task.completed for task in progress.tasks if task.id != whole))
            time.sleep(LOOK_EVERY)
    return not processes.is_interrupted


@contextmanager
def handle_interrupts(processes: Processes) -> Iterator[None]:
    """Ctrl-C goes to the processes; whatever happens, none stays behind."""
    before = signal.signal(signal.SIGINT, processes.interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        processes.kill()


def progress_bars(console: Console) -> Progress:
    """How far it is, and how long it will take."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:.0f} %"))
    times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(compact=True))
    return Progress(*columns, *times, console=console, speed_estimate_period=1800, disable=not console.is_terminal)
