"""Playing a plan: parts of it on some processes, with progress, kept on the way, until all is done or it is stopped."""

import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mom_env.arena.games import Forfeit, Games, by_deal, game_dtype, keep, kept
from mom_env.arena.match import Match, Stopped
from mom_env.arena.plan import Plan
from mom_env.arguments import checked_whole
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.policy import (
    Actions,
    AgentPlayer,
    Bits,
    FunctionPlayer,
    KernelBot,
    Player,
    Records,
    make_player,
    name_of,
    notes,
)

GAMES_A_PART = 256  # of bots, about a tenth of a second
GAMES_IN_STEP = 1024  # with agents, who look at all of them at once; others play a deal at a time
KEEP_EVERY = 10.0  # seconds
KEPT = "games.npz"
REPLAYS = "replays"


class Way(NamedTuple):
    """How a plan is played: nothing of it changes a result, but a stall."""

    jobs: int = 1
    directory: Path | None = None  # where games, forfeits and replays are kept
    resume: bool = False
    replays: bool = False
    limit: float = 10.0  # seconds a move, of players from outside


ONE_JOB = Way()


class Outcome(NamedTuple):
    """What has been played of a plan."""

    plan: Plan
    games: Games
    forfeits: list[Forfeit]
    is_interrupted: bool
    seconds: float  # of this run
    games_now: int  # of this run


Part = tuple[Games, list[Forfeit]]
Enough = Callable[[Games], bool]


class Room:
    """What a process needs to play parts: made once in each."""

    def __init__(self, plan: Plan, whos: Sequence[Any], way: Way, stop: Any) -> None:
        self.plan, self.way, self.stop, self.ruleset = plan, way, stop, plan.ruleset()
        self.players = seated(plan, whos)

    def play(self, deals: Sequence[int]) -> Part | None:
        """The games of some deals; None if the end was asked for before theirs."""
        match = Match(self.plan, self.players, self.ruleset, deals, self.way.limit)
        try:
            match.play((lambda: False) if self.stop is None else self.stop.is_set)
        except Stopped:
            return None
        if self.way.replays and self.way.directory is not None:
            self._write_replays(match, self.way.directory / REPLAYS)
        return match.results(), list(match.forfeits.values())

    def _write_replays(self, match: Match, directory: Path) -> None:
        write = load(self.plan.game, "replay").write_replay
        for i, (deal, number) in enumerate(zip(match.deals, match.numbers, strict=True)):
            write(directory / f"deal-{deal:06}-game-{number:02}.json", match.replay(i))


def seated(plan: Plan, whos: Sequence[Any]) -> list[Player]:
    """The players of a plan."""
    return [make_player(who, plan.game, plan.ruleset()) for who in whos]


def names_of(whos: Sequence[Any]) -> tuple[str, ...]:
    """What specs and functions are called."""
    return tuple(name_of(who) if callable(who) else str(who).strip() for who in whos)


def run(
    plan: Plan, whos: Sequence[Any], way: Way, console: Console | None = None, enough: Enough | None = None
) -> Outcome:
    """Play a plan, or what is left of it.

    Args:
        plan: what to play.
        whos: specs or functions, in the order of the plan's players.
        way: how.
        console: where progress is shown; None: nowhere.
        enough: asked of all games in the order of deals after each part; when it says so, no more are played.

    Raises:
        OptionError: a player or an argument that cannot be, or a directory of another plan.
    """
    check_way(way, whos)
    players = seated(plan, whos)
    if console is not None:
        for note in notes(players, plan.ruleset()):
            console.print(note, style="yellow", markup=False)
    games, forfeits = earlier(plan, way)
    runner = Runner(plan, players, whos, way, games, forfeits, enough)
    return runner.run(console)


def check_way(way: Way, whos: Sequence[Any]) -> None:
    """Jobs, limit, and players that can be handed to other processes."""
    checked_whole("jobs", way.jobs, 1)
    if not way.limit > 0:
        raise OptionError(f"limit: expected more than 0 seconds, found {way.limit!r}")
    if way.replays and way.directory is None:
        raise OptionError("replays: expected a directory to keep them in, found none")
    try:
        pickle.dumps(whos if way.jobs > 1 else None)
    except Exception as error:  # noqa: BLE001 - pickle raises of many kinds
        raise OptionError(
            f"players: expected such as other processes can import, with more than one job: {error}"
        ) from None


def earlier(plan: Plan, way: Way) -> Part:
    """What an earlier run has left in the directory, if it may be gone on with."""
    nothing = np.zeros(0, game_dtype(plan.num_players)), list[Forfeit]()
    if way.directory is None:
        if way.resume:
            raise OptionError("resume: expected a directory to go on in, found none")
        return nothing
    way.directory.mkdir(parents=True, exist_ok=True)
    if way.replays:
        (way.directory / REPLAYS).mkdir(exist_ok=True)
    if not (way.directory / KEPT).exists():
        return nothing
    if not way.resume:
        raise OptionError(f"{way.directory}: expected an empty directory, found games; --resume goes on with them")
    found, games, forfeits = kept(way.directory / KEPT)
    if found.model_copy(update={"deals": plan.deals}) != plan:
        raise OptionError(f"{way.directory}: expected games of {plan!r}, found some of {found!r}")
    within = games["deal"] < plan.deals
    return games[within], [forfeit for forfeit in forfeits if forfeit.deal < plan.deals]


class StandIn(NamedTuple):
    """Somebody from outside who takes the first legal action."""

    game: str
    spec: str = "stand-in"

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - it leaves nothing to chance
        """As `Player.choose`."""
        _, masks = load(self.game, "contest").see(states, rules)
        first: Actions = masks.argmax(axis=1)
        return first


