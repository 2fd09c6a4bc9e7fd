"""The circle's symmetries: a turned deal is the same game, with every observation, mask and action turned."""

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon import Game, VectorGame, symmetry
from mom_env.monkeys_on_the_moon.actions import ADVANCE, BID, NUM_ACTIONS, TABLE, bid_action, describe
from mom_env.monkeys_on_the_moon.observe import LAYOUT, OBSERVATION_SIZE, named
from tests.support.sizes import smaller_without_jit

ALL_OPTIONS = {"maximum_scorn": True, "monkey_treachery": True, "hidden_coins": True, "raise": "add_only"}
GAMES = smaller_without_jit(3, 1)
CIRCLE = np.arange(6)


def turned_deal(game: Game, places: NDArray[np.int64], options: dict[str, Any]) -> Game:
    """The same deal around a table at which the circle lies otherwise."""
    setup: Any = game.replay()["setup"]
    circle = [setup["circle"][place] for place in places]
    return Game.from_setup({**setup, "circle": circle}, options=options)


def first_difference(
    game: Game, twin: Game, observations: NDArray[np.int64], actions: NDArray[np.int64], rng: random.Random
) -> str | None:
    """Play both to the end, one as the other turned; the first thing that is not the same."""
    while not game.over:
        if twin.over or game.seat != twin.seat:
            return "seat"
        for seat in range(2):
            ours, theirs = game.observe(seat), twin.observe(seat)
            if not np.array_equal(theirs["observation"], ours["observation"][observations]):
                return "observation"
            if not np.array_equal(theirs["action_mask"][actions], ours["action_mask"]):
                return "mask"
        action = rng.choice(game.legal_actions())
        game.play(action)
        twin.play(int(actions[action]))
    return None if twin.over and game.result()["vp"] == twin.result()["vp"] else "result"


@pytest.mark.parametrize("options", [{}, ALL_OPTIONS], ids=["plain", "all variants"])
@pytest.mark.parametrize("turn", range(6))
def test_a_turned_game_is_the_same_game(turn: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        game = Game(2 + seed % 3, seed, options=options)
        twin = turned_deal(game, (CIRCLE + turn) % 6, options)
        tables = symmetry.OBSERVATION_TURNS[turn], symmetry.ACTION_TURNS[turn]
        assert first_difference(game, twin, *tables, random.Random(seed)) is None


@pytest.mark.parametrize("turn", range(6))
def test_a_reflected_game_is_the_same_game_without_treachery(turn: int) -> None:
    options = {**ALL_OPTIONS, "monkey_treachery": False}
    for seed in range(GAMES):
        game = Game(2 + seed % 3, seed, options=options)
        assert symmetry.is_mirror_symmetric(game.ruleset.rules[0])
        twin = turned_deal(game, (turn - CIRCLE) % 6, options)
        tables = symmetry.OBSERVATION_REFLECTIONS[turn], symmetry.ACTION_REFLECTIONS[turn]
        assert first_difference(game, twin, *tables, random.Random(seed)) is None


def test_treachery_is_not_mirror_symmetric() -> None:
    options = {"monkey_treachery": True}
    found = []
    for seed in range(6):
        game = Game(2, seed, options=options)
        assert not symmetry.is_mirror_symmetric(game.ruleset.rules[0])
        twin = turned_deal(game, -CIRCLE % 6, options)
        tables = symmetry.OBSERVATION_REFLECTIONS[0], symmetry.ACTION_REFLECTIONS[0]
        try:
            found.append(first_difference(game, twin, *tables, random.Random(seed)))
        except ValueError:  # the reflected action is not legal there
            found.append("action")
    assert any(found)


def test_tables_are_permutations_that_undo_each_other() -> None:
    for table, size in (
        (symmetry.OBSERVATION_TURNS, OBSERVATION_SIZE),
        (symmetry.ACTION_TURNS, NUM_ACTIONS),
        (symmetry.OBSERVATION_REFLECTIONS, OBSERVATION_SIZE),
        (symmetry.ACTION_REFLECTIONS, NUM_ACTIONS),
    ):
        assert (np.sort(table, axis=1) == np.arange(size)).all()
    for turn in range(6):
        for table in (symmetry.OBSERVATION_TURNS, symmetry.ACTION_TURNS):
            assert (table[turn][table[-turn % 6]] == table[0]).all()
            assert (table[0] == np.arange(table.shape[1])).all()
        for table in (symmetry.OBSERVATION_REFLECTIONS, symmetry.ACTION_REFLECTIONS):
            assert (table[turn][table[turn]] == np.arange(table.shape[1])).all()


def test_a_turn_moves_places_and_a_reflection_exchanges_the_allies() -> None:
    assert describe(int(symmetry.ACTION_TURNS[2, ADVANCE + 3])) == "advance place 1"
    assert symmetry.ACTION_TURNS[4, BID : BID + 512].tolist() == list(range(BID, BID + 512))
    assert symmetry.ACTION_REFLECTIONS[0, bid_action(1, 2, 3)] == bid_action(1, 3, 2)
    seen = np.arange(OBSERVATION_SIZE)
    turned = named(seen[symmetry.OBSERVATION_TURNS[2]])
    assert (turned["track"] == np.roll(named(seen)["track"], -2)).all()
    assert (turned["leader"] == named(seen)["leader"]).all()


def test_every_piece_and_range_is_either_turned_or_named_here_as_fixed() -> None:
    fixed = {piece.name for piece in LAYOUT} - set(symmetry.NUMBERS_OF_A_TRIBE)
    assert not {name for name in fixed if any(size == 6 for size in named_shape(name))} - {"leader", "undersecretary"}
    assert {row.name for row in TABLE} - set(symmetry.IDS_OF_A_TRIBE) == {"bid"}


def named_shape(name: str) -> tuple[int, ...]:
    return next(piece.shape for piece in LAYOUT if piece.name == name)


def test_the_focus_is_what_the_decision_is_about() -> None:
    games, rng = VectorGame(smaller_without_jit(8, 3), 4, seed=2), np.random.default_rng(0)
    turns, rows = np.zeros(games.num_games, np.int64), np.arange(games.num_games)
    seen = set()
    for _ in range(60):
        symmetry.find_turns(games.observations, rows, turns)
        for row, turn in zip(rows, turns, strict=True):
            view = named(games.observations[row][symmetry.OBSERVATION_TURNS[turn]])
            assert (view["auction_tribe"][0] == 1) == (view["auction_tribe"].max() == 1)
            if view["auction_tribe"].max() == 0:
                assert (view["card"][0] == 1) == (view["card"][:6].max() == 1)
                if view["card"][:6].max() == 0:
                    assert view["track"][0] == view["track"].max()
            seen.add((bool(view["auction_tribe"].max()), bool(view["card"][:6].max())))
        games.step(games.sample(rng))
    assert len(seen) == 3
