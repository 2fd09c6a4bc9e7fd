"""A line read from the terminal key by key, for which there is a time, and which one key can end without Enter."""

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

ENTER, ERASE, ERASE_ALL, ESCAPE = "\r\n", "\x7f\b", "\x15", "\x1b"
CTRL_C, ENDS = "\x03", "\x04\x1a"  # Windows has Ctrl-C as a key, and Ctrl-Z for Ctrl-D
POLLED = 0.05  # seconds between two looks at the keyboard on Windows, which cannot wait for it


def read_line(seconds: float, at_once: str) -> str | None:
    """Return what is typed before Enter, or `at_once` as soon as a line begins with that key; None if time is up.

    What was typed of a line when the time is up is dropped. A file or a pipe in the place of a terminal is read at
    once.

    Raises:
        EOFError: the file ends, or Ctrl-D is typed in place of a line.
        KeyboardInterrupt: Ctrl-C is typed.
    """
    if not sys.stdin.isatty():
        return input()
    until, line = time.monotonic() + seconds, ""
    with key_by_key():
        while key := next_key(until - time.monotonic()):
            if key in ENTER or (key == at_once and not line):
                show("\n")
                return line if key in ENTER else key
            if key == CTRL_C:
                raise KeyboardInterrupt
            if key in ENDS and not line:
                raise EOFError
            line = changed(line, key)
    return None


def changed(line: str, key: str) -> str:
    """Return `line` after a key, and show the change at its end. Keys without a sign, such as arrows, are ignored."""
    kept = "" if key == ERASE_ALL else line[:-1] if key in ERASE else line
    show("\b \b" * (len(line) - len(kept)))
    if key == ESCAPE:  # what follows is the name of an arrow or the like
        drop_typed()
    added = key if key.isprintable() else ""
    show(added)
    return kept + added


def show(text: str) -> None:
    """Print `text` at once and as it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def key_by_key() -> Iterator[None]:
        """Do nothing: Windows gives keys one by one."""
        yield

    def next_key(seconds: float) -> str:
        """Return the next key that is typed within `seconds`, or ""."""
        until = time.monotonic() + seconds
        while not msvcrt.kbhit() and time.monotonic() < until:
            time.sleep(POLLED)
        return msvcrt.getwch() if msvcrt.kbhit() else ""

    def drop_typed() -> None:
        """Forget what is typed and not read yet."""
        while msvcrt.kbhit():
            msvcrt.getwch()

else:
    import termios
    import tty

    @contextmanager
    def key_by_key() -> Iterator[None]:
        """Have the terminal give each key at once and not show it, in the `with` block; afterwards it is as before."""
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin, termios.TCSANOW)  # by default what was typed before would be dropped
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, before)

    def next_key(seconds: float) -> str:
        """Return the next key that is typed within `seconds`, or ""."""
        if not select.select([sys.stdin], [], [], max(seconds, 0))[0]:
            return ""
        first = os.read(sys.stdin.fileno(), 1)
        if not first:
            return ENDS[0]  # the terminal is closed
        more = sum(first[0] >= least for least in (0xC0, 0xE0, 0xF0))  # bytes of the same character in UTF-8
        return (first + os.read(sys.stdin.fileno(), more) if more else first).decode(errors="replace")

    def drop_typed() -> None:
        """Forget what is typed and not read yet."""
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
