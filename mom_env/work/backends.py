"""Where work is done: in this process, on processes of this machine, or on a Ray cluster."""

from collections.abc import Generator, Sequence
from typing import NamedTuple

from mom_env.common.arguments import checked_whole
from mom_env.common.extras import require
from mom_env.common.settings import unknown
from mom_env.errors import OptionError
from mom_env.work.inline import work_inline
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, P, R
from mom_env.work.processes import work_on_processes

HERE, RAY = "here", "ray"
MOST_JOBS = 4096


class Place(NamedTuple):
    """Where a job is done. Results do not depend on it.

    Attributes:
        jobs: number of worker processes. With 1, short parts are done in the calling process. On Ray it is the number
            of cores of a cluster that is started on this machine, and has no effect on a cluster that is there already.
        on: "here" for this machine, or "ray" for a Ray cluster: the one at the address in RAY_ADDRESS, or a new one on
            this machine.
        send_code: let a Ray cluster import your own code, which players such as `module:function` name, from a copy of
            the current directory.
    """

    jobs: int = 1
    on: str = HERE
    send_code: bool = False


ONE_PROCESS = Place()


def check_place(place: Place) -> None:
    """Check that work can be done at a place, before anything else is done.

    Raises:
        OptionError: a value is not one of those that are allowed.
        MissingExtra: Ray is not installed.
    """
    checked_whole("jobs", place.jobs, 1, MOST_JOBS)
    if place.on not in (HERE, RAY):
        raise OptionError(unknown("on", place.on, (HERE, RAY)))
    if place.on == RAY:
        require("ray", "ray")


def results_of(
    job: Job[P, R], parts: Sequence[P], place: Place, interrupts: Interrupts
) -> Generator[tuple[P, R] | None, None, None]:
    """Do all parts of a job at a place, and yield each with its result.

    Results come in the order of parts, and those of long parts as soon as they are there. While there is none, None is
    yielded now and then, so that the caller can show progress.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
        WorkError: workers die, or a cluster cannot be used.
    """
    if place.on == RAY and parts:
        from mom_env.work.on_ray import work_on_ray  # noqa: PLC0415  # loads Ray, which is an extra

        return work_on_ray(job, parts, place.jobs, interrupts, send_code=place.send_code)
    jobs = min(place.jobs, len(parts))
    if jobs > 1 or job.is_long:
        return work_on_processes(job, iter(parts), max(1, jobs), interrupts)
    return work_inline(job, iter(parts), interrupts)
