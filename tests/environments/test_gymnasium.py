"""The Gymnasium environments: what the library asks of them, and the recorded games through them."""

import copy
import pickle
import re
import runpy
import subprocess
import sys
import warnings
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from mom_env.bench import vector_env
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.errors import CallOrder, IllegalAction, OptionError, UnknownAttribute
from mom_env.games import GAMES
from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from tests.support.playthroughs import OPTIONS, Case, cases
from tests.support.scripted import record
from tests.support.sizes import smaller_without_jit

NAME = "mom_env/MonkeysOnTheMoon-v0"
EXAMPLES = Path(__file__).parents[2] / "examples"
REWARDS = ("win", "vp", "rank")
RUN = cases() if is_compiled() else cases()[::8]  # plain Python takes some seconds a game
CHECKED = list(product((2, 3, 4), REWARDS, OPTIONS)) if is_compiled() else [(2, "vp", "plain")]


def middle(mask: NDArray[Any]) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[len(legal) // 2])


def middle_one(_observation: Any, mask: NDArray[Any]) -> int:
    return middle(mask)


def same(one: Any, other: Any) -> bool:
    """Equal values in equal forms, whatever they are made of."""
    if isinstance(one, dict):
        return bool(one.keys() == other.keys()) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return bool(one.dtype == other.dtype) and bool(np.array_equal(one, other))
    return bool(one == other)


# What the library asks


@pytest.mark.parametrize(("num_players", "reward", "options"), CHECKED)
def test_the_library_s_own_check_passes(num_players: int, reward: str, options: str) -> None:
    """Warnings are errors here. It samples illegal actions, so they lose. Its render check would open a window."""
    arguments: dict[str, Any] = {"num_players": num_players, "reward": reward, "options": OPTIONS[options]}
    env = gymnasium.make(NAME, opponents="greedy", illegal="lose", **arguments)
    check_env(env.unwrapped, skip_render_check=True)


def test_it_is_made_by_its_name() -> None:
    env = gymnasium.make(NAME, num_players=3, opponents="greedy", seat="random")
    assert isinstance(env.unwrapped, OneSeatEnv)
    assert isinstance(env.action_space, Discrete)
    assert env.action_space.n == NUM_ACTIONS
    assert isinstance(env.observation_space, Dict)
    assert env.observation_space["observation"] == Box(-1, 1, (OBSERVATION_SIZE,), np.float32)
    assert env.observation_space["action_mask"] == Box(0, 1, (NUM_ACTIONS,), np.int8)
    assert env.spec is not None
    assert not same(env.reset()[0], env.reset()[0])


@pytest.mark.outside
@pytest.mark.parametrize("first", ["gymnasium", "mom_env"])
def test_it_is_registered_whichever_is_imported_first(first: str) -> None:
    both = f"import {first}, gymnasium, mom_env"
    code = f"{both}; print(gymnasium.spec({NAME!r}).id, gymnasium.spec({NAME!r}).vector_entry_point)"
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert output.split() == [NAME, "mom_env.environments.gymnasium:OneSeatVectorEnv"]


def test_actions_drawn_with_the_mask_play_a_whole_game() -> None:
    env = gymnasium.make(NAME, num_players=2, opponents="random")
    observation, info = env.reset(seed=1)
    env.action_space.seed(1)
    over, rewards = False, []
    while not over:
        assert env.observation_space.contains(observation)
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"].astype(bool))  # type: ignore[attr-defined]
        action = env.action_space.sample(mask=info["action_mask"])
        observation, reward, over, truncated, info = env.step(action)
        rewards.append(reward)
        assert (type(reward), type(over), truncated) == (float, bool, False)
    assert not any(rewards[:-1])
    assert rewards[-1] in (-1, 0, 1)
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(action)


def test_arrays_are_handed_out_fresh() -> None:
    env: Any = OneSeatEnv(num_players=2)
    shown, info = env.reset(seed=1)
    arrays = [*shown.values(), info["action_mask"], env.action_masks()]
    before = [array.copy() for array in arrays]
    for _ in range(5):
        env.step(middle(env.action_masks()))
    assert all(map(np.array_equal, arrays, before))
    for array in arrays:
        array[:] = 0
    assert env.action_masks().any()


def test_a_seed_settles_a_game_and_the_next_ones() -> None:
    def games(env: OneSeatEnv) -> list[Any]:
        shown = [env.reset(seed=7), env.step(middle(env.action_masks())), env.reset(), env.reset()]
        return [*shown, env.step(middle(env.action_masks()))]

    one, other = games(OneSeatEnv()), games(OneSeatEnv())
    assert all(same(a, b) for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))
    assert not same(one[0][0], one[2][0])


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on(how: Any) -> None:
    env = OneSeatEnv(num_players=3)
    env.reset(seed=1)
    for _ in range(4):
        env.step(middle(env.action_masks()))
    other = how(env)
    for _ in range(10):
        action = middle(env.action_masks())
        one, two = env.step(action), other.step(action)
        assert all(map(same, one, two))


