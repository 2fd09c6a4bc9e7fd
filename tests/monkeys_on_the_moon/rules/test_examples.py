"""7. The worked examples of the rules page, each by its number.

The circle is brown, black, green, blue, red, purple: brown's rival is blue, black's is red, green's is purple.
"""

import pytest

from tests.support.build import Table, deck_with

ONLY_FIRST_PLACE_PAYS = deck_with(
    monkeys=[4, 4, 4, 5, 5, 5, 7, 9, 9],  # so that all sums of the examples can be dealt
    titles={"leader": [7, 0, 0, 0, 0, 0], "undersecretary": [4, 0, 0, 0, 0, 0]},
)


def vp_for_brown_s_status(*status: int) -> list[int]:
    """Return what brown pays each seat as the 1st. Each has launched one brown monkey of its `status`; 0 is none."""
    table = Table(len(status), deck=ONLY_FIRST_PLACE_PAYS).finished("brown")
    for seat, number in enumerate(status):
        table.scored(seat, *[f"brown {number}"] * (number > 0))
    return table.end().now.vp


@pytest.mark.rule("3.1.3", "3.1.5")
def test_example_1_two_coins_for_advancing_and_one_to_the_rival() -> None:
    now = Table().coins(0, brown=1, blue=1).advance("brown").now
    assert (now.coins[0]["brown"], now.coins[0]["blue"]) == (3, 0)
    assert (now.supply["brown"], now.supply["blue"]) == (1, 4)


@pytest.mark.rule("3.1.3", "3.1.5")
@pytest.mark.parametrize("supply", [1, 0])
def test_example_2_a_short_supply_pays_what_it_has_and_the_rival_is_paid_all_the_same(supply: int) -> None:
    now = Table().supply(brown=supply).coins(0, blue=1).advance("brown").now
    assert (now.coins[0]["brown"], now.supply["brown"]) == (1 + supply, 0)
    assert (now.coins[0]["blue"], now.supply["blue"]) == (0, 4)


@pytest.mark.rule("3.1.3", "3.1.4", "3.1.5")
def test_example_3_in_scorn_one_coin_and_the_scorn_goes_back() -> None:
    now = Table().scorn(brown=0).advance("brown").now
    assert (now.coins[0]["brown"], now.scorn["brown"]) == (2, None)
    assert (now.coins[0]["blue"], now.supply["blue"]) == (0, 4)


@pytest.mark.rule("3.1.5")
@pytest.mark.parametrize("holder", [None, 2])
def test_example_4_without_a_coin_for_the_rival_its_scorn_also_from_another_player(holder: int | None) -> None:
    table = Table().coins(0, blue=0)
    if holder is not None:
        table.scorn(blue=holder)
    assert table.advance("brown").now.scorn["blue"] == 0


@pytest.mark.rule("3.1.5")
def test_example_5_scorned_again_pay_one_ally_or_take_the_scorn_of_the_one_you_cannot_pay() -> None:
    table = Table().coins(0, blue=0, green=1, red=0).scorn(blue=0).advance("brown")
    assert (table.now.decision, table.choices()) == ("appease", {"pay green", "scorn red"})


@pytest.mark.rule("3.1.5", "R2")
def test_example_6_a_scorn_already_held_is_no_option_and_one_option_is_forced() -> None:
    table = Table().coins(0, blue=0, green=0, red=0).scorn(blue=0, red=0).advance("brown")
    assert table.choices() == {"scorn green"}
    table = Table(skip_forced=True).coins(0, blue=0, green=0, red=0).scorn(blue=0, red=0).advance("brown")
    assert (table.now.scorn["green"], table.now.seat, table.now.decision) == (0, 1, "card")


@pytest.mark.rule("3.1.5", "R2")
def test_example_7_with_no_option_left_nothing_happens() -> None:
    table = Table().coins(0, blue=0, green=0, red=0).scorn(blue=0, red=0, green=0)
    before = table.now
    now = table.advance("brown").now
    assert (now.scorn, now.seat, now.decision) == (before.scorn, 1, "card")
    assert now.coins[0] == {**before.coins[0], "brown": 3}


