"""The job of playing cells: each is a part with a process of its own, and gives back the files that count."""

import shutil
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from mom_env.common.console import new_console
from mom_env.common.files import locked, write_file
from mom_env.errors import MomError
from mom_env.learning.benchmark import result as results
from mom_env.learning.benchmark.algorithms import find_algorithm
from mom_env.learning.benchmark.cell import AGENT, OUTPUT, RUN, Cell, folder_of, play_cell
from mom_env.learning.benchmark.protocol import FILE, Protocol, claim, read_model
from mom_env.learning.benchmark.result import write_result
from mom_env.players.specs import names_code
from mom_env.work.job import MOST_TRIES, ONE_THREAD, Job, Link

# Files of a cell that count, the result last, as it tells of the others. Without KEPT, a player is trained again.
KEPT = (f"{AGENT}/*", results.FILE)
COUNTS = (f"{RUN}/*.csv", f"{RUN}/config.json", OUTPUT, *KEPT)

Contents = Mapping[str, bytes]  # of files, by their paths in a cell's folder


class CellPart(NamedTuple):
    """A cell as it is sent to a worker: its algorithm by name, setting and seed, and files that are there already."""

    algorithm: str
    setting: str
    seed: int
    kept: Contents

    def folder(self, root: Path) -> Path:
        """Return the folder of the cell's files, inside the benchmark's folder `root`."""
        return folder_of(root, self.algorithm, self.setting, self.seed)


class PlayedCell(NamedTuple):
    """How a cell ended: its files that count, and why it could not be played at all, or None if it was."""

    files: Contents
    refused: str | None = None


class CellsJob(Job[CellPart, PlayedCell]):
    """Plays cells of a benchmark: in its folder, or in a temporary one on a machine that cannot reach that."""

    noun = "cells"
    is_long = True
    environment = ONE_THREAD

    def __init__(self, root: Path, protocol: Protocol, algorithms: Iterable[str]) -> None:
        """Make the job for cells in the folder `root`, of the algorithms with these names."""
        self.root, self.protocol = root.absolute(), protocol
        self.algorithms = tuple(dict.fromkeys(algorithms))
        self._own: Path | None = None

    def begin(self, link: Link) -> Callable[[CellPart], PlayedCell]:  # noqa: ARG002 - Ctrl-C is all that stops a cell
        """Return the function that plays a cell."""
        return self._play

    def _play(self, part: CellPart) -> PlayedCell:
        """Play what is missing of a cell, and return its files.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed; the cell has saved what it can continue from.
        """
        root = self.root_here()
        folder, is_elsewhere = part.folder(root), root != self.root
        try:
            with locked(folder):
                if is_elsewhere:
                    write_missing(folder, part.kept)
                play_cell(self._cell(part), root, self.protocol, new_console())
                return PlayedCell(contents(folder, COUNTS))
        except MomError as error:  # another process works in the folder, for example
            traceback.print_exc()
            return PlayedCell({}, str(error))
        finally:
            if is_elsewhere:
                shutil.rmtree(root, ignore_errors=True)
                self._own = None

    def _cell(self, part: CellPart) -> Cell:
        """Return the cell of a part, with the algorithm as it is on this machine."""
        return Cell(find_algorithm(part.algorithm, self.protocol.game), part.setting, part.seed)

    def root_here(self) -> Path:
        """Return the benchmark's folder if this machine can reach it, else a temporary one for the next cell."""
        with suppress(MomError):
            if read_model(self.root / FILE, Protocol) == self.protocol:
                return self.root
        if self._own is None:
            self._own = Path(mkdtemp(prefix="mom_env-benchmark-"))
            claim(self._own, self.protocol)
        return self._own

    def warm_up(self) -> None:
        """Find all algorithms, so that a machine without one of them says so before anything is played.

        Raises:
            OptionError: there is no such algorithm.
        """
        for name in self.algorithms:
            find_algorithm(name, self.protocol.game)

    def output_of(self, part: CellPart) -> Path:
        """Return the file in the cell's folder to which all that its training prints is appended."""
        return part.folder(self.root_here()) / OUTPUT

    def give_up(self, part: CellPart, note: int) -> PlayedCell:  # noqa: ARG002 - cells leave no notes
        """Mark a cell as failed whose worker died each time it was tried."""
        result = self._cell(part).result(self.root, self.protocol)
        write_result(part.folder(self.root), result.as_failure(f"its process died at each of {MOST_TRIES} tries"))
        return PlayedCell({})

    def code(self) -> list[str]:
        """Return the names of users' own algorithms."""
        return [name for name in self.algorithms if names_code(name)]


def part_of(cell: Cell, root: Path) -> CellPart:
    """Return a cell as it is sent to a worker, with what the benchmark's folder `root` has of it already."""
    return CellPart(cell.algorithm.name, cell.setting, cell.seed, contents(cell.folder(root), KEPT))


def contents(folder: Path, patterns: Iterable[str]) -> Contents:
    """Return the contents of all files of a folder that fit one of the patterns, by their paths in the folder."""
    paths = [path for pattern in patterns for path in sorted(folder.glob(pattern)) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def write_missing(folder: Path, files: Contents) -> None:
    """Write the files that a folder does not hold with this content; more may follow it, as output is appended.

    Raises:
        OutputError: a file cannot be written.
    """
    for name, content in files.items():
        path = folder / name
        if not (path.is_file() and path.read_bytes().startswith(content)):
            write_file(path, content)
