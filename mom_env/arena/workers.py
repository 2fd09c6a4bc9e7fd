"""Processes that play parts of a plan for `run`: what each is made of, and who was asked when one of them died."""

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

from mom_env.arena.games import Forfeit, Games
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
AHEAD = 2  # parts for each process that are handed out before they are due

Part = tuple[Games, list[Forfeit]]
Deals = tuple[int, ...]
Some = Mapping[int, Sequence[int]]  # the numbers of the games to play of a deal; all of a deal that is not in it


class Work(NamedTuple):
    """What a process plays.

    Attributes:
        plan: which players meet on which deals.
        whos: their specs or functions, in the order of the plan.
        limit: seconds a move, for players from outside.
        replays: a folder for a replay of each game, or None.
        some: deals of which only some games are to be played.
    """

    plan: Plan
    whos: Sequence[Who]
    limit: float
    replays: Path | None
    some: Some


class Room:
    """A process's players and ruleset, made once."""

    def __init__(self, work: Work, stop: Event | None = None, asked: c_int | None = None) -> None:
        self.work, self.stop, self.asked, self.ruleset = work, stop, asked, work.plan.ruleset()
        self.players = seated(work.plan, work.whos)

    def play(self, deals: Deals) -> Part | None:
        """Return the games of some deals, or None if the end was asked for before theirs."""
        work = self.work
        match = Match(work.plan, self.players, self.ruleset, deals, work.limit, work.some, self._tell_who_is_asked)
        try:
            match.play((lambda: False) if self.stop is None else self.stop.is_set)
        except Stopped:
            return None
        if work.replays is not None:
            self._write_replays(match, work.replays)
        return match.results(), list(match.forfeits.values())

    def _tell_who_is_asked(self, player: int) -> None:
        if self.asked is not None:
            self.asked.value = player

    def _write_replays(self, match: Match, folder: Path) -> None:
        for i, (deal, number) in enumerate(zip(match.deals, match.numbers, strict=True)):
            write_replay(folder / f"deal-{deal:06}-game-{number:02}.json", match.replay(i))


def seated(plan: Plan, whos: Sequence[Who]) -> list[Player]:
    """Return the players of a plan."""
    return [make_player(who, plan.game, plan.ruleset()) for who in whos]


@contextmanager
def played_by_processes(work: Work, jobs: int, parts: Iterator[Deals]) -> Iterator[Iterator[Part]]:
    """Play parts on some processes, which are told to stop when nobody listens any more.

    Yields:
        The results, in the order of the parts.

    Raises:
        OptionError: a player ended the process that it was asked in; it names the player.
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
    """Return what to say of a process that died, given the players that were asked for a move then."""
    names = dict.fromkeys(work.plan.players[player] for player in asked if player != NOBODY_ASKED)
    who = " or ".join(names) or "something outside the players"
    why = "to see why, run the same with one job (--jobs 1)"
    return f"expected players that return, found a process ended by {who}; {why}"


def in_order(pool: ProcessPoolExecutor, parts: Iterator[Deals], ahead: int) -> Iterator[Part]:
    """Yield the results of parts in order, with some played ahead."""
    running = list[Future[Part | None]]()
    while True:
        with interrupts_ignored():  # processes start here and inherit it: Ctrl-C is for this one
            more = zip(range(ahead - len(running)), parts, strict=False)
            running += [pool.submit(play_part, part) for _, part in more]
        if not running:
            return
        wait(running[:1], return_when=FIRST_COMPLETED)
        part = running.pop(0).result()
        if part is not None:
            yield part


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C for the milliseconds that it takes; only a main thread has a say in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


ROOMS: list[Room] = []  # of this process, if it is a worker


def begin_worker(work: Work, stop: Event, asked: Sequence[c_int], free: "Synchronized[int]") -> None:
    """Make the room of a process that plays parts, with a place of its own in `asked`."""
    with free.get_lock():
        place = free.value
        free.value += 1
    ROOMS[:] = [Room(work, stop, asked[place])]


def play_part(deals: Deals) -> Part | None:
    """Play some deals in a worker."""
    return ROOMS[0].play(deals)
