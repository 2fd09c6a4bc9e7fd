"""3.2.5 and 3.3: boarding and launches. Blue is brown's rival."""

import pytest

from tests.support.build import Table, deck_with

SMALL_SHIPS = deck_with(ships=[[1, 1], [2, 2], [4, 3], [4, 3], [4, 3]])


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize("won", ["brown 4", "black 4", "green 4", "red 4", "purple 4"])
def test_a_monkey_that_is_no_rival_boards(won: str) -> None:
    now = Table().ship(0, "red 4").aboard(0, "brown 3").bid_turn(0).win(0, won).now
    assert (now.aboard[0], now.ship[0], now.seat, now.decision) == (["brown 3", won], "red 4", 1, "monkey")
    assert (now.pile[0], now.monkeys[0]) == ([], 0)


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize("aboard", [("brown 3",), ("green 3", "brown 3"), ("brown 3", "purple 4", "brown 4")])
def test_a_rival_anywhere_on_board_makes_the_ship_leave(aboard: tuple[str, ...]) -> None:
    now = Table().ship(0, "red 4").aboard(0, *aboard).bid_turn(0).win(0, "blue 4").now
    assert (now.decision, now.pile[0], now.aboard[0], now.ship[0]) == ("ship", sorted(aboard), [], None)
    assert now.waiting == ["blue 4"]


@pytest.mark.rule("3.2.5")
def test_the_last_free_seat_does_not_help_against_a_rival() -> None:
    """The ship has one seat left, but leaves early all the same."""
    now = Table().ship(0, "red 2").aboard(0, "brown 3").bid_turn(0).win(0, "blue 4").now
    assert (now.ships_won[0], now.returned_ships, now.pile[0]) == ([], ["red 2"], ["brown 3"])


@pytest.mark.rule("3.2.5")
def test_rivals_on_the_ships_of_others_do_not_matter() -> None:
    now = Table().ship(0, "red 3").aboard(1, "brown 3").bid_turn(0).win(0, "blue 4").now
    assert (now.aboard[0], now.aboard[1], now.decision) == (["blue 4"], ["brown 3"], "monkey")


@pytest.mark.rule("3.2.5", "3.3.1")
@pytest.mark.parametrize(("ship", "seats", "vp"), [("red 2", 2, 1), ("red 3", 3, 2), ("red 4", 4, 3)])
def test_a_ship_at_capacity_launches_full_and_counts(ship: str, seats: int, vp: int) -> None:
    monkeys = ["black 3", "black 4", "green 3"][: seats - 1]
    table = Table().ship(0, ship).aboard(0, *monkeys).bid_turn(0)
    pile = table.now.ship_pile
    now = table.win(0, "green 5").now
    assert (now.decision, now.ships_won[0], now.ship_vp[0]) == ("ship", [ship], vp)
    assert (now.pile[0], now.monkeys[0]) == (sorted([*monkeys, "green 5"]), seats)
    assert (now.ship_pile, now.returned_ships) == (pile, [])


@pytest.mark.rule("3.3.1")
def test_status_in_the_score_pile() -> None:
    table = Table().ship(0, "red 3").aboard(0, "green 3", "black 4").scored(0, "green 4").bid_turn(0)
    assert table.win(0, "green 5").now.status[0] == {**dict.fromkeys(table.now.circle, 0), "green": 12, "black": 4}


@pytest.mark.rule("3.3.1")
def test_a_ship_that_left_early_goes_to_the_bottom_and_is_no_score() -> None:
    table = Table().ship(0, "red 3").aboard(0, "brown 3", "brown 5").bid_turn(0)
    pile = table.now.ship_pile
    now = table.win(0, "blue 4").now
    assert (now.ship_pile, now.returned_ships) == ([*pile, "red 3"], ["red 3"])
    assert (now.ships_won[0], now.ship_vp[0], now.status[0]["brown"]) == ([], 0, 8)


@pytest.mark.rule("3.3.1", "3.3.3", "6")
def test_ships_that_left_early_lie_in_the_order_they_left_and_come_back() -> None:
    table = Table(2).ship(0, "red 3").aboard(0, "brown 3").ship(1, "green 4").aboard(1, "brown 4")
    table.ship_pool("blue 2", "blue 3").ship_pile("blue 4").bid_turn(0)
    assert table.win(0, "blue 3").now.ship_pile == ["blue 4", "red 3"]
    assert table.play("ship blue 2").now.ship_pool == ["blue 3", "blue 4"]
    table.win(1, "blue 4")
    assert (table.now.ship_pile, table.now.returned_ships) == (["red 3", "green 4"], ["red 3", "green 4"])
    now = table.play("ship blue 3").now
    assert (now.ship_pool, now.ship_pile, now.returned_ships) == (["blue 4", "red 3"], ["green 4"], ["green 4"])
    assert now.unseen_ships == []


@pytest.mark.rule("3.3.2", "R6")
@pytest.mark.parametrize("won", ["blue 4", "green 4"])
def test_a_launch_early_or_full_brings_a_coin_of_the_ship_s_colour(won: str) -> None:
    table = Table().ship(0, "red 2").aboard(0, "brown 3").scorn(red=1, black=0).bid_turn(0)
    now = table.win(0, won).now
    assert (now.decision, now.coins[0]["red"], now.supply["red"]) == ("ship", 2, 2)
    assert (now.scorn["red"], now.scorn["black"]) == (1, 0)


@pytest.mark.rule("3.3.2", "R6")
@pytest.mark.parametrize("won", ["blue 4", "green 4"])
def test_a_launch_returns_the_scorn_of_the_ship_s_colour_and_brings_no_coin(won: str) -> None:
    now = Table().ship(0, "red 2").aboard(0, "brown 3").scorn(red=0).bid_turn(0).win(0, won).now
    assert (now.scorn["red"], now.coins[0]["red"], now.supply["red"]) == (None, 1, 3)


