"""Work on a Ray cluster: the one at the address in RAY_ADDRESS, or one that is started on this machine.

A task of Ray does several parts in a row, some ten seconds of work, as each task costs some milliseconds. Ray does a
task again when its worker or its node is lost; what Ray gives up is handed out again part by part.
"""

import os
import secrets
import shutil
import socket
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, cast

from mom_env.errors import WorkError
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import MOST_TRIES, QUIET, Job, P, R
from mom_env.work.order import Queue, Task
from mom_env.work.ray_worker import Message, do_parts, facts_of_this_process, work_folder
from mom_env.work.worker import Answer, Done, Failed

ADDRESS = "RAY_ADDRESS"
LOOPBACK = "127.0.0.1"
ANSWER_WITHIN = 5.0  # seconds for a cluster to accept a connection
LOOK_EVERY = 0.25  # seconds between two looks for Ctrl-C
COUNT_EVERY = 2.0  # seconds between two counts of the cluster's cores, as nodes come and go
TASK_SECONDS = 10.0  # of work in a task
DRIVER_SECONDS = 0.001  # that the waiting process needs for a task
MOST_PARTS = 1_000  # in a task
TASKS_A_CORE = 2  # tasks in flight for each core, so that none waits for its next one
SAVING_SECONDS = 60.0  # for long parts to save themselves after Ctrl-C
FIRST_LINE_LENGTH = 300  # characters of Ray's own errors in ours


def work_on_ray(
    job: Job[P, R], parts: Sequence[P], jobs: int, interrupts: Interrupts, *, send_code: bool
) -> Generator[tuple[P, R] | None, None, None]:
    """Yield each part with its result, and None now and then while there is nothing new.

    Results come in the order of parts, and those of long parts as soon as they are there.

    Args:
        job: what is done.
        parts: its parts.
        jobs: number of cores of the cluster, if it is started here.
        interrupts: counts Ctrl-C.
        send_code: send a copy of the current directory to the cluster.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
        WorkError: the cluster cannot be used, or a part's worker died at each of MOST_TRIES tries.
    """
    check_code(job, send_code=send_code)
    with connected(jobs, send_code=send_code):
        yield from RayTasks(job, parts, interrupts).results()


def check_code(job: Job[P, R], *, send_code: bool) -> None:
    """Refuse to send code of users to a cluster unless they have asked for it.

    A cluster that is started on this machine, as there is no variable RAY_ADDRESS, has the code already.

    Raises:
        WorkError: the job needs such code, RAY_ADDRESS is set, and `send_code` is False.
    """
    if job.code() and ADDRESS in os.environ and not send_code:
        raise WorkError(
            f"players: expected none of your own code on a cluster without --send-code, found {', '.join(job.code())}; "
            "the option sends a copy of the current directory to all of its machines, which then run that code"
        )


# The cluster


@contextmanager
def connected(jobs: int, *, send_code: bool) -> Iterator[None]:
    """Connect with a cluster during the `with` block; one that is started for it, with `jobs` cores, is stopped then.

    A connection that this process has already is used, and left as it is.

    Raises:
        WorkError: there is no cluster at the address, or Ray cannot use it.
    """
    address = os.environ.get(ADDRESS)
    if address is None and "ray" not in sys.modules:  # Ray reads the environment when it is imported
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_worker_niceness", "0")  # as for `--jobs`; Ray's own workers give way
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray  # noqa: PLC0415  # an extra

    if ray.is_initialized():
        yield
        return
    try:
        start(ray, address, jobs, send_code=send_code)
    except Exception as error:  # noqa: BLE001 - Ray raises of many kinds
        place = "a cluster on this machine" if address is None else f"a cluster at {address}"
        raise WorkError(f"{ADDRESS}: expected {place}, found {first_line(error)}") from None
    try:
        yield
    finally:
        ray.shutdown()


def start(ray: ModuleType, address: str | None, jobs: int, *, send_code: bool) -> None:
    """Connect with the cluster at an address, or with None start one on this machine that only this machine reaches.

    Args:
        ray: the module.
        address: as in RAY_ADDRESS, or None.
        jobs: number of cores of a new cluster.
        send_code: send a copy of the current directory to the cluster.

    Raises:
        OSError: nothing answers at the address.
        Exception: of Ray, for many reasons.
    """
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        # "local" starts a new one; without it Ray would connect with any cluster that it finds on this machine.
        ray.init("local", num_cpus=jobs, include_dashboard=False, _node_ip_address=LOOPBACK, **quiet)
        return
    check_answers(address)
    ray.init(address=address, runtime_env={"working_dir": "."} if send_code else None, **quiet)


