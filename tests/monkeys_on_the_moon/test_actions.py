"""The action table: every id once, in words and back, and named after things instead of slots."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from mom_env.errors import IllegalAction
from mom_env.monkeys_on_the_moon import Game, actions
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES, Decision
from tests.support.untyped import untyped

DECKS = ("standard", "mini")
EVERY_ID = range(actions.NUM_ACTIONS)

# The keys of every kind of choice, as users were promised them.
KEYS = {
    "card": [{"tribe", "move"}],
    "tribe": [{"tribe"}],
    "appease": [{"pay"}, {"scorn"}],
    "monkey": [{"tribe", "status"}],
    "bid": [{"pass"}, {"own", "cw", "ccw"}],
    "ship": [{"tribe", "seats", "vp"}],
    "stay": [{"tribe"}],
}


def words_of(name: str) -> Words:
    """A circle that is not in the deck's order."""
    return Words(load_deck(name), np.array([3, 0, 5, 1, 4, 2], np.int8))


def known_ids(name: str) -> list[int]:
    """The ids that can occur with a deck: the others name cards that it does not have."""
    deck = load_deck(name)
    kinds = {"play card": len(deck.moves), "put up": len(deck.statuses), "take ship": len(deck.ship_types)}
    known = []
    for row in actions.TABLE:
        width = row.size // NUM_TRIBES if row.name in kinds else 1
        known += [row.start + i for i in range(row.size) if i % width < kinds.get(row.name, width)]
    return known


def test_the_table_covers_every_id_once() -> None:
    covered = [id_ for row in actions.TABLE for id_ in range(row.start, row.start + row.size)]
    assert covered == list(EVERY_ID)
    assert len({row.name for row in actions.TABLE}) == len(actions.TABLE)
    assert {row.decision for row in actions.TABLE} == set(Decision) - {Decision.NOTHING}


def test_every_id_lies_in_its_range() -> None:
    assert [actions.range_of(id_) for id_ in EVERY_ID] == [row for row in actions.TABLE for _ in range(row.size)]


@pytest.mark.parametrize("id_", [-1, actions.NUM_ACTIONS, 10**30])
def test_there_is_no_other_id(id_: int) -> None:
    with pytest.raises(ValueError, match=f"0 to {actions.NUM_ACTIONS - 1}, found {id_}"):
        actions.range_of(id_)
    with pytest.raises(IllegalAction, match=f"0 to {actions.NUM_ACTIONS - 1}, found {id_}"):
        Game(seed=1).describe(id_)


@pytest.mark.parametrize("deck", DECKS)
def test_every_id_goes_into_a_choice_and_back(deck: str) -> None:
    words = words_of(deck)
    for id_ in known_ids(deck):
        decision, choice = untyped(actions.range_of(id_).decision), words.choice(id_)
        assert set(choice) in KEYS[decision.name.lower()]
        assert words.action(decision.name.lower(), choice) == id_


@pytest.mark.parametrize("deck", DECKS)
def test_no_two_ids_read_the_same(deck: str) -> None:
    words = words_of(deck)
    assert len({words.describe(id_) for id_ in EVERY_ID}) == len(EVERY_ID)
    assert len({actions.describe(id_) for id_ in EVERY_ID}) == len(EVERY_ID)


def test_a_card_that_the_deck_does_not_have_is_described_by_its_place() -> None:
    unknown = set(EVERY_ID) - set(known_ids("mini"))
    assert unknown
    assert all(words_of("mini").describe(id_) == f"{actions.describe(id_)}, not in this deck" for id_ in unknown)


def test_a_bid_is_one_action_for_each_set_of_coins() -> None:
    for coins in product(range(actions.COIN_COUNTS), repeat=3):
        id_ = int(actions.bid_action(*coins))
        assert (actions.own_coins(id_), actions.clockwise_coins(id_), actions.counter_coins(id_)) == coins
        expected = dict(zip(("own", "cw", "ccw"), coins, strict=True)) if any(coins) else {"pass": True}
        assert words_of("standard").choice(id_) == expected


def test_tribes_are_places_in_the_circle() -> None:
    game = Game(seed=4)
    circle = game.snapshot()["circle"]
    assert circle != load_deck().tribes
    assert [game.describe(actions.ADVANCE + place) for place in range(6)] == [f"advance {tribe}" for tribe in circle]
    assert actions.describe(actions.STAY + 5) == "stay behind place 5"


def test_a_card_has_one_id_wherever_it_lies_in_the_hand() -> None:
    setup: Any = Game(seed=4).replay()["setup"]
    turned = {**setup, "hands": [hand[::-1] for hand in setup["hands"]]}
    assert setup["hands"] != turned["hands"]
    assert Game.from_setup(setup).legal_actions() == Game.from_setup(turned).legal_actions()


def test_descriptions_say_what_is_done() -> None:
    words = Words(load_deck(), np.arange(6, dtype=np.int8))
    said = {
        words.describe(words.action(decision.name.lower(), choice))
        for decision, choice in (
            (Decision.CARD, {"tribe": "red", "move": 3}),
            (Decision.TRIBE, {"tribe": "blue"}),
            (Decision.APPEASE, {"pay": "green"}),
            (Decision.APPEASE, {"scorn": "red"}),
            (Decision.MONKEY, {"tribe": "blue", "status": 5}),
            (Decision.BID, {"pass": True}),
            (Decision.BID, {"own": 1, "cw": 0, "ccw": 2}),
            (Decision.SHIP, {"tribe": "red", "seats": 3, "vp": 2}),
            (Decision.STAY, {"tribe": "red"}),
        )
    }
    assert said == {
        "play red 3",
        "advance blue",
        "pay 1 green",
        "take the scorn of red",
        "put up blue 5",
        "pass",
        "bid 7 points: 1 own, 2 ccw",
        "take the red ship, 3 seats for 2 VP",
        "red stays behind",
    }
