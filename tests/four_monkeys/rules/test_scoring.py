"""5, 7, 8, 10: Scoring: worked examples 9 to 18, 36 and 37."""

from typing import Any

import pytest

from mom_env.four_monkeys.returns import place_of
from tests.four_monkeys.build import Table, grab


def table(num_players: int, **options: Any) -> Table:
    return Table(num_players, **{"rounds": 1} | options)


def skins(made: Table, seat: int, *, own: int, handed: int) -> None:
    made.state.own_skins[seat], made.state.handed_skins[seat] = own, handed


@pytest.mark.rule("5.1", "5.2", "5.3", "5.4", "R18", "R23", "R24")
def test_example_9_the_printed_example() -> None:
    made = table(3, banana_skins=True)
    made.tile(0, 9, "CC").tile(0, 3, "CC TT")
    made.tile(1, 3, "TT PP").tile(1, 7, "CC TT SS PP").tile(1, 9, "CC CC TT TT")
    made.tile(2, 6).tile(2, 6).tile(2, 1, "CC CT").tile(2, 2, "CT SS").tile(2, 4, "CC CT CC")
    made.tile(2, 8, "CC CC TT TT").tile(2, 9, "CC CC SS SS")
    skins(made, 0, own=0, handed=1)
    skins(made, 1, own=0, handed=1)
    assert made.score() == [4, 8, 2]
    history = made.game.result()["history"][0]
    assert [one[:2] for one in history["checks"]] == [[2, 1], [2, 2], [2, 4], [1, 3], [1, 7], [1, 9]]
    assert history["smartest"] == [1]
    assert history["tiles"][0][0] == {"combo": 9, "orange": False, "beneath": 1, "cards": None, "state": "unchecked"}
    assert [tile["state"] for tile in history["tiles"][2]][:3] == ["repeated", "repeated", "right"]


@pytest.mark.rule("5.2", "5.3")
def test_example_10_whoever_is_below_the_best_is_not_checked() -> None:
    made = table(2).tile(0, 10, "CT CT CT SP SP SP").tile(0, 9, "CC CC TT TT").tile(1, 10).tile(1, 8)
    assert made.score() == [11, 10]
    made = table(2).tile(0, 10, "CT CT CT SP SP SP").tile(0, 9, "CC CC TT TT").tile(1, 10).tile(1, 8)
    assert made.tile(1, 3, "CC TT").score() == [11, 6]
    assert made.game.result()["history"][0]["checks"][:2] == [[1, 3, True], [1, 8, False]]


@pytest.mark.rule("5.3", "5.4")
def test_example_11_one_after_the_other_is_checked() -> None:
    assert table(3).tile(0, 9).tile(1, 8).tile(2, 1, "PP PP").score() == [-2, -2, 1]


@pytest.mark.rule("5.2", "R21", "3.3")
def test_example_12_burned_tiles_decide_and_tied_seats_take_turns() -> None:
    made = table(2).tile(0, 9, "CC", orange=True).tile(1, 8)
    made.score()
    assert made.game.result()["history"][0]["checks"][0] == [0, 9, False]
    made = table(2).tile(0, 1, "CC CC").tile(0, 9, "CC").tile(1, 10, "CT CT CT SP SP SP")
    assert made.score() == [-1, 6]
    assert made.game.result()["history"][0]["checks"] == [[0, 1, True], [1, 10, True], [0, 9, False]]


def example_13(**options: Any) -> Table:
    made = table(2, **options).tile(0, 8, "CC").tile(0, 9, "CC", orange=True)
    return made.tile(1, 9, "CC CC TT TT", orange=True).last_tick().tick()


@pytest.mark.rule("R22", "5.2")
def test_example_13_of_tiles_of_equal_value_the_burned_one_comes_first() -> None:
    made = example_13()
    assert made.totals() == [2, 4]
    assert made.game.result()["history"][0]["checks"][0] == [0, 9, False]


@pytest.mark.rule("R22")
@pytest.mark.parametrize(("first", "totals"), [(9, [2, 4]), (8, [-4, 4])])
def test_example_13_or_its_owner_chooses(first: int, totals: list[int]) -> None:
    made = example_13(check_choice=True)
    assert (made.game.decision, made.game.seat, made.game.seats_to_move()) == ("check", 0, [0])
    assert made.game.choices() == [{"check": 8}, {"check": 9}]
    made.game.play({"check": first})
    assert made.totals() == totals


@pytest.mark.rule("R22", "7")
def test_after_the_last_choice_the_next_round_begins_and_all_are_asked() -> None:
    made = table(2, check_choice=True, rounds=2).tile(0, 8, "CC").tile(0, 9, "CC", orange=True).last_tick().tick()
    assert (made.game.round, made.game.seats_to_move()) == (0, [0])
    made.game.play({"check": 8})
    assert (made.game.round, made.game.tick, made.game.seats_to_move()) == (1, 0, [0, 1])


@pytest.mark.rule("5.1", "5.4", "R23")
def test_example_14_all_repeated_ones_are_set_aside() -> None:
    made = table(2).tile(0, 1).tile(0, 1).tile(0, 1).tile(0, 9, "CC CC TT TT")
    assert made.score() == [-1, 0]


@pytest.mark.rule("5.1", "R18")
def test_only_own_tiles_are_repeated_and_none_without_a_card() -> None:
    made = table(2).tile(0, 1, "CC CC").tile(0, 1, "CC CC").tile(0, 1, "").tile(1, 1, "CC CC")
    assert made.score() == [-4, 1]


