"""`mom play`: a person at a table in the terminal, with players of any spec at the other seats.

The game is saved after every choice, so that nothing is lost, whatever ends the program.
"""

import shlex
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np
from rich.console import Console
from rich.text import Text

from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import checked_whole
from mom_env.common.console import INTERRUPTED
from mom_env.common.files import reason_of, try_file
from mom_env.contract.info import OptionValue
from mom_env.errors import OptionError, OutputError
from mom_env.games import load
from mom_env.players.program import is_program
from mom_env.players.specs import HUMAN
from mom_env.table.session import Session, start
from mom_env.table.session import resume as resume_session
from mom_env.terminal.clock import Ask
from mom_env.terminal.sitting import Left, Sitting

ENDED = 128  # the exit code that shells use for a signal, less the signal's number
P = ParamSpec("P")
R = TypeVar("R")
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
    """Deal a new game, make its players, and return the sitting: the person's screen of the session.

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
    if HUMAN in opponents:
        raise OptionError(f"opponents: expected players, found {HUMAN!r}: there is one person at a terminal")
    seed = int(np.random.default_rng().integers(2**31)) if seed is None else checked_seed(seed)
    if seat is None:
        seat = int(np.random.default_rng(seed).integers(len(opponents) + 1))
    seats = [*opponents[:seat], HUMAN, *opponents[seat:]]
    session = start(game, seats, hint=hint, seed=seed, deck=deck, options=options)  # knows how many may play
    return sit_down(session, checked_whole("seat", seat, 0, len(opponents)), console)


def resume(game: str, file: Path, hint: str, console: Console, programs: Collection[str] = ()) -> Sitting:
    """Return the sitting of an unfinished game that continues from its replay in `file`.

    Args:
        game: name of the game.
        file: the replay.
        hint: spec of the player who gives hints.
        console: where everything is shown.
        programs: specs `command:PROGRAM` that the file may name.

    Raises:
        MomError: the file is not the replay of an unfinished game with one person in it, or names another program.
    """
    session = resume_session(game, file, hint=hint, programs=programs)
    if len(session.people) != 1:
        session.close()
        raise OptionError(f"{file}: expected a game with one {HUMAN!r}, found players {session.specs}")
    return sit_down(session, session.people[0], console)


def sit_down(session: Session, seat: int, console: Console) -> Sitting:
    """Show the notes on the players of a session, and return the sitting of the person at `seat`."""
    for note in session.notes():
        console.print(note, style="yellow", markup=False)
    return Sitting(session, seat, console)


# Playing to the end


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
    session = sitting.session
    with closing(session), signals_raise_ended() as signals:
        session.save_in(try_file(save) if save else new_file(session.seed))
        try:
            if sitting.clock:
                sitting.clock.read = signals.checked_before(sitting.clock.read)
            code = play_to_end(sitting, signals.checked_before(ask))
        finally:
            with suppress(OSError):  # the terminal may be closed
                say_where(sitting)
    if session.unsaved and session.file:
        session.save_in(session.file)
    return code


def say_where(sitting: Sitting) -> None:
    """Show how the game ended, if it has, and in which file it is, with the command that continues or shows it."""
    session, console, file = sitting.session, sitting.console, str(sitting.session.file)
    if not session.over:
        spec = session.hinter.spec
        more = ["--hint", spec] if spec != load(session.name).info.hint else []
        for program in dict.fromkeys(filter(is_program, session.specs)):
            more += ["--program", program]
        again = shlex.join(["mom", "play", "--resume", file, *more])
        console.print(Text(f"Saved in {file}. To continue: {again}"), soft_wrap=True)
        return
    console.rule("[bold]final scoring[/]", style="dim")
    console.print(load(session.name).people.show_scoring(session.game, session.names(sitting.seat)))
    console.print(Text(f"Saved in {file}. To look at it: {shlex.join(['mom', 'replay', file])}"), soft_wrap=True)


def play_to_end(sitting: Sitting, ask: Ask) -> int:
    """Play until the end, or until the person or the system ends it, and return the exit code for the shell.

    The code is 0 at the end and if the person leaves, INTERRUPTED (130) after Ctrl-C, and ENDED (128) plus the number
    of the signal if the system ends it. `ask` shows a prompt and returns what is typed.
    """
    try:
        sitting.open(ask)
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


class Signals:
    """The signals of the system that end programs, while a game is played.

    Attributes:
        first: number of the first signal, or None as long as there was none.
    """

    first: int | None = None

    def end(self, number: int, _: object) -> None:
        """Raise `Ended`, and ignore later signals. This is a handler for `signal.signal`.

        Raises:
            Ended: always.
        """
        self.first = number
        for name in SIGNALS:
            signal.signal(name, signal.SIG_IGN)
        raise Ended(number)

    def checked_before(self, ask: Callable[P, R]) -> Callable[P, R]:
        """Return a function that raises `Ended` if there was a signal, and otherwise does what `ask` does.

        Python prints and drops an exception that a handler raises while garbage is collected. The game would then
        continue, and all later signals would be ignored.
        """

        def checked(*args: P.args, **kwargs: P.kwargs) -> R:
            if self.first is not None:
                raise Ended(self.first)
            return ask(*args, **kwargs)

        return checked


@contextmanager
def signals_raise_ended() -> Iterator[Signals]:
    """Make the first signal that ends programs raise `Ended` in the `with` block, in a main thread only.

    Later signals are ignored in the block. Afterwards signals do what they did before.
    """
    signals = Signals()
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    before = {number: signal.signal(number, signals.end) for number in SIGNALS}
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
