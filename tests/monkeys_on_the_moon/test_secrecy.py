"""6: what a seat is shown does not change with what it cannot know."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from mom_env.checks.soak import run_soak
from mom_env.checks.soak.one_game import all_rules
from mom_env.checks.soak.room import make_room
from mom_env.contract.soak import NOW, REDEALT
from mom_env.loops import kernels_of, loop_of
from mom_env.monkeys_on_the_moon import Game, hidden
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.soak.settings import find_settings
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from tests.support.kernels import GAME, PACKAGE
from tests.support.plain import plain_python
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

__all__ = ["plain_python"]  # a fixture

KERNELS, LOOPS = kernels_of(PACKAGE), loop_of(PACKAGE, "soak")
NUM_PAIRS = smaller_without_jit(20_000, 3)
NUM_SNAPSHOTS = smaller_without_jit(2_000, 30)
NUM_LEAKS = 5


def test_a_redeal_changes_nothing_that_the_seat_sees_and_the_game_goes_on_by_the_rules() -> None:
    report = run_soak(GAME, 0, NUM_PAIRS, seed=2)
    assert report.violations == ()
    assert report.tally.pairs == NUM_PAIRS


# Leaks, planted: each must be found


def redealt_games(setting: int) -> Iterator[tuple[Any, Any]]:
    """Rooms with a position and, in `redealt`, what might be instead for all that seat 0 knows; and the rules."""
    rules, skipping = all_rules(GAME, skip_forced=False), all_rules(GAME, skip_forced=True)
    for game in range(NUM_LEAKS):
        rooms = make_room(PACKAGE)
        LOOPS.begin_game(rules, setting, 1, game, rooms)
        LOOPS.play_game(rules, skipping, setting, 0, 12, rooms)
        LOOPS.copy(rooms[0], NOW, REDEALT)
        hidden.redeal(rooms[0].redealt, rules[setting], 0, np.uint64(game), rooms[0].unseen)
        yield rooms[0], rules[setting]


FOUR = [(setting.deck, setting.num_players) for setting in find_settings()].index(("standard", 4))


@pytest.fixture
def rooms(plain_python: None) -> list[tuple[Any, Any]]:  # noqa: ARG001  # played before a leak is planted
    return list(redealt_games(FOUR))


def found_in(rooms: list[tuple[Any, Any]]) -> set[Violation]:
    return {LOOPS.compare_views(rules, 0, room) for room, rules in rooms}


def show_a_hand(state: Any, view: Any) -> None:
    view.everything[0] = float(state.hand[1].sum())


def show_the_draw_pile(state: Any, view: Any) -> None:
    view.everything[0] = float(state.civilization_pile[0])


def show_the_cards_out_of_the_game(state: Any, view: Any) -> None:
    view.everything[0] = float(state.out_of_game[0])


def show_the_next_monkey(state: Any, view: Any) -> None:
    view.everything[0] = float(state.monkey_pile[0])


def show_the_next_ship(state: Any, view: Any) -> None:
    view.everything[0] = float(state.ship_pile[0])


def show_the_tie_order(state: Any, view: Any) -> None:
    view.everything[0] = float(state.tie_rank[0])


def show_the_stream(state: Any, view: Any) -> None:
    view.everything[0] = float(int(state.rng) % 1000)


LEAKS = [
    *(show_a_hand, show_the_draw_pile, show_the_cards_out_of_the_game, show_the_next_monkey),
    *(show_the_next_ship, show_the_tie_order, show_the_stream),
]


def test_without_a_leak_none_is_found(rooms: list[tuple[Any, Any]]) -> None:
    assert found_in(rooms) == {Violation.NOTHING}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_the_observation_is_found(
    monkeypatch: pytest.MonkeyPatch, rooms: list[tuple[Any, Any]], leak: Callable[[Any, Any], None]
) -> None:
    write_view = KERNELS.write_view

    def write_too_much(state: Any, rules: Any, viewer: int, view: Any) -> None:
        write_view(state, rules, viewer, view)
        leak(state, view)

    monkeypatch.setattr(KERNELS, "write_view", write_too_much)
    assert Violation.LEAK_IN_OBSERVATION in found_in(rooms)


def test_a_sign_of_zero_would_be_a_leak(monkeypatch: pytest.MonkeyPatch, rooms: list[tuple[Any, Any]]) -> None:
    write_view = KERNELS.write_view

    def write_negative_zero(state: Any, rules: Any, viewer: int, view: Any) -> None:
        write_view(state, rules, viewer, view)
        view.everything[0] = -0.0 if state.tie_rank[0] > 2 else 0.0

    monkeypatch.setattr(KERNELS, "write_view", write_negative_zero)
    assert Violation.LEAK_IN_OBSERVATION in found_in(rooms)


def test_a_leak_in_the_mask_is_found(monkeypatch: pytest.MonkeyPatch, rooms: list[tuple[Any, Any]]) -> None:
    def write_mask_by_the_pile(state: Any, _rules: Any, _seat: int, mask: Any) -> None:
        mask.ids[:] = 0
        mask.ids[int(state.monkey_pile[0])] = 1

    monkeypatch.setattr(KERNELS, "write_mask", write_mask_by_the_pile)
    found = {LOOPS.compare_views(rules, int(room.now.seat), room) for room, rules in rooms if room.now.seat == 0}
    assert Violation.LEAK_IN_MASK in found


@pytest.mark.usefixtures("plain_python")
@pytest.mark.parametrize("field", ["discard", "monkeys_out", "ships_won", "hand"])
def test_a_redeal_that_changes_what_is_known_is_found(field: str) -> None:
    """The first three stand in no observation but are open to all; the hand is seat 0's own."""
    room, rules = next(redealt_games(FOUR))
    known = room.redealt[field].reshape(-1)
    known[0] = (int(known[0]) + 2) % 6
    expected = Violation.LEAK_IN_OBSERVATION if field == "hand" else Violation.PUBLIC_CHANGED
    assert LOOPS.compare_views(rules, 0, room) == expected


