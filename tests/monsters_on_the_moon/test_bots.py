"""Bots: what they try is taken back, and they take what gains most."""

from typing import Any

import numpy as np
import pytest

from mom_env.loops import loop_of
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import LAY, MASK_DTYPE, NUM_TURNS, SQUARE, STARTER
from mom_env.monsters_on_the_moon.bots import BOTS
from mom_env.monsters_on_the_moon.bots.gain import (
    Prospect,
    gain_of_card,
    gain_of_tile,
    points_around,
    points_of_board,
    stake_of_head,
    threat_to_card,
    worth_of_head,
)
from mom_env.monsters_on_the_moon.bots.planner_weights import ALL_WEIGHTS
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import CRYSTAL, FIXED, FLAT, MAX_CARDS, Decision
from mom_env.players.guide import Guide
from tests.monsters_on_the_moon.build import Table, xy

GREEDY, PLANNER = ALL_WEIGHTS[0], ALL_WEIGHTS[2]  # that of 3 players
PLAIN = Prospect(1.0, 1.0, 0.0, 0.0, 0)  # what heads are worth to greedy
ALL = 1e9  # more points than can be threatened


def choice_of(bot: int, states: Any, rules: Any, bits: int = 7) -> int:
    """What a bot chooses for the seat to move."""
    masks, actions = np.zeros(1, MASK_DTYPE), np.zeros(1, np.int64)
    loop_of(INFO.package, "match").choose_each(states, rules, bot, np.array([bits], np.uint64), masks, actions)
    return int(actions[0])


def gain_of(state: Any, rules: Any, seat: int, card: int, turn: int, place: int) -> float:
    """What greedy thinks that `seat` gains by a card."""
    before = points_around(state, rules, seat, place, turn % 2, GREEDY)
    return float(gain_of_card(state, rules, seat, card, turn, place, before, PLAIN, GREEDY))


def test_a_gain_is_that_of_the_whole_board() -> None:
    rng = np.random.default_rng(1)
    for seed in range(3):
        game = Game(3, seed, options={"walls": seed == 1})
        while not game.over:
            if game.decision == "place":
                state, rules, seat = game.states[0], game.rules[0], game.seat or 0
                place = game.legal_actions()[0] - SQUARE
                kept, steps = game.states.tobytes(), int(state.steps[seat])
                gain = gain_of(state, rules, seat, int(state.card), int(state.turn), place)
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


@pytest.mark.parametrize("options", [{}, {"walls": True}])
def test_a_card_is_worth_as_much_as_on_its_best_place(options: dict[str, bool]) -> None:
    rng, compared = np.random.default_rng(4), 0
    game = Game(2, 3, options=options)
    while not game.over:
        if game.decision == "turn":
            values = values_of(game)
            for action in (one for one in values if LAY <= one < LAY + NUM_TURNS * MAX_CARDS):
                after = game.copy()
                after.play(action)
                if after.decision == "place":
                    assert values[action] == pytest.approx(max(values_of(after).values()), abs=1e-3)
                    compared += 1
        legal = game.legal_actions()
        game.play(legal[int(rng.integers(len(legal)))])
    assert compared > 50


def values_of(game: Any) -> dict[int, float]:
    """What planner thinks that each legal action is worth."""
    actions = np.array(game.legal_actions(), np.int32)
    found = Guide(INFO.name).worths(game.states, game.rules, np.array([0, len(actions)]), actions)
    return dict(zip(actions.tolist(), found.tolist(), strict=True))


def test_greedy_covers_an_opponent_and_joins_its_own() -> None:
    table = Table().picture("W _ V V").hold(0, 18)  # W H V / V W H
    places = table.places(FLAT)
    gains = {place: gain_of(table.state, table.rules[0], 0, 18, 0, at(*place)) for place in places}
    assert gains[6, 5] > gains[2, 5]  # beside the own head and on a vampire, or far from both
    table.state.card, table.state.turn, table.state.decision = 18, 0, Decision.PLACE
    for bot in (BOTS["greedy"], BOTS["planner"]):
        square = choice_of(bot.number, table.states, table.rules) - SQUARE
        assert gains[xy(square)] == max(gains.values())


