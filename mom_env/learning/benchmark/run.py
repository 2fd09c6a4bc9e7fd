"""`mom benchmark`: play all missing cells, then show the tables and write the page."""

import csv
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from rich.console import Console

from mom_env.common.arguments import checked_whole
from mom_env.common.console import INTERRUPTED
from mom_env.common.extras import import_from
from mom_env.common.files import locked
from mom_env.learning.benchmark.algorithms import built_in, find_algorithm
from mom_env.learning.benchmark.cell import DONE, OUTPUT, RUN, SPENT, Cell
from mom_env.learning.benchmark.page import check_page, tables_for_screen, write_page
from mom_env.learning.benchmark.protocol import Protocol, claim, panel
from mom_env.learning.benchmark.result import read_result, write_result
from mom_env.learning.processes import Work, run_all, was_interrupted

FIRST_SEED = 1
LOGS = ("log.csv", "strength.csv")  # logs of a run that have a column of decisions


def benchmark(
    names: Sequence[str],
    settings: Sequence[str],
    seeds: int,
    protocol: Protocol,
    root: Path,
    page: Path | None,
    console: Console,
    jobs: int = 1,
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
        jobs: number of cells that are played at a time.

    Raises:
        OptionError: an argument is out of range, or the folder belongs to another protocol.
        OutputError: another process works in the folder, or the page cannot be written.
    """
    import_from("arena", "scipy.stats")
    checked_whole("jobs", jobs, 1)
    checked_whole("seeds", seeds, 0)
    cells = cells_of(names, settings, seeds, protocol)
    if page is not None:
        check_page(page)
    with locked(root) if cells else nullcontext():
        claim(root, protocol)
        code = play(cells, root, protocol, console, jobs)
        if page is not None:
            write_page(page, root, protocol)
    return code


def play(cells: Sequence[Cell], root: Path, protocol: Protocol, console: Console, jobs: int) -> int:
    """Play all cells that are not done yet, show the tables, and return DONE, FAILED or INTERRUPTED.

    Args:
        cells: the cells that are wanted.
        root: the benchmark's folder.
        protocol: budget, deals and game.
        console: where progress and tables are shown.
        jobs: number of cells that are played at a time, each in a process of its own.
    """
    panels = {setting: panel(protocol, setting) for setting in protocol.settings}
    left = [cell for cell in cells if not cell.result(root, protocol).is_done(panels[cell.setting])]
    works = {work_of(cell, root, protocol, len(panels[cell.setting])): cell for cell in left}
    is_whole = run_all(
        list(works), jobs, console, lambda work, code: report_end(works[work], code, root, protocol, console)
    )
    if not is_whole:
        console.print("Saved. The same command continues from here.", highlight=False)
    failed = [cell for cell in cells if (result := read_result(cell.folder(root))) and result.failure]
    console.print(tables_for_screen(root, protocol))
    return INTERRUPTED if not is_whole else int(bool(failed))


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


def work_of(cell: Cell, root: Path, protocol: Protocol, num_members: int) -> Work:
    """Return the work of playing a cell in a process of its own.

    `root` is the benchmark's folder, and `num_members` the number of players in the panel, for the display of progress.
    """
    words = str(root), cell.algorithm.name, cell.setting, str(cell.seed)
    done = partial(share_done, cell.folder(root), protocol, num_members)
    return Work(cell.name, ("-m", "mom_env.learning.benchmark.cell", *words), cell.folder(root) / OUTPUT, done)


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


def report_end(cell: Cell, code: int, root: Path, protocol: Protocol, console: Console) -> None:
    """Print how a cell has ended. Mark it as failed if its process ended with an error and reported no failure.

    `code` is the exit code of the process, and `root` the benchmark's folder.
    """
    result = read_result(cell.folder(root))
    if was_interrupted(code):
        console.print(f"{cell.name}: interrupted", highlight=False, markup=False)
        return
    if code != DONE and (result is None or result.failure is None):
        result = cell.result(root, protocol).as_failure(f"its process ended with exit code {code}")
        write_result(cell.folder(root), result)
    if result is None or result.failure:
        reason = result.failure if result else "no result"
        where = cell.folder(root) / OUTPUT
        console.print(f"{cell.name}: failed: {reason}; see {where}", style="red", markup=False, soft_wrap=True)
        return
    shares = ", ".join(f"{score.against} {score.share:.1%}" for score in result.scores)
    console.print(f"{cell.name}: {result.minutes:.1f} min; {shares}", highlight=False, markup=False, soft_wrap=True)
