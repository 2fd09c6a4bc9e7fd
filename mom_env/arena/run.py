"""Play the games of a plan that its directory does not hold yet, wherever they are to be played, and save them."""

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console

from mom_env.arena.deals_job import Deals, DealsJob, PlayedDeals, SeatedPlan, make_players
from mom_env.arena.game_records import Forfeit, Games, by_deal, game_dtype
from mom_env.arena.games_file import GAMES_FILE, SavedGames, read_games, save_games
from mom_env.arena.plan import Plan, differences
from mom_env.base.replay import write_replay
from mom_env.common.files import locked, make_folder, try_folder
from mom_env.errors import OptionError
from mom_env.players.kinds import Who
from mom_env.players.provenance import Provenance, changed_players, changes, provenance_of
from mom_env.players.specs import name_of, notes
from mom_env.work.backends import ONE_PROCESS, Place, check_place
from mom_env.work.dry_run import Todo
from mom_env.work.progress import Count
from mom_env.work.run import run_parts

REPLAYS = "replays"  # the folder of replays, in the directory of a run


class Way(NamedTuple):
    """How a plan is played: on which processes, and where games are saved. Only `limit` can change results.

    Attributes:
        place: the processes that play, of this machine or of a cluster.
        directory: where games, forfeits and replays are saved; None saves nothing.
        resume: continue with the games that the directory holds.
        renew: with `resume`, play games again if their players, deck or rules have changed since. Otherwise such
            changes are refused.
        replays: save a replay of each game.
        limit: seconds that a player other than a bot may take for a move.
    """

    place: Place = ONE_PROCESS
    directory: Path | None = None
    resume: bool = False
    renew: bool = False
    replays: bool = False
    limit: float = 10.0


IN_MEMORY = Way()


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
    table, ledger = begin(plan, whos, way, console, enough)
    if way.directory is not None:
        make_folder(way.directory / REPLAYS if way.replays else way.directory)
    return play(table, ledger, way, console)


def begin(
    plan: Plan, whos: Sequence[Who], way: Way, console: Console | None = None, enough: Enough | None = None
) -> tuple[SeatedPlan, "GamesLedger"]:
    """Return who plays what, and the games that an earlier run saved; nothing is written.

    Arguments and errors are those of `run`.
    """
    check_way(way, whos)
    table = SeatedPlan(plan, plan.ruleset(), make_players(plan, whos), whos, way.limit)
    if console is not None:
        for note in notes(table.players, table.ruleset):
            console.print(note, style="yellow", markup=False)
    before = load_earlier(plan, provenance_of(plan.game, table.ruleset, table.players), way, console)
    return table, GamesLedger(plan, before, way, enough)


def todo_of(plan: Plan, whos: Sequence[Who], way: Way) -> Todo[Deals, PlayedDeals]:
    """Return the deals of a plan that are left to play, for a dry run.

    `whos` are the players, in the order of the plan, and `way` has the directory of earlier games.

    Raises:
        OptionError: a player or an argument is not valid, or the directory holds another plan or changed players.
    """
    table, ledger = begin(plan, whos, way)
    job = DealsJob(table, ledger.games_left(), replays=way.replays)
    parts = ledger.parts_left(job.deals_a_part())
    return Todo(f"{sum(map(len, parts)):,} deals with {plan.num_players} players", job, parts)


def play(table: SeatedPlan, ledger: "GamesLedger", way: Way, console: Console | None) -> Outcome:
    """Play the games that a ledger does not have yet, and return all of its games.

    `table` says who plays what, and `way` where. `console` shows the progress, unless it is None.
    """
    job = DealsJob(table, ledger.games_left(), replays=way.replays)
    before, began = len(ledger.games), time.monotonic()
    advice = "nothing was saved without --out" if way.directory is None else "--resume continues"
    is_whole = run_parts(job, ledger.parts_left(job.deals_a_part()), ledger, way.place, console, advice)
    seconds, games = time.monotonic() - began, ledger.games
    now = len(games) - before
    return Outcome(table.plan, ledger.provenance, games, sorted(ledger.forfeits), not is_whole, seconds, now)


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
    check_place(way.place)
    if not way.limit > 0:
        raise OptionError(f"limit: expected more than 0 seconds, found {way.limit!r}")
    for name, wanted in (("replays", way.replays), ("resume", way.resume)):
        if wanted and way.directory is None:
            raise OptionError(f"{name}: expected a directory for it, found none; name one with --out")
    try:
        pickle.dumps(None if way.place == ONE_PROCESS else whos)
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


