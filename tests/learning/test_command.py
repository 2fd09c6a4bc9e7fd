"""`mom train`: what it makes, what it refuses, and that it goes on as if it had never stopped."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import torch
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common import extras
from mom_env.errors import CheckpointError, ConfigError, MissingExtra, OutputError, TrainingError
from mom_env.learning import checkpoint
from mom_env.learning.config import Config, load_config
from mom_env.learning.logs import CsvLog, Logs
from mom_env.learning.plot import strength_figure
from mom_env.learning.sb3 import trainer as sb3
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.version import VERSION
from mom_env.players.specs import make_player
from tests.learning.small import SMALL, interrupt_after
from tests.support.own_agent import write_agent

pytestmark = pytest.mark.train
ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs" / "train").glob("*.toml"))
SETTINGS = [word for setting in SMALL for word in ("--set", setting)]
SAME_FILES = ("log.csv", "strength.csv", "agent/policy.safetensors", "agent/manifest.json")
SB3 = """\
trainer = "sb3"
num_players = 3
decisions = 512
threads = 1
network = { hidden = [8, 8], symmetry = "none", precision = "fp32" }
ppo = { epochs = 1, minibatch = 64 }
sb3 = { games = 8, steps = 16, past_every = 256 }
evaluation = { deals = 2 }
"""


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    file = tmp_path / "first.toml"
    file.write_text('trainer = "selfplay"\nnum_players = 3\nseed = 3\ndecisions = 900\n')
    return file


def train(*words: object) -> Any:
    return CliRunner().invoke(cli.app, ["train", *map(str, words)])


def test_a_run_has_agent_logs_and_picture_and_goes_on_to_the_bit(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "[cut] here"
    result = train(toml, "--out", whole, *SETTINGS)
    assert result.exit_code == 0, result.output
    assert "against greedy: " in result.output
    assert (whole / "strength.png").read_bytes().startswith(b"\x89PNG")
    assert list((whole / "tensorboard").iterdir())

    interrupt_after(2, monkeypatch)
    result = train(toml, "--out", cut, *SETTINGS)
    assert result.exit_code == cli.INTERRUPTED
    assert f"Continue with: mom train --resume '{cut}'" in result.output
    assert checkpoint.load_latest(cut)[0].iteration == 2
    with (cut / "log.csv").open("a") as file:
        file.write("3,999")  # a process that was killed amid a line
    result = train("--resume", cut)
    assert result.exit_code == 0, result.output
    for name in SAME_FILES:
        assert (cut / name).read_bytes() == (whole / name).read_bytes(), name
    newest = [path.name for path in (checkpoint.all_checkpoints(run / "checkpoints")[0] for run in (whole, cut))]
    assert newest[0] == newest[1]


def test_the_agent_plays_by_its_path(toml: Path, tmp_path: Path) -> None:
    assert train(toml, "--out", tmp_path / "run", *SETTINGS).exit_code == 0
    manifest = json.loads((tmp_path / "run" / "agent" / "manifest.json").read_text())
    assert (manifest["num_players"], manifest["trained"]["seed"]) == ([3], 3)
    game = Game(3, seed=1)
    player = make_player(str(tmp_path / "run" / "agent"), ruleset=game.ruleset)
    while not game.over:
        game.play(int(player.choose(game.states, game.ruleset.rules, np.zeros(1, np.uint64))[0]))


def test_a_second_interrupt_ends_at_once_and_the_last_checkpoint_stays(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, before = SelfPlay.iterate, signal.getsignal(signal.SIGINT)  # a shell's background jobs ignore it

    def iterate(training: SelfPlay) -> Any:
        if training.iteration == 1:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
        return original(training)

    monkeypatch.setattr(SelfPlay, "iterate", iterate)
    assert train(toml, "--out", tmp_path / "run", *SETTINGS).exit_code != 0
    assert checkpoint.load_latest(tmp_path / "run")[0].iteration == 1
    assert signal.getsignal(signal.SIGINT) is before


def failure(result: Any) -> BaseException:
    assert isinstance(result.exception, BaseException)
    return result.exception


def refusal(result: Any) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, ConfigError | CheckpointError | TrainingError)
    return str(result.exception)


def test_a_run_is_never_written_over(toml: Path, tmp_path: Path) -> None:
    assert train(toml, "--out", tmp_path / "run", *SETTINGS).exit_code == 0
    assert "continue with: mom train --resume" in refusal(train(toml, "--out", tmp_path / "run", *SETTINGS))


def test_neither_an_agent_nor_a_file_is_written_over(toml: Path, tmp_path: Path) -> None:
    agent = write_agent(tmp_path / "agent")
    (agent / "log.csv").write_text("kept")
    for folder in (agent, tmp_path):
        assert "expected a folder without a run, found an agent" in refusal(train(toml, "--out", folder, *SETTINGS))
    assert (agent / "log.csv").read_text() == "kept"
    assert "expected a folder for the run, found a file" in refusal(train(toml, "--out", toml, *SETTINGS))


def test_what_cannot_be_read_is_passed_over_and_told(toml: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert train(toml, "--out", run, *SETTINGS).exit_code == 0
    newest, *_ = checkpoint.all_checkpoints(run / "checkpoints")
    (newest / "network.safetensors").write_bytes(b"")
    result = train("--resume", run)
    assert result.exit_code == 0, result.output
    assert "passed over: " in result.output
    assert "network.safetensors" in " ".join(result.output.split())
    assert checkpoint.load_latest(run)[1] == []  # it was written anew


@pytest.mark.parametrize(
    ("text", "settings", "reason"),
    [
        ("epochs = 3", [], "key: expected one of trainer, .*found 'epochs'"),
        ("seeds = 3", [], "found 'seeds'; did you mean 'seed'?"),
        ("[ppo]\nepoch = 3", [], "ppo: key: expected one of epochs, .*did you mean 'epochs'"),
        ("[ppo]\nepochs = 0", [], "ppo.epochs: .*greater than or equal to 1, found 0"),
        ("[ppo]\nclip = 'wide'", [], "ppo.clip: expected a valid number, found 'wide'"),
        ("[league]\nbots = ['os:system']", [], "league.bots.0"),
        ("[league]\npast_share = 0.9\nbot_share = 0.2", [], "with a sum of at most 1"),
        ("ppo = 3", [], "ppo: "),
        ("= 3", [], "expected TOML"),
        ("", ["ppo.epoch=3"], "^--set ppo.epoch=3: ppo: key: .*did you mean 'epochs'"),
        ("", ["seed=4", "ppo.epochs=0"], "^--set ppo.epochs=0: ppo.epochs: .*, found 0"),
        ("", ["ppo.epochs=2", "ppo.clip=-1"], "^--set ppo.clip=-1: ppo.clip: .*, found -1"),
        ("[ppo]\nepochs = 0", ["ppo.clip=0.1"], r"^/.*first.toml: ppo.epochs: .*, found 0"),
        ("[ppo]\nepochs = 0", ["ppo.epochs=-1"], "^--set ppo.epochs=-1: ppo.epochs: .*, found -1"),
        ("[league]\npast_share = 0.9", ["seed=4", "league.bot_share=0.2"], "^--set league.bot_share=0.2: .*at most 1"),
        ("", ["num_players=two", "seed=4"], "^--set num_players=two: num_players: .*, found 'two'"),
        ("", ["ppo.epochs"], "--set: expected section.key=value, found 'ppo.epochs'"),
        ("", ["=3"], "--set: expected section.key=value"),
        ("", ["num_players.x=3"], "--set: expected a section 'num_players', found a value"),
        ("", ["num_players=5"], "num_players: deck 'standard' is for 2, 3 or 4 players, found 5"),
        ("", ["deck=nowhere"], "nowhere"),
        ("", ["options.no_such=true"], "options: expected some of"),
        ("", ["league.bots=['nobody']"], "league.bots: player: expected one of .*found 'nobody'"),
        ("", ["evaluation.against=['nobody']"], "evaluation.against: player: expected one of .*found 'nobody'"),
        ("", ["imitation.bot=nobody"], "imitation.bot: player: expected one of .*found 'nobody'"),
        ("", ["trainer=sb3"], "network.symmetry: expected 'none' with the trainer sb3"),
    ],
)
def test_a_bad_configuration_names_file_key_and_what_is_expected(
    toml: Path, tmp_path: Path, text: str, settings: list[str], reason: str
) -> None:
    toml.write_text(toml.read_text() + text)
    words = [word for setting in settings for word in ("--set", setting)]
    result = train(toml, "--out", tmp_path / "run", *words)
    assert result.exit_code == 1
    with pytest.raises(ValueError, match=reason):
        raise failure(result)
    assert not (tmp_path / "run" / "checkpoints").exists()


def numbers_of(section: Any, above: str = "") -> list[str]:
    """The keys of all numbers of a configuration that need not be whole."""
    found = []
    for name, field in section.model_fields.items():
        if hasattr(field.annotation, "model_fields"):
            found += numbers_of(field.annotation, f"{name}.")
        elif field.annotation is float:
            found.append(above + name)
    return found


@pytest.mark.parametrize("key", numbers_of(Config))
@pytest.mark.parametrize("number", ["inf", "-inf", "nan"])
def test_a_number_without_end_is_refused_wherever_it_stands(toml: Path, key: str, number: str) -> None:
    with pytest.raises(ConfigError, match=rf"^--set {key}={number}: {key}: .*, found {number}"):
        load_config(toml, [f"{key}={number}"])
    section, _, name = key.partition(".")
    toml.write_text(toml.read_text() + f"[{section}]\n{name} = {number}\n")
    with pytest.raises(ConfigError, match=rf"first.toml: {key}: .*, found {number}"):
        load_config(toml)


def test_these_are_all_numbers_that_need_not_be_whole() -> None:
    assert {"ppo.learning_rate", "ppo.clip", "league.bot_share", "rollout.last_share"} < set(numbers_of(Config))
    assert len(numbers_of(Config)) >= 13


@pytest.mark.parametrize("table", ["league.bots", "evaluation.against", "sb3.opponents"])
def test_an_agent_for_other_tables_is_refused_before_anything_is_trained(
    toml: Path, tmp_path: Path, table: str
) -> None:
    agent = write_agent(tmp_path / "for-two", (2,))
    assert "expected 2 players, found 3" in refusal(
        train(toml, "--out", tmp_path / "run", "--set", f"{table}=['{agent}']")
    )
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("key", ["league.bots", "evaluation.against", "sb3.opponents", "imitation.bot"])
@pytest.mark.parametrize("name", ["first_legal", "Patient"])
def test_a_player_of_an_installed_package_is_no_part_of_a_run(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, name: str
) -> None:
    """Nobody checks in a batch whether its answers are legal, and kernels believe them."""
    installed = EntryPoint("installed", f"tests.learning.own:{name}", "mom_env.players")
    monkeypatch.setattr("mom_env.players.specs.entry_points", lambda **_: [installed])
    value = "'installed'" if key == "imitation.bot" else "['installed']"
    result = train(toml, "--out", tmp_path / "run", "--set", f"{key}={value}")
    expected = f"{key}: expected a bot, a search or a trained agent, found the function 'installed'"
    assert refusal(result) == expected
    assert not (tmp_path / "run").exists()


def test_a_disk_that_is_full_amid_the_logs_is_one_line_and_the_run_goes_on_later(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, run = CsvLog.add, tmp_path / "run"

    def add(table: CsvLog, row: Any) -> None:
        if row["iteration"] == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(table.path))
        original(table, row)

    with monkeypatch.context() as patch:
        patch.setattr(CsvLog, "add", add)
        told = refusal(train(toml, "--out", run, *SETTINGS))
    assert "log.csv: No space left on device; checkpoints are unchanged" in told
    assert f"mom train --resume {run}" in told
    assert train("--resume", run).exit_code == 0


@pytest.mark.parametrize("path", sorted((ROOT / "agents").glob("*/config.json")), ids=lambda path: path.parent.name)
def test_the_configuration_of_an_agent_trains_it_anew(path: Path, tmp_path: Path) -> None:
    config = load_config(path, ["decisions=5"])
    assert config == Config.model_validate_json(path.read_text()).model_copy(update={"decisions": 5})
    broken = tmp_path / "config.json"
    broken.write_text(path.read_text()[:-5])
    with pytest.raises(ConfigError, match=r"config.json: expected JSON, found something else"):
        load_config(broken)


def test_settings_are_toml_or_text(toml: Path) -> None:
    settings = ["ppo.epochs=2", "network.hidden=[4]", "deck=mini", "ppo.clip=0.5", "network.precision='fp32'"]
    config = load_config(toml, settings)
    assert (config.ppo.epochs, config.network.hidden, config.deck, config.ppo.clip) == (2, [4], "mini", 0.5)
    assert config.network.precision == "fp32"


@pytest.mark.parametrize(("precision", "wanted"), [("bf16", "medium"), ("fp32", "highest")])
def test_the_precision_of_sb3_is_that_of_the_configuration(toml: Path, precision: str, wanted: str) -> None:
    settings = ["trainer=sb3", "network.symmetry=none", f"network.precision={precision}"]
    sb3.set_precision(load_config(toml, settings))
    found = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")  # as it was
    assert found == wanted


def test_a_missing_file_or_none_or_too_much(toml: Path, tmp_path: Path) -> None:
    assert f"{tmp_path / 'none.toml'}: cannot be read" in refusal(train(tmp_path / "none.toml"))
    assert refusal(train("none.toml")).startswith("none.toml: cannot be read")
    assert "either a configuration or --resume RUN" in refusal(train())
    assert "either a configuration or --resume RUN" in refusal(train(toml, "--resume", tmp_path))
    assert "expected no --out without --set" in refusal(train("--resume", tmp_path, "--out", tmp_path))
    assert "expected a checkpoint to continue from" in refusal(train("--resume", tmp_path))


def test_without_torch_the_extra_is_named(toml: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    result = train(toml)
    assert isinstance(result.exception, MissingExtra)
    assert "pip install 'mom-env[train]'" in str(result.exception)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_configurations_that_come_along_are_right_and_say_what_to_expect(path: Path) -> None:
    config = load_config(path)
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert any(unit in first for unit in ("minute", "hour"))
    assert path.stem.endswith(f"-{config.num_players}p")
    assert path.stem.startswith("sb3") == (config.trainer == "sb3")


def test_every_option_is_explained_where_it_is_declared() -> None:
    sections = [Config, *(field.annotation for field in Config.model_fields.values())]
    for section in sections:
        if isinstance(section, type) and hasattr(section, "model_fields"):
            told = section.__doc__ or ""
            missing = [f for f in section.model_fields if f"\n        {f}: " not in told and f"\n    {f}: " not in told]
            inner = [f for f in missing if hasattr(section.model_fields[f].annotation, "model_fields")]
            assert missing == inner, section


def test_a_table_is_cut_back_and_a_broken_line_is_left_out(tmp_path: Path) -> None:
    table = CsvLog(tmp_path / "log.csv")
    assert table.rows() == []
    for iteration in (1, 2, 3):
        table.add({"iteration": iteration, "x": iteration / 3})
    with table.path.open("a") as file:
        file.write("4")
    assert [row["x"] for row in table.rows()] == [repr(1 / 3), repr(2 / 3), "1.0"]
    table.cut(2)
    assert [row["iteration"] for row in table.rows()] == ["1", "2"]
    table.cut(0)
    assert not table.path.exists()


def test_a_table_keeps_commas(tmp_path: Path) -> None:
    table = CsvLog(tmp_path / "strength.csv")
    for iteration in (1, 2):
        table.add({"iteration": iteration, "against": "ismcts:sims=9,playout=random"})
    before = table.path.read_bytes()
    table.cut(2)
    assert table.path.read_bytes() == before


@pytest.fixture
def figure(tmp_path: Path) -> Any:
    """The picture of a run against seven bots that wins nothing at first and everything at last."""
    logs = Logs(tmp_path, 0)
    for iteration, share in enumerate((0.0, 0.5, 1.0), 1):
        logs.timing.add({"iteration": iteration, "seconds": 60.0 * iteration})
        for bot in range(7):
            row = {"decisions": 1000 * iteration, "against": f"bot {bot}", "share": share, "low": share, "high": share}
            logs.strength.add({"iteration": iteration, **row})
    return strength_figure(logs, [1 / 2], "a title")


def test_each_bot_is_in_the_picture_over_decisions_and_minutes(figure: Any) -> None:
    (axes,) = figure.axes
    curves = {line.get_label(): line for line in axes.lines}
    assert list(curves) == [*(f"against bot {bot}" for bot in range(7)), "among equals"]
    assert curves["against bot 6"].get_xydata().tolist() == [[1000, 0], [2000, 50], [3000, 100]]
    (upper,) = axes.child_axes
    assert (axes.get_xlabel(), upper.get_xlabel()) == ("decisions learnt from", "minutes of training")
    assert [
        (tick, label.get_text()) for tick, label in zip(upper.get_xticks(), upper.get_xticklabels(), strict=True)
    ] == [
        (1000, "1.0"),
        (2000, "2.0"),
        (3000, "3.0"),
    ]


def test_nothing_in_the_picture_covers_a_curve_or_cuts_it(figure: Any) -> None:
    figure.draw_without_rendering()
    (axes,), (legend,) = figure.axes, figure.legends
    assert not axes.get_window_extent().overlaps(legend.get_window_extent())
    drawn = axes.get_window_extent()
    for line in axes.lines[:-1]:
        half = line.get_linewidth() * figure.dpi / 72
        _, heights = axes.transData.transform(line.get_xydata()).T
        assert drawn.y0 < heights.min() - half
        assert heights.max() + half < drawn.y1


def sb3_run(tmp_path: Path, name: str) -> tuple[Path, Path]:
    toml = tmp_path / "sb3.toml"
    toml.write_text(SB3)
    return toml, tmp_path / name


def test_sb3_trains_and_goes_on_from_the_end_of_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toml, whole = sb3_run(tmp_path, "whole")
    result = train(toml, "--out", whole)
    assert result.exit_code == 0, result.output
    assert (whole / "strength.png").exists()
    shares: dict[int, float] = {}
    for row in CsvLog(whole / "strength.csv").rows():
        shares[int(row["iteration"])] = shares.get(int(row["iteration"]), 0.0) + float(row["share"])
    best = max(shares, key=lambda part: (shares[part], part))
    weights = (whole / "past" / f"{best:04}" / "policy.safetensors").read_bytes()
    assert (whole / "agent" / "policy.safetensors").read_bytes() == weights
    for row in CsvLog(whole / "log.csv").rows():
        values = {name: float(value) for name, value in row.items()}
        assert values["decisions"] == 256 * values["iteration"]
        assert 0 < values["entropy"] < 7  # nats of at most 632 actions
        assert values["learning_rate"] == load_config(toml).ppo.learning_rate
    original, cut = MaskablePPO.learn, tmp_path / "cut"

    def learn(model: Any, *arguments: Any, **named: Any) -> Any:
        if model.num_timesteps:
            raise KeyboardInterrupt
        return original(model, *arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(MaskablePPO, "learn", learn)
        result = train(toml, "--out", cut)
    assert result.exit_code == cli.INTERRUPTED
    assert f"Saved up to part 1; later decisions are lost. Continue with: mom train --resume {cut}" in result.output
    assert train("--resume", cut).exit_code == 0
    for name in (
        "log.csv",
        "strength.csv",
        "agent/manifest.json",
        "parts/0002/model.safetensors",
        "past/0002/policy.safetensors",
    ):
        assert (cut / name).read_bytes() == (whole / name).read_bytes(), name


def test_sb3_interrupted_before_its_first_part_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toml, run = sb3_run(tmp_path, "run")
    with monkeypatch.context() as patch:
        patch.setattr(MaskablePPO, "learn", interrupted)
        result = train(toml, "--out", run)
    assert result.exit_code == cli.INTERRUPTED
    assert "Nothing is saved, as the first part was not finished: the same command begins again." in result.output
    assert train(toml, "--out", run, "--set", "decisions=256").exit_code == 0


def test_sb3_interrupted_while_it_is_judged_is_judged_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toml, whole = sb3_run(tmp_path, "whole")
    assert train(toml, "--out", whole, "--set", "decisions=256").exit_code == 0
    with monkeypatch.context() as patch:
        patch.setattr(sb3, "evaluate_all", interrupted)
        result = train(toml, "--out", tmp_path / "cut", "--set", "decisions=256")
    assert result.exit_code == cli.INTERRUPTED
    assert "Saved up to part 1" in result.output
    assert train("--resume", tmp_path / "cut").exit_code == 0
    assert (tmp_path / "cut" / "strength.csv").read_bytes() == (whole / "strength.csv").read_bytes()


def interrupted(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


def test_sb3_stops_with_the_rollout_when_its_loss_is_no_number(tmp_path: Path) -> None:
    toml, run = sb3_run(tmp_path, "run")
    told = refusal(train(toml, "--out", run, "--set", "ppo.learning_rate=1e30"))
    assert f"loss: expected finite numbers, found others; the rollout is in {run / sb3.NOT_FINITE}" in told
    assert set(safetensors.numpy.load_file(run / sb3.NOT_FINITE)) == set(sb3.OF_A_ROLLOUT)
    assert not (run / "parts").exists()


def edit(file: Path, old: str, new: str) -> None:
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


PARTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "weights": (lambda p: (p / "model.safetensors").write_bytes(b"\x80\x04"), "expected the SHA-256"),
    "configuration": (lambda p: (p / "config.json").write_text("{}"), "expected the SHA-256"),
    "manifest": (lambda p: (p / "manifest.json").write_text("[]"), "expected a JSON object"),
    "rules": (
        lambda p: edit(p / "manifest.json", '"rules": "', '"rules": "0'),
        "rules: expected version",
    ),
    "no manifest": (lambda p: (p / "manifest.json").unlink(), "cannot be read"),
}


def test_a_part_that_was_changed_is_refused(tmp_path: Path) -> None:
    toml, run = sb3_run(tmp_path, "run")
    assert train(toml, "--out", run, "--set", "decisions=256").exit_code == 0
    part = run / "parts" / "0001"
    files = {path.name: path.read_bytes() for path in part.iterdir()}
    for name, (change, reason) in PARTS.items():
        change(part)
        assert reason in refusal(train("--resume", run)), name
        for file, content in files.items():
            (part / file).write_bytes(content)


def test_the_bench_tells_rates_and_shares(tmp_path: Path) -> None:
    words = ["--players", "2", "--threads", "1", "--seconds", "0.1", "--json", str(tmp_path / "bench.json")]
    code = "from mom_env.learning import bench; bench.WARM_UP = 1; from mom_env.cli import main; main()"
    command = [sys.executable, "-c", code, "bench", "train", *words]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "decisions/s" in output
    content = json.loads((tmp_path / "bench.json").read_text())
    assert content["provenance"]["version"] == VERSION
    figures = content["figures"]
    assert figures["decisions_per_second"] > 0
    assert 0.9 < sum(figures["shares"].values()) <= 1.001


def test_the_bench_tries_its_file_before_it_measures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mom_env.learning import bench

    monkeypatch.setattr(bench, "measure", lambda *_: pytest.fail("measured before the file was tried"))
    words = ["bench", "train", "--json", str(tmp_path / "file" / "bench.json")]
    (tmp_path / "file").touch()
    result = CliRunner().invoke(cli.app, words)
    with pytest.raises(OutputError, match=r"bench.json: cannot be written: expected a folder, found the file"):
        raise failure(result)


def test_the_bench_refuses_what_cannot_be() -> None:
    result = CliRunner().invoke(cli.app, ["bench", "train", "--threads", "0"])
    assert "mom bench train: threads: expected greater than or equal to 1, found 0" in refusal(result)


def test_the_bench_of_sb3_counts_the_learner_s_decisions() -> None:
    code = """
from rich.console import Console
from mom_env.learning import bench
from mom_env.learning.config import Config, Sb3Config
config = bench.sb3_config(Config(trainer="selfplay", num_players=2, threads=1, decisions=1))
config = config.model_copy(update={"sb3": Sb3Config(games=8, steps=16)})
measured = bench.measure_sb3(config, "greedy", 0.5, Console())
assert measured["iterations"] >= 1, measured
assert 0 < measured["low"] <= measured["median"] <= measured["high"], measured
print(measured["iterations"] * 8 * 16 / measured["decisions_per_second"])
"""
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert float(output.split()[-1]) >= 0.5  # seconds that were measured


def test_every_column_of_the_logs_is_explained(toml: Path, tmp_path: Path) -> None:
    assert train(toml, "--out", tmp_path / "run", *SETTINGS).exit_code == 0
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    for name in ("log", "strength", "timing"):
        columns = (tmp_path / "run" / f"{name}.csv").read_text().splitlines()[0].split(",")
        assert len(columns) > 3
        assert [column for column in columns if f"`{column}`" not in page] == []
