"""What came out of a sweep: the strength of each combination, with intervals over seeds, and which one is best."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mom_env.arena.statistics.intervals import FEWEST, Interval, mean_interval
from mom_env.learning.sweep.ledger import RecordLedger
from mom_env.learning.sweep.plan import Combination, SweepPlan, Training
from mom_env.learning.sweep.record import RunOutcome


class Finished(NamedTuple):
    """A run that was trained to its end, and what came out of it."""

    training: Training
    outcome: RunOutcome


class CombinationLine(NamedTuple):
    """The results of one combination of settings, over all of its seeds.

    Attributes:
        combination: the settings.
        runs: those that were trained to their end, by seed.
        num_failed: number of runs that failed.
    """

    combination: Combination
    runs: tuple[Finished, ...]
    num_failed: int

    def share(self, label: str) -> Interval:
        """Return the share of games won at the end of the training in the matchup with this label, over seeds."""
        return over_seeds([run.outcome.last.shares[label] for run in self.runs])

    @property
    def mean(self) -> Interval:
        """The mean share of games won over all matchups at the end of the training, over seeds."""
        return over_seeds([run.outcome.last.mean for run in self.runs])

    @property
    def decisions(self) -> float:
        """The mean number of decisions that a run has learnt from."""
        return float(np.mean([run.outcome.last.decisions for run in self.runs]))

    @property
    def minutes(self) -> float:
        """The mean duration of a training in minutes."""
        return float(np.mean([run.outcome.minutes for run in self.runs]))


def over_seeds(shares: Sequence[float]) -> Interval:
    """Return the mean of shares, one for each seed, with Student's 95 % interval, cut off at 0 and 1.

    From one seed the interval is infinite: there is none.

    >>> [round(float(number), 3) for number in over_seeds([0.5, 0.6, 0.7])]
    [0.6, 0.352, 0.848]
    """
    found = mean_interval(np.array(shares, np.float64))
    if len(shares) < FEWEST:
        return found
    return Interval(found.mean, max(0.0, found.low), min(1.0, found.high))


def difference(line: CombinationLine, other: CombinationLine) -> Interval:
    """Return the 95 % interval of how much the mean share of `line` exceeds that of `other`, over the seeds of both."""
    shares = [{run.training.config.seed: run.outcome.last.mean for run in one.runs} for one in (line, other)]
    both = [seed for seed in shares[0] if seed in shares[1]]
    return mean_interval(np.array([shares[0][seed] - shares[1][seed] for seed in both], np.float64))


def has_ends(interval: Interval) -> bool:
    """Return whether there is an interval, which needs two seeds at least."""
    return bool(np.isfinite(interval.low))


def lines_of(plan: SweepPlan, ledger: RecordLedger) -> list[CombinationLine]:
    """Return the lines of all combinations: the strongest first, and those with failed runs or without any run last."""
    lines = [line_of(combination, plan, ledger) for combination in plan.combinations]
    return sorted(lines, key=lambda line: (line.num_failed, -line.mean.mean if line.runs else 0.0))


def line_of(combination: Combination, plan: SweepPlan, ledger: RecordLedger) -> CombinationLine:
    """Return the line of one combination of a plan, from the records of its runs."""
    own = [one for one in plan.trainings if one.combination == combination]
    pairs = [(one, ledger.records[one.folder].outcome) for one in own]
    runs = tuple(Finished(one, outcome) for one, outcome in pairs if outcome is not None)
    return CombinationLine(combination, runs, len(own) - len(runs))


def best_line(lines: Sequence[CombinationLine]) -> CombinationLine | None:
    """Return the combination with the highest mean share of games won, or None if each has a failed run.

    The failed runs of a combination may be its worst ones, so the mean of the others would be too good.
    """
    whole = [line for line in lines if not line.num_failed]
    return max(whole, key=lambda line: line.mean.mean, default=None)


def best_run(line: CombinationLine) -> Finished:
    """Return the run of a combination whose agent has won most in an evaluation."""
    return max(line.runs, key=lambda run: run.outcome.best.mean)
