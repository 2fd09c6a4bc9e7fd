"""3.2.1 to 3.2.4, 3.2.6: bidding for a monkey. Black's allies are green (clockwise) and brown."""

import pytest

from tests.support.build import Table, deck_with

PASS_ALL = ("pass", "pass", "pass", "pass")


@pytest.mark.rule("3.2.1", "R3")
def test_the_active_player_must_put_up_any_monkey_of_the_pool() -> None:
    table = Table().bid_turn(2).monkey_pool("black 4", "red 3", "red 5", "red 3")
    assert (table.now.seat, table.now.decision) == (2, "monkey")
    assert table.choices() == {"put up black 4", "put up red 3", "put up red 5"}


@pytest.mark.rule("3.2.1", "3.2.2")
def test_one_such_monkey_leaves_the_pool_and_its_seller_is_asked_first() -> None:
    table = Table().bid_turn(2).monkey_pool("black 4", "red 3", "red 5", "red 3").play("put up red 3")
    assert table.now.monkey_pool == ["black 4", "red 5", "red 3"]
    assert (table.now.seat, table.now.decision, table.now.still_in) == (2, "bid", [0, 1, 2, 3])


@pytest.mark.rule("3.2.2")
def test_a_bid_is_a_set_of_the_player_s_own_coins_of_three_tribes() -> None:
    table = Table().coins(0, black=2, green=1, brown=0).coins(1, brown=3).bid_turn(0).put_up("black 4")
    ones = {"bid 1 black", "bid 2 black", "bid 1 green", "bid 1 black 1 green", "bid 2 black 1 green"}
    assert table.choices() == ones | {"pass"}


@pytest.mark.rule("3.2.2")
def test_clockwise_and_counter_clockwise_are_told_apart() -> None:
    now = Table().ship(0, "red 3").bid_turn(0).win(0, "black 4", "bid 1 brown").now
    assert (now.coins[0]["brown"], now.coins[0]["green"]) == (0, 1)
    now = Table().ship(0, "red 3").bid_turn(0).win(0, "brown 4", "bid 1 black").now  # brown's allies: black, purple
    assert (now.coins[0]["black"], now.coins[0]["purple"]) == (0, 1)


@pytest.mark.rule("3.2.2")
@pytest.mark.parametrize(
    ("standing", "enough", "short"),
    [
        ("bid 1 green", "bid 1 black", "bid 1 brown"),  # 2 points, 3, 2
        ("bid 1 black", "bid 1 green 1 brown", "bid 1 black"),  # 3 points, 4, 3
        ("bid 2 green 1 brown", "bid 1 black 1 green 1 brown", "bid 2 black"),  # 6 points, 7, 6
        ("bid 1 black 1 green", "bid 2 black", "bid 1 black 1 brown"),  # 5 points, 6, 5
    ],
)
def test_a_bid_is_worth_strictly_more_than_the_standing_one(standing: str, enough: str, short: str) -> None:
    table = Table().coins(0, black=1, green=2).coins(1, black=2).bid_turn(0).put_up("black 4").play(standing)
    assert enough in table.choices()
    assert short not in table.choices()


@pytest.mark.rule("3.2.2")
def test_bidding_goes_to_the_left_and_who_passes_is_out() -> None:
    table = Table().coins(1, black=2).bid_turn(2).put_up("black 4")
    asked = []
    for text in ("bid 1 brown", "pass", "bid 1 black", "bid 1 black 1 green", "pass", "bid 1 black 1 green 1 brown"):
        asked.append(table.now.seat)
        table.play(text)
    assert asked == [2, 3, 0, 1, 2, 0]
    assert (table.now.seat, table.now.still_in, table.now.holder, table.now.standing) == (1, [0, 1], 0, 7)


@pytest.mark.rule("3.2.2", "R5")
def test_the_standing_bid_s_owner_is_asked_again_only_when_outbid() -> None:
    table = Table().ship(0, "red 3").bid_turn(0).put_up("black 4").play("bid 1 green", "pass", "pass")
    assert table.now.seat == 3
    assert table.play("pass").now.aboard[0] == ["black 4"]
    table = Table().bid_turn(0).put_up("black 4").play("bid 1 green", "pass", "pass", "bid 1 black")
    assert (table.now.seat, table.now.decision, table.now.aboard[0]) == (0, "bid", [])


