"""The scripts of `training/` run: they save what they have trained, and `evaluate.py` plays it."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from safetensors.numpy import load_file

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "training"
pytestmark = [pytest.mark.outside, pytest.mark.train]


def run(script: str, folder: Path, *words: str) -> list[str]:
    """Run a script in a folder, as a user does, and return the lines that it prints."""
    command = [sys.executable, str(SCRIPTS / script), *words]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def check_evaluation(folder: Path, name: str, players: str) -> None:
    """A line for each opponent, with as many games as each of the environments has to play."""
    words = ["--players", players, "--against", "random", "greedy", "--games", "10"]
    lines = run("evaluate.py", folder, name, *words)
    pattern = r"against (\w+): \d+\.\d% of 10 games won, 95 % interval -?\d+\.\d% to \d+\.\d%"
    found = [re.fullmatch(pattern, line) for line in lines]
    assert [line and line[1] for line in found] == ["random", "greedy"], lines


def test_selfplay_saves_a_network_that_can_be_evaluated(tmp_path: Path) -> None:
    lines = run(
        "ppo_selfplay.py", tmp_path, "--players", "3", "--decisions", "1", "--games", "16", "--out", "three.safetensors"
    )
    assert re.fullmatch(r" +1,024 decisions, +\d+ s, entropy \d\.\d\d", lines[0])
    assert lines[1:] == [
        "saved: three.safetensors",
        "how strong it is: python training/evaluate.py three.safetensors --players 3",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["three.safetensors"]
    layers = ("body.0", "body.2", "policy", "value")
    assert set(load_file(tmp_path / "three.safetensors")) == {f"{n}.{k}" for n in layers for k in ("weight", "bias")}
    check_evaluation(tmp_path, "three.safetensors", "3")


def test_sb3_saves_a_model_that_can_be_evaluated(tmp_path: Path) -> None:
    lines = run("ppo_sb3.py", tmp_path, "--decisions", "1", "--games", "16")
    assert lines[-2:] == ["saved: ppo_sb3.zip", "how strong it is: python training/evaluate.py ppo_sb3.zip --players 2"]
    assert [path.name for path in tmp_path.iterdir()] == ["ppo_sb3.zip"]
    assert "policy.pth" in zipfile.ZipFile(tmp_path / "ppo_sb3.zip").namelist()
    check_evaluation(tmp_path, "ppo_sb3.zip", "2")