@pytest.mark.rule("3.1.6")
def test_example_8_the_finish_places_and_a_finished_tribe() -> None:
    table = Table().track(brown=18, black=19).advance("brown", 2).advance("black", 4)
    assert (table.now.finish["brown"], table.now.finish["black"]) == (1, 2)
    now = table.coins(2, brown=1, blue=1).advance("brown", 3).now
    assert (now.track["brown"], now.finish["brown"], now.finish["black"]) == (20, 1, 2)
    assert (now.coins[2]["brown"], now.coins[2]["blue"]) == (2, 0)  # the supply had one left


@pytest.mark.rule("3.2.2")
def test_example_9_a_black_monkey_three_points_for_black_two_for_brown_and_green() -> None:
    for least, is_enough in (("bid 2 black", True), ("bid 1 black 2 brown", False)):  # 6 and 7 points
        table = Table().coins(0, black=2, brown=2).bid_turn(0).put_up("black 4").play(least)
        assert ("bid 1 black 1 green 1 brown" in table.choices()) == is_enough


@pytest.mark.rule("3.2.2")
def test_example_10_the_opener_passes_and_the_second_wins_with_one_ally_coin() -> None:
    table = Table().ship(1, "red 3").bid_turn(0).put_up("black 4").play("pass", "bid 1 green", "pass", "pass")
    now = table.now
    assert (now.aboard[1], now.coins[1]["green"], now.supply["green"]) == (["black 4"], 0, 4)


@pytest.mark.rule("3.2.3")
def test_example_11_all_pass_and_the_monkey_is_discarded() -> None:
    table = Table().bid_turn(0)
    before = table.now
    now = table.put_up("black 4").play("pass", "pass", "pass", "pass").now
    assert now.monkeys_out == ["black 4"]
    assert (now.coins, now.aboard) == (before.coins, [[], [], [], []])


@pytest.mark.rule("3.2.5", "3.3.1", "3.3.2", "3.3.3", "R8")
def test_example_12_an_early_launch() -> None:
    table = Table().ship(0, "red 3").aboard(0, "brown 3", "brown 5").ship_pool("green 2", "green 4").bid_turn(0)
    before = table.now
    table.win(0, "blue 4")
    assert (table.now.decision, table.choices()) == ("ship", {"ship green 2", "ship green 4"})
    assert table.now.ship_pile == [*before.ship_pile, "red 3"]
    assert table.now.coins[0]["red"] == 2
    now = table.play("ship green 4").now
    assert (now.pile[0], now.ships_won[0]) == (["brown 3", "brown 5"], [])
    assert (now.ship[0], now.aboard[0]) == ("green 4", ["blue 4"])


@pytest.mark.rule("3.2.5", "3.3.1", "4.4")
def test_example_13_a_full_launch() -> None:
    no_titles = deck_with(titles={"leader": [0] * 6, "undersecretary": [0] * 6})
    table = Table(deck=no_titles).ship(0, "green 2").aboard(0, "red 3").ship_pool("blue 2", "blue 4").bid_turn(0)
    table.win(0, "red 4")
    assert (table.now.decision, table.now.ships_won[0]) == ("ship", ["green 2"])
    table.play("ship blue 4")
    assert (table.now.pile[0], table.now.aboard[0]) == (["red 3", "red 4"], [])
    assert table.end().now.vp == [1, 0, 0, 0]


@pytest.mark.rule("4.3")
def test_example_14_tied_leaders_split_both_awards() -> None:
    assert vp_for_brown_s_status(9, 9, 4, 0) == [5, 5, 0, 0]


@pytest.mark.rule("4.3")
def test_example_15_tied_undersecretaries_and_status_0() -> None:
    assert vp_for_brown_s_status(7, 4, 4, 4) == [7, 1, 1, 1]
    assert vp_for_brown_s_status(5, 0, 0, 0) == [7, 1, 1, 1]
    assert vp_for_brown_s_status(0, 0, 0, 0) == [2, 2, 2, 2]


@pytest.mark.rule("4.3")
def test_example_16_two_players_know_only_leaders() -> None:
    assert vp_for_brown_s_status(9, 9) == [0, 0]
    assert vp_for_brown_s_status(9, 0) == [7, 0]


@pytest.mark.rule("4.1", "R9")
def test_example_17_the_last_ship_in_the_colour_of_the_scorn() -> None:
    now = Table().ship(0, "red 3").scorn(red=0).end().now
    assert (now.scorn["red"], now.vp[0]) == (None, now.vp[1])


