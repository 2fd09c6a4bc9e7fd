"""Play the games of a plan: on one or more processes, showing progress and saving games until all are played."""

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console

from mom_env.arena.game_records import Forfeit, Games, by_deal, game_dtype
from mom_env.arena.games_file import GAMES_FILE, SavedGames, read_games, save_games
from mom_env.arena.match import Match
from mom_env.arena.plan import Plan, differences
from mom_env.arena.workers import REPLAYS, Deals, Part, Work, Worker, make_players, play_by_processes
from mom_env.common.arguments import checked_whole
from mom_env.common.files import locked, make_folder, try_folder
from mom_env.common.progress import WorkProgress
from mom_env.contract.records import Bits, Records
from mom_env.contract.records import Indices as Actions
from mom_env.errors import OptionError
from mom_env.games import load
from mom_env.players.kinds import AgentPlayer, ClassPlayer, FunctionPlayer, KernelBot, Player, Who, see
from mom_env.players.provenance import Provenance, changed_players, changes, provenance_of
from mom_env.players.specs import name_of, notes

# Games in a part, the unit of work of a process. Players that are neither bots nor agents play one deal at a time.
GAMES_A_PART = 256  # with bots alone: about a tenth of a second
GAMES_IN_STEP = 1024  # with agents, which choose for all games of a part at once
SAVE_EVERY = 10.0  # seconds at least between two saves
SAVING_SHARE = 0.05  # the largest share of the time that is spent on saving


class Way(NamedTuple):
    """How a plan is played: on how many processes, and where games are saved. Only `limit` can change results.

    Attributes:
        jobs: number of processes that play.
        directory: where games, forfeits and replays are saved; None saves nothing.
        resume: continue with the games that the directory holds.
        renew: with `resume`, play games again if their players, deck or rules have changed since. Otherwise such
            changes are refused.
        replays: save a replay of each game.
        limit: seconds that a player other than a bot may take for a move.
    """

    jobs: int = 1
    directory: Path | None = None
    resume: bool = False
    renew: bool = False
    replays: bool = False
    limit: float = 10.0


ONE_JOB = Way()


class Outcome(NamedTuple):
    """The games of a plan that have been played, by this run and by earlier ones."""

    plan: Plan
    provenance: Provenance
    games: Games
    forfeits: list[Forfeit]
    is_interrupted: bool
    seconds: float  # that this run took
    games_now: int  # played by this run; the others are from an earlier one

    @property
    def num_deals(self) -> int:
        """Number of deals of which at least one game was played."""
        return len(np.unique(self.games["deal"]))


Enough = Callable[[Games], bool]


def names_of(whos: Sequence[Who]) -> tuple[str, ...]:
    """Return the name of each player: its spec, or `module:name` of a function or class."""
    return tuple(name_of(who) if callable(who) else str(who).strip() for who in whos)


def run(
    plan: Plan, whos: Sequence[Who], way: Way, console: Console | None = None, enough: Enough | None = None
) -> Outcome:
    """Play the games of a plan that its directory does not hold yet, and return all of its games.

    If the user presses Ctrl-C, return the games so far. Games are saved in the directory of `way`, if there is one.

    Args:
        plan: what to play.
        whos: specs or functions, in the order of the plan's players.
        way: processes, directory and limits.
        console: where progress is shown, or None to show none.
        enough: called after each part with all games in the order of deals; once it returns True, the run ends.

    Raises:
        OptionError: a player or an argument is not valid, or the directory holds another plan or changed players.
    """
    check_way(way, whos)
    players = make_players(plan, whos)
    if console is not None:
        for note in notes(players, plan.ruleset()):
            console.print(note, style="yellow", markup=False)
    before = load_earlier(plan, provenance_of(plan.game, plan.ruleset(), players), way, console)
    if way.directory is not None:
        make_folder(way.directory / REPLAYS if way.replays else way.directory)
    return Runner(plan, before, players, whos, way, enough).run(console)


@contextmanager
def hold_directory(plan: Plan, whos: Sequence[Who], way: Way) -> Iterator[None]:
    """Lock the directory of a run for the time of the `with` block, so that no other run works in it.

    Players and arguments are checked first, so that an invalid run makes no folder. Without a directory, nothing is
    locked.

    Raises:
        OptionError: a player or an argument is not valid.
        OutputError: another process holds the directory, or the folder cannot be made.
    """
    check_way(way, whos)
    make_players(plan, whos)
    if way.directory is None:
        yield
        return
    with locked(try_folder(way.directory)):
        yield


def check_way(way: Way, whos: Sequence[Who]) -> None:
    """Check the numbers and the directory in `way`, and that players can be sent to other processes if needed.

    Raises:
        OptionError: the message says what was expected and what was found.
    """
    checked_whole("jobs", way.jobs, 1)
    if not way.limit > 0:
        raise OptionError(f"limit: expected more than 0 seconds, found {way.limit!r}")
    for name, wanted in (("replays", way.replays), ("resume", way.resume)):
        if wanted and way.directory is None:
            raise OptionError(f"{name}: expected a directory for it, found none; name one with --out")
    try:
        pickle.dumps(whos if way.jobs > 1 else None)
    except Exception as error:  # noqa: BLE001 - pickle raises of many kinds
        raise OptionError(
            f"players: with more than one job, expected players that other processes can import: {error}"
        ) from None


