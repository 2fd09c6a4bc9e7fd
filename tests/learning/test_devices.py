"""Devices: which one is taken, that a missing one is told early, and runs that continue on another one."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.tensors import sha256
from mom_env.errors import CheckpointError, ConfigError
from mom_env.learning import checkpoint
from mom_env.learning.devices import device_of, devices_here, torch_device, usable_here
from mom_env.learning.edits import edits
from mom_env.learning.exploit import ExploitRequest, exploit
from mom_env.learning.sb3 import trainer as sb3
from mom_env.learning.sb3.parts import read_part
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import SMALL, fingerprint, small, trained
from tests.learning.test_command import SB3
from tests.learning.test_prolong import begun, contents

pytestmark = pytest.mark.train
FEW = (*SMALL, "rollout.steps=12", "evaluation.every=9")


def train(*words: object) -> Any:
    return CliRunner().invoke(cli.app, ["train", *map(str, words)], env={"COLUMNS": "200"})


def with_devices(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let torch say that this machine has these devices."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: "cuda" in names)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: "mps" in names)


def as_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this machine have "cuda", which is the CPU in plain torch."""
    with_devices(monkeypatch, "cuda")
    place = "mom_env.learning.selfplay.trainer.torch_device"
    monkeypatch.setattr(place, lambda config: None if config.device == "cpu" else torch.device("cpu"))


