"""Agents out of runs into `agents/`, and the demo that trains one."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common import extras
from mom_env.common.resources import resource
from mom_env.errors import CheckpointError
from mom_env.games import load
from mom_env.learning import demo, run, ship
from mom_env.learning.config import load_config
from mom_env.players.agent import Agent
from tests.learning.small import interrupt_after, small
from tests.support.own_agent import write_agent

pytestmark = pytest.mark.train


def mom(*words: object) -> Any:
    return CliRunner().invoke(cli.app, [*map(str, words)], env={"COLUMNS": "200"})


@pytest.fixture(scope="module")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from rich.console import Console

    folder = tmp_path_factory.mktemp("runs") / "first"
    assert run.start(small(), folder, Console(quiet=True))
    return folder


def test_an_agent_ships_under_its_name_with_all_that_tells_of_it(finished_run: Path, tmp_path: Path) -> None:
    for _ in range(2):  # the second one replaces the first
        result = mom("ship", finished_run, "finest-3p", "--into", tmp_path)
        assert result.exit_code == 0, result.output
    folder = tmp_path / "finest-3p"
    agent, names = Agent(folder), {path.name for path in folder.iterdir()}
    assert agent.manifest.name == "finest-3p"
    assert names == {"policy.safetensors", "manifest.json", "config.json", *ship.LOGS}
    assert (folder / "log.csv").read_bytes() == (finished_run / "log.csv").read_bytes()
    assert (folder / "policy.safetensors").read_bytes() == (finished_run / "agent" / "policy.safetensors").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["finest-3p"]


def test_half_precision_and_a_temperature_ship_as_a_new_version(finished_run: Path, tmp_path: Path) -> None:
    versions = []
    for options in ((), ("--half", "--temperature", "1.0"), ("--half", "--temperature", "1.0"), ()):
        assert mom("ship", finished_run, "finest-3p", "--into", tmp_path, *options).exit_code == 0
        versions.append(Agent(tmp_path / "finest-3p").manifest.version)
    assert versions == [1, 2, 2, 3]  # the same weights are the same version
    mom("ship", finished_run, "half", "--into", tmp_path, "--half", "--temperature", "0.5")
    whole, half = Agent(tmp_path / "finest-3p"), Agent(tmp_path / "half")
    assert (half.manifest.network.precision, half.manifest.temperature, half.manifest.version) == ("F16", 0.5, 1)
    assert (whole.manifest.network.precision, whole.manifest.temperature) == ("F32", 0)
    sizes = [(agent.folder / "policy.safetensors").stat().st_size for agent in (half, whole)]
    assert sizes[0] < 0.6 * sizes[1]
    for name, array in whole.arrays.items():
        assert_allclose(half.arrays[name], array, rtol=1e-3, atol=1e-6)  # 11 bits; below 6e-5 numbers are denser


def test_weights_that_half_precision_has_not_got_do_not_ship(finished_run: Path) -> None:
    agent = Agent(finished_run / "agent")
    agent.arrays["policy.bias"][3] = -70_000
    with pytest.raises(CheckpointError, match="half: expected weights of at most 65,504, found 70,000"):
        ship.halved(agent)
    agent.arrays["policy.bias"][3] = -65_504
    assert ship.halved(agent)


def test_what_cannot_ship_is_refused_and_leaves_what_was_there(
    finished_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(finished_run, tmp_path / "run")
    (tmp_path / "run" / "agent" / "policy.safetensors").write_bytes(b"")
    write_agent(tmp_path / "agents" / "kept")
    before = (tmp_path / "agents" / "kept" / "manifest.json").read_bytes()
    (tmp_path / "agents" / "mine").mkdir()
    (tmp_path / "agents" / "mine" / "notes.txt").write_text("mine")
    cases = [
        (tmp_path, "kept", "a run with an agent, found none"),
        (finished_run / "agent", "kept", f"found the agent itself; its run is {finished_run}"),
        (
            finished_run,
            "../x",
            r"name: expected 1 to 64 of A-Z, a-z, 0-9, '\.', '_' and '-', the first .*, found '\.\./x'",
        ),
        (finished_run, "x" * 300, r"name: expected 1 to 64 of .*, found 'xxx.*\.\.\."),
        (finished_run, "mine", "expected nothing or an agent to replace"),
        (finished_run, "greedy", "expected one that no other player has, found 'greedy'"),
        (tmp_path / "run", "kept", "SHA"),
    ]
    for folder, name, reason in cases:
        with pytest.raises(CheckpointError, match=reason):
            raise mom("ship", folder, name, "--into", tmp_path / "agents").exception
    with pytest.raises(CheckpointError, match=r"temperature: .* less than or equal to 100"):
        raise mom("ship", finished_run, "kept", "--into", tmp_path / "agents", "--temperature", 101).exception
    monkeypatch.setattr(ship, "MOST_BYTES", 1000)
    with pytest.raises(CheckpointError, match="expected at most 1,000 bytes, found"):
        raise mom("ship", finished_run, "kept", "--into", tmp_path / "agents").exception
    assert (tmp_path / "agents" / "kept" / "manifest.json").read_bytes() == before
    assert (tmp_path / "agents" / "mine" / "notes.txt").read_text() == "mine"


def test_the_demo_trains_from_nothing_and_says_how_to_meet_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "load_config", lambda _: small())
    monkeypatch.setattr(demo, "DEALS", 2)
    for _ in range(2):
        result = mom("demo", "--no-play")
        assert result.exit_code == 0, result.output
    assert "6 games each, fresh deals" in result.output
    assert all(f"│ {bot} " in result.output for bot in small().evaluation.against)
    assert "mom play runs/demo/agent runs/demo/agent" in result.output
    assert Path("runs/demo/strength.png").exists()
    assert "strength over time: runs/demo/strength.png" in result.output
    assert Agent(Path("runs/demo/agent")).manifest.num_players == [3]


def test_the_demo_s_configuration_begins_from_nothing() -> None:
    config = load_config(resource(*Path(load("monkeys_on_the_moon").info.demo_training).parts))
    assert config.imitation.decisions == 0
    assert {"random", "greedy", "planner"} <= set(config.evaluation.against)


def test_without_torch_the_demo_shows_the_rest_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    result = mom("demo", "--players", "2", "--games", "2")
    assert result.exit_code == 0, result.output
    assert "million decisions a second" in result.output
    assert "No training: torch: expected it to be installed" in result.output
    assert "pip install 'mom-env[train]'" in result.output


def test_an_interrupted_demo_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "load_config", lambda _: small())
    interrupt_after(1, monkeypatch)
    result = mom("demo", "--no-play")
    assert result.exit_code == cli.INTERRUPTED
    assert "mom train --resume runs/demo" in result.output


def test_a_game_without_a_training_for_the_demo_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    console = Console(width=100)
    with console.capture() as said:
        assert demo.show("high_card", console)
    assert said.get() == "No training: High Card has none for a demo.\n"
    assert list(tmp_path.iterdir()) == []
