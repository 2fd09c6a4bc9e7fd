"""6. Who knows what: the observation, and the redeal of what a seat cannot know."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE, named
from tests.support.build import Table
from tests.support.kernels import resample_hidden, write_observation
from tests.support.words import Position

SECRETS = {"hand", "civilization_pile", "monkey_pile", "ship_pile", "out_of_game", "tie_order"}


def redeal(table: Table, seat: int, seed: int) -> Position:
    """The position after all that the seat cannot know has been dealt anew; the table stays as it was."""
    copy, room = table.states.copy(), np.zeros(MAX_UNSEEN, np.int8)
    resample_hidden(table.states, 0, table.rules, seat, np.uint64(seed), room)
    redealt = table.now
    table.states[:] = copy
    return redealt


def observe(table: Table, viewer: int) -> dict[str, NDArray[Any]]:
    """What a seat sees, by the names of the layout."""
    views = np.zeros(1, OBSERVATION_DTYPE)
    write_observation(table.states, 0, table.rules, viewer, views)
    return named(views.view(np.float32))


def busy_table() -> Table:
    """Coins have moved, scorn is out, monkeys are on board and launched, and one ship has come back."""
    table = Table().scorn(red=1).coins(2, brown=3).track(green=7, black=7).scored(3, "red 3")
    table.aboard(0, "brown 3", "black 5").ship_pool("red 2", "red 3").bid_turn(0).win(0, "blue 4")
    return table.play("ship red 3").put_up("black 4").play("bid 1 black")


def public(now: Position) -> dict[str, Any]:
    """What lies open, sizes of hands and piles included."""
    fields = asdict(now)
    sizes = {name: len(fields[name]) for name in SECRETS}
    return {name: fields[name] for name in fields.keys() - SECRETS} | {"sizes": sizes, "hands": [*map(len, now.hand)]}


@pytest.mark.rule("6")
@pytest.mark.parametrize("seat", [0, 3])
def test_a_redeal_keeps_what_is_public_and_the_seat_s_own_hand(seat: int) -> None:
    table = busy_table()
    before = table.now
    for seed in range(10):
        now = redeal(table, seat, seed)
        assert public(now) == public(before)
        assert now.hand[seat] == before.hand[seat]
        assert now.ship_pile[-1] == before.returned_ships[0] == "brown 4"


@pytest.mark.rule("6")
def test_a_redeal_deals_all_hidden_cards_anew_and_loses_none() -> None:
    table = busy_table()
    before = table.now
    deals = [redeal(table, 0, seed) for seed in range(20)]
    for now in deals:
        for pile in ("monkey_pile", "ship_pile"):
            assert sorted(getattr(now, pile)) == sorted(getattr(before, pile))
        assert sorted(now.tie_order) == sorted(before.tie_order)
        cards = [*now.civilization_pile, *now.out_of_game, *(card for hand in now.hand for card in hand)]
        assert sorted(cards) == before.unseen_cards
    for name in ("civilization_pile", "out_of_game", "monkey_pile", "ship_pile", "tie_order"):
        assert len({tuple(getattr(now, name)) for now in deals}) > 15
    for seat in (1, 2, 3):
        assert len({tuple(now.hand[seat]) for now in deals}) > 5


@pytest.mark.rule("6", "2.3")
def test_a_card_in_a_hand_may_be_out_of_the_game_for_all_that_others_know() -> None:
    table = Table().hand(1, "red 2", "red 3")
    dealt = [redeal(table, 0, seed) for seed in range(40)]
    assert any("red 3" in now.out_of_game for now in dealt)
    assert any("red 3" in now.civilization_pile for now in dealt)


@pytest.mark.rule("6", "R15")
def test_the_same_seed_deals_the_same_and_the_next_deal_is_another() -> None:
    table = busy_table()
    assert redeal(table, 0, 7) == redeal(table, 0, 7) != redeal(table, 0, 8)
    stream = int(table.state.rng)
    resample_hidden(table.states, 0, table.rules, 0, np.uint64(7), np.zeros(MAX_UNSEEN, np.int8))
    assert int(table.state.rng) != stream


@pytest.mark.rule("6", "4.2")
def test_after_the_end_the_ranking_has_told_how_ties_fell() -> None:
    """Green and black tied at 7, the four others at 0; between tribes that did not tie the order stays unknown."""
    table = Table().track(green=7, black=7).end()
    orders = {tuple(redeal(table, 0, seed).tie_order) for seed in range(30)}
    for order in orders:
        for tied in (table.now.ranking[:2], table.now.ranking[2:]):
            assert sorted(tied, key=order.index) == tied
    assert len(orders) > 5


@pytest.mark.rule("6")
def test_before_the_end_nobody_knows_how_ties_will_fall() -> None:
    table = Table().track(green=7, black=7)
    assert {redeal(table, 0, seed).tie_order.index("green") for seed in range(40)} == set(range(6))


@pytest.mark.rule("6")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_the_observation_and_the_mask_do_not_depend_on_what_the_seat_cannot_know(viewer: int) -> None:
    table = busy_table()
    seen, mask = observe(table, viewer), table.mask()
    for seed in range(5):
        resample_hidden(table.states, 0, table.rules, viewer, np.uint64(seed), np.zeros(MAX_UNSEEN, np.int8))
        assert all((observe(table, viewer)[name] == piece).all() for name, piece in seen.items())
        assert (table.mask() == mask).all()


@pytest.mark.rule("6")
def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    table = Table().hand(0, "brown 2", "brown 2").hand(1, "red 3", "blue 4")
    red, blue = table.words.kind("cards", "red 3"), table.words.kind("cards", "blue 4")
    assert np.flatnonzero(observe(table, 1)["hand"]).tolist() == sorted([red, blue])
    assert np.flatnonzero(observe(table, 0)["hand"]).tolist() == [table.words.kind("cards", "brown 2")]


@pytest.mark.rule("6", "3.1.1")
def test_unseen_are_the_cards_of_others_and_not_one_s_own_nor_those_played() -> None:
    table = Table().hand(0, "brown 2", "brown 2").hand(1, "red 3", "red 3")
    brown, red = table.words.kind("cards", "brown 2"), table.words.kind("cards", "red 3")
    own, other = (observe(table, viewer)["unseen_cards"] for viewer in (0, 1))
    assert own[brown] == other[red] == 0
    assert own[red] == other[brown] > 0
    table.play("play brown 2")
    now_own, now_other = (observe(table, viewer)["unseen_cards"] for viewer in (0, 1))
    assert (now_own[brown], now_other[brown]) == (0, other[brown] / 2)


@pytest.mark.rule("6")
@pytest.mark.parametrize("hidden_coins", [False, True])
def test_coins_are_shown_unless_they_are_hidden_and_a_redeal_keeps_them(hidden_coins: bool) -> None:
    table = Table(hidden_coins=hidden_coins).coins(0, brown=2).coins(1, brown=3, red=0)
    coins = observe(table, 1)["coins"]
    one = coins[0][1]  # the viewer's one black coin
    assert np.allclose(coins[0] / one, [3, 1, 1, 1, 0, 1])
    assert np.allclose(coins[3] / one, 0 if hidden_coins else [2, 1, 1, 1, 1, 1])  # seat 0, three to the left of seat 1
    assert redeal(table, 1, 3).coins == table.now.coins


@pytest.mark.rule("6", "3.3.1")
def test_all_see_when_a_ship_that_left_early_comes_back() -> None:
    table = Table(2).ship(0, "red 3").aboard(0, "brown 3").ship_pile("green 2", "green 3", "purple 4").bid_turn(0)
    table.win(0, "blue 4")
    kind = table.words.kind("ships", "red 3")
    for viewer in (0, 1):
        assert observe(table, viewer)["returned_ships"][kind] == 0.25  # the fourth to come
        assert observe(table, viewer)["unseen_ships"][kind] == 0


@pytest.mark.rule("6", "3.3.3")
def test_a_ship_that_is_drawn_into_the_pool_has_been_seen_by_all() -> None:
    table = Table(2).ship(0, "red 3").aboard(0, "brown 3").ship_pile("green 2", "green 3", "purple 4").bid_turn(0)
    table.win(0, "blue 4")
    kind = table.words.kind("ships", "green 2")
    assert [observe(table, viewer)["unseen_ships"][kind] > 0 for viewer in (0, 1)] == [True, True]
    table.play(f"ship {table.now.ship_pool[0]}")
    assert [observe(table, viewer)["unseen_ships"][kind] for viewer in (0, 1)] == [0, 0]
