"""A cluster of Ray that is simulated, event by event, with nodes that die and nodes that come late.

It stands in the place of the module `ray` below the real `mom_env.work.on_ray.RayTasks`.
"""

import heapq
import math
import pickle
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from mom_env.work.worker import Done

# Ray's errors for tasks that it cannot do any more.
LOST = ("WorkerCrashedError", "NodeDiedError", "ObjectLostError", "OutOfMemoryError", "TaskUnschedulableError")


class Conditions(NamedTuple):
    """What is simulated. All times are in seconds, and those of single parts, deaths and returns are random.

    Attributes:
        nodes: number of nodes, each with one core.
        parts: number of parts of the job.
        seconds: mean time of a part.
        spread: standard deviation of the time of a part, as a share of the mean.
        deaths: expected share of nodes that die during the ideal time. Lifetimes are exponential.
        detect: time after which Ray notices that a node has died; its task waits until then.
        absence: mean time after which a new node comes in place of a dead one.
        late: share of nodes that are not there at the beginning, and come after `absence`, too.
        start_up: time that a node needs to prepare itself for the job.
        driver: time that the waiting process needs for a task, one task after the other.
        overhead: time that a core loses for each task.
    """

    nodes: int = 1_000
    parts: int = 300_000
    seconds: float = 2.0
    spread: float = 0.5
    deaths: float = 0.0
    detect: float = 60.0  # five checks, 3 s apart, that wait for 10 s each
    absence: float = 60.0
    late: float = 0.0
    start_up: float = 5.0
    driver: float = 0.001
    overhead: float = 0.005

    @property
    def ideal(self) -> float:
        """The time of the whole job if nothing took time but parts, shared evenly by all nodes."""
        return self.parts * self.seconds / self.nodes


class Lost(Exception):
    """Raised for a task that was lost at each try, as Ray's own errors are."""


class Node:
    """A node with one core, which lives until it is found dead."""

    def __init__(self, number: int, *, is_ready: bool) -> None:
        """Begin idle; `is_ready` says whether the node is prepared for the job."""
        self.number, self.is_ready = number, is_ready
        self.is_alive = True
        self.tries: Try | None = None


class Reference:
    """A task of Ray: what it consists of, how often it may be tried, and its result when it has ended."""

    def __init__(self, pairs: Sequence[tuple[int, int]], tries: int) -> None:
        """Begin without a result."""
        self.pairs, self.tries = pairs, tries
        self.result: Any = None  # None also where the task was lost


class Try(NamedTuple):
    """A task that a node does: when it began to, and how long its parts take."""

    task: Reference
    began: float
    seconds: float


