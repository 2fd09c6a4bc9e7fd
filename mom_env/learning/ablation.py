"""Measure what parts of `selfplay` are worth: how long it takes to win a given share of games against a bot.

Run as `python -m mom_env.learning.ablation --out runs/ablation --into docs/training.md --jobs 2`. Finished runs are
kept, and an interrupted run is resumed.
"""

import math
import shutil
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from mom_env.common.console import INTERRUPTED, new_console
from mom_env.common.page_parts import read_page, write_part
from mom_env.common.resources import resource
from mom_env.common.tensors import read_file
from mom_env.environments.docs_tables import markdown
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.learning import run as runs
from mom_env.learning.checkpoint import CHECKPOINTS, CONFIG, read_config
from mom_env.learning.config import MOST_CONFIG_BYTES, Config, checked_config, read_tables
from mom_env.learning.folders import is_begun
from mom_env.learning.logs import KEY, CsvLog
from mom_env.work.backends import Place
from mom_env.work.interrupts import raising_interrupts
from mom_env.work.job import ONE_THREAD, Job, Link
from mom_env.work.progress import Count
from mom_env.work.run import run_parts

BASE = ("configs", "benchmark", "selfplay.toml")
NUM_PLAYERS = 2
BOT = load(GAMES[0]).info.table(NUM_PLAYERS).opponents[-1]
TARGET = 0.7
SETTINGS = (
    *(f"num_players={NUM_PLAYERS}", "threads=1", "evaluation.every=4"),
    *("evaluation.deals=200", f"evaluation.against=['{BOT}']"),
)
ARMS = {
    "all": ("all seats learn, focus, bf16", ()),
    "one-seat": ("one seat learns", ("league.learner_seats=one",)),
    "no-symmetry": ("no symmetry", ("network.symmetry=none",)),
    "fp32": ("fp32", ("network.precision=fp32",)),
}
SEEDS, DECISIONS = 3, 2_000_000
DONE, FAILED = 0, 1
MARKER = "ablation"
ADVICE = "saved. The same command continues from here."


class Reached(NamedTuple):
    """When a run reached the target strength: after how many decisions and minutes, and its strength at the end."""

    decisions: float  # `inf` if the target was never reached
    minutes: float  # `inf` if the target was never reached
    last: float  # share of games won at the end of the run


def config_of(arm: str, seed: int, decisions: int) -> Config:
    """Return the configuration of one run: the benchmark's self-play for two players, with the changes of an arm.

    Args:
        arm: a key of ARMS, the name of one way to train.
        seed: of the training.
        decisions: length of the training.
    """
    path = resource(*BASE)
    given = (*SETTINGS, f"seed={seed}", f"decisions={decisions}", *ARMS[arm][1])
    return checked_config(read_tables(path), str(path), given)


def folder_of(out: Path, arm: str, seed: int) -> Path:
    """Return the folder of a run in `out`: that of `arm`, a key of ARMS, with the seed `seed`."""
    return out / arm / str(seed)


def decisions_in(folder: Path, name: str) -> int:
    """Return how many decisions a run has learnt from, as the last row of its log `name` says; 0 if there is no row."""
    rows = CsvLog(folder / f"{name}.csv").rows()
    return int(rows[-1]["decisions"]) if rows else 0


def is_whole(folder: Path, config: Config) -> bool:
    """Return whether the folder has a finished run of the configuration; False if it is unfinished or missing.

    Raises:
        OptionError: the folder has a run with another configuration.
    """
    if not (folder / CONFIG).exists():
        return False
    if read_config(folder, read_file(folder / CONFIG, MOST_CONFIG_BYTES)) != config:
        raise OptionError(f"{folder}: expected a run of the configuration that is asked for, found another")
    return decisions_in(folder, "strength") >= config.decisions