# For people: the snapshot


def play_on(game: Game, chance: np.random.Generator, decisions: int) -> None:
    for _ in range(decisions):
        if game.over:
            return
        game.play(int(chance.choice(game.legal_actions())))


def pairs(count: int) -> Iterator[tuple[Game, int, Game]]:
    """Games at some point, a seat, and the game redealt for that seat."""
    chance = np.random.default_rng(8)
    made = 0
    for number in range(count):
        setting = find_settings()[number % len(find_settings())]
        game = Game(setting.num_players, seed=number, deck=setting.deck, options=setting.options)
        for _ in range(8):
            if made == count:
                return
            play_on(game, chance, int(chance.integers(1, 5 * setting.num_players)))
            seat = int(chance.integers(setting.num_players))
            yield game, seat, game.resample_hidden(seat, seed=made)
            made += 1


def test_snapshot_observation_and_choices_of_a_seat_keep_every_byte() -> None:
    chance = np.random.default_rng(9)
    changed = 0
    for game, seat, redealt in pairs(NUM_SNAPSHOTS):
        assert json.dumps(redealt.snapshot(seat)) == json.dumps(game.snapshot(seat))
        seen, again = untyped(game.observe(seat)), untyped(redealt.observe(seat))
        for name, array in seen.items():
            assert again[name].tobytes() == array.tobytes()
        if game.seat == seat:
            assert redealt.choices() == game.choices()
        changed += redealt.snapshot() != game.snapshot()
        play_on(redealt, chance, 3)
    assert changed > 0.9 * NUM_SNAPSHOTS  # the same test would fail with the snapshot that shows everything


def test_a_snapshot_names_nothing_that_the_seat_cannot_know() -> None:
    game = Game(3, seed=4, options={"hidden_coins": True})
    play_on(game, np.random.default_rng(1), 40)
    whole, own = game.snapshot(), game.snapshot(1)
    piles = {"civilization_pile", "monkey_pile", "ship_pile", "out_of_game", "tie_order"}
    assert piles <= whole.keys()
    assert all(own.get(name) is None for name in piles)
    assert (own["hand"][1], own["coins"][1]) == (whole["hand"][1], whole["coins"][1])
    assert [own["hand"][seat] for seat in (0, 2)] == [own["coins"][seat] for seat in (0, 2)] == [None, None]


def test_a_redeal_at_the_end_keeps_the_result() -> None:
    for number in range(smaller_without_jit(50, 5)):
        game = Game(4, seed=number)
        play_on(game, np.random.default_rng(number), 1_000)
        redealt = game.resample_hidden(0, seed=number)
        assert redealt.result() == game.result()
        assert json.dumps(redealt.snapshot(0)) == json.dumps(game.snapshot(0))


def test_the_decks_of_the_soak_are_the_shipped_ones_and_one_at_the_limits() -> None:
    names = {load_deck(setting.deck).name for setting in find_settings()}
    assert names == {load_deck("standard").name, load_deck("mini").name, "limits"}
