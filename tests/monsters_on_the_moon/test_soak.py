"""The soak of Monsters on the Moon: its own reading of the rules agrees with the engine, step by step."""

from typing import Any

import numpy as np
import pytest

from mom_env.kernel.jit import is_compiled, kernel
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import MASK_DTYPE, SQUARE
from mom_env.monsters_on_the_moon.soak import (
    NOTES_DTYPE,
    Event,
    Violation,
    check_position,
    check_result,
    check_step,
    find_settings,
    restore_hidden,
    watch,
    write_allowed,
)
from mom_env.monsters_on_the_moon.soak.styles import PlayStyle, choose
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, Decision

EVERY = 1 if is_compiled() else 7  # positions between two whole checks


@kernel
def allow(states: Any, rules: Any, masks: Any) -> None:
    """Write what the soak allows; a mask is no record that Python can pass."""
    write_allowed(states[0], rules[0], masks[0])


def play(number: int, seed: int) -> tuple[Game, Any]:
    """A game of a setting, checked on its way, and the events that it met."""
    setting = find_settings()[number]
    game = Game(setting.num_players, seed, deck=setting.deck, options=setting.options, skip_forced=False)
    rng, notes, events = np.random.default_rng(seed), np.zeros(1, NOTES_DTYPE), np.zeros(len(Event), np.int64)
    rules: Any = game.rules
    for step in range(game.info.most_replay_moves):
        if game.over:
            break
        legal, masks = game.legal_actions(), np.zeros(1, MASK_DTYPE)
        if step % EVERY == 0:
            allow(game.states, rules, masks)
            assert np.flatnonzero(masks["ids"][0]).tolist() == legal
            assert check_position(game.states[0], game.states[0], rules[0], notes[0]) == Violation.NOTHING
            hidden_is_restored(game, int(rng.integers(setting.num_players)), step)
        before, action = game.states.copy(), legal[int(rng.integers(len(legal)))]
        game.play(action)
        assert check_step(before[0], action, game.states[0], rules[0]) == Violation.NOTHING
        watch(before[0], action, len(legal), game.states[0], rules[0], notes[0], events)
    assert check_result(game.states[0], rules[0]) == Violation.NOTHING
    return game, events


def hidden_is_restored(game: Game, seat: int, seed: int) -> None:
    """A redeal changes nothing that a seat sees, and only what it cannot know."""
    other = game.resample_hidden(seat, seed)
    assert other.snapshot(seat) == game.snapshot(seat)
    assert other.observe(seat)["observation"].tobytes() == game.observe(seat)["observation"].tobytes()
    restored = other.states.copy()
    restore_hidden(game.states[0], game.rules[0], seat, restored[0])
    assert restored.tobytes() == game.states.tobytes()


NUMBERS = list(range(len(find_settings()))) if is_compiled() else [0, 1, 2, len(find_settings()) - 1]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_of_each_setting_keeps_all_invariants(number: int) -> None:
    game, events = play(number, number)
    assert game.over
    assert events.sum() > 0


def test_the_settings_are_different_and_have_all_tables() -> None:
    settings = find_settings()
    assert len({str(setting) for setting in settings}) == len(settings)
    assert {setting.num_players for setting in settings} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("field", "violation"),
    [
        ("free_crystals", Violation.CRYSTALS),
        ("num_pile", Violation.HAND),
        ("width", Violation.DISPLAY),
        ("lies", Violation.VISIBLE),
        ("across", Violation.BITS),
        ("steps", Violation.MARKER),
        ("holder", Violation.CARDS),
    ],
)
def test_a_damaged_position_is_noticed(field: str, violation: Violation) -> None:
    game = Game(3, 8, skip_forced=False)
    for number in range(14):
        game.play(game.legal_actions()[number % len(game.legal_actions())])
    states, notes = game.states.copy(), np.zeros(1, NOTES_DTYPE)
    values = states[field]
    if field == "lies":
        square = int(np.flatnonzero(values[0])[0])
        values[0, square] += 1
    elif field == "holder":
        values[0, int(np.flatnonzero(values[0] == 4)[0])] = 0
    elif field == "steps":
        values[0, 0] = -1
    elif values.ndim > 1:
        values[0, 0] ^= 1
    else:
        values[0] += 1
    found = check_position(states[0], states[0], game.rules[0], notes[0])
    assert found == violation
    assert len(states[0]["shows"]) == NUM_SQUARES


def test_all_violations_say_something_of_their_own() -> None:
    messages = [violation.message for violation in Violation]
    assert len(set(messages)) == len(messages)


@kernel
def choose_ringing(states: Any, masks: Any, streams: Any) -> int:
    """What the style RINGING chooses in the first game."""
    return int(choose(states[0], masks[0], PlayStyle.RINGING, streams[0]))


def test_the_style_that_lays_rings_closes_the_middle_and_lays_cards_into_it() -> None:
    game, masks = Game(4, 6, options={"walls": True, "layout": 2}), np.zeros(1, MASK_DTYPE)
    streams, into = Game(2, 1).states, 0
    while not game.over:
        masks["ids"][0] = 0
        masks["ids"][0, game.legal_actions()] = 1
        action = choose_ringing(game.states, masks, streams)
        state: Any = game.states[0]
        into += state.decision == Decision.PLACE and state.area[action - SQUARE] > 0
        game.play(action)
    assert game.states[0].num_areas > 0
    assert into > 0


def test_a_game_on_the_crowded_moon_ends_before_the_pile_does() -> None:
    number = next(number for number, setting in enumerate(find_settings()) if "crowded" in setting.deck)
    game, events = play(number, 0)
    assert game.states[0].num_pile > 0
    assert events[Event.LATE_INTERIM] == 1
