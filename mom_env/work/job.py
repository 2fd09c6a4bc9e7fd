"""What a job has to offer: how a worker prepares for its parts, and what a part says while it is worked on.

A job is divided into parts. Its result may depend on the parts only, not on how many workers there are, on which of
them does which part, or on workers that are lost: a lost part is done again from the beginning.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Protocol, TypeVar

from mom_env.errors import WorkError

P = TypeVar("P")  # a part
R = TypeVar("R")  # the result of a part

QUIET = -1  # the note of a part that has left none
MOST_TRIES = 4  # of a part whose worker dies each time
# The environment of workers whose results and times must not depend on how many run side by side.
ONE_THREAD: Mapping[str, str] = MappingProxyType(
    {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
)


class Stopped(Exception):
    """Raised inside a part when the whole job has been stopped: the part has no result."""


class Link(Protocol):
    """What connects a part, while it is worked on, with the process that waits for its result."""

    def is_stopped(self) -> bool:
        """Return whether the job has been stopped; then the part should raise `Stopped` soon."""

    def note(self, number: int) -> None:
        """Leave a number that `Job.give_up` gets if the worker dies, in place of the one before it."""


class NoLink:
    """Stands for the link to a waiting process where a part is done in that process itself: it does nothing.

    Ctrl-C reaches such a part directly, so it need not ask whether the job has been stopped.
    """

    def is_stopped(self) -> bool:
        """Return False."""
        return False

    def note(self, number: int) -> None:
        """Do nothing: `number` would be read if a worker process died, and there is none."""


class Job(Generic[P, R]):
    """A job that is done in parts. It is sent to each worker once, so it must be possible to pickle it.

    Attributes:
        noun: what a part consists of, in the plural, for messages.
        is_long: each part takes minutes or hours, gets a process of its own, and saves what it has done when Ctrl-C
            interrupts it, which it says by raising KeyboardInterrupt. Other parts are dropped by Ctrl-C.
        environment: environment variables that worker processes are started with, in addition to those of this one.
    """

    noun = "parts"
    is_long = False
    environment: Mapping[str, str] = {}

    def begin(self, link: Link) -> Callable[[P], R]:
        """Make all that a worker needs for its parts, and return the function that does a part.

        `link` connects the worker with the process that waits for results.
        """
        raise NotImplementedError

    def warm_up(self) -> None:
        """Compile the kernels that all workers need, so that they load machine code instead of compiling it each.

        By default, do nothing.
        """

    def output_of(self, part: P) -> Path | None:  # noqa: ARG002 - jobs with output files use it
        """Return the file to which all that `part` prints is appended, or None to print it as usual."""
        return None

    def give_up(self, part: P, note: int) -> R:  # noqa: ARG002 - jobs whose parts leave notes use it
        """Return the result of a part whose worker died each time it was tried, or raise an error that ends the job.

        `note` is the last number that the part left with `Link.note`, or QUIET.

        Raises:
            WorkError: unless a job does something else.
        """
        raise WorkError(f"{part}: expected a result, found that the worker died at each of {MOST_TRIES} tries")

    def code(self) -> list[str]:
        """Return the names of the user's code that workers have to import, such as `module:function`."""
        return []
