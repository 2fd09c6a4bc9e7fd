"""PettingZoo's own tests, and the golden games through its interfaces. Warnings are errors."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.state_test import state_test

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.base.game import Observation
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from tests.support.playthroughs import OPTIONS
from tests.support.recorded import Recorded, action_of, all_recorded, digest

ROOT = Path(__file__).resolve().parents[2]
CYCLES = 200
ARGUMENTS: dict[str, dict[str, Any]] = {
    **{f"win, {name}": {"options": options} for name, options in OPTIONS.items()},
    "vp": {"reward": "vp"},
    "rank": {"reward": "rank"},
    "shaped": {"shaping": "potential", "gamma": 0.97},
    "cut": {"max_cycles": 40},
    "every decision": {"skip_forced": False},
}
of_any_dict_observation = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array$:UserWarning"),
    pytest.mark.filterwarnings(
        "ignore:Observation space for each agent probably should be gymnasium.spaces.box or "
        "gymnasium.spaces.discrete$:UserWarning"
    ),
]
pytestmark = [*of_any_dict_observation, pytest.mark.outside]  # thousands of decisions: slow without the JIT
each_table = pytest.mark.parametrize("num_players", [2, 3, 4])
each_setting = pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS.keys())
each_game = pytest.mark.parametrize("game", all_recorded(), ids=lambda game: game.case.name)


@each_table
@each_setting
def test_the_aec_environments_pass_api_and_seed_test(num_players: int, arguments: dict[str, Any]) -> None:
    for make in (monkeys.env, monkeys.raw_env):
        api_test(make(num_players=num_players, **arguments), num_cycles=CYCLES)
        seed_test(lambda make=make: make(num_players=num_players, **arguments), num_cycles=CYCLES)


@each_table
@each_setting
def test_the_parallel_environment_passes_api_and_seed_test(num_players: int, arguments: dict[str, Any]) -> None:
    parallel_api_test(monkeys.parallel_env(num_players=num_players, **arguments), num_cycles=CYCLES)
    parallel_seed_test(lambda: monkeys.parallel_env(num_players=num_players, **arguments), num_cycles=CYCLES)


@each_table
@each_setting
def test_state_passes_the_state_test(num_players: int, arguments: dict[str, Any]) -> None:
    arguments = arguments | {"num_players": num_players}
    state_test(monkeys.env(**arguments), monkeys.parallel_env(**arguments), num_cycles=10)


@each_game
def test_a_recorded_game_through_aec(game: Recorded) -> None:
    for make in (monkeys.env, monkeys.raw_env):
        env = make(**game.arguments)
        env.reset(seed=game.case.seed)
        total = dict.fromkeys(env.agents, 0.0)
        for move in game.moves:
            assert env.agent_selection == move.agent
            assert digest(map(env.observe, env.agents)) == move.views
            assert all(np.array_equal(env.observe(a)["action_mask"], env.infos[a]["action_mask"]) for a in env.agents)
            env.step(action_of(env.game, move.words))
            total = {agent: total[agent] + reward for agent, reward in env.rewards.items()}
        assert set(env.terminations.values()) == {True}
        assert list(total.values()) == game.returns
        assert digest(map(env.observe, env.agents)) == game.views


@each_game
def test_a_recorded_game_through_parallel(game: Recorded) -> None:
    env = monkeys.parallel_env(**game.arguments)
    infos: Any
    observations, infos = env.reset(seed=game.case.seed)
    for move in game.moves:
        assert digest(without_waiting(seen) for seen in observations.values()) == move.views
        waits = {agent: int(seen["action_mask"][NUM_ACTIONS]) for agent, seen in observations.items()}
        assert waits == {agent: int(agent != move.agent) for agent in env.agents}
        assert all(np.array_equal(infos[a]["action_mask"], observations[a]["action_mask"]) for a in env.agents)
        actions = dict.fromkeys(env.agents, env.wait) | {move.agent: action_of(env.game, move.words)}
        observations, rewards, terminations, truncations, infos = env.step(actions)
    assert (set(terminations.values()), set(truncations.values()), env.agents) == ({True}, {False}, [])
    assert list(rewards.values()) == game.returns
    assert digest(without_waiting(seen) for seen in observations.values()) == game.views


def without_waiting(seen: Observation) -> Observation:
    return {"observation": seen["observation"], "action_mask": seen["action_mask"][:NUM_ACTIONS]}


REGISTERED = """
import {first}
import {second}
import pettingzoo
env = pettingzoo.make("aec", "mom_env/MonkeysOnTheMoon-v0", num_players=3)
parallel = pettingzoo.make("parallel", "mom_env/MonkeysOnTheMoon-v0", num_players=2, max_cycles=5)
print(env, env.max_num_agents, parallel, parallel.max_num_agents, parallel.max_cycles)
"""


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="PettingZoo has a registry from 1.27 on")
@pytest.mark.parametrize(("first", "second"), [("mom_env", "pettingzoo"), ("pettingzoo", "mom_env")])
def test_the_environments_are_in_pettingzoo_s_registry(first: str, second: str) -> None:
    code = REGISTERED.format(first=first, second=second)
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert result.stdout.split() == ["monkeys_on_the_moon_v0", "3", "monkeys_on_the_moon_v0", "2", "5"]


def test_importing_the_package_loads_none_of_the_libraries() -> None:
    code = (
        "import sys, mom_env; print(sorted({'numpy', 'numba', 'gymnasium', 'pettingzoo', 'torch'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert result.stdout.strip() == "[]"
