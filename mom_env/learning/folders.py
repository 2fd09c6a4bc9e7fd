"""Folders of runs: what is in them, which process holds them, and how to resume them."""

import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mom_env.common.files import LOCK, locked
from mom_env.errors import CheckpointError, ConfigError, OutputError, TrainingError
from mom_env.learning.exploit_report import target_of
from mom_env.players.agent import is_agent

AGENT = "agent"  # of a run: the best policy so far
SAVED = ("checkpoints", "parts")  # of a run, by `selfplay` and by `sb3`
PROTOCOL = "protocol.json"  # of a folder of `mom benchmark`
CELL_DEPTH = 3  # folders from there down to that of a run: algorithm, setting, seed


@contextmanager
def hold(run: Path) -> Iterator[None]:
    """Hold a run's folder for this process, and say how to go on if the disk refuses something meanwhile.

    Raises:
        OutputError: another process works in the folder, or it cannot be made.
        TrainingError: something in it cannot be written; checkpoints are as they were.
    """
    with locked(run):
        try:
            yield
        except OSError as error:
            what = error if isinstance(error, OutputError) else f"{error.filename or run}: {error.strerror or error}"
            raise TrainingError(
                f"{what}; checkpoints are as they were. When it can be written, "
                f"go on with: {how_to_resume(run)}, or again from the start if there is no checkpoint yet"
            ) from None


def is_begun(run: Path) -> bool:
    """Return whether a training has left something in the folder that it can be resumed from."""
    return any(path.name.isdigit() for kind in SAVED for path in (run / kind).glob("*"))


def check_holds_no_agent(run: Path) -> None:
    """Refuse a folder in which a new run would write over somebody's agent, or that is a file.

    Raises:
        ConfigError: it says what is there.
    """
    if run.exists() and not run.is_dir():
        raise ConfigError(f"{run}: expected a folder for the run, found a file")
    if not is_begun(run) and (is_agent(run) or is_agent(run / AGENT)):
        raise ConfigError(f"{run}: expected a folder without a run, found an agent; choose another folder with --out")


def check_is_new(run: Path) -> None:
    """Refuse a folder with a run, whose logs a new one would write over; to be asked by the process that holds it.

    Raises:
        ConfigError: it says how to resume that run.
    """
    if is_begun(run):
        raise ConfigError(f"{run}: expected a folder without a run, found one; go on with: {how_to_resume(run)}")


def check_can_resume(run: Path) -> None:
    """Refuse a folder that has never held a run, before anything is written into it.

    Raises:
        CheckpointError: it says where the run is, if the folder is its agent's.
    """
    if is_begun(run) or (run / LOCK).exists():
        return
    found = f"its agent; the run is {run.parent}" if is_agent(run) and is_begun(run.parent) else "none"
    raise CheckpointError(f"{run}: expected a checkpoint to go on from, found {found}")


def clear(run: Path) -> None:
    """Remove all that an earlier run left in the folder; to be called by the process that holds it."""
    for path in run.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()


def how_to_prolong(run: Path, decisions: int) -> str:
    """Return what to say of a run that has nothing left to do."""
    command = shlex.join(["mom", "train", "--resume", str(run), "--set", f"decisions={2 * decisions}"])
    return f"{run} has learnt from all its {decisions:,} decisions; to prolong it in a new run: {command}"


def how_to_resume(run: Path) -> str:
    """Return the command that resumes a run, quoted for a shell: each run is resumed by the command that began it."""
    above = run.absolute().parents
    if len(above) > CELL_DEPTH and (above[CELL_DEPTH] / PROTOCOL).is_file():
        return "the same mom benchmark command"
    if target := target_of(run):
        return shlex.join(["mom", "exploit", target, "--out", str(run), "--resume"])
    return shlex.join(["mom", "train", "--resume", str(run)])
