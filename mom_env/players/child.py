"""A program that runs beside this one, is asked a question in a line, and answers with a line."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from mom_env.errors import NoAction

LONGEST = 1 << 16  # bytes of an answer
GRACE = 0.5  # seconds in which a program may end by itself, and again once it is asked to end


class Child:
    """A process that is asked questions over its standard input and answers over its standard output.

    What it writes to its standard error goes where that of this process goes. It leads a session of its own, so that
    Ctrl-C does not reach it, and so that all processes that it starts can be ended with it.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Start the program `words`, which is not run through a shell.

        Raises:
            OSError: it cannot be started.
        """
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, start_new_session=True)  # noqa: S603  # named on the command line
        self._stdin, self._stdout = opened(self._process.stdin), opened(self._process.stdout)
        self._heard = b""
        self._deadline = 0.0
        self._limit = 0.0

    def ask(self, question: bytes, limit: float) -> bytes:
        """Write `question`, and return the line that the program answers within `limit` seconds, without its break.

        Raises:
            NoAction: it has written something without being asked, does not answer in time, answers more than a line or
                a line of more than LONGEST (65,536) bytes, or has ended.
        """
        self._limit, self._deadline = limit, time.monotonic() + limit
        if self._heard or self._hears():
            raise NoAction("wrote to its standard output without being asked")
        self._write(question)
        return self._read_line()

    def end(self, farewell: bytes) -> None:
        """Write `farewell`, close the program's standard input, and wait a little; then end all of its processes."""
        try:
            with suppress(OSError):  # it may have ended, or read nothing
                self._stdin.write(farewell)
            self._stdin.close()
            if not self._has_ended():
                self._signal(signal.SIGTERM)
                self._has_ended()
        finally:
            self._signal(signal.SIGKILL)  # also what it has started, and left behind
            self._process.wait()
            self._stdout.close()

    def _write(self, message: bytes) -> None:
        """Write a message to the program.

        Raises:
            NoAction: it does not read the message in time, or has ended.
        """
        left = memoryview(message)
        while left:
            self._wait(self._stdin, selectors.EVENT_WRITE)
            try:
                left = left[self._stdin.write(left) or 0 :]
            except BrokenPipeError:
                raise NoAction(self._how_it_ended()) from None

    def _read_line(self) -> bytes:
        """Return the line that the program writes.

        Raises:
            NoAction: it writes none in time, more than one or too long a one, or has ended.
        """
        while b"\n" not in self._heard and len(self._heard) <= LONGEST:
            self._wait(self._stdout, selectors.EVENT_READ)
            if not self._hears():
                raise NoAction(self._how_it_ended())
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST:
            raise NoAction(f"answered with a line of more than {LONGEST:,} bytes")
        if self._heard:
            raise NoAction("answered with more than one line")
        return line

    def _hears(self) -> bool:
        """Read what the program has written so far, and return whether there was anything."""
        with suppress(OSError):
            found = self._stdout.read(LONGEST)
            self._heard += found or b""  # None if there is nothing to read, b"" after the end
            return bool(found)
        return False

    def _wait(self, stream: IO[bytes], event: int) -> None:
        """Wait until a stream can be read or written, as `event` says.

        Raises:
            NoAction: the time for the answer is over.
        """
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            if not selector.select(max(0.0, self._deadline - time.monotonic())):
                raise NoAction(f"took longer than {self._limit:g} s")

    def _has_ended(self) -> bool:
        """Wait a little for the program to end, and return whether it has."""
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _how_it_ended(self) -> str:
        """Return in words how the program ended instead of answering."""
        if not self._has_ended():
            return "closed its standard streams before it answered"
        code = self._process.returncode
        return f"ended before it answered, {f'by signal {-code}' if code < 0 else f'with exit code {code}'}"

    def _signal(self, number: int) -> None:
        """Send a signal to the program and to all that it has started."""
        with suppress(ProcessLookupError, PermissionError):  # all have ended
            os.killpg(self._process.pid, number)


def opened(stream: IO[bytes] | None) -> IO[bytes]:
    """Return the stream of a pipe to a process, and make it one that never waits."""
    assert stream is not None, "Popen was asked for a pipe"  # noqa: S101
    os.set_blocking(stream.fileno(), False)
    return stream
