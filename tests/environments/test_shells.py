"""What all environments promise of their ends and of what they hand out, whichever library they are for."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.environments.gymnasium import OneSeatVectorEnv
from mom_env.environments.parallel import ParallelGames
from mom_env.monkeys_on_the_moon import Game
from mom_env.sb3 import MonkeysVecEnv
from tests.support.kernels import write_potentials

MINI: dict[str, Any] = {"num_players": 2, "deck": "mini"}


def first_legal(masks: NDArray[Any]) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    return actions


# Gymnasium: many games


@pytest.mark.parametrize("mode", ["SAME_STEP", "NEXT_STEP"])
def test_masks_and_observations_of_many_games_are_handed_out_fresh(mode: str) -> None:
    env: Any = OneSeatVectorEnv(2, autoreset_mode=mode, **MINI)
    handed = list[NDArray[Any]]()
    shown, infos = env.reset(seed=1)
    ends = 0
    while ends < 2:
        handed += [infos["action_mask"], infos["seat"], *shown.values()]
        before = [array.copy() for array in handed]
        shown, rewards, dones, _, infos = env.step(first_legal(env.action_masks()))
        handed += [rewards, dones]
        before += [rewards.copy(), dones.copy()]
        assert all(map(np.array_equal, handed, before))
        ends += int(dones.sum())
    for array in handed:
        array[...] = 0
    if mode == "NEXT_STEP":
        env.step(first_legal(env.action_masks()))  # deals where a game is over
    assert env.action_masks().any(axis=1).all()
    assert env.table.observations.any(axis=1).all()


def test_the_mask_of_a_game_that_ended_is_empty_and_its_flags_are_its_own() -> None:
    env: Any = OneSeatVectorEnv(3, **MINI)
    env.reset(seed=1)
    dones = np.zeros(3, bool)
    while not dones.any() or dones.all():
        _, _, dones, _, infos = env.step(first_legal(env.action_masks()))
    final = infos["final_info"]
    assert not final["action_mask"].any()
    assert infos["action_mask"].any(axis=1).all()
    for flags in (infos["_final_obs"], infos["_final_info"], final["_action_mask"], final["_seat"]):
        assert flags.tolist() == dones.tolist()
    assert [end is None for end in infos["final_obs"]] == (~dones).tolist()
    assert infos["_action_mask"].all()


# Stable-Baselines3


def test_an_episode_counts_from_the_last_reset() -> None:
    env = MonkeysVecEnv(2, seed=1, reward="vp", shaping="potential", **MINI)
    env.reset()
    for _ in range(12):
        env.step(first_legal(env.action_masks()))
    env.reset()
    sums, lengths, ended = np.zeros(2), np.zeros(2, int), 0
    while ended < 2:
        _, rewards, dones, infos = env.step(first_legal(env.action_masks()))
        sums += rewards
        lengths += 1
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["l"] == lengths[i]
            assert infos[i]["episode"]["r"] == pytest.approx(float(sums[i]), abs=1e-5)
            sums[i] = lengths[i] = 0
            ended += 1


def test_options_are_for_the_next_reset_alone() -> None:
    setup = Game(2, 8, deck="mini").replay()["setup"]
    env = MonkeysVecEnv(1, seat=0, seed=1, **MINI)
    env.set_options({"deal": setup, "seat": 1})
    env.reset()
    assert env.table.game_at(0).snapshot()["circle"] == setup["circle"]
    assert env.table.seats().tolist() == [1]
    circles = []
    for _ in range(3):
        env.reset()
        circles.append(env.table.game_at(0).snapshot()["circle"])
        assert env.table.seats().tolist() == [0]
    assert any(circle != setup["circle"] for circle in circles)


# Two games that end at once


def test_each_game_that_ended_shows_its_own_end() -> None:
    """Illegal actions end both games at the first step."""
    arguments: dict[str, Any] = {"illegal": "lose", "seat": 0, "opponents": "greedy", **MINI}
    gymnasium_env: Any = OneSeatVectorEnv(2, **arguments)
    sb3_env = MonkeysVecEnv(2, seed=1, **arguments)
    shown, _ = gymnasium_env.reset(seed=1)
    sb3_env.reset()
    begun = shown["observation"]
    assert not np.array_equal(begun[0], begun[1])
    *_, dones, _, infos = gymnasium_env.step(np.array([-1, -1]))
    _, _, ended, ends = sb3_env.step(np.array([-1, -1]))
    assert dones.all()
    assert ended.all()
    for i in range(2):
        assert np.array_equal(infos["final_obs"][i]["observation"], begun[i])
        assert np.array_equal(ends[i]["terminal_observation"], begun[i])


# PettingZoo


def decisions_of(env: Any) -> int:
    """How many decisions a game of first legal actions has."""
    env.reset(seed=1)
    count = 0
    while env.agents:
        env.step({env.agents[env.game.seat]: env.game.legal_actions()[0]})
        count += 1
    return count


def test_a_game_that_ends_at_max_cycles_has_ended_and_is_not_cut() -> None:
    count = decisions_of(monkeys.parallel_env(**MINI))
    for max_cycles, ended in ((count, True), (count + 1, True), (count - 1, False)):
        env = monkeys.parallel_env(max_cycles=max_cycles, **MINI)
        env.reset(seed=1)
        while env.agents:
            step = first_choice(env)
        _, rewards, terminations, truncations, _ = step
        assert set(terminations.values()) == {ended}
        assert set(truncations.values()) == {not ended}
        assert any(rewards.values()) or not ended
        turns = monkeys.raw_env(max_cycles=max_cycles, **MINI)
        turns.reset(seed=1)
        while not any((*turns.terminations.values(), *turns.truncations.values())):
            turns.step(turns.game.legal_actions()[0])
        assert set(turns.terminations.values()) == {ended}
        assert set(turns.truncations.values()) == {not ended}


def test_a_second_game_has_as_many_cycles_as_the_first() -> None:
    for make in (monkeys.parallel_env, monkeys.raw_env):
        env: Any = make(max_cycles=7, **MINI)
        lengths = []
        for seed in (1, 2):
            env.reset(seed=seed)
            count = 0
            while env.agents and not any(env.truncations.values() if make is monkeys.raw_env else ()):
                action = env.game.legal_actions()[0]
                env.step(action if make is monkeys.raw_env else {env.agents[env.game.seat]: action})
                count += 1
            lengths.append(count)
        assert lengths == [7, 7]


def first_choice(env: ParallelGames) -> Any:
    """Return what the first legal action of the seat to move brings."""
    assert env.game.seat is not None
    return env.step({env.agents[env.game.seat]: env.game.legal_actions()[0]})


def test_a_second_game_is_paid_as_if_it_were_the_first() -> None:
    """Though the first one was left in the middle, where seats had potentials."""
    paid = []
    for played_before in (0, 15):
        env = monkeys.parallel_env(shaping="potential", **MINI)
        for decisions in (played_before, 12):
            env.reset(seed=1)
            rewards = [first_choice(env)[1] for _ in range(decisions)]
        paid.append(rewards)
    assert paid[0] == paid[1]
    assert any(any(step.values()) for step in paid[0])


def totals_of(env: Any) -> list[float]:
    """Play a game of first choices, and return what each seat was paid."""
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else env.game.legal_actions()[0])
    return list(total.values())


def test_with_shaping_a_cut_pays_what_the_potential_has_gained_and_an_end_takes_it_back() -> None:
    """A learner adds its own estimate where a game is cut: the potential stays in."""
    count, leads = decisions_of(monkeys.parallel_env(**MINI)), np.zeros(4)
    game = monkeys.raw_env(**MINI)
    game.reset(seed=1)
    for cut in range(1, count):
        game.step(game.game.legal_actions()[0])
        write_potentials(game.game.states, 0, game.game.rules, leads)
        paid = totals_of(monkeys.raw_env(max_cycles=cut, shaping="potential", reward="vp", **MINI))
        assert paid == pytest.approx(leads[:2].tolist())
    ended = totals_of(monkeys.raw_env(max_cycles=count, shaping="potential", reward="vp", **MINI))
    vp = game.game.copy()
    vp.play(vp.legal_actions()[0])
    points: Any = vp.result()["vp"]
    own, other = points
    assert ended == pytest.approx([(own - other) / 20, (other - own) / 20])


def test_a_mask_in_the_infos_stays_as_it_was_handed_out() -> None:
    env = monkeys.raw_env(**MINI)
    env.reset(seed=1)
    for _ in range(5):
        mask = env.infos[env.agent_selection]["action_mask"]
        before = mask.copy()
        env.step(env.game.legal_actions()[0])
        assert np.array_equal(mask, before)
