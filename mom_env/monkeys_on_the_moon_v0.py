"""Monkeys on the Moon in PettingZoo: `env`, `raw_env` and `parallel_env`, with the arguments of `AECSettings`."""

from typing import Any

from mom_env.aec import Env, RawEnv
from mom_env.parallel import ParallelGames

__all__ = ["env", "parallel_env", "raw_env"]

GAME = "monkeys_on_the_moon"


def env(**arguments: Any) -> Env:
    """An AEC environment with all checks: an illegal action ends the game, and costs its player 1."""
    return Env(GAME, arguments)


def raw_env(**arguments: Any) -> RawEnv:
    """The same without the checks of the order of calls; an illegal action raises `IllegalAction`."""
    return RawEnv(GAME, arguments)


def parallel_env(**arguments: Any) -> ParallelGames:
    """All seats act at each step; who has nothing to decide waits, which is the last id."""
    return ParallelGames(GAME, arguments)
