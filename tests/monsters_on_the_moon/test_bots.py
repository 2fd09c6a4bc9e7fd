"""Bots: what they try is taken back, and they take what gains most."""

from typing import Any

import numpy as np
import pytest

from mom_env.loops import loop_of
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import MASK_DTYPE, SQUARE
from mom_env.monsters_on_the_moon.bots import BOTS
from mom_env.monsters_on_the_moon.bots.gain import gain_of_card, gain_of_tile, points_of_board
from mom_env.monsters_on_the_moon.bots.planner_weights import ALL_WEIGHTS
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import FLAT, Decision
from tests.monsters_on_the_moon.build import Table, xy

GREEDY = ALL_WEIGHTS[0]


def choice_of(bot: int, states: Any, rules: Any, bits: int = 7) -> int:
    """What a bot chooses for the seat to move."""
    masks, actions = np.zeros(1, MASK_DTYPE), np.zeros(1, np.int64)
    loop_of(INFO.package, "match").choose_each(states, rules, bot, np.array([bits], np.uint64), masks, actions)
    return int(actions[0])


def test_a_gain_is_that_of_the_whole_board() -> None:
    rng = np.random.default_rng(1)
    for seed in range(3):
        game = Game(3, seed, options={"walls": seed == 1})
        while not game.over:
            if game.decision == "place":
                state, rules, seat = game.states[0], game.rules[0], game.seat or 0
                place = game.legal_actions()[0] - SQUARE
                kept, steps = game.states.tobytes(), int(state.steps[seat])
                gain = gain_of_card(state, rules, seat, int(state.card), int(state.turn), place, GREEDY)
                assert game.states.tobytes() == kept
                before = points_of_board(state, rules, seat, GREEDY)
                after = game.copy()
                after.play(SQUARE + place)
                if int(after.states[0].steps[seat]) == steps:
                    assert gain == pytest.approx(
                        points_of_board(after.states[0], rules, seat, GREEDY) - before, abs=1e-5
                    )
            legal = game.legal_actions()
            game.play(legal[int(rng.integers(len(legal)))])


def test_greedy_covers_an_opponent_and_joins_its_own() -> None:
    table = Table().picture("W _ V V").hold(0, 18)  # W H V / V W H
    places = table.places(FLAT)
    gains = {place: gain_of_card(table.state, table.rules[0], 0, 18, 0, at(*place), GREEDY) for place in places}
    assert gains[6, 5] > gains[2, 5]  # beside the own head and on a vampire, or far from both
    table.state.card, table.state.turn, table.state.decision = 18, 0, Decision.PLACE
    for bot in (BOTS["greedy"], BOTS["planner"]):
        square = choice_of(bot.number, table.states, table.rules) - SQUARE
        assert gains[xy(square)] == max(gains.values())


def test_a_tile_on_a_double_head_of_an_opponent_is_worth_most() -> None:
    table = Table().picture("HH _ V")
    assert gain_of_tile(table.state, table.rules[0], 0, at(5, 5), GREEDY) == pytest.approx(1 + 4 / 2)
    assert gain_of_tile(table.state, table.rules[0], 0, at(7, 5), GREEDY) == pytest.approx(1 + 1 / 2)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_bots_choose_legal_actions_and_change_nothing(count: int) -> None:
    game = Game(count, 3, options={"walls": True} if count == 2 else None)
    rng = np.random.default_rng(0)
    for number in range(24):
        if game.over:
            break
        kept, bot = game.states.tobytes(), list(BOTS.values())[number % 3]
        action = choice_of(bot.number, game.states, game.rules, int(rng.integers(2**63)))
        assert action in game.legal_actions()
        assert game.states.tobytes() == kept
        game.play(action)


def test_greedy_beats_random_alone() -> None:
    points = dict.fromkeys(("random", "greedy"), 0)
    for name in points:
        game = Game(1, 5)
        while not game.over:
            game.play(choice_of(BOTS[name].number, game.states, game.rules))
        points[name] = game.result()["vp"][0]  # type: ignore[index]
    assert points["greedy"] > points["random"] + 20
