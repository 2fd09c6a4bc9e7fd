"""Interquartile means over seeds and panel, with intervals from a bootstrap stratified by setting.

A stratum is the scores of one setting, an array of shape (seeds, members of the panel). Within each stratum, seeds are
drawn with replacement, and all scores of a seed stay together, as one player made them. The interval is that of
percentiles.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.common.extras import import_from

LEVEL = 0.95
CUT = 0.25  # share of the scores that is left out at either end
RESAMPLES = 10_000
Scores = NDArray[np.float64]


class Aggregate(NamedTuple):
    """A mean over seeds and members of the panel, and its 95 % interval."""

    mean: float
    low: float | None  # None if a stratum has one seed only
    high: float | None

    def in_words(self, digits: int = 1, scale: float = 100.0) -> str:
        """Return the mean and the interval as text for a table, multiplied by `scale` and with `digits` decimals.

        >>> Aggregate(0.5, 0.25, 0.75).in_words(), Aggregate(0.5, None, None).in_words(2, 1)
        ('50.0 (25.0 to 75.0)', '0.50')
        """
        mean = f"{scale * self.mean:.{digits}f}"
        if self.low is None or self.high is None:
            return mean
        return f"{mean} ({scale * self.low:.{digits}f} to {scale * self.high:.{digits}f})"


def interquartile_mean(values: Scores) -> Scores:
    """Return the mean along the last axis without the lowest and the highest quarter of the values, rounded down.

    Of 3 values none is left out.

    >>> float(interquartile_mean(np.array([0.0, 5.0, 7.0, 99.0])))
    6.0
    """
    means: Scores = import_from("arena", "scipy.stats").trim_mean(values, CUT, axis=-1)
    return means


def aggregate(strata: Sequence[Scores], seed: int = 0) -> Aggregate:
    """Return the interquartile mean of all scores, with its interval by a bootstrap.

    There is no interval if a stratum has one seed only.

    Args:
        strata: the scores of each setting, an array of shape (seeds, members of the panel).
        seed: of the bootstrap.
    """
    mean = float(interquartile_mean(np.concatenate([stratum.ravel() for stratum in strata])))
    if min(len(stratum) for stratum in strata) < 2:
        return Aggregate(mean, None, None)
    rng = np.random.default_rng(seed)
    drawn = np.concatenate([resample(stratum, rng) for stratum in strata], axis=1)
    low, high = np.quantile(interquartile_mean(drawn), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Aggregate(mean, float(low), float(high))


def resample(stratum: Scores, rng: np.random.Generator) -> Scores:
    """Draw the seeds of a stratum with replacement, RESAMPLES times, and return their scores.

    `stratum` has the shape (seeds, members of the panel), and the result (RESAMPLES, seeds * members).
    """
    seeds = rng.integers(len(stratum), size=(RESAMPLES, len(stratum)))
    drawn: Scores = stratum[seeds].reshape(RESAMPLES, -1)
    return drawn


def normalised(shares: Scores, num_players: int) -> Scores:
    """Return win shares on a scale where 0 is the share among equals (1 / `num_players`), and 1 is all games won."""
    fair = 1 / num_players
    above: Scores = (shares - fair) / (1 - fair)
    return above
