"""`mom play`: a person at a table in the terminal, with players of any spec at the other seats.

The game is saved after every choice, so that nothing is lost, whatever ends the program.
"""

import shlex
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.text import Text

from mom_env.base.game import Game
from mom_env.base.replay import read_replay, write_replay
from mom_env.common.arguments import checked_whole
from mom_env.common.console import INTERRUPTED
from mom_env.common.files import reason_of, try_file
from mom_env.contract.info import OptionValue
from mom_env.contract.people import Ruleset
from mom_env.errors import OptionError, OutputError
from mom_env.games import load
from mom_env.players.specs import HUMAN, make_player, notes
from mom_env.terminal.sitting import Ask, Left, Sitting

ENDED = 128  # the exit code that shells use for a signal, less the signal's number
SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Ended(BaseException):
    """A signal of the system ends the program; `number` is that of the signal.

    It is not an `Exception`, so that no player's `except Exception` catches it.
    """

    def __init__(self, number: int) -> None:
        """Take the number of the signal."""
        super().__init__(number)
        self.number = number


# Sitting down


def begin(
    game: str,
    opponents: Sequence[str],
    hint: str,
    console: Console,
    *,
    seat: int | None = None,
    seed: int | None = None,
    deck: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
) -> Sitting:
    """Deal a new game, make its players, and return the sitting: the game with the person and the others in it.

    Args:
        game: name of the game.
        opponents: specs, which name players such as "random", for the other seats, in their order.
        hint: spec of the player who gives hints.
        console: where everything is shown.
        seat: the person's seat, from 0; None draws it from the seed.
        seed: of the deal and of the other players' chance; None draws it.
        deck: name or path of a deck file.
        options: rule options by name.

    Raises:
        OptionError, DeckError: the error says what was expected, and what was found.
    """
    seed = int(np.random.default_rng().integers(2**31)) if seed is None else seed
    table = load(game).people.Game(len(opponents) + 1, seed, deck=deck, options=options)
    if seat is None:
        seat = int(np.random.default_rng(seed).integers(table.num_players))
    checked_whole("seat", seat, 0, table.num_players - 1)
    return make_sitting(game, table, seat, list(opponents), hint, seed, console)


def resume(game: str, file: Path, hint: str, console: Console) -> Sitting:
    """Return the sitting of an unfinished game that continues from its replay in `file`.

    `game` is the name of the game, and `hint` the spec of the player who gives hints. Everything is shown on `console`.

    Raises:
        MomError: the file is not the replay of an unfinished game with one person in it.
    """
    replay = read_replay(file)
    table, specs = load(game).people.Game.from_replay(replay), replay["players"]
    if table.over or specs.count(HUMAN) != 1:
        raise OptionError(f"{file}: expected an unfinished game with one {HUMAN!r}, found players {specs}")
    seat = specs.index(HUMAN)
    seed = replay["seed"] or 0
    return make_sitting(game, table, seat, [*specs[:seat], *specs[seat + 1 :]], hint, seed, console)


def make_sitting(
    game: str, table: Game[Ruleset], seat: int, opponents: list[str], hint: str, seed: int, console: Console
) -> Sitting:
    """Make the players, show their notes, and return the sitting: the game with the person and the others in it.

    Args:
        game: name of the game.
        table: the game itself.
        seat: the person's seat.
        opponents: specs, which name players such as "random", for the other seats, in their order.
        hint: spec of the player who gives hints.
        seed: of the other players' chance.
        console: where everything is shown.
    """
    others, helper = ([make_player(spec, game, table.ruleset) for spec in specs] for specs in (opponents, [hint]))
    for note in notes([*others, *helper], table.ruleset):
        console.print(note, style="yellow", markup=False)
    return Sitting(game, table, seat, others, helper[0], seed, console)


# Playing to the end