@pytest.mark.rule("3.2.2", "R5")
def test_two_bidders_outbid_each_other_over_the_heads_of_those_who_passed() -> None:
    table = Table().coins(0, black=2).coins(3, black=2).bid_turn(0).put_up("black 4")
    asked = []
    for text in ("bid 1 green", "pass", "pass", "bid 1 black", "bid 1 black 1 brown", "bid 2 black", "pass"):
        asked.append(table.now.seat)
        table.play(text)
    assert asked == [0, 1, 2, 3, 0, 3, 0]
    assert table.now.aboard == [[], [], [], ["black 4"]]


@pytest.mark.rule("3.2.2", "R5")
def test_the_last_bid_wins_when_the_one_before_passes() -> None:
    table = Table().ship(3, "red 3").bid_turn(0).put_up("black 4")
    now = table.play("bid 1 green", "pass", "pass", "bid 1 black", "pass").now
    assert (now.aboard[3], now.aboard[0]) == (["black 4"], [])
    assert (now.coins[3]["black"], now.coins[0]["green"]) == (0, 1)


@pytest.mark.rule("3.2.2", "R5")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_it_ends_when_all_but_the_highest_bidder_have_passed(num_players: int) -> None:
    table = Table(num_players).bid_turn(1).put_up("black 4").play("bid 1 brown")
    for _ in range(num_players - 2):
        table.play("pass")
        assert table.now.decision == "bid"
    now = table.play("pass").now
    assert (now.aboard[1], now.decision, now.seat) == (["black 4"], "monkey", 2 % num_players)


@pytest.mark.rule("3.2.2")
def test_who_cannot_bid_enough_has_one_option_to_pass() -> None:
    poor = {"black": 0, "green": 0, "brown": 0}
    assert Table().coins(0, **poor).bid_turn(0).put_up("black 4").choices() == {"pass"}
    table = Table().coins(1, **{**poor, "green": 1}).bid_turn(0).put_up("black 4").play("bid 1 brown")
    assert (table.now.seat, table.choices()) == (1, {"pass"})


@pytest.mark.rule("3.2.2", "R4")
def test_a_raise_is_a_fresh_set_of_coins() -> None:
    table = Table().ship(0, "red 3").bid_turn(0).put_up("black 4")
    table.play("bid 1 black", "bid 1 green 1 brown", "pass", "pass")
    assert table.choices() == {"pass", "bid 1 black 1 green", "bid 1 black 1 brown", "bid 1 black 1 green 1 brown"}
    table = Table().ship(0, "red 3").coins(0, brown=2).bid_turn(0).put_up("black 4")
    table.play("bid 1 black", "bid 1 green 1 brown", "pass", "pass", "bid 1 green 2 brown", "pass")
    assert (table.now.coins[0]["black"], table.now.coins[0]["green"], table.now.coins[0]["brown"]) == (1, 0, 0)


@pytest.mark.rule("3.2.2", "R4")
@pytest.mark.parametrize("shown", ["black", "green", "brown"])
def test_with_add_only_a_raise_contains_the_coins_shown_before(shown: str) -> None:
    rich = {"black": 2, "green": 2, "brown": 2}
    for rule, must_contain in (("add_only", True), ("free", False)):
        table = Table(raise_=rule).coins(0, **rich).bid_turn(0).put_up("black 4")
        table.play(f"bid 1 {shown}", "bid 1 green 1 brown", "pass", "pass")
        raises = table.choices() - {"pass"}
        assert all(shown in bid for bid in raises) == must_contain
        assert "bid 2 black 2 green 2 brown" in raises


