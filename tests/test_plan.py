"""Who meets whom and who sits where: each assignment once, and tables as even as seats allow."""

from collections import Counter
from itertools import product

import pytest

from mom_env.arena.plan import even_lineups
from tests.arena_players import plan_of


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
