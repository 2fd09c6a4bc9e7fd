"""3.1 The civilization turn. The circle: brown, black, green, blue, red, purple."""

import pytest

from tests.support.build import Table


@pytest.mark.rule("3.1.1")
def test_any_card_of_the_hand_may_be_played_and_is_open_from_then_on() -> None:
    table = Table().hand(0, "red 2", "blue 4")
    assert (table.now.seat, table.choices()) == (0, {"play red 2", "play blue 4"})
    before = table.now
    now = table.play("play blue 4").now
    assert (now.hand[0], now.discard) == (["red 2"], ["blue 4"])
    assert sorted([*now.unseen_cards, "blue 4"]) == before.unseen_cards


@pytest.mark.rule("3.1.1")
def test_two_equal_cards_are_one_choice_and_one_of_them_is_played() -> None:
    table = Table().hand(0, "red 2", "red 2")
    assert table.choices() == {"play red 2"}
    assert table.play("play red 2").now.hand[0] == ["red 2"]


@pytest.mark.rule("3.1.2")
@pytest.mark.parametrize(
    ("card", "tribes"),
    [("brown 3", "purple brown black"), ("blue 2", "green blue red"), ("purple 4", "red purple brown")],
)
def test_the_tribe_of_the_card_or_one_of_its_allies(card: str, tribes: str) -> None:
    table = Table().hand(0, card, "green 3").play(f"play {card}")
    assert (table.now.seat, table.choices()) == (0, {f"advance {tribe}" for tribe in tribes.split()})


@pytest.mark.rule("3.1.2", "3.1.6")
def test_an_ally_moves_by_the_card_s_number_and_no_other_stone_does() -> None:
    table = Table().hand(0, "brown 4", "green 3").track(black=5, brown=2)
    now = table.play("play brown 4", "advance black").now
    assert now.track == {"brown": 2, "black": 9, "green": 0, "blue": 0, "red": 0, "purple": 0}
    assert now.coins[0] == {"brown": 1, "black": 3, "green": 1, "blue": 1, "red": 0, "purple": 1}


@pytest.mark.rule("3.1.3")
@pytest.mark.parametrize(("supply", "in_scorn", "taken"), [(3, False, 2), (2, False, 2), (2, True, 1), (0, True, 0)])
def test_two_coins_or_one_in_scorn_as_many_as_there_are(supply: int, in_scorn: bool, taken: int) -> None:
    table = Table().supply(brown=supply)
    if in_scorn:
        table.scorn(brown=0)
    now = table.advance("brown").now
    assert (now.coins[0]["brown"], now.supply["brown"]) == (1 + taken, supply - taken)


@pytest.mark.rule("3.1.3", "3.1.4")
def test_the_scorn_that_others_hold_or_of_other_tribes_changes_nothing() -> None:
    now = Table().scorn(brown=1, black=0).advance("brown").now
    assert now.coins[0]["brown"] == 3
    assert (now.scorn["brown"], now.scorn["black"]) == (1, 0)


@pytest.mark.rule("3.1.4", "R1")
def test_the_scorn_of_a_finished_tribe_goes_back_too() -> None:
    now = Table().finished("brown").scorn(brown=0).advance("brown").now
    assert (now.scorn["brown"], now.coins[0]["brown"], now.coins[0]["blue"]) == (None, 2, 0)
    assert (now.track["brown"], now.finish["brown"]) == (20, 1)


@pytest.mark.rule("3.1.5")
def test_the_rival_is_paid_one_coin_though_its_scorn_is_held() -> None:
    now = Table().coins(0, blue=2).scorn(blue=0).advance("brown").now
    assert (now.coins[0]["blue"], now.supply["blue"], now.scorn["blue"]) == (1, 3, 0)
    assert (now.seat, now.decision) == (1, "card")


