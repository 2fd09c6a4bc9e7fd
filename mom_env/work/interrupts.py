"""Ctrl-C during long work: counted, and raised only where an interrupt loses nothing that should be kept."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Counts each Ctrl-C in a `with` block; it raises KeyboardInterrupt only inside of `raising`.

    Results are added and saved between two parts: an exception there, at any line, could leave half of it undone.
    Outside a main thread nothing is counted, as Python handles signals in the main thread only.

    Attributes:
        count: how often Ctrl-C was pressed.
    """

    def __init__(self, first: Callable[[], object] | None = None) -> None:
        """Begin with a count of 0; the first Ctrl-C calls the function `first`, wherever it comes."""
        self.count = 0
        self._first = first
        self._patience: int | None = None  # Ctrl-C beyond this count raises; with None, none does
        self._before: Any = None

    def __enter__(self) -> Self:
        """Begin to count."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Handle Ctrl-C as before the block."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, _signal: int, _frame: FrameType | None) -> None:
        """Count a Ctrl-C. This is a handler for `signal.signal`."""
        self.count += 1
        if self.count == 1 and self._first is not None:
            self._first()
        if self._patience is not None and self.count > self._patience:
            raise KeyboardInterrupt

    @contextmanager
    def raising(self, patience: int = 0) -> Iterator[None]:
        """Let Ctrl-C raise KeyboardInterrupt in the `with` block, at once if it was pressed before.

        It is not raised until Ctrl-C has been pressed more often than `patience` says.

        Other errors, and SystemExit, are replaced then, as compilers may turn a KeyboardInterrupt into their own error.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        if self.count > patience:
            raise KeyboardInterrupt
        self._patience = patience
        try:
            yield
        except (Exception, SystemExit):
            if self.count > patience:
                raise KeyboardInterrupt from None
            raise
        finally:
            self._patience = None


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise KeyboardInterrupt in the `with` block, whatever a compiler or a user's code turns it into.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with Interrupts() as interrupts, interrupts.raising():
        yield


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C inside the `with` block; processes that are started there ignore it, too.

    In threads other than the main one, do nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
