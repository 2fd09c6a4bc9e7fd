"""A table of one: nobody to beat, nobody who shares a loss, and scores compared on the same deals."""

import json
import pickle
import re
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.arena.evaluate import evaluate
from mom_env.arena.leaderboard import leaderboard
from mom_env.arena.run import Way
from mom_env.arena.statistics.scores import ScoreSummary
from mom_env.arena.tournament import tournament
from mom_env.environments.aec import Env
from mom_env.environments.docs_page import environment_page
from mom_env.environments.endings import forfeit_endings, forfeit_return, forfeit_returns
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.environments.parallel import ParallelGames
from mom_env.errors import OptionError
from mom_env.games import GAMES, load, make_ruleset
from mom_env.kernel.returns import Reward
from mom_env.terminal.demo import show
from mom_env.testing.command import known_of
from tests.support.courses import any_game_at

GAME = "berries"
ALONE: dict[str, Any] = {"num_players": 1, "reward": "vp"}
DEALS = 6
ALL = ("score", "place", "winners", "is_success")
LOST = {"place": 1, "winners": ()}


def loss() -> float:
    return forfeit_return(GAME, Reward.VP, make_ruleset(GAME, 1))


def illegal_in(mask: Any) -> int:
    """The first action that is not legal: whoever is tired can only wait."""
    return int(np.argmin(mask))


def told(info: dict[str, Any]) -> dict[str, Any]:
    return {key: info[key] for key in info if key in ALL}


def env_with_an_illegal_action(make: Any) -> tuple[Any, int]:
    """An environment that has been played to where some action is not legal."""
    env = make(GAME, ALONE)
    for seed in range(50):
        env.reset(seed=seed)
        while not env.game.over:
            mask = env.observe("player_0")["action_mask"]
            if not mask.all():
                return env, int(np.argmin(mask))
            action = int(np.flatnonzero(mask)[-1])
            env.step(action if isinstance(env, Env) else {"player_0": action})
    raise AssertionError("expected an illegal action somewhere")


def test_who_breaks_off_alone_has_lost() -> None:
    assert forfeit_returns(1, [0], -2.5) == [-2.5]
    assert forfeit_endings(1, [0]) == [LOST]
    env, illegal = env_with_an_illegal_action(Env)
    env.step(illegal)
    assert env.rewards == {"player_0": loss()}
    assert told(env.infos["player_0"]) == LOST
    both, illegal = env_with_an_illegal_action(ParallelGames)
    _, rewards, ends, _, infos = both.step({"player_0": illegal})
    assert rewards == {"player_0": loss()}
    assert ends == {"player_0": True}
    assert told(infos["player_0"]) == LOST


def test_no_result_is_worse_than_breaking_off() -> None:
    games = load(GAME).people.VectorGame(30, 1, 3, reward="vp")
    rng, least, ended = np.random.default_rng(1), 0.0, 0
    for _ in range(100):
        games.step(games.sample(rng))
        least, ended = min(least, float(games.returns.min())), ended + int(games.dones.sum())
    assert ended > 30
    assert loss() <= least


def test_the_learner_alone_needs_no_opponents() -> None:
    env: Any = OneSeatEnv(GAME, **ALONE, illegal="lose")
    _, info = env.reset(seed=1)
    assert repr(env) == "<OneSeatEnv: berries, 1 player, reward 'vp'>"
    while info["action_mask"].all():
        _, reward, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        assert not ended
    _, reward, ended, _, info = env.step(illegal_in(info["action_mask"]))
    assert (reward, ended, told(info)) == (pytest.approx(loss()), True, LOST)
    env = OneSeatEnv(GAME, **ALONE)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    unit = load(GAME).info.score_unit
    assert reward == pytest.approx(info["score"] / unit)
    assert told(info) == {"score": info["score"], **LOST}


@pytest.mark.parametrize("name", [GAME, "monsters_on_the_moon"])
def test_who_plays_alone_has_points_and_has_not_won(name: str) -> None:
    game: Any = any_game_at(name, 1, 3)
    points = game.standing()[0][0]
    assert game.result()["winners"] == []
    level = f", level {game.result()['level']}" if "level" in game.result() else ""
    assert game.progress() == f"ended with {points} {load(name).info.score}{level}"
    env: Any = Env(name, {"num_players": 1, "reward": "vp"})
    last: dict[str, Any] = {}
    env.reset(seed=3)
    for _ in env.agent_iter():
        seen, _, is_over, _, last = env.last()
        env.step(None if is_over else int(np.flatnonzero(seen["action_mask"])[0]))
    assert told(last) == {"score": last["score"], **LOST}


