"""The last info of a game says how it ended, for loggers, in every environment; the infos before do not."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.base.game import Game as BaseGame
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.kernel.masks import draw_action, random_draws
from mom_env.monkeys_on_the_moon import Game
from mom_env.sb3 import MonkeysVecEnv
from tests.support.sizes import smaller_without_jit

TOLD = {"score", "place", "winners", "is_success"}
MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
each_table = pytest.mark.parametrize("num_players", [2, 3, 4])


def expected(game: BaseGame[Any], seat: int) -> dict[str, Any]:
    """From the result of the rules page."""
    result: Any = game.result()
    return {
        "score": result["vp"][seat],
        "place": result["places"][seat],
        "winners": tuple(result["winners"]),
        "is_success": seat in result["winners"],
    }


def told(info: dict[str, Any]) -> dict[str, Any]:
    return {key: info[key] for key in TOLD & info.keys()}


@each_table
def test_the_last_infos_of_aec_are_the_result(num_players: int) -> None:
    env, draws = monkeys.env(num_players=num_players), random_draws(1)
    for seed in range(smaller_without_jit(20, 2)):
        env.reset(seed=seed)
        last = {}
        for agent in env.agent_iter():
            observation, _, termination, _, info = env.last()
            assert info.keys() >= TOLD if termination else not TOLD & info.keys()
            if termination:
                last[agent] = info
            assert observation is not None
            env.step(None if termination else draw_action(observation["action_mask"], draws))
        assert {agent: told(info) for agent, info in last.items()} == {
            f"player_{seat}": expected(env.game, seat) for seat in range(num_players)
        }
        assert not any(info["action_mask"].any() for info in last.values())


@each_table
def test_the_last_infos_of_parallel_are_the_result(num_players: int) -> None:
    env, draws = monkeys.parallel_env(num_players=num_players), random_draws(1)
    observations, infos = env.reset(seed=3)
    while env.agents:
        assert not any(TOLD & info.keys() for info in infos.values())
        actions = {agent: draw_action(seen["action_mask"], draws) for agent, seen in observations.items()}
        observations, _, _, _, infos = env.step(actions)
    assert [told(infos[f"player_{seat}"]) for seat in range(num_players)] == [
        expected(env.game, seat) for seat in range(num_players)
    ]


def test_a_game_that_is_cut_has_no_result() -> None:
    env, draws = monkeys.env(max_cycles=3), random_draws(1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(draw_action(env.observe(env.agent_selection)["action_mask"], draws))
    assert not any(TOLD & info.keys() for info in env.infos.values())


@pytest.mark.parametrize("make", [monkeys.env, monkeys.parallel_env])
def test_whoever_forfeits_is_last_and_nobody_has_a_score(make: Any) -> None:
    env = make(num_players=3)
    env.reset(seed=1)
    loser = env.game.seat
    action = int(np.argmin(env.observe(f"player_{loser}")["action_mask"]))
    infos = env.step({f"player_{loser}": action})[4] if hasattr(env, "wait") else env.step(action) or env.infos
    others = tuple(seat for seat in range(3) if seat != loser)
    assert told(infos[f"player_{loser}"]) == {"place": 3, "winners": others, "is_success": False}
    assert told(infos[f"player_{others[0]}"]) == {"place": 1, "winners": others, "is_success": True}


def first_legal(_observation: Any, mask: Any) -> int:
    return int(np.argmax(mask))


def ended_games(num_players: int, count: int) -> Iterator[tuple[int, dict[str, Any], Game]]:
    """Seat, last info and end of games in which everybody plays the first legal action."""
    env: Any = OneSeatEnv(num_players=num_players, opponents=first_legal)
    for seed in range(count):
        _, info = env.reset(seed=seed)
        over, game = False, Game(num_players, seed)
        while not over:
            assert not TOLD & info.keys()
            _, _, over, _, info = env.step(first_legal(None, info["action_mask"]))
        while not game.over:
            game.play(game.legal_actions()[0])
        yield info["seat"], info, game


@each_table
def test_the_last_info_of_gymnasium_is_the_result(num_players: int) -> None:
    seats = set()
    for seat, info, game in ended_games(num_players, smaller_without_jit(30, 2)):
        assert told(info) == expected(game, seat)
        seats.add(seat)
    assert len(seats) > 1


@each_table
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_a_batch_tells_what_the_library_s_own_vector_tells(num_players: int, mode: AutoresetMode, mask: str) -> None:
    """Ends and forfeits, in every form and type; illegal actions lose here."""
    arguments: dict[str, Any] = {"num_players": num_players, "illegal": "lose", "mask": mask}
    native = OneSeatVectorEnv(4, autoreset_mode=mode, **arguments)
    single = SyncVectorEnv([lambda: OneSeatEnv(**arguments) for _ in range(4)], autoreset_mode=mode)
    rng, ended, forfeited = np.random.default_rng(1), 0, 0
    _, infos = single.reset(seed=1)
    native.reset(seed=1)
    while ended < smaller_without_jit(20, 3) or not forfeited:
        actions = np.array([first_legal(None, mask) for mask in infos["action_mask"]])
        actions[rng.random(4) < 0.02] = -1
        one, two = single.step(actions), native.step(actions)
        infos = one[4]
        assert same(one, two)
        last = infos.get("final_info", infos)
        if "place" in last:
            ended += int(last["_place"].sum())
            forfeited += int((last["_place"] & ~last.get("_score", np.zeros(4, np.bool_))).sum())
    assert type(native.get_attr("mask")[0]) is str


def same(one: Any, two: Any) -> bool:
    """Equal values in equal forms, whatever they are made of."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, np.ndarray) and one.dtype == object:
        return two.dtype == object and len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, np.ndarray):
        return one.dtype == two.dtype and bool(np.array_equal(one, two))
    return type(one) is type(two) and bool(one == two)


@each_table
def test_the_infos_of_sb3_are_those_of_single_games(num_players: int) -> None:
    many = MonkeysVecEnv(3, num_players=num_players, opponents="greedy", seed=11)
    single = [OneSeatEnv(num_players=num_players, opponents="greedy") for _ in range(3)]
    many.reset()
    masks = [env.reset(seed=11 + i)[1]["action_mask"] for i, env in enumerate(single)]
    ended = 0
    while ended < smaller_without_jit(12, 3):
        actions = np.array([first_legal(None, mask) for mask in masks])
        _, _, dones, infos = many.step(actions)
        for i, env in enumerate(single):
            _, _, over, _, info = env.step(actions[i])
            assert told(infos[i]) == told(info)
            assert bool(dones[i]) == over == ("score" in infos[i])
            ended += over
            masks[i] = env.reset()[1]["action_mask"] if over else info["action_mask"]


def test_sb3_tells_a_forfeit_too() -> None:
    env = MonkeysVecEnv(2, num_players=4, illegal="lose", seat=2, seed=1)
    env.reset()
    _, _, dones, infos = env.step(np.array([-1, -1]))
    assert dones.all()
    assert [told(info) for info in infos] == [{"place": 4, "winners": (0, 1, 3), "is_success": False}] * 2


def test_the_library_s_statistics_count_wins() -> None:
    """`is_success` is what Stable-Baselines3 logs as rollout/success_rate."""
    env: Any = gymnasium.make("mom_env/MonkeysOnTheMoon-v0", num_players=2, opponents="random")
    wins = []
    for seed in range(smaller_without_jit(20, 2)):
        _, info = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(first_legal(None, info["action_mask"]))
        wins.append(info["is_success"])
        assert wins[-1] == (reward >= 0)  # shared wins pay 0 with two players
    assert len(set(map(type, wins))) == 1
