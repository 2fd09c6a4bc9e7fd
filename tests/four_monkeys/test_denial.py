"""Denial in 4 Monkeys: when a seat whose tiles are right burns them at the end, so that a bluffer is checked."""

from typing import Any

import pytest

from mom_env.four_monkeys.bots.denial import can_make_open, is_exposed_by, loss_by_check
from mom_env.four_monkeys.guide import PLANNER, bots_choice
from mom_env.players.bot_table import BotTable
from tests.four_monkeys.build import Table, grab, lay
from tests.four_monkeys.test_bots import chosen, late
from tests.support.shares import share_won
from tests.support.sizes import smaller_without_jit

RIGHT = {1: "CC CC", 3: "CC TT", 8: "CC CC TT TT", 9: "CC CC SS SS", 10: "CT CT CT SP SP SP"}


def honest(table: Table, seat: int, *combos: int) -> Table:
    """Lay right tiles in front of a seat."""
    for combo in combos:
        table.tile(seat, combo, RIGHT[combo])
        table.state.right[seat] |= 1 << combo - 1
    return table


def leader(left: int, **options: Any) -> Table:
    """Seat 0 shows 12 right points; seat 1 shows 11, of which 5 are a bluff."""
    table = honest(honest(Table(2, **options), 0, 1, 9, 10), 1, 10)
    return late(table.tile(1, 9), left)


def exposes(table: Table, burns: int, other: int = 1) -> bool:
    return bool(is_exposed_by(table.state, table.game.rules[0], 0, other, burns))


def loss(table: Table) -> int:
    return int(loss_by_check(table.state, table.game.rules[0], 1))


def test_a_bluffer_that_is_left_ahead_is_checked() -> None:
    table = leader(2)
    assert [exposes(table, burns) for burns in range(4)] == [False, False, True, True]


def test_at_equal_points_who_has_burned_as_many_is_checked_as_well() -> None:
    table = leader(2)
    table.state.counts[1, 0, 9], table.state.counts[1, 1, 9] = 0, 1  # seat 1 has burned its 10: 10 points
    assert [exposes(table, burns) for burns in (1, 2, 3)] == [False, False, True]
    honest(table, 1, 1)  # 11 points, and one tile burned
    assert exposes(table, 1)


def test_who_is_checked_already_is_not_exposed_by_burning() -> None:
    assert not exposes(honest(leader(2), 1, 8), 3)


def test_a_third_seat_that_is_right_and_ahead_protects_the_bluffer() -> None:
    table = honest(honest(honest(Table(3), 0, 1, 9, 10), 1, 10), 2, 1, 9, 10).tile(1, 9)
    assert not exposes(table, 2)
    table.state.counts[2, 2, 8] = 1  # now the 9 of seat 2 is a bluff, too
    assert exposes(table, 2)


def test_a_check_costs_the_bluff_and_what_is_set_aside() -> None:
    assert loss(leader(2)) == 5 + 2
    assert loss(honest(Table(2), 1, 9, 10)) == 0


def test_an_open_tile_is_a_bluff_when_no_time_is_left_for_its_cards() -> None:
    table = Table(2, hands={1: "CC CC TT TT SP"}, tops={0: [8]}).tick({1: grab(8)}).tick({1: lay("CC")})
    for left, possible in ((3, True), (2, False)):
        late(table, left)
        assert can_make_open(table.state, table.game.rules[0], 1) == possible
        assert loss(table) == (0 if possible else 4 + 2)


def test_planner_burns_its_cheapest_tile_to_expose_a_bluffer() -> None:
    assert chosen(leader(2)) == {"burn": 1}
    assert chosen(leader(2), "bluffer") != {"burn": 1}
    table = leader(2).tick({0: {"burn": 1}})
    assert chosen(table) == {"burn": 9}
    assert table.tick({0: {"burn": 9}}).totals() == [10, 6 - 2]


def test_planner_does_not_burn_if_that_would_not_be_enough() -> None:
    assert chosen(leader(1)) != {"burn": 1}


def test_planner_does_not_burn_for_more_than_the_others_lose() -> None:
    table = late(leader(2), 6)
    assert chosen(table) == {"burn": 1}  # 6 points against 7
    assert chosen(late(table, 7)) != {"burn": 1}


def test_what_one_bluffer_loses_is_shared_by_all_others() -> None:
    for num_players, burns in ((4, True), (5, False)):  # 2 points against 7 / 3 and 7 / 4
        table = honest(honest(Table(num_players), 0, 1, 9, 10), 1, 10).tile(1, 9)
        assert (chosen(late(table, 2)) == {"burn": 1}) == burns


def test_who_has_a_wrong_tile_does_not_burn_to_be_overtaken() -> None:
    table = leader(2)
    table.state.right[0] -= 1  # the 1 is wrong
    assert chosen(table) != {"burn": 1}
    table = Table(2, hands={0: "CT CT CS CS TS"}, tops={0: [8]}).tick({0: grab(8)})
    late(honest(honest(table, 0, 1, 9, 10), 1, 8, 10).tile(1, 9), 2)
    assert exposes(table, 2)
    assert chosen(table) != {"burn": 1}


def test_there_is_no_denial_in_the_family_version() -> None:
    for left in range(1, 7):
        table = late(leader(2, family=True), left)
        assert chosen(table) == chosen(table, "bluffer")


@pytest.mark.parametrize("num_players", [2, 4])
def test_denial_pays(num_players: int) -> None:
    """`planner` wins 1.25 times its share and more; here 800 games are enough, and four are only played."""
    names = ["planner", *["bluffer"] * (num_players - 1)]
    share = share_won("four_monkeys", names, smaller_without_jit(800, 4))
    assert share * num_players >= smaller_without_jit(1.1, 0.0)


def test_the_guide_of_searches_and_agents_asks_with_denial() -> None:
    table = leader(2)
    action = bots_choice(table.state, table.game.rules[0], PLANNER)
    assert action == BotTable("four_monkeys", ["planner"] * 2).choose_one(table.game, 1)
    assert action != BotTable("four_monkeys", ["bluffer"] * 2).choose_one(table.game, 1)