# Games of an earlier run


def load_earlier(plan: Plan, provenance: Provenance, way: Way, console: Console | None) -> SavedGames:
    """Return the games that an earlier run saved in the directory of `way`, without those that must be played again.

    Without a directory, or a file of games in it, there are no games.

    Args:
        plan: the plan of this run; the earlier one may differ only in its number of deals.
        provenance: what the games of this run are made from.
        way: directory, and whether to continue and to play changed games again.
        console: where a line about changes is printed, or None.

    Raises:
        OptionError: the games cannot be continued; the message names everything that differs.
    """
    nothing = SavedGames(plan, provenance, np.zeros(0, game_dtype(plan.num_players)), [])
    path = None if way.directory is None else way.directory / GAMES_FILE
    if path is None or not path.exists():
        return nothing
    if not way.resume:
        raise OptionError(f"{way.directory}: expected an empty directory, found games; --resume continues them")
    kept = read_games(path)
    if different := differences(plan, kept.plan.model_copy(update={"deals": plan.deals})):
        raise OptionError(f"{way.directory}: expected games of the same plan, found another: {'; '.join(different)}")
    if changed := changes(kept.provenance, provenance):
        if not way.renew:
            listed = "; ".join(changed)
            raise OptionError(f"{way.directory}: expected games made from the same things, found changes: {listed}")
        kept = unchanged(kept, provenance)
        if console is not None:
            console.print(f"changed, so those games are played again: {'; '.join(changed)}", style="yellow")
    return kept._replace(provenance=provenance)


def unchanged(kept: SavedGames, provenance: Provenance) -> SavedGames:
    """Return the saved games whose players, rules, deck and options are still as in `provenance`, with their forfeits.

    If rules, deck or options have changed, no games are returned.
    """
    everything = {"players": {}, "package": provenance.package}
    if changes(kept.provenance.model_copy(update=everything), provenance.model_copy(update=everything)):
        return kept._replace(games=kept.games[:0], forfeits=[])
    changed = changed_players(kept.provenance, provenance)
    numbers = [number for number, spec in enumerate(kept.plan.players) if spec in changed]
    games = kept.games[~np.isin(kept.games["players"], numbers).any(axis=1)]
    left = set(zip(games["deal"].tolist(), games["number"].tolist(), strict=True))
    return kept._replace(games=games, forfeits=[one for one in kept.forfeits if (one.deal, one.number) in left])


class StandIn(NamedTuple):
    """A player other than a bot, which takes the first legal action. It is used only to compile kernels."""

    game: str
    spec: str = "stand-in"
    made_from: str = "stand-in"

    def choose(self, states: Records, rules: Records, bits: Bits) -> Actions:  # noqa: ARG002 - it leaves nothing to chance
        """Return the first legal action for the seat to move in each of `states`.

        `bits`, the player's chance, are not used.
        """
        _, masks = see(self.game, states, rules)
        first: Actions = masks.argmax(axis=1)
        return first


