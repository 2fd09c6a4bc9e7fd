"""Summarize games: win shares, scores, places and ratings with intervals, who beats whom, what a seat is worth."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.game_records import Games, hash_of, win_shares
from mom_env.arena.plan import Plan
from mom_env.arena.statistics.intervals import Interval, Values, bounded_interval, mean_interval, share_interval
from mom_env.arena.statistics.ratings import Wins, pair_wins, rate
from mom_env.contract.records import NOBODY


class Standing(NamedTuple):
    """A player's results in a tournament.

    `score` and `place` are means over games, and `rating` is in Elo points.
    """

    player: str
    appearances: int  # seats that it had in all games together
    win_share: Interval  # share of games won; joint winners share one game
    score: Interval
    place: Interval
    rating: Interval
    forfeits: int


class Summary(NamedTuple):
    """A tournament's results by games won.

    `standings` and both dimensions of `cross` are in the order of the plan's players.

    `cross[i][k]` is how often player i was ahead of player k.
    """

    num_deals: int
    num_games: int
    hash: str
    standings: list[Standing]
    cross: list[list[Interval | None]]  # how often one was ahead of another; None for too few deals
    seats: list[Interval]  # win share by seat, over all players
    leads: list[tuple[str, str, Interval]]  # by how much a player's win share exceeds the next one's, by deal

    def ranked(self) -> list[int]:
        """Return the numbers of the players, sorted by rating, the best first."""
        return sorted(range(len(self.standings)), key=lambda i: -float(self.standings[i].rating.mean))


def summarize(plan: Plan, games: Games) -> Summary:
    """Return the results of a plan's games, by games won.

    There must be games on at least two deals, to give intervals.
    """
    shares, wins = win_shares(games), pair_wins(games, len(plan.players))
    ratings = rate(wins)
    standings = [standing(plan, games, shares, ratings, i) for i in range(len(plan.players))]
    seats = [share_interval(*by_deal_mean(games, shares, at_seat(games, seat))) for seat in range(plan.num_players)]
    num_deals = len(np.unique(games["deal"]))
    summary = Summary(num_deals, len(games), hash_of(games), standings, cross_table(wins), seats, [])
    return summary._replace(leads=leads(summary, games, shares))


def standing(plan: Plan, games: Games, shares: Values, ratings: Interval, player: int) -> Standing:
    """Return the results of one player.

    Args:
        plan: the plan of the games.
        games: all games. The score is from those that nobody forfeited.
        shares: how much of each game each seat won, shape (games, seats).
        ratings: the ratings of all players, as an interval of arrays.
        player: the number of the player.
    """
    mine = games["players"] == player
    played = mine & (games["forfeit"] == NOBODY)[:, None]
    return Standing(
        plan.players[player],
        int(mine.sum()),
        share_interval(*by_deal_mean(games, shares, mine)),
        mean_interval(by_deal_mean(games, games["score"], played)[0]),
        place_interval(games, mine),
        Interval(*(end[player] for end in ratings)),
        int((mine & (games["forfeit"][:, None] == np.arange(mine.shape[1]))).sum()),
    )


def place_interval(games: Games, marks: NDArray[np.bool_]) -> Interval:
    """Return the mean place at the marked seats, with its interval; at tables of one player it is always 1.

    `marks` says which seats count, shape (games, seats).
    """
    if marks.shape[1] == 1:
        return Interval(1.0, 1.0, 1.0)
    return bounded_interval(*by_deal_mean(games, games["places"], marks), 1, marks.shape[1])


def above_others(games: Games) -> Values:
    """Return each seat's score minus the mean of the other seats' scores, shape (games, seats).

    For a seat that is alone, this is its score.
    """
    scores = games["score"].astype(np.float64)
    others = scores.shape[1] - 1
    return scores - (scores.sum(axis=1, keepdims=True) - scores) / others if others else scores


def at_seat(games: Games, seat: int) -> NDArray[np.bool_]:
    """Return an array that is True at the seat `seat` in all games, shape (games, seats)."""
    marks = np.zeros(games["players"].shape, bool)
    marks[:, seat] = True
    return marks


def by_deal_mean(games: Games, values: NDArray[np.number], marks: NDArray[np.bool_]) -> tuple[Values, int]:
    """Return the mean of the values at marked seats on each deal, and the largest number of marks on a deal.

    Args:
        games: the games, in any order.
        values: a number for each seat of each game, shape (games, seats).
        marks: which seats count, shape (games, seats).

    Returns:
        The means in ascending order of deals, without the deals that have no marks, and the number of marks.
    """
    _, deals = np.unique(games["deal"], return_inverse=True)
    counts = np.bincount(deals, marks.sum(axis=1))
    sums = np.bincount(deals, np.where(marks, values, 0).sum(axis=1))
    return sums[counts > 0] / counts[counts > 0], int(counts.max())


def cross_table(wins: Wins) -> list[list[Interval | None]]:
    """Return how often each player (row) was ahead of each other one (column), from the deals in which they met.

    An entry is None if the two met on fewer than two deals; so is that of a player with itself.
    """
    met = wins + wins.transpose(0, 2, 1)
    return [[cross_entry(wins[:, i, j], met[:, i, j]) for j in range(len(wins[0]))] for i in range(len(wins[0]))]


def cross_entry(won: Values, met: Values) -> Interval | None:
    """Return how often a player was ahead of another one, as a share of the games in which they met.

    Return None if they met on fewer than two deals.

    Args:
        won: by deal, how often the player was ahead; a tie counts as half.
        met: by deal, how often the two met.
    """
    if (met > 0).sum() < 2:
        return None
    return share_interval(won[met > 0] / met[met > 0], int(met.max()))


def leads(summary: Summary, games: Games, shares: Values) -> list[tuple[str, str, Interval]]:
    """Return a tuple for each player and the next by rating: both names, and the better's win share minus the other's.

    The differences are paired by deal, so that its luck cancels.
    """
    order, found = summary.ranked(), []
    scores = [by_deal_mean(games, shares, games["players"] == player) for player in range(len(order))]
    for better, worse in pairwise(order):
        names = summary.standings[better].player, summary.standings[worse].player
        (above, num_games), (below, _) = scores[better], scores[worse]
        found.append((*names, bounded_interval(above - below, num_games, -1, 1)))
    return found
