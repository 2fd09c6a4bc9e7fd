"""A sequential test: Wald's test of two win shares, on the scores of deals.

From `FIRST_LOOK` deals on, the test looks after every `LOOK` deals at the log of the likelihood ratio of the higher
share to the lower one, for normal means with the variance of the deals' scores so far. It stops once that is beyond
`BOUND` on either side.
"""

from typing import Literal, NamedTuple

import numpy as np

from mom_env.arena.statistics.intervals import Values, variance_of_share
from mom_env.errors import OptionError

ERROR = 0.05  # nominal error of either kind; docs/statistics.md has the measured ones
BOUND = float(np.log((1 - ERROR) / ERROR))
FIRST_LOOK, LOOK = 60, 20  # deals

Verdict = Literal["high", "low", "open"]


class Hypotheses(NamedTuple):
    """The two win shares between which a sequential test decides, each above 0 and below 1, `low` below `high`."""

    low: float
    high: float


class Stop(NamedTuple):
    """How a sequential test ended: after how many deals, at which log of the likelihood ratio, and with which verdict.

    "high" and "low" are for the higher and the lower win share; "open" is without a decision.
    """

    deals: int  # after which it stopped, or all
    ratio: float  # log of the likelihood ratio after those deals
    verdict: Verdict


def checked_test(low: float, high: float) -> Hypotheses:
    """Return the two win shares as the hypotheses of a sequential test.

    Raises:
        OptionError: they are not above 0 and below 1, or the lower one is not first.
    """
    if not 0 < low < high < 1:
        raise OptionError(f"sprt: expected two shares between 0 and 1, the lower first, found {low!r} and {high!r}")
    return Hypotheses(low, high)


def log_ratio(test: Hypotheses, scores: Values, games: int) -> float:
    """Return the natural log of the likelihood ratio: how much likelier the scores are under the higher win share.

    It is positive if the scores speak for the higher share, negative for the lower one.

    Args:
        test: the two win shares.
        scores: the score of each deal, from 0 to 1.
        games: number of games of a deal.
    """
    mean, variance = (
        scores.mean(),
        max(float(variance_of_share(scores, games)), least_variance(test, len(scores), games)),
    )
    return float(len(scores) * (test.high - test.low) * (2 * mean - test.low - test.high) / (2 * variance))


def least_variance(test: Hypotheses, deals: int, games: int) -> float:
    """Return the smallest variance that the test uses, for deals that were all won or all lost.

    It is the variance of the mean of `deals * games` games at a share halfway between the hypotheses.
    """
    middle = (test.low + test.high) / 2
    return middle * (1 - middle) / (deals * games)


def stop_of(test: Hypotheses, scores: Values, games: int) -> Stop:
    """Return where the test stops when it looks at the deals in their order; if it never stops, all deals and "open".

    Args:
        test: the two win shares.
        scores: the score of each deal, from 0 to 1.
        games: number of games of a deal.
    """
    looks = range(FIRST_LOOK, len(scores) + 1, LOOK)
    for deals in looks:
        ratio = log_ratio(test, scores[:deals], games)
        if abs(ratio) >= BOUND:
            return Stop(deals, ratio, "high" if ratio > 0 else "low")
    ratio = log_ratio(test, scores, games) if len(scores) > 1 else 0.0
    return Stop(len(scores), ratio, "open")