def refused_in_words(env: OneSeatEnv) -> str:
    """The first action that is not legal, in the words of the game and not by the place of a tribe."""
    action = int(np.argmin(env.action_masks()))
    words = env.table.game_at(0).describe(action)
    assert "place" not in words
    return re.escape(f"action {action} ({words}) is not legal")


def test_an_illegal_action_raises_or_loses() -> None:
    env: Any = OneSeatEnv(num_players=3)
    shown, _ = env.reset(seed=1)
    where = r'is not legal; info\["action_mask"\] marks the legal ones; with illegal="lose" an illegal action loses'
    for action in (int(np.argmin(shown["action_mask"])), -1, NUM_ACTIONS, 10**9):
        with pytest.raises(IllegalAction, match=where):
            env.step(action)
    with pytest.raises(IllegalAction, match=refused_in_words(env)):
        env.step(int(np.argmin(shown["action_mask"])))
    for wrong in (1.0, "pass", None, [1], np.array([1, 2]), True, np.True_, 10**30):
        with pytest.raises(IllegalAction, match="actions: expected"):
            env.step(wrong)
    assert np.array_equal(env.action_masks(), shown["action_mask"])
    env.step(middle(env.action_masks()))

    loser: Any = OneSeatEnv(num_players=3, illegal="lose")
    shown, _ = loser.reset(seed=1)
    shown, reward, terminated, truncated, info = loser.step(int(np.argmin(shown["action_mask"])))
    assert (reward, terminated, truncated) == (-1, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        loser.step(0)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.uint64, np.array, lambda action: np.array([action])[0]])
def test_an_action_may_be_any_whole_number(kind: Any) -> None:
    make: Any = partial(OneSeatEnv, num_players=2, seat=0, opponents="greedy")
    env, plain = make(), make()
    mask = env.reset(seed=1)[1]["action_mask"]
    plain.reset(seed=1)
    assert same(env.step(kind(middle(mask)))[0], plain.step(middle(mask))[0])


def test_bad_arguments_name_what_there_is() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(OptionError, match=r"argument .*: expected one of num_players, .* did you mean 'opponents'"):
            make(NAME, opponent="greedy")
        with pytest.raises(OptionError, match=r"seat: expected 0 to 1 or 'random', found 2"):
            make(NAME, num_players=2, seat=2)
    with pytest.raises(OptionError, match="autoreset_mode: expected SAME_STEP or NEXT_STEP, found 'DISABLED'"):
        OneSeatVectorEnv(2, autoreset_mode="DISABLED")
    with pytest.raises(OptionError, match="render_mode: expected 'ansi', 'rgb_array' or 'human', found 'svg'"):
        OneSeatEnv(render_mode="svg")
    with pytest.raises(OptionError, match="seed: expected a whole number"):
        OneSeatEnv().reset(seed=-1)


def test_it_shows_the_position_as_pixels() -> None:
    env = OneSeatEnv(num_players=2, render_mode="rgb_array")
    env.reset(seed=1)
    pixels: Any = env.render()
    assert (pixels.dtype, pixels.ndim, pixels.shape[2]) == (np.uint8, 3, 3)
    assert pixels.std() > 0
    env.close()


def test_it_shows_the_position_as_text() -> None:
    env = gymnasium.make(NAME, num_players=2, opponents=middle_one, seat=0, render_mode="ansi")
    env.reset(seed=1)
    game = Game(2, 1)
    while game.seat != 0:
        game.play(middle(game.observe(1)["action_mask"]))
    assert env.render() == Game.from_record(game.ruleset, game.states).to_text()
    assert OneSeatEnv().render() is None


@pytest.fixture
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOM_ENV_DISPLAY", "dummy")


