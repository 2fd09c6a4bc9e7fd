"""The job of a sweep: each part is a training in a process of its own, with one thread; Ctrl-C lets it save itself."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mom_env.kernel.jit import is_compiled
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config
from mom_env.learning.sweep.plan import Training
from mom_env.learning.sweep.record import OUTPUT
from mom_env.work.job import MOST_TRIES, ONE_THREAD, Job, Link

if TYPE_CHECKING:
    from collections.abc import Callable

    from mom_env.learning.sweep.train import TrainedRun

FEWEST_DEALS = 2  # that an evaluation can have
STEPS = 32  # of a rollout; with a few decisions a loss may not be a number


class SweepJob(Job[Training, "TrainedRun"]):
    """Trains the runs of a sweep."""

    noun = "runs"
    is_long = True
    environment = ONE_THREAD

    def __init__(self, root: Path, key: str, first: Config) -> None:
        """Make the job of the sweep in the folder `root`, whose key is `key`.

        `first` is the configuration of a run, by which kernels are compiled.
        """
        self.root, self.key, self.first = root.absolute(), key, first

    def begin(self, link: Link) -> "Callable[[Training], TrainedRun]":  # noqa: ARG002 - Ctrl-C stops a training
        """Return the function that trains a run."""
        from mom_env.learning.sweep.train import train_run  # noqa: PLC0415  # it loads torch

        return lambda training: train_run(training, self.root, self.key)

    def warm_up(self) -> None:
        """Learn from a few decisions and evaluate a few games, so that kernels are compiled, unless the JIT is off."""
        if not is_compiled():
            return
        from mom_env.learning.evaluation import evaluate_all  # noqa: PLC0415  # as above
        from mom_env.learning.selfplay.trainer import SelfPlay  # noqa: PLC0415  # as above

        config = tiny(self.first)
        with TemporaryDirectory() as folder:
            training = SelfPlay(config, Path(folder))
            training.iterate()
            evaluate_all(training.policy(), config)

    def output_of(self, part: Training) -> Path:
        """Return the file beside the run's folder, to which all that a run prints is appended."""
        return (self.root / part.folder).with_suffix(OUTPUT)

    def give_up(self, part: Training, note: int) -> "TrainedRun":  # noqa: ARG002 - a training leaves no note
        """Return that the run has failed, so that the others are trained all the same."""
        from mom_env.learning.sweep.train import TrainedRun  # noqa: PLC0415  # as above

        return TrainedRun(None, f"its worker died at each of {MOST_TRIES} tries")


def tiny(config: Config) -> Config:
    """Return a configuration for the same tables and players whose rollouts and evaluations take a moment."""
    tables = len(rulesets_of(config))
    return config.model_copy(
        update={
            "rollout": config.rollout.model_copy(update={"games": tables, "steps": STEPS}),
            "evaluation": config.evaluation.model_copy(update={"deals": max(FEWEST_DEALS, len(config.option_sets))}),
        }
    )
