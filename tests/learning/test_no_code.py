"""No file can name code: a configuration, checkpoint, result, protocol, report or manifest that tries is refused."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.tensors import sha256
from mom_env.errors import MomError
from mom_env.learning.benchmark.protocol import Protocol, claim
from mom_env.learning.benchmark.result import write_result
from mom_env.players.agent import MANIFEST
from mom_env.players.specs import names_code
from tests.learning.small import SMALL
from tests.learning.test_benchmark import crafted
from tests.learning.test_command import SB3
from tests.learning.test_sb3_player import write_bomb
from tests.support.own_agent import write_agent

pytestmark = pytest.mark.train
CODE = (
    *("payload:f", "payload:Inner.f", "sb3:payload.zip", "sb3:x=payload.zip"),
    *("command:./payload.sh", "command:x=./payload.sh", "command:mkdir executed"),
)
PAYLOAD = "import pathlib\npathlib.Path('executed').mkdir()\ndef f(*_): return 0\nclass Inner: f = f\n"
PLAYERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "league.bots": lambda who: {"league": {"bots": [who]}},
    "imitation.bot": lambda who: {"imitation": {"bot": who}},
    "evaluation.against": lambda who: {"evaluation": {"against": ["random", who]}},
    "sb3.opponents": lambda who: {"sb3": {"opponents": [who]}},
}

every_spec = pytest.mark.parametrize("who", CODE)


@pytest.fixture(autouse=True)
def payload(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module and a model that make a folder when they are loaded, where the command is called; none may be there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "payload.py").write_text(PAYLOAD)
    (tmp_path / "payload.sh").write_text("#!/bin/sh\nmkdir executed\n")
    (tmp_path / "payload.sh").chmod(0o755)
    write_bomb(tmp_path / "payload.zip")
    yield
    assert not (tmp_path / "executed").exists()


def mom(*words: object) -> Any:
    return CliRunner().invoke(cli.app, list(map(str, words)), env={"COLUMNS": "200"})


def refused(result: Any, reason: str = "") -> None:
    assert result.exit_code == 1, result.output
    with pytest.raises(MomError, match=reason):
        raise result.exception


def merged(tables: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    inner = {key: {**tables.get(key, {}), **value} for key, value in changes.items()}
    return {**tables, **inner}


def sign(folder: Path, content: dict[str, Any]) -> None:
    """Put a configuration there, with its hash in the manifest: whoever crafts a folder can do that, too."""
    (folder / "config.json").write_text(json.dumps(content))
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"]["config.json"] = sha256((folder / "config.json").read_bytes())
    (folder / MANIFEST).write_text(json.dumps(manifest))


@every_spec
@pytest.mark.parametrize("key", PLAYERS)
def test_a_configuration(key: str, who: str) -> None:
    toml, (section, name) = Path("run.toml"), key.split(".")
    value = f"'{who}'" if name == "bot" else f"['{who}']"
    toml.write_text(f'trainer = "selfplay"\nnum_players = 2\ndecisions = 9\n[{section}]\n{name} = {value}\n')
    refused(mom("train", toml), rf"run.toml: {key}(\.0)?: expected a name or folder of a player that names no code")
    toml.write_text('trainer = "selfplay"\nnum_players = 2\ndecisions = 9\n')
    refused(mom("train", toml, "--set", f"{key}={value}"), key)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run of each trainer, and one of `mom exploit`."""
    folder = tmp_path_factory.mktemp("runs")
    texts = {"selfplay": 'trainer = "selfplay"\nnum_players = 3\ndecisions = 200\n', "sb3": SB3}
    small = [word for setting in SMALL for word in ("--set", setting)]
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)
        settings = small if name == "selfplay" else ["--set", "decisions=256"]
        assert mom("train", folder / f"{name}.toml", "--out", folder / name, *settings).exit_code == 0
    exploit = ["exploit", "random", "--out", folder / "exploit", "--deals", "2", "--decisions", "300", "--threads", "1"]
    sizes = ("rollout.games=8", "rollout.steps=24", "ppo.minibatch=64", "evaluation.deals=2", "checkpoint.every=1")
    result = mom(*exploit, *[word for size in sizes for word in ("--set", size)])
    assert result.exit_code == 0, result.output
    return {name: folder / name for name in (*texts, "exploit")}


