"""Keys read one by one from a terminal: a line in time, a key that answers at once; the terminal is left as it was."""

import io
import os
import sys
from collections.abc import Iterator

import pytest

if sys.platform == "win32":
    pytest.skip("needs terminals as POSIX has them", allow_module_level=True)

import pty
import termios

from mom_env.terminal import keys
from mom_env.terminal.keys import read_line

pytestmark = pytest.mark.once
SOON, LATER = 0.05, 30.0  # seconds


class Screen:
    """A terminal that is the standard input: a test types into it, and sees what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._master, slave = pty.openpty()
        self._stdin, self._capsys = os.fdopen(slave), capsys
        monkeypatch.setattr(sys, "stdin", self._stdin)
        self.before = self.mode()

    def mode(self) -> list[object]:
        return termios.tcgetattr(self._stdin)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def shown(self) -> str:
        return self._capsys.readouterr().out

    def close(self) -> None:
        os.close(self._master)
        self._stdin.close()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Screen]:
    made = Screen(monkeypatch, capsys)
    yield made
    assert made.mode() == made.before
    made.close()


@pytest.mark.parametrize(
    ("typed", "line", "shown"),
    [
        ("ct\r", "ct", "ct\n"),
        ("\n", "", "\n"),
        ("5 6\n", "5 6", "5 6\n"),
        ("\x7f1x\x7f2\n", "12", "1x\b \b2\n"),
        ("abc\x15d\n", "d", "abc\b \b\b \b\b \bd\n"),
        ("\tüÄ€\x7f\n", "üÄ", "üÄ€\b \b\n"),
    ],
)
def test_a_line_is_what_stands_before_enter(screen: Screen, typed: str, line: str, shown: str) -> None:
    with keys.key_by_key():  # what is typed before, the terminal itself would edit
        screen.type(typed)
        assert read_line(LATER, " ") == line
    assert screen.shown() == shown


def test_one_key_answers_at_once(screen: Screen) -> None:
    screen.type(" ")
    assert read_line(LATER, " ") == " "


def test_what_is_typed_ahead_is_the_next_line(screen: Screen) -> None:
    screen.type("5\nw\n")
    assert [read_line(LATER, " ") for _ in range(2)] == ["5", "w"]


def test_half_a_line_is_dropped_when_the_time_is_up(screen: Screen) -> None:
    screen.type("5")
    assert read_line(SOON, " ") is None
    assert screen.shown() == "5"
    screen.type("w\n")
    assert read_line(LATER, " ") == "w"


def test_an_arrow_types_nothing(screen: Screen) -> None:
    screen.type("\x1b[A")
    assert read_line(SOON, " ") is None
    assert screen.shown() == ""


def test_ctrl_d_ends_the_input_where_nothing_is_typed(screen: Screen) -> None:
    with keys.key_by_key():
        screen.type("5\x04\n")
        assert read_line(LATER, " ") == "5"
        screen.type("\x04")
        with pytest.raises(EOFError):
            read_line(LATER, " ")


def test_an_interrupt_leaves_the_terminal_as_it_was(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "next_key", lambda _: "\x03")
    with pytest.raises(KeyboardInterrupt):
        read_line(LATER, " ")
    assert screen.mode() == screen.before


def test_a_pipe_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("5\n"))
    assert read_line(0, " ") == "5"
    with pytest.raises(EOFError):
        read_line(0, " ")
