"""Worker processes that play parts of a plan for `run`. If one dies, the error names the players it was asking."""

import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_int
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mom_env.arena.game_records import Forfeit, Games
from mom_env.arena.match import Match, Stopped
from mom_env.arena.plan import Plan
from mom_env.base.replay import write_replay
from mom_env.errors import OptionError
from mom_env.players.kinds import Player, Who
from mom_env.players.specs import make_player

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

REPLAYS = "replays"
NOBODY_ASKED = -1
AHEAD = 2  # parts for each process that are handed out in advance

Part = tuple[Games, list[Forfeit]]
Deals = tuple[int, ...]
Some = Mapping[int, Sequence[int]]  # by deal, the numbers of the games to play; of other deals all are played


class Work(NamedTuple):
    """What a worker process needs to play any deal of a plan.

    Attributes:
        plan: which players meet on which deals.
        whos: specs or functions of the players, in the order of the plan.
        limit: seconds that a player other than a bot may take for a move.
        replays: the folder for a replay of each game, or None.
        some: by deal, the numbers of the games to play; of all other deals, all games are played.
    """

    plan: Plan
    whos: Sequence[Who]
    limit: float
    replays: Path | None
    some: Some


class Worker:
    """The players and the ruleset of one process, made once, which plays one part of a plan after another."""

    def __init__(self, work: Work, stop: Event | None = None, asked: c_int | None = None) -> None:
        """Make the players and the ruleset.

        Args:
            work: what is to be played.
            stop: set when the run is to be stopped; None if it never is.
            asked: gets the number of the player that is asked for a move, or NOBODY; None if this is not wanted.
        """
        self.work, self.stop, self.asked, self.ruleset = work, stop, asked, work.plan.ruleset()
        self.players = make_players(work.plan, work.whos)

    def play(self, deals: Deals) -> Part | None:
        """Play all games of `deals`, write their replays if they are wanted, and return games and forfeits.

        Return None if the run was stopped before all games were played.
        """
        work = self.work
        match = Match(work.plan, self.players, self.ruleset, deals, work.limit, work.some, self._note_who_is_asked)
        try:
            match.play((lambda: False) if self.stop is None else self.stop.is_set)
        except Stopped:
            return None
        if work.replays is not None:
            self._write_replays(match, work.replays)
        return match.results(), list(match.forfeits.values())

    def _note_who_is_asked(self, player: int) -> None:
        """Write the number of the player that is asked for a move where the main process sees it."""
        if self.asked is not None:
            self.asked.value = player

    def _write_replays(self, match: Match, folder: Path) -> None:
        """Write a replay of each game of a match into `folder`."""
        for i, (deal, number) in enumerate(zip(match.deals, match.numbers, strict=True)):
            write_replay(folder / f"deal-{deal:06}-game-{number:02}.json", match.replay(i))


def make_players(plan: Plan, whos: Sequence[Who]) -> list[Player]:
    """Return the players of a plan, made from their specs or functions, in the order of `whos`.

    Raises:
        OptionError: a player does not exist.
    """
    return [make_player(who, plan.game, plan.ruleset()) for who in whos]


@contextmanager
def play_by_processes(work: Work, jobs: int, parts: Iterator[Deals]) -> Iterator[Iterator[Part]]:
    """Start `jobs` worker processes that play parts of a plan; they are stopped at the end of the `with` block.

    Args:
        work: the plan and its players.
        jobs: number of processes.
        parts: the deals of each part.

    Yields:
        An iterator over the results, in the order of the parts.

    Raises:
        OptionError: a player ended its worker process; the message names the player.
    """
    context = get_context("spawn")
    stop, asked = context.Event(), [context.Value("i", NOBODY_ASKED, lock=False) for _ in range(jobs)]
    free = context.Value("i", 0)
    begin = partial(begin_worker, work)
    with ProcessPoolExecutor(jobs, context, initializer=begin, initargs=(stop, asked, free)) as pool:
        try:
            yield in_order(pool, parts, AHEAD * jobs)
        except BrokenProcessPool:
            raise OptionError(died_while_asking(work, [int(one.value) for one in asked])) from None
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def died_while_asking(work: Work, asked: Sequence[int]) -> str:
    """Return the error message for a worker process that died. It names the players that were being asked for a move.

    `asked` has the number of the player that each worker was asking, or NOBODY_ASKED.
    """
    names = dict.fromkeys(work.plan.players[player] for player in asked if player != NOBODY_ASKED)
    who = " or ".join(names) or "something outside the players"
    why = "to see why, run the same with one job (--jobs 1)"
    return f"expected players that return, found a process ended by {who}; {why}"


def in_order(pool: ProcessPoolExecutor, parts: Iterator[Deals], ahead: int) -> Iterator[Part]:
    """Yield the results of parts in their order, while up to `ahead` parts are in the hands of the worker processes.

    Parts that were stopped have no result, and are left out.
    """
    running = list[Future[Part | None]]()
    while True:
        with ignore_interrupts():  # processes started here inherit this, so Ctrl-C reaches the main process alone
            more = zip(range(ahead - len(running)), parts, strict=False)
            running += [pool.submit(play_part, part) for _, part in more]
        if not running:
            return
        wait(running[:1], return_when=FIRST_COMPLETED)
        part = running.pop(0).result()
        if part is not None:
            yield part


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C inside the `with` block. In threads other than the main one, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


WORKERS: list[Worker] = []  # in a worker process its one worker, elsewhere empty


def begin_worker(work: Work, stop: Event, asked: Sequence[c_int], free: "Synchronized[int]") -> None:
    """Make the worker of this process.

    Args:
        work: what is to be played.
        stop: set when the run is to be stopped.
        asked: has an entry for each worker process, for the number of the player that it asks.
        free: the first entry of `asked` that no process has taken; it is raised by 1.
    """
    with free.get_lock():
        place = free.value
        free.value += 1
    WORKERS[:] = [Worker(work, stop, asked[place])]


def play_part(deals: Deals) -> Part | None:
    """Play deals with the worker of this process, and return games and forfeits, or None if the run was stopped."""
    return WORKERS[0].play(deals)
