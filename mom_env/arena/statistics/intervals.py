"""95 % intervals over deals: the games of a deal count as one observation, as they share its luck.

A win share gets Wilson's interval. Its number of observations is estimated from the variance of the deals, and
Student's quantile takes the place of the normal one. Anything else gets Student's interval of the deals' means. Both
were chosen by their measured coverage: docs/statistics.md.

Other intervals of this project, and why they are not these: `ratings.py` fits a model, with robust errors and this
quantile; `duplicates.py` and `learning/benchmark/scores.py` bootstrap estimates that have no formula;
`learning/evaluation.py` has Wilson's with the normal quantile, as trainings run without SciPy.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.common.extras import import_from

LEVEL = 0.95
PRIOR = 0.1  # weight in deals; of values from 0 to 1 it had the best coverage
FEWEST = 2  # deals, to estimate a variance
TINY = 1e-12  # rounding can leave this much of a variance of 0
ALIKE = 3.0  # rule of three: if D deals were alike, up to 3 / D of all may differ, as (1 - 3 / D)^D is 5 %

Values = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate (`mean`) and the ends of its 95 % interval, `low` and `high`: numbers, or arrays of numbers."""

    mean: Any
    low: Any
    high: Any

    def plain(self) -> dict[str, float | None]:
        """Return plain JSON values by name, rounded to 6 decimals, with None for a number that is not finite."""
        ends = {name: round(float(value), 6) for name, value in self._asdict().items()}
        return {name: value if np.isfinite(value) else None for name, value in ends.items()}


@cache
def quantile(observations: int) -> float:
    """Return Student's quantile for a two-sided 95 % interval from a number of observations, at least 2."""
    return float(import_from("arena", "scipy.stats").t.ppf((1 + LEVEL) / 2, observations - 1))


def variance_of_share(scores: Values, games: int) -> Values:
    """Return the variance of deals' scores, shrunk a little towards that of deals of one game each.

    With few wins, or few losses, the observed variance says little: its weight falls as the share moves away from a
    half. The result is 0 only if all games were won or all were lost.

    Args:
        scores: the mean of a deal's games, each from 0 to 1; shape (..., D) for D deals.
        games: number of games of a deal.

    Returns:
        The variance, shape (...).
    """
    mean, deals = scores.mean(axis=-1), scores.shape[-1]
    spread, found = mean * (1 - mean), scores.var(axis=-1, ddof=1)
    weight = 4 * spread * (deals - 1)
    alike = np.where(spread > 0, ALIKE / deals / games**2, 0.0)
    variance: Values = np.where(found > TINY, (found * weight + PRIOR * spread) / (weight + PRIOR), alike)
    return variance


def share_interval(scores: Values, games: int) -> Interval:
    """Return the mean of the deals' scores with its interval, for a win share.

    Args:
        scores: the mean of a deal's games, each from 0 to 1; shape (..., D) for D deals.
        games: number of games of a deal.
    """
    mean, deals = scores.mean(axis=-1), scores.shape[-1]
    spread = mean * (1 - mean)
    ratio = np.divide(variance_of_share(scores, games), spread, out=np.ones_like(mean), where=spread > 0)
    per = quantile(deals) ** 2 * ratio / deals
    middle, half = (mean + per / 2) / (1 + per), np.sqrt(per * spread + per**2 / 4) / (1 + per)
    return Interval(mean, middle - half, middle + half)


def bounded_interval(values: Values, games: int, low: float, high: float) -> Interval:
    """Return the mean of values between `low` and `high`, with its interval: that of a share, rescaled.

    Args:
        values: the mean of each deal, shape (..., D) for D deals.
        games: number of games of a deal.
        low: the smallest possible value.
        high: the largest possible value.
    """
    share = share_interval((values - low) / (high - low), games)
    return Interval(*(low + (high - low) * end for end in share))


def mean_interval(values: Values) -> Interval:
    """Return the mean of `values` with its interval, for values without known limits.

    `values` are the means of D deals, shape (..., D). From one deal the interval is infinite; without deals the mean is
    NaN as well.
    """
    deals = values.shape[-1]
    if deals < FEWEST:
        return Interval(values[0] if deals else np.nan, -np.inf, np.inf)
    mean = values.mean(axis=-1)
    half = quantile(deals) * np.sqrt(values.var(axis=-1, ddof=1) / deals)
    return Interval(mean, mean - half, mean + half)
