"""`mom sweep`: train all runs that are missing, measure the best one again, and write table, plot and results."""

import shlex
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console

from mom_env.common.arguments import checked_whole
from mom_env.common.console import INTERRUPTED, new_console
from mom_env.common.extras import import_from
from mom_env.common.files import locked, try_file, write_file, write_json
from mom_env.common.page_parts import read_page, write_part
from mom_env.errors import OptionError
from mom_env.learning.benchmark.page import rich_table
from mom_env.learning.command import find_config
from mom_env.learning.config import MOST_DEALS
from mom_env.learning.evaluation import fair_shares, matchups
from mom_env.learning.sweep.best import measure_best
from mom_env.learning.sweep.folder import check_folder, claim
from mom_env.learning.sweep.job import SweepJob
from mom_env.learning.sweep.ledger import RecordLedger
from mom_env.learning.sweep.plan import SweepPlan, Training, in_words, make_plan
from mom_env.learning.sweep.plot import draw
from mom_env.learning.sweep.report import (
    SweepReport,
    about_best,
    explanation,
    failures,
    page_text,
    plain,
    table_rows,
)
from mom_env.learning.sweep.summary import lines_of
from mom_env.players.which_game import NamedGame, which_game
from mom_env.work.backends import ONE_PROCESS, Place, check_place
from mom_env.work.dry_run import Todo
from mom_env.work.run import run_parts

if TYPE_CHECKING:
    from mom_env.learning.sweep.train import TrainedRun

DONE, FAILED = 0, 1
RESULTS, PICTURE = "results.json", "strength.png"
MARKER = "sweep"
NEW_PAGE = f"# Sweep\n\n<!-- {MARKER} -->\n<!-- end of {MARKER} -->\n"
FEWEST_DEALS = 2


class SweepRequest(NamedTuple):
    """What the command line asks for.

    Attributes:
        path: of the configuration file.
        game: the game of the configuration; None accepts any.
        settings: changes of the configuration for all runs, in the form of `--set`.
        varied: keys with their values, in the form of `--vary`.
        seeds: number of seeds of each combination.
        deals: number of fresh deals on which the best agent is measured.
        out: the sweep's folder; None takes one that is named after the configuration.
        page: the Markdown page to write, or None.
    """

    path: Path
    game: str | None
    settings: list[str]
    varied: list[str]
    seeds: int
    deals: int
    out: Path | None
    page: Path | None

    @property
    def root(self) -> Path:
        """The sweep's folder."""
        return self.out or Path("runs") / f"{self.path.stem}-sweep"

    def command(self) -> str:
        """Return the command as it may be typed, without where the work is done: results do not depend on that."""
        words = ["mom", "sweep", str(self.path)]
        for option, values in (("--set", self.settings), ("--vary", self.varied)):
            words += [word for value in values for word in (option, value)]
        words += ["--seeds", str(self.seeds), "--deals", str(self.deals), "--out", str(self.root)]
        return shlex.join([*words, "--page", str(self.page)] if self.page else words)


def sweep(request: SweepRequest, place: Place, console: Console) -> int:
    """Train all runs of a sweep that are missing, report what came out of it, and return an exit code.

    The exit code is DONE, FAILED (if a run has failed) or INTERRUPTED.

    Args:
        request: what the command line asks for.
        place: where the runs are trained.
        console: where progress and the report are shown.

    Raises:
        ConfigError: the configuration or a setting is wrong.
        OptionError: an argument is out of range, or the folder holds another sweep.
        OutputError: another process works in the folder, or something cannot be written.
        WorkError: a cluster cannot be used.
    """
    plan = checked_plan(request, place)
    root = request.root
    with locked(root):
        key = claim(root, plan).key
        ledger = RecordLedger(plan, root, console)
        ledger.save_new()
        if not train(plan, ledger, SweepJob(root, key, plan.trainings[0].config), place, console):
            return INTERRUPTED
        report = measured(request, plan, ledger, console)
        write_report(report, request)
    show(report, console)
    return FAILED if failures(report) else DONE