class Runner:
    """A run: what has been played, and how to go on."""

    def __init__(
        self,
        plan: Plan,
        players: Sequence[Player],
        whos: Sequence[Any],
        way: Way,
        games: Games,
        forfeits: list[Forfeit],
        enough: Enough | None,
    ) -> None:
        self.plan, self.players, self.whos, self.way, self.enough = plan, players, whos, way, enough
        self.parts, self.forfeits = [games], forfeits
        self.is_interrupted = False
        self._kept_at, self._num_kept = time.monotonic(), len(games)

    def run(self, console: Console | None) -> Outcome:
        """To the end, or as far as it is let."""
        before, began = len(self.games), time.monotonic()
        parts, done = self._parts_left(), len(set(self.games["deal"].tolist()))
        try:
            with progress_on(console) as progress, self._results(parts) as results:
                task = progress.add_task("deals", total=self.plan.deals, completed=done)
                for games, forfeits in results:
                    self.parts.append(games)
                    self.forfeits += forfeits
                    progress.advance(task, len(set(games["deal"].tolist())))
                    if time.monotonic() - self._kept_at > KEEP_EVERY:
                        self._keep()
                    if self.enough is not None and self.enough(self.games):
                        break
        except KeyboardInterrupt:
            self.is_interrupted = True
            if console is not None:
                where = "nothing was kept without --out" if self.way.directory is None else "--resume goes on"
                console.print(f"interrupted; {where}", style="yellow")
        finally:
            self._keep()
        seconds = time.monotonic() - began
        forfeits = sorted(self.forfeits)
        return Outcome(self.plan, self.games, forfeits, self.is_interrupted, seconds, len(self.games) - before)

    @property
    def games(self) -> Games:
        """All so far, in order."""
        self.parts = [by_deal(np.concatenate(self.parts))]
        return self.parts[0]

    def _parts_left(self) -> list[list[int]]:
        done = set(self.games["deal"].tolist())
        left = [deal for deal in range(self.plan.deals) if deal not in done]
        size = max(1, self._games_a_part() // len(self.plan.tables(0)))
        return [left[i : i + size] for i in range(0, len(left), size)]

    def _games_a_part(self) -> int:
        if not all(isinstance(player, KernelBot | AgentPlayer) for player in self.players):
            return 1
        return GAMES_IN_STEP if any(isinstance(player, AgentPlayer) for player in self.players) else GAMES_A_PART

    @contextmanager
    def _results(self, parts: list[list[int]]) -> Iterator[Iterator[Part]]:
        """Parts in order: here, or on other processes, which are told to stop when nobody listens any more."""
        if self.way.jobs == 1 or len(parts) < 2:
            room = Room(self.plan, self.whos, self.way, None)
            yield (part for part in map(room.play, parts) if part is not None)
            return
        self._compile()
        context = get_context("spawn")
        stop = context.Event()
        begin = partial(begin_worker, self.plan, self.whos, self.way)
        jobs = min(self.way.jobs, len(parts))
        with ProcessPoolExecutor(jobs, context, initializer=begin, initargs=(stop,)) as pool:
            try:
                yield in_order(pool, parts, 2 * jobs)
            except BrokenProcessPool:
                raise OptionError("a player ended the process that it was asked in; --jobs 1 shows more") from None
            finally:
                stop.set()
                pool.shutdown(wait=True, cancel_futures=True)

    def _compile(self) -> None:
        """Before the others start, as they would all compile the same: a deal of stand-ins, a move of each search."""
        ruleset, contest = self.plan.ruleset(), load(self.plan.game, "contest")
        name, number = next(iter(load(self.plan.game, "bots").BOTS.items()))
        stand_ins: list[Player] = [KernelBot(name, number, self.plan.game), StandIn(self.plan.game)]
        match = Match(self.plan, stand_ins * len(self.players), ruleset, [0], self.way.limit)
        opening, bits = match.states[:1].copy(), contest.draw(match.streams, np.zeros(1, np.int64))
        match.play()
        match.replay(0)
        for player in self.players:
            if not isinstance(player, FunctionPlayer):  # whose code is not to run here
                player.choose(opening, ruleset.rules, bits)

    def _keep(self) -> None:
        directory, self._kept_at = self.way.directory, time.monotonic()
        if directory is None or (len(self.games) == self._num_kept and (directory / KEPT).exists()):
            return  # nothing is new: a plan of fewer deals leaves the games of the others where they are
        keep(directory / KEPT, self.plan, self.games, sorted(self.forfeits))
        self._num_kept = len(self.games)


def in_order(pool: ProcessPoolExecutor, parts: Sequence[list[int]], ahead: int) -> Iterator[Part]:
    """The results of parts in order, with some played ahead."""
    left, running = iter(parts), list[Future[Part | None]]()
    while True:
        with interrupts_ignored():  # processes start here, and are to inherit it: Ctrl-C is for this one
            running += [
                pool.submit(play_part, part) for _, part in zip(range(ahead - len(running)), left, strict=False)
            ]
        if not running:
            return
        wait(running[:1], return_when=FIRST_COMPLETED)
        part = running.pop(0).result()
        if part is not None:
            yield part


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """For the milliseconds that it takes; only a main thread has a say in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


ROOMS: list[Room] = []  # of this process, if it is a worker


def begin_worker(plan: Plan, whos: Sequence[Any], way: Way, stop: Any) -> None:
    """A process that plays parts."""
    ROOMS[:] = [Room(plan, whos, way, stop)]


def play_part(deals: list[int]) -> Part | None:
    """In a worker."""
    return ROOMS[0].play(deals)


def progress_on(console: Console | None) -> Progress:
    """How far it is, and how long it will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TextColumn("elapsed"), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    return Progress(*columns, *times, console=console or Console(quiet=True), speed_estimate_period=300)
