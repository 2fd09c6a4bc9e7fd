"""Planes and ids move together: the display's corner comes first, and no absolute place is left."""

from typing import Any

import numpy as np

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import SQUARE
from mom_env.monsters_on_the_moon.checks import find_violation
from mom_env.monsters_on_the_moon.observe import named
from mom_env.monsters_on_the_moon.rolling import corners_of, rolled, rolled_ids, unrolled_ids
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, WRAP

PLACED = ("shows", "lies", "mark", "area")


def some_game(seed: int) -> Game:
    game = Game(3, seed, options={"walls": True})
    rng = np.random.default_rng(seed)
    while game.decision != "place" or game.states[0].num_laid < 9:
        legal = game.legal_actions()
        game.play(legal[int(rng.integers(len(legal)))])
    return game


def moved(game: Game, x: int, y: int) -> Game:
    """The same position with the display elsewhere in the frame."""
    states = game.states.copy()
    state: Any = states[0]
    order = np.array([at(square % WRAP - x, square // WRAP - y) for square in range(NUM_SQUARES)])
    for name in PLACED:
        state[name][:] = game.states[0][name][order]
    state.left, state.top = (int(state.left) + x) % WRAP, (int(state.top) + y) % WRAP
    for name in ("laid_place", "wall_edge", "fixed", "ship_at"):
        squares = state[name].copy()
        there = squares >= 0
        if name == "wall_edge":
            there[int(state.num_walls) :] = False
        squares[there] = [at(square % WRAP + x, square // WRAP + y) for square in squares[there].tolist()]
        state[name][:] = squares
    for line in range(WRAP):
        row = [int(state.shows[at(k, line)]) != 0 for k in range(WRAP)]
        column = [int(state.shows[at(line, k)]) != 0 for k in range(WRAP)]
        state.across[line] = sum(1 << k for k, is_shown in enumerate(row) if is_shown)
        state.down[line] = sum(1 << k for k, is_shown in enumerate(column) if is_shown)
    return Game.from_record(game.ruleset, states)


def test_moving_the_display_changes_nothing_that_is_rolled() -> None:
    for seed, (x, y) in enumerate([(5, 0), (0, 17), (13, 22)]):
        game = some_game(seed)
        twin = moved(game, x, y)
        assert find_violation(twin.states[0], twin.rules[0]) == ""
        seats = range(3)
        one, two = (
            rolled(
                np.stack([which.observe(seat)["observation"] for seat in seats]).astype(np.uint8),
                np.stack([which.observe(seat)["action_mask"] for seat in seats]),
            )
            for which in (game, twin)
        )
        assert np.array_equal(one[0], two[0])
        assert np.array_equal(one[1], two[1])
        assert not np.array_equal(one[2], two[2])


def test_ids_go_there_and_back() -> None:
    game = some_game(4)
    seat = game.seat or 0
    seen = game.observe(seat)
    observations = seen["observation"][None].astype(np.uint8)
    corners = corners_of(observations)
    assert corners.tolist() == [[int(game.states[0].left), int(game.states[0].top)]]
    moved_seen, mask, _ = rolled(observations, seen["action_mask"][None])
    legal = np.flatnonzero(mask[0])
    back = unrolled_ids(legal, np.repeat(corners, len(legal), 0))
    assert sorted(back.tolist()) == game.legal_actions()
    assert rolled_ids(back, np.repeat(corners, len(legal), 0)).tolist() == legal.tolist()
    assert named(moved_seen[0])["card"][0].any()
    assert named(moved_seen[0])["card"][:, 0].any()
    assert not named(moved_seen[0])["corner"].any()


def test_other_ids_stay() -> None:
    corners = np.array([[5, 9]] * SQUARE)
    ids = np.arange(SQUARE)
    assert np.array_equal(rolled_ids(ids, corners), ids)
    assert np.array_equal(unrolled_ids(ids, corners), ids)