@pytest.mark.usefixtures("_no_screen")
def test_a_window_follows_the_game_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    monkeypatch.setattr("mom_env.drawing.Window.show", lambda _, svg: shown.append(svg))
    one: Any = OneSeatEnv(render_mode="human", num_players=2)
    many = vector(2, render_mode="human", num_players=2)
    for env in (one, many):
        shown.clear()
        _, info = env.reset(seed=1)
        env.step(middle(info["action_mask"]) if env is one else np.array(list(map(middle, info["action_mask"]))))
        assert len(set(shown)) == len(shown) == 2
        assert env.render() is None
        env.close()


def test_a_batch_shows_game_0() -> None:
    texts: Any = gymnasium.make_vec(NAME, num_envs=3, num_players=2, render_mode="ansi")
    texts.reset(seed=1)
    (text,) = texts.render()
    alone = OneSeatEnv(num_players=2, render_mode="ansi")
    alone.reset(seed=1)
    assert text == alone.render()
    assert vector(2).render() is None
    (pixels,) = shown_pixels(vector(2, num_players=2, render_mode="rgb_array"))
    assert (pixels.dtype, pixels.ndim) == (np.uint8, 3)


def shown_pixels(env: OneSeatVectorEnv) -> Any:
    env.reset(seed=1)
    return env.render()


# The mask in the infos alone


def test_the_mask_may_be_in_the_infos_alone() -> None:
    """The same games, with a plain Box as observation, alone and many at once."""
    with_mask: Any = OneSeatEnv(num_players=3, seat=0)
    flat: Any = OneSeatEnv(num_players=3, seat=0, mask="info")
    assert flat.observation_space == Box(-1, 1, (OBSERVATION_SIZE,), np.float32)
    (one, told), (two, info) = with_mask.reset(seed=1), flat.reset(seed=1)
    over = False
    while not over:
        assert np.array_equal(one["observation"], two)
        assert flat.observation_space.contains(two)
        assert same(told, info)
        action = middle(info["action_mask"])
        (one, _, over, _, told), (two, *_, info) = with_mask.step(action), flat.step(action)
    many = vector(3, num_players=3, seat=0, mask="info")
    seen, infos = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    while True:
        seen, _, dones, _, infos = many.step(np.array(list(map(middle, infos["action_mask"]))))
        if dones.any():
            break
    finals = infos["final_obs"][np.flatnonzero(dones)]
    assert all(many.single_observation_space.contains(final) for final in finals)
    with pytest.raises(OptionError, match="mask: expected 'observation' or 'info', found 'both'"):
        OneSeatEnv(mask="both")


# The recorded games


@pytest.mark.parametrize("case", RUN, ids=lambda case: case.name)
def test_a_recorded_game_is_the_same_from_every_seat(case: Case) -> None:
    recording = record(case)
    for seat, reward in zip(range(case.num_players), REWARDS * 2, strict=False):
        env: Any = OneSeatEnv(**recording.arguments(seat, reward))
        shown, info = env.reset(seed=case.seed)
        total, over = 0.0, False
        for stop in recording.of(seat):
            assert not over
            assert same(shown, stop.view)
            assert (np.array_equal(info["action_mask"], shown["action_mask"]), info["seat"]) == (True, seat)
            shown, got, over, truncated, info = env.step(stop.action)
            total += got
            assert (truncated, got != 0 and not over) == (False, False)
        assert over
        assert same(shown, recording.game.observe(seat))
        assert abs(total - recording.return_of(seat, reward)) < 1e-6


# Many at once


def vector(num_envs: int, **arguments: Any) -> Any:
    env = gymnasium.make_vec(NAME, num_envs=num_envs, **arguments)
    assert isinstance(env.unwrapped, OneSeatVectorEnv)
    return env.unwrapped


