"""Jobs for tests: numbers are squared, and some of them end their worker, raise, or take long."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mom_env.errors import OptionError
from mom_env.work.job import Job, Link, Stopped
from mom_env.work.progress import Count

DIES, RAISES, CANNOT_BE_SENT, LOOPS, DEAF = -1, -2, -3, -4, -5


class Squares(Job[int, int]):
    """Squares numbers. A number below 0 is a fault; `DIES` is one only as often as `deaths` says."""

    noun = "numbers"

    def __init__(self, folder: Path, deaths: int = 0, seconds: float = 0.0) -> None:
        self.folder, self.deaths, self.seconds = folder, deaths, seconds

    def begin(self, link: Link) -> Callable[[int], int]:
        (self.folder / f"begun-{os.getpid()}").touch()
        return lambda part: self._do(part, link)

    def _do(self, part: int, link: Link) -> int:
        link.note(part + 100)
        time.sleep(self.seconds)
        if part == DIES and len(list(self.folder.glob("died-*"))) < self.deaths:
            (self.folder / f"died-{os.getpid()}").touch()
            os._exit(7)
        if part == RAISES:
            raise OptionError("part: expected a number that can be squared, found RAISES")
        while part == LOOPS:
            if link.is_stopped():
                raise Stopped
            time.sleep(0.01)
        with (self.folder / "done").open("a") as file:
            file.write(f"{part}\n")
        return (lambda: part) if part == CANNOT_BE_SENT else part * part  # type: ignore[return-value]  # that is the fault

    def give_up(self, part: int, note: int) -> int:
        raise OptionError(f"part {part}: given up, noted {note}")


class LongSquares(Squares):
    """The same in a process for each number, with its output in a file; Ctrl-C makes a part save itself."""

    is_long = True
    environment = MappingProxyType({"OF_THE_TEST": "7"})

    def output_of(self, part: int) -> Path:
        return self.folder / f"output-{part}.txt"

    def _do(self, part: int, link: Link) -> int:
        sys.stdout.write(f"{part} in process {os.getpid()} of group {os.getpgid(0)}, {os.environ['OF_THE_TEST']}\n")
        sys.stdout.flush()
        if part == DEAF:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            time.sleep(60)
        try:
            return super()._do(part, link)
        except KeyboardInterrupt:
            with (self.folder / f"saved-{part}").open("a") as file:
                file.write("interrupted ")
            raise


class SlowToLoad(LongSquares):
    """The same in processes that take a second to load the job."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        (self.folder / "loading").touch()
        time.sleep(1)


class Sums:
    """A ledger of the results in the order in which they come."""

    def __init__(self, total: int, enough: int | None = None) -> None:
        self.found: list[tuple[int, int]] = []
        self.saved: list[tuple[int, int]] = []
        self.total, self.enough = total, enough

    def add(self, part: int, result: int) -> None:
        self.found.append((part, result))

    def has_enough(self) -> bool:
        return self.enough is not None and len(self.found) >= self.enough

    def counts(self) -> list[Count]:
        return [Count("numbers", len(self.found), self.total)]

    def save(self) -> None:
        self.saved = list(self.found)