def train(folder: Path, config: Config, console: Console) -> None:
    """Train one run in the folder, or resume it, and remove its checkpoints when it is finished.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the run is saved.
    """
    is_done = runs.resume(folder, console) if is_begun(folder) else runs.start(config, folder, console, replace=True)
    if not is_done:
        raise KeyboardInterrupt
    shutil.rmtree(folder / CHECKPOINTS)


def when_reached(folder: Path, target: float) -> Reached:
    """Return when the run in the folder first won the share `target` of games in two evaluations in a row.

    The first of the two counts, as a single evaluation may be luck. Decisions and minutes are `inf` if there are no two
    such evaluations.
    """
    rows = [row for row in CsvLog(folder / "strength.csv").rows() if row["against"] == BOT]
    minutes = {row[KEY]: float(row["seconds"]) / 60 for row in CsvLog(folder / "timing.csv").rows()}
    shares = [float(row["share"]) for row in rows]
    for row, share, following in zip(rows, shares, shares[1:], strict=False):
        if min(share, following) >= target:
            return Reached(float(row["decisions"]), minutes[row[KEY]], shares[-1])
    return Reached(math.inf, math.inf, shares[-1])


def table(out: Path, seeds: int, decisions: int, target: float) -> str:
    """Return a Markdown table with the median, minimum and maximum over the finished runs of each arm in ARMS.

    Args:
        out: the folder of all runs.
        seeds: number of runs of each arm, a key of ARMS; their seeds begin at 1.
        decisions: length of each run.
        target: share of games won that was to be reached, from 0 to 1.
    """
    header = ("selfplay, 2 players", "runs", f"decisions to {target:.0%}", "minutes to it", "at the end, %")
    rows: list[tuple[str, ...]] = [header]
    for arm, (meaning, _) in ARMS.items():
        folders = [folder_of(out, arm, seed) for seed in range(1, seeds + 1)]
        whole = [
            when_reached(folder, target)
            for seed, folder in enumerate(folders, 1)
            if is_whole(folder, config_of(arm, seed, decisions))
        ]
        if whole:
            found = [in_words([one[i] for one in whole], *form) for i, form in enumerate(((1e6, 2), (1, 2), (0.01, 1)))]
            rows.append((meaning, str(len(whole)), f"{found[0]} M", *found[1:]))
    return markdown(tuple(rows))


def in_words(values: Sequence[float], unit: float, digits: int) -> str:
    """Return the median, minimum and maximum of `values` as text, in units of `unit` and with `digits` decimals.

    "never" stands for `inf`.

    >>> in_words([1.0, 4.0, math.inf], 2, 1)
    '2.0 (0.5 to never)'
    """
    numbers = [
        f"{x / unit:.{digits}f}" if x < math.inf else "never" for x in (median(values), min(values), max(values))
    ]
    return f"{numbers[0]} ({numbers[1]} to {numbers[2]})"


class ArmRun(NamedTuple):
    """A run: the training of an arm, a key of ARMS, with a seed."""

    arm: str
    seed: int


class AblationJob(Job[ArmRun, int]):
    """Trains runs of one length in a folder. The result of a run is DONE or FAILED."""

    noun = "runs"
    is_long = True
    environment = ONE_THREAD

    def __init__(self, out: Path, decisions: int) -> None:
        """Make the job for runs of `decisions` decisions in the folder `out`."""
        self.out, self.decisions = out, decisions

    def begin(self, link: Link) -> Callable[[ArmRun], int]:  # noqa: ARG002 - Ctrl-C is all that stops a run
        """Return the function that trains a run."""
        return self._train

    def _train(self, part: ArmRun) -> int:
        """Train a run, and return DONE, or FAILED if it raises an error, which is printed.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed; the run is saved.
        """
        try:
            with raising_interrupts():
                self.work_on(part)
        except Exception:  # noqa: BLE001 - the other runs continue
            traceback.print_exc()
            return FAILED
        return DONE

    def work_on(self, part: ArmRun) -> None:
        """Train a run to its end, or continue it."""
        train(folder_of(self.out, *part), config_of(*part, self.decisions), new_console())

    def output_of(self, part: ArmRun) -> Path:
        """Return the file beside the run's folder to which all that the training prints is appended."""
        return folder_of(self.out, *part).with_suffix(".txt")

    def give_up(self, part: ArmRun, note: int) -> int:  # noqa: ARG002 - the other runs continue
        """Return FAILED for a run whose worker died each time it was tried."""
        return FAILED


