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
    """Return what is measured of cold and warm starts of a batch and of a game, in seconds, as contestants.

    A contestant is a name, a unit, and a function that measures once. `num_games` is the size of the batch. Caches are
    made in `directory`.
    """
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
    """A short program, `code`, timed from the start of its process to its end; its caches are in `directory`."""

    def __init__(self, code: str, directory: Path) -> None:
        self._code, self._directory = code, directory
        self._cache = directory

    def cold(self) -> float:
        """Run the program with a new, empty cache of machine code, and return the seconds.

        The cache, then filled, is left for `warm`.
        """
        self._cache = Path(tempfile.mkdtemp(dir=self._directory))
        return self.warm()

    def warm(self) -> float:
        """Run the program with the cache of machine code that the last cold run has filled, and return the seconds."""
        environment = {**os.environ, "MOM_ENV_CACHE_DIR": str(self._cache)}
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", self._code], check=True, env=environment, stderr=subprocess.DEVNULL)
        return perf_counter() - begin
