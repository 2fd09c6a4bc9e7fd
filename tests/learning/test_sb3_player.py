"""`sb3:model.zip`: models of Stable-Baselines3 play as any other player; that their files hold code is said."""

import base64
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import QRDQN, MaskablePPO, RecurrentPPO
from stable_baselines3 import DQN, PPO
from typer.testing import CliRunner

from examples import sb3_first_minute
from mom_env import cli
from mom_env.arena.evaluate import Evaluation, evaluate
from mom_env.arena.run import Way
from mom_env.common import extras
from mom_env.errors import MissingExtra, OptionError
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.players.sb3_agent import WARNING
from mom_env.players.specs import make_player, notes
from mom_env.sb3 import MonkeysVecEnv
from mom_env.work.backends import Place
from tests.common.test_tensors import Bomb

pytestmark = pytest.mark.train
SMALL: dict[str, Any] = {"policy_kwargs": {"net_arch": [16]}, "seed": 3, "device": "cpu"}
KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "MaskablePPO": (MaskablePPO, {}),
    "PPO": (PPO, {"batch_size": 8}),
    "DQN": (DQN, {"buffer_size": 10}),
    "QRDQN": (QRDQN, {"buffer_size": 10, "policy_kwargs": {"net_arch": [16], "n_quantiles": 5}}),
}


def saved(kind: str, folder: Path) -> tuple[Any, Path]:
    """A model that has learnt nothing, and its file."""
    algorithm, arguments = KINDS[kind]
    model = algorithm("MlpPolicy", MonkeysVecEnv(8, 2, seed=1), **{**SMALL, **arguments})
    model.save(folder / "model.zip")
    return model, folder / "model.zip"


def positions(num_games: int = 30) -> VectorGame:
    games, rng = VectorGame(num_games, 2, seed=4), np.random.default_rng(1)
    for _ in range(10):
        games.step(games.sample(rng))
    return games


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_plays_what_it_predicts(kind: str, tmp_path: Path) -> None:
    model, path = saved(kind, tmp_path)
    games, player = positions(), make_player(f"sb3:{path}")
    actions = player.choose(games.states, games.rules, np.zeros(len(games.seats), np.uint64))
    for action, observation, mask in zip(actions, games.observations, games.action_masks, strict=True):
        masks = {"action_masks": mask} if kind == "MaskablePPO" else {}
        assert action == model.predict(observation, deterministic=True, **masks)[0]
    assert games.action_masks[np.arange(30), actions].all() == (kind == "MaskablePPO")
    assert len(set(actions.tolist())) > 1


def test_a_model_of_the_dict_of_gymnasium_plays(tmp_path: Path) -> None:
    env = gymnasium.make("mom_env/MonkeysOnTheMoon-v0", num_players=2)
    model = MaskablePPO("MultiInputPolicy", env, **SMALL)
    model.save(tmp_path / "model")
    games, player = positions(), make_player(f"sb3:{tmp_path / 'model'}")  # SB3 adds .zip
    actions = player.choose(games.states, games.rules, np.zeros(30, np.uint64))
    for i in range(30):
        seen = {"observation": games.observations[i], "action_mask": games.action_masks[i]}
        assert actions[i] == model.predict(seen, action_masks=games.action_masks[i], deterministic=True)[0]


def test_games_do_not_depend_on_how_they_are_spread(tmp_path: Path) -> None:
    _, path = saved("MaskablePPO", tmp_path)
    found = [evaluate(f"sb3:{path}", ["greedy"], 2, 4, way=Way(Place(jobs)))[1] for jobs in (1, 2)]
    assert isinstance(found[0], Evaluation)
    assert found[0].forfeits == 0
    assert found[0] == found[1]


def test_without_masks_an_illegal_answer_forfeits_as_ever(tmp_path: Path) -> None:
    _, path = saved("DQN", tmp_path)
    outcome, evaluation = evaluate(f"sb3:{path}", ["random"], 2, 3)
    assert isinstance(evaluation, Evaluation)
    assert evaluation.forfeits == 6
    assert "which is not legal there" in outcome.forfeits[0].reason


def test_that_loading_runs_code_is_said_where_players_are_named(tmp_path: Path) -> None:
    _, path = saved("MaskablePPO", tmp_path)
    words = ["evaluate", f"sb3:{path}", "--against", "random", "--players", "2", "--deals", "2"]
    result = CliRunner().invoke(cli.app, words, env={"COLUMNS": "300"})
    assert result.exit_code == 0, result.output
    assert f"note: sb3:{path}: {WARNING}" in " ".join(result.output.split())
    assert notes([make_player("greedy")], make_ruleset(2, "standard", None, skip_forced=True)) == []


