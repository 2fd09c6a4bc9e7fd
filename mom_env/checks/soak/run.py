"""Run a soak: games by number, wherever they are to be played, until all are done or it is interrupted."""

import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from mom_env.base.seeds import checked_seed
from mom_env.checks.soak.one_game import play_one, setting_of
from mom_env.checks.soak.report import SoakReport
from mom_env.checks.soak.room import make_room
from mom_env.checks.soak.tally import Found, Tally, read_tally, write_tally
from mom_env.common.arguments import checked_whole
from mom_env.common.files import LOCK, locked, try_file
from mom_env.errors import OptionError
from mom_env.games import checked_game, load
from mom_env.kernel.jit import is_compiled
from mom_env.loops import soak_of
from mom_env.work.backends import ONE_PROCESS, Place, check_place
from mom_env.work.dry_run import Todo
from mom_env.work.job import Job, Link
from mom_env.work.progress import Count
from mom_env.work.run import run_parts

GAMES_A_PART = 1_000  # about half a second


def run_soak(
    game: str,
    num_games: int,
    num_secrecy_pairs: int,
    seed: int | None = None,
    place: Place = ONE_PROCESS,
    console: Console | None = None,
    resume: str | Path | None = None,
) -> SoakReport:
    """Play random games, checking everything after every step, then secrecy pairs, and return the report.

    A secrecy pair is a further game in which, after a random number of steps, what is hidden from a random seat is
    dealt again: the seat must see the same as before.

    After an interrupt (Ctrl-C) the report is of what has been done until then.

    Args:
        game: name of the game.
        num_games: how many games, in a fixed rotation of data files, numbers of players, options and styles of play.
            Those of an earlier run that is resumed count.
        num_secrecy_pairs: how many pairs of a position and a seat, each in a game of its own. Those of an earlier run
            that is resumed count.
        seed: the same seed gives the same games, on any number of processes; None draws one.
        place: the processes that play.
        console: where progress is shown; None for nowhere.
        resume: a file for the tally, which is saved there; if an earlier run has left one, the run continues from it.
            None saves nothing.

    Raises:
        OptionError: an argument is impossible, or the file is of another run.
        OutputError: the file cannot be written.
    """
    check_counts(game, num_games, num_secrecy_pairs)
    check_place(place)
    path = None if resume is None else try_file(Path(resume))
    with nullcontext() if path is None else locked(path.parent, f".{path.name}{LOCK}"):
        job = SoakJob(game, checked_seed(seed))
        job.warm_up()  # before the ledger begins to count the time, so that the rate excludes compilation
        ledger = TallyLedger(game, job.seed, num_games, num_secrecy_pairs, path)
        advice = "nothing was saved without --resume" if path is None else "the same command continues"
        is_whole = run_parts(job, ledger.parts_left(), ledger, place, console, advice)
    return SoakReport(game, ledger.seed, ledger.tally, not is_whole)


def check_counts(game: str, num_games: int, num_secrecy_pairs: int) -> None:
    """Check that there is a game called `game`, and that there are some games or secrecy pairs to play.

    Raises:
        OptionError: there is no such game, or a number is impossible.
    """
    checked_game(game)
    checked_whole("num_games", num_games, 0)
    checked_whole("num_secrecy_pairs", num_secrecy_pairs, 0)
    if num_games == num_secrecy_pairs == 0:
        raise OptionError("num_games: expected some games or secrecy pairs to check, found none of either")


def todos_of(
    game: str, num_games: int, num_secrecy_pairs: int, seed: int, resume: Path | None
) -> "list[Todo[Numbers, Tally]]":
    """Return the games and secrecy pairs of a soak that are left to play, for a dry run.

    The arguments are those of `run_soak`.

    Raises:
        OptionError: an argument is impossible, or the file is of another run.
    """
    check_counts(game, num_games, num_secrecy_pairs)
    job = SoakJob(game, checked_seed(seed))
    left = TallyLedger(game, job.seed, num_games, num_secrecy_pairs, resume).parts_left()
    kinds = (("games", [part for part in left if not part.redealt]), ("pairs", [part for part in left if part.redealt]))
    return [Todo(f"{sum(part.last - part.first for part in parts):,} {name}", job, parts) for name, parts in kinds]


