"""Run a soak: games by number, on some threads, with progress, until all are done or it is interrupted."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from mom_env.base.seeds import checked_seed
from mom_env.checks.soak.one_game import play_one, setting_of
from mom_env.checks.soak.report import SoakReport
from mom_env.checks.soak.room import make_room
from mom_env.checks.soak.tally import Found, Tally, read_tally, write_tally
from mom_env.common.arguments import checked_whole
from mom_env.common.console import new_console
from mom_env.common.files import try_file
from mom_env.errors import OptionError
from mom_env.games import checked_game, load
from mom_env.kernel.jit import is_compiled
from mom_env.loops import soak_of

MOST_THREADS = 1_024
GAMES_A_PART = 1_000  # about half a second: an interrupt waits for one part at most
SAVE_EVERY = 10.0  # seconds


def run_soak(
    game: str,
    num_games: int,
    num_secrecy_pairs: int,
    seed: int | None = None,
    num_threads: int = 1,
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
        seed: the same seed gives the same games, on any number of threads; None draws one.
        num_threads: how many threads play.
        console: where progress is shown; None for nowhere.
        resume: a file for the tally, which is saved there; if an earlier run has left one, the run continues from it.
            None saves nothing.

    Raises:
        OptionError: an argument is impossible, or the file is of another run.
        OutputError: the file cannot be written.
    """
    checked_game(game)
    checked_whole("num_games", num_games, 0)
    checked_whole("num_secrecy_pairs", num_secrecy_pairs, 0)
    if num_games == num_secrecy_pairs == 0:
        raise OptionError("num_games: expected some games or secrecy pairs to check, found none of either")
    checked_whole("num_threads", num_threads, 1, MOST_THREADS)
    seed = checked_seed(seed)
    soak = Soak(game, seed, num_threads, None if resume is None else try_file(Path(resume)))
    _compile(game, seed)
    with _progress(console) as progress:
        soak.run(num_games, num_secrecy_pairs, progress)
    return SoakReport(game, seed, soak.tally, soak.is_interrupted)


def _compile(game: str, seed: int) -> None:
    """Play one game and one secrecy pair, so that the rate, which is measured later, excludes compilation.

    Do nothing if the JIT is off.
    """
    if not is_compiled():
        return
    for redealt in (False, True):
        play_one(game, seed, 0, redealt=redealt)


def _progress(console: Console | None) -> Progress:
    """Return progress bars on `console`; with None, they show nothing."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TextColumn("elapsed"), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    return Progress(*columns, *times, console=console or new_console(quiet=True), speed_estimate_period=300)


class Soak:
    """A run of random games that are checked: what has been done, and how to continue.

    It is made from the name of a game, a seed, the number of threads, and the file of the tally or None.
    """

    def __init__(self, game: str, seed: int, num_threads: int, path: Path | None) -> None:
        self.game, self.seed, self.num_threads, self.path = game, seed, num_threads, path
        self.tally = Tally() if path is None else read_tally(path, game, seed)
        self.is_interrupted = False
        self._saved_at = time.monotonic()

    def run(self, num_games: int, num_pairs: int, progress: Progress) -> None:
        """Play until `num_games` games and `num_pairs` secrecy pairs are done; those of an earlier run count.

        Ctrl-C ends it early, which `is_interrupted` then says. The tally is updated, and saved now and then and at the
        end.
        """
        games = progress.add_task("games", total=num_games, completed=self.tally.games)
        pairs = progress.add_task("secrecy pairs", total=num_pairs, completed=self.tally.pairs)
        try:
            with ThreadPoolExecutor(self.num_threads) as pool:
                while self.tally.games < num_games:
                    self._play(pool, self.tally.games, num_games, redealt=False)
                    progress.update(games, completed=self.tally.games)
                while self.tally.pairs < num_pairs:
                    self._play(pool, self.tally.pairs, num_pairs, redealt=True)
                    progress.update(pairs, completed=self.tally.pairs)
        except KeyboardInterrupt:
            self.is_interrupted = True
        self._save()

    def _play(self, pool: ThreadPoolExecutor, first: int, last: int, *, redealt: bool) -> None:
        """Play one part of the games from `first` to `last - 1` on each thread, and add the results to the tally.

        The tally changes in one go, so an interrupt loses whole parts only. With `redealt`, secrecy pairs are played.
        """
        began = time.monotonic()
        size = min(GAMES_A_PART, -(-(last - first) // self.num_threads))
        parts = [range(start, min(start + size, last)) for start in range(first, last, size)][: self.num_threads]
        tally = self.tally
        for part in pool.map(partial(play_part, self.game, self.seed, redealt=redealt), parts):
            tally = tally.plus(part)
        self.tally = tally.plus(Tally(seconds=time.monotonic() - began))
        if time.monotonic() - self._saved_at > SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        """Write the tally to its file, if there is one, and remember when."""
        if self.path is not None:
            write_tally(self.path, self.game, self.seed, self.tally)
        self._saved_at = time.monotonic()


def play_part(game: str, seed: int, numbers: range, *, redealt: bool) -> Tally:
    """Play the games with the given `numbers` one after the other, checking them, and return their tally.

    With `redealt`, play secrecy pairs, in which what is hidden from a seat is dealt again. `game` is the name of the
    game, and `seed` that of all random streams.
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
