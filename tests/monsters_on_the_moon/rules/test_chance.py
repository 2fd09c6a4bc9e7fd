"""What chance decides: evenly, and whatever the players do."""

from collections import Counter
from typing import Any

import pytest

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.deck import face_of, load_deck

DEALS = 240


def deals(num_players: int, **options: Any) -> list[Any]:
    made = [Game(num_players, seed, options=options, skip_forced=False) for seed in range(DEALS)]
    return [game.replay()["setup"] for game in made]


@pytest.mark.rule("2.7", "R4")
def test_order_start_and_layout_are_drawn_evenly() -> None:
    setups = deals(4)
    assert all(sorted(setup["order"]) == list(range(26)) for setup in setups)
    starts, layouts = (Counter(setup[name] for setup in setups) for name in ("start", "layout"))
    assert set(starts) == set(range(4))
    assert set(layouts) == set(range(1, 6))
    assert min(starts.values()) > DEALS / 4 / 2
    assert min(layouts.values()) > DEALS / 5 / 2
    first = Counter(setup["order"][0] for setup in setups)
    assert len(first) == 26
    assert max(first.values()) < 30


@pytest.mark.rule("R4")
def test_nothing_that_chance_decides_depends_on_a_decision() -> None:
    """The pile is the order without the players' double heads, whatever monsters they choose."""
    double = {number: face_of(rows) for number, rows in enumerate(load_deck("standard").set_for(2).cards)}
    for monsters in (("werewolf", "witch"), ("vampire", "werewolf")):
        game = Game(2, 5, options={"layout": 1}, skip_forced=False)
        order: Any = game.replay()["setup"]["order"]
        for monster in monsters:
            game.play({"monster": monster})
        hands: Any = game.snapshot()["hand"]
        given = [card for hand in hands for card in hand]
        assert all(any(sign in range(5, 9) for sign in double[card].shows) for card in given)
        assert game.snapshot()["pile_cards"] == [card for card in order if card not in given]


@pytest.mark.rule("2.1", "R1")
def test_monsters_are_picked_in_seat_order_or_drawn() -> None:
    game = Game(3, 1, skip_forced=False)
    for seat, left in enumerate((3, 2, 1)):
        assert (game.seat, game.decision, len(game.legal_actions())) == (seat, "monster", left)
        game.play(game.legal_actions()[-1])
    assert game.decision == "pass"
    drawn = Counter(tuple(setup["monsters"]) for setup in deals(2, monsters="draw"))
    assert len(drawn) == 6
    assert min(drawn.values()) > DEALS / 6 / 2


@pytest.mark.rule("7.1")
def test_missions_are_drawn_evenly() -> None:
    open_ones = Counter(number for setup in deals(3, missions="open") for number in setup["missions"])
    assert set(open_ones) == set(range(1, 7))
    assert min(open_ones.values()) > DEALS / 2 * 0.7
    for setup in deals(4, missions="secret")[:20]:
        assert sorted(number for own in setup["missions"] for number in own) == list(range(1, 9))
