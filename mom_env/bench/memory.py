"""The memory of a large batch, as the system counts it, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import numpy as np

from mom_env.bench.figures import Figure
from mom_env.games import load

STATUS = Path("/proc/self/status")  # `resource.getrusage` would count what the parent process had at the fork
KIB, MB = 1024, 1e6


def figures(game: str, num_games: int) -> list[Figure]:
    """Return the memory that a batch adds to a process, and the highest memory of the whole process, both in MB.

    They are measured in a new process that plays `num_games` games at once. The list is empty on systems without /proc.
    """
    if not STATUS.exists():
        return []
    code = f"from mom_env.bench.memory import report; report({game!r}, {num_games})"
    output = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True).stdout
    added, whole = (float(number) for number in output.split())
    return [
        Figure(f"{num_games:,} games after a step, all arrays", "MB", [added]),
        Figure("the whole process with them", "MB", [whole]),
    ]


def report(game: str, num_games: int) -> None:
    """Print two numbers, in MB: the memory that a batch adds to this process, and the highest memory of the process.

    The batch has `num_games` games.
    """
    play(game, 1)  # loads all code first
    before = resident("VmRSS")
    play(game, num_games)
    highest = resident("VmHWM")
    sys.stdout.write(f"{(highest - before) / MB} {highest / MB}\n")


def play(game: str, num_games: int) -> None:
    """Make a batch of `num_games` games, and play one decision in each, so that every array has been written."""
    games = load(game).people.VectorGame(num_games, seed=0)
    games.step(games.sample(np.random.default_rng(0)))


def resident(key: str) -> int:
    """Return how many bytes of memory this process has, now (`key` "VmRSS") or at its highest ("VmHWM")."""
    line = next(line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith(key))
    return int(line.split()[1]) * KIB
