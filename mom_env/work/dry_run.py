"""What a job would take: its parts, its time and its memory, measured by doing one part, of which nothing is kept."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Generic, NamedTuple

from rich.console import Console

from mom_env.work.backends import RAY, Place, check_place
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, Link, P, R
from mom_env.work.on_ray import ADDRESS
from mom_env.work.processes import work_on_processes
from mom_env.work.progress import clock, tracked

ENOUGH = 5.0  # seconds of a part that is measured once; shorter ones are done again, when all is loaded
STATUS = Path("/proc/self/status")  # of Linux
MEGABYTE = 1 << 20
MINUTE = 60.0  # seconds
MANY = 2


class Todo(NamedTuple, Generic[P, R]):
    """Parts of a job that are left, so alike that one tells how long the others take.

    Attributes:
        name: what the parts are, for people, such as "1,000 deals".
        job: that does them.
        parts: those that are left.
        seconds: how long one of them takes if it is long, as earlier results say; None if nobody knows. Short parts
            are measured.
    """

    name: str
    job: Job[P, R]
    parts: Sequence[P]
    seconds: float | None = None


class Cost(NamedTuple):
    """What one part costs: its seconds, and the most memory of its worker in bytes; None where it is unknown."""

    seconds: float | None
    memory: int | None


class Probe(Job[P | None, Cost]):
    """Measures what a part of another job costs in a worker process. In place of a long part it is given None."""

    noun = "measurements"

    def __init__(self, job: Job[P, R]) -> None:
        """Make the job that measures parts of `job`."""
        self.job = job
        self.environment = dict(job.environment)

    def warm_up(self) -> None:
        """Compile the kernels of the other job."""
        self.job.warm_up()

    def begin(self, link: Link) -> Callable[[P | None], Cost]:
        """Let the other job begin, and return a function that does a part, and returns its seconds and peak memory.

        For None, which stands for a long part, it does nothing, and returns None for the seconds.
        """
        do = self.job.begin(link)
        return lambda part: Cost(None if part is None else seconds_of(do, part), peak_memory())


def seconds_of(do: Callable[[P], R], part: P) -> float:
    """Return how many seconds it takes to do a part; unless it is slow, without what is loaded for the first one."""
    seconds = ENOUGH
    for _ in range(2):
        began = time.perf_counter()
        do(part)
        seconds = time.perf_counter() - began
        if seconds >= ENOUGH:
            break
    return seconds


def peak_memory() -> int | None:
    """Return the most memory, in bytes, that this process has had at a time, or None if the system does not say."""
    if STATUS.exists():  # there the value of `resource` is at least that of the process that started this one
        lines = STATUS.read_text(encoding="utf-8").splitlines()
        [kilobytes] = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
        return int(kilobytes) << 10
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415  # Windows does not have it

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def dry_run(todos: Iterable[Todo[P, R]], place: Place, console: Console) -> None:
    """Print how many parts are left, about how long they take, and how much memory that needs; write no files.

    Args:
        todos: what is left, a line for each. Those without parts are left out.
        place: where the work would be done.
        console: where it is printed.

    Raises:
        OptionError: the place does not exist.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    check_place(place)
    left = [todo for todo in todos if todo.parts]
    costs = [cost_of(todo) for todo in tracked(left, "measurements", len(left), console)]
    lines = [in_words(todo, cost, place) for todo, cost in zip(left, costs, strict=True)]
    for line in [*lines, *sums(left, costs, place), "Nothing was kept or written."]:
        console.print(line, highlight=False, markup=False, soft_wrap=True)


def cost_of(todo: Todo[P, R]) -> Cost:
    """Return what a part costs, measured in a worker process; the time of a long part is as `todo` has it."""
    part = None if todo.job.is_long else todo.parts[0]
    with Interrupts() as interrupts:
        found = [one for one in work_on_processes(Probe(todo.job), iter([part]), 1, interrupts) if one is not None]
    [(_, cost)] = found
    return cost._replace(seconds=todo.seconds) if todo.job.is_long else cost


def in_words(todo: Todo[P, R], cost: Cost, place: Place) -> str:
    """Return in words how many parts are left, and how long they take."""
    count = len(todo.parts)
    parts = f"{todo.name}: {count:,} part{'s' if count > 1 else ''}"
    if cost.seconds is None:
        return f"{parts}; how long one takes is unknown, as none of its kind has been done here"
    source = "as earlier ones" if todo.job.is_long else "measured"
    cores = num_workers(place, count)
    whole = f"{time_in_words(-(-count // cores) * cost.seconds)} on {cores} core{'s' if cores > 1 else ''}"
    return f"{parts} of {time_in_words(cost.seconds)} ({source}), about {whole}"


def sums(todos: Sequence[Todo[P, R]], costs: Sequence[Cost], place: Place) -> list[str]:
    """Return in words the time of everything, if there is more than one line above, and the memory of the workers."""
    if not todos:
        return ["Nothing is left to do."]
    return [*whole_time(todos, costs), memory_in_words(todos, costs, place)]


def whole_time(todos: Sequence[Todo[P, R]], costs: Sequence[Cost]) -> list[str]:
    """Return a list with a line, the sum of all known times on 1 core, or [] if fewer than two times are known.

    `costs` has the cost of one part of each of `todos`. The line says if there are unknown times, which it leaves out.
    """
    pairs = zip(todos, costs, strict=True)
    times = [len(todo.parts) * cost.seconds for todo, cost in pairs if cost.seconds is not None]
    if len(times) < MANY:
        return []
    missing = ", without what is unknown" if len(times) < len(todos) else ""
    return [f"all together: about {time_in_words(sum(times))} on 1 core{missing}"]


def memory_in_words(todos: Sequence[Todo[P, R]], costs: Sequence[Cost], place: Place) -> str:
    """Return in words how much memory the workers need, each as much as the largest that was measured."""
    known = [cost.memory for cost in costs if cost.memory is not None]
    if not known:
        return "memory: unknown on this system"
    each, count = max(known) / MEGABYTE, max(num_workers(place, len(todo.parts)) for todo in todos)
    least = "at least " if any(todo.job.is_long for todo in todos) else ""
    measured = "measured before a part begins" if least else "measured"
    return f"memory: {least}{each:,.0f} MB a worker ({measured}), {least}{count * each:,.0f} MB for {count}"


def num_workers(place: Place, num_parts: int) -> int:
    """Return how many workers would do `num_parts`; 1 for a cluster that is there, whose cores nobody knows yet."""
    jobs = 1 if place.on == RAY and ADDRESS in os.environ else place.jobs
    return max(1, min(jobs, num_parts))


def time_in_words(seconds: float) -> str:
    """Return a time in words: in seconds, if it is less than a minute, else as a clock shows it.

    >>> time_in_words(0.1234), time_in_words(75)
    ('0.12 s', '1:15')
    """
    return f"{seconds:.2g} s" if seconds < MINUTE else clock(seconds)