def refused(spec: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        make_player(spec)


def test_what_is_no_model_of_this_game_is_refused(tmp_path: Path) -> None:
    refused(f"sb3:{tmp_path / 'none.zip'}", r"player 'sb3:.*none.zip': expected a file, found none")
    refused(f"sb3:{tmp_path}", "expected a file, found none")
    refused("sb3:", "expected a file, found none")
    refused("sb3:\0", "expected a file, found none")
    refused("sb3:a=b.zip", "expected 'sb3' without parameters, found 'sb3:a=b.zip'")
    (tmp_path / "text.zip").write_text("no zip")
    refused(f"sb3:{tmp_path / 'text.zip'}", "expected a model of SB3: ValueError: .*wasn't a zip-file")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as file:
        file.writestr("data", "{}")
    refused(f"sb3:{tmp_path / 'empty.zip'}", "expected a model of SB3: KeyError: 'policy_kwargs'")
    for name, reason in (
        ("CartPole-v1", f"expected a model of observations of {OBSERVATION_SIZE} numbers, .*found Box"),
        ("FrozenLake-v1", "found Discrete"),
    ):
        PPO("MlpPolicy", gymnasium.make(name), **SMALL).save(tmp_path / name)
        refused(f"sb3:{tmp_path / name}", reason)
    RecurrentPPO("MlpLstmPolicy", MonkeysVecEnv(8, 2, seed=1), **SMALL).save(tmp_path / "lstm")
    refused(f"sb3:{tmp_path / 'lstm'}", "expected a policy without memory, found RecurrentActorCriticPolicy")


class OtherActions(gymnasium.Env[Any, Any]):
    observation_space = gymnasium.spaces.Box(-1, 1, (OBSERVATION_SIZE,))
    action_space = gymnasium.spaces.Discrete(NUM_ACTIONS + 1)


def test_a_model_with_other_actions_is_refused(tmp_path: Path) -> None:
    PPO("MlpPolicy", OtherActions(), **SMALL).save(tmp_path / "other")
    refused(f"sb3:{tmp_path / 'other'}", f"expected a model of {NUM_ACTIONS} actions, found Discrete")


def test_the_example_shows_progress_and_its_model_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, number in (("AT_ONCE", 8), ("STEPS", 16), ("JUDGED", 8)):
        monkeypatch.setattr(sb3_first_minute, name, number)
    words = ["x", "--decisions", "256", "--every", "128", "--players", "3", "--save", str(tmp_path / "model")]
    monkeypatch.setattr("sys.argv", words)
    sb3_first_minute.main()
    header, *lines = capsys.readouterr().out.splitlines()
    assert header.split() == ["decisions", "seconds", "VP", "ahead", "games", "won"]
    assert [line.split()[0] for line in lines] == ["0", "128", "256"]
    assert all(0 <= float(line.split()[-1].removesuffix("%")) <= 100 for line in lines)
    make_player(f"sb3:{tmp_path / 'model'}")


def test_a_share_of_games_follows_from_the_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    returns = {"win": np.array([1.0, 0.25, -0.5, -0.5]), "vp": np.array([0.5, 0.0, -0.5, 0.4])}
    monkeypatch.setattr(sb3_first_minute, "play_games", lambda *given: returns[given[-1]])
    found: Any = sb3_first_minute.strength(None, "monkeys_on_the_moon", 3, "random")  # type: ignore[arg-type]
    assert found == pytest.approx((2.0, (1 + 1 / 2) / 4))  # one game won, and one shared by two of three


def test_without_sb3_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"stable-baselines3: .*pip install 'mom-env\[train\]'"):
        make_player(f"sb3:{tmp_path / 'model.zip'}")


def write_bomb(path: Path) -> None:
    """A model whose loading makes a folder `executed`."""
    pickled = base64.b64encode(pickle.dumps(Bomb())).decode()
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("data", json.dumps({"policy_class": {":type:": "x", ":serialized:": pickled}}))


def test_loading_does_run_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the tests that no file can make us load one test something."""
    monkeypatch.chdir(tmp_path)
    write_bomb(tmp_path / "bomb.zip")
    refused("sb3:bomb.zip", "expected a model of SB3")
    assert (tmp_path / "executed").is_dir()