class SimulatedRay:
    """What `RayTasks` uses of the module `ray`, on a cluster that is simulated.

    Attributes:
        now: the simulated time in seconds.
        deaths: how many nodes have died.
        parts_again: how many parts were begun by nodes that died, and are done again.
        lost: time that nodes had spent on them.
    """

    def __init__(self, conditions: Conditions, seed: int) -> None:
        """Begin with all nodes but the late ones. Everything random follows from `seed`."""
        self.now, self.deaths, self.parts_again, self.lost = 0.0, 0, 0, 0.0
        self._conditions = conditions
        self._random = np.random.default_rng(seed)
        self.costs = self._draw_costs()
        self._numbers = count()
        self._events: list[tuple[float, int, Callable[[], None]]] = []  # a heap
        self._nodes: dict[int, Node] = {}  # those that Ray believes to be alive
        self._idle = deque[Node]()
        self._waiting = deque[Reference]()
        self._ended = deque[Reference]()
        num_late = round(conditions.late * conditions.nodes)
        for _ in range(conditions.nodes - num_late):
            self._add_node()
        for _ in range(num_late):
            self._after(self._exponential(conditions.absence), self._add_node)
        self.cloudpickle = pickle
        self.exceptions = SimpleNamespace(
            RayTaskError=type("RayTaskError", (Exception,), {}),
            **dict.fromkeys(LOST, Lost),
        )

    def _draw_costs(self) -> Sequence[float]:
        """Return how long each part takes, from a log-normal distribution."""
        wanted = self._conditions
        sigma = math.sqrt(math.log1p(wanted.spread**2))
        costs: list[float] = self._random.lognormal(-(sigma**2) / 2, sigma, wanted.parts).tolist()
        return [wanted.seconds * cost for cost in costs]

    def _exponential(self, mean: float) -> float:
        """Return a random time from the exponential distribution with this mean, which may be infinite."""
        return float(mean * self._random.exponential())

    # What happens on the nodes

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        """Let something happen some time from now."""
        if seconds < math.inf:
            heapq.heappush(self._events, (self.now + seconds, next(self._numbers), action))

    def _happen(self, until: float) -> bool:
        """Let the next event happen and return True, unless there is none until a time."""
        if not self._events or self._events[0][0] > until:
            return False
        at, _, action = heapq.heappop(self._events)
        driver_at, self.now = self.now, at  # the past, if the driver was busy since
        action()
        self.now = max(driver_at, at)
        return True

    def _add_node(self) -> None:
        """Let a node join the cluster, and decide when it will die."""
        wanted = self._conditions
        node = Node(next(self._numbers), is_ready=False)
        self._nodes[node.number] = node
        rate = -math.log1p(-wanted.deaths) / wanted.ideal
        self._after(self._exponential(1 / rate if rate else math.inf), lambda: self._die(node))
        self._free(node)

    def _die(self, node: Node) -> None:
        """Let a node die, which Ray notices only later."""
        self.deaths += 1
        node.is_alive = False
        self._after(self._conditions.detect, lambda: self._bury(node))
        if node.tries is not None:
            self.lost += max(0.0, min(self.now - node.tries.began, node.tries.seconds))

    def _bury(self, node: Node) -> None:
        """Let Ray notice that a node has died: its task is tried again elsewhere, and a new node comes later."""
        del self._nodes[node.number]
        self._after(self._exponential(self._conditions.absence), self._add_node)
        if node in self._idle:
            self._idle.remove(node)
        if node.tries is None:
            return
        task = node.tries.task
        task.tries -= 1
        self.parts_again += len(task.pairs)
        if task.tries and task.pairs:
            self._waiting.append(task)
            self._assign()
        else:
            self._ended.append(task)

    def _free(self, node: Node) -> None:
        """Let a node look for its next task."""
        node.tries = None
        self._idle.append(node)
        self._assign()

    def _assign(self) -> None:
        """Give tasks that wait to nodes that are idle. Ray cannot know which of them have just died."""
        while self._waiting and self._idle:
            self._begin(self._idle.popleft(), self._waiting.popleft())

    def _begin(self, node: Node, task: Reference) -> None:
        """Let a node begin with a task; it prepares itself before its first one."""
        seconds = sum(self.costs[number] for number, _ in task.pairs)
        before = self._conditions.overhead + (0.0 if node.is_ready else self._conditions.start_up)
        node.tries = Try(task, self.now + before, seconds)
        self._after(before + seconds, lambda: self._end(node, task, seconds))

    def _end(self, node: Node, task: Reference, seconds: float) -> None:
        """Let a node end a task, if it has lived that long."""
        if not node.is_alive:
            return
        node.is_ready = True
        task.result = [Done(number, part * part) for number, part in task.pairs], seconds
        self._ended.append(task)
        self._free(node)

    # What `RayTasks` calls

    def put(self, job: object) -> object:
        """Return `job`, which nodes do not need."""
        return job

    def nodes(self) -> list[dict[str, Any]]:
        """Return all nodes that have not been found dead."""
        return [{"NodeID": f"{number:056x}", "Alive": True} for number in self._nodes]

    def cluster_resources(self) -> dict[str, float]:
        """Return the number of cores of these nodes."""
        return {"CPU": float(len(self._nodes))}

    def remote(self, *, num_cpus: int, max_retries: int) -> Callable[[object], "Remote"]:  # noqa: ARG002 - a node has one core
        """Return what makes functions remote; it takes any function, and never calls it."""
        return lambda _: Remote(self, max_retries + 1, None)

    def submit(self, pairs: Sequence[tuple[int, int]], tries: int, number: int | None) -> Reference:
        """Return a new task with these parts, for the node of this number or, with None, for any."""
        task = Reference(pairs, tries)
        self.now += self._conditions.driver / 2
        if number is None:
            self._waiting.append(task)
            self._assign()
        else:  # without parts: the node prepares itself
            self._idle.remove(self._nodes[number])
            self._begin(self._nodes[number], task)
        return task

    def wait(
        self, tasks: Sequence[Reference], timeout: float, num_returns: int = 1
    ) -> tuple[list[Reference], list[Reference]]:
        """Let time pass until a task has ended or `timeout` is over, and return those that have ended, and the others.

        At most `num_returns` tasks are returned as ended.
        """
        until = self.now + timeout
        while self._happen(self.now) or (not self._ended and self._happen(until)):
            pass
        if not self._ended:
            self.now = until
        ended = [self._ended.popleft() for _ in range(min(num_returns, len(self._ended)))]
        return ended, [task for task in tasks if task not in ended]

    def get(self, task: Reference) -> Any:
        """Return the result of a task.

        Raises:
            Lost: it was lost at each try.
        """
        self.now += self._conditions.driver / 2
        if task.result is None:
            raise Lost
        return task.result

    def cancel(self, task: Reference, *, force: bool) -> None:
        """Do nothing: nobody waits for tasks that are cancelled."""


class Remote(NamedTuple):
    """A remote function of a simulated cluster: how often it is tried, and on which node; None stands for any."""

    ray: SimulatedRay
    tries: int
    node: int | None

    def options(self, *, num_cpus: int, scheduling_strategy: Any) -> "Remote":  # noqa: ARG002 - as in Ray
        """Return the same function for the node that `scheduling_strategy` names."""
        return self._replace(node=int(scheduling_strategy.node_id, 16))

    def remote(self, kit: object, message: object, pairs: Sequence[tuple[int, int]]) -> Reference:  # noqa: ARG002 - as in Ray
        """Let the cluster do parts, given as pairs of a number and a part."""
        return self.ray.submit(pairs, self.tries, self.node)
