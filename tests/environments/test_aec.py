"""The AEC environment beyond PettingZoo's own tests: rewards, order, illegal actions, copies, deals, arguments."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.environments.aec import Env, RawEnv
from mom_env.errors import CallOrder, DeckError, IllegalAction, MomError, OptionError, OutOfSpace, PositionError
from mom_env.kernel.masks import NO_ACTION, draw_action, random_draws
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.hidden import HIDDEN_SIZE
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from tests.support.chance import numpy_state
from tests.support.deliveries import differences, played
from tests.support.sizes import smaller_without_jit

EPISODES = smaller_without_jit(1000, 6)
MAKERS = [monkeys.env, monkeys.raw_env]
each_maker = pytest.mark.parametrize("make", MAKERS, ids=["env", "raw_env"])
each_table = pytest.mark.parametrize("num_players", [2, 3, 4])


def started(make: Callable[..., Any] = monkeys.env, seed: int = 1, moves: int = 0, **arguments: Any) -> Any:
    """An environment some random moves into its game."""
    env, draws = make(**arguments), random_draws(seed)
    env.reset(seed=seed)
    for _ in range(moves):
        env.step(draw_action(env.last()[0]["action_mask"], draws))
    return env


def illegal_action(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


# Rewards


@each_table
@pytest.mark.parametrize("reward", ["win", "vp", "rank"])
def test_what_a_seat_gets_adds_up_to_its_return(num_players: int, reward: str) -> None:
    count = EPISODES if reward == "win" else EPISODES // 10 + 1
    found = differences(monkeys.raw_env(num_players=num_players, reward=reward), count, seed=5)
    assert found.different == 0
    assert found.negative > 0.9 * count  # two players may draw
    assert found.episodes == count


def test_a_reward_that_is_lost_would_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    end = RawEnv._end
    monkeypatch.setattr(RawEnv, "_end", lambda self, returns, *rest: end(self, [max(0.0, r) for r in returns], *rest))
    found = differences(monkeys.raw_env(num_players=3), 3, seed=5)
    assert found.different > 0
    assert found.negative == 0


def test_rewards_wait_for_the_seat_s_next_decision() -> None:
    env = started(monkeys.raw_env, shaping="potential", options={"monkey_treachery": True})
    given = dict.fromkeys(env.agents, 0.0)
    draws = random_draws(3)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        assert reward == pytest.approx(given[agent])
        given[agent] = 0.0
        env.step(None if termination else draw_action(observation["action_mask"], draws))
        for other, more in env.rewards.items():
            given[other] += more


# Shaping


@each_table
@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaping_adds_what_the_choices_of_the_seat_do_not_change(num_players: int, gamma: float) -> None:
    """Discounted at each of its own decisions, what shaping adds is minus the potential at the first of them."""
    for seed in range(smaller_without_jit(20, 1)):
        arguments = {"num_players": num_players, "gamma": gamma}
        plain = played(monkeys.raw_env(**arguments), seed)
        shaped = played(monkeys.raw_env(shaping="potential", **arguments), seed)
        for agent in plain:
            before, *after = (b - a for a, b in zip(plain[agent], shaped[agent], strict=True))
            discounted = sum(gamma**k * extra for k, extra in enumerate(after))
            assert discounted == pytest.approx(-before / gamma, abs=1e-9)
            if gamma == 1:
                assert sum(shaped[agent]) == pytest.approx(sum(plain[agent]), abs=1e-9)


def test_shaping_pays_on_the_way() -> None:
    shaped = played(monkeys.raw_env(shaping="potential"), 3)
    assert sum(any(payments[1:-1]) for payments in shaped.values()) == len(shaped)


def test_an_illegal_action_costs_the_same_with_shaping() -> None:
    env = started(monkeys.env, moves=60, shaping="potential")
    rest = env._shaping._held.copy()
    loser = env.agent_selection
    env.step(illegal_action(env))
    expected = [(-1 if agent == loser else 1 / 3) - held for agent, held in zip(env.agents, rest, strict=True)]
    assert any(rest)
    assert list(env.rewards.values()) == pytest.approx(expected)


# Illegal actions


def test_env_ends_the_game_at_an_illegal_action(caplog: pytest.LogCaptureFixture) -> None:
    env = started(moves=10, num_players=3)
    loser, action = env.agent_selection, illegal_action(env)
    env.step(action)
    assert env.rewards == {agent: -1.0 if agent == loser else 0.5 for agent in env.possible_agents}
    assert env._cumulative_rewards == env.rewards
    assert (set(env.terminations.values()), set(env.truncations.values())) == ({True}, {False})
    assert f"{loser} loses the game" in caplog.text
    assert f"action {action} ({env.game.describe(action)})" in caplog.text
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    assert not any(info["action_mask"].any() for info in env.infos.values())
    assert [env.last()[1:4] for _ in env.agent_iter() if env.step(None) is None and env.agents]
    assert env.agents == []


@pytest.mark.parametrize(
    "action",
    [
        None,
        -1,
        NUM_ACTIONS,
        10**30,
        2.5,
        "pass",
        float("nan"),
        np.array([1, 2]),
        {},
        True,
        np.True_,
        np.array([True])[0],
    ],
)
def test_what_is_no_action_changes_nothing(action: Any) -> None:
    for make, error in ((monkeys.env, OutOfSpace), (monkeys.raw_env, IllegalAction)):
        env = started(make, moves=5)
        before, agent = env.game.copy(), env.agent_selection
        with pytest.raises(error):
            env.step(action)
        assert (env.game, env.agent_selection) == (before, agent)
        assert not any(env.terminations.values())


def test_raw_env_refuses_an_illegal_action_and_changes_nothing() -> None:
    env = started(monkeys.raw_env, moves=5)
    before = env.game.copy()
    with pytest.raises(IllegalAction, match=f"{env.agent_selection}'s decision is "):
        env.step(illegal_action(env))
    assert env.game == before
    assert not any(env.terminations.values())


@each_maker
@pytest.mark.parametrize("kind", [int, np.int32, np.uint16, np.array])
def test_an_action_may_be_any_whole_number(make: Callable[..., Any], kind: Any) -> None:
    env = started(make)
    env.step(kind(env.game.legal_actions()[0]))
    assert not any(env.terminations.values())


# Order of calls


@pytest.mark.parametrize("what", ["step", "observe", "state", "render", "agent_iter"])
def test_nothing_works_before_reset(what: str) -> None:
    arguments: dict[str, list[Any]] = {"step": [0], "observe": ["player_0"]}
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before") as caught:
        getattr(monkeys.env(), what)(*arguments.get(what, []))
    assert isinstance(caught.value, CallOrder)


@pytest.mark.parametrize("name", ["rewards", "terminations", "truncations", "infos", "agent_selection", "agents"])
def test_what_reset_makes_is_not_there_before(name: str) -> None:
    env = monkeys.env()
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(env, name)
    env.reset()
    getattr(env, name)
    with pytest.raises(AttributeError, match="no_such_name"):
        env.no_such_name  # noqa: B018  # to read it is the test


def test_a_loop_over_the_agents_needs_a_step() -> None:
    env = started()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            pass
    assert len([env.step(env.game.legal_actions()[0]) for _ in started().agent_iter(1)]) == 1


def test_a_step_after_the_end_only_warns() -> None:
    env = started(max_cycles=1)
    env.step(env.game.legal_actions()[0])
    for _ in env.agent_iter():
        env.step(None)
    EnvLogger.flush()
    env.step(0)
    assert "step() called after all agents are terminated" in EnvLogger.mqueue[0]


@each_maker
def test_an_agent_that_is_done_takes_no_action(make: Callable[..., Any]) -> None:
    env = started(make, max_cycles=1)
    env.step(env.game.legal_actions()[0])
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)


# What is seen


def test_any_agent_may_be_observed_at_any_time_in_fresh_arrays() -> None:
    env, draws = started(), random_draws(2)
    for _ in range(50):
        for agent in env.possible_agents:
            first, second = env.observe(agent), env.observe(agent)
            assert not any(np.shares_memory(first[key], second[key]) for key in first)
            assert not np.shares_memory(first["action_mask"], env.infos[agent]["action_mask"])
            assert env.observation_space(agent).contains(first)
            assert first["action_mask"].any() == (agent == env.agent_selection)
            kept = {key: value.copy() for key, value in first.items()}
            for key in second:
                second[key][:] = 1
            assert all(np.array_equal(env.observe(agent)[key], kept[key]) for key in kept)
        env.step(draw_action(env.last()[0]["action_mask"], draws))


def test_who_is_no_agent_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError, match="expected one of player_0, player_1, player_2, player_3, found 'player_4'"):
        started().observe("player_4")


def test_state_holds_every_seat_s_view_and_what_is_hidden() -> None:
    env = started(moves=20, num_players=3, options={"hidden_coins": True})
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    state = env.state()
    assert np.array_equal(state[: 3 * len(seen[0])], np.concatenate(seen))
    assert not state[3 * len(seen[0]) : 4 * len(seen[0])].any()
    assert state.shape == env.state_space.shape == (4 * OBSERVATION_SIZE + HIDDEN_SIZE,)
    assert not np.shares_memory(state, env.state())


def test_state_differs_where_anything_hidden_differs() -> None:
    env = started(moves=20)
    for seat in range(4):
        for seed in range(5):
            other = copy.deepcopy(env)
            other.game = env.game.resample_hidden(seat, seed)
            view, piles = env.game.snapshot(), other.game.snapshot()
            assert (view != piles) == (not np.array_equal(env.state(), other.state()))


# Copies


@each_maker
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("moves", [0, 30])
def test_a_copy_goes_on_with_the_same_game(
    make: Callable[..., Any], duplicate: Callable[[Any], Any], moves: int
) -> None:
    env = started(make, moves=moves, shaping="potential", max_cycles=80)
    twin = duplicate(env)
    assert trace(twin) == trace(env)
    env.reset()
    twin.reset()
    assert trace(twin) == trace(env)


def test_a_copy_is_independent() -> None:
    env = started(moves=10)
    twin = copy.deepcopy(env)
    before = env.last()[0]["observation"]
    trace(twin)
    assert np.array_equal(env.last()[0]["observation"], before)


def test_an_environment_that_was_never_reset_can_be_copied() -> None:
    twin = copy.deepcopy(monkeys.env(num_players=2))
    twin.reset(seed=3)
    assert trace(twin) == trace(started(seed=3, num_players=2))


def trace(env: Any) -> list[Any]:
    """All that comes from playing on."""
    chance, seen = random.Random(1), []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        seen.append((agent, observation["observation"].tobytes(), reward, termination, truncation))
        is_done = termination or truncation
        env.step(None if is_done else chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return seen


# Deals


def test_reset_without_a_seed_goes_on_with_the_stream() -> None:
    deals = []
    for _ in range(2):
        env = started(seed=9)
        deals.append([env.game.snapshot()])
        for _ in range(5):
            env.reset()
            deals[-1].append(env.game.snapshot())
    assert deals[0] == deals[1]
    assert all(deals[0].count(deal) == 1 for deal in deals[0])
    assert deals[0][0] == Game(4, 9).snapshot()


def test_environments_without_a_seed_differ_and_touch_no_global_chance() -> None:
    state, chance = random.getstate(), numpy_state()
    one, other = monkeys.env(), monkeys.env()
    one.reset()
    other.reset()
    assert one.game != other.game
    assert random.getstate() == state
    assert numpy_state() == chance


def test_reset_deals_what_is_asked_for() -> None:
    env = started()
    setup = Game(4, 77).replay()["setup"]
    env.reset(options={"deal": setup})
    assert env.game.snapshot() == Game(4, 77).snapshot()
    assert env.game.replay()["setup"] == setup


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seed": -1}, OptionError, "seed: expected a whole number from 0"),
        ({"seed": 1.5}, OptionError, "seed: expected a whole number from 0"),
        ({"options": {"deal": {}}}, PositionError, "hands"),
        (
            {"options": {"deal": Game(3, 1).replay()["setup"]}},
            PositionError,
            "expected one for 4 players, found one for 3",
        ),
        ({"options": 7}, OptionError, "options: expected a mapping, found 7"),
    ],
)
def test_a_reset_that_cannot_be_leaves_the_game_as_it_is(arguments: dict[str, Any], error: Any, words: str) -> None:
    env = started(moves=7)
    before = env.game.copy()
    stream = env._rng.bit_generator.state
    with pytest.raises(error, match=words):
        env.reset(**arguments)
    assert env.game == before
    assert env._rng.bit_generator.state == stream
    assert env.last()[0]["action_mask"].any()


def test_an_unknown_option_of_reset_is_passed_over_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    env = started()
    env.reset(seed=1, options={"deals": 1})
    assert env.game == Game(4, 1)
    assert "options ignored: deals; there is 'deal'" in caplog.text


# Arguments


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 3}, "argument .*: expected one of num_players, deck.*found 'players'; did you mean 'num_players'"),
        ({"num_players": 5}, "num_players: deck 'standard' is for 2, 3 or 4 players, found 5"),
        ({"num_players": "3"}, "num_players: expected a valid integer, found '3'"),
        ({"deck": "huge"}, "found 'huge'"),
        ({"options": {"scorn": 1}}, "options: expected some of raise.*found 'scorn'"),
        ({"reward": "money"}, "reward: expected 'win', 'vp' or 'rank', found 'money'"),
        ({"shaping": "magic"}, "shaping: expected 'potential', found 'magic'"),
        ({"gamma": 0.0}, "gamma: expected greater than 0, found 0.0"),
        ({"gamma": 1.5}, "gamma: expected less than or equal to 1, found 1.5"),
        ({"skip_forced": 1}, "skip_forced: expected a valid boolean, found 1"),
        ({"render_mode": "svg"}, "render_mode: expected 'ansi', 'rgb_array' or 'human', found 'svg'"),
        ({"max_cycles": 0}, "max_cycles: expected greater than or equal to 1, found 0"),
    ],
)
def test_a_wrong_argument_is_named_with_what_is_allowed(arguments: dict[str, Any], words: str) -> None:
    for make in (monkeys.env, monkeys.raw_env, monkeys.parallel_env):
        with pytest.raises((OptionError, DeckError), match=words):
            make(**arguments)


@each_maker
def test_a_deck_may_be_given_by_its_content(make: Callable[..., Any]) -> None:
    env = started(make, deck=load_deck("mini").plain(), num_players=3)
    assert env.game.ruleset.deck.plain() == load_deck("mini").plain()
    env.reset()
    assert env.game.ruleset.deck.plain() == load_deck("mini").plain()


def test_max_cycles_cuts_the_game_for_all_at_the_same_step() -> None:
    env = started(moves=12, max_cycles=12)
    assert (set(env.truncations.values()), set(env.terminations.values())) == ({True}, {False})
    assert set(env.rewards.values()) == {0.0}
    assert len(env.game.replay()["moves"]) == 12
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    env.reset()
    assert not any(env.truncations.values())


def test_spaces_are_the_same_objects_and_equal_for_all() -> None:
    env = monkeys.env()
    for space in (env.observation_space, env.action_space):
        spaces = [space(agent) for agent in env.possible_agents]
        assert all(space(agent) is known for agent, known in zip(env.possible_agents, spaces, strict=True))
        assert all(known == spaces[0] for known in spaces)


def test_the_checks_are_one_class_over_the_raw_environment() -> None:
    env = monkeys.env()
    assert isinstance(env, Env)
    assert isinstance(env.unwrapped, RawEnv)
    assert env.unwrapped.game is env.game
    assert issubclass(CallOrder, MomError)


# Masks


def test_a_drawn_action_is_any_of_the_mask_s_with_the_same_chance() -> None:
    mask, draws = np.zeros(13, np.int8), random_draws(4)
    assert draw_action(mask, draws) == NO_ACTION
    mask[[0, 5, 12]] = 1
    drawn = [draw_action(mask, draws) for _ in range(3000)]
    counts = [drawn.count(action) for action in (0, 5, 12)]
    assert sum(counts) == 3000
    assert all(850 < count < 1150 for count in counts)
