"""What is measured before a training: sizes of inputs and returns, and games at all stages."""

from pathlib import Path

import numpy as np
import pytest

from mom_env.learning.selfplay.sample import play_sample
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.observe import slice_of

from .small import small

pytestmark = pytest.mark.train


def test_inputs_have_mean_0_and_deviation_1_afterwards(tmp_path: Path) -> None:
    training = SelfPlay(small("network.precision=fp32", "network.symmetry=none", "rollout.games=64"), tmp_path)
    games, rng = VectorGame(200, 3, seed=9), np.random.default_rng(0)
    seen = []
    for _ in range(300):
        games.step(games.sample(rng))
        seen.append(training.network.prepare(games.observations).numpy())
    numbers = np.concatenate(seen)
    changes = numbers.std(0) > 0
    assert np.quantile(abs(numbers.mean(0)[changes]), 0.95) < 0.3
    assert 0.8 < np.median(numbers.std(0)[changes]) < 1.2
    assert numbers.std(0).max() < 3


def test_inputs_that_never_change_are_left_out_of_an_agent(tmp_path: Path) -> None:
    """The flags of options, say: weights that nothing has trained would be noise at a table where they are set."""
    training = SelfPlay(small("network.symmetry=none"), tmp_path)
    training.iterate()
    weights = training.network.agent_arrays()["layers.0.weight"]
    for name, is_heard in (("options", False), ("num_players", False), ("coins", True), ("hand", True)):
        assert weights[:, slice_of(name)].any() == is_heard, name


def test_returns_have_deviation_1(tmp_path: Path) -> None:
    for reward in ("vp", "win", "rank"):
        config = small("rollout.steps=700", "rollout.games=64", f"rollout.reward={reward}", "rollout.last_share=0")
        training = SelfPlay(config, tmp_path)
        training.iterate()
        rollout = training.rollout
        returns = rollout._returns[rollout._dones.astype(bool)][:, :3]
        assert 0.7 < returns.std() < 1.3, reward


def test_the_last_reward_has_a_deviation_of_its_own(tmp_path: Path) -> None:
    rewards = ("rollout.reward=vp", "rollout.last_reward=win", "rollout.last_share=1.0")
    training = SelfPlay(small(*rewards, "rollout.steps=400", "rollout.games=64"), tmp_path)
    training.iterate()  # the first one is for VP whatever the share
    training.iterate()
    rollout = training.rollout
    returns = rollout._returns[rollout._dones.astype(bool)][:, :3]
    assert len(np.unique(returns.round(3))) <= 6  # a win or a part of it, or a loss
    assert 0.8 < returns.std() < 1.2


def test_games_begin_at_all_stages() -> None:
    states = play_sample(small("rollout.games=256"), "vp", 1).states
    rounds, count = np.unique(states["round_number"], return_counts=True)
    assert len(rounds) == rounds.max() + 1 > 5
    assert count.min() > 256 / len(rounds) / 4
    assert len({state.tobytes() for state in states}) == 256


def test_the_same_seed_gives_the_same_sample() -> None:
    one, same, other = (play_sample(small(), "vp", seed) for seed in (1, 1, 2))
    assert (one.scales.means == same.scales.means).all()
    assert (one.scales.factors == same.scales.factors).all()
    assert (one.states == same.states).all()
    assert one.deviation == same.deviation
    assert not (one.states == other.states).all()
