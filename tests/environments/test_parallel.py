"""The Parallel environment beyond PettingZoo's own tests: waiting, illegal actions, shaping, copies."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.errors import CallOrder, IllegalAction, OptionError
from mom_env.kernel.masks import draw_action, random_draws
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from tests.support.deliveries import returns_of
from tests.support.kernels import write_potentials
from tests.support.sizes import smaller_without_jit


def started(moves: int = 0, seed: int = 1, **arguments: Any) -> tuple[Any, Any]:
    """An environment some random moves into its game, and what everybody saw last."""
    env, draws = monkeys.parallel_env(**arguments), random_draws(seed)
    observations, _ = env.reset(seed=seed)
    for _ in range(moves):
        observations, *_ = env.step(drawn(observations, draws))
    return env, observations


def drawn(observations: dict[str, Any], draws: Any) -> dict[str, int]:
    return {agent: draw_action(seen["action_mask"], draws) for agent, seen in observations.items()}


def mover(observations: dict[str, Any], env: Any) -> str:
    (agent,) = [agent for agent, seen in observations.items() if not seen["action_mask"][env.wait]]
    return agent


def test_an_idle_seat_has_one_action_and_may_leave_it_out() -> None:
    (env, seen), (twin, _) = started(10), started(10)
    agent = mover(seen, env)
    assert env.wait == NUM_ACTIONS
    assert all(int(seen[other]["action_mask"].sum()) == 1 for other in env.agents if other != agent)
    action = env.game.legal_actions()[-1]
    first = env.step({agent: action})
    second = twin.step({agent: action, **{other: env.wait for other in env.agents if other != agent}})
    assert env.game == twin.game
    assert str(first) == str(second)


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "vp", "rank"])
def test_what_a_seat_gets_adds_up_to_its_return(num_players: int, reward: str) -> None:
    env, draws = monkeys.parallel_env(num_players=num_players, reward=reward), random_draws(1)
    for seed in range(smaller_without_jit(20, 1)):
        observations, _ = env.reset(seed=seed)
        total = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            observations, rewards, *_ = env.step(drawn(observations, draws))
            total = {agent: total[agent] + rewards[agent] for agent in total}
        assert list(total.values()) == pytest.approx(returns_of(env))


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_pays_the_change_of_the_potential_at_every_step(gamma: float) -> None:
    mini: dict[str, Any] = {"num_players": 3, "deck": "mini"}
    (env, seen), (plain, _) = started(shaping="potential", gamma=gamma, **mini), started(**mini)
    draws, before = random_draws(2), np.zeros(MAX_PLAYERS)
    while env.agents:
        actions = drawn(seen, draws)
        seen, rewards, *_ = env.step(actions)
        _, unshaped, *_ = plain.step(actions)
        after = np.zeros(MAX_PLAYERS)
        write_potentials(env.game.states, 0, env.game.rules, after)
        change = [rewards[agent] - unshaped[agent] for agent in rewards]
        assert change == pytest.approx((gamma * after - before)[: len(change)].tolist())
        before = after


@pytest.mark.parametrize(
    ("offend", "rewards"),
    [
        ("mover", [-1.0, 0.5, 0.5]),
        ("idle", [0.5, -1.0, 0.5]),
        ("both", [-1.0, -1.0, 2.0]),
        ("all", [-1.0, -1.0, -1.0]),
    ],
)
def test_an_illegal_action_ends_the_game(offend: str, rewards: list[float], caplog: pytest.LogCaptureFixture) -> None:
    env, seen = started(5, num_players=3)
    agent = mover(seen, env)
    others = [other for other in env.agents if other != agent]
    legal = {agent: env.game.legal_actions()[0], **dict.fromkeys(others, env.wait)}
    wrong = {agent: env.wait} if offend != "idle" else {}
    wrong |= dict.fromkeys({"mover": [], "idle": others[:1], "both": others[:1], "all": others}[offend], 0)
    seen, got, terminations, truncations, infos = env.step(legal | wrong)
    assert [got[a] for a in (agent, *others)] == rewards
    assert (set(terminations.values()), set(truncations.values()), env.agents) == ({True}, {False}, [])
    assert all(f"{a} loses the game: action {wrong[a]} is not in its mask" in caplog.text for a in wrong)
    assert not any(seen[a]["action_mask"].any() or infos[a]["action_mask"].any() for a in got)


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ({}, IllegalAction, "expected one of player_"),
        (None, IllegalAction, "actions: expected a mapping with an action id for each agent, found None"),
        ([0, 0, 0, 0], IllegalAction, r"actions: expected a mapping .*, found \[0, 0, 0, 0\]"),
        ({"player_9": 0}, OptionError, "agent: expected some of player_0, .*found 'player_9'"),
        (dict.fromkeys([f"player_{seat}" for seat in range(4)], "pass"), IllegalAction, "player_0: expected an"),
        (dict.fromkeys([f"player_{seat}" for seat in range(4)], -1), IllegalAction, "from 0 to 632, found -1"),
    ],
)
def test_what_is_no_action_changes_nothing(actions: Any, error: Any, words: str) -> None:
    env, _ = started(5)
    before = env.game.copy()
    with pytest.raises(error, match=words):
        env.step(actions)
    assert env.game == before
    assert len(env.agents) == 4


def test_a_game_is_dealt_before_it_is_played() -> None:
    with pytest.raises(CallOrder, match=r"reset\(\) deals one"):
        monkeys.parallel_env().step({})


def test_max_cycles_cuts_the_game() -> None:
    env, seen = started(3, max_cycles=4)
    _, rewards, terminations, truncations, _ = env.step(drawn(seen, random_draws(1)))
    assert (set(truncations.values()), set(terminations.values()), env.agents) == ({True}, {False}, [])
    assert set(rewards.values()) == {0.0}


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_with_the_same_game(duplicate: Callable[[Any], Any]) -> None:
    env, seen = started(20, shaping="potential", max_cycles=40)
    twin = duplicate(env)
    assert trace(twin, seen) == trace(env, seen)
    assert str(env.reset()) == str(twin.reset())


def trace(env: Any, seen: dict[str, Any]) -> list[str]:
    draws, steps = random_draws(7), []
    while env.agents:
        result = env.step(drawn(seen, draws))
        seen = result[0]
        steps.append(str([array.tolist() for view in seen.values() for array in view.values()]) + str(result[1:4]))
    return steps


def test_what_is_handed_out_is_fresh() -> None:
    env, _ = started(3)
    _, infos = env.reset()
    for agent in env.agents:
        one, other = env.observe(agent), env.observe(agent)
        assert not any(np.shares_memory(one[key], other[key]) for key in one)
        assert not np.shares_memory(infos[agent]["action_mask"], one["action_mask"])
        assert env.observation_space(agent).contains(one)
        assert env.observation_space(agent) is env.observation_space(agent)
    assert env.state().shape == env.state_space.shape
