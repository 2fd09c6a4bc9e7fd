"""How long a first step takes in a new process, with an empty cache and with a filled one."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from mom_env.bench.figures import Contestant
from mom_env.games import load

STEP_OF_A_BATCH = """
import numpy as np
from {module} import VectorGame
games = VectorGame({num_games}, seed=0)
games.step(games.sample(np.random.default_rng(0)))
"""
MOVE_OF_A_GAME = """
from {module} import Game
game = Game(seed=0)
game.play(game.legal_actions()[0])
"""


def contestants(game: str, num_games: int, directory: Path) -> list[Contestant]:
    """Return the contestants for cold and warm starts of a batch and of a game; caches are made in the directory."""
    people = load(game).people
    batch = FirstUse(STEP_OF_A_BATCH.format(module=people.VectorGame.__module__, num_games=num_games), directory)
    single = FirstUse(MOVE_OF_A_GAME.format(module=people.Game.__module__), directory)
    return [
        Contestant("first step of a batch, cold cache", "s", batch.cold),
        Contestant("first step of a batch, warm cache", "s", batch.warm),
        Contestant("first move of a game, cold cache", "s", single.cold),
        Contestant("first move of a game, warm cache", "s", single.warm),
    ]


class FirstUse:
    """A short program, timed from the start of its process to its end."""

    def __init__(self, code: str, directory: Path) -> None:
        self._code, self._directory = code, directory
        self._cache = directory

    def cold(self) -> float:
        """Return the seconds with a new, empty cache, which is filled and kept for `warm`."""
        self._cache = Path(tempfile.mkdtemp(dir=self._directory))
        return self.warm()

    def warm(self) -> float:
        """Return the seconds with the cache that the last cold run has filled."""
        environment = {**os.environ, "MOM_ENV_CACHE_DIR": str(self._cache)}
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", self._code], check=True, env=environment, stderr=subprocess.DEVNULL)
        return perf_counter() - begin
