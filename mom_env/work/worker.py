"""A worker process: it does one part after another for the process that started it, and ends with it."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_int
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mom_env.common.files import make_folder
from mom_env.errors import WorkError
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import QUIET, Job, P, R, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

STDOUT, STDERR = 1, 2  # file descriptors
PARENT_DIED = 70  # exit code


class Done(NamedTuple):
    """A worker's answer: the result of the part with this number."""

    number: int
    result: Any


class Failed(NamedTuple):
    """A worker's answer: the part with this number raised an error."""

    number: int
    error: BaseException


class Dropped(NamedTuple):
    """A worker's answer: the part with this number was stopped or interrupted, and has no result."""

    number: int


Answer = Done | Failed | Dropped


class Shared(NamedTuple):
    """Memory that a worker shares with the process that started it: whether to stop, and the note of the part."""

    stop: c_int  # not 0: stop; the same for all workers
    note: c_int  # of this worker


class SharedLink:
    """The link of a part in a worker process: a `mom_env.work.job.Link` through shared memory."""

    def __init__(self, shared: Shared) -> None:
        """Connect with the process that started this one, through `shared`."""
        self._shared = shared

    def is_stopped(self) -> bool:
        """Return whether the job has been stopped."""
        return bool(self._shared.stop.value)

    def check_goes_on(self) -> None:
        """Check that the job has not been stopped.

        Raises:
            Stopped: it has.
        """
        if self.is_stopped():
            raise Stopped

    def note(self, number: int) -> None:
        """Write a number into shared memory, in place of the one before it.

        If this worker dies, `Job.give_up` gets it. It is QUIET (-1) at the beginning of each part.
        """
        self._shared.note.value = number


def serve(job: Job[P, R], pipe: Connection, shared: Shared) -> None:
    """Do the parts that come through `pipe` as pairs of a number and a part, and send an `Answer` to each.

    Return when the pipe is closed. This is what a worker process runs.
    """
    if job.is_long and os.name == "posix":
        os.setpgid(0, 0)  # else a terminal's Ctrl-C would come twice, as the waiting process passes it on
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, kwargs={"is_long": job.is_long}, daemon=True).start()
    link = SharedLink(shared)
    do: Callable[[P], R] | None = None
    while True:
        try:
            number, part = pipe.recv()
        except (EOFError, OSError):
            return
        shared.note.value = QUIET
        with Interrupts() as interrupts:
            try:
                with interrupts.raising():
                    link.check_goes_on()  # Ctrl-C may have been passed on before this process could notice
                    redirect_output(job.output_of(part))
                    do = do or job.begin(link)
                    answer: Answer = Done(number, do(part))
            except (Stopped, KeyboardInterrupt):
                answer = Dropped(number)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - the waiting process raises it again
                answer = Failed(number, with_place(error))
        send(pipe, answer)


def send(pipe: Connection, answer: Answer) -> None:
    """Send an answer; what cannot be sent becomes an error that can. If nobody listens any more, end this process."""
    try:
        pipe.send(answer)
    except (BrokenPipeError, ConnectionError):
        sys.exit(PARENT_DIED)
    except Exception as error:  # noqa: BLE001 - pickle raises of many kinds
        pipe.send(Failed(answer.number, WorkError(f"{answer!r:.500}: cannot be sent between processes: {error}")))


def with_place(error: BaseException) -> BaseException:
    """Return `error` with its traceback as a note, since a traceback cannot be sent to another process."""
    error.add_note("".join(traceback.format_exception(error)).rstrip())
    return error


def redirect_output(path: Path | None) -> None:
    """Append all that this process prints from now on to a file, with None go on as before."""
    if path is None:
        return
    make_folder(path.parent)
    with path.open("ab") as file:
        replace_output(file.fileno(), file.fileno())


def replace_output(stdout: int, stderr: int) -> None:
    """Send what this process prints from now on to two open files, given by their descriptors."""
    sys.stdout.flush()
    sys.stderr.flush()
    os.dup2(stdout, STDOUT)
    os.dup2(stderr, STDERR)


@contextmanager
def redirected_output(path: Path | None) -> Iterator[None]:
    """Append all that this process prints in the `with` block to a file; with None do nothing."""
    before = os.dup(STDOUT), os.dup(STDERR)
    try:
        redirect_output(path)
        yield
    finally:
        replace_output(*before)
        for descriptor in before:
            os.close(descriptor)


def end_with_parent(*, is_long: bool) -> None:
    """Wait until the process that started this one has ended, and end this one, too.

    A long part is interrupted, so that it saves itself; all others are ended at once.
    """
    parent = parent_process()
    if parent is None:
        return
    parent.join()
    if is_long:
        os.kill(os.getpid(), signal.SIGINT)  # to the whole process, as the main thread may be waiting
    else:
        os._exit(PARENT_DIED)