def treacherous_table() -> Table:
    """Brown is about to reach the dot; seat 0 has brown and red monkeys on board, which are no rivals yet."""
    table = Table(monkey_treachery=True).track(brown=10).ship(0, "green 4").ship_pool("blue 3", "purple 4")
    return table.aboard(0, "brown 3", "red 4")


@pytest.mark.rule("5", "R13")
def test_example_18_treachery_makes_rivals_of_brown_and_red() -> None:
    table = treacherous_table().advance("brown", 2)
    assert table.now.circle == ["black", "brown", "green", "blue", "red", "purple"]
    assert (table.now.seat, table.now.decision, table.choices()) == (0, "stay", {"stay brown", "stay red"})
    now = table.play("stay brown", "ship blue 3").now
    assert (now.pile[0], now.ship[0], now.aboard[0]) == (["red 4"], "blue 3", ["brown 3"])
    assert now.ship_pile[-1] == "green 4"


@pytest.mark.rule("5", "R14")
def test_example_19_boarding_again_returns_the_scorn() -> None:
    table = treacherous_table().scorn(red=0).advance("brown", 2).play("stay red")
    assert (table.now.waiting, table.now.scorn["red"]) == (["red 4"], 0)
    now = table.play("ship blue 3").now
    assert (now.aboard[0], now.scorn["red"]) == (["red 4"], None)


@pytest.mark.rule("3.2.4", "3.3.2", "R6")
def test_example_20_the_scorn_goes_back_before_the_launch_so_a_coin_comes_in() -> None:
    table = Table().ship(0, "blue 3").aboard(0, "brown 3").scorn(blue=0).coins(0, blue=2).bid_turn(0)
    now = table.win(0, "blue 4", "bid 1 blue").now
    assert (now.decision, now.scorn["blue"], now.coins[0]["blue"]) == ("ship", None, 2)


@pytest.mark.rule("3.2.2", "3.2.3")
def test_example_21_the_last_player_left_is_asked_too() -> None:
    table = Table().ship(3, "red 3").bid_turn(0).put_up("black 4").play("pass", "pass", "pass")
    assert (table.now.seat, table.now.decision) == (3, "bid")
    assert table.play("bid 1 brown").now.aboard[3] == ["black 4"]
    table = Table().bid_turn(0).put_up("black 4").play("pass", "pass", "pass", "pass")
    assert (table.now.monkeys_out, table.now.seat) == (["black 4"], 1)


@pytest.mark.rule("4.3")
def test_example_22_three_players() -> None:
    assert vp_for_brown_s_status(5, 5, 5) == [3, 3, 3]
    assert vp_for_brown_s_status(5, 5, 0) == [5, 5, 0]


@pytest.mark.rule("4.5", "R11")
def test_example_23_ties_are_broken_by_monkeys_then_by_status_then_shared() -> None:
    def winners(*piles: list[str]) -> list[int]:
        table = Table(2, deck=deck_with(titles={"leader": [0] * 6, "undersecretary": [0] * 6}))
        for seat, pile in enumerate(piles):
            table.scored(seat, *pile)
        now = table.end().now
        assert now.vp == [0, 0]
        return now.winners

    assert winners(["brown 5"], ["black 3", "black 3"]) == [1]
    assert winners(["brown 5"], ["black 4"]) == [0]
    assert winners(["brown 5"], ["black 5"]) == [0, 1]


@pytest.mark.rule("3.4")
def test_example_24_the_starting_player_draws_first_and_the_start_passes_to_the_left() -> None:
    table = Table().bid_turn(1, turn=3)  # seat 2 started
    before = table.now
    now = table.discard().now
    drawn = [now.hand[seat][-1] for seat in (2, 3, 0, 1)]
    assert drawn == before.civilization_pile[:4]
    assert (now.start, now.seat, now.phase) == (3, 3, "civilization")


@pytest.mark.rule("3.3.1", "6")
def test_example_25_a_ship_that_left_early_is_known_at_the_bottom() -> None:
    table = Table().ship(0, "brown 3").aboard(0, "brown 3").ship_pile("red 2", "blue 3", "green 4").bid_turn(0)
    now = table.win(0, "blue 4").now
    assert now.ship_pile == ["red 2", "blue 3", "green 4", "brown 3"]
    assert now.returned_ships == ["brown 3"]
    assert now.unseen_ships == ["blue 3", "green 4", "red 2"]
