"""The native `VecEnv`: what Stable-Baselines3 and sb3-contrib ask of it, and the recorded games through it."""

import copy
import pickle
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from mom_env.environments.gymnasium import OneSeatEnv
from mom_env.errors import IllegalAction, OptionError, UnknownAttribute
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from mom_env.sb3 import MonkeysVecEnv
from tests.support.chance import numpy_state
from tests.support.playthroughs import OPTIONS, Case, cases
from tests.support.scripted import record
from tests.support.sizes import smaller_without_jit

EXAMPLES = Path(__file__).parents[2] / "examples"
REWARDS = ("win", "vp", "rank")
RUN = cases() if is_compiled() else cases()[::8]  # plain Python takes some seconds a game


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small networks are no faster on two, and tests run side by side."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def middle(mask: NDArray[Any]) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 2])


def all_middle(env: VecEnv) -> NDArray[np.int64]:
    return np.array([middle(mask) for mask in get_action_masks(env)])


# What the libraries ask


def test_it_is_what_the_libraries_take_for_a_masked_vector() -> None:
    env = MonkeysVecEnv(5, num_players=3, opponents="greedy")
    assert isinstance(env, VecEnv)
    assert is_masking_supported(env)
    assert env.observation_space == gymnasium.spaces.Box(-1, 1, (OBSERVATION_SIZE,), np.float32)
    assert env.action_space == gymnasium.spaces.Discrete(NUM_ACTIONS)
    shown: Any = env.reset()
    assert (shown.shape, shown.dtype) == ((5, OBSERVATION_SIZE), np.float32)
    masks = get_action_masks(env)
    assert (masks.shape, masks.dtype) == ((5, NUM_ACTIONS), np.bool_)
    assert masks.any(axis=1).all()
    shown, rewards, dones, infos = env.step(all_middle(env))
    assert (rewards.shape, rewards.dtype, dones.shape, dones.dtype) == ((5,), np.float32, (5,), np.bool_)
    assert infos == [{}] * 5
    env.close()


def test_it_answers_for_each_game_or_for_those_asked_for() -> None:
    env = MonkeysVecEnv(4, num_players=2, reward="vp")
    env.reset()
    assert env.get_attr("num_players") == [2] * 4
    assert env.get_attr("reward", indices=[1, 2]) == ["vp"] * 2
    assert env.get_attr("render_mode", indices=3) == [None]
    assert env.has_attr("action_masks")
    assert not env.has_attr("something_else")
    with pytest.raises(UnknownAttribute, match="something_else"):
        env.get_attr("something_else")
    every = env.env_method("action_masks")
    some = env.env_method("action_masks", indices=[2, 0])
    assert np.array_equal(np.stack(some), np.stack([every[2], every[0]]))
    assert env.env_is_wrapped(Monitor) == [True] * 4
    assert env.env_is_wrapped(gymnasium.wrappers.TimeLimit, indices=0) == [False]
    with pytest.raises(OptionError, match="env_method: expected 'action_masks', found 'render'"):
        env.env_method("render")
    with pytest.raises(OptionError, match="set_attr: expected arguments when the environment is made"):
        env.set_attr("reward", "win")


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("reward", REWARDS)
def test_the_library_s_check_of_the_single_environment_passes(num_players: int, reward: str) -> None:
    """Warnings are errors here. It samples illegal actions, so they lose."""
    for options in OPTIONS.values() if is_compiled() else ():
        check_env(OneSeatEnv(num_players=num_players, reward=reward, options=options, illegal="lose"))
    check_env(OneSeatEnv(num_players=num_players, reward=reward, illegal="lose"), skip_render_check=True)


