"""Ratings: one fit of Bradley and Terry's model to all pairs of all games; the order of games does not matter.

Each game is split into its pairs of different players: the better place wins, and a tie is half a win each. Each pair
that has met gets one extra drawn game, so that players that always win or lose have ratings too. The scale is Elo's:
400 points are odds of 10 to 1, and the mean of all players is 0. Intervals treat deals, not games, as observations, as
the games of a deal and the pairs of a game share their luck.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.game_records import Games
from mom_env.arena.statistics.intervals import Interval, quantile
from mom_env.errors import OptionError

ELO = 400 / np.log(10)
VIRTUAL = 0.5  # wins on each side of a pair that has met: one drawn game
LARGEST_STEP = 2.0  # of Newton's, in logits
CLOSE = 1e-10

Wins = NDArray[np.float64]  # [deals, players, players]: how often the first player was ahead of the second


def pair_wins(games: Games, num: int) -> Wins:
    """Return how often each of `num` players was ahead of each other one, shape (deals, players, players).

    Deals are in ascending order, and a tie is a half. The entry [d, i, k] counts the times that player i was ahead of
    player k on deal d.
    """
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
    """Return the players' ratings in Elo points, with mean 0, and their intervals, as arrays by player.

    An end of an interval is infinite where no game bounds it, as for a player that has won all games.

    Raises:
        OptionError: two players have not met, not even through others.
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
    """Return the most likely strength of each player in logits, with mean 0, by Newton's method.

    `total[i, k]` is how often player i was ahead of player k.
    """
    logits = np.zeros(len(total))
    while True:
        slope = (total - (total + total.T) * chances(logits)).sum(axis=1)
        step = np.linalg.solve(curvature(total, logits), slope)
        logits += step * min(1.0, LARGEST_STEP / max(np.abs(step).max(), CLOSE))
        logits -= logits.mean()
        if np.abs(step).max() < CLOSE:
            return logits


def chances(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the probability that each player (row) is ahead of each other one (column), shape (players, players).

    `logits` has the strength of each player.
    """
    ahead: NDArray[np.float64] = 1 / (1 + np.exp(logits[None, :] - logits[:, None]))
    return ahead


def curvature(total: Wins, logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the curvature of minus the log-likelihood, shape (players, players), plus 1 / players in each entry.

    Without this addition, the matrix could not be inverted, as adding the same amount to all strengths changes nothing.

    Args:
        total: how often each player (row) was ahead of each other one (column).
        logits: the strengths.
    """
    ahead = chances(logits)
    weight = (total + total.T) * ahead * (1 - ahead)
    curved: NDArray[np.float64] = np.diag(weight.sum(axis=1)) - weight + 1 / len(total)
    return curved


def covariance(wins: Wins, virtual: NDArray[np.float64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the covariance of the strengths, shape (players, players), by the sandwich of Huber and White.

    It is clustered by deal, so that the games of a deal may depend on each other.

    Args:
        wins: how often each player was ahead of each other one, by deal.
        virtual: the extra wins that each pair of players gets.
        logits: the strengths.
    """
    ahead, deals = chances(logits), len(wins)
    slopes = (wins - (wins + wins.transpose(0, 2, 1)) * ahead).sum(axis=2)
    spread = slopes.T @ slopes * deals / (deals - 1) + spread_of_virtual(virtual, ahead)
    inverse = np.linalg.inv(curvature(wins.sum(axis=0) + virtual, logits))
    robust: NDArray[np.float64] = inverse @ spread @ inverse
    return robust


def spread_of_virtual(virtual: NDArray[np.float64], ahead: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what the virtual wins add to the spread in `covariance`, as if each side's came from a deal of its own.

    Args:
        virtual: the extra wins that each player (row) gets against each other one (column).
        ahead: the probability that each player (row) is ahead of each other one (column).
    """
    both = virtual**2 * (ahead**2 + (1 - ahead) ** 2)
    spread: NDArray[np.float64] = np.diag(both.sum(axis=1)) - both
    return spread


def reached(total: Wins) -> NDArray[np.bool_]:
    """Return whether each player (row) has been ahead of each other one (column), directly or through others.

    Each player has reached itself. `total` says how often each player (row) was ahead of each other one (column).
    """
    reach = (total > 0) | np.eye(len(total), dtype=bool)
    for _ in range(len(total)):
        reach = reach.astype(int) @ reach.astype(int) > 0
    return reach


def check_connected(total: Wins) -> None:
    """Check that all players have met, at least through others, as otherwise ratings cannot be compared.

    `total` says how often each player (row) was ahead of each other one (column).

    Raises:
        OptionError: the message lists the numbers of the players that never met player 0.
    """
    apart = np.flatnonzero(~reached(total + total.T)[0])
    if len(apart):
        raise OptionError(f"ratings: expected players who have all met, found that {apart.tolist()} never met player 0")
