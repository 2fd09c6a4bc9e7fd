"""Folders of runs: what they contain, which process holds them, and how to resume them."""

import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mom_env.common.files import LOCK, locked
from mom_env.errors import CheckpointError, ConfigError, OutputError, TrainingError
from mom_env.learning.exploit_report import target_of
from mom_env.players.agent import is_agent

AGENT = "agent"  # in a run: the best policy so far
SAVED = ("checkpoints", "parts")  # in a run: saved by `selfplay` and by `sb3`
PROTOCOL = "protocol.json"  # in a folder of `mom benchmark`
CELL_DEPTH = 3  # folders between the benchmark's and a run: algorithm, setting, seed
SWEEP = "sweep.json"  # in a folder of `mom sweep`
SWEEP_DEPTH = 1  # folders between the sweep's and a run: the combination of settings


@contextmanager
def hold(run: Path) -> Iterator[None]:
    """Lock a run's folder for this process inside the `with` block, so that no other process works in it.

    A run is a training with its files. If a file cannot be written meanwhile, the error says how to continue.

    Raises:
        OutputError: another process works in the folder, or it cannot be made.
        TrainingError: a file in it cannot be written; checkpoints are unchanged.
    """
    with locked(run):
        try:
            yield
        except OSError as error:
            what = error if isinstance(error, OutputError) else f"{error.filename or run}: {error.strerror or error}"
            raise TrainingError(
                f"{what}; checkpoints are unchanged. When it can be written, "
                f"continue with: {how_to_resume(run)}, or begin again if there is no checkpoint yet"
            ) from None


def is_begun(run: Path) -> bool:
    """Return whether the folder `run` has a checkpoint or a saved part from which a training can be resumed."""
    return any(path.name.isdigit() for kind in SAVED for path in (run / kind).glob("*"))


def check_holds_no_agent(run: Path) -> None:
    """Check that a new run in the folder `run` would not overwrite an agent, and that `run` is not a file.

    A missing folder is fine, and so is one with a run that can be resumed.

    Raises:
        ConfigError: the message says what is there.
    """
    if run.exists() and not run.is_dir():
        raise ConfigError(f"{run}: expected a folder for the run, found a file")
    if not is_begun(run) and (is_agent(run) or is_agent(run / AGENT)):
        raise ConfigError(f"{run}: expected a folder without a run, found an agent; choose another folder with --out")


def check_is_new(run: Path) -> None:
    """Check that the folder has no run, whose logs a new run would overwrite.

    The calling process must have locked the folder with `hold`.

    Raises:
        ConfigError: there is a run; the message says how to resume it.
    """
    if is_begun(run):
        raise ConfigError(f"{run}: expected a folder without a run, found one; continue with: {how_to_resume(run)}")


def check_can_resume(run: Path) -> None:
    """Check that the folder has been that of a run, before anything is written into it.

    Raises:
        CheckpointError: there is no run; if the folder is that of a run's agent, the message names the run.
    """
    if is_begun(run) or (run / LOCK).exists():
        return
    found = f"its agent; the run is {run.parent}" if is_agent(run) and is_begun(run.parent) else "none"
    raise CheckpointError(f"{run}: expected a checkpoint to continue from, found {found}")


def clear(run: Path) -> None:
    """Remove everything except the lock file from a run's folder.

    The calling process must have locked the folder with `hold`.
    """
    for path in run.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != LOCK:
            path.unlink()


def how_to_prolong(run: Path, decisions: int) -> str:
    """Return a message for a finished run of `decisions` decisions, with the command for a new run twice as long."""
    command = shlex.join(["mom", "train", "--resume", str(run), "--set", f"decisions={2 * decisions}"])
    return f"{run} has learnt from all its {decisions:,} decisions; to prolong it in a new run: {command}"


def how_to_resume(run: Path) -> str:
    """Return in words the command that resumes the run in a folder, such as `mom train --resume` with the folder."""
    above = run.absolute().parents
    if len(above) > CELL_DEPTH and (above[CELL_DEPTH] / PROTOCOL).is_file():
        return "the same mom benchmark command"
    if len(above) > SWEEP_DEPTH and (above[SWEEP_DEPTH] / SWEEP).is_file():
        return "the same mom sweep command"
    if target := target_of(run):
        return shlex.join(["mom", "exploit", target, "--out", str(run), "--resume"])
    return shlex.join(["mom", "train", "--resume", str(run)])
