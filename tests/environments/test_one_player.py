"""A table of one: nobody to beat, nobody who shares a loss, and scores compared on the same deals."""

import json
import pickle
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
from mom_env.testing.command import known_of

GAME = "berries"
ALONE: dict[str, Any] = {"num_players": 1, "reward": "vp"}
DEALS = 6
LOST = {"place": 1, "winners": (), "is_success": False}


def loss() -> float:
    return forfeit_return(GAME, Reward.VP, make_ruleset(GAME, 1))


def illegal_in(mask: Any) -> int:
    """The first action that is not legal: whoever is tired can only wait."""
    return int(np.argmin(mask))


def told(info: dict[str, Any]) -> dict[str, Any]:
    return {key: info[key] for key in info if key in ("score", *LOST)}


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
    assert info["is_success"] == (info["place"] == 1) == (info["winners"] == (0,))


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
            assert (final["place"][0], final["winners"][0], bool(final["is_success"][0])) == (1, (), False)
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
    assert "with one player the berries, over 20" in page
    assert "the others share what it loses, so that the sum is 0. If" in " ".join(environment_page(GAMES[0]).split())


def test_the_kit_is_told_so() -> None:
    assert "zero_sum" not in known_of(GAME, {"num_players": 1})
    assert known_of(GAME, {"num_players": 2})["zero_sum"] is True
    assert known_of(GAME, {})["zero_sum"] is (load(GAME).info.default_players > 1)
    assert "zero_sum" not in known_of(GAME, {"num_players": [2]})
