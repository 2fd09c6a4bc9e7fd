"""5. Maximum Scorn and Monkey Treachery. The circle: brown, black, green, blue, red, purple."""

from dataclasses import replace

import pytest

from tests.support.build import Table, deck_with
from tests.support.words import Position

NO_TITLES = deck_with(titles={"leader": [0] * 6, "undersecretary": [0] * 6})
SWAPPED = ["black", "brown", "green", "blue", "red", "purple"]

# Maximum Scorn


def scornful(maximum_scorn: bool) -> Position:
    """Seat 2 ends with the scorn of red, and monkeys of red and blue on the ship and in the pile."""
    table = Table(deck=NO_TITLES, maximum_scorn=maximum_scorn).scorn(red=2)
    table.monkey_pool("black 3", "black 4", "black 5", "brown 5", "green 5")  # four of them go out at the end
    return table.scored(2, "red 5", "red 4", "blue 3").aboard(2, "red 3").scored(0, "red 5").end().now


@pytest.mark.rule("5", "R12")
def test_maximum_scorn_discards_the_monkeys_of_a_tribe_whose_scorn_is_held() -> None:
    now = scornful(maximum_scorn=True)
    assert (now.pile[2], now.monkeys[2], now.status[2]["red"], now.status[2]["blue"]) == (["blue 3"], 1, 0, 3)
    assert (now.pile[0], now.monkeys[0], now.status[0]["red"]) == (["red 5"], 1, 5)
    assert now.monkeys_out[-3:] == ["red 3", "red 4", "red 5"]


@pytest.mark.rule("5", "R12")
def test_maximum_scorn_takes_the_two_vp_as_well() -> None:
    assert scornful(maximum_scorn=True).vp == [0, 0, -2, 0]


@pytest.mark.rule("5")
def test_without_maximum_scorn_nothing_is_discarded() -> None:
    now = scornful(maximum_scorn=False)
    assert (now.pile[2], now.monkeys[2]) == (["blue 3", "red 3", "red 4", "red 5"], 4)
    assert now.vp == [0, 0, -2, 0]


@pytest.mark.rule("5", "R12", "4.5")
@pytest.mark.parametrize(("maximum_scorn", "winner"), [(True, 1), (False, 0)])
def test_discarded_monkeys_do_not_break_ties(maximum_scorn: bool, winner: int) -> None:
    """Both lose 2 VP; of seat 0's three monkeys two may be discarded, of seat 1's two none."""
    table = Table(2, deck=NO_TITLES, maximum_scorn=maximum_scorn, final_launch_clears_scorn=False)
    table.scorn(red=0, blue=1).scored(0, "red 5", "red 4", "green 3").scored(1, "green 3", "green 4")
    assert table.end().now.winners == [winner]


@pytest.mark.rule("5", "R12")
@pytest.mark.parametrize(("maximum_scorn", "leader"), [(True, 1), (False, 0)])
def test_discarded_monkeys_bring_no_title(maximum_scorn: bool, leader: int) -> None:
    table = Table(2, maximum_scorn=maximum_scorn, final_launch_clears_scorn=False).finished("red")
    now = table.scorn(red=0).scored(0, "red 5", "red 4").scored(1, "red 3").end().now
    assert now.vp == ([-2, 7] if leader == 1 else [5, 0])


@pytest.mark.rule("5", "4.1")
def test_the_last_launch_returns_scorn_before_maximum_scorn_asks() -> None:
    now = Table(maximum_scorn=True).ship(0, "red 4").scorn(red=0).scored(0, "red 5").end().now
    assert (now.pile[0], now.scorn["red"]) == (["red 5"], None)


# Monkey Treachery


def near_the_dot(spaces: int = 10, tribe: str = "brown", monkey_treachery: bool = True) -> Table:
    """A stone before the dot, which is on space 12."""
    return Table(monkey_treachery=monkey_treachery).track(**{tribe: spaces})


@pytest.mark.rule("5", "R13")
@pytest.mark.parametrize(("spaces", "move", "swaps"), [(9, 2, False), (10, 2, True), (10, 3, True), (11, 4, True)])
def test_the_swap_comes_when_a_stone_reaches_or_jumps_over_the_dot(spaces: int, move: int, swaps: bool) -> None:
    now = near_the_dot(spaces).advance("brown", move).now
    assert (now.circle == SWAPPED, now.swapped, now.seat, now.decision) == (swaps, swaps, 1, "card")


@pytest.mark.rule("5")
def test_without_the_option_no_swap() -> None:
    now = near_the_dot(10, monkey_treachery=False).advance("brown").now
    assert (now.circle[0], now.swapped) == ("brown", False)


@pytest.mark.rule("5")
def test_the_swap_comes_only_once() -> None:
    table = near_the_dot(10).track(green=10).advance("brown").advance("green")
    assert (table.now.circle, table.now.track["green"]) == (SWAPPED, 12)


