"""A batch of games as arrays."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from mom_env.errors import IllegalAction, MomError
from mom_env.monkeys_on_the_moon import NUM_ACTIONS, OBSERVATION_SIZE, VectorGame
from tests.sizes import smaller_without_jit


def play(games: VectorGame, steps: int, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        games.step(games.sample(rng))


def until_all_ended(games: VectorGame) -> np.ndarray[Any, Any]:
    """The returns of each game's first end."""
    rng, ended = np.random.default_rng(1), np.zeros(games.num_games, bool)
    returns = np.zeros((games.num_games, 4))
    while not ended.all():
        games.step(games.sample(rng))
        new = games.dones & ~ended
        returns[new] = games.returns[new]
        ended |= games.dones
    return returns


def test_arrays_have_their_shapes_and_are_filled_in_place() -> None:
    games = VectorGame(num_games=5, num_players=3, seed=1)
    arrays = (games.seats, games.observations, games.action_masks, games.returns, games.dones)
    assert [array.shape for array in arrays] == [(5,), (5, OBSERVATION_SIZE), (5, NUM_ACTIONS), (5, 4), (5,)]
    assert [array.dtype for array in arrays] == [np.int8, np.float32, np.int8, np.float32, np.bool_]
    before = games.observations.copy()
    play(games, 3)
    now = (games.seats, games.observations, games.action_masks, games.returns, games.dones)
    assert all(array is old for array, old in zip(now, arrays, strict=True))
    assert (before != games.observations).any()


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "vp", "rank"])
def test_every_game_ends_with_returns_that_sum_to_zero_and_a_fresh_deal(num_players: int, reward: str) -> None:
    games = VectorGame(smaller_without_jit(64, 3), num_players, seed=4, reward=reward)
    deals = games.states["colour"].copy(), games.states["monkey_pile"].copy()
    returns = until_all_ended(games)
    assert np.allclose(returns.sum(1), 0, atol=1e-5)
    assert (returns[:, :num_players] != 0).any(1).sum() >= len(returns) - 5  # all may tie, rarely
    assert (games.states["colour"] != deals[0]).any() or (games.states["monkey_pile"] != deals[1]).any()
    assert games.action_masks.any(1).all()


def test_returns_are_those_of_the_last_step_only() -> None:
    games = VectorGame(smaller_without_jit(32, 2), 2, seed=8)
    rng = np.random.default_rng(3)
    ends = 0
    for _ in range(smaller_without_jit(400, 200)):
        games.step(games.sample(rng))
        assert (games.returns[~games.dones] == 0).all()
        ends += int(games.dones.sum())
    assert ends > 0


def test_a_refused_batch_names_game_seat_decision_and_action_and_moves_nothing() -> None:
    games = VectorGame(num_games=6, num_players=4, seed=2)
    play(games, 9)
    before = games.states.tobytes()
    actions = games.sample(np.random.default_rng(0)).copy()
    actions[4] = NUM_ACTIONS - 1  # somebody stays behind: nobody has Treachery here
    with pytest.raises(
        IllegalAction, match=rf"game 4: player_{games.seats[4]} has a \w+ decision; action 631"
    ) as error:
        games.step(actions)
    assert "stay behind" in str(error.value)
    assert games.states.tobytes() == before


@pytest.mark.parametrize(
    "actions",
    [[0.0] * 3, [float("nan")] * 3, ["a"] * 3, [None] * 3, [True] * 3, [0, 0], 5, [[0, 0, 0]], [-1] * 3, [10**6] * 3],
)
def test_what_are_no_actions_is_refused(actions: Any) -> None:
    games = VectorGame(num_games=3, seed=2)
    before = games.states.tobytes()
    with pytest.raises(IllegalAction):
        games.step(actions)
    assert games.states.tobytes() == before


def test_lists_and_small_integers_are_actions_too() -> None:
    games, same = VectorGame(num_games=3, seed=2), VectorGame(num_games=3, seed=2)
    actions = games.sample(np.random.default_rng(0)).copy()
    games.step(actions.tolist())  # type: ignore[arg-type]  # what users will pass
    same.step(actions.astype(np.int16))  # type: ignore[arg-type]  # what users will pass
    assert games.states.tobytes() == same.states.tobytes()


def test_a_game_depends_on_seed_and_number_alone() -> None:
    few, many = VectorGame(num_games=3, seed=9), VectorGame(num_games=40, seed=9, num_threads=2)
    for _ in range(60):
        actions = many.sample(np.random.default_rng(5))
        few.step(actions[:3].copy())
        many.step(actions)
    assert few.states.tobytes() == many.states[:3].tobytes()
    assert few.observations.tobytes() == many.observations[:3].tobytes()


def test_samples_are_legal_and_reach_every_action() -> None:
    games = VectorGame(num_games=smaller_without_jit(4_000, 300), num_players=4, seed=3)
    drawn = games.sample(np.random.default_rng(0))
    assert games.action_masks[np.arange(games.num_games), drawn].all()
    counts = {int(action): int((drawn == action).sum()) for action in np.unique(drawn)}
    legal = {int(action) for action in np.flatnonzero(games.action_masks.any(0))}
    assert set(counts) == legal


def test_without_observations_nothing_is_written_and_nothing_sampled() -> None:
    games = VectorGame(num_games=4, seed=3, observe=False)
    assert len(games.observations) == len(games.action_masks) == 0
    with pytest.raises(MomError, match="observe=True"):
        games.sample(np.random.default_rng(0))


@pytest.mark.parametrize("num_games", [0, -1, 2.5, True, "3", None])
def test_a_number_of_games_is_a_whole_number(num_games: Any) -> None:
    with pytest.raises(MomError, match="num_games"):
        VectorGame(num_games)


@pytest.mark.parametrize("arguments", [{"reward": "fame"}, {"num_threads": 0}, {"num_players": 5}, {"seed": -1}])
def test_other_arguments_are_checked(arguments: dict[str, Any]) -> None:
    with pytest.raises(MomError, match=next(iter(arguments))):
        VectorGame(3, **arguments)


def test_sizes_are_within_their_limits() -> None:
    games = VectorGame(num_games=10, seed=1)
    arrays = (games.states, games.observations, games.action_masks, games.seats, games.returns, games.dones)
    assert games.states.itemsize <= 1024
    assert sum(array.nbytes for array in arrays) / 10 < 4_000  # 100,000 games in under 400 MB


def test_a_step_allocates_nothing_for_its_games() -> None:
    peaks = []
    for num_games in (8, 4_000):
        games = VectorGame(num_games=num_games, seed=1)
        play(games, 3)
        actions = games.sample(np.random.default_rng(0))
        tracemalloc.start()
        games.step(actions)
        games.sample(np.random.default_rng(0))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        if smaller_without_jit(1, 0) == 0:
            return  # plain Python allocates for every number
    assert peaks[1] < peaks[0] + 4_000
