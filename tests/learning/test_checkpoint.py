"""Checkpoints: exact, whole or not there, and nothing in one is believed."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.common import files
from mom_env.common.tensors import expected_of, from_bytes, sha256, to_bytes
from mom_env.errors import CheckpointError, TrainingError
from mom_env.learning import checkpoint
from mom_env.learning.checkpoint import (
    CONFIG,
    GAMES,
    MANIFEST,
    NETWORK,
    OPTIMIZER,
    POOL,
    load_checkpoint,
    load_latest,
    save,
)
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE
from tests.common.test_tensors import CRAFTED
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train

ROOT = Path(__file__).resolve().parents[2]
WHOLE = 6
LONG = small("rollout.steps=64")


@pytest.fixture(scope="module")
def uncut(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    training = trained(LONG, tmp_path_factory.mktemp("uncut"), WHOLE)
    assert training.league.games.sum() > 3  # games ended, and others were dealt
    return fingerprint(training)


@pytest.mark.parametrize("cut", range(1, WHOLE))
def test_a_training_goes_on_to_the_bit(cut: int, tmp_path: Path, uncut: dict[str, Any]) -> None:
    first = trained(LONG, tmp_path, cut)
    save(first, tmp_path / "checkpoints")
    second, problems = load_latest(tmp_path)
    assert problems == []
    assert fingerprint(second) == fingerprint(first)
    for _ in range(WHOLE - cut):
        second.iterate()
    assert fingerprint(second) == uncut


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved")
    return save(trained(small(), folder, 2), folder / "checkpoints")


@pytest.fixture
def copy(saved: Path, tmp_path: Path) -> Path:
    path = tmp_path / "checkpoints" / saved.name
    path.mkdir(parents=True)
    for file in saved.iterdir():
        (path / file.name).write_bytes(file.read_bytes())
    return path


def sign(path: Path, name: str, content: bytes) -> None:
    """Put a file there, with its hash in the manifest: whoever crafts a checkpoint can do that, too."""
    (path / name).write_bytes(content)
    manifest = json.loads((path / MANIFEST).read_text())
    manifest["files"][name] = sha256(content)
    (path / MANIFEST).write_text(json.dumps(manifest))


def refused(path: Path, reason: str = "") -> str:
    inside = set(path.parent.rglob("*"))
    with pytest.raises(CheckpointError, match=reason) as refusal:
        load_checkpoint(path, path.parent)
    assert set(path.parent.rglob("*")) == inside
    assert 10 < len(str(refusal.value)) < 1200
    return str(refusal.value)


@pytest.mark.parametrize("content", CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_file_of_weights_is_refused_even_with_its_hash(
    content: bytes, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy.parent)
    sign(copy, NETWORK, content)
    refused(copy, "network.safetensors: ")


MANIFESTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "another format": (lambda m: m.update(format="pickle"), "format: expected"),
    "another trainer": (lambda m: m.update(trainer="sb3"), "trainer"),
    "a key more": (lambda m: m.update(hook="os.system"), "hook"),
    "a key less": (lambda m: m.pop("stream"), "stream"),
    "another game": (lambda m: m.update(game="ape_town"), "game: expected"),
    "another number of players": (lambda m: m.update(num_players=4), "num_players: expected 3, found 4"),
    "another deck": (lambda m: m.update(deck="0" * 64), "deck: expected"),
    "other rules": (
        lambda m: m.update(rules="0"),
        "rules: expected version . of monkeys_on_the_moon, found .*0",
    ),
    "the first rules, unnamed": (lambda m: m.pop("rules"), "rules: expected version"),
    "other hidden layers": (lambda m: m["network"].update(hidden=[16, 9]), "network: expected"),
    "other inputs": (lambda m: m["network"].update(inputs=5), "network: expected"),
    "a file more": (lambda m: m["files"].update({"../../x": "0" * 64}), "files: expected"),
    "a file less": (lambda m: m["files"].pop(POOL), "files: expected"),
    "a path for a file": (lambda m: m["files"].update({"/etc/passwd": m["files"].pop(POOL)}), "files: expected"),
    "a hash of another length": (lambda m: m["files"].update({POOL: "0"}), "files"),
    "another hash": (lambda m: m["files"].update({POOL: "0" * 64}), "expected the SHA-256"),
    "a negative iteration": (lambda m: m.update(iteration=-1), "iteration"),
    "an iteration without end": (lambda m: m.update(iteration=10**30), "iteration"),
    "decisions as a text": (lambda m: m.update(decisions="5"), "decisions"),
    "more past selves than there are": (lambda m: m.update(past_selves=1), "other arrays than expected"),
    "no past selves": (lambda m: m.update(past_selves=0), "expected"),
    "a stream of another length": (lambda m: m["stream"].update(state="f"), "stream.state"),
    "a stream that is none": (lambda m: m["stream"].update(inc="g" * 32), "stream.inc"),
    "a stream out of range": (lambda m: m["stream"].update(uinteger=2**40), "stream.uinteger"),
}


@pytest.mark.parametrize(("change", "reason"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_crafted_manifest_is_refused(copy: Path, change: Callable[[dict[str, Any]], object], reason: str) -> None:
    manifest = json.loads((copy / MANIFEST).read_text())
    change(manifest)
    (copy / MANIFEST).write_text(json.dumps(manifest))
    refused(copy, reason)


CONFIGS: dict[str, tuple[str, Any, str]] = {
    "another game": ("game", "ape_town", "game"),
    "another number of players": ("num_players", 2, "num_players"),
    "a number of players that no deck has": ("num_players", 16, "players"),
    "another deck": ("deck", "mini", "deck: expected"),
    "a deck that is not there": ("deck", "../../../etc/passwd", "config.json: "),
    "an option that does not exist": ("options", {"code": True}, "config.json: "),
    "another trainer": ("trainer", "sb3", "trainer"),
    "more games": ("rollout", {"games": 11}, "expected U8"),
    "games without end": ("rollout", {"games": 10**9}, "rollout.games"),
    "other layers": ("network", {"hidden": [4096] * 8}, "network: expected"),
    "another symmetry": ("network", {"hidden": [16, 8], "symmetry": "none"}, "network: expected"),
    "a bot that does not exist": ("league", {"bots": ["nobody"]}, "player: expected one of"),
    "a bot that is somebody's code": (
        "league",
        {"bots": ["os:getcwd"]},
        "league.bots.0: expected a name or folder",
    ),
    "a section that is a list": ("ppo", [1], "ppo"),
    "a key that does not exist": ("hook", "os.system", "hook"),
}


@pytest.mark.parametrize(("key", "value", "reason"), CONFIGS.values(), ids=CONFIGS)
def test_a_crafted_configuration_is_refused_even_with_its_hash(copy: Path, key: str, value: Any, reason: str) -> None:
    config = json.loads((copy / CONFIG).read_text())
    config[key] = {**config[key], **value} if isinstance(value, dict) and isinstance(config.get(key), dict) else value
    sign(copy, CONFIG, json.dumps(config).encode())
    refused(copy, reason)


def test_a_configuration_that_could_be_but_is_another_is_refused(copy: Path) -> None:
    config = json.loads((copy / CONFIG).read_text())
    config["ppo"]["learning_rate"] *= 2
    (copy / CONFIG).write_text(json.dumps(config))
    refused(copy, r"config.json: expected the SHA-256")
    sign(copy, CONFIG, (copy / CONFIG).read_bytes())
    assert load_checkpoint(copy, copy.parent).config.ppo.learning_rate == config["ppo"]["learning_rate"]


def arrays_of(path: Path, training: SelfPlay) -> dict[str, Any]:
    expected = expected_of(from_any(path / GAMES, training))
    return from_bytes((path / GAMES).read_bytes(), expected, GAMES)


def from_any(path: Path, training: SelfPlay) -> dict[str, Any]:
    content = checkpoint.contents(training)[GAMES]
    manifest = checkpoint.manifest_of(training, dict.fromkeys(checkpoint.FILES, "0" * 64))
    return from_bytes(content, checkpoint.expected_files(manifest, training.config)[GAMES], path.name)


def with_states(change: Callable[[Any], object]) -> Callable[[dict[str, Any]], object]:
    def changed(arrays: dict[str, Any]) -> None:
        states = arrays["states"].reshape(-1).view(STATE_DTYPE)
        change(states)

    return changed


RECORDS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "zeros": (lambda a: a["states"].fill(0), "states: expected"),
    "ones": (lambda a: a["states"].fill(255), "states: expected"),
    "noise": (
        lambda a: a.update(states=np.random.default_rng(0).integers(0, 256, a["states"].shape, np.uint8)),
        "states",
    ),
    "a seat far away": (with_states(lambda s: s["seat"].__setitem__(3, 100)), "none at 3"),
    "a card that does not exist": (with_states(lambda s: s["hand"].__setitem__((1, 0, 0), 127)), "none at 1"),
    "a monkey before the first": (with_states(lambda s: s["monkey_pool"].__setitem__((2, 0), -100)), "none at 2"),
    "a decision that does not exist": (with_states(lambda s: s["decision"].__setitem__(0, 50)), "none at 0"),
    "a tie order that is none": (with_states(lambda s: s["tie_rank"].__setitem__((0, 0), 99)), "none at 0"),
    "a track without end": (with_states(lambda s: s["track"].__setitem__((0, 0), 120)), "none at 0"),
    "a colour that does not exist": (with_states(lambda s: s["colour"].__setitem__((0, 0), 77)), "none at 0"),
    "a game that is over": (with_states(lambda s: s["phase"].__setitem__(9, 2)), "none at 9"),
    "a player that does not exist": (lambda a: a["players"].__setitem__((0, 0), 99), "players: expected"),
    "a past self that does not exist": (lambda a: a["players"].__setitem__((0, 0), -3), "players: expected"),
}


@pytest.mark.parametrize(("change", "reason"), RECORDS.values(), ids=RECORDS)
def test_crafted_records_are_refused_before_any_kernel_sees_them(
    copy: Path, change: Callable[[dict[str, Any]], object], reason: str
) -> None:
    arrays = arrays_of(copy, load_checkpoint(copy, copy.parent))
    change(arrays)
    sign(copy, GAMES, to_bytes(arrays))
    refused(copy, reason)


@pytest.mark.parametrize("name", [MANIFEST, CONFIG, NETWORK, OPTIMIZER, POOL, GAMES])
@pytest.mark.parametrize("kind", ["missing", "a link", "a pipe", "a folder", "a bit turned", "cut short"])
def test_every_file_must_be_there_as_it_was(copy: Path, name: str, kind: str) -> None:
    file = copy / name
    content = bytearray(file.read_bytes())
    file.rename(copy.parent.parent / name)
    if kind == "a link":
        file.symlink_to(copy.parent.parent / name)
    elif kind == "a pipe":
        os.mkfifo(file)
    elif kind == "a folder":
        file.mkdir()
    elif kind == "a bit turned":
        content[len(content) // 2] ^= 128
        file.write_bytes(content)
    elif kind == "cut short":
        file.write_bytes(content[: len(content) // 2])
    refused(copy, name if kind != "missing" else "cannot be read")


def test_without_a_manifest_that_is_json_there_is_no_checkpoint(copy: Path) -> None:
    for content in (b"", b"[]", b"\x80\x04", b"{" * 10_000, b'{"format": NaN}', b" " * (2 << 20)):
        (copy / MANIFEST).write_bytes(content)
        refused(copy, MANIFEST)


def test_the_newest_that_can_be_read_is_taken(copy: Path, tmp_path: Path) -> None:
    training = load_checkpoint(copy, tmp_path)
    training.iterate()
    newer = save(training, copy.parent)
    assert load_latest(tmp_path)[0].iteration == 3
    (newer / NETWORK).write_bytes(b"")
    found, problems = load_latest(tmp_path)
    assert found.iteration == 2
    assert len(problems) == 1
    (copy / NETWORK).write_bytes(b"")
    with pytest.raises(CheckpointError, match="expected a checkpoint to continue from"):
        load_latest(tmp_path)


def test_no_checkpoint_at_all(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="found none"):
        load_latest(tmp_path / "nowhere")


def test_the_last_ones_and_the_best_are_kept(copy: Path) -> None:
    training = load_checkpoint(copy, copy.parent)
    for training.iteration in range(3, 8):
        save(training, copy.parent)
    (copy.parent / ".new-in-00000009").mkdir()
    checkpoint.prune(copy.parent, 2, "00000004")
    assert sorted(p.name for p in copy.parent.iterdir()) == ["00000004", "00000006", "00000007", "latest"]
    assert (copy.parent / "latest").read_text() == "00000007"


def test_what_is_being_removed_is_no_checkpoint_any_more(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    training = load_checkpoint(copy, copy.parent)
    training.iteration += 1
    save(training, copy.parent)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)  # killed before it has removed anything
        checkpoint.prune(copy.parent, 1, None)
    assert [path.name for path in checkpoint.all_checkpoints(copy.parent)] == ["00000003"]
    checkpoint.prune(copy.parent, 1, None)
    assert sorted(path.name for path in copy.parent.iterdir()) == ["00000003", "latest"]


@pytest.mark.parametrize("failing", range(8))
def test_a_full_disk_leaves_the_last_checkpoint(copy: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    training = load_checkpoint(copy, copy.parent)
    before = fingerprint(training)
    written: list[Path] = []
    original = files._write

    def write(path: Path, content: bytes) -> None:
        written.append(path)
        if len(written) > failing:
            original(path, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        original(path, content)

    monkeypatch.setattr(files, "_write", write)
    training.iteration += 1
    if failing < 7:
        with pytest.raises(TrainingError, match=r"No space left.*mom train --resume"):
            save(training, copy.parent)
        monkeypatch.undo()
        found, problems = load_latest(copy.parent.parent)
        assert problems == []
        assert found.iteration == (2 if failing < 6 else 3)
        if failing < 6:
            assert fingerprint(found) == before
    else:
        save(training, copy.parent)
        assert len(written) == 7


def test_a_difference_of_machines_is_told(copy: Path) -> None:
    assert checkpoint.differences(copy) == []
    manifest = json.loads((copy / MANIFEST).read_text())
    manifest["machine"]["torch"] = "1.0"
    (copy / MANIFEST).write_text(json.dumps(manifest))
    (difference,) = checkpoint.differences(copy)
    assert difference.startswith("torch: 1.0 then, ")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are killed after a fork, which this system has not")
def test_killed_while_saving_every_checkpoint_can_be_read(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.learning.saver", str(tmp_path), "50", "1"]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    counts = json.loads(output.splitlines()[-1])
    assert counts["killed"] == 50
    assert counts["amid"] > 5
    assert counts["unreadable"] == 0