@pytest.mark.rule("R19", "5.2")
def test_who_turned_hand_replenish_is_smarter_than_an_equal_seat() -> None:
    made = table(2).tile(0, 9, "CC CC TT TT").tile(1, 8, "CC")
    made.state.replenished[0] = 1
    assert made.score() == [4, 4]  # nobody looks beneath the tile of seat 1


@pytest.mark.rule("R19", "5.2")
def test_example_15_hand_replenish_counts_as_a_burned_tile() -> None:
    made = table(2).tile(0, 9, "CC").tile(1, 8, "CC CC TT TT")
    made.state.replenished[0] = 1
    assert made.score() == [-3, 4]


@pytest.mark.rule("8", "R24", "5.4")
@pytest.mark.parametrize(("fresh", "totals"), [(False, [5, -6, 0]), (True, [2, -6, 0])])
def test_example_16_skins_that_were_handed_over_count(fresh: bool, totals: list[int]) -> None:
    made = table(3, banana_skins=True, fresh_skins_count=fresh).tile(0, 9, "CC CC TT TT")
    skins(made, 0, own=1, handed=0)
    skins(made, 1, own=0, handed=2)
    skins(made, 2, own=0, handed=0)
    assert made.score() == totals


@pytest.mark.rule("10", "R29", "R33")
def test_example_17_the_family_version() -> None:
    def both() -> Table:
        made = table(2, family=True).tile(0, 1, "CC CC").tile(0, 3, "CC TT", orange=True)
        made.tile(0, 7, "CC TT SS PP", orange=True)
        return made.tile(1, 1, "CC CC").tile(1, 2, "CT").tile(1, 4, "CC CC")

    assert both().tile(0, 9, "CC CC TT TT", orange=True).score() == [3, 3]
    assert both().score() == [3, 1]
    made = table(2, family=True).tile(0, 1, "CC CC").tile(0, 9, "CC").tile(1, 2, "CT SP").tile(1, 10, "CC")
    assert made.score() == [1, 1]
    assert made.game.result()["history"][0]["smartest"] == [0, 1]
    assert table(2, family=True).tile(0, 1, "CC CC").tile(1, 1, "CC CC").score() == [2, 2]
    made = table(2, family=True).tile(0, 1, "CC CC").tile(1, 1, "CC CC")
    made.state.total[1] = 4
    assert made.score() == [1, 6]


@pytest.mark.rule("10", "R28", "R36")
def test_in_the_family_version_hand_replenish_earns_nothing_and_skins_cost() -> None:
    made = table(2, family=True, banana_skins=True).tile(0, 1, "CC CC").tile(1, 1, "CC CC")
    made.state.replenished[0] = 1
    skins(made, 1, own=0, handed=1)
    assert made.score() == [1, -1]  # seat 1 has burned fewer and is the Smartest


@pytest.mark.rule("7")
@pytest.mark.parametrize(("last", "winners", "places"), [((5, 7, 7), [1, 2], [3, 1, 1]), ((5, 7, 6), [1], [3, 1, 2])])
def test_example_18_the_better_last_round_decides(last: tuple[int, ...], winners: list[int], places: list[int]) -> None:
    made = table(3)
    made.state.total[:3], made.state.last_score[:3] = (20, 30, 30), last
    found = [place_of(made.state, made.game.rules[0], seat) for seat in range(3)]
    assert found == places
    assert [seat for seat, place in enumerate(found) if place == 1] == winners


@pytest.mark.rule("R25", "R24", "3.6")
@pytest.mark.parametrize("order", [[0, 1, 2], [1, 0, 2]])
def test_example_36_skins_change_hands_all_at_once(order: list[int]) -> None:
    made = Table(3, tops={0: [1], 1: [1], 2: [1]}, orders={1: order}, banana_skins=True, rounds=1)
    made.tick({0: grab(1), 1: grab(1)}).tick({0: {"skin": 1}, 1: {"skin": 2}})
    assert made.now["skins"] == [{"own": 0, "handed": 0}, {"own": 0, "handed": 1}, {"own": 1, "handed": 1}]
    assert made.score() == [0, -3, -3]


@pytest.mark.rule("10", "R33")
def test_example_37_repeated_tiles_cost_nothing_in_the_family_version() -> None:
    assert table(2, family=True).tile(0, 1).tile(0, 1).tile(0, 9, "CC CC TT TT").score()[0] == 2


@pytest.mark.rule("10")
def test_the_family_version_compares_values_from_the_highest_on() -> None:
    made = table(2, family=True).tile(0, 2, "CT SP").tile(0, 9, "CC CC TT TT")
    made.tile(1, 7, "CC TT SS PP").tile(1, 8, "CC CC TT TT")
    assert made.score() == [3, 2]
    made = table(2, family=True).tile(0, 1, "CC CC").tile(0, 7, "CC TT SS PP")
    assert made.tile(1, 4, "CC CC").tile(1, 8, "CC CC TT TT").score() == [2, 3]


@pytest.mark.rule("R21")
def test_the_next_is_the_first_to_the_left_of_whoever_was_checked_last() -> None:
    made = (
        table(3).tile(0, 1, "CC CC").tile(0, 4, "CC CC").tile(1, 2, "CT SP").tile(1, 3, "CC CC").tile(2, 5, "CT CT CT")
    )
    made.score()
    assert made.game.result()["history"][0]["checks"] == [
        [0, 1, True],
        [1, 2, True],
        [2, 5, True],
        [0, 4, True],
        [1, 3, True],
    ]


@pytest.mark.rule("R22")
def test_of_equal_tiles_of_one_side_the_lower_combo_comes_first() -> None:
    made = table(2).tile(0, 2, "CT SP").tile(0, 1, "CC CC")
    made.score()
    assert made.game.result()["history"][0]["checks"] == [[0, 1, True], [0, 2, True]]
