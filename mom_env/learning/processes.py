"""Run pieces of work side by side, each in a process of its own, with progress; Ctrl-C lets all of them save."""

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

from mom_env.common.console import INTERRUPTED

LOOK_EVERY = 0.25  # seconds
# Each worker has one thread, so that results and times do not depend on how many run side by side.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
HAS_GROUPS = os.name == "posix"


class Work(NamedTuple):
    """A piece of work for a worker process: what to run, where its output goes, and how far it is."""

    name: str
    arguments: tuple[str, ...]  # of this Python
    output: Path  # a file to which its stdout and stderr are appended
    done: Callable[[], float]  # returns which share of it is done, from 0 to 1


class Processes:
    """The worker processes that are running.

    Attributes:
        running: the process of each piece of work.
        is_interrupted: whether there was a Ctrl-C.
    """

    def __init__(self) -> None:
        """Begin without any process."""
        self.running: dict[Work, subprocess.Popen[bytes]] = {}
        self.is_interrupted = False

    def start(self, work: Work) -> None:
        """Start a process for a piece of work.

        It is in a process group of its own, so that Ctrl-C reaches it only through this process.
        """
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
        if self.is_interrupted:  # while the process was being started
            self.running[work].send_signal(signal.SIGINT)

    def pop_ended(self) -> Iterator[tuple[Work, int]]:
        """Remove the pieces of work whose processes have ended from `running`, and yield each with its exit code."""
        for work, process in list(self.running.items()):
            if process.poll() is not None:
                del self.running[work]
                yield work, process.returncode

    def interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        """Pass the first Ctrl-C on to all workers, so that they save, and terminate them at the second one.

        This is a handler for `signal.signal`.
        """
        kind = signal.SIGTERM if self.is_interrupted else signal.SIGINT
        for process in self.running.values():
            if HAS_GROUPS or self.is_interrupted:
                process.send_signal(kind)
        self.is_interrupted = True

    def kill(self) -> None:
        """Kill all workers, and wait for their end."""
        for process in self.running.values():
            process.kill()
            process.wait()


def was_interrupted(code: int) -> bool:
    """Return whether an exit code is that of a process that was interrupted or terminated by a signal."""
    return code in (INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)


def run_all(works: Sequence[Work], jobs: int, console: Console, ended: Callable[[Work, int], None]) -> bool:
    """Run all pieces of work in processes, and return when all have ended: True, or False if there was a Ctrl-C.

    After a Ctrl-C, no further work is started.

    Args:
        works: pieces of work, in the order in which they are started.
        jobs: number of processes at a time.
        console: where progress is shown.
        ended: called with each piece of work that has ended, and its exit code.
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
    """Pass Ctrl-C on to the workers inside the `with` block, and kill those that are left at its end."""
    before = signal.signal(signal.SIGINT, processes.interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        processes.kill()


def progress_bars(console: Console) -> Progress:
    """Return progress bars with the elapsed time and the time that is left.

    They are hidden if `console` is no terminal.
    """
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.percentage:.0f} %"))
    times = (TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(compact=True))
    return Progress(*columns, *times, console=console, speed_estimate_period=1800, disable=not console.is_terminal)
