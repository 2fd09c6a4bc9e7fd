"""5.2, 10: what a player shows, and who would be the Smartest Monkey now; examples by their numbers in the rules."""

from typing import Any

import pytest

from mom_env.four_monkeys.points_shown import Standing, standings, value_of
from mom_env.four_monkeys.ruleset import make_ruleset
from tests.four_monkeys.build import Table
from tests.four_monkeys.random_play import game_at
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
DECK = make_ruleset.load_deck("standard")


def shown(table: Table) -> list[Standing]:
    return standings(table.now, DECK)


def smartest(table: Table) -> list[int]:
    return [seat for seat, standing in enumerate(shown(table)) if standing.is_smartest]


def test_repeated_combos_count_for_nothing() -> None:
    table = Table(3).tile(0, 9).tile(1, 8).tile(1, 1).tile(2, 7).tile(2, 7).tile(2, 1)
    assert [standing.points for standing in shown(table)] == [5, 5, 1]
    assert [standing.tiles for standing in shown(table)] == [1, 2, 1]
    assert smartest(table) == [0, 1]


def test_at_equal_points_more_burned_tiles_decide() -> None:
    table = Table(2).tile(0, 9, orange=True).tile(1, 8)  # example 12
    assert [(standing.points, standing.burned) for standing in shown(table)] == [(4, 1), (4, 0)]
    assert smartest(table) == [0]


def test_a_turned_hand_replenish_is_a_burned_tile_of_minus_one_point() -> None:
    table = Table(2).tile(0, 9).tile(1, 8)  # example 15
    table.state.replenished[0] = True
    assert [(standing.points, standing.burned) for standing in shown(table)] == [(4, 1), (4, 0)]
    assert smartest(table) == [0]


def test_in_the_family_version_most_tiles_come_first() -> None:
    table = Table(2, family=True)  # example 17
    for combo in (3, 7):
        table.tile(0, combo, orange=True)
    table.tile(0, 1).tile(1, 1).tile(1, 2).tile(1, 4)
    assert smartest(table) == [1]  # as many, and fewer burned
    assert smartest(table.tile(0, 9, orange=True)) == [0]  # four beat three


def test_in_the_family_version_the_most_valuable_tile_comes_then() -> None:
    assert smartest(Table(2, family=True).tile(0, 1).tile(0, 9).tile(1, 2).tile(1, 10)) == [1]
    assert smartest(Table(2, family=True).tile(0, 1).tile(1, 2)) == [0, 1]


def test_then_the_total_decides_in_the_family_version() -> None:
    table = Table(2, family=True).tile(0, 1).tile(1, 2)
    table.state.total[1] = 4
    assert smartest(table) == [1]


def test_an_orange_side_is_worth_one_less() -> None:
    values = [value_of({"combo": combo, "orange": orange}, DECK) for combo in (1, 10) for orange in (False, True)]
    assert values == [1, 0, 6, 5]


def test_after_the_last_check_nobody_shows_more_than_the_smartest_monkey() -> None:
    for seed in range(4):
        game = game_at(3, seed)
        result: Any = untyped(game.result())
        found = standings(untyped(game.snapshot()), DECK)
        assert [seat for seat in range(3) if found[seat].is_smartest] == result["history"][-1]["smartest"]