class GamesLedger:
    """The games of a plan that have been played, by this run and by earlier ones, and the file that they are saved in.

    Attributes:
        forfeits: the forfeits among the games.
    """

    def __init__(self, plan: Plan, before: SavedGames, way: Way, enough: Enough | None) -> None:
        """Begin with the games that an earlier run saved.

        Args:
            plan: what is played.
            before: the saved games; they may include deals beyond those of the plan.
            way: for the directory.
            enough: called after each part with all games; once it returns True, the run ends. None plays all deals.
        """
        self._plan, self._before, self._directory, self._enough = plan, before, way.directory, enough
        self._parts = [before.games[before.games["deal"] < plan.deals]]
        self.forfeits = [forfeit for forfeit in before.forfeits if forfeit.deal < plan.deals]
        self._num_saved = len(self._parts[0])
        self._deals_done = self.num_whole_deals()

    @property
    def games(self) -> Games:
        """All games so far, sorted by deal and then by number."""
        self._parts = [by_deal(np.concatenate(self._parts))]
        return self._parts[0]

    @property
    def provenance(self) -> Provenance:
        """What the games were made from."""
        return self._before.provenance

    def num_whole_deals(self) -> int:
        """Return how many deals have been played with all of their games."""
        _, counts = np.unique(self.games["deal"], return_counts=True)
        return int((counts == self._plan.num_tables).sum())

    def games_left(self) -> dict[int, tuple[int, ...]]:
        """Return which games are missing of the deals that were played only in part: their numbers, by deal."""
        games, numbers = self.games, range(self._plan.num_tables)
        deals, counts = np.unique(games["deal"], return_counts=True)
        partial = deals[counts < len(numbers)].tolist()
        return {deal: tuple(set(numbers) - set(games["number"][games["deal"] == deal].tolist())) for deal in partial}

    def parts_left(self, size: int) -> list[Deals]:
        """Return the deals that are left to play, those that were played only in part included, `size` in a part."""
        done = set(self.games["deal"].tolist()) - set(self.games_left())
        left = [deal for deal in range(self._plan.deals) if deal not in done]
        return [tuple(left[first : first + size]) for first in range(0, len(left), size)]

    # What `run_parts` calls

    def add(self, part: Deals, result: PlayedDeals) -> None:
        """Add the games of a part, and write their replays."""
        self._parts.append(result.games)
        self.forfeits += result.forfeits
        self._deals_done += len(part)
        if self._directory is not None:
            for name, replay in result.replays.items():
                write_replay(self._directory / REPLAYS / name, replay)

    def has_enough(self) -> bool:
        """Return whether the games so far decide what is to be decided."""
        return self._enough is not None and self._enough(self.games)

    def counts(self) -> list[Count]:
        """Return how many deals have been played."""
        return [Count("deals", self._deals_done, self._plan.deals)]

    def save(self) -> None:
        """Save all games in the directory, if there is one that does not have them all yet."""
        directory, games = self._directory, self.games
        if directory is not None and (len(games) > self._num_saved or not (directory / GAMES_FILE).exists()):
            save_games(directory / GAMES_FILE, self._with_those_beyond(games))
            self._num_saved = len(games)

    def _with_those_beyond(self, games: Games) -> SavedGames:
        """Return `games` and this run's forfeits, with those saved earlier of deals beyond the plan, so none is lost.

        The plan in the result is the one saved earlier if it has more deals, and otherwise that of this run.
        """
        plan = self._before.plan if self._before.plan.deals > self._plan.deals else self._plan
        beyond = self._before.games[self._before.games["deal"] >= self._plan.deals]
        forfeits = [forfeit for forfeit in self._before.forfeits if forfeit.deal >= self._plan.deals]
        both = np.concatenate([games, beyond])
        return SavedGames(plan, self._before.provenance, both, [*self.forfeits, *forfeits])
