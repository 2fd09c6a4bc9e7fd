"""Ratings: one fit of Bradley and Terry's model to all pairs of all tables, whatever their order.

A table becomes its pairs of different players: who placed better won, a tie is half a win each. Each pair that
has met gets one drawn game more, so that one-sided tables have ratings at all. The scale is Elo's: 400 points are odds
of 10 to 1; the mean of all players is 0. The intervals are those of a fit to deals, not to games: games of a deal, and
pairs of a table, share their luck.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.games import Games
from mom_env.arena.statistics.intervals import Interval, quantile
from mom_env.errors import OptionError

ELO = 400 / np.log(10)
VIRTUAL = 0.5  # wins on each side of a pair that has met: one drawn game
LARGEST_STEP = 2.0  # of Newton's, in logits
CLOSE = 1e-10

Wins = NDArray[np.float64]  # [deals, players, players] how often one was ahead of another


def pair_wins(games: Games, num: int) -> Wins:
    """Tables as pairs, by deal."""
    _, deals = np.unique(games["deal"], return_inverse=True)
    wins = np.zeros((deals.max(initial=-1) + 1, num, num))
    num_seats = games["players"].shape[1]
    for one in range(num_seats):
        for other in range(num_seats):
            first, second = games["players"][:, one], games["players"][:, other]
            ahead, behind = games["places"][:, one], games["places"][:, other]
            won = (ahead < behind) + 0.5 * (ahead == behind)
            np.add.at(wins, (deals, first, second), np.where(first == second, 0, won))
    return wins


def rate(wins: Wins) -> Interval:
    """Ratings with intervals, arrays by player; an end is open where no game closes it.

    Raises:
        OptionError: there are players who have not met, not even through others.
    """
    total = wins.sum(axis=0)
    check_connected(total)
    virtual = VIRTUAL * (total + total.T > 0)
    logits = fit(total + virtual)
    half = quantile(len(wins)) * np.sqrt(np.diag(covariance(wins, virtual, logits)))
    low, high = logits - half, logits + half
    low[~reached(total).all(axis=1)] = -np.inf
    high[~reached(total.T).all(axis=1)] = np.inf
    return Interval(ELO * logits, ELO * low, ELO * high)


def fit(total: Wins) -> NDArray[np.float64]:
    """The strengths in logits under which these wins are the most likely; their mean is 0. Newton's method."""
    logits = np.zeros(len(total))
    while True:
        slope = (total - (total + total.T) * chances(logits)).sum(axis=1)
        step = np.linalg.solve(curvature(total, logits), slope)
        logits += step * min(1.0, LARGEST_STEP / max(np.abs(step).max(), CLOSE))
        logits -= logits.mean()
        if np.abs(step).max() < CLOSE:
            return logits


def chances(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each player is ahead of each other."""
    ahead: NDArray[np.float64] = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))
    return ahead


def curvature(total: Wins, logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the likelihood; a constant is added to make it invertible, as strengths are only known up to one."""
    ahead = chances(logits)
    weight = (total + total.T) * ahead * (1 - ahead)
    curved: NDArray[np.float64] = np.diag(weight.sum(axis=1)) - weight + 1 / len(total)
    return curved


def covariance(wins: Wins, virtual: NDArray[np.float64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the strengths, robust against all that ties the games of a deal: the sandwich of Huber and White by deals."""
    ahead, deals = chances(logits), len(wins)
    slopes = (wins - (wins + wins.transpose(0, 2, 1)) * ahead).sum(axis=2)
    spread = slopes.T @ slopes * deals / (deals - 1) + spread_of_virtual(virtual, ahead)
    inverse = np.linalg.inv(curvature(wins.sum(axis=0) + virtual, logits))
    robust: NDArray[np.float64] = inverse @ spread @ inverse
    return robust


def spread_of_virtual(virtual: NDArray[np.float64], ahead: NDArray[np.float64]) -> NDArray[np.float64]:
    """As if each side's virtual wins came from a deal of their own."""
    both = virtual**2 * (ahead**2 + (1 - ahead) ** 2)
    spread: NDArray[np.float64] = np.diag(both.sum(axis=1)) - both
    return spread


def reached(total: Wins) -> NDArray[np.bool_]:
    """Whom each player has been ahead of, itself or through others."""
    reach = (total > 0) | np.eye(len(total), dtype=bool)
    for _ in range(len(total)):
        reach = reach.astype(int) @ reach.astype(int) > 0
    return reach


def check_connected(total: Wins) -> None:
    """All players have met, at least through others."""
    apart = np.flatnonzero(~reached(total + total.T)[0])
    if len(apart):
        raise OptionError(f"ratings: expected players who have all met, found that {apart.tolist()} never met player 0")
