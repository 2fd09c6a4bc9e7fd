"""`mom play --seconds-per-tick`: who does not choose in time waits, and a key stops the clock."""

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from mom_env.contract.people import MenuEntry
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.terminal.clock import LEAST, MOST, PAUSE_KEY, Clock, TimeIsUp, clock_for
from mom_env.terminal.play import begin
from mom_env.terminal.sitting import Left, Sitting
from tests.support.terminal import Terminal

pytestmark = pytest.mark.once
TOGETHER = [name for name in GAMES if load(name).info.kind == "simultaneous"]
IN_TURN = [name for name in GAMES if load(name).info.kind == "sequential"]
SILENCE = "silence"  # nothing is typed until the time is up


class Keyboard:
    """What a person types, line by line; the time is up at each SILENCE."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.next = ""
        self.waited: list[float] = []
        self.asked: list[str] = []

    def read(self, seconds: float) -> str | None:
        self.waited.append(seconds)
        line = next(self.lines)
        return None if line == SILENCE else line

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        line, self.next = self.next, ""
        return line


def console() -> Console:
    return Console(record=True, file=StringIO(), width=100)


def timed(keyboard: Keyboard, seconds: float = 4) -> tuple[Clock, Callable[[str], str]]:
    clock = Clock(seconds, keyboard.read)
    return clock, clock.timed(keyboard.ask, console())


def test_what_is_typed_in_time_is_the_answer() -> None:
    keyboard = Keyboard("5")
    clock, asked = timed(keyboard)
    clock.start()
    assert asked("> ") == "5"
    assert keyboard.waited == [4]


def test_nothing_typed_in_time_is_an_error() -> None:
    keyboard = Keyboard(SILENCE)
    _, asked = timed(keyboard)
    with pytest.raises(TimeIsUp):
        asked("> ")
    assert keyboard.asked == []


def test_the_time_of_several_answers_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 1.5, 10.0, 12.0, 20.0, 20.25])
    monkeypatch.setattr("time.monotonic", lambda: next(now))
    keyboard = Keyboard("h", "?", "5")
    clock, asked = timed(keyboard)
    clock.start()
    assert [asked("> ") for _ in range(3)] == ["h", "?", "5"]
    assert keyboard.waited == [4, 2.5, 0.5]
    clock.start()
    assert clock.left == 4


@pytest.mark.parametrize("key", [PAUSE_KEY, "p", "P ", "pause"])
def test_a_key_stops_the_clock(key: str) -> None:
    keyboard = Keyboard(key, "w")
    clock, asked = timed(keyboard)
    clock.start()
    assert asked("> ") == "w"
    assert len(keyboard.waited) == 2  # nothing is waited for in the pause
    assert "stands still" in keyboard.asked[0]


# At a table


def sitting(name: str, keyboard: Keyboard) -> Sitting:
    made = begin(name, ["random"], "random", console(), seat=0, seed=5, deck="mini")
    made.clock = Clock(4, keyboard.read)
    return made


def until_left(made: Sitting, keyboard: Keyboard) -> list[int]:
    """The person's choices until the person leaves."""
    with pytest.raises(Left):
        made.play(keyboard.ask)
    made.session.close()
    return [turn.action for turn in made.session.turns if turn.seat == 0]


@pytest.mark.parametrize("name", TOGETHER)
def test_a_missed_tick_is_a_wait(name: str) -> None:
    keyboard = Keyboard(SILENCE, SILENCE, "q")
    made = sitting(name, keyboard)
    assert until_left(made, keyboard) == [load(name).info.wait] * 2
    said = made.console.export_text()
    assert said.count("Time is up: you wait.") == 2


@pytest.mark.parametrize("name", TOGETHER)
def test_a_choice_in_time_is_played_and_keys_are_explained(name: str) -> None:
    keyboard = Keyboard()
    made = sitting(name, keyboard)
    other = next(entry for entry in begun(made) if entry.action != load(name).info.wait)
    keyboard.lines = iter(["?", other.label, "q"])
    assert until_left(made, keyboard) == [other.action]
    assert "stop the clock" in made.console.export_text()


def begun(made: Sitting) -> list[MenuEntry]:
    """The person's choices at the first decision."""
    made.session.advance()
    return made.choices()


def test_where_waiting_is_no_choice_the_clock_stands_still() -> None:
    keyboard = Keyboard()
    keyboard.next = "q"
    made = sitting(GAMES[0], keyboard)
    assert until_left(made, keyboard) == []
    assert keyboard.waited == []


@pytest.mark.parametrize("name", IN_TURN)
def test_where_seats_take_turns_there_is_no_clock(name: str) -> None:
    assert clock_for(load(name).info, None) is None
    with pytest.raises(OptionError, match=f"all seats move at the same time and may wait, found '{name}'"):
        clock_for(load(name).info, 4)


@pytest.mark.parametrize("seconds", [LEAST - 0.1, MOST + 1, -1, float("nan")])
def test_an_impossible_time_is_refused(seconds: float) -> None:
    with pytest.raises(OptionError, match=r"expected 0\.5 to 600, found"):
        clock_for(load(GAMES[0]).info._replace(kind="simultaneous", wait=0), seconds)


@pytest.mark.outside
@pytest.mark.parametrize("name", TOGETHER)
def test_at_a_real_terminal_the_clock_runs(name: str, tmp_path: Path) -> None:
    words = (
        "play",
        "random",
        "--game",
        name,
        "--hint",
        "random",
        "--deck",
        "mini",
        "--seconds-per-tick",
        "0.5",
        "--seed",
        "3",
    )
    terminal = Terminal(*words, "--seat", "0", cwd=tmp_path)
    terminal.wait_for("Enter: begin")
    terminal.type("\n")
    terminal.wait_for("Time is up: you wait.")
    terminal.type(" ")
    terminal.wait_for("stands still")
    terminal.type("\n")
    begin = len(terminal.wait_for("Space pauses"))
    terminal.type("half of a line")
    rest = terminal.wait_for("Time is up: you wait.", begin)
    terminal.wait_for("Space pauses", begin + len(rest))
    terminal.type("q\n")
    terminal.wait_for("Saved in")
    assert terminal.end() == 0
