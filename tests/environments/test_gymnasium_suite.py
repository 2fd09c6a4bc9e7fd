"""Gymnasium's own checks and wrappers, with actions that may be illegal: such an action loses the game."""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_init, benchmark_step
from gymnasium.wrappers import vector

from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.games import GAMES
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE

NAME = "mom_env/MonkeysOnTheMoon-v0"
LOSING: dict[str, Any] = {"num_players": 2, "illegal": "lose"}
STEPS = 60
Wrap = Callable[[Any], Any]
SINGLE: dict[str, Wrap] = {
    "DelayObservation": lambda env: wrappers.DelayObservation(env, 2),
    "FlattenObservation": wrappers.FlattenObservation,
    "FrameStackObservation": lambda env: wrappers.FrameStackObservation(env, 3),
    "MaxAndSkipObservation": lambda env: wrappers.MaxAndSkipObservation(env, 2),
    "NormalizeObservation": wrappers.NormalizeObservation,
    "NormalizeReward": wrappers.NormalizeReward,
    "ClipReward": lambda env: wrappers.ClipReward(env, 0, 1),
    "ReshapeObservation": lambda env: wrappers.ReshapeObservation(env, (13, OBSERVATION_SIZE // 13)),
    "RescaleObservation": lambda env: wrappers.RescaleObservation(env, np.float32(0), np.float32(1)),
    "TimeAwareObservation": lambda env: wrappers.TimeAwareObservation(wrappers.TimeLimit(env, 100)),
    "TimeLimit": lambda env: wrappers.TimeLimit(env, 5),
    "StickyAction": lambda env: wrappers.StickyAction(env, 0.2),
    "RepeatAction": lambda env: wrappers.RepeatAction(env, 2),
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "Autoreset": wrappers.Autoreset,
    "TransformReward": lambda env: wrappers.TransformReward(env, lambda reward: 2 * float(reward)),
}
# Gymnasium's wrappers of observations for many games want to see the end of a game in a step of its own.
SHOWING: dict[str, Wrap] = {
    "FlattenObservation": vector.FlattenObservation,
    "NormalizeObservation": vector.NormalizeObservation,
    "ReshapeObservation": lambda env: vector.ReshapeObservation(env, (13, OBSERVATION_SIZE // 13)),
    "RescaleObservation": lambda env: vector.RescaleObservation(env, np.float32(0), np.float32(1)),
    "TransformObservation": lambda env: vector.TransformObservation(env, lambda seen: seen),
}
ANY_MODE: dict[str, Wrap] = {
    "ClipReward": lambda env: vector.ClipReward(env, 0, 1),
    "DictInfoToList": vector.DictInfoToList,
    "NormalizeReward": vector.NormalizeReward,
    "RecordEpisodeStatistics": vector.RecordEpisodeStatistics,
    "TransformReward": lambda env: vector.TransformReward(env, lambda reward: 2 * reward),
}
pytestmark = pytest.mark.outside  # thousands of decisions: slow without the JIT
each_mode = pytest.mark.parametrize("mode", ["SAME_STEP", "NEXT_STEP"])


def played(env: Any) -> int:
    """Steps with actions of the whole space; how many games ended."""
    env.action_space.seed(1)
    seen, _ = env.reset(seed=1)
    ended = 0
    for _ in range(STEPS):
        assert env.observation_space.contains(seen)
        seen, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if isinstance(terminated, np.ndarray):
            ended += int((terminated | truncated).sum())
        elif terminated or truncated:
            ended += 1
            if not isinstance(env, wrappers.Autoreset):
                seen, _ = env.reset()
    env.close()
    return ended


@pytest.mark.parametrize("mask", ["observation", "info"])
def test_the_environment_passes_the_check_in_all_render_modes(mask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOM_ENV_DISPLAY", "dummy")
    check_env(gymnasium.make(NAME, mask=mask, **LOSING).unwrapped)


def test_the_passive_checker_finds_nothing_over_whole_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(NAME, disable_env_checker=False, **LOSING)
        assert isinstance(env.env, wrappers.OrderEnforcing | wrappers.PassiveEnvChecker)  # type: ignore[attr-defined]
        assert played(env) > 5


@pytest.mark.parametrize("name", SINGLE)
def test_a_wrapper_of_the_library_plays_many_games(name: str) -> None:
    assert played(SINGLE[name](gymnasium.make(NAME, mask="info", **LOSING))) > 1


def test_wrappers_of_a_dictionary_work_on_the_default_observation() -> None:
    for wrap in (lambda env: wrappers.FilterObservation(env, ["observation"]), wrappers.FlattenObservation):
        assert played(wrap(gymnasium.make(NAME, **LOSING))) > 1


def test_a_picture_may_be_the_observation() -> None:
    env = wrappers.AddRenderObservation(gymnasium.make(NAME, render_mode="rgb_array", **LOSING))
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    frames = wrappers.RenderCollection(gymnasium.make(NAME, render_mode="ansi", **LOSING))
    frames.reset(seed=1)
    frames.step(0)
    assert len(frames.render()) == 2


@each_mode
@pytest.mark.parametrize("name", ANY_MODE)
def test_a_wrapper_of_many_games_works_in_both_modes(name: str, mode: str) -> None:
    env = ANY_MODE[name](gymnasium.make_vec(NAME, num_envs=3, autoreset_mode=mode, **LOSING))
    assert played(env) > 5


@pytest.mark.parametrize("name", SHOWING)
def test_a_wrapper_of_observations_of_many_games_needs_next_step(name: str) -> None:
    """docs/one-seat.md says so, and what to pass."""
    same, following = (
        gymnasium.make_vec(NAME, num_envs=3, mask="info", autoreset_mode=mode, **LOSING)
        for mode in ("SAME_STEP", "NEXT_STEP")
    )
    assert played(SHOWING[name](following)) > 5
    with pytest.raises(ValueError, match=r"autoreset_mode.* NEXT_STEP"):
        SHOWING[name](same)


@each_mode
def test_the_library_s_own_vectors_take_the_single_environment(mode: str) -> None:
    envs = gymnasium.make_vec(
        NAME,
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode[mode]},
        wrappers=[wrappers.FlattenObservation],
        **LOSING,
    )
    assert played(envs) > 5


DURATION: Any = 0.05  # seconds; the library says whole ones, and takes any


def test_its_measurements_run() -> None:
    assert benchmark_step(OneSeatEnv(**LOSING), target_duration=DURATION, seed=1) > 0
    assert benchmark_init(lambda: OneSeatEnv(**LOSING), target_duration=DURATION, seed=1) > 0


def test_the_names_of_a_vector_lead_to_its_parts() -> None:
    env = gymnasium.make_vec(NAME, num_envs=2)
    assert isinstance(env.unwrapped, OneSeatVectorEnv)
    assert env.unwrapped.table.game == GAMES[0]
    assert env.spec is not None
    assert env.unwrapped.get_attr("spec") == (env.spec,) * 2
