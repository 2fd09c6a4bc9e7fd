"""Planes and ids move together: the display's corner comes first, and no absolute place is left."""

import numpy as np

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import SQUARE
from mom_env.monsters_on_the_moon.checks import find_violation
from mom_env.monsters_on_the_moon.observe import named
from mom_env.monsters_on_the_moon.rolling import corners_of, rolled, rolled_ids, unrolled_ids
from tests.monsters_on_the_moon.same_games import moved


def some_game(seed: int) -> Game:
    game = Game(3, seed, options={"walls": True})
    rng = np.random.default_rng(seed)
    while game.decision != "place" or game.states[0].num_laid < 9:
        legal = game.legal_actions()
        game.play(legal[int(rng.integers(len(legal)))])
    return game


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
