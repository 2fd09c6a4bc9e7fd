"""`mom benchmark`: play all missing cells, then show the tables and write the page."""

import csv
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import groupby
from pathlib import Path
from statistics import median

from rich.console import Console

from mom_env.common.arguments import checked_whole
from mom_env.common.console import INTERRUPTED, new_console
from mom_env.common.extras import import_from
from mom_env.common.files import locked
from mom_env.learning.benchmark.algorithms import built_in, find_algorithm
from mom_env.learning.benchmark.cell import OUTPUT, RUN, SPENT, Cell, folder_of
from mom_env.learning.benchmark.cells_job import CellPart, CellsJob, PlayedCell, part_of, write_missing
from mom_env.learning.benchmark.page import check_page, tables_for_screen, write_page
from mom_env.learning.benchmark.protocol import FILE, Protocol, claim, panel
from mom_env.learning.benchmark.result import read_result
from mom_env.work.backends import ONE_PROCESS, Place, check_place
from mom_env.work.dry_run import Todo
from mom_env.work.progress import Count
from mom_env.work.run import run_parts

FIRST_SEED = 1
ADVICE = "saved. The same command continues from here."
LOGS = ("log.csv", "strength.csv")  # logs of a run that have a column of decisions


def benchmark(
    names: Sequence[str],
    settings: Sequence[str],
    seeds: int,
    protocol: Protocol,
    root: Path,
    page: Path | None,
    console: Console,
    place: Place = ONE_PROCESS,
) -> int:
    """Play all cells that are not done yet, show the tables, write the page, and return an exit code.

    With 0 seeds nothing is played, and another process may be at work in the folder. The exit code is DONE, FAILED (if
    the result of a cell is a failure) or INTERRUPTED.

    Args:
        names: of the algorithms; without names, all that come with the package.
        settings: names of settings of the protocol.
        seeds: how many seeds each algorithm is trained with, from FIRST_SEED on; an algorithm without chance takes only
            the first.
        protocol: budget, deals and game.
        root: the folder of all results.
        page: the page to write, or None.
        console: where progress and tables are shown.
        place: where cells are played, each in a process of its own.

    Raises:
        OptionError: an argument is out of range, or the folder belongs to another protocol.
        OutputError: another process works in the folder, or the page cannot be written.
    """
    import_from("arena", "scipy.stats")
    check_place(place)
    checked_whole("seeds", seeds, 0)
    cells = cells_of(names, settings, seeds, protocol)
    if page is not None:
        check_page(page)
    with locked(root) if cells else nullcontext():
        claim(root, protocol)
        code = play(cells, root, protocol, console, place)
        if page is not None:
            write_page(page, root, protocol)
    return code


def todos_of(
    names: Sequence[str], settings: Sequence[str], seeds: int, protocol: Protocol, root: Path
) -> list[Todo[CellPart, PlayedCell]]:
    """Return the cells that are left to play, those of each algorithm and setting together, for a dry run.

    The arguments are those of `benchmark`.

    Raises:
        OptionError: an argument is out of range, or the folder belongs to another protocol.
    """
    checked_whole("seeds", seeds, 0)
    if (root / FILE).exists():
        claim(root, protocol)  # writes nothing, as the folder has been claimed
    cells = cells_of(names, settings, seeds, protocol)
    parts = CellsLedger(cells, root, protocol, new_console(quiet=True)).parts_left()
    job = CellsJob(root, protocol, [part.algorithm for part in parts])
    return [
        Todo(f"{algorithm} {setting}, training", job, list(alike), seconds_before(root, algorithm, setting))
        for (algorithm, setting), alike in groupby(sorted(parts, key=kind_of), kind_of)
    ]


def kind_of(part: CellPart) -> tuple[str, str]:
    """Return the algorithm and the setting of a cell, on which its duration depends."""
    return part.algorithm, part.setting


def seconds_before(root: Path, algorithm: str, setting: str) -> float | None:
    """Return the median duration of the trainings of an algorithm in a setting so far, or None if there is none."""
    folders = folder_of(root, algorithm, setting, FIRST_SEED).parent.glob("*")
    results = [result for folder in folders if (result := read_result(folder)) is not None]
    seconds = [60 * result.minutes for result in results if result.failure is None]
    return median(seconds) if seconds else None


def play(cells: Sequence[Cell], root: Path, protocol: Protocol, console: Console, place: Place) -> int:
    """Play all cells that are not done yet, show the tables, and return DONE, FAILED or INTERRUPTED.

    Args:
        cells: the cells that are wanted.
        root: the benchmark's folder.
        protocol: budget, deals and game.
        console: where progress and tables are shown.
        place: where cells are played, each in a process of its own.
    """
    ledger = CellsLedger(cells, root, protocol, console)
    job = CellsJob(root, protocol, [cell.algorithm.name for cell in ledger.left])
    is_whole = run_parts(job, ledger.parts_left(), ledger, place, console, ADVICE)
    console.print(tables_for_screen(root, protocol))
    return int(ledger.has_failed) if is_whole else INTERRUPTED