def check_answers(address: str) -> None:
    """Try whether something accepts connections at an address of the form host:port; do nothing for other forms.

    Raises:
        OSError: nothing answers within ANSWER_WITHIN seconds. Ray itself would wait for a minute.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), ANSWER_WITHIN).close()
    except OSError as error:
        raise OSError(f"nothing that answers ({error})") from None


def first_line(error: BaseException) -> str:
    """Return the type of an error, and the first line of its words."""
    words = next((line for line in str(error).splitlines() if line.strip()), "")
    return f"{type(error).__name__}: {words}"[:FIRST_LINE_LENGTH]


# Tasks


def parts_a_task(seconds: float | None, left: int, cores: int) -> int:
    """Return how many parts the next task has: TASK_SECONDS of work, but ever less towards the end.

    So all cores end at nearly the same time. Tasks are never so short that they wait for the process that hands them
    out.

    Args:
        seconds: how long a part takes, or None as long as no part is done.
        left: number of parts that are in no task yet.
        cores: number of cores of the cluster.
    """
    if seconds is None:
        return 1
    most, least = (int(span / max(seconds, 1e-9)) for span in (TASK_SECONDS, DRIVER_SECONDS * cores))
    fair = -(-left // (TASKS_A_CORE * cores))
    return max(1, min(most, max(least, fair), MOST_PARTS))


class RayTasks(Generic[P, R]):
    """The tasks of a job that are in flight, and how long a part takes."""

    def __init__(
        self,
        job: Job[P, R],
        parts: Sequence[P],
        interrupts: Interrupts,
        ray: object = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Put the job into the cluster's store, from which each machine takes it once.

        Args:
            job: what is done.
            parts: its parts.
            interrupts: counts Ctrl-C.
            ray: the module, which is imported if this is None, or what a simulation has in its place.
            clock: returns the time in seconds.
        """
        self._ray = cast("Any", ray or import_module("ray"))  # an extra
        self._job, self._interrupts, self._clock = job, interrupts, clock
        self._left = len(parts)  # number of parts that are in no task
        self._queue = Queue[P, R](iter(parts), None if job.is_long else max(1, len(parts)))
        self._message = Message(secrets.token_hex(8), facts_of_this_process(), ADDRESS in os.environ, os.getcwd())  # noqa: PTH109 - it is sent
        # As bytes: what Ray unpickles by itself has arrays that cannot be written, and searches write into theirs.
        self._kit = [self._ray.put(self._ray.cloudpickle.dumps(job))]
        given: dict[str, Any] = {"runtime_env": {"env_vars": dict(job.environment)}} if job.environment else {}
        self._remote = self._ray.remote(num_cpus=1, max_retries=MOST_TRIES - 1, **given)(do_parts)
        self._flying: dict[Any, list[Task[P]]] = {}  # by Ray's reference to the result of a task
        self._seconds, self._num_done = 0.0, 0  # of all parts so far
        self._cores, self._count_next = 1, 0.0

    def results(self) -> Generator[tuple[P, R] | None, None, None]:
        """Yield each part with its result, and None now and then while there is nothing new.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed. Long parts have saved themselves, unless it was pressed twice.
            WorkError: a node cannot do the job, or a part's worker died too often.
        """
        self._prepare_nodes()
        try:
            while not self._queue.is_done:
                self._send()
                self._look()
                yield from self._queue.pop_ready()
                if self._interrupts.count:
                    raise KeyboardInterrupt
                yield None
        finally:
            self._cancel()
            shutil.rmtree(work_folder(self._message.key), ignore_errors=True)  # that of this machine

    def _prepare_nodes(self) -> None:
        """Let each node prepare itself, all at the same time, so that what is wrong is found before the work begins.

        Raises:
            WorkError: a node has other versions, or cannot begin with the job.
        """
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: PLC0415  # an extra

        nodes = [node["NodeID"] for node in self._ray.nodes() if node["Alive"]]
        asked = [
            self._remote.options(
                num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)
            ).remote(self._kit, self._message, [])
            for node in nodes
        ]
        while asked:
            ready, asked = self._ray.wait(asked, timeout=LOOK_EVERY)
            for reference in ready:
                with suppress(*self._losses()):  # a node that has died need not prepare itself
                    self._get(reference)
            if self._interrupts.count:
                raise KeyboardInterrupt

    def _get(self, reference: object) -> tuple[list[Answer], float]:
        """Return the result of a task of Ray.

        Raises:
            WorkError: the task could not run there; errors of parts are answers, and not raised here.
        """
        try:
            answers: tuple[list[Answer], float] = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, Exception) else error
            raise cause if isinstance(cause, WorkError) else WorkError(f"cluster: {first_line(cause)}") from None
        return answers

    def _send(self) -> None:
        """Send tasks of some TASK_SECONDS until there are enough in flight, at most TASKS_A_CORE for each core."""
        while len(self._flying) < TASKS_A_CORE * self._num_cores():
            tasks = self._take()
            if not tasks:
                return
            pairs = [(task.number, task.part) for task in tasks]
            self._flying[self._remote.remote(self._kit, self._message, pairs)] = tasks

    def _take(self) -> list[Task[P]]:
        """Take the parts of the next task of Ray from the queue, and return them; [] if none is to be handed out now.

        There are as many as `_parts_a_task` says, or one if parts are long. A part whose worker has died ends the list.
        """
        tasks = list[Task[P]]()
        most = 1 if self._job.is_long else self._parts_a_task()
        while len(tasks) < most and (task := self._queue.take()) is not None:
            tasks.append(task)
            self._left -= 1
            if task.deaths:
                return tasks
        return tasks

    def _parts_a_task(self) -> int:
        """Return how many parts the next task may have, which `parts_a_task` says by the mean time of those done."""
        seconds = self._seconds / self._num_done if self._num_done else None
        return parts_a_task(seconds, self._left, self._num_cores())

    def _num_cores(self) -> int:
        """Return how many cores the cluster has, counted again every COUNT_EVERY seconds; 1 at least."""
        if self._clock() >= self._count_next:
            self._cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            self._count_next = self._clock() + COUNT_EVERY
        return self._cores

    def _look(self) -> None:
        """Wait up to LOOK_EVERY seconds for a task to end, and handle it."""
        if not self._flying:
            return
        ready, _ = self._ray.wait(list(self._flying), timeout=LOOK_EVERY)
        for reference in ready:
            self._handle(reference, self._flying.pop(reference))

    def _handle(self, reference: object, tasks: list[Task[P]]) -> None:
        """Take the answers of a task of Ray; if Ray has given it up, hand out its parts again.

        Raises:
            Exception: a part raised it.
        """
        try:
            answers, seconds = self._get(reference)
        except self._losses():
            for task in tasks:
                self._hand_out_again(task, was_alone=len(tasks) == 1)
            return
        self._seconds, self._num_done = self._seconds + seconds, self._num_done + len(tasks)
        for answer, task in zip(answers, tasks, strict=True):
            if isinstance(answer, Failed):
                raise answer.error
            if isinstance(answer, Done):
                self._queue.finish(*answer)
            else:
                self._give_back(task, has_died=False)

    def _losses(self) -> tuple[type[Exception], ...]:
        """Return the errors by which Ray says that a worker or a node was lost, and that it does not try again."""
        known = self._ray.exceptions
        return (
            *(known.WorkerCrashedError, known.NodeDiedError, known.ObjectLostError, known.OutOfMemoryError),
            known.TaskUnschedulableError,
        )

    def _hand_out_again(self, task: Task[P], *, was_alone: bool) -> None:
        """Give back a part that Ray has given up; one that has had all its tries alone is given up here, too."""
        if was_alone and (task.deaths or self._job.is_long):  # a long part has always been alone
            self._queue.finish(task.number, self._job.give_up(task.part, QUIET))
        else:
            self._give_back(task, has_died=True)

    def _give_back(self, task: Task[P], *, has_died: bool) -> None:
        """Give a part back to the queue; `has_died` says that its worker did."""
        self._queue.give_back(task, has_died=has_died)
        self._left += 1

    def _cancel(self) -> None:
        """Cancel the tasks in flight; wait for long parts to save themselves, unless Ctrl-C was pressed twice."""
        flying = list(self._flying)
        for reference in flying:
            self._ray.cancel(reference, force=not self._job.is_long)
        deadline = time.monotonic() + SAVING_SECONDS
        while self._job.is_long and flying and self._interrupts.count < 2 and time.monotonic() < deadline:
            _, flying = self._ray.wait(flying, num_returns=len(flying), timeout=LOOK_EVERY)