def todos_of(request: SweepRequest) -> "list[Todo[Training, TrainedRun]]":
    """Return the runs of a sweep that are left to train, those of each combination together, for a dry run.

    Errors are those of `sweep`.
    """
    plan, root = checked_plan(request, ONE_PROCESS), request.root
    ledger = RecordLedger(plan, root, new_console(quiet=True))
    job = SweepJob(root, check_folder(root, plan).key, plan.trainings[0].config)
    todos = []
    for combination in plan.combinations:
        alike = [one for one in plan.trainings if one.combination == combination]
        left = [one for one in ledger.left() if one in alike]
        outcomes = [outcome for one in alike if (outcome := ledger.records[one.folder].outcome)]
        seconds = 60 * median(outcome.minutes for outcome in outcomes) if outcomes else None
        todos.append(Todo(f"{in_words(combination)}, training", job, left, seconds))
    return todos


def checked_plan(request: SweepRequest, place: Place) -> SweepPlan:
    """Return the plan of the sweep that is asked for, after checking all that can be checked before the work begins.

    Raises:
        ConfigError: the configuration or a setting is wrong.
        OptionError: an argument is out of range, the configuration is for another game, or the folder holds another
            sweep.
        OutputError: the page or the folder cannot be written.
        MissingExtra: a package is not installed.
    """
    import_from("arena", "scipy.stats")
    check_place(place)
    checked_whole("deals", request.deals, FEWEST_DEALS, MOST_DEALS)
    plan = make_plan(find_config(request.path), request.settings, request.varied, request.seeds)
    which_game(request.game, [NamedGame(str(request.path), plan.trainings[0].config.game)])
    if request.page is not None:
        check_page(request.page)
    check_folder(request.root, plan)
    RecordLedger(plan, request.root, new_console(quiet=True))  # reads what is there
    return plan


def check_page(page: Path) -> None:
    """Check that a page and the picture beside it can be written.

    Raises:
        OptionError: the page has no markers, or its name is that of its picture.
        OutputError: the page or the picture cannot be written.
    """
    picture = page.with_suffix(".png")
    if page == picture:
        raise OptionError(f"{page}: expected the name of a page, such as sweep.md, found that of a picture")
    try_file(page)
    try_file(picture)
    if page.exists():
        read_page(page, MARKER)


def train(plan: SweepPlan, ledger: RecordLedger, job: SweepJob, place: Place, console: Console) -> bool:
    """Train all runs that are not done; return False after Ctrl-C, otherwise True."""
    left = ledger.left()
    done = len(plan.trainings) - len(left)
    console.print(f"{len(left)} runs to train, {done} done before", highlight=False)
    return not left or run_parts(job, left, ledger, place, console, "the same command continues from here")


def measured(request: SweepRequest, plan: SweepPlan, ledger: RecordLedger, console: Console) -> SweepReport:
    """Return the report of a sweep whose runs are done, after playing fresh deals with the best agent."""
    lines = lines_of(plan, ledger)
    with console.status("playing fresh deals with the best agent ..."):
        best = measure_best(lines, request.root, request.deals)
    return SweepReport(request.path.stem, plan, ledger, lines, best)


def write_report(report: SweepReport, request: SweepRequest) -> None:
    """Write the results and the plot into the sweep's folder, and if a page is asked for, both into it and beside it.

    Raises:
        OutputError: something cannot be written.
    """
    write_json(request.root / RESULTS, plain(report))
    picture = picture_of(report)
    if picture is not None:
        write_file(request.root / PICTURE, picture)
    if request.page is None:
        return
    if not request.page.exists():
        write_file(request.page, NEW_PAGE)
    beside = request.page.with_suffix(".png")
    if picture is not None:
        write_file(beside, picture)
    write_part(request.page, MARKER, page_text(report, beside.name, request.command()))


def picture_of(report: SweepReport) -> bytes | None:
    """Return the plot of a sweep as PNG, or None if all of its runs have failed."""
    config = report.plan.trainings[0].config
    fair = {
        one.label: fair_shares(config.model_copy(update={"num_players": one.num_players}))[0]
        for one in matchups(config)
    }
    return draw(report.lines, fair) if any(line.runs for line in report.lines) else None


def show(report: SweepReport, console: Console) -> None:
    """Print the table of a sweep, turned if that makes it narrower, and sentences about the best combination."""
    rows = table_rows(report)
    turned = len(rows) < len(rows[0])
    console.print(rich_table(list(zip(*rows, strict=True)) if turned else rows, "games won, %"))
    for line in (explanation(report), *failures(report), *about_best(report)):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
