"""A sequential stop: Wald's test of two win shares, on the scores of deals.

After every `LOOK` deals, from `FIRST_LOOK` on, the log of the likelihood ratio of the higher share against the lower
one is taken as for normal means with the variance of the deals' scores so far. Beyond `BOUND` either way it is enough.
"""

from typing import Literal, NamedTuple

import numpy as np

from mom_env.arena.statistics.intervals import Values, variance_of_share
from mom_env.errors import OptionError

ERROR = 0.05  # of each kind, as the bounds mean it; what it is, docs/statistics.md tells
BOUND = float(np.log((1 - ERROR) / ERROR))
FIRST_LOOK, LOOK = 60, 20  # deals

Verdict = Literal["high", "low", "open"]


class Hypotheses(NamedTuple):
    """Which two shares are told apart."""

    low: float
    high: float


class Stop(NamedTuple):
    """How a test ended."""

    deals: int  # at which it was over, or all
    ratio: float  # log of the likelihood ratio there
    verdict: Verdict


def checked_test(low: float, high: float) -> Hypotheses:
    """The two shares.

    Raises:
        OptionError: they are none, or not in order.
    """
    if not 0 < low < high < 1:
        raise OptionError(f"sprt: expected two shares between 0 and 1, the lower first, found {low!r} and {high!r}")
    return Hypotheses(low, high)


def log_ratio(test: Hypotheses, scores: Values, games: int) -> float:
    """How much likelier these deals are under the higher share than under the lower."""
    mean, variance = (
        scores.mean(),
        max(float(variance_of_share(scores, games)), least_variance(test, len(scores), games)),
    )
    return float(len(scores) * (test.high - test.low) * (2 * mean - test.low - test.high) / (2 * variance))


def least_variance(test: Hypotheses, deals: int, games: int) -> float:
    """Where all games were won or lost alike: as if the true share were at the middle, and deals were single games."""
    middle = (test.low + test.high) / 2
    return middle * (1 - middle) / (deals * games)


def stop_of(test: Hypotheses, scores: Values, games: int) -> Stop:
    """Where the test ends, looking at the deals in their order."""
    looks = range(FIRST_LOOK, len(scores) + 1, LOOK)
    for deals in looks:
        ratio = log_ratio(test, scores[:deals], games)
        if abs(ratio) >= BOUND:
            return Stop(deals, ratio, "high" if ratio > 0 else "low")
    ratio = log_ratio(test, scores, games) if len(scores) > 1 else 0.0
    return Stop(len(scores), ratio, "open")