class RunsLedger:
    """The runs that are left to train; their results are files.

    Attributes:
        left: the runs that are left.
        has_failed: whether a run has failed.
    """

    def __init__(self, left: Sequence[ArmRun], job: AblationJob, console: Console) -> None:
        """Begin with the runs that are `left`. The end of each is printed on `console`."""
        self.left, self._num_runs, self._job, self._console = list(left), len(left), job, console
        self.has_failed = False

    def add(self, part: ArmRun, result: int) -> None:
        """Print how a run has ended."""
        self.left.remove(part)
        name = f"{part.arm} {part.seed}"
        if result == FAILED:
            self.has_failed = True
            self._console.print(f"{name}: failed; see {self._job.output_of(part)}", style="red", soft_wrap=True)
        else:
            self._console.print(f"{name}: done", highlight=False)

    def has_enough(self) -> bool:
        """Return False: all runs are wanted."""
        return False

    def counts(self) -> list[Count]:
        """Return how many runs are done, and how many percent of each that is done in part."""
        shares = {part: share_done(folder_of(self._job.out, *part), self._job.decisions) for part in self.left}
        begun = [Count(f"{arm} {seed}, %", 100 * share, 100) for (arm, seed), share in shares.items() if share]
        return [Count("runs", self._num_runs - len(self.left) + sum(shares.values()), self._num_runs), *begun]

    def save(self) -> None:
        """Do nothing, as each run saves itself."""


def ablate(out: Path, seeds: int, decisions: int, target: float, place: Place, console: Console) -> tuple[int, str]:
    """Train all runs that are not finished, and return an exit code and the Markdown table of results.

    The exit code is DONE, FAILED or INTERRUPTED.

    Args:
        out: the folder of all runs.
        seeds: number of runs of each arm, a key of ARMS; their seeds begin at 1.
        decisions: length of each run.
        target: share of games won that is to be reached.
        place: where runs are trained, each in a process of its own.
        console: where progress is shown.
    """
    wanted = [ArmRun(arm, seed) for seed in range(1, seeds + 1) for arm in ARMS]
    left = [run for run in wanted if not is_whole(folder_of(out, *run), config_of(*run, decisions))]
    job = AblationJob(out, decisions)
    ledger = RunsLedger(left, job, console)
    is_done = run_parts(job, left, ledger, place, console, ADVICE)
    return (int(ledger.has_failed) if is_done else INTERRUPTED), table(out, seeds, decisions, target)


def share_done(folder: Path, decisions: int) -> float:
    """Return which share of its `decisions` the run in the folder has learnt from, from 0 to 1."""
    return min(1.0, decisions_in(folder, "log") / decisions)


def main(
    out: Path = Path("runs") / "ablation",
    into: Annotated[Path | None, typer.Option(help="Write the table between the page's markers.")] = None,
    seeds: Annotated[int, typer.Option(min=1)] = SEEDS,
    decisions: int = DECISIONS,
    target: Annotated[float, typer.Option(help="Share of games won against the bot.")] = TARGET,
    jobs: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Train selfplay in several ways, and show how long each takes to win a given share of games against a bot."""
    console = new_console()
    if into:
        read_page(into, MARKER)  # fails now, and not after hours, if the page has no markers
    code, lines = ablate(out, seeds, decisions, target, Place(jobs), console)
    console.print(lines, markup=False, highlight=False, soft_wrap=True)
    if into:
        write_part(into, MARKER, lines)
    raise typer.Exit(code)


if __name__ == "__main__":
    typer.run(main)
