"""The agents that come along: small, whole, found by name, and at home wherever a player can sit."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from typer.testing import CliRunner

import mom_env
from mom_env import cli
from mom_env.environments.of_game import Environments
from mom_env.games import load, make_ruleset
from mom_env.players.agent import Agent, deck_hash
from mom_env.players.kinds import AgentPlayer
from mom_env.players.specs import make_player, player_names
from tests.support.sizes import smaller_without_jit

FOLDERS = sorted(path for path in (Path(mom_env.__file__).parents[1] / "agents").iterdir() if path.is_dir())
GAMES = {folder.name: Agent(folder).manifest.game for folder in FOLDERS}
TABLES = [(folder.name, count) for folder in FOLDERS for count in Agent(folder).manifest.num_players]
MOST_BYTES, MOST_BYTES_OF_ALL = 5_000_000, 25_000_000
FILES = {"policy.safetensors", "manifest.json", "config.json", "log.csv", "strength.csv", "timing.csv", "strength.png"}

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
each_table = pytest.mark.parametrize(("name", "num_players"), TABLES)


def test_there_are_some() -> None:
    assert FOLDERS


@each_folder
def test_an_agent_is_small_and_whole_and_says_what_it_is(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == FILES
    assert sum(path.stat().st_size for path in folder.iterdir()) <= MOST_BYTES
    manifest, config = Agent(folder).manifest, json.loads((folder / "config.json").read_text())
    assert (manifest.name, manifest.game) == (folder.name, config["game"])
    assert manifest.deck == deck_hash(make_ruleset(manifest.game, manifest.num_players[0], config["deck"]).deck)
    asked = config["num_players"]
    assert manifest.num_players == (asked if isinstance(asked, list) else [asked])
    assert (manifest.trained["trainer"], manifest.trained["seed"]) == (config["trainer"], config["seed"])
    tables = config["options"] if isinstance(config["options"], list) else [config["options"]]
    assert [seen | table for seen, table in zip(manifest.option_sets, tables, strict=True)] == manifest.option_sets
    assert folder.name.endswith("p")
    assert int(folder.name[-2]) in manifest.num_players


def test_all_together_are_small() -> None:
    sizes = [path.stat().st_size for folder in FOLDERS for path in folder.iterdir()]
    assert sum(sizes) < MOST_BYTES_OF_ALL


@each_folder
def test_its_log_ends_where_its_training_did(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    rows = [line.split(",") for line in (folder / "log.csv").read_text().splitlines()]
    assert int(rows[-1][rows[0].index("decisions")]) >= config["decisions"]


@each_table
def test_it_is_offered_and_plays_by_name_to_the_end(name: str, num_players: int) -> None:
    game = load(GAMES[name]).people.Game(num_players, seed=5)
    assert name in player_names(GAMES[name], game.ruleset)
    player = make_player(name, GAMES[name], game.ruleset)
    assert isinstance(player, AgentPlayer)
    for _ in range(smaller_without_jit(3000, 3)):
        if game.over:
            break
        game.play(int(player.choose(game.states, game.rules, np.zeros(1, np.uint64))[0]))
    assert game.over or smaller_without_jit(0, 1)


@each_table
def test_it_is_not_offered_for_other_numbers_of_players(name: str, num_players: int) -> None:
    game = GAMES[name]
    others = set(load(game).info.num_players) - set(make_agent(name).manifest.num_players)
    tables = [make_ruleset(game, count) for count in sorted(others)]
    assert [name in player_names(game, ruleset) for ruleset in tables] == [False] * len(others)
    assert num_players not in others


def make_agent(name: str) -> Agent:
    player = make_player(name, GAMES[name])
    assert isinstance(player, AgentPlayer)
    return player.agent


@pytest.mark.outside  # slow without the JIT
@each_table
def test_it_is_an_opponent_in_gymnasium(name: str, num_players: int) -> None:
    info = load(GAMES[name]).info
    if info.measure(num_players) == "score":
        pytest.skip("a table for one player has no opponents")
    env = gymnasium.make(info.environment, num_players=num_players, opponents=name)
    observation, _ = env.reset(seed=1)
    rewards, done = 0.0, False
    while not done:
        action = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, terminated, truncated, _ = env.step(action)
        rewards, done = rewards + float(reward), terminated or truncated
    assert -1 <= rewards <= 1


@pytest.mark.outside  # slow without the JIT
@each_table
def test_it_plays_all_agents_of_an_aec_environment(name: str, num_players: int) -> None:
    env: Any = Environments(GAMES[name]).env(num_players=num_players)
    agent = make_agent(name)
    env.reset(seed=1)
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            game, masks = env.unwrapped.game, seen["action_mask"][None]
            worths = agent.worths(game.states, game.rules, masks)
            env.step(int(agent.choose(seen["observation"][None], masks, worths=worths)[0]))
    assert not env.agents


@pytest.mark.outside  # slow without the JIT
@each_table
def test_it_beats_random_by_far_on_the_command_line(name: str, num_players: int, tmp_path: Path) -> None:
    deals = "40" if GAMES[name] != "monsters_on_the_moon" else "10"  # its games are long
    size = ["--players", str(num_players), "--deals", deals, "--seatings", "balanced", "--out", str(tmp_path)]
    result = CliRunner().invoke(cli.app, ["evaluate", name, "--against", "random", *size])
    assert result.exit_code == 0, result.output
    results = json.loads((tmp_path / "results.json").read_text())
    if load(GAMES[name]).info.measure(num_players) == "score":
        assert results["above"]["random"]["low"] > 2 * load(GAMES[name]).info.score_unit
    else:
        assert results["win_share"]["low"] > 0.8
