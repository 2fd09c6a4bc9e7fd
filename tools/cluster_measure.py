"""Measure on this machine what the model of clusters needs: costs of parts, start-ups, overheads and whole commands."""

import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict

from mom_env.arena.deals_job import DealsJob, SeatedPlan, make_players
from mom_env.arena.plan import even_lineups, plan_of
from mom_env.arena.run import IN_MEMORY, Outcome, run
from mom_env.arena.tournament import report_tournament
from mom_env.checks.soak.run import GAMES_A_PART, Numbers, SoakJob
from mom_env.common.machine import machine, version_of
from mom_env.games import GAMES
from mom_env.work.backends import RAY, Place, results_of
from mom_env.work.interrupts import Interrupts
from mom_env.work.job import Job, Link
from mom_env.work.on_ray import RayTasks, connected

MAIN = "from mom_env.cli import main; main()"
HERE, PROCESSES = "--jobs 1", "--jobs 2"
ON_RAY = "--on ray --jobs 2"
PLACES = {HERE: Place(1), PROCESSES: Place(2), ON_RAY: Place(2, RAY)}
TASKS, IN_FLIGHT = 3_000, 1_000  # empty tasks that are timed, and cores for which tasks are kept in flight
GAMES_IN_REPORT = 60_000


class Load(NamedTuple):
    """A command whose time is modelled.

    Attributes:
        name: what it is about.
        words: the words of the command, without its size.
        option: the option for its size.
        large: size of the command that is modelled for many cores.
        smallest: the smallest size that the command takes.
    """

    name: str
    words: tuple[str, ...]
    option: str
    large: int
    smallest: int

    def command(self, size: int) -> str:
        """Return the command for a size."""
        return f"mom {' '.join(self.words)} {self.option} {size}"


LOADS = (
    Load("bots", ("tournament", "planner", "greedy", "random", "--players", "3"), "--deals", 1_000_000, 2),
    Load("agents", ("tournament", "ppo-3p", "planner", "greedy", "--players", "3"), "--deals", 1_000_000, 2),
    Load("a search", ("tournament", "ismcts:sims=300", "planner", "--players", "2"), "--deals", 100_000, 2),
    Load("random games", ("soak", "--pairs", "0"), "--games", 100_000_000, 1),
)


class Work(NamedTuple):
    """The job of a load, and its parts one after another without end; `size` is that of a part, and has `games`."""

    job: Job[Any, Any]
    parts: Iterator[Any]
    size: int
    games: int  # 0 where the command ends without a report on all games


class Model(BaseModel):
    """A part of what is measured, as it is saved."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class LoadMeasured(Model):
    """What is measured of a load. Times are in seconds.

    Attributes:
        seconds: mean time of a part, with all cores busy.
        size: size of the command that was measured; `parts` parts are of `size_of_part`.
        games: games in a part on which the command reports at its end.
        job_bytes: of what is sent to each machine.
        result_bytes: of the result of a part.
        program: time of the command with hardly any work.
        start: by place, time until workers are ready, and for ending them.
        commands: by place, time of the command with `size`.
    """

    seconds: float
    size: int
    parts: int
    size_of_part: int
    games: int
    job_bytes: int
    result_bytes: int
    program: float
    start: dict[str, float]
    commands: dict[str, float]


class Measured(Model):
    """All that the model of clusters is made from. Times are in seconds.

    Attributes:
        machine: what it was measured on.
        driver: of the waiting process for each task, with tasks for a thousand cores in flight.
        overhead: that a core loses with each task.
        report: at the end of a tournament for each game.
        loads: by the name of the load.
    """

    machine: dict[str, str]
    driver: float
    overhead: float
    report: float
    loads: dict[str, LoadMeasured]


def work_of(load: Load) -> Work:
    """Return the job of a load, and its parts, as its command makes them."""
    if load.option == "--games":
        soak = (Numbers(first, first + GAMES_A_PART, redealt=False) for first in count(step=GAMES_A_PART))
        return Work(SoakJob(GAMES[0], 0), soak, GAMES_A_PART, 0)
    whos, seats = load.words[1:-2], int(load.words[-1])
    plan = plan_of(whos, even_lineups(len(whos), seats), seats, load.large, 0)
    ruleset = plan.ruleset()
    job = DealsJob(SeatedPlan(plan, ruleset, make_players(plan, whos), whos, IN_MEMORY.limit), {}, replays=False)
    size = job.deals_a_part()
    deals = (tuple(range(first, first + size)) for first in count(step=size))
    return Work(job, deals, size, size * plan.num_tables)


class TimedJob(Job[Any, tuple[float, int]]):
    """Does the parts of another job; results are how many seconds each took, and how many bytes its result has."""

    def __init__(self, job: Job[Any, Any]) -> None:
        """Time the parts of `job`."""
        self.job = job

    def begin(self, link: Link) -> Callable[[Any], tuple[float, int]]:
        """Begin with the other job, and return the function that times a part."""
        do = self.job.begin(link)

        def timed(part: Any) -> tuple[float, int]:
            began = time.perf_counter()
            result = do(part)
            return time.perf_counter() - began, len(pickle.dumps(result))

        return timed

    def warm_up(self) -> None:
        """Compile what the other job needs."""
        self.job.warm_up()


class Timed(NamedTuple):
    """Parts that were timed at a place."""

    start: float  # seconds until workers are ready, and for ending them
    seconds: float  # of a part, the mean
    result_bytes: int


def timed_at(place: Place, job: Job[Any, Any], parts: Sequence[Any]) -> Timed:
    """Do parts at a place, and return how long they take, and what is not part of any."""
    began = time.perf_counter()
    first, last, found = 0.0, 0.0, []
    with Interrupts() as interrupts, closing(results_of(TimedJob(job), parts, place, interrupts)) as results:
        for answer in results:
            if answer is not None:
                last = time.perf_counter()
                found.append(answer[1])
                first = first or last - answer[1][0]
    seconds, sizes = zip(*found, strict=True)
    return Timed(time.perf_counter() - began - (last - first), float(np.mean(seconds)), round(np.mean(sizes)))


def time_of(command: str) -> float:
    """Run a command of `mom` in a process of its own, and return how many seconds it takes."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", MAIN, *command.split()[1:]], check=True, capture_output=True)
    return time.perf_counter() - began