@pytest.mark.rule("R4")
def test_with_add_only_a_raise_contains_as_many_coins_as_were_shown() -> None:
    table = Table(raise_="add_only").coins(0, black=3, green=2, brown=2).coins(1, green=2, brown=2).bid_turn(0)
    table.put_up("black 4").play("bid 2 black", "bid 2 green 2 brown", "pass", "pass")
    raises = table.choices() - {"pass"}
    assert {"bid 3 black", "bid 2 black 2 green"} < raises
    assert all(bid.startswith(("bid 2 black", "bid 3 black")) for bid in raises)


@pytest.mark.rule("R4")
def test_with_add_only_the_coins_of_others_and_of_earlier_monkeys_bind_nobody() -> None:
    table = Table(raise_="add_only").ship(0, "red 3").bid_turn(0).put_up("black 4").play("bid 1 black")
    assert "bid 1 green 1 brown" in table.choices()
    table.play("pass", "pass", "pass").put_up("green 4").play("pass", "pass", "pass")
    assert (table.now.seat, table.choices() >= {"bid 1 green", "bid 1 blue"}) == (0, True)


@pytest.mark.rule("3.2.3")
def test_a_monkey_that_nobody_wants_is_out_of_the_game() -> None:
    table = Table().scorn(black=0).bid_turn(0)
    before = table.now
    now = table.put_up("black 4").play(*PASS_ALL).now
    assert (now.monkeys_out, now.aboard, now.coins) == (["black 4"], before.aboard, before.coins)
    assert (now.seat, now.decision, now.scorn["black"]) == (1, "monkey", 0)


@pytest.mark.rule("3.2.4")
def test_the_winner_alone_pays_and_exactly_the_coins_of_the_bid() -> None:
    table = Table().ship(1, "red 3").coins(1, black=2, green=2, brown=2).bid_turn(0)
    before = table.now
    now = table.put_up("black 4").play("bid 1 black", "bid 2 black 2 green 1 brown", "pass", "pass", "pass").now
    assert now.coins[1] == {**before.coins[1], "black": 0, "green": 0, "brown": 1}
    assert now.supply == {**before.supply, "black": 4, "green": 4, "brown": 3}
    assert now.coins[0] == before.coins[0]
    assert now.monkeys_out == []


@pytest.mark.rule("3.2.4")
def test_winning_returns_the_scorn_of_the_monkey_s_tribe_and_no_other() -> None:
    now = Table().ship(0, "red 3").scorn(black=0, green=0, red=0).bid_turn(0).win(0, "black 4").now
    assert (now.scorn["black"], now.scorn["green"], now.scorn["red"]) == (None, 0, 0)


@pytest.mark.rule("3.2.4")
def test_winning_returns_no_scorn_that_another_player_holds() -> None:
    assert Table().ship(0, "red 3").scorn(black=1).bid_turn(0).win(0, "black 4").now.scorn["black"] == 1


@pytest.mark.rule("3.2.4", "3.3.2")
def test_paid_and_forgiven_before_the_launch() -> None:
    """The winner's last coin is back in an empty supply before the full ship asks for one."""
    table = Table(2).ship(0, "black 2").aboard(0, "black 3").scorn(black=0).coins(1, black=4).coins(0, black=1)
    assert table.now.supply["black"] == 0
    now = table.bid_turn(0).win(0, "black 4").now
    assert (now.decision, now.scorn["black"], now.coins[0]["black"], now.supply["black"]) == ("ship", None, 1, 0)


@pytest.mark.rule("3.2.6")
def test_the_pool_is_not_refilled_after_a_bid_turn() -> None:
    table = Table().ship(0, "red 3").bid_turn(0)
    now = table.win(0, "black 4").now
    assert (len(now.monkey_pool), now.seat, now.decision, now.standing, now.holder) == (4, 1, "monkey", 0, None)


@pytest.mark.rule("3.2.1")
def test_equal_monkeys_are_one_choice() -> None:
    table = Table(deck=deck_with(monkeys=[5] * 7)).bid_turn(0).monkey_pool("red 5", "red 5", "red 5")
    assert table.choices() == {"put up red 5"}
    assert table.play("put up red 5").now.monkey_pool == ["red 5", "red 5"]