@pytest.mark.rule("3.1.5")
def test_who_takes_the_rival_s_scorn_pays_nothing_more() -> None:
    table = Table().coins(0, blue=0)
    before = table.now
    now = table.advance("brown").now
    assert now.coins[0] == {**before.coins[0], "brown": 3}
    assert (now.seat, now.decision, now.track["brown"]) == (1, "card", 2)


@pytest.mark.rule("3.1.5")
def test_scorned_again_both_allies_payable_choose_which_to_pay() -> None:
    table = Table().coins(0, blue=0, green=1, red=2).scorn(blue=0).advance("brown", 3)
    assert table.choices() == {"pay green", "pay red"}
    now = table.play("pay red").now
    assert (now.coins[0]["red"], now.supply["red"], now.coins[0]["green"]) == (1, 3, 1)
    assert (now.scorn["blue"], now.track["brown"], now.seat) == (0, 3, 1)


@pytest.mark.rule("3.1.5")
def test_scorned_again_neither_ally_payable_take_the_scorn_of_either() -> None:
    table = Table().coins(0, blue=0, green=0, red=0).scorn(blue=0, red=3).advance("brown", 3)
    assert table.choices() == {"scorn green", "scorn red"}
    now = table.play("scorn red").now
    assert (now.scorn["blue"], now.scorn["red"], now.scorn["green"]) == (0, 0, None)
    assert (now.track["brown"], now.seat) == (3, 1)


@pytest.mark.rule("3.1.5")
def test_scorned_again_the_scorn_of_the_ally_that_cannot_be_paid() -> None:
    now = Table().coins(0, blue=0, green=1, red=0).scorn(blue=0).advance("brown", 3).play("scorn red").now
    assert (now.scorn["red"], now.coins[0]["green"], now.track["brown"]) == (0, 1, 3)


@pytest.mark.rule("3.1.5", "R2")
def test_the_ally_that_can_be_paid_is_the_one_option_where_the_other_s_scorn_is_held() -> None:
    table = Table().coins(0, blue=0, green=1, red=0).scorn(blue=0, red=0).advance("brown")
    assert table.choices() == {"pay green"}


@pytest.mark.rule("3.1.5", "R2")
def test_an_ally_whose_scorn_is_held_may_still_be_paid() -> None:
    table = Table().coins(0, blue=0, green=1, red=1).scorn(blue=0, red=0).advance("brown")
    assert table.choices() == {"pay green", "pay red"}


@pytest.mark.rule("3.1.5", "3.1.6", "R2")
def test_with_no_option_left_the_stone_moves_all_the_same() -> None:
    table = Table().coins(0, blue=0, green=0, red=0).scorn(blue=0, red=0, green=0).track(brown=4)
    assert table.advance("brown", 3).now.track["brown"] == 7


@pytest.mark.rule("3.1.6")
@pytest.mark.parametrize(("spaces", "move", "track", "finish"), [(16, 3, 19, 0), (16, 4, 20, 1), (18, 4, 20, 1)])
def test_reaching_or_passing_the_last_space_finishes(spaces: int, move: int, track: int, finish: int) -> None:
    now = Table().track(brown=spaces).advance("brown", move).now
    assert (now.track["brown"], now.finish["brown"]) == (track, finish)


@pytest.mark.rule("3.1.6")
def test_each_stone_takes_the_best_free_finish_place() -> None:
    table = Table().finished("red", "blue").track(brown=18).advance("brown", 2)
    assert {tribe: place for tribe, place in table.now.finish.items() if place} == {"red": 1, "blue": 2, "brown": 3}


@pytest.mark.rule("3.1.6", "3.1.5")
def test_advancing_a_finished_tribe_still_angers_its_rival() -> None:
    table = Table().finished("brown").coins(0, blue=0, green=0, red=0).scorn(blue=0).advance("brown")
    now = table.play("scorn green").now
    assert (now.scorn["green"], now.finish["brown"], now.seat, now.decision) == (0, 1, 1, "card")