@pytest.mark.parametrize(
    ("picture", "card", "most"),
    [
        ("V", 18, 1),  # W H V / V W H: one card cannot cover both werewolves
        ("V", 0, 4),  # WW * H / V H *: the double head
        ("V", 6, 4),  # W W V / H * H: both of the pair
        ("W", 18, 4),  # the werewolf beside the card, too
        ("_ W", 18, 4),  # and the one above it, which the upright card covers
        ("V / V", 18, 1),
    ],
)
def test_a_threat_is_the_most_that_one_card_can_cover(picture: str, card: int, most: int) -> None:
    table = Table().picture(picture, 5, 4 if picture.startswith("_") else 5)
    kept = table.states.tobytes()
    assert threat_to_card(table.state, table.rules[0], 0, card, 0, at(6, 5), ALL, PLANNER) == pytest.approx(most)
    assert table.states.tobytes() == kept


def test_what_is_never_covered_is_not_threatened() -> None:
    table = Table().picture("_ * * * * / * W _ _ * / * _ _ _ * / _ * * * *")
    place = table.rules[0], 0, 18, 0, at(7, 6), ALL, PLANNER
    assert threat_to_card(table.state, *place) > 0
    table.state.mark[table.state.shows == CRYSTAL] |= FIXED
    table.state.mark[at(6, 6)] |= FIXED
    assert threat_to_card(table.state, *place) == 0


def test_the_search_for_a_threat_ends_when_there_is_enough() -> None:
    table = Table().picture("V", 5, 5)
    place = table.rules[0], 0, 6, 0, at(6, 5)  # W W V / H * H: a card covers one, both or none of the pair
    found = [threat_to_card(table.state, *place, enough, PLANNER) for enough in (0, 0.5, 4, ALL)]
    assert found[0] == 0
    assert 0.5 <= found[1] <= 4
    assert found[2:] == pytest.approx([4, 4])


def test_heads_fade_until_a_scoring_and_have_no_stake_in_one_that_comes_at_once() -> None:
    table, weights = Table().hold(0, 18, 6).hold(1, 7), PLANNER.copy()
    state, rules = table.state, table.rules[0]
    weights.fade, weights.interim = 0.1, 2.0
    state.num_pile = 3
    assert worth_of_head(state, rules, weights) == pytest.approx(np.exp(-0.5) + 2 * np.exp(-0.2))
    state.num_pile = 1
    assert worth_of_head(state, rules, weights) == pytest.approx(np.exp(-0.3) + 2)
    assert stake_of_head(state, rules, weights) == pytest.approx(np.exp(-0.3))
    state.num_pile, state.interim_taken = 0, True
    assert worth_of_head(state, rules, weights) == stake_of_head(state, rules, weights) == pytest.approx(np.exp(-0.2))
    table.hold(0, 18).hold(1)
    assert (worth_of_head(state, rules, weights), stake_of_head(state, rules, weights)) == (1, 0)


def test_planner_takes_the_last_turn_after_the_interim_scoring() -> None:
    table = Table(4)
    table.state.decision, table.state.seat, table.state.interim_taken = Decision.STARTER, 2, True
    assert choice_of(BOTS["planner"].number, table.states, table.rules) == STARTER + 1


def test_planner_keeps_a_card_of_many_own_heads_for_the_last_turn_before_a_scoring() -> None:
    table = Table().picture(". . . .").hold(0, 6, 7).hold(1, 8, 9).hold(2, 10, 11)  # three cards of two werewolves
    table.state.num_pile = 9
    assert laid_first(table) == 7  # H H W / V * V
    table.state.num_pile = 1
    assert laid_first(table) == 6  # W W V / H * H


def laid_first(table: Table) -> int:
    """The card that `planner` lays first."""
    return (choice_of(BOTS["planner"].number, table.states, table.rules) - LAY) // NUM_TURNS


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
