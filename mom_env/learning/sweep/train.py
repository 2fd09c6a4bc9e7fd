"""Train one run of a sweep in a worker: in the sweep's folder, or in one of its machine that cannot reach that one."""

import json
import shutil
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from mom_env.common.console import new_console
from mom_env.common.files import make_folder
from mom_env.errors import MomError
from mom_env.learning import run as runs
from mom_env.learning.checkpoint import CONFIG, versions
from mom_env.learning.config import Config
from mom_env.learning.folders import AGENT, SWEEP, is_begun
from mom_env.learning.logs import KEY, CsvLog
from mom_env.learning.ship import LOGS
from mom_env.learning.sweep.plan import Training
from mom_env.learning.sweep.record import OUTPUT, RunEvaluation, RunOutcome
from mom_env.work.interrupts import Interrupts
from mom_env.work.ray_worker import PRIVATE, locked_soon

KEPT = (CONFIG, *LOGS)  # files of a run that count beside its agent
MOST_REASON = 1000


class Files(NamedTuple):
    """The files of a run that count, from a machine that cannot write them where they belong: contents by name."""

    run: dict[str, bytes]
    agent: dict[str, bytes]
    output: bytes


class TrainedRun(NamedTuple):
    """The result of a part of a sweep.

    Attributes:
        outcome: what came out of the run; None if it failed.
        failure: why it failed, or None.
        files: those of a run that was trained in another folder, or None.
    """

    outcome: RunOutcome | None
    failure: str | None = None
    files: Files | None = None


def train_run(training: Training, root: Path, key: str) -> TrainedRun:
    """Train a run, or continue it from its last checkpoint, and return what came out of it.

    An error of the training is a result, too.

    Args:
        training: the run.
        root: the sweep's folder.
        key: of the sweep; the folder is reached if it has this key.

    Raises:
        KeyboardInterrupt: the run was interrupted, and has saved a checkpoint.
    """
    if is_reached(root, key):
        return train_in(root / training.folder, training.config)
    folder = private_folder(key) / training.folder
    trained = train_in(folder, training.config)
    files = files_of(folder)
    remove(folder)
    return trained._replace(files=files)


def is_reached(root: Path, key: str) -> bool:
    """Return whether `root`, as this machine sees it, is the folder of the sweep with this key."""
    try:
        found = json.loads((root / SWEEP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("key") == key


def private_folder(key: str) -> Path:
    """Return a folder on this machine for runs of the sweep with this key; only its user can read it.

    A run that is interrupted continues from there if the same machine gets it again.
    """
    folder = Path(tempfile.gettempdir()) / f"mom_env-sweep-{key}"
    folder.mkdir(PRIVATE, exist_ok=True)
    return folder


def remove(folder: Path) -> None:
    """Remove a run's folder on this machine with its output, and the folders above it if no other run is there."""
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        folder.with_suffix(OUTPUT).unlink()
        folder.parent.rmdir()
        folder.parent.parent.rmdir()


def train_in(folder: Path, config: Config) -> TrainedRun:
    """Train a run in its folder, or continue it from its last checkpoint; an error of the training is a result, too.

    Raises:
        KeyboardInterrupt: the run was interrupted, and has saved a checkpoint.
    """
    make_folder(folder.parent)
    with folder.with_suffix(OUTPUT).open("a", encoding="utf-8") as file:
        try:
            is_done = train_or_continue(folder, config, new_console(file=file))
        except Exception as error:  # noqa: BLE001 - what is wrong with one run must not end the others
            traceback.print_exc(file=file)
            reason = str(error) if isinstance(error, MomError) else f"{type(error).__name__}: {error}"
            return TrainedRun(None, reason[:MOST_REASON])
    if not is_done:
        raise KeyboardInterrupt
    return TrainedRun(outcome_of(folder))


def train_or_continue(folder: Path, config: Config, console: Console) -> bool:
    """Train a run in its folder, or continue it; return False if it was interrupted, otherwise True."""
    with Interrupts() as interrupts, interrupts.raising():
        with locked_soon(folder):  # a worker that was lost from sight may still be saving
            pass
        if is_begun(folder):
            return runs.resume(folder, console)
        return runs.start(config, folder, console, replace=True)


def outcome_of(folder: Path) -> RunOutcome:
    """Return what came out of the finished run in a folder, read from its logs."""
    seconds = float(CsvLog(folder / "timing.csv").rows()[-1]["seconds"])
    return RunOutcome(evaluations=tuple(evaluations_in(folder)), minutes=round(seconds / 60, 3), machine=versions())


def evaluations_in(folder: Path) -> Iterator[RunEvaluation]:
    """Yield the evaluations of the run in a folder, as its log has them."""
    for iteration, group in groupby(CsvLog(folder / "strength.csv").rows(), key=lambda row: int(row[KEY])):
        rows = list(group)
        shares = {row["against"]: float(row["share"]) for row in rows}
        yield RunEvaluation(iteration=iteration, decisions=int(rows[0]["decisions"]), shares=shares)


def files_of(folder: Path) -> Files:
    """Return the contents of those files of the run in a folder that a worker sends back.

    They are the agent, the configuration, the logs and the output, but no checkpoints.
    """
    agent = {path.name: path.read_bytes() for path in (folder / AGENT).glob("*")}
    kept = {name: (folder / name).read_bytes() for name in KEPT if (folder / name).is_file()}
    return Files(kept, agent, folder.with_suffix(OUTPUT).read_bytes())