@pytest.mark.rule("5")
@pytest.mark.parametrize("tribe", ["brown", "black", "green", "blue", "red", "purple"])
def test_the_tribe_swaps_with_its_clockwise_neighbour_all_around_the_circle(tribe: str) -> None:
    table = near_the_dot(10, tribe)
    circle = table.now.circle
    place = circle.index(tribe)
    clockwise = circle[(place + 1) % 6]
    now = table.advance(tribe).now
    assert (now.circle[place], now.circle[(place + 1) % 6]) == (clockwise, tribe)
    assert [other for other in now.circle if other not in (tribe, clockwise)] == [
        other for other in circle if other not in (tribe, clockwise)
    ]


@pytest.mark.rule("5", "3.1.5")
def test_the_payment_of_the_turn_follows_the_old_circle_and_the_next_turn_the_new_one() -> None:
    table = near_the_dot(10).advance("brown")
    assert (table.now.coins[0]["blue"], table.now.coins[0]["red"]) == (0, 1)
    table.hand(1, "brown 2", "red 3").play("play brown 2")
    assert table.choices() == {"advance brown", "advance black", "advance green"}
    now = table.play("advance brown").now
    assert (now.coins[1]["blue"], now.coins[1]["red"]) == (1, 0)


@pytest.mark.rule("5", "3.1.5")
def test_the_swap_waits_until_the_angry_rival_of_the_old_circle_is_appeased() -> None:
    table = near_the_dot(10).coins(0, blue=0).scorn(blue=0).advance("brown")
    assert (table.now.swapped, table.choices()) == (False, {"pay green", "pay red"})
    assert table.play("pay red").now.circle == SWAPPED


def rich_position(monkey_treachery: bool) -> Position:
    """Every pile, card and counter of brown and black is different before the swap, or before where it would be."""
    table = Table(monkey_treachery=monkey_treachery).track(brown=10, black=7).scorn(brown=2, black=3)
    table.coins(1, brown=2, black=0).coins(3, black=4).ship(1, "brown 3").ship(2, "black 2")
    table.ship_pool("brown 2", "black 4").launched(2, "brown 4", "purple 2").launched(3, "black 3")
    table.aboard(1, "brown 4", "black 3").aboard(2, "black 5", "black 4")
    table.scored(1, "brown 5").scored(2, "black 3", "brown 3")
    table.hand(0, "brown 2", "red 3").hand(1, "black 4", "brown 3").hand(2, "black 2", "black 3")
    table.monkey_pool("brown 5", "black 4", "red 3", "blue 4", "brown 3")
    table.state.monkeys_out[table.words.kind("monkeys", "brown 4")] = 1
    table.state.num_returned = 6
    return table.advance("brown").now


@pytest.mark.rule("5")
def test_the_two_tribes_keep_all_that_is_theirs() -> None:
    """By names, nothing but the circle changes."""
    swapped, same = rich_position(monkey_treachery=True), rich_position(monkey_treachery=False)
    assert swapped.circle == SWAPPED
    assert replace(swapped, circle=same.circle, swapped=False) == same


@pytest.mark.rule("5")
def test_new_rivals_part_and_the_owner_chooses_who_stays() -> None:
    """Brown is red's rival now: those who do not stay launch early, with a coin of the ship's colour."""
    table = near_the_dot().ship(0, "green 4").ship_pool("blue 3", "blue 4").aboard(0, "brown 3", "red 4")
    pile = table.now.ship_pile
    assert table.advance("brown").choices() == {"stay brown", "stay red"}
    now = table.play("stay red").now
    assert (now.decision, now.seat, now.pile[0], now.waiting) == ("ship", 0, ["brown 3"], ["red 4"])
    assert (now.coins[0]["green"], now.ships_won[0], now.ship_pile) == (2, [], [*pile, "green 4"])
    now = table.play("ship blue 4").now
    assert (now.aboard[0], now.seat, now.decision) == (["red 4"], 1, "card")


@pytest.mark.rule("5", "3.3.2")
def test_the_launch_of_treachery_returns_the_scorn_of_the_ship_s_colour() -> None:
    table = near_the_dot().ship(0, "green 4").aboard(0, "brown 3", "red 4").scorn(green=0)
    now = table.advance("brown").play("stay red").now
    assert (now.scorn["green"], now.coins[0]["green"]) == (None, 1)


@pytest.mark.rule("5", "R16")
@pytest.mark.parametrize(
    ("stay", "left", "launched"),
    [("brown", ["brown 3", "brown 4"], ["red 4"]), ("red", ["red 4"], ["brown 3", "brown 4"])],
)
def test_all_monkeys_of_the_tribe_stay_and_all_others_launch(stay: str, left: list[str], launched: list[str]) -> None:
    table = near_the_dot().ship(0, "green 4").aboard(0, "brown 3", "red 4", "brown 4").ship_pool("blue 3", "blue 4")
    now = table.advance("brown").play(f"stay {stay}", "ship blue 4").now
    assert (now.aboard[0], now.pile[0]) == (left, launched)


