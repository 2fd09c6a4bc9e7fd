"""The wrappers of other libraries deliver the golden games, and the examples run. Run by `make test-adapters` only."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torchrl.envs.utils import step_mdp

from examples import rllib_ppo, tianshou_random, torchrl_rollout
from mom_env.environments.of_game import Environments
from mom_env.games import GAMES
from mom_env.monkeys_on_the_moon import Game
from tests.support.recorded import Recorded, action_of, all_recorded

EXAMPLES = Path(__file__).parent
MONKEYS = "monkeys_on_the_moon"  # of which there are golden games for these wrappers
FOUR, TICKS = "four_monkeys", 40  # all seats act at once
RUNS = {  # the arguments of each script
    "gymnasium_loop.py": ["--episodes", "2", "--num-envs", "2"],
    "pettingzoo_aec.py": ["--games", "2"],
    "rllib_ppo.py": ["--iterations", "1", "--batch", "200"],
    "tianshou_random.py": ["--games", "2"],
    "torchrl_rollout.py": ["--games", "1"],
}
each_game = pytest.mark.parametrize("game", all_recorded(), ids=lambda game: game.case.name)


def dealt(game: Recorded) -> Game:
    """Return the recorded game newly dealt, without a wrapper, for comparison."""
    case = game.case
    return Game(case.num_players, case.seed, deck=case.deck, options=case.options, skip_forced=case.skip_forced)


def check_view(beside: Game, agent: str, observation: Any, mask: Any) -> None:
    """Check that `agent` is to move in the game `beside`, and that `observation` and `mask` are those of that game."""
    assert agent == f"player_{beside.seat}"
    seen = beside.observe(int(agent[-1]))
    assert np.array_equal(np.asarray(observation), seen["observation"])
    assert np.array_equal(np.asarray(mask).astype(np.int8), seen["action_mask"])


@each_game
def test_a_recorded_game_through_rllib(game: Recorded) -> None:
    env, beside = rllib_ppo.make_env(MONKEYS, **game.arguments), dealt(game)
    seen, _ = env.reset(seed=game.case.seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    ended: dict[str, bool] = {}
    for move in game.moves:
        (view,) = seen.values()
        assert list(seen) == [move.agent]
        assert env.observation_spaces[move.agent].contains(view)
        check_view(beside, move.agent, view["observations"], view["action_mask"])
        action = action_of(beside, move.words)
        beside.play(action)
        seen, rewards, ended, _, _ = env.step({move.agent: action})
        total = {agent: total[agent] + rewards.get(agent, 0.0) for agent in total}
    assert ended["__all__"]
    assert [total[f"player_{seat}"] for seat in range(game.case.num_players)] == game.returns


@each_game
def test_a_recorded_game_through_torchrl(game: Recorded) -> None:
    env, beside = torchrl_rollout.make_env(MONKEYS, **game.arguments), dealt(game)
    at = env.reset(seed=game.case.seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for move in game.moves:
        assert [agent for agent in env.possible_agents if at[agent, "mask"].all()] == [move.agent]
        check_view(
            beside, move.agent, at[move.agent, "observation", "observation"][0], at[move.agent, "action_mask"][0]
        )
        action = action_of(beside, move.words)
        beside.play(action)
        for agent in env.possible_agents:
            at[agent, "action"] = torch.tensor([action if agent == move.agent else 0])
        stepped = env.step(at)
        total = {agent: total[agent] + float(stepped["next", agent, "reward"]) for agent in total}
        at = step_mdp(stepped)
    assert bool(stepped["next", "done"])
    assert list(total.values()) == pytest.approx(game.returns)  # float32 there


@each_game
def test_a_recorded_game_through_tianshou(game: Recorded) -> None:
    env, beside = tianshou_random.make_env(MONKEYS, **game.arguments), dealt(game)
    seen, _ = env.reset(seed=game.case.seed)
    total = np.zeros(game.case.num_players)
    ended = False
    for move in game.moves:
        assert seen["agent_id"] == move.agent
        check_view(beside, move.agent, seen["obs"], seen["mask"])
        action = action_of(beside, move.words)
        beside.play(action)
        seen, rewards, ended, _, _ = env.step(np.int64(action))
        total += rewards
    assert ended
    assert total.tolist() == game.returns


def middle(mask: Any) -> int:
    """Return a legal action near the middle of those in `mask`."""
    legal = np.flatnonzero(np.asarray(mask))
    return int(legal[len(legal) // 2])


def test_all_seats_of_a_tick_act_through_rllib() -> None:
    env, beside = rllib_ppo.make_env(FOUR, num_players=3), Environments(FOUR).parallel_env(num_players=3)
    (seen, _), (expected, _) = env.reset(seed=7), beside.reset(seed=7)
    for _ in range(TICKS):
        assert seen.keys() == expected.keys() == set(beside.agents)
        for agent, view in seen.items():
            assert env.get_observation_space(agent).contains(view)
            assert np.array_equal(view["observations"], expected[agent]["observation"])
            assert np.array_equal(view["action_mask"], expected[agent]["action_mask"])
        actions = {agent: middle(view["action_mask"]) for agent, view in seen.items()}
        (seen, *_), (expected, *_) = env.step(actions), beside.step(actions)


def test_all_seats_of_a_tick_act_through_torchrl() -> None:
    env, beside = torchrl_rollout.make_env(FOUR, num_players=3), Environments(FOUR).parallel_env(num_players=3)
    at, (expected, _) = env.reset(seed=7), beside.reset(seed=7)
    for _ in range(TICKS):
        assert env.group_map == {"player": beside.agents}
        for row, view in enumerate(expected.values()):
            assert np.array_equal(at["player", "observation", "observation"][row], view["observation"])
            assert np.array_equal(at["player", "action_mask"][row], view["action_mask"])
        actions = {agent: middle(view["action_mask"]) for agent, view in expected.items()}
        at["player", "action"] = torch.tensor(list(actions.values()))
        at, (expected, *_) = step_mdp(env.step(at)), beside.step(actions)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", RUNS)
def test_an_example_runs(file: str, game: str) -> None:
    command = [sys.executable, "-W", "ignore", file, "--game", game, *RUNS[file]]
    result = subprocess.run(command, check=False, cwd=EXAMPLES, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout.strip()


def test_every_example_of_these_libraries_is_run() -> None:
    assert RUNS.keys() <= {path.name for path in EXAMPLES.glob("*.py")}
