"""Compare players by their scores on the same deals, for tables of one player and games in which scores count.

Every player plays every deal, so that its luck cancels: one player's lead over another is the mean of differences by
deal. There are no ratings. A forfeited game counts for its player as the lowest score of all games, or 0 if that is
lower, so that breaking off a bad game never pays. For the other players of that game it does not count.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.game_records import Games, hash_of
from mom_env.arena.plan import Plan
from mom_env.arena.statistics.intervals import FEWEST, Interval, Values, mean_interval
from mom_env.contract.records import NOBODY


class ScoreStanding(NamedTuple):
    """A player's results in a tournament by scores; `score` is the mean of its deals."""

    player: str
    appearances: int  # seats that it had in all games together
    score: Interval
    forfeits: int


class ScoreSummary(NamedTuple):
    """Results by scores. `standings` and both dimensions of `cross` are in the order of the plan's players."""

    num_deals: int
    num_games: int
    hash: str
    standings: list[ScoreStanding]
    cross: list[list[Interval | None]]  # one player's score above another's on the same deals; None: too few deals

    def ranked(self) -> list[int]:
        """Return the numbers of the players, sorted by mean score, the best first."""
        return sorted(range(len(self.standings)), key=lambda i: -float(self.standings[i].score.mean))

    def leads(self) -> list[tuple[str, str, Interval | None]]:
        """Return a tuple for each player and the next one by score: both names, and the better's lead in score.

        The lead is the mean of differences by deal, and None if they have fewer than two deals in common.
        """
        pairs = pairwise(self.ranked())
        return [(self.standings[a].player, self.standings[b].player, self.cross[a][b]) for a, b in pairs]


def summarize_scores(plan: Plan, games: Games) -> ScoreSummary:
    """Return the results of a plan's games, by scores."""
    players = range(len(plan.players))
    by_deal = [scores_by_deal(games, player) for player in players]
    cross = [[None if one == two else difference(by_deal[one], by_deal[two]) for two in players] for one in players]
    standings = [standing(plan, games, player, by_deal[player]) for player in players]
    return ScoreSummary(len(np.unique(games["deal"])), len(games), hash_of(games), standings, cross)


def standing(plan: Plan, games: Games, player: int, by_deal: Values) -> ScoreStanding:
    """Return the results of the player with the number `player`.

    `by_deal` has the player's score on each deal, NaN where it has none.
    """
    mine = games["players"] == player
    forfeits = int((mine & is_offender(games)).sum())
    return ScoreStanding(plan.players[player], int(mine.sum()), mean_interval(by_deal[~np.isnan(by_deal)]), forfeits)


def is_offender(games: Games) -> NDArray[np.bool_]:
    """Return an array that is True at each seat that forfeited, shape (games, seats)."""
    offenders: NDArray[np.bool_] = games["forfeit"][:, None] == np.arange(games["players"].shape[1])
    return offenders


def scores_by_deal(games: Games, player: int) -> Values:
    """Return a player's mean score on each deal, in ascending order of deals; NaN where the player has no score.

    A game that the player forfeited counts as the lowest score of all games, or as 0 if that is lower. A game that
    another player forfeited does not count.
    """
    _, deals = np.unique(games["deal"], return_inverse=True)
    counted = (games["players"] == player) & ((games["forfeit"] == NOBODY)[:, None] | is_offender(games))
    scores = np.where(is_offender(games), min(0, int(games["score"].min(initial=0))), games["score"])
    counts = np.bincount(deals, counted.sum(axis=1))
    sums = np.bincount(deals, np.where(counted, scores, 0).sum(axis=1))
    means: Values = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means


def difference(one: Values, two: Values) -> Interval | None:
    """Return the mean of `one` minus `two` with its interval, on the deals that both have, or None.

    It is None if they have fewer than two deals in common.

    Both arrays are by deal, NaN where there is no score.
    """
    both = ~np.isnan(one) & ~np.isnan(two)
    return mean_interval(one[both] - two[both]) if both.sum() >= FEWEST else None
