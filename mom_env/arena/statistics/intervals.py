"""95 % intervals from deals: the games of a deal are one observation, as they share its luck.

A share (of wins) gets Wilson's interval with as many observations as the deals' variance says there are, and
Student's quantile instead of the normal one; anything else gets Student's interval of the means of deals. Both were
chosen by their measured coverage: docs/statistics.md.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.common.extras import import_from

LEVEL = 0.95
PRIOR = 0.1  # deals; of those tried from 0 to 1 the one whose coverage was the best
FEWEST = 2  # deals that tell how much they vary
TINY = 1e-12  # what rounding leaves of a variance of 0
ALIKE = 3.0  # if D deals came out alike, up to 3 / D of all may differ: (1 - 3 / D)^D is 5 %

Values = NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate, and where the truth is in 95 of 100 cases."""

    mean: Any
    low: Any
    high: Any

    def plain(self) -> dict[str, float | None]:
        """For JSON: an open end is null."""
        ends = {name: round(float(value), 6) for name, value in self._asdict().items()}
        return {name: value if np.isfinite(value) else None for name, value in ends.items()}


@cache
def quantile(observations: int) -> float:
    """Student's, for so many observations."""
    return float(import_from("arena", "scipy.stats").t.ppf((1 + LEVEL) / 2, observations - 1))


def variance_of_share(scores: Values, games: int) -> Values:
    """The variance of deals' scores, shape (..., D), drawn a little towards that of deals of one game each.

    Few wins, or few losses, tell little of how deals vary: they count for less the further the share is from a half.
    It is 0 only where all was won or all was lost.

    Args:
        scores: the mean of a deal's games, each from 0 to 1.
        games: how many games of a deal are in it.
    """
    mean, deals = scores.mean(axis=-1), scores.shape[-1]
    spread, found = mean * (1 - mean), scores.var(axis=-1, ddof=1)
    told = 4 * spread * (deals - 1)
    alike = np.where(spread > 0, ALIKE / deals / games**2, 0.0)
    variance: Values = np.where(found > TINY, (found * told + PRIOR * spread) / (told + PRIOR), alike)
    return variance


def share_interval(scores: Values, games: int) -> Interval:
    """Of a share of wins, from the deals' scores, shape (..., D)."""
    mean, deals = scores.mean(axis=-1), scores.shape[-1]
    spread = mean * (1 - mean)
    ratio = np.divide(variance_of_share(scores, games), spread, out=np.ones_like(mean), where=spread > 0)
    per = quantile(deals) ** 2 * ratio / deals
    middle, half = (mean + per / 2) / (1 + per), np.sqrt(per * spread + per**2 / 4) / (1 + per)
    return Interval(mean, middle - half, middle + half)


def bounded_interval(values: Values, games: int, low: float, high: float) -> Interval:
    """Of the mean of anything that has a least and a largest value: that of a share, on its scale."""
    share = share_interval((values - low) / (high - low), games)
    return Interval(*(low + (high - low) * end for end in share))


def mean_interval(values: Values) -> Interval:
    """Of anything else, from the deals' means, shape (..., D); of fewer than two deals nothing is known."""
    deals = values.shape[-1]
    if deals < FEWEST:
        return Interval(values[0] if deals else np.nan, -np.inf, np.inf)
    mean = values.mean(axis=-1)
    half = quantile(deals) * np.sqrt(values.var(axis=-1, ddof=1) / deals)
    return Interval(mean, mean - half, mean + half)
