"""`mom train --resume RUN --set decisions=...`: begin a new run from the last checkpoint of another."""

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console

from mom_env.common.files import locked
from mom_env.errors import ConfigError
from mom_env.learning import checkpoint
from mom_env.learning import run as runs
from mom_env.learning.config import Config, checked_config
from mom_env.learning.config_checks import check_config
from mom_env.learning.devices import check_device
from mom_env.learning.export import copy_agent
from mom_env.learning.folders import AGENT, check_can_resume, check_holds_no_agent, check_is_new, hold
from mom_env.learning.logs import copy_logs
from mom_env.learning.origin import Origin
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.players.agent import is_agent

if TYPE_CHECKING:
    from mom_env.learning.sb3.parts import SavedPart  # loads SB3

# With other changes, the games in progress, the network or the logs so far would be those of another training.
CHANGEABLE = ("decisions", "threads", "ppo", "checkpoint", "evaluation.every", "search", "device")


def usual_folder(run: Path) -> Path:
    """Return the default folder of the new run that prolongs `run`: beside it, with "-prolonged" added to the name."""
    return run.with_name(f"{run.name}-prolonged")


def prolong(old: Path, run: Path, settings: Iterable[str], console: Console) -> bool:
    """Continue from the last checkpoint of a run in a new run; return False if it was interrupted, otherwise True.

    The new run begins with the old run's logs and agent. The old run is not changed.

    Args:
        old: the folder of a run, finished or not.
        run: the new folder.
        settings: changes of the configuration, like `decisions=2000000`.
        console: where progress is shown.

    Raises:
        ConfigError: a setting cannot be changed any more, or the old run has already reached the new length.
        CheckpointError: the old run has no checkpoint.
        OutputError: another process works in one of the folders.
    """
    settings = list(settings)
    check_changeable(settings)
    if run.resolve() == old.resolve():
        raise ConfigError(f"--out: expected another folder than that of the old run, found {run}")
    check_can_resume(old)
    check_holds_no_agent(run)
    with ExitStack() as while_copying:
        while_copying.enter_context(locked(old))
        saved = last_saved(old, console)
        config = prolonged_config(saved, old, settings)
        with hold(run):
            check_is_new(run)
            copy_beginning(old, run)
            saved.write(config, run)
            while_copying.close()
            report_beginning(saved.origin, config, run, console)
            return runs.continue_run(run, console)


def check_changeable(settings: Iterable[str]) -> None:
    """Check that all settings, such as `decisions=2000000`, may be changed when a run is prolonged.

    Raises:
        ConfigError: one may not; the message names it, and those that are possible.
    """
    for setting in settings:
        key = setting.partition("=")[0].strip()
        if not any(key == name or key.startswith(f"{name}.") for name in CHANGEABLE):
            raise ConfigError(f"--set {setting}: expected one of {', '.join(CHANGEABLE)} for a run that has begun")


class SavedTraining(NamedTuple):
    """The last checkpoint of a run of the trainer `selfplay`, loaded, and what it is as the origin of a new run."""

    training: SelfPlay
    origin: Origin

    @property
    def config(self) -> Config:
        """The configuration of the saved run."""
        return self.training.config

    def write(self, config: Config, run: Path) -> None:
        """Write the checkpoint as the first one of a new run in the folder `run`, with another configuration."""
        self.training.config, self.training.origin = config, self.origin
        checkpoint.save(self.training, run / checkpoint.CHECKPOINTS)


def last_saved(old: Path, console: Console) -> "SavedTraining | SavedPart":
    """Return the last checkpoint of the run in the folder `old`; with the trainer `sb3` this is the last saved part.

    Problems with newer checkpoints are printed on `console`.

    Raises:
        CheckpointError: there is none that can be read.
    """
    if (old / runs.SB3_PARTS).is_dir():
        from mom_env.learning.sb3.parts import saved_part  # noqa: PLC0415  # it takes seconds to load

        return saved_part(old)
    training = runs.last_training(old, console)
    return SavedTraining(training, checkpoint.origin_of(old, training))


def prolonged_config(saved: "SavedTraining | SavedPart", old: Path, settings: Iterable[str]) -> Config:
    """Return the configuration of the new run: that of the saved one, changed by settings.

    Args:
        saved: the checkpoint from which the new run begins.
        old: the folder of the old run, for messages.
        settings: changes, like `decisions=2000000`.

    Raises:
        ConfigError: it is wrong, has another critic, or its length is not greater than the old run's decisions.
    """
    config = checked_config(saved.config.model_dump(mode="json"), str(old), settings)
    check_config(config)
    check_device(config)
    if config.ppo.critic != saved.config.ppo.critic:
        raise ConfigError(f"ppo.critic: expected {saved.config.ppo.critic!r} for a run that has begun with it")
    done = saved.origin.decisions
    if config.decisions <= done:
        raise ConfigError(f"--set decisions: expected more than the {done:,} of {old}, found {config.decisions:,}")
    return config


def copy_beginning(old: Path, run: Path) -> None:
    """Copy the logs of the run in the folder `old` into that of a new run, and its agent if it has one."""
    copy_logs(old, run)
    if is_agent(old / AGENT):
        copy_agent(old / AGENT, run / AGENT)


def report_beginning(origin: Origin, config: Config, run: Path, console: Console) -> None:
    """Print from which checkpoint the new run begins, and to how many decisions it continues."""
    begun = f"begun from {origin.run} after {origin.decisions:,} decisions"
    line = f"{run}: a new run, {begun}; it continues to {config.decisions:,}"
    console.print(line, highlight=False, markup=False, soft_wrap=True)