def test_the_spaces_are_those_of_one_game_batched() -> None:
    env = vector(5, num_players=3)
    assert env.num_envs == 5
    assert isinstance(env.action_space, MultiDiscrete)
    assert env.action_space.shape == (5,)
    shown, _ = env.reset(seed=1)
    assert env.observation_space.contains(shown)
    assert env.single_observation_space == OneSeatEnv().observation_space
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("num_players", [2, 4] if is_compiled() else [2])
def test_it_does_what_the_library_s_own_vector_of_single_games_does(num_players: int, mode: AutoresetMode) -> None:
    """Observations, rewards, ends and infos, in every form and type, over some games' ends."""
    arguments: dict[str, Any] = {"num_players": num_players, "opponents": "greedy", "reward": "vp"}
    arguments["shaping"] = "potential"
    single: Any = SyncVectorEnv([lambda: OneSeatEnv(**arguments) for _ in range(3)], autoreset_mode=mode)
    native = vector(3, autoreset_mode=mode.name, **arguments)
    ended = 0
    one, other = single.reset(seed=5), native.reset(seed=5)
    assert same(one[0], other[0])
    assert same(one[1], other[1])
    while ended < smaller_without_jit(6, 2):
        actions = np.array([middle(mask) if mask.any() else 0 for mask in other[0]["action_mask"]])
        one, other = single.step(actions), native.step(actions)
        assert [type(part) for part in one] == [type(part) for part in other]
        for a, b in zip(one, other, strict=True):
            assert same(a, b)
        ended += int(other[2].sum())
    single.close()
    native.close()


def test_it_answers_for_its_games_as_the_library_s_own_vector() -> None:
    arguments: dict[str, Any] = {"num_players": 3, "reward": "vp", "opponents": "greedy"}
    native = vector(4, **arguments)
    own = SyncVectorEnv([lambda: OneSeatEnv(**arguments) for _ in range(4)])
    native.reset(seed=1)
    own.reset(seed=1)
    assert native.autoreset_mode is native.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert native.call("action_masks")[0].dtype == np.bool_
    assert all(map(np.array_equal, native.call("action_masks"), own.call("action_masks")))
    for name in ("observation_space", "action_space", "render_mode"):
        assert native.get_attr(name) == own.get_attr(name) == native.call(name)
    assert [dict(one) for one in native.get_attr("settings")] == [dict(one) for one in own.get_attr("settings")]
    assert native.get_attr("num_players") == (3,) * 4
    with pytest.raises(UnknownAttribute, match="expected an argument or a space of the environment, found") as caught:
        native.get_attr("colour")
    assert isinstance(caught.value, AttributeError)
    with pytest.raises(
        OptionError, match="set_attr: expected arguments when the environment is made, found reward='win"
    ):
        native.set_attr("reward", "win")


def test_its_name_says_what_it_is() -> None:
    what = "monkeys_on_the_moon, 3 players, opponents 'greedy', seat 'random', reward 'win'"
    assert repr(OneSeatEnv(num_players=3, opponents="greedy")) == f"<OneSeatEnv: {what}>"
    assert repr(vector(7, num_players=3, opponents="greedy")) == f"<OneSeatVectorEnv: 7 games of {what}>"
    assert str(gymnasium.make(NAME)).count("OneSeatEnv") == 1


def test_seeds_may_be_a_list() -> None:
    env = vector(3)
    counted, _ = env.reset(seed=5)
    listed, _ = env.reset(seed=[5, 6, 7])
    assert same(counted, listed)
    gone_on, _ = env.reset(seed=[None, 6, None])
    assert np.array_equal(gone_on["observation"][1], listed["observation"][1])
    assert not np.array_equal(gone_on["observation"][0], listed["observation"][0])
    with pytest.raises(OptionError, match="seed: expected a number, or one for each of 3 games, found 2"):
        env.reset(seed=[1, 2])


def test_wrappers_of_the_library_work_on_it() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(NAME, num_envs=4, num_players=2))
    _, infos = env.reset(seed=1)
    ended = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(smaller_without_jit(200, 60)):
            actions = np.array([middle(mask) for mask in infos["action_mask"]])
            _, _, dones, _, infos = env.step(actions)
            ended += int(dones.sum())
            if dones.any():
                assert set(infos["episode"]["r"][dones]) <= {-1, 0, 1}
    assert ended


def test_the_example_runs() -> None:
    example = runpy.run_path(str(EXAMPLES / "gymnasium_loop.py"))
    assert -0.5 <= example["one_game_at_a_time"](GAMES[0], episodes=2) <= 1
    assert -0.5 <= example["many_at_once"](GAMES[0], num_envs=2, episodes=2) <= 1


def test_the_bench_measures_every_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_env, "NUM_ENVS", 2)
    rows = vector_env.contestants(GAMES[0], 2, 10)
    assert all(row.measure() > 0 for row in rows)
    assert len({row.name for row in rows}) == len(rows) >= 8


def test_nothing_is_played_before_reset() -> None:
    with pytest.raises(CallOrder, match="call reset"):
        OneSeatVectorEnv(2).step(np.zeros(2, np.int64))