class Numbers(NamedTuple):
    """A part of a soak: the random games `first` to `last - 1`, or with `redealt` the secrecy pairs."""

    first: int
    last: int
    redealt: bool


class SoakJob(Job[Numbers, Tally]):
    """Plays random games and secrecy pairs of a game and a seed, checking them; a part is a range of their numbers.

    A secrecy pair is a game in which what is hidden from a seat is dealt again, which that seat must not notice.
    """

    noun = "games"

    def __init__(self, game: str, seed: int) -> None:
        """Make the job for the game called `game`."""
        self.game, self.seed = game, seed

    def begin(self, link: Link) -> Callable[[Numbers], Tally]:  # noqa: ARG002 - a part is too short to be stopped
        """Return the function that plays and checks the games of a part and returns their tally; `link` is not used."""
        return lambda part: play_part(self.game, self.seed, range(part.first, part.last), redealt=part.redealt)

    def warm_up(self) -> None:
        """Play one game and one secrecy pair, so that all kernels are compiled; do nothing if the JIT is off."""
        if not is_compiled():
            return
        for redealt in (False, True):
            play_one(self.game, self.seed, 0, redealt=redealt)


class TallyLedger:
    """The tally of a soak, in which results of parts are added up in their order, and the file that it is saved in.

    Attributes:
        seed: of all random streams.
        tally: of all games so far, those of an earlier run included.
    """

    def __init__(self, game: str, seed: int, num_games: int, num_pairs: int, path: Path | None) -> None:
        """Begin with the tally that an earlier run has left in the file `path`, or with an empty one if there is none.

        `num_games` and `num_pairs` say how many games and secrecy pairs of the game called `game` there are to be.

        Raises:
            OptionError: the file is of another game, of another `seed`, or of other sources.
        """
        self._game, self._num_games, self._num_pairs, self._path = game, num_games, num_pairs, path
        self.seed, self.tally = seed, Tally() if path is None else read_tally(path, game, seed)
        self._counted_at = time.monotonic()

    def parts_left(self) -> list[Numbers]:
        """Return the parts that are left to play: games, then secrecy pairs."""
        return [
            Numbers(first, min(first + GAMES_A_PART, last), redealt)
            for redealt, done, last in (
                (False, self.tally.games, self._num_games),
                (True, self.tally.pairs, self._num_pairs),
            )
            for first in range(done, last, GAMES_A_PART)
        ]

    def add(self, part: Numbers, result: Tally) -> None:  # noqa: ARG002 - parts come in order
        """Add the tally of a part, and the time since the last one."""
        now = time.monotonic()
        self.tally = self.tally.plus(result).plus(Tally(seconds=now - self._counted_at))
        self._counted_at = now

    def has_enough(self) -> bool:
        """Return False: all parts are wanted."""
        return False

    def counts(self) -> list[Count]:
        """Return two counts, of games and of secrecy pairs: how many have been played, and how many there are to be."""
        tally = self.tally
        return [Count("games", tally.games, self._num_games), Count("secrecy pairs", tally.pairs, self._num_pairs)]

    def save(self) -> None:
        """Write the tally to its file, if there is one."""
        if self._path is not None:
            write_tally(self._path, self._game, self.seed, self.tally)


def play_part(game: str, seed: int, numbers: range, *, redealt: bool) -> Tally:
    """Play the games with the given `numbers` one after the other, checking them, and return their tally.

    With `redealt`, play secrecy pairs, in which what is hidden from a seat is dealt again. Their events are not
    counted. `game` is the name of the game, and `seed` that of all random streams.
    """
    package = load(game).package
    room, soak = make_room(package), soak_of(package)
    decisions, violations = 0, []
    for number in numbers:
        outcome = play_one(game, seed, number, redealt=redealt, room=room)
        decisions += outcome.steps
        if outcome.violation != soak.Violation["NOTHING"]:
            where = str(setting_of(game, number))
            violations.append(Found(outcome.violation.name, seed, number, outcome.steps, redealt, where))
    if redealt:  # events are not counted: pairs go through the same rotation again
        return Tally(pairs=len(numbers), decisions=decisions, violations=tuple(violations))
    counts = {event.name: int(room[0].events[event]) for event in soak.Event}
    return Tally(games=len(numbers), decisions=decisions, counts=counts, violations=tuple(violations))