class Runner:
    """One run of a plan: the games that have been played so far, and how to play the others."""

    def __init__(
        self,
        plan: Plan,
        before: SavedGames,
        players: Sequence[Player],
        whos: Sequence[Who],
        way: Way,
        enough: Enough | None,
    ) -> None:
        """Begin with the games that an earlier run saved.

        Args:
            plan: what to play.
            before: the saved games; they may include deals beyond those of the plan.
            players: the plan's players, in its order.
            whos: specs or functions of the players.
            way: processes, directory and limits.
            enough: called after each part with all games; once it returns True, the run ends. None plays all deals.
        """
        self.plan, self.players, self.whos, self.way, self.enough = plan, players, whos, way, enough
        self.before, self.is_interrupted = before, False
        self.parts = [before.games[before.games["deal"] < plan.deals]]
        self.forfeits = [forfeit for forfeit in before.forfeits if forfeit.deal < plan.deals]
        self._num_saved, self._next_save = len(self.parts[0]), time.monotonic() + SAVE_EVERY

    def run(self, console: Console | None) -> Outcome:
        """Play until all deals are done, `enough` says so, or the user presses Ctrl-C, and return all games.

        Games are saved now and then, and at the end.
        """
        before, began = len(self.games), time.monotonic()
        try:
            with WorkProgress(console) as progress, self._results() as results:
                task = progress.add_task("deals", total=self.plan.deals, completed=self._num_done())
                for games, forfeits in results:
                    self.parts.append(games)
                    self.forfeits += forfeits
                    progress.advance(task, len(np.unique(games["deal"])))
                    self._save_now_and_then()
                    if self.enough is not None and self.enough(self.games):
                        break
        except KeyboardInterrupt:
            self.is_interrupted = True
            if console is not None:
                where = "nothing was saved without --out" if self.way.directory is None else "--resume continues"
                console.print(f"interrupted; {where}", style="yellow")
        finally:
            self._save()
        seconds, games = time.monotonic() - began, self.games
        forfeits = sorted(self.forfeits)
        now = len(games) - before
        return Outcome(self.plan, self.before.provenance, games, forfeits, self.is_interrupted, seconds, now)

    @property
    def games(self) -> Games:
        """All games so far, those of earlier runs included, sorted by deal and then by number."""
        self.parts = [by_deal(np.concatenate(self.parts))]
        return self.parts[0]

    def _num_done(self) -> int:
        """Return how many deals have been played with all of their games."""
        _, counts = np.unique(self.games["deal"], return_counts=True)
        return int((counts == self.plan.num_tables).sum())

    def _some(self) -> dict[int, tuple[int, ...]]:
        """Return which games are missing of the deals that were played only in part: their numbers, by deal."""
        games, numbers = self.games, range(self.plan.num_tables)
        deals, counts = np.unique(games["deal"], return_counts=True)
        partial = deals[counts < len(numbers)].tolist()
        return {deal: tuple(set(numbers) - set(games["number"][games["deal"] == deal].tolist())) for deal in partial}

    def _parts_left(self, some: dict[int, tuple[int, ...]]) -> Iterator[Deals]:
        """Yield the deals that are left to play, as one tuple of deals for each part.

        `some` has the deals that were played only in part; they are yielded, too.
        """
        done = set(self.games["deal"].tolist()) - set(some)
        size, part = self._deals_a_part(), list[int]()
        for deal in range(self.plan.deals):
            if deal not in done:
                part.append(deal)
            if len(part) == size:
                yield tuple(part)
                part = []
        if part:
            yield tuple(part)

    def _deals_a_part(self) -> int:
        """Return how many deals a part has, the unit of work of a process."""
        games = 1
        if all(isinstance(player, KernelBot | AgentPlayer) for player in self.players):
            games = GAMES_IN_STEP if any(isinstance(player, AgentPlayer) for player in self.players) else GAMES_A_PART
        return max(1, games // self.plan.num_tables)

    @contextmanager
    def _results(self) -> Iterator[Iterator[Part]]:
        """Yield an iterator over the results of the parts, which are played in this process or in worker processes.

        Worker processes are stopped at the end of the `with` block.
        """
        some, way = self._some(), self.way
        work = Work(
            self.plan, self.whos, way.limit, way.directory / REPLAYS if way.replays and way.directory else None, some
        )
        parts, deals_left = self._parts_left(some), self.plan.deals - self._num_done()
        jobs = min(way.jobs, -(-deals_left // self._deals_a_part()))
        if jobs < 2:
            room = Worker(work)
            yield (part for part in map(room.play, parts) if part is not None)
            return
        self._compile()
        with play_by_processes(work, jobs, parts) as results:
            yield results

    def _compile(self) -> None:
        """Compile the kernels that every worker needs, by playing one deal and one move of each player of the package.

        So workers find the machine code in the cache, instead of compiling it at the same time.
        """
        ruleset = self.plan.ruleset()
        name, bot = next(iter(load(self.plan.game).people.BOTS.items()))
        stand_ins: list[Player] = [KernelBot(name, bot.number, self.plan.game), StandIn(self.plan.game)]
        match = Match(self.plan, stand_ins * len(self.players), ruleset, [0], self.way.limit)
        opening, bits = match.states[:1].copy(), match.draw(np.zeros(1, np.int64))
        match.play()
        match.replay(0)
        match.results()
        for player in self.players:
            if not isinstance(player, FunctionPlayer | ClassPlayer):  # users' code runs in workers only
                player.choose(opening, ruleset.rules, bits)

    def _save_now_and_then(self) -> None:
        """Save the games if it is time to; saving takes at most the share `SAVING_SHARE` of the time."""
        if time.monotonic() >= self._next_save:
            self._save()

    def _save(self) -> None:
        """Save all games in the directory, if it does not have them all yet, and set the time of the next save."""
        directory, games, began = self.way.directory, self.games, time.monotonic()
        if directory is not None and (len(games) > self._num_saved or not (directory / GAMES_FILE).exists()):
            save_games(directory / GAMES_FILE, self._with_those_beyond(games))
            self._num_saved = len(games)
        took = time.monotonic() - began
        self._next_save = time.monotonic() + max(SAVE_EVERY, took / SAVING_SHARE)

    def _with_those_beyond(self, games: Games) -> SavedGames:
        """Return `games` with the earlier games of deals beyond those of the plan added, so that saving loses none."""
        plan = self.before.plan if self.before.plan.deals > self.plan.deals else self.plan
        beyond = self.before.games[self.before.games["deal"] >= self.plan.deals]
        forfeits = [forfeit for forfeit in self.before.forfeits if forfeit.deal >= self.plan.deals]
        both = np.concatenate([games, beyond])
        return SavedGames(plan, self.before.provenance, both, [*self.forfeits, *forfeits])
