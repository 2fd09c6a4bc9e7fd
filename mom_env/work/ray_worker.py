"""A worker process of Ray: it prepares itself once for a job, and then does parts of it, task by task.

Nothing here imports Ray before a task does, so that all of it can be tested without a cluster.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mom_env.common.files import locked, make_folder
from mom_env.errors import OutputError, WorkError
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, NoLink, P, R, Stopped
from mom_env.work.worker import Answer, Done, Dropped, Failed, redirected_output, with_place

PACKAGE = Path(__file__).resolve().parents[1]
CACHE = "MOM_ENV_CACHE_DIR"
TRY_AGAIN = 0.1  # seconds between two tries to lock a folder
PRIVATE = 0o700  # mode of a folder that only its owner may use


class Facts(NamedTuple):
    """What must be equal on all machines, so that results do not depend on which of them does a part."""

    python: str  # as in 3.11
    package: str  # version of mom_env
    sources: str  # hash of all modules of mom_env


class Message(NamedTuple):
    """What a task needs to know besides the job and the parts.

    Attributes:
        key: of this run of the job; a worker prepares itself once for each.
        facts: those of the process that waits for results.
        is_foreign: whether the cluster was there before, and may have machines other than this one.
        folder: the current directory of the waiting process.
    """

    key: str
    facts: Facts
    is_foreign: bool
    folder: str


class PreparedJob(NamedTuple):
    """A job that this worker is prepared for, and the function that does a part of it."""

    job: Job[Any, Any]
    do: Callable[[Any], Any]


READY: dict[str, PreparedJob] = {}  # by the key of the one job


def facts_of_this_process() -> Facts:
    """Return the versions of Python and of this package, and the hash of its modules, as they are here."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    version = str(sys.modules["mom_env"].__version__)
    return Facts(f"{sys.version_info.major}.{sys.version_info.minor}", version, digest.hexdigest()[:16])


def do_parts(
    kit: Sequence[object], message: Message, parts: Sequence[tuple[int, object]]
) -> tuple[list[Answer], float]:
    """Do parts, each given with its number, and return an answer to each, and how many seconds all of them took.

    `kit` has a reference to the pickled job in Ray's store; it is in a list, as Ray would else fetch it for each task.
    Without parts, the worker only prepares itself.

    Raises:
        WorkError: this machine has other versions, or cannot begin with the job.
    """
    if message.key not in READY:
        check_facts(message.facts, facts_of_this_process())
        if message.is_foreign:
            use_own_cache()
        else:
            os.chdir(message.folder)  # for players of users' own code
        import ray  # noqa: PLC0415  # an extra, in whose process this runs

        job = pickle.loads(ray.get(kit[0]))  # noqa: S301 - from the process that sends the tasks
        do = prepare(job, message.key)
        READY.clear()
        READY[message.key] = PreparedJob(job, do)
    began = time.perf_counter()
    answers = [answer_to(READY[message.key], number, part) for number, part in parts]
    return answers, time.perf_counter() - began


def check_facts(expected: Facts, found: Facts) -> None:
    """Check that a machine of the cluster has the same versions as the process that waits for results.

    Raises:
        WorkError: it has not; the message says which are different.
    """
    for name, wanted, is_ in zip(("Python", "mom_env", "the modules of mom_env"), expected, found, strict=True):
        if wanted != is_:
            where = os.uname().nodename if hasattr(os, "uname") else "a machine"
            raise WorkError(f"cluster: expected {name} {wanted} on every machine, as here, found {is_} on {where}")


def use_own_cache() -> None:
    """Let this process read and store machine code in a folder on a disk of this machine, which only its user can use.

    A home folder may be on a disk that is shared, and slow. A folder that the environment names is used as it is.

    Raises:
        WorkError: somebody else has made a folder of that name.
    """
    if CACHE in os.environ or not hasattr(os, "getuid"):
        return
    folder = Path(tempfile.gettempdir()) / f"mom_env-{os.getuid()}"
    folder.mkdir(PRIVATE, exist_ok=True)
    owner = folder.lstat()
    if folder.is_symlink() or owner.st_uid != os.getuid() or owner.st_mode & 0o077:
        raise WorkError(f"{folder}: expected a folder of our own, found one that others can write; set {CACHE}")
    os.environ[CACHE] = str(folder)


def prepare(job: Job[P, R], key: str) -> Callable[[P], R]:
    """Return the function of a job that does a part, after the first worker of this machine has compiled its kernels.

    `key` is that of this run of the job. Other workers of the machine wait meanwhile.

    Raises:
        WorkError: this machine cannot begin with the job, for example as it has not got a file.
    """
    folder = make_folder(work_folder(key))
    try:
        with locked_soon(folder):
            if not (folder / "warm").exists():
                job.warm_up()
                (folder / "warm").touch()
        return job.begin(NoLink())
    except Exception as error:  # noqa: BLE001 - users' code may raise anything
        raise WorkError(f"cluster: expected a machine that can begin, found {type(error).__name__}: {error}") from None


def work_folder(key: str) -> Path:
    """Return the folder in which the workers of a machine say that its kernels are compiled, for the run `key`."""
    return Path(tempfile.gettempdir()) / f"mom_env-work-{key}"


@contextmanager
def locked_soon(folder: Path) -> Iterator[None]:
    """Lock a folder during the `with` block, as soon as no other process has locked it."""
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(locked(folder))
                break
            except OutputError:
                time.sleep(TRY_AGAIN)
        yield


def answer_to(ready: PreparedJob, number: int, part: object) -> Answer:
    """Do one part, and return its result, or that it raised an error or was cancelled."""
    with Interrupts() as interrupts:
        try:
            with interrupts.raising(), redirected_output(ready.job.output_of(part)):
                return Done(number, ready.do(part))
        except (Stopped, KeyboardInterrupt):
            return Dropped(number)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the waiting process raises it again
            return Failed(number, with_place(error))
