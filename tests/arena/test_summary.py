"""What games say of players: forfeits, deals that a player sat out, pairs that hardly met, tests that stop early."""

from typing import Any

import numpy as np
import pytest

from mom_env.arena.evaluate import evaluation_of
from mom_env.arena.game_records import Games, by_deal
from mom_env.arena.plan import Plan, even_lineups
from mom_env.arena.statistics.intervals import mean_interval, share_interval
from mom_env.arena.statistics.ratings import pair_wins
from mom_env.arena.statistics.sequential import Hypotheses, stop_of
from mom_env.arena.summary import by_deal_mean, cross_table, summarize
from tests.arena.test_statistics import played

pytestmark = pytest.mark.once


def plan_of(*players: str, num_players: int = 2, deals: int = 2) -> Plan:
    lineups = even_lineups(len(players), num_players)
    return Plan(players=players, num_players=num_players, lineups=lineups, deals=deals, seed=0)


def forfeited(games: Games, row: int, seat: int) -> None:
    """As a match records it: the player last, all others first, no VP."""
    games["places"][row], games["score"][row], games["forfeit"][row] = 1, 0, seat
    games["places"][row, seat] = games["places"].shape[1]


def test_a_forfeit_counts_for_its_player_and_its_vp_for_nobody() -> None:
    seats = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    games = played([[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 2, 3]], seats)
    games["score"] = [[30, 20, 10]] * 4
    forfeited(games, 1, 0)  # player 1
    forfeited(games, 3, 2)  # player 2
    summary = summarize(plan_of("a", "b", "c", num_players=3), games)
    assert [standing.forfeits for standing in summary.standings] == [0, 1, 1]
    assert [standing.score.mean for standing in summary.standings] == pytest.approx([25, 15, 20])
    assert [standing.appearances for standing in summary.standings] == [4, 4, 4]
    evaluation = evaluation_of(plan_of("a", "b", "c", num_players=3), games, None)
    assert evaluation.forfeits == 0
    assert evaluation.lead.mean == pytest.approx(((30 - 15) + (20 - 20)) / 2)
    games["players"] = (games["players"] + 2) % 3  # what was b is a now
    assert evaluation_of(plan_of("a", "b", "c", num_players=3), games, None).forfeits == 1


def test_deals_in_which_a_player_did_not_sit_are_left_out() -> None:
    games = played([[1, 2]] * 6, [[0, 1], [0, 1], [0, 2], [2, 0], [1, 2], [1, 2]])
    values = np.arange(12).reshape(6, 2)
    means, most = by_deal_mean(games, values, games["players"] == 0)
    assert (means.tolist(), most) == ([1, 5.5], 2)
    means, most = by_deal_mean(games, values, games["players"] == 1)
    assert (means.tolist(), most) == ([2, 9], 2)


def test_a_place_lies_between_the_first_and_the_last() -> None:
    """So its interval is that of a share, on the scale from 1 to the number of players."""
    games = played([[1, 2, 3], [3, 1, 2], [2, 3, 1], [1, 3, 2]], games_a_deal=1)
    standing = summarize(plan_of("a", "b", "c", num_players=3, deals=4), games).standings[0]
    share = share_interval((np.array([1, 3, 2, 1]) - 1) / 2, 1)
    assert list(standing.place) == pytest.approx([1 + 2 * end for end in share])


def test_who_met_on_one_deal_only_has_no_interval_against_each_other() -> None:
    games = played([[1, 2]] * 6, [[0, 1], [0, 1], [0, 1], [0, 1], [1, 2], [1, 2]])
    cross = cross_table(pair_wins(games, 3))
    assert cross[0][1] is not None
    assert (cross[0][1].mean, cross[1][2], cross[0][2], cross[2][1]) == (1, None, None, None)


def test_a_lead_is_taken_deal_by_deal_and_may_be_a_loss() -> None:
    """So it is a share on the scale from -1 to 1, and a deal that was lost counts as one."""
    games = played([[1, 2], [2, 1], [1, 2], [1, 2]], games_a_deal=1)
    summary = summarize(plan_of("a", "b", deals=4), games)
    assert [lead[:2] for lead in summary.leads] == [("a", "b")]
    lead = summary.leads[0][2]
    share = share_interval((np.array([1, -1, 1, 1]) + 1) / 2, 1)
    assert list(lead) == pytest.approx([2 * end - 1 for end in share])
    assert [summary.standings[i].player for i in summary.ranked()] == ["a", "b"]


def test_games_after_the_stop_of_a_test_do_not_count_and_all_before_it_do() -> None:
    rng, plan, test = np.random.default_rng(1), plan_of("a", "b", deals=200), Hypotheses(0.4, 0.6)
    places = [[1, 2] if won else [2, 1] for won in rng.random(400) < 0.7]
    games = played(places, [[0, 1], [1, 0]] * 200)
    games["score"] = rng.integers(0, 40, games["score"].shape)
    games["number"] = np.arange(400) % 2
    scores, num = by_deal_mean(games, games["places"] == 1, games["players"] == 0)
    stop = stop_of(test, scores, num)
    assert 60 <= stop.deals < 200
    found = evaluation_of(plan, games[rng.permutation(400)], test)
    assert (found.stop, found.num_deals, found.num_games) == (stop, stop.deals, 2 * stop.deals)
    first = by_deal(games)[: 2 * stop.deals]
    above, _ = by_deal_mean(first, first["score"] - first["score"][:, ::-1], first["players"] == 0)
    assert found.lead == mean_interval(above)
    assert found.win_share == share_interval(scores[: stop.deals], num)


def test_a_summary_is_the_same_whoever_was_ready_first() -> None:
    games = played([[1, 2], [2, 1], [1, 1], [1, 2]], [[0, 1], [1, 0]] * 2)
    games["number"] = [0, 1, 0, 1]
    one, other = (summarize(plan_of("a", "b"), some) for some in (games, games[::-1]))
    assert text(one) == text(other)


def text(summary: Any) -> str:
    return str(summary._asdict())