@every_spec
@pytest.mark.parametrize("key", PLAYERS)
@pytest.mark.parametrize("kind", ["selfplay", "sb3", "exploit"])
def test_a_checkpoint(kind: str, key: str, who: str, runs: dict[str, Path], tmp_path: Path) -> None:
    run = shutil.copytree(runs[kind], tmp_path / "run")
    for saved in (run / ("parts" if kind == "sb3" else "checkpoints")).glob("0*"):
        sign(saved, merged(json.loads((saved / "config.json").read_text()), PLAYERS[key](who)))
    shutil.copy(saved / "config.json", run / "config.json")
    refused(mom("train", "--resume", run), key.split(".", maxsplit=1)[0])
    refused(mom("train", "--resume", run, "--set", "decisions=100000"), key.split(".", maxsplit=1)[0])
    if kind == "exploit":
        refused(mom("exploit", "random", "--out", run, "--resume"), key.split(".", maxsplit=1)[0])


@every_spec
def test_the_report_of_an_exploit(who: str, runs: dict[str, Path], tmp_path: Path) -> None:
    run = shutil.copytree(runs["exploit"], tmp_path / "run")
    report = json.loads((run / "exploit.json").read_text())
    (run / "exploit.json").write_text(json.dumps({**report, "target": who}))
    refused(mom("exploit", "random", "--out", run, "--resume"), "exploit.json: expected a run of mom exploit: target")
    result = mom("exploit", "random", "--out", run)
    refused(result, "expected a folder without a run")
    assert who not in str(result.exception)  # nor is it in a command that somebody may copy


@every_spec
@pytest.mark.parametrize("key", ["player", "against"])
def test_a_result_of_the_benchmark(key: str, who: str) -> None:
    folder = Path("out") / "random" / "2p" / "1"
    claim(Path("out"), Protocol(decisions=4000, deals=2))
    result = crafted("random", 1, [0.5] * 4).with_fields(player="random", decisions=4000, scores=())
    if key == "player":
        result = result.with_fields(player=who)
    else:
        result = crafted("random", 1, [0.5] * 4)
        result = result.with_fields(scores=tuple(score.model_copy(update={"against": who}) for score in result.scores))
    write_result(folder, result)
    words = ["benchmark", "random", "--decisions", "4000", "--deals", "2", "--settings", "2p", "--out", "out"]
    refused(mom(*words), f"result.json: .*{key}: expected a name or folder")


@pytest.mark.parametrize("name", ["payload", "..payload", "os.path", "../payload", ""])
def test_a_game(name: str, tmp_path: Path) -> None:
    claim(tmp_path / "out", Protocol())
    protocol = json.loads((tmp_path / "out" / "protocol.json").read_text())
    (tmp_path / "out" / "protocol.json").write_text(json.dumps({**protocol, "game": name}))
    refused(
        mom("benchmark", "--seeds", "0", "--out", "out"), "protocol.json: game: expected one of monkeys_on_the_moon"
    )
    agent = write_agent(tmp_path / "agent", (2,))
    manifest = json.loads((agent / MANIFEST).read_text())
    (agent / MANIFEST).write_text(json.dumps({**manifest, "game": name}))
    refused(mom("exploit", agent), "game: expected one of monkeys_on_the_moon")
    Path("run.toml").write_text(f'trainer = "selfplay"\nnum_players = 2\ndecisions = 9\ngame = "{name}"\n')
    refused(mom("train", "run.toml"), "run.toml: game: expected one of monkeys_on_the_moon")


def test_a_player_that_is_code_is_scored_and_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    from mom_env.learning.benchmark import protocol

    monkeypatch.setattr(protocol, "bots_and_searches", lambda *_: ("random",))
    words = ["benchmark", "tests.learning.own:a_function_by_name", "--decisions", "4000", "--deals", "2"]
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parents[2]))
    result = mom(*words, "--settings", "2p", "--seeds", "1", "--out", "out")
    assert result.exit_code == 0, result.output
    found = json.loads(next(Path("out").rglob("result.json")).read_text())
    assert found["player"] is None
    assert found["scores"]


@every_spec
def test_such_specs_are_known(who: str) -> None:
    assert names_code(who)