# Games


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_a_recorded_game_is_the_same_from_every_seat(case: Case) -> None:
    recording = record(case)
    for seat, reward in zip(range(case.num_players), REWARDS * 2, strict=False):
        env = MonkeysVecEnv(1, seed=case.seed, **recording.arguments(seat, reward))
        shown, total = env.reset(), 0.0
        for number, stop in enumerate(recording.of(seat), 1):
            assert np.array_equal(shown[0], stop.view["observation"])
            assert np.array_equal(get_action_masks(env)[0], stop.view["action_mask"].astype(bool))
            shown, rewards, dones, infos = env.step(np.array([stop.action]))
            total += float(rewards[0])
            assert bool(dones[0]) == (number == len(recording.of(seat)))
        end = recording.game.observe(seat)["observation"]
        assert np.array_equal(infos[0]["terminal_observation"], end)
        assert abs(total - recording.return_of(seat, reward)) < 1e-6
        assert infos[0]["episode"]["r"] == pytest.approx(total)
        assert infos[0]["episode"]["l"] == len(recording.of(seat))


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_many_games_are_what_as_many_single_environments_play(num_players: int) -> None:
    arguments: dict[str, Any] = {"num_players": num_players, "opponents": "greedy", "reward": "vp"}
    many = MonkeysVecEnv(3, seed=11, **arguments)
    single = [OneSeatEnv(**arguments) for _ in range(3)]
    shown = many.reset()
    alone: list[Any] = [env.reset(seed=11 + i)[0] for i, env in enumerate(single)]
    for _ in range(smaller_without_jit(120, 40)):
        for i, view in enumerate(alone):
            assert np.array_equal(shown[i], view["observation"])
            assert np.array_equal(get_action_masks(many)[i], view["action_mask"])
        actions = all_middle(many)
        shown, rewards, dones, infos = many.step(actions)
        for i, env in enumerate(single):
            alone[i], reward, over, _, _ = env.step(actions[i])
            assert (over, np.float32(reward)) == (dones[i], rewards[i])
            if over:
                assert np.array_equal(infos[i]["terminal_observation"], alone[i]["observation"])
                alone[i] = env.reset()[0]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_episodes_bring_what_they_are_worth(num_players: int) -> None:
    """Rewards are added up here, and compared with what the infos say; losses come too."""
    env = MonkeysVecEnv(smaller_without_jit(50, 3), num_players=num_players, reward="rank", seed=1)
    env.reset()
    sums, lengths, ended = np.zeros(env.num_envs), np.zeros(env.num_envs, int), list[float]()
    while len(ended) < smaller_without_jit(300, 4):
        _, rewards, dones, infos = env.step(all_middle(env))
        sums += rewards
        lengths += 1
        for i, info in enumerate(infos):
            assert bool(info) == bool(dones[i])
            if info:
                assert (info["episode"]["r"], info["episode"]["l"]) == (sums[i], lengths[i])
                assert info["episode"]["t"] >= 0
                ended.append(sums[i])
                sums[i] = lengths[i] = 0
    assert min(ended) < 0 or not is_compiled()  # plain Python plays few games
    assert set(np.round(ended, 6)) <= {round(1 - k / (num_players - 1), 6) for k in range(2 * num_players - 1)}


def test_seeds_settle_the_games_and_without_them_the_chance_goes_on() -> None:
    one, other = (MonkeysVecEnv(3, seed=4) for _ in range(2))
    first = one.reset()
    assert np.array_equal(first, other.reset())
    assert np.array_equal(one.reset(), other.reset())
    assert not np.array_equal(one.reset(), first)
    assert one.seed(4) == [4, 5, 6]
    assert np.array_equal(one.reset(), first)
    state = numpy_state()
    one.seed(None)
    assert not np.array_equal(one.reset(), first)
    assert numpy_state() == state


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on(how: Any) -> None:
    env = MonkeysVecEnv(3, num_players=2, seed=1)
    env.reset()
    env.step(all_middle(env))
    other = how(env)
    for _ in range(20):
        for one, two in zip(env.step(all_middle(env))[:3], other.step(all_middle(other))[:3], strict=True):
            assert np.array_equal(one, two)


def test_what_was_handed_out_stays_as_it_is() -> None:
    env = MonkeysVecEnv(3, num_players=2, seed=1, shaping="potential")
    arrays = [env.reset(), *env.env_method("action_masks")]
    for _ in range(30):
        arrays += env.step(all_middle(env))[:3]
    before = [array.copy() for array in arrays]
    assert any(array.any() for array in arrays if array.shape == (3,))  # some rewards
    for _ in range(30):
        env.step(all_middle(env))
    env.reset()
    assert all(map(np.array_equal, arrays, before))