@pytest.mark.rule("5", "R16")
def test_who_is_of_neither_tribe_launches() -> None:
    table = near_the_dot().ship(0, "green 4").aboard(0, "purple 5", "brown 3", "red 4").ship_pool("blue 3", "blue 4")
    assert table.advance("brown").choices() == {"stay brown", "stay red"}
    now = table.play("stay brown", "ship blue 4").now
    assert (now.aboard[0], now.pile[0]) == (["brown 3"], ["purple 5", "red 4"])


@pytest.mark.rule("R14", "5")
def test_those_who_stay_return_their_tribe_s_scorn_as_they_board_and_no_sooner() -> None:
    """Blue's scorn stays: the new ship is blue, but no blue monkey has boarded it."""
    table = near_the_dot().ship(0, "green 4").aboard(0, "brown 3", "red 4").ship_pool("blue 3", "blue 4")
    table.scorn(red=0, blue=0).advance("brown").play("stay red")
    assert (table.now.decision, table.now.scorn["red"]) == ("ship", 0)
    now = table.play("ship blue 3").now
    assert (now.aboard[0], now.scorn["red"], now.scorn["blue"]) == (["red 4"], None, 0)


@pytest.mark.rule("R14")
def test_those_who_board_return_no_scorn_that_another_player_holds() -> None:
    table = near_the_dot().ship(0, "green 4").aboard(0, "brown 3", "red 4").ship_pool("blue 3", "blue 4").scorn(red=2)
    now = table.advance("brown").play("stay red", "ship blue 3").now
    assert (now.aboard[0], now.scorn["red"]) == (["red 4"], 2)


@pytest.mark.rule("R14", "3.3.2")
def test_the_early_launch_comes_before_so_a_ship_of_that_colour_returns_the_scorn_and_pays_no_coin() -> None:
    table = near_the_dot().ship(0, "red 4").aboard(0, "brown 3", "red 4").ship_pool("blue 3", "blue 4").scorn(red=0)
    coins = table.now.coins[0]["red"]
    now = table.advance("brown").play("stay red", "ship blue 3").now
    assert (now.aboard[0], now.scorn["red"], now.coins[0]["red"]) == (["red 4"], None, coins)


@pytest.mark.rule("5")
def test_a_ship_without_new_rivals_stays() -> None:
    """Blue and black are rivals now; brown and blue, rivals before, would no longer mind."""
    table = near_the_dot().ship(0, "green 4").aboard(0, "brown 3", "purple 4").aboard(1, "red 3").aboard(2, "black 3")
    now = table.advance("brown").now
    assert (now.seat, now.decision, now.aboard) == (1, "card", [["brown 3", "purple 4"], ["red 3"], ["black 3"], []])


@pytest.mark.rule("5")
def test_the_neighbour_s_new_rival_counts_too() -> None:
    table = near_the_dot().ship(3, "green 4").aboard(3, "black 3", "blue 4").advance("brown")
    assert (table.now.seat, table.choices()) == (3, {"stay black", "stay blue"})


@pytest.mark.rule("5")
def test_owners_one_after_the_other_from_the_player_who_advanced_to_the_left() -> None:
    table = near_the_dot().start(1).ship(1, "green 4").ship(0, "red 4").ship(3, "black 4")
    for seat, pair in {0: ("brown 3", "red 3"), 3: ("black 4", "blue 3"), 1: ("red 4", "brown 4")}.items():
        table.aboard(seat, *pair)
    table.ship_pool("blue 4", "purple 4").ship_pile("purple 3", "blue 3").advance("brown")
    asked = []
    while table.now.decision != "card":
        asked.append((table.now.seat, table.now.decision))
        table.play(min(table.choices()))
    assert asked == [(seat, decision) for seat in (1, 3, 0) for decision in ("stay", "ship")]
    assert table.now.seat == 2
    assert (table.now.ship_pool[-1], table.now.ship_pile) == ("green 4", ["black 4", "red 4"])


@pytest.mark.rule("5")
def test_the_last_civilization_turn_goes_on_to_the_bid_turns_after_treachery() -> None:
    table = near_the_dot().start(1).aboard(1, "brown 3", "red 4").ship_pool("blue 3", "purple 4")
    table.advance("red").advance("green").advance("purple").advance("brown")
    assert (table.now.seat, table.now.decision) == (1, "stay")
    now = table.play("stay red", "ship blue 3").now
    assert (now.phase, now.seat, now.decision) == ("bid", 1, "monkey")