def measure_load(load: Load, seconds: float) -> LoadMeasured:
    """Measure a load with a command of about `seconds` on one core."""
    work = work_of(load)
    work.job.warm_up()
    alone = timed_at(Place(1), work.job, list(islice(work.parts, 2))).seconds
    parts = max(4, round(seconds / alone))
    size = parts * work.size
    on_ray = timed_at(PLACES[ON_RAY], work.job, list(islice(work.parts, max(4, parts // 2))))
    start = {HERE: 0.0, PROCESSES: timed_at(PLACES[PROCESSES], work.job, list(islice(work.parts, 4))).start}
    program = time_of(load.command(load.smallest)) - alone * load.smallest / work.size
    return LoadMeasured(
        seconds=on_ray.seconds,
        size=size,
        parts=parts,
        size_of_part=work.size,
        games=work.games,
        job_bytes=len(pickle.dumps(work.job)),
        result_bytes=on_ray.result_bytes,
        program=program,
        start={**start, ON_RAY: on_ray.start},
        commands={words: time_of(f"{load.command(size)} {words}") for words in PLACES},
    )


class Nothing(Job[int, int]):
    """A job whose parts take no time."""

    def begin(self, link: Link) -> Callable[[int], int]:  # noqa: ARG002 - there is nothing to stop
        """Return the function that returns a part as its result."""
        return int


class SingleTasks(RayTasks[int, int]):
    """Tasks of one part each, for a cluster that is said to have `cores` cores."""

    cores = 2

    def _num_cores(self) -> int:
        """Return the number of cores that the cluster is said to have."""
        return self.cores

    def _parts_a_task(self) -> int:
        """Return 1."""
        return 1


class BusyTasks(SingleTasks):
    """Tasks of one part each, for a cluster that is said to be large."""

    cores = IN_FLIGHT


def seconds_a_task(kind: type[SingleTasks], number: int) -> float:
    """Return how many seconds each of `number` empty tasks takes, from the first result on."""
    with Interrupts() as interrupts:
        results = (found for found in kind(Nothing(), range(number), interrupts).results() if found is not None)
        next(results)
        began = time.perf_counter()
        for _ in results:
            pass
        return (time.perf_counter() - began) / number


def measure_tasks(number: int) -> tuple[float, float]:
    """Return how many seconds a task costs the waiting process, and a core.

    Empty tasks of a large cluster take as long as the waiting process needs for them; those of two cores as long as two
    tasks take to and fro.
    """
    with connected(2, send_code=False):
        return seconds_a_task(BusyTasks, number), 2 * seconds_a_task(SingleTasks, number)


def measure_report(games: int) -> float:
    """Return how many seconds the report of a tournament takes for each game, from one of about `games` games."""
    load = LOADS[0]
    whos, seats = load.words[1:-2], int(load.words[-1])
    plan = plan_of(whos, even_lineups(len(whos), seats), seats, 50, 0)
    outcome = run(plan, whos, IN_MEMORY)

    def seconds(times: int) -> float:
        began = time.perf_counter()
        report_tournament(repeated(outcome, times), IN_MEMORY, None)
        return time.perf_counter() - began

    times = max(2, games // len(outcome.games))
    seconds(1)  # what is imported takes longer
    first = seconds(1)
    return max(0.0, seconds(times) - first) / (len(outcome.games) * (times - 1))


def repeated(outcome: Outcome, times: int) -> Outcome:
    """Return `outcome` with its games played `times` times, each time on other deals."""
    deals, games = outcome.plan.deals, np.tile(outcome.games, times)
    games["deal"] += np.repeat(np.arange(times, dtype=games["deal"].dtype) * deals, len(outcome.games))
    return outcome._replace(games=games, plan=outcome.plan.model_copy(update={"deals": deals * times}))


def measure(seconds: float, say: Callable[[str], None]) -> Measured:
    """Measure everything, each command with some `seconds` of work, and say what is measured.

    `say` gets a line about each step.
    """
    say("empty tasks")
    driver, overhead = measure_tasks(TASKS)
    say("the report of a tournament")
    report = measure_report(GAMES_IN_REPORT)
    loads = {}
    for load in LOADS:
        say(load.command(load.large))
        loads[load.name] = measure_load(load, seconds)
    where = {**machine(), "ray": version_of("ray") or "none"}
    return Measured(machine=where, driver=driver, overhead=overhead, report=report, loads=loads)