def test_an_illegal_action_raises_or_loses() -> None:
    env = MonkeysVecEnv(2, seed=1)
    env.reset()
    actions = all_middle(env)
    actions[1] = int(np.argmin(get_action_masks(env)[1]))
    with pytest.raises(IllegalAction, match=r"^game 1: "):
        env.step(actions)
    loser = MonkeysVecEnv(2, seed=1, illegal="lose")
    loser.reset()
    _, rewards, dones, infos = loser.step(actions)
    assert (rewards.tolist(), dones.tolist()) == ([0, -1], [False, True])
    assert infos[1]["episode"]["r"] == -1


def test_the_extra_is_named_where_it_is_missing() -> None:
    code = "import sys; sys.modules['stable_baselines3'] = None; from mom_env.sb3 import MonkeysVecEnv"
    result = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "MissingExtra: stable-baselines3: expected it to be installed, found it is not" in result.stderr
    assert "pip install 'mom-env[train]'" in result.stderr


def test_its_name_says_what_it_is() -> None:
    env = MonkeysVecEnv(5, num_players=3, opponents="greedy", seat=1)
    what = "5 games of monkeys_on_the_moon, 3 players, opponents 'greedy', seat 1, reward 'win'"
    assert repr(env) == f"<MonkeysVecEnv: {what}>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs: expected a whole number from 1 to 1048576, found 0"),
        ({"num_envs": 10**20}, "num_envs: expected a whole number from 1 to 1048576, found 1000"),
        ({"num_envs": 2, "seat": 4}, "seat: expected 0 to 3 or 'random', found 4"),
        ({"num_envs": 2, "seed": -1}, "seed: expected a whole number"),
        ({"num_envs": 2, "opponent": "greedy"}, "did you mean 'opponents'"),
        ({"num_envs": 2, "render_mode": "ansi"}, "render_mode: expected None"),
    ],
)
def test_bad_arguments_name_what_there_is(arguments: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        MonkeysVecEnv(**arguments)


# Training, with the library as it comes


@pytest.mark.train
def test_maskable_ppo_trains_evaluates_and_predicts(tmp_path: Path) -> None:
    """An illegal action would raise: masks are heeded everywhere. Warnings are errors here."""
    env = MonkeysVecEnv(8, num_players=3, opponents="greedy", seed=1)
    judge = MonkeysVecEnv(4, num_players=3, opponents=["random", "greedy"], seat=2, seed=2)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=3, device="cpu")
    callback = MaskableEvalCallback(judge, eval_freq=64, n_eval_episodes=4, log_path=str(tmp_path), verbose=0)
    model.learn(512, callback=callback)
    assert model.num_timesteps == 512
    assert model.ep_info_buffer is not None
    assert model.ep_success_buffer is not None
    assert len(model.ep_info_buffer) > 0  # ep_rew_mean comes from these
    assert {info["r"] for info in model.ep_info_buffer} <= {-0.5, 1.0, 0.25, 0.0}
    assert list(model.ep_success_buffer) == [info["r"] >= 0 for info in model.ep_info_buffer]  # rollout/success_rate
    with np.load(tmp_path / "evaluations.npz") as evaluations:
        assert evaluations["results"].shape == (1, 4)
    rewards, lengths = evaluate_policy(model, judge, n_eval_episodes=6, return_episode_rewards=True)
    assert isinstance(rewards, list)
    assert isinstance(lengths, list)
    assert len(rewards) == 6
    assert min(lengths) > 5
    with pytest.warns(UserWarning, match="already wrapped"):  # its infos have the episodes already
        monitored = VecMonitor(judge)
    assert is_masking_supported(monitored)
    evaluate_policy(model, monitored, n_eval_episodes=2)


@pytest.mark.train
def test_maskable_ppo_takes_the_single_environment_too() -> None:
    env = Monitor(OneSeatEnv(num_players=2))
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=3, device="cpu")
    model.learn(64)
    assert model.num_timesteps == 64


@pytest.mark.train
def test_the_example_trains() -> None:
    example = runpy.run_path(str(EXAMPLES / "sb3_maskable_ppo.py"))
    assert -0.5 <= example["train"]("monkeys_on_the_moon", steps=1024, num_envs=8, episodes=4) <= 1
