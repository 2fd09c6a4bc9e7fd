"""`mom train --resume RUN --set ...`: a new run that goes on where another one stood."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.tensors import sha256
from mom_env.errors import CheckpointError, ConfigError
from mom_env.learning import checkpoint
from mom_env.learning.logs import CsvLog
from mom_env.players.agent import Agent
from tests.learning.small import SMALL
from tests.learning.test_command import SB3

pytestmark = pytest.mark.train
# Paces that do not depend on the length, so that a prolonged run can be one that was longer from its beginning.
STEADY = ("ppo.learning_rate=1e-3", "ppo.last_learning_rate=1e-3", "ppo.entropy=0.01", "ppo.last_entropy=0.01")
STATE = ("network.safetensors", "optimizer.safetensors", "pool.safetensors", "games.safetensors")


def train(*words: object) -> Any:
    return CliRunner().invoke(cli.app, ["train", *map(str, words)], env={"COLUMNS": "200"})


def begun(folder: Path, decisions: int, *settings: str, text: str = "") -> Path:
    """A run of so many decisions, done."""
    toml = folder / "first.toml"
    toml.write_text(text or 'trainer = "selfplay"\nnum_players = 3\nseed = 3\ndecisions = 9\n')
    words = [word for setting in (*settings, f"decisions={decisions}") for word in ("--set", setting)]
    run = folder / f"run of {decisions}"
    result = train(toml, "--out", run, *words)
    assert result.exit_code == 0, result.output
    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def newest(run: Path) -> dict[str, bytes]:
    return contents(checkpoint.all_checkpoints(run / "checkpoints")[0])


def test_a_prolonged_run_is_to_the_bit_one_that_was_longer_from_its_beginning(tmp_path: Path) -> None:
    whole, short = (begun(tmp_path, decisions, *SMALL, *STEADY) for decisions in (1300, 600))
    before = contents(short)
    result = train("--resume", short, "--set", "decisions=1300")
    assert result.exit_code == 0, result.output
    longer = tmp_path / "run of 600-prolonged"
    assert {name: newest(longer)[name] for name in STATE} == {name: newest(whole)[name] for name in STATE}
    assert (longer / "log.csv").read_bytes() == (whole / "log.csv").read_bytes()
    assert contents(short) == before
    assert float(CsvLog(longer / "timing.csv").rows()[-1]["seconds"]) > float(
        CsvLog(short / "timing.csv").rows()[-1]["seconds"]
    )


def test_it_says_where_it_began_on_the_screen_and_in_every_manifest(tmp_path: Path) -> None:
    short = begun(tmp_path, 600, *SMALL)
    decisions = checkpoint.load_latest(short)[0].decisions
    result = train("--resume", short, "--set", "decisions=1300", "--out", tmp_path / "longer")
    said = f"{tmp_path / 'longer'}: a new run, begun from {short} after {decisions} decisions; it continues to"
    assert f"{said} 1,300" in result.output
    manifest = checkpoint.read_manifest(checkpoint.all_checkpoints(tmp_path / "longer" / "checkpoints")[0])
    assert manifest.origin is not None
    path = short / "checkpoints" / f"{manifest.origin.iteration:08}" / "manifest.json"
    assert (manifest.origin.run, manifest.origin.decisions) == (str(short), decisions)
    assert manifest.origin.manifest == sha256(path.read_bytes())
    agent: Any = Agent(tmp_path / "longer" / "agent").manifest.trained
    assert agent["iteration"] <= manifest.origin.iteration or agent["begun from"] == str(short)
    assert "origin" in json.loads((path.parent / "manifest.json").read_text())


def test_the_paces_are_those_of_the_new_length(tmp_path: Path) -> None:
    short = begun(tmp_path, 600, *SMALL, "ppo.learning_rate=0.01", "ppo.last_learning_rate=0.001")
    done = checkpoint.load_latest(short)[0].decisions
    longer = tmp_path / "longer"
    words = ["--set", "decisions=1500", "--set", "ppo.learning_rate=0.02", "--out", longer]
    assert train("--resume", short, *words).exit_code == 0
    rates = {int(row["decisions"]): float(row["learning_rate"]) for row in CsvLog(longer / "log.csv").rows()}
    first = min(decisions for decisions in rates if decisions > done)
    assert rates[done] == pytest.approx(float(CsvLog(short / "log.csv").rows()[-1]["learning_rate"]))
    assert rates[first] == pytest.approx(0.001 + (1 - done / 1500) * 0.019)


def test_an_agent_as_good_as_the_old_one_is_there_from_the_first_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = begun(tmp_path, 600, *SMALL)

    def stopped(*_: Any) -> None:
        raise ConfigError("stopped")

    monkeypatch.setattr("mom_env.learning.run.continue_run", stopped)
    assert train("--resume", short, "--set", "decisions=1300").exit_code == 1
    monkeypatch.undo()
    longer = tmp_path / "run of 600-prolonged"
    assert contents(longer / "agent") == contents(short / "agent")
    assert train("--resume", longer).exit_code == 0  # as any run that was interrupted
    assert checkpoint.load_latest(longer)[0].decisions >= 1300


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["decisions=600"], "--set decisions: expected more than the 6.. of .*, found 600"),
        (["ppo.epochs=1"], "--set decisions: expected more than the 6.. of"),
        (["num_players=2", "decisions=9000"], "--set num_players=2: expected one of decisions, threads, ppo"),
        (["network.hidden=[4]"], r"--set network.hidden=\[4\]: expected one of decisions"),
        (["evaluation.deals=4"], "--set evaluation.deals=4: expected one of .* for a run that has begun"),
        (["decision=9000"], "--set decision=9000: expected one of decisions"),
        (["decisions"], "--set: expected section.key=value, found 'decisions'"),
        (["decisions=nine"], "--set decisions=nine: decisions: expected a valid integer, found 'nine'"),
        (["decisions=9000", "ppo.epoch=1"], "--set ppo.epoch=1: ppo: key: .*did you mean 'epochs'"),
    ],
)
def test_what_cannot_be_changed_is_refused_and_nothing_is_written(
    run_of_600: Path, words: list[str], reason: str
) -> None:
    before = contents(run_of_600.parent)
    result = train("--resume", run_of_600, *[part for word in words for part in ("--set", word)])
    with pytest.raises(ConfigError, match=reason):
        raise result.exception
    assert contents(run_of_600.parent) == before
    assert not (run_of_600.parent / "run of 600-prolonged").exists()


def test_the_same_length_again_is_no_longer_run(run_of_600: Path) -> None:
    newest = checkpoint.all_checkpoints(run_of_600 / checkpoint.CHECKPOINTS)[0]
    done = checkpoint.read_manifest(newest).decisions
    result = train("--resume", run_of_600, "--set", f"decisions={done}")
    with pytest.raises(ConfigError, match=f"--set decisions: expected more than the {done:,} of .*, found {done:,}"):
        raise result.exception


@pytest.fixture(scope="module")
def run_of_600(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("runs"), 600, *SMALL)


def test_the_new_run_needs_a_folder_of_its_own(run_of_600: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--out: expected another folder than that of the old run"):
        raise train("--resume", run_of_600, "--set", "decisions=9000", "--out", run_of_600).exception
    with pytest.raises(ConfigError, match="--resume: expected no --out without --set"):
        raise train("--resume", run_of_600, "--out", tmp_path / "other").exception
    with pytest.raises(CheckpointError, match="expected a checkpoint to continue from, found none"):
        raise train("--resume", tmp_path / "none", "--set", "decisions=9000").exception
    found = f"found its agent; the run is {run_of_600}"
    with pytest.raises(CheckpointError, match=re.escape(found)):
        raise train("--resume", run_of_600 / "agent").exception
    assert list(tmp_path.iterdir()) == []


def test_a_finished_run_says_how_it_is_prolonged(run_of_600: Path) -> None:
    result = train("--resume", run_of_600)
    assert result.exit_code == 0
    assert f"mom train --resume '{run_of_600}' --set decisions=1200" in result.output


def test_a_run_of_sb3_is_prolonged_by_parts(tmp_path: Path) -> None:
    short, whole = begun(tmp_path, 256, text=SB3), begun(tmp_path, 768, text=SB3)
    words = ["--resume", short, "--set", "decisions=768", "--out", tmp_path / "longer"]
    result = train(*words)
    assert result.exit_code == 0, result.output
    assert f"begun from {short} after 256 decisions; it continues to 768" in result.output
    longer = tmp_path / "longer"
    for name in ("log.csv", "strength.csv", "parts/0003/model.safetensors", "past/0003/policy.safetensors"):
        assert (longer / name).read_bytes() == (whole / name).read_bytes(), name
    for part in ("0001", "0002", "0003"):
        origin = json.loads((longer / "parts" / part / "manifest.json").read_text())["origin"]
        assert (origin["run"], origin["iteration"], origin["decisions"]) == (str(short), 1, 256)
    trained = [Agent(longer / "past" / part).manifest.trained.get("begun from") for part in ("0001", "0002", "0003")]
    assert trained == [None, str(short), str(short)]
    assert "--set decisions=1536" in train("--resume", longer).output
