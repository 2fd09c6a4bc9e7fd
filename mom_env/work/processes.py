"""Work on processes of this machine. A worker that dies is replaced, and the part that it was at is done again."""

import os
import signal
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import c_int
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Generic

from mom_env.work.interrupts import Interrupts, ignore_interrupts
from mom_env.work.job import MOST_TRIES, QUIET, Job, P, R
from mom_env.work.order import Queue, Task
from mom_env.work.worker import Answer, Done, Failed, Shared, serve

AHEAD = 8  # parts for each worker that may be without a result after the first such part
PREFETCH = 2  # parts that a worker has at a time, so that it never waits for the next one
LOOK_EVERY = 0.25  # seconds between two looks for Ctrl-C
GRACE = 2.0  # seconds that a worker has to end before it is killed
SPAWN = get_context("spawn")  # a fork would copy threads' locks


class WorkerProcess(Generic[P, R]):
    """A worker process as its starter sees it.

    Attributes:
        tasks: what it has been sent and has not answered yet; it is at the first one.
    """

    def __init__(self, job: Job[P, R], stop: c_int) -> None:
        """Start a worker for a job. `stop` is the shared number that tells all workers to stop."""
        self.tasks = deque[Task[P]]()
        self._note = SPAWN.RawValue("i", QUIET)
        self.pipe, inside = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve, args=(job, inside, Shared(stop, self._note)), daemon=False)
        with ignore_interrupts(), added_environment(job.environment):
            self.process.start()
        inside.close()

    @property
    def note(self) -> int:
        """The last number that the part has left."""
        return int(self._note.value)

    def send(self, task: Task[P]) -> None:
        """Send a task; if the worker has died, its end is noticed later."""
        self.tasks.append(task)
        try:
            self.pipe.send((task.number, task.part))
        except (BrokenPipeError, ConnectionError):
            return

    def answer(self) -> Answer | None:
        """Return the answer that has arrived, or None if the worker has died instead."""
        try:
            answer: Answer = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.tasks.popleft()
        return answer

    def interrupt(self) -> None:
        """Pass Ctrl-C on to the worker."""
        if self.process.pid is not None and self.process.is_alive() and os.name == "posix":
            os.kill(self.process.pid, signal.SIGINT)

    def end(self) -> None:
        """Let the worker end: close its pipe, wait for GRACE seconds at most, and then kill it."""
        self.pipe.close()
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def added_environment(added: Mapping[str, str]) -> Iterator[None]:
    """Add environment variables to those of this process in the `with` block, for processes that are started in it."""
    before = {name: os.environ.get(name) for name in added}
    os.environ.update(added)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class Processes(Generic[P, R]):
    """The worker processes of a job, and what they are at."""

    def __init__(self, job: Job[P, R], count: int, queue: Queue[P, R], interrupts: Interrupts) -> None:
        """Begin without workers; up to `count` are started for the parts in `queue`, as they are needed."""
        self._job, self._queue, self._interrupts = job, queue, interrupts
        self._workers: list[WorkerProcess[P, R] | None] = [None] * count
        self._stop = SPAWN.RawValue("i", 0)
        self._is_passed_on = False  # whether Ctrl-C was passed on to the workers

    def results(self) -> Generator[tuple[P, R] | None, None, None]:
        """Yield each part with its result, and None now and then while there is nothing new.

        Results come in the order of parts, and those of long parts as soon as they are there.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed. Long parts have saved themselves, unless it was pressed twice.
            WorkError: a part's worker died at each of MOST_TRIES tries.
        """
        try:
            while not self._queue.is_done:
                self._hand_out()
                self._look()
                yield from self._queue.pop_ready()
                self._handle_interrupts()
                yield None
        finally:
            self._end()

    def _hand_out(self) -> None:
        """Give parts to the workers that have the fewest, and start workers while there are parts for them."""
        most = 1 if self._job.is_long else PREFETCH
        while not self._interrupts.count:
            place = min(range(len(self._workers)), key=self._load)
            if self._load(place) >= most or (task := self._queue.take()) is None:
                return
            worker = self._workers[place] or WorkerProcess(self._job, self._stop)
            self._workers[place] = worker
            worker.send(task)

    def _load(self, place: int) -> float:
        """Return how many tasks the worker at a place has; a half if there is none, as an idle one is preferred."""
        worker = self._workers[place]
        return 0.5 if worker is None else len(worker.tasks)

    def _look(self) -> None:
        """Wait up to LOOK_EVERY seconds for answers, and handle those that have arrived."""
        workers: dict[object, WorkerProcess[P, R]] = {
            worker.pipe: worker for worker in self._workers if worker is not None
        }
        for pipe in wait([worker.pipe for worker in workers.values()], LOOK_EVERY):
            self._handle_answer(workers[pipe])

    def _handle_answer(self, worker: WorkerProcess[P, R]) -> None:
        """Take the answer of a worker, or if it has died, hand out its parts again.

        Raises:
            Exception: the part raised it.
        """
        tasks = list(worker.tasks)
        answer = worker.answer()
        if isinstance(answer, Failed):
            raise answer.error
        if isinstance(answer, Done):
            self._queue.finish(*answer)
        elif answer is None:
            self._hand_out_again(tasks, worker.note)
        else:
            self._queue.give_back(tasks[0])
        if answer is None or self._job.is_long:
            worker.end()
            self._workers[self._workers.index(worker)] = None

    def _hand_out_again(self, tasks: Sequence[Task[P]], note: int) -> None:
        """Give `tasks`, those of a worker that has died, back to the queue; it was at the first, whose note is `note`.

        This counts as a death of the first one. After MOST_TRIES (4) deaths a task is finished instead, with the result
        of `Job.give_up`.
        """
        for task in tasks[:1]:
            if task.deaths + 1 < MOST_TRIES:
                self._queue.give_back(task, has_died=True)
            else:
                self._queue.finish(task.number, self._job.give_up(task.part, note))
        for task in tasks[1:]:
            self._queue.give_back(task)

    def _handle_interrupts(self) -> None:
        """Raise KeyboardInterrupt after Ctrl-C, when all long parts have saved themselves; otherwise do nothing.

        Other parts are not waited for, and after a second Ctrl-C no part is.

        Raises:
            KeyboardInterrupt: nothing is waited for any more.
        """
        if not self._interrupts.count:
            return
        is_busy = any(worker is not None and worker.tasks for worker in self._workers)
        if not self._job.is_long or not is_busy or self._interrupts.count > 1:
            raise KeyboardInterrupt
        if not self._is_passed_on:
            self._is_passed_on, self._stop.value = True, 1
            for worker in self._workers:
                if worker is not None:
                    worker.interrupt()

    def _end(self) -> None:
        """Stop and end all workers."""
        self._stop.value = 1
        for worker in self._workers:
            if worker is not None:
                if self._job.is_long:
                    worker.process.terminate()
                worker.end()


def work_on_processes(
    job: Job[P, R], parts: Iterator[P], count: int, interrupts: Interrupts
) -> Generator[tuple[P, R] | None, None, None]:
    """Yield each part with its result from `count` worker processes, and None now and then while there is none.

    Results come in the order of parts, and those of long parts as soon as they are there. Errors are those of
    `Processes.results`.
    """
    with interrupts.raising():
        job.warm_up()
    ahead = None if job.is_long else AHEAD * count
    return Processes(job, count, Queue(parts, ahead), interrupts).results()
