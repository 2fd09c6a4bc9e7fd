"""`mom train --init AGENT`: a training begins as the agent plays, says so, and refuses what cannot be."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.errors import ConfigError
from mom_env.learning import checkpoint
from mom_env.learning.initial import begin_with, initial_agent
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.players.agent import Agent
from tests.learning.small import SMALL, small
from tests.support.own_agent import shape_of, write_agent

pytestmark = pytest.mark.train
ALIKE = ("network.hidden=[12,8]", "network.precision=fp32")


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    return write_agent(tmp_path / "first")


def test_the_policy_is_the_agent_s_though_inputs_are_scaled(agent: Path, tmp_path: Path) -> None:
    config = small(*ALIKE, num_players=[2, 3])
    training = SelfPlay(config, tmp_path)
    begin_with(training, initial_agent(str(agent), config))
    policy, games = training.policy(), training.rollout.games
    for _ in range(3):
        seen = games.observations, games.action_masks
        np.testing.assert_allclose(policy.logits(*seen), Agent(agent).logits(*seen), rtol=1e-3, atol=1e-3)
        games.step(games.sample(np.random.default_rng(0)))


def test_payoffs_come_along_if_they_are_for_as_many_seats(agent: Path, tmp_path: Path) -> None:
    for num_players, is_same in (([2, 3], False), (None, True)):
        folder = agent
        if is_same:
            network = shape_of().model_dump() | {"payoffs": 4}
            folder = write_agent(tmp_path / "fourth", (2, 3, 4), network=network)
        config = small(*ALIKE, num_players=num_players or [2, 3, 4])
        training = SelfPlay(config, tmp_path)
        begin_with(training, initial_agent(str(folder), config))
        ours, theirs = training.network.agent_arrays()["payoff.weight"], Agent(folder).arrays["payoff.weight"]
        assert np.array_equal(ours, theirs) == is_same


def run_of(agent: Path, folder: Path, *words: str) -> Any:
    toml = folder / "own.toml"
    toml.write_text('trainer = "selfplay"\nnum_players = 3\nseed = 3\ndecisions = 500\n')
    settings = [word for setting in (*SMALL, *ALIKE) for word in ("--set", setting)]
    given = ["train", str(toml), "--out", str(folder / "run"), "--init", str(agent), *settings, *words]
    return CliRunner().invoke(cli.app, given)


def test_the_run_says_in_each_manifest_what_it_began_with(agent: Path, tmp_path: Path) -> None:
    result = run_of(agent, tmp_path)
    assert result.exit_code == 0, result.output
    trained = Agent(tmp_path / "run" / "agent").manifest.trained
    assert (trained["begun with"], trained["begun with manifest"]) == ("first version 1", Agent(agent).hash)
    last = checkpoint.all_checkpoints(tmp_path / "run" / "checkpoints")[0]
    said = json.loads((last / "manifest.json").read_text())["initial"]
    assert said == {"name": "first", "version": 1, "manifest": Agent(agent).hash}
    resumed = checkpoint.load_latest(tmp_path / "run")[0]
    assert resumed.initial is not None
    assert resumed.initial.model_dump() == said


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (["num_players=4"], "expected 2, 3 players, found 4"),
        (["network.hidden=[8,8]"], r"network: expected the agent's, .*'hidden': \[12, 8\].* found .*\[8, 8\]"),
        (["network.symmetry=none"], "network: expected the agent's, .*'focus'.* found .*'none'"),
        (["deck=mini"], "deck: expected the one that it was trained with"),
    ],
)
def test_a_training_cannot_begin_with_an_agent_for_something_else(
    settings: list[str], reason: str, agent: Path, tmp_path: Path
) -> None:
    result = run_of(agent, tmp_path, *[word for setting in settings for word in ("--set", setting)])
    with pytest.raises(ConfigError, match=f"^--init .*first: .*{reason}"):
        raise result.exception
    assert not (tmp_path / "run").exists()


def test_another_game_trainer_or_nobody_at_all_is_refused(agent: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="first: expected an agent of berries, found one of monkeys_on_the_moon"):
        initial_agent(str(agent), small(*ALIKE, game="berries"))
    with pytest.raises(ConfigError, match="--init: expected the trainer 'selfplay', found 'sb3'"):
        initial_agent(str(agent), small(*ALIKE).model_copy(update={"trainer": "sb3"}))
    with pytest.raises(ConfigError, match="--init: expected the name or folder of a trained agent, found 'nobody'"):
        initial_agent("nobody", small(*ALIKE))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match=r"^--init: .*empty: expected the folder of an agent, found no manifest"):
        initial_agent(str(tmp_path / "empty"), small(*ALIKE))
    words = ["train", "--resume", str(tmp_path / "run"), "--init", str(agent)]
    with pytest.raises(ConfigError, match="--init: expected a configuration of a new run, found --resume"):
        raise CliRunner().invoke(cli.app, words).exception or AssertionError
