"""Who meets whom and who sits where: each assignment once, and tables as even as seats allow."""

from collections import Counter
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.arena.games_file import SavedGames, read_games, save_games
from mom_env.arena.plan import Plan, even_lineups, find_problem, num_assignments, usual_seatings
from mom_env.arena.statistics.coverage import TIES, simulate
from mom_env.arena.summary import summarize
from mom_env.contract.records import NOBODY
from mom_env.errors import OptionError
from mom_env.players.provenance import Provenance
from tests.support.arena_players import plan_of

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("num", "num_players"), [(2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (3, 4), (4, 4)])
def test_each_assignment_of_a_table_s_players_to_seats_is_played_once(num: int, num_players: int) -> None:
    plan = plan_of(*map(str, range(num)), num_players=num_players)
    seated = [tuple(row) for row in plan.tables(0).tolist()]
    tables = {tuple(sorted(row)) for row in plan.lineups}
    expected = [row for row in product(range(num), repeat=num_players) if tuple(sorted(row)) in tables]
    assert sorted(seated) == sorted(expected)
    assert plan.num_tables == len(expected)


def test_where_players_are_too_few_all_sit_at_each_table_as_evenly_as_seats_allow() -> None:
    assert even_lineups(3, 4) == ((0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2))
    assert even_lineups(2, 4) == ((0, 0, 1, 1),)
    for num, num_players in ((2, 3), (3, 4), (3, 5), (2, 5)):
        for lineup in even_lineups(num, num_players):
            counts = Counter(lineup)
            assert len(counts) == num
            assert max(counts.values()) - min(counts.values()) <= 1


# Eight players

EIGHT = tuple(map(str, range(8)))


def of_eight(**others: Any) -> Plan:
    settings: dict[str, Any] = {"num_players": 8, "deals": 40, "seatings": "balanced", **others}
    return plan_of(*EIGHT, **settings)


@pytest.mark.parametrize("lineup", [(0,), (0, 0, 1), (0, 1, 2, 3), (0, 0, 1, 1), (3, 1, 3, 3, 2)])
def test_assignments_are_counted_as_they_would_be_listed(lineup: tuple[int, ...]) -> None:
    assert num_assignments(lineup) == len(set(permutations(lineup)))


def test_tables_of_up_to_four_are_seated_in_all_ways_unless_somebody_says_it() -> None:
    assert [usual_seatings(count) for count in range(1, 9)] == ["all"] * 4 + ["balanced"] * 4


@pytest.mark.parametrize(("num", "games"), [(5, "120"), (8, "40,320")])
def test_all_seatings_of_more_are_refused_with_the_games_they_would_take(num: int, games: str) -> None:
    plan = plan_of(*EIGHT[:num], num_players=num, seatings="all")
    problem = find_problem(plan)
    assert problem is not None
    assert problem.startswith(f"seatings: expected 'balanced' for {num} seats, found 'all'")
    assert f"{games} games of each deal" in problem
    assert find_problem(plan.model_copy(update={"seatings": "balanced"})) is None


def test_eight_sit_on_each_seat_once_a_deal_and_beside_others_in_the_next() -> None:
    plan = of_eight()
    assert plan.num_tables == 8
    tables = [plan.tables(deal) for deal in range(40)]
    assert all(sorted(column.tolist()) == list(range(8)) for table in tables for column in table.T)
    beside = Counter((int(row[0]), int(row[1])) for table in tables for row in table)
    assert len(beside) > 40  # of 56 pairs


def test_more_tables_than_anybody_plays_are_refused_without_listing_them() -> None:
    with pytest.raises(OptionError, match="found 60, who can sit at 2,558,620,845 tables of 8"):
        even_lineups(60, 8)


def test_a_tournament_of_eight_is_summarized_and_kept(tmp_path: Path) -> None:
    plan = of_eight(deals=200)
    games = simulate(np.random.default_rng(1), np.linspace(2, 0, 8), TIES[1], 200)
    summary = summarize(plan, games)
    assert sum(one.win_share.mean for one in summary.standings) == pytest.approx(1)
    assert summary.ranked() == sorted(range(8), key=lambda i: -summary.standings[i].rating.mean)
    assert summary.standings[0].rating.low > summary.standings[7].rating.high
    assert [share.low < 1 / 8 < share.high for share in summary.seats] == [True] * 8
    games["players"] = np.concatenate([plan.tables(deal) for deal in range(200)])
    games["number"], games["forfeit"][-1] = np.tile(np.arange(8), 200), NOBODY
    made = Provenance(game="g", version="1", package="0", deck="d", options={}, players={name: name for name in EIGHT})
    save_games(tmp_path / "games.npz", SavedGames(plan, made, games, []))
    assert np.array_equal(read_games(tmp_path / "games.npz").games, games)
