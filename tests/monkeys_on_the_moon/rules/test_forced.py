"""Decisions that are skipped: one option, and everybody can see that it is one. All others are stops."""

import pytest

from mom_env.monkeys_on_the_moon.deck import Deck
from tests.support.build import Table, deck_with


def skipping(deck: Deck | None = None) -> Table:
    """A table at which forced decisions are played by the engine."""
    return Table(deck=deck, skip_forced=True)


@pytest.mark.rule("3.1.1", "6")
def test_a_last_card_is_played_but_two_equal_cards_are_asked() -> None:
    table = skipping().hand(0, "brown 2", "blue 3").hand(1, "red 2", "red 2").advance("brown")
    assert (table.now.seat, table.now.decision, table.choices()) == (1, "card", {"play red 2"})
    table = skipping().hand(0, "brown 2", "blue 3").hand(1, "red 2", "blue 3").rounds_left(1).advance("brown")
    assert (table.now.seat, table.now.decision, table.now.discard[-1]) == (1, "tribe", "red 2")


@pytest.mark.rule("3.1.5")
@pytest.mark.parametrize(
    ("red", "scorn", "forced"), [(1, {}, ""), (0, {}, ""), (0, {"red": 0}, "pay green"), (1, {"green": 0}, "")]
)
def test_one_way_to_appease_is_taken(red: int, scorn: dict[str, int], forced: str) -> None:
    table = skipping().coins(0, blue=0, green=1, red=red).scorn(blue=0, **scorn).advance("brown")
    assert table.now.decision == ("card" if forced else "appease")
    assert table.now.coins[0]["green"] == (0 if forced else 1)


@pytest.mark.rule("3.1.5", "R2")
def test_one_scorn_to_take_is_taken() -> None:
    table = skipping().coins(0, blue=0, green=0, red=0).scorn(blue=0, green=0).advance("brown")
    assert (table.now.decision, table.now.scorn["red"], table.now.track["brown"]) == ("card", 0, 2)


@pytest.mark.rule("3.2.1")
def test_a_pool_of_equal_monkeys_leaves_nothing_to_choose() -> None:
    table = skipping(deck_with(monkeys=[5] * 7)).bid_turn(3, turn=2)
    table.monkey_pool("red 5", "blue 5", "blue 5").play("put up red 5", "pass", "pass", "pass", "pass")
    assert (table.now.seat, table.now.decision, table.now.monkey_pool) == (0, "bid", ["blue 5"])


@pytest.mark.rule("3.2.2")
def test_who_cannot_bid_enough_is_not_asked() -> None:
    table = skipping().coins(1, black=0, green=1, brown=0).coins(2, black=0, green=0, brown=1)
    assert table.bid_turn(0).put_up("black 4").play("pass").now.seat == 1
    table = skipping().coins(1, black=0, green=1, brown=0).coins(2, black=0, green=0, brown=1)
    assert table.bid_turn(0).put_up("black 4").play("bid 1 green").now.seat == 3


@pytest.mark.rule("3.3.3")
@pytest.mark.parametrize(("pool", "decision"), [(("blue 4", "blue 4"), "monkey"), (("blue 4", "red 4"), "ship")])
def test_equal_open_ships_leave_nothing_to_choose(pool: tuple[str, str], decision: str) -> None:
    table = skipping(deck_with(ships=[[2, 2], [4, 3], [4, 3]])).ship(0, "red 2").aboard(0, "brown 3")
    table.ship_pool(*pool).bid_turn(0).put_up("green 4").play("bid 1 green", "pass", "pass", "pass")
    assert (table.now.decision, table.now.ship[0]) == (decision, "blue 4" if decision == "monkey" else None)
