"""Play by the clock, in games in which all seats move at the same time: a choice that is not made in time is a wait."""

import select
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from mom_env.contract.info import GameInfo
from mom_env.errors import OptionError

LEAST, MOST = 0.5, 600.0  # seconds for a choice
PAUSE = {"p", "pause"}
POLLED = 0.05  # seconds between two looks at the keyboard, where a terminal cannot be waited for

Ask = Callable[[str], str]


class TimeIsUp(Exception):
    """Nothing was typed in time."""


def typed_within(seconds: float) -> bool:
    """Wait for `seconds` at most, and return whether there is something to be read from the terminal.

    A file or a pipe in the place of a terminal is always read at once.
    """
    if not sys.stdin.isatty():
        return True
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  # other systems lack it

        until = time.monotonic() + seconds
        while not msvcrt.kbhit() and time.monotonic() < until:
            time.sleep(POLLED)
        return msvcrt.kbhit()
    return bool(select.select([sys.stdin], [], [], seconds)[0])


class Clock:
    """The time that a person has for each choice. Only waiting for the person counts, not what is shown or computed.

    Attributes:
        seconds: for each choice.
        left: seconds that are left of the choice under way.
    """

    def __init__(self, seconds: float, typed: Callable[[float], bool] = typed_within) -> None:
        """Take the seconds for each choice; `typed` waits for input for a time, and returns whether there is any."""
        self.seconds = self.left = seconds
        self._typed = typed

    def start(self) -> None:
        """Begin the time of a choice."""
        self.left = self.seconds

    def timed(self, ask: Ask, console: Console) -> Ask:
        """Return a function that asks as `ask` does, within the time that is left; prompts are shown on `console`.

        It raises `TimeIsUp` if nothing is typed in time. The key p stops the clock until Enter is pressed.
        """

        def asked(prompt: str) -> str:
            while True:
                console.print(f"[dim]{self.left:.0f} s, p pauses |[/] {prompt}", end="")
                self._wait(console)
                answer = ask("")
                if answer.strip().lower() not in PAUSE:
                    return answer
                ask(f"[dim]The clock stands still at {self.left:.0f} s. Enter: go on[/] > ")

        return asked

    def _wait(self, console: Console) -> None:
        """Wait until something is typed, and take the time from what is left.

        Raises:
            TimeIsUp: nothing is typed in time.
        """
        begin = time.monotonic()
        is_typed = self.left > 0 and self._typed(self.left)
        self.left -= time.monotonic() - begin
        if not is_typed:
            console.print(Text("\nTime is up: you wait."))
            raise TimeIsUp


def clock_for(info: GameInfo, seconds: float | None) -> Clock | None:
    """Return a clock that gives a person `seconds` for each choice; None for None.

    Raises:
        OptionError: the seats of the game do not move at the same time, or nobody can play so fast or so slowly.
    """
    if seconds is None:
        return None
    if info.kind != "simultaneous" or info.wait is None:
        expected = "a game in which all seats move at the same time and may wait"
        raise OptionError(f"seconds-per-tick: expected {expected}, found {info.name!r}")
    if not LEAST <= seconds <= MOST:
        raise OptionError(f"seconds-per-tick: expected {LEAST:g} to {MOST:g}, found {seconds:g}")
    return Clock(seconds)
