"""Play by the clock, in games in which all seats move at the same time: a choice that is not made in time is a wait."""

import time
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from mom_env.contract.info import GameInfo
from mom_env.errors import OptionError
from mom_env.terminal.keys import read_line

LEAST, MOST = 0.5, 600.0  # seconds for a choice
PAUSE_KEY = " "  # no choice begins with it
PAUSE = {"p", "pause"}

Ask = Callable[[str], str]
Read = Callable[[float], str | None]


class TimeIsUp(Exception):
    """No line was typed in time."""


def read_within(seconds: float) -> str | None:
    """Return the line that is typed within `seconds`, or the key that pauses as soon as it is; None if time is up."""
    return read_line(seconds, PAUSE_KEY)


class Clock:
    """The time that a person has for each choice. Only waiting for the person counts, not what is shown or computed.

    Attributes:
        seconds: for each choice.
        left: seconds that are left of the choice under way.
        read: waits for a line for a time, and returns it, or None if there is none.
    """

    def __init__(self, seconds: float, read: Read = read_within) -> None:
        """Take the seconds for each choice, and what reads a line in time."""
        self.seconds = self.left = seconds
        self.read = read

    def start(self) -> None:
        """Begin the time of a choice."""
        self.left = self.seconds

    def timed(self, ask: Ask, console: Console) -> Ask:
        """Return a function that asks as `ask` does, within the time that is left; prompts are shown on `console`.

        It raises `TimeIsUp` if no line is typed in time. The space bar stops the clock until Enter is pressed, as p and
        Enter do.
        """

        def asked(prompt: str) -> str:
            while True:
                console.print(f"[dim]{self.left:.0f} s, Space pauses |[/] {prompt}", end="")
                answer = self._answer(console)
                if answer != PAUSE_KEY and answer.strip().lower() not in PAUSE:
                    return answer
                ask(f"[dim]The clock stands still at {self.left:.0f} s. Enter: go on[/] > ")

        return asked

    def _answer(self, console: Console) -> str:
        """Return the line that is typed in time, and take the time from what is left.

        Raises:
            TimeIsUp: no line is typed in time.
        """
        begin = time.monotonic()
        answer = self.read(self.left) if self.left > 0 else None
        self.left -= time.monotonic() - begin
        if answer is None:
            console.print(Text("\nTime is up: you wait."))
            raise TimeIsUp
        return answer


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