def test_beside_others_the_learner_can_win_and_alone_it_cannot() -> None:
    envs: Any = OneSeatVectorEnv(40, GAME, num_players=[1, 2], reward="vp", autoreset_mode="SAME_STEP")
    envs.reset(seed=1)
    rng, said = np.random.default_rng(1), 0
    for _ in range(60):
        _, _, dones, _, infos = envs.step(envs.table.sample(rng).copy())
        if "final_info" in infos:
            final = infos["final_info"]
            assert [final["winners"][i] for i in range(20) if dones[i]] == [()] * int(dones[:20].sum())
            flags = final.get("_is_success", np.zeros(40, np.bool_))
            assert np.array_equal(flags, dones & (np.arange(40) >= 20))
            said += int(flags.sum())
            for i in np.flatnonzero(dones).tolist():
                assert ("is_success" in envs.table.endings(np.array([i]))[0]) == (i >= 20)
    assert said


def test_the_demo_alone_names_no_winner() -> None:
    paper = Console(file=(file := StringIO()), width=80)
    show("monsters_on_the_moon", 1, 7, 3, paper)
    said = " ".join(file.getvalue().split())
    command = "mom evaluate planner --players 1 --game monsters_on_the_moon"
    assert f"Alone nobody wins; `{command}` tells the VP." in said
    assert "Who won" not in said


def test_many_games_say_so_in_arrays() -> None:
    envs: Any = OneSeatVectorEnv(5, GAME, **ALONE, illegal="lose")
    assert envs.get_attr("num_players") == (1,) * 5
    _, infos = envs.reset(seed=1)
    rng, lost = np.random.default_rng(1), 0
    for _ in range(40):
        actions = envs.table.sample(rng).copy()
        masks = infos["action_mask"]
        actions[0] = np.flatnonzero(masks[0])[-1] if masks[0].all() else illegal_in(masks[0])
        is_lost = masks[0, actions[0]] == 0
        _, rewards, dones, _, infos = envs.step(actions)
        final = infos.get("final_info")
        if is_lost:
            lost += 1
            assert dones[0]
            assert rewards[0] == pytest.approx(loss())
            assert final is not None
            assert (final["place"][0], final["winners"][0]) == (1, ())
            assert "is_success" not in final
            assert not final["_score"][0] if "_score" in final else True
    assert lost


