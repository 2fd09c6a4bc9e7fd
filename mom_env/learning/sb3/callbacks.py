"""Callbacks for SB3: one shows and logs its training, one times its rollouts for the bench."""

from time import perf_counter

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from mom_env.learning.display import Display
from mom_env.learning.logs import Logs

THEIR_NAMES = {  # SB3's names of our metrics, and their sign there; SB3 has the entropy as a loss
    "learning_rate": ("train/learning_rate", 1),
    "policy_loss": ("train/policy_gradient_loss", 1),
    "value_loss": ("train/value_loss", 1),
    "entropy": ("train/entropy_loss", -1),
    "kl": ("train/approx_kl", 1),
    "clipped": ("train/clip_fraction", 1),
    "explained_variance": ("train/explained_variance", 1),
}


class ProgressCallback(BaseCallback):
    """A callback that shows SB3's metrics after each rollout, and logs their means at the end of a training's part."""

    def __init__(self, logs: Logs, display: Display, part: int) -> None:
        """Take the logs and the display of the training; `part` is the number of the part, from 0."""
        super().__init__()
        self.logs, self.display, self.part = logs, display, part
        self._began, self._before = perf_counter(), 0
        self._seen: list[dict[str, float]] = []

    def _on_training_start(self) -> None:
        """Note when the part begins, and after how many decisions."""
        self._began, self._before = perf_counter(), self.num_timesteps

    def _on_step(self) -> bool:
        """Return True, as the training is to continue."""
        return True

    def _on_rollout_end(self) -> None:
        """Show the progress, and the metrics of the rollout before this one."""
        metrics = self._learnt()  # those of the previous rollout, which SB3 is about to discard
        if metrics:
            self._seen.append(metrics)
        rate = (self.num_timesteps - self._before) / (perf_counter() - self._began)
        self.display.show(self.num_timesteps, rate, metrics)

    def _learnt(self) -> dict[str, float]:
        """Return the metrics of SB3's last update by the names in THEIR_NAMES, without those that SB3 does not have.

        The entropy, which SB3 has as a loss, changes its sign.
        """
        values = self.model.logger.name_to_value
        return {name: sign * float(values[theirs]) for name, (theirs, sign) in THEIR_NAMES.items() if theirs in values}

    def _on_training_end(self) -> None:
        """Log the means of the metrics over the part, and how long it took."""
        self._seen.append(self._learnt())
        means = {name: float(np.mean([metrics[name] for metrics in self._seen])) for name in THEIR_NAMES}
        self.logs.add(self.logs.metrics, self.part + 1, {"decisions": self.num_timesteps, **means}, "train")
        seconds = perf_counter() - self._began
        rate = (self.num_timesteps - self._before) / seconds
        times = {"seconds": self.logs.seconds() + seconds, "decisions_per_second": rate}
        self.logs.add(self.logs.timing, self.part + 1, times, "timing")


class Clock(BaseCallback):
    """A callback that records when each rollout begins, and ends the training when the time is over.

    Attributes:
        times: when each rollout began, in seconds, as of `time.perf_counter`.
    """

    def __init__(self, warm_up: int, seconds: float) -> None:
        """Begin with no rollouts; the time of `seconds` starts after `warm_up` rollouts."""
        super().__init__()
        self.times: list[float] = []
        self._warm_up, self._seconds = warm_up, seconds

    def _on_rollout_start(self) -> None:
        """Record the time."""
        self.times.append(perf_counter())

    def _on_step(self) -> bool:
        """Return whether the training is to continue, as the time is not over yet."""
        first = self.times[min(self._warm_up, len(self.times) - 1)]
        return self.times[-1] - first < self._seconds


def rollout_times(model: MaskablePPO, warm_up: int, seconds: float) -> list[float]:
    """Train a model for `seconds` seconds after `warm_up` rollouts, and return when each of the later rollouts began.

    Times are in seconds, as of `time.perf_counter`.
    """
    clock = Clock(warm_up, seconds)
    model.learn(1 << 60, callback=clock)
    return clock.times[warm_up:]