@pytest.mark.rule("3.3.2")
def test_an_empty_supply_has_no_coin_for_a_launch() -> None:
    now = Table().ship(0, "red 2").aboard(0, "brown 3").supply(red=0).bid_turn(0).win(0, "green 4").now
    assert (now.decision, now.coins[0]["red"], now.supply["red"]) == ("ship", 1, 0)


@pytest.mark.rule("3.3.3")
def test_the_owner_takes_an_open_ship_and_the_pool_is_refilled() -> None:
    """The owner is not the active player here: the game goes on with the next bid turn."""
    table = Table().ship(2, "red 2").aboard(2, "brown 3").ship_pool("blue 2", "blue 4").bid_turn(0).win(2, "green 4")
    pile = table.now.ship_pile
    assert (table.now.seat, table.choices()) == (2, {"ship blue 2", "ship blue 4"})
    now = table.play("ship blue 4").now
    assert (now.ship[2], now.ship_pool, now.ship_pile) == ("blue 4", ["blue 2", pile[0]], pile[1:])
    assert (now.unseen_ships, now.seat, now.decision) == (sorted(pile[1:]), 1, "monkey")


@pytest.mark.rule("3.3.3")
def test_equal_ships_are_one_choice() -> None:
    table = Table(deck=SMALL_SHIPS).ship(0, "red 2").aboard(0, "brown 3").ship_pool("blue 4", "blue 4").bid_turn(0)
    assert table.win(0, "green 4").choices() == {"ship blue 4"}
    assert table.play("ship blue 4").now.ship_pool[0] == "blue 4"


@pytest.mark.rule("R8", "3.2.5")
def test_the_monkey_that_waits_fills_a_ship_of_one_seat_at_once() -> None:
    table = Table(deck=SMALL_SHIPS).ship(0, "red 4").aboard(0, "brown 3").ship_pool("green 1", "green 4").bid_turn(0)
    now = table.win(0, "blue 4").play("ship green 1").now
    assert (now.decision, now.seat, now.ships_won[0], now.ship_vp[0]) == ("ship", 0, ["green 1"], 1)
    assert (now.pile[0], now.waiting) == (["blue 4", "brown 3"], [])
    assert (now.coins[0]["red"], now.coins[0]["green"]) == (2, 2)
    now = table.play("ship green 4").now
    assert (now.ship[0], now.aboard[0], now.seat, now.decision) == ("green 4", [], 1, "monkey")


def red_monkeys_wait(*pool: str) -> Table:
    """Treachery has parted seat 0's two red monkeys, the 5 aboard first, from its brown one."""
    table = Table(deck=SMALL_SHIPS, monkey_treachery=True).track(brown=10).ship(0, "green 4").ship_pool(*pool)
    return table.aboard(0, "red 5", "brown 3", "red 3").advance("brown", 2).play("stay red")


@pytest.mark.rule("R8")
def test_those_who_wait_board_one_by_one_in_their_order() -> None:
    table = red_monkeys_wait("blue 1", "purple 4")
    assert table.now.waiting == ["red 5", "red 3"]
    now = table.play("ship blue 1").now
    assert (now.pile[0], now.ships_won[0], now.waiting) == (["brown 3", "red 5"], ["blue 1"], ["red 3"])
    now = table.play("ship purple 4").now
    assert (now.aboard[0], now.waiting, now.seat) == (["red 3"], [], 1)


@pytest.mark.rule("R8", "3.3.2")
def test_ships_launch_full_several_times_in_a_row() -> None:
    table = red_monkeys_wait("blue 1", "purple 1").play("ship blue 1", "ship purple 1")
    assert table.now.decision == "ship"
    assert (table.now.pile[0], table.now.ships_won[0]) == (["brown 3", "red 3", "red 5"], ["blue 1", "purple 1"])
    assert (table.now.coins[0]["purple"], table.now.aboard[0], table.now.waiting) == (2, [], [])


@pytest.mark.rule("R8")
def test_those_who_wait_may_fill_one_ship_together() -> None:
    now = red_monkeys_wait("blue 2", "purple 4").play("ship blue 2").now
    assert (now.decision, now.ships_won[0], now.pile[0]) == ("ship", ["blue 2"], ["brown 3", "red 3", "red 5"])


@pytest.mark.rule("R14", "3.2.4")
def test_a_monkey_returns_only_its_own_tribe_s_scorn_after_an_early_launch() -> None:
    """Winning blue returned blue's scorn; brown's stays, though a brown monkey is aboard and launches."""
    table = Table().ship(0, "red 3").aboard(0, "brown 3").scorn(blue=0, brown=0, green=0)
    table.ship_pool("green 2", "green 4").bid_turn(0).win(0, "blue 4")
    assert (table.now.decision, table.now.scorn["blue"]) == ("ship", None)
    now = table.play("ship green 4").now
    assert (now.scorn["blue"], now.scorn["brown"], now.scorn["green"]) == (None, 0, 0)


@pytest.mark.rule("R14", "3.3.2")
def test_boarding_returns_the_scorn_before_the_ship_is_full_so_a_ship_of_that_colour_pays_its_coin() -> None:
    table = red_monkeys_wait("red 1", "purple 4").scorn(red=0)
    coins = table.now.coins[0]["red"]
    now = table.play("ship red 1").now
    assert (now.decision, now.ships_won[0], now.waiting) == ("ship", ["red 1"], ["red 3"])
    assert (now.scorn["red"], now.coins[0]["red"]) == (None, coins + 1)
