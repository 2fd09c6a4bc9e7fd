"""How fast one seat's environments are without a learner: its actions are drawn from the masks by a kernel."""

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np

import mom_env.gymnasium as shells
from mom_env.bench.figures import Contestant
from mom_env.games import load

RATE = "decisions/s"
NUM_ENVS = 256


def contestants(game: str, num_players: int, decisions: int) -> list[Contestant]:
    """The rows of `mom bench env` for Gymnasium and Stable-Baselines3, which is left out where it is missing."""
    many, one = f"{NUM_ENVS} games of {num_players}", f"1 game of {num_players}"

    def vec_env(opponents: str) -> Any:
        return import_module("mom_env.sb3").GameVecEnv(game, NUM_ENVS, num_players, opponents, seed=1)

    whos = load(game).info.table(num_players).opponents
    return [
        *(of("GameVecEnv", many, whos, decisions, vec_env, sb3_loop) if find_spec("stable_baselines3") else []),
        *of("make_vec", many, whos, decisions, partial(native, game, num_players), vector_loop),
        *of("make", one, whos, decisions // 10, partial(single, game, num_players), single_loop),
    ]


Step = Callable[[], object]


def of(
    name: str, size: str, whos: Iterable[str], decisions: int, make: Callable[[str], Any], loop: Callable[[Any], Step]
) -> list[Contestant]:
    """Two rows an opponent: all seats, and the learner alone."""
    rows = []
    for opponents in whos:
        env = make(opponents)
        title, parts = f"{name}, {size}, {opponents} opponents", (loop(env), env.unwrapped.table, decisions)
        rows += [
            Contestant(f"{title}: all seats", RATE, partial(rate_of_all, *parts)),
            Contestant(f"{title}: the learner", RATE, partial(rate_of_learner, *parts)),
        ]
    return rows


def native(game: str, num_players: int, opponents: str) -> Any:
    """Gymnasium's batch."""
    return shells.OneSeatVectorEnv(NUM_ENVS, game, num_players=num_players, opponents=opponents)


def single(game: str, num_players: int, opponents: str) -> Any:
    """Gymnasium's single game, in the wrappers that `make` puts around it."""
    bare = shells.OneSeatEnv(game, num_players=num_players, opponents=opponents)
    return gymnasium.wrappers.OrderEnforcing(gymnasium.wrappers.PassiveEnvChecker(bare))


# Loops. Each returns its step.


def sb3_loop(env: Any) -> Step:
    """As sb3-contrib collects its rollouts."""
    rng = np.random.default_rng(1)
    env.reset()

    def step() -> None:
        np.stack(env.env_method("action_masks"))
        env.step(env.table.sample(rng))

    return step


def vector_loop(env: Any) -> Step:
    """Gymnasium's; the masks are in the observation."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    return lambda: env.step(env.table.sample(rng))


def single_loop(env: Any) -> Step:
    """One game after another, as `gymnasium.make` gives it."""
    rng, table = np.random.default_rng(1), env.unwrapped.table
    env.reset(seed=1)

    def step() -> None:
        *_, over, _, _ = env.step(int(table.sample(rng)[0]))
        if over:
            env.reset()

    return step


def rate_of_all(step: Step, table: Any, wanted: int) -> float:
    """Decisions of all seats a second."""
    step()  # compiles
    before, begin = table.num_decisions(), perf_counter()
    while table.num_decisions() - before < wanted:
        step()
    return float((table.num_decisions() - before) / (perf_counter() - begin))


def rate_of_learner(step: Step, table: Any, wanted: int) -> float:
    """Decisions of the learner a second, over as much play."""
    steps = max(1, wanted // (table.num_games * table.settings.num_players))
    step()
    begin = perf_counter()
    for _ in range(steps):
        step()
    return float(steps * table.num_games / (perf_counter() - begin))
