"""A real terminal with a command in it, which tests type into, send signals to, and close."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from tests.support.commands import MAIN, ROOT

LONGEST = 120.0  # seconds that a screen may take; the first one may have to be compiled
PATIENCE = 10.0  # seconds until a signal is sent again
CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal:
    """`mom` in a terminal of its own.

    Attributes:
        text: all that has been printed.
    """

    def __init__(self, *words: str, cwd: Path, columns: int = 80, lines: int = 24) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", "COLUMNS": "", "LINES": ""}
        command = [sys.executable, "-c", MAIN, *words]
        self._process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            preexec_fn=_own_terminal,  # noqa: PLW1509  # tests have no threads
        )
        os.close(slave)
        self.text, self._is_closed = "", False

    def wait_for(self, pattern: str, begin: int = 0) -> str:
        """Read until the pattern has been printed behind `begin`, and return the text from there on."""
        until = time.monotonic() + LONGEST
        while not re.search(pattern, self.text[begin:]):
            assert time.monotonic() < until, f"expected {pattern!r}, found {self.text[begin:]!r}"
            assert self._read(), f"expected {pattern!r}, found the end after {self.text[begin:]!r}"
        return self.text[begin:]

    def type(self, keys: str) -> None:
        """Type some keys."""
        os.write(self._master, keys.encode())

    def send(self, number: int) -> None:
        """Send a signal to the command."""
        self._process.send_signal(number)

    def hang_up(self) -> int:
        """Close the terminal, and return the exit code of the command."""
        os.close(self._master)
        return self._process.wait(LONGEST)

    def end(self, again: Callable[[], None] | None = None) -> int:
        """Wait for the end, and return the exit code.

        Args:
            again: called after every `PATIENCE` seconds in which nothing happens. Python sleeps through a signal that
                comes in the instant before it begins to read.
        """
        until = time.monotonic() + LONGEST
        while not self._is_closed:
            assert time.monotonic() < until, f"expected an end, found {self.text[-1000:]!r}"
            if not self._read(PATIENCE) and not self._is_closed and again:
                again()
        return self._process.wait(LONGEST)

    def kill(self) -> int:
        """End the command at once, and return the exit code."""
        self.send(signal.SIGKILL)
        return self.end()

    def _read(self, seconds: float = LONGEST) -> bool:
        ready, _, _ = select.select([self._master], [], [], seconds)
        try:
            read = os.read(self._master, 65536) if ready else b""
        except OSError:  # so Linux says that nobody has the terminal open any more
            read = b""
        self._is_closed = bool(ready) and not read
        self.text += read.decode(errors="replace").replace("\r\n", "\n")
        return bool(read)


def _own_terminal() -> None:
    """Make the terminal the one that controls the process, so that its end is a hang-up and Ctrl-C interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs, which may run the tests, ignore it
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