class Keeper:
    """Saves a game to a file, as a replay; `is_saved` says whether the file has the last choice."""

    def __init__(self, sitting: Sitting, path: Path) -> None:
        """Take the file of the game, and save the game as it is.

        Raises:
            OutputError: the file cannot be written.
        """
        self.sitting, self.path, self.is_saved = sitting, path, False
        self.write()

    def write(self) -> None:
        """Save the game as it is to its file.

        Raises:
            OutputError: the file cannot be written; it is unchanged.
        """
        replay = self.sitting.game.replay(players=self.sitting.specs)
        write_replay(self.path, replay)
        self.is_saved = True

    def save(self) -> None:
        """Save the game as it is; if the file cannot be written, show that, and let the game continue."""
        self.is_saved = False
        try:
            self.write()
        except OutputError as error:
            self.sitting.console.print(Text(f"{error}; the file ends with an earlier choice", "red"), soft_wrap=True)

    def say_where(self) -> None:
        """Show how the game ended, if it has, and in which file it is, with the command that continues or shows it."""
        sitting, console, file = self.sitting, self.sitting.console, str(self.path)
        if not sitting.game.over:
            hint = ["--hint", sitting.hint.spec] if sitting.hint.spec != load(sitting.name).info.hint else []
            again = shlex.join(["mom", "play", "--resume", file, *hint])
            console.print(Text(f"Saved in {file}. To continue: {again}"), soft_wrap=True)
            return
        console.rule("[bold]final scoring[/]", style="dim")
        console.print(load(sitting.name).people.show_scoring(sitting.game, sitting.names))
        console.print(Text(f"Saved in {file}. To look at it: {shlex.join(['mom', 'replay', file])}"), soft_wrap=True)


def run(sitting: Sitting, ask: Ask, save: Path | None) -> int:
    """Play the game of a sitting to its end, or until something else ends it, saving it after every choice.

    Args:
        sitting: the game and its players.
        ask: shows a prompt and returns what is typed.
        save: the file of the replay, which is replaced; None makes a new one in the current directory.

    Returns:
        The exit code for the shell, as `play_to_end` returns it.

    Raises:
        OutputError: the replay cannot be written.
        PlayerError: another player does not answer.
    """
    keeper = Keeper(sitting, try_file(save) if save else new_file(sitting.seed))
    sitting.save = keeper.save
    with signals_raise_ended():
        try:
            code = play_to_end(sitting, ask)
        finally:
            with suppress(OSError):  # the terminal may be closed
                keeper.say_where()
    if not keeper.is_saved:
        keeper.write()
    return code


def play_to_end(sitting: Sitting, ask: Ask) -> int:
    """Play until the end, or until the person or the system ends it, and return the exit code for the shell.

    The code is 0 at the end and if the person leaves, INTERRUPTED (130) after Ctrl-C, and ENDED (128) plus the number
    of the signal if the system ends it. `ask` shows a prompt and returns what is typed.
    """
    try:
        sitting.play(ask)
    except Left:
        return 0
    except EOFError:
        sitting.console.print()
        return 0
    except KeyboardInterrupt:
        sitting.console.print()
        return INTERRUPTED
    except Ended as ended:
        with suppress(OSError):  # the terminal may be closed
            sitting.console.print()
        return ENDED + ended.number
    return 0


def new_file(seed: int) -> Path:
    """Create an empty file with a new name in the current directory, and return its path.

    It is named `game-SEED.json`, with `seed` for SEED, or `game-SEED-2.json` and so on if there is such a file.

    Raises:
        OutputError: the file cannot be created.
    """
    number = 1
    while True:
        path = Path(f"game-{seed}.json" if number == 1 else f"game-{seed}-{number}.json")
        try:
            path.open("x").close()
        except FileExistsError:
            number += 1
        except OSError as error:
            raise OutputError(f"{path}: cannot be written: {reason_of(error)}; use --save for another place") from None
        else:
            return path


@contextmanager
def signals_raise_ended() -> Iterator[None]:
    """Make the first signal that ends programs raise `Ended` in the `with` block, in a main thread only.

    Later signals are ignored in the block. Afterwards signals do what they did before.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: object) -> None:
        for name in SIGNALS:
            signal.signal(name, signal.SIG_IGN)
        raise Ended(number)

    before = {number: signal.signal(number, end) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