def cells_of(names: Sequence[str], settings: Sequence[str], seeds: int, protocol: Protocol) -> list[Cell]:
    """Return the cells of all algorithms, settings and seeds, ordered by seed so that the tables fill evenly.

    An algorithm without chance has cells of the first seed only.

    Args:
        names: of the algorithms; without names, all that come with the package.
        settings: names of settings of the protocol.
        seeds: number of seeds, from FIRST_SEED on.
        protocol: for its game.
    """
    algorithms = [find_algorithm(name, protocol.game) for name in dict.fromkeys(names or built_in(protocol.game))]
    return [
        Cell(algorithm, setting, seed)
        for seed in range(FIRST_SEED, FIRST_SEED + seeds)
        for algorithm in algorithms
        for setting in settings
        if algorithm.has_chance or seed == FIRST_SEED
    ]


def share_done(folder: Path, protocol: Protocol, num_members: int) -> float:
    """Return which share of a cell is done, from 0 to 1: one half is the training, the other half the scores.

    Args:
        folder: the cell's folder.
        protocol: for the budget of the training.
        num_members: number of players in the panel.
    """
    result = read_result(folder)
    if result is not None and result.failure is None and (result.player is not None or result.scores):
        return (1 + len(result.scores) / num_members) / 2
    return min(1.0, decisions_so_far(folder) / protocol.decisions) / 2


def decisions_so_far(folder: Path) -> int:
    """Return how many decisions a training in progress has reported in the cell's folder; 0 without a report."""
    if (folder / SPENT).exists():
        return int((folder / SPENT).read_text(encoding="utf-8") or 0)
    for name in LOGS:
        if (folder / RUN / name).exists():
            with (folder / RUN / name).open(newline="", encoding="utf-8") as file:
                reported = [row["decisions"] for row in csv.DictReader(file) if row.get("decisions")]
            return int(reported[-1]) if reported else 0
    return 0


class CellsLedger:
    """The cells of a benchmark that are wanted, whose results are files in its folder.

    Attributes:
        has_failed: whether a cell has failed.
    """

    def __init__(self, cells: Sequence[Cell], root: Path, protocol: Protocol, console: Console) -> None:
        """Begin with the results that the folder holds.

        Args:
            cells: those that are wanted.
            root: the benchmark's folder.
            protocol: budget, deals and game.
            console: where the end of each cell is told.

        Raises:
            OptionError: what a cell was made from has changed since.
        """
        self._root, self._protocol, self._console = root, protocol, console
        panels = {setting: panel(protocol, setting) for setting in protocol.settings}
        self._num_cells, self._num_members = len(cells), {setting: len(panels[setting]) for setting in panels}
        self.has_failed = False
        self.left = [cell for cell in cells if not cell.result(root, protocol).is_done(panels[cell.setting])]

    def parts_left(self) -> list[CellPart]:
        """Return the cells without a whole result, as parts: each trains an algorithm with a seed, and scores it."""
        return [part_of(cell, self._root) for cell in self.left]

    # What `run_parts` calls

    def add(self, part: CellPart, result: PlayedCell) -> None:
        """Write the files of a cell that are not there, as it was played elsewhere, and print how it has ended."""
        [cell] = [cell for cell in self.left if cell.folder(self._root) == part.folder(self._root)]
        self.left.remove(cell)
        write_missing(cell.folder(self._root), result.files)
        found = read_result(cell.folder(self._root))
        failure = result.refused or (found.failure if found else "no result")
        if found is None or failure:
            self.has_failed = True
            words = f"{cell.name}: failed: {failure}; see {cell.folder(self._root) / OUTPUT}"
            self._console.print(words, style="red", markup=False, soft_wrap=True)
            return
        shares = ", ".join(f"{score.against} {score.share:.1%}" for score in found.scores)
        words = f"{cell.name}: {found.minutes:.1f} min; {shares}"
        self._console.print(words, highlight=False, markup=False, soft_wrap=True)

    def has_enough(self) -> bool:
        """Return False: all cells are wanted."""
        return False

    def counts(self) -> list[Count]:
        """Return how many cells are done, and how many percent of each that is done in part."""
        shares = {cell.name: self._share_done(cell) for cell in self.left}
        done = self._num_cells - len(self.left) + sum(shares.values())
        begun = [Count(f"{name}, %", 100 * share, 100) for name, share in shares.items() if share]
        return [Count("cells", done, self._num_cells), *begun]

    def _share_done(self, cell: Cell) -> float:
        """Return which share of a cell is done, from 0 to 1."""
        return share_done(cell.folder(self._root), self._protocol, self._num_members[cell.setting])

    def save(self) -> None:
        """Do nothing, as each cell saves itself."""