def test_games_of_one_two_and_three_side_by_side() -> None:
    """Each game is the one that it is alone, whatever stands beside it; copies and pickles go on with it."""
    envs: Any = OneSeatVectorEnv(6, GAME, num_players=[1, 2, 3], reward="vp")
    alone: list[Any] = [OneSeatEnv(GAME, num_players=1 + i // 2, reward="vp") for i in range(6)]
    envs.reset(seed=4)
    for i, env in enumerate(alone):
        env.reset(seed=4 + i)
    rng, ended = np.random.default_rng(1), np.zeros(6, np.bool_)
    while not ended.all():
        actions = envs.table.sample(rng).copy()
        seen, rewards, dones, _, _ = envs.step(actions)
        for i in np.flatnonzero(~ended).tolist():
            own, reward, done, _, _ = alone[i].step(int(actions[i]))
            assert (reward, done) == (pytest.approx(rewards[i]), dones[i])
            assert done or np.array_equal(own["observation"], seen["observation"][i])
            assert done or np.array_equal(own["action_mask"], seen["action_mask"][i])
        ended |= dones
    twin = pickle.loads(pickle.dumps(envs.table))
    actions = envs.table.sample(rng).copy()
    envs.table.step(actions)
    twin.step(actions)
    assert np.array_equal(twin.observations, envs.table.observations)
    assert repr(envs) == (
        "<OneSeatVectorEnv: 6 games of berries, 1, 2 or 3 players, opponents 'random', seat 'random', reward 'vp'>"
    )


@pytest.mark.parametrize("counts", [[], [1, "2"], "three", 1.5, True, [None]])
def test_numbers_of_players_that_are_none_are_refused(counts: Any) -> None:
    with pytest.raises(OptionError, match="num_players: expected a whole number, or a list of them"):
        OneSeatVectorEnv(3, GAME, num_players=counts)


def test_one_game_has_one_number_of_players_and_one_set_of_options() -> None:
    for make in (lambda **given: OneSeatEnv(GAME, **given), lambda **given: Env(GAME, given)):
        with pytest.raises(OptionError, match="num_players: expected a valid integer"):
            make(num_players=[1, 2])
        with pytest.raises(OptionError, match="options: expected"):
            make(options=[{}])


def test_a_reward_without_a_meaning_at_one_of_the_tables_is_refused() -> None:
    vector_game = load(GAME).people.VectorGame
    assert vector_game(4, [2, 3], 1, reward="rank").player_counts() == (2, 3)
    with pytest.raises(OptionError, match="reward: expected one of vp, win for 1 player, found 'rank'"):
        vector_game(4, [1, 2], 1, reward="rank")
    with pytest.raises(OptionError, match="found 'rank'"):
        vector_game(4, 1, 1).set_reward("rank")


# The arena


def test_an_evaluation_alone_and_beside_another(tmp_path: Path) -> None:
    console = Console(file=StringIO(), width=100)
    outcome, found = evaluate("random", [], 1, DEALS, game=GAME, console=console)
    assert isinstance(found, ScoreSummary)
    assert (found.num_deals, found.num_games) == (DEALS, DEALS)
    assert found.standings[0].score.mean == outcome.games["score"].mean()
    assert "random: " in console.file.getvalue()  # type: ignore[attr-defined]
    way = Way(directory=tmp_path, replays=True)
    outcome, found = evaluate("ismcts:sims=30", ["random"], 1, DEALS, game=GAME, way=way)
    assert isinstance(found, ScoreSummary)
    scores = outcome.games["score"].reshape(DEALS, 2)
    above = found.cross[0][1]
    assert above is not None
    assert above.mean == pytest.approx((scores[:, 0] - scores[:, 1]).mean())
    assert json.loads((tmp_path / "results.json").read_text())["format"] == "mom-score-evaluation/1"
    assert len(list((tmp_path / "replays").glob("*.json"))) == 2 * DEALS


def test_a_tournament_and_a_leaderboard_of_tables_of_all_sizes(tmp_path: Path) -> None:
    _, summary = tournament(["random", "ismcts:sims=30"], 1, DEALS, game=GAME)
    assert isinstance(summary, ScoreSummary)
    assert summary.standings[summary.ranked()[0]].player == "ismcts:sims=30"
    page = tmp_path / "page.md"
    whole = leaderboard(["random", "ismcts:sims=5"], 3, 1, tmp_path / "games", page, game=GAME)
    text = page.read_text()
    assert whole
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## 1 player",
        "## 2 players",
        "## 3 players",
    ]
    alone, two = text.split("## 2 players")
    assert "ating" not in alone.split("## 1 player")[1].replace("seatings", "")
    assert "rating" in two


def test_the_command_needs_nobody_to_compare_with() -> None:
    words = ["evaluate", "random", "--game", GAME, "--players", "1", "--deals", "4"]
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 0, result.output
    assert "random: " in result.output
    result = CliRunner().invoke(cli.app, ["evaluate", "random", "--game", GAME, "--players", "2", "--deals", "4"])
    assert result.exit_code != 0


def test_the_page_of_an_environment_says_at_which_tables_returns_sum_to_0() -> None:
    page = " ".join(environment_page(GAME).split())
    assert "with 2 and 3 players the others share what it loses, so that the sum is 0, and a single player" in page
    assert "With 2 and 3 players every reward is zero-sum." in page
    assert "; with one player the berries, over 20." in page
    assert "the others share what it loses, so that the sum is 0. If" in " ".join(environment_page(GAMES[0]).split())


@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_the_bounds_of_the_spaces(name: str) -> None:
    env: Any = Env(name, {})
    page = environment_page(name)
    for words, space in (("observation", env.observation_space("player_0")["observation"]), ("state", env.state_space)):
        assert f"| {words} values | [{space.low.min():g}, {space.high.max():g}] |" in page
    assert ("missing with one player" in page) == (1 in load(name).info.num_players)


@pytest.mark.parametrize("name", [GAME, *GAMES])
def test_a_game_with_solo_returns_of_its_own_says_what_they_are(name: str) -> None:
    module = load(name)
    is_own = hasattr(import_module(f"{module.info.package}.kernels"), "solo_return_of")
    assert set(module.people.SOLO_RETURNS) == (set(module.info.table(1).rewards) if is_own else set())


def test_the_returns_of_solo_monsters_are_those_of_the_page() -> None:
    page, name = environment_page("monsters_on_the_moon"), "monsters_on_the_moon"
    rows = {kind: re.search(rf'`"{kind}"` \| .*', page)[0] for kind in ("vp", "win", "rank")}  # type: ignore[index]
    assert rows["rank"].endswith("With one player it is refused. |")
    for seed in range(3):
        game: Any = any_game_at(name, 1, seed)
        points, level = game.result()["vp"][0], game.result()["level"]
        for reward, value in (("vp", points), ("win", level)):
            less, over = map(float, re.search(r"with one player \(\w+ - ([\d.]+)\) / ([\d.]+),", rows[reward]).groups())  # type: ignore[union-attr]
            out = np.zeros(4)
            game._loops.write_returns(game.states, game.rules, int(Reward[reward.upper()]), out)
            assert out[0] == pytest.approx((value - less) / over)


def test_the_kit_is_told_so() -> None:
    assert "zero_sum" not in known_of(GAME, {"num_players": 1})
    assert known_of(GAME, {"num_players": 2})["zero_sum"] is True
    assert known_of(GAME, {})["zero_sum"] is (load(GAME).info.default_players > 1)
    assert "zero_sum" not in known_of(GAME, {"num_players": [2]})