@pytest.mark.parametrize(
    ("here", "first"), [((), "cpu"), (("mps",), "mps"), (("cuda",), "cuda"), (("cuda", "mps"), "cuda")]
)
def test_auto_takes_cuda_then_mps_then_the_cpu(
    here: tuple[str, ...], first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_devices(monkeypatch, *here)
    assert devices_here() == [*here, "cpu"]
    assert device_of(small("device=auto")) == first
    assert device_of(small()) == device_of(small("device=cpu")) == "cpu"
    assert torch_device(small()) is None
    assert torch_device(small("device=auto")) == (None if first == "cpu" else torch.device(first))


def test_a_missing_device_is_told_with_those_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with_devices(monkeypatch, "mps")
    with pytest.raises(ConfigError, match=r"^device: expected one of auto, mps, cpu on this machine, found 'cuda'$"):
        device_of(small("device=cuda"))
    assert usable_here(small("device=cuda")).device == "cpu"
    assert usable_here(small("device=mps")).device == "mps"
    with pytest.raises(ConfigError, match="device: expected 'auto', 'cpu', 'cuda' or 'mps', found 'gpu'"):
        small("device=gpu")


@pytest.mark.parametrize("text", ['trainer = "selfplay"\nnum_players = 3\ndecisions = 9\n', SB3])
def test_nothing_is_begun_on_a_missing_device(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_devices(monkeypatch)
    (tmp_path / "one.toml").write_text(text)
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'cuda'"):
        raise train(tmp_path / "one.toml", "--out", tmp_path / "run", "--set", "device=cuda").exception
    assert [path.name for path in tmp_path.iterdir()] == ["one.toml"]


def test_nothing_is_exploited_on_a_missing_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_devices(monkeypatch)
    request = ExploitRequest("greedy", "monkeys_on_the_moon", 2, 100, None, 0, 1, ["device=mps"])
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'mps'"):
        exploit(request, tmp_path / "run", 2, Console(), None)
    assert list(tmp_path.iterdir()) == []


def test_a_training_on_a_device_continues_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    as_a_gpu(monkeypatch)
    config = small("device=cuda", "network.precision=fp32")
    whole = trained(config, tmp_path, 3)
    assert whole.update.trained is not whole.network
    first = trained(config, tmp_path, 2)
    checkpoint.save(first, tmp_path / "checkpoints")
    second, _ = checkpoint.load_latest(tmp_path)
    assert second.update.trained is not second.network
    assert fingerprint(second) == fingerprint(first)
    second.iterate()
    assert fingerprint(second) == fingerprint(whole)


def test_a_device_and_the_kernels_learn_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for settings in ((), ("device=cuda",)):
        as_a_gpu(monkeypatch)
        training = trained(small("network.precision=fp32", *settings), tmp_path, 3)
        found.append((training.network.arrays(), checkpoint.optimizer_arrays(training)))
    for kernels, device in zip(*found, strict=True):
        for name, array in kernels.items():
            np.testing.assert_allclose(device[name], array, rtol=0, atol=1e-5, err_msg=name)


@pytest.fixture
def run_of_a_gpu(tmp_path: Path) -> Path:
    """A run that was trained on "cuda"; now there is none."""
    with pytest.MonkeyPatch.context() as patch:
        as_a_gpu(patch)
        return begun(tmp_path, 200, *FEW, "device=cuda")


def test_a_checkpoint_of_a_device_that_is_not_here_can_be_read(
    run_of_a_gpu: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_devices(monkeypatch)
    training, problems = checkpoint.load_latest(run_of_a_gpu)
    assert (problems, training.config.device) == ([], "cuda")
    assert training.update.trained is training.network
    assert checkpoint.optimizer_arrays(training)["exp_avg.policy.weight"].any()
    path = checkpoint.all_checkpoints(run_of_a_gpu / "checkpoints")[0]
    kept = {name: (path / name).read_bytes() for name in checkpoint.FILES}
    assert checkpoint.contents(training) == kept


def test_a_run_waits_for_its_device_or_continues_on_another_in_a_new_run(
    run_of_a_gpu: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_devices(monkeypatch)
    before = contents(run_of_a_gpu)
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'cuda'"):
        raise train("--resume", run_of_a_gpu).exception
    words = ["--resume", run_of_a_gpu, "--set", "decisions=400", "--out", run_of_a_gpu.parent / "longer"]
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'cuda'"):
        raise train(*words).exception
    assert not (run_of_a_gpu.parent / "longer").exists()
    result = train(*words, "--set", "device=cpu")
    assert result.exit_code == 0, result.output
    assert result.output.count("last bits may differ: device: cuda then, cpu now") == 1
    assert contents(run_of_a_gpu) == before


def test_another_device_or_number_of_threads_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(tmp_path, 200, *FEW)
    as_a_gpu(monkeypatch)
    words = [word for setting in ("decisions=300", "device=auto", "threads=2") for word in ("--set", setting)]
    result = train("--resume", run, *words)
    assert result.exit_code == 0, result.output
    assert "last bits may differ: device: cpu then, cuda now; threads: 1 then, 2 now" in result.output
    longer = run.with_name("run of 200-prolonged")
    assert "last bits" not in train("--resume", longer).output
    with pytest.raises(ConfigError, match=r"--set network.precision=fp32: expected one of .* for a run that has begun"):
        raise train("--resume", run, "--set", "network.precision=fp32").exception


def test_a_precision_that_was_edited_is_told(tmp_path: Path) -> None:
    path = checkpoint.save(SelfPlay(small(), tmp_path), tmp_path / "checkpoints")
    assert checkpoint.differences(path) == []
    config = json.loads((path / checkpoint.CONFIG).read_text())
    config["network"]["precision"] = "fp32"
    content = json.dumps(config).encode()
    (path / checkpoint.CONFIG).write_bytes(content)
    with pytest.raises(CheckpointError, match="expected the SHA-256"):
        checkpoint.differences(path)
    manifest = json.loads((path / checkpoint.MANIFEST).read_text())
    manifest["files"][checkpoint.CONFIG] = sha256(content)
    (path / checkpoint.MANIFEST).write_text(json.dumps(manifest))
    assert checkpoint.differences(path) == ["precision: bf16 then, fp32 now"]
    for name in ("device", "precision", "threads"):
        del manifest["machine"][name]  # a checkpoint of an older version
    (path / checkpoint.MANIFEST).write_text(json.dumps(manifest))
    assert checkpoint.differences(path) == []


def test_an_edited_configuration_of_a_run_is_told_to_have_no_effect(tmp_path: Path) -> None:
    run = begun(tmp_path, 200, *FEW)
    config = checkpoint.load_latest(run)[0].config
    assert edits(run, config) == edits(tmp_path, config) == ""
    tables = json.loads((run / "config.json").read_text())
    tables["network"]["precision"], tables["device"], tables["ppo"]["epoch"] = "fp32", "cuda", 1
    del tables["ppo"]["payoff"]  # an older version has fewer settings
    (run / "config.json").write_text(json.dumps(tables))
    said = f"{run / 'config.json'}: device, network.precision, ppo.epoch edited, to no effect"
    assert said in train("--resume", run).output
    assert edits(run, config) == ""  # it was written again


def test_sb3_gets_the_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(sb3, "MaskablePPO", lambda *_, **named: given.update(named))
    with_devices(monkeypatch, "mps")
    config = small("trainer=sb3", "network.symmetry=none", "sb3.games=2")
    for device, wanted in (("cpu", "cpu"), ("auto", "mps")):
        one = config.model_copy(update={"device": device})
        sb3.make_model(one, sb3.part_env(one, tmp_path, 0))
        assert given["device"] == wanted


def test_a_run_of_sb3_waits_for_its_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        with_devices(patch, "cuda")
        patch.setattr(sb3, "device_of", lambda _: "cpu")
        run = begun(tmp_path, 256, "device=cuda", text=SB3)
    with_devices(monkeypatch)
    (run / "config.json").unlink()
    before = contents(run)
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'cuda'"):
        raise train("--resume", run).exception
    assert contents(run) == before
    words = ["--resume", run, "--set", "decisions=512", "--set", "device=cpu"]
    assert "last bits may differ: device: cuda then, cpu now" in train(*words).output


def test_sb3_tells_another_device_and_number_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(tmp_path, 256, text=SB3)
    assert "last bits" not in train("--resume", run).output
    manifest = run / "parts" / "0001" / "manifest.json"
    machine = read_part(manifest.parent).machine
    assert machine is not None
    assert (machine["device"], machine["precision"], machine["threads"]) == ("cpu", "fp32", "1")
    tables = json.loads(manifest.read_text())
    tables["machine"]["device"] = "cuda"
    manifest.write_text(json.dumps(tables))
    words = ["--resume", run, "--set", "decisions=512", "--set", "threads=2"]
    result = train(*words)
    assert result.exit_code == 0, result.output
    assert "last bits may differ: device: cuda then, cpu now; threads: 1 then, 2 now" in result.output
    with_devices(monkeypatch)
    with pytest.raises(ConfigError, match="device: expected one of auto, cpu on this machine, found 'mps'"):
        raise train(*words, "--set", "device=mps", "--out", tmp_path / "other").exception
    del tables["machine"]  # a part of an older version
    manifest.write_text(json.dumps(tables))
    assert "last bits" not in train("--resume", run).output
