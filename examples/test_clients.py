"""The scripts with the loops of other libraries run. Run by `make test-adapters` only, as they are heavy."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mom_env.games import GAMES, load

EXAMPLES = Path(__file__).parent
SHARE = r"won \d+%"
# The arguments of each script, and what it has to print; {name} is the name of the environment of the game.
RUNS = {
    "agilerl_dqn.py": (["--steps", "1000", "--games", "16"], rf"{SHARE} of 16 games"),
    "cleanrl_ppo.py": (["--num-envs", "16", "--updates", "2"], r"update 1: won (\d+|nan)%"),
    "minari_dataset.py": (["--games", "3"], r"3 games, \d+ decisions, {name}"),
    "pettingzoo_sb3.py": (["--steps", "1024", "--games", "4"], r"won \d of 4 games"),
    "rl_zoo3_maskable.py": (["-n", "1024", "-f", "."], r"success_rate.*[1-9]"),
    "sb3_first_minute.py": (["--decisions", "10000", "--every", "10000", "--save", "model"], r"10,000 .* \d+\.\d%"),
    "sb3_maskable_ppo.py": (["--steps", "1024", "--num-envs", "8", "--episodes", "4"], r"mean return .* over 4 games"),
    "tianshou_dqn.py": (["--steps", "500", "--games", "8"], r"mean return -?\d\.\d\d over 8 games"),
    "torchrl_ppo.py": (["--batches", "2", "--size", "512"], r"batch 1: mean return"),
}


def run(command: list[str], folder: Path) -> str:
    """Run a command of this Python in `folder`, check that it succeeds, and return what it prints to stdout."""
    small = {"OMP_NUM_THREADS": "1"}  # networks of this size are no faster on two threads
    environment = {**os.environ, **small, "MINARI_DATASETS_PATH": str(folder)}
    result = subprocess.run(
        [sys.executable, "-W", "ignore", *command],
        check=False,
        cwd=folder,
        capture_output=True,
        text=True,
        env=environment,
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("file", RUNS)
def test_a_client_runs(file: str, game: str, tmp_path: Path) -> None:
    arguments, end = RUNS[file]
    said = run([str(EXAMPLES / file), "--game", game, *arguments], tmp_path)
    assert re.search(end.replace("{name}", load(game).info.environment), said)


def test_rl_zoo3_trains_without_masks_too(tmp_path: Path) -> None:
    """Train with the zoo's own PPO; an illegal action loses the game, in training and in evaluation."""
    env = ["--env", "mom_env/MonkeysOnTheMoon-v0", "--gym-packages", "mom_env"]
    losing = ["num_players:2", "illegal:'lose'", "mask:'info'"]
    config = ["--conf-file", str(EXAMPLES / "rl_zoo3_maskable.py"), "-f", ".", "-n", "512", "--device", "cpu"]
    train = ["-m", "rl_zoo3.train", "--algo", "ppo", *env, *config, "--env-kwargs", *losing, "--eval-env-kwargs"]
    assert "success_rate" in run([*train, *losing, "--eval-freq", "256"], tmp_path)
    enjoy = ["-m", "rl_zoo3.enjoy", "--algo", "ppo", *env, "-f", ".", "--no-render", "-n", "20", "--device", "cpu"]
    assert "Mean reward: -1.00" in run(enjoy, tmp_path)
