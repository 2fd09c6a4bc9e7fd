"""How fast the environments of one seat are without a learner: a kernel draws its actions from the masks."""

from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter
from typing import NamedTuple

import gymnasium
import numpy as np

import mom_env.environments.gymnasium as shells
from mom_env.bench.figures import Contestant
from mom_env.environments.one_seat import OneSeat
from mom_env.games import load

RATE = "decisions/s"
NUM_ENVS = 256


def contestants(game: str, num_players: int, decisions: int) -> list[Contestant]:
    """Return what is measured of the environments of one seat, for Gymnasium and Stable-Baselines3, as contestants.

    A contestant is a name, a unit, and a function that measures once, by about `decisions` decisions. Stable-Baselines3
    is left out if it is not installed.
    """
    many, one = f"{NUM_ENVS} games of {num_players}", f"1 game of {num_players}"
    whos = load(game).info.table(num_players).opponents
    sb3, vector, single = (partial(begin, game, num_players) for begin in (sb3_loop, vector_loop, single_loop))
    return [
        *(contestants_of("GameVecEnv", many, whos, decisions, sb3) if find_spec("stable_baselines3") else []),
        *contestants_of("make_vec", many, whos, decisions, vector),
        *contestants_of("make", one, whos, decisions // 10, single),
    ]


class Loop(NamedTuple):
    """A function that plays one step of an environment, and the environment's games, which count decisions."""

    step: Callable[[], object]
    table: OneSeat


def contestants_of(
    name: str, size: str, whos: Iterable[str], decisions: int, begin: Callable[[str], Loop]
) -> list[Contestant]:
    """Return two contestants per opponent: one counts the decisions of all seats, the other those of the learner.

    A contestant is a name, a unit, and a function that measures once.

    Args:
        name: that of the environment, for the table.
        size: number of games and of players in words, for the table.
        whos: the opponents, such as "random".
        decisions: about how many decisions of all seats are played in each round.
        begin: makes the loop against an opponent.
    """
    rows = []
    for opponents in whos:
        title, parts = f"{name}, {size}, {opponents} opponents", (*begin(opponents), decisions)
        rows += [
            Contestant(f"{title}: all seats", RATE, partial(rate_of_all, *parts)),
            Contestant(f"{title}: the learner", RATE, partial(rate_of_learner, *parts)),
        ]
    return rows


# Loops against opponents given by their spec.


def sb3_loop(game: str, num_players: int, opponents: str) -> Loop:
    """Return the loop of sb3-contrib's rollouts against `opponents`, in which each step fetches the masks."""
    env = import_module("mom_env.sb3").GameVecEnv(game, NUM_ENVS, num_players, opponents, seed=1)
    rng = np.random.default_rng(1)
    env.reset()

    def step() -> None:
        np.stack(env.env_method("action_masks"))
        env.step(env.table.sample(rng))

    return Loop(step, env.table)


def vector_loop(game: str, num_players: int, opponents: str) -> Loop:
    """Return the loop of Gymnasium's batch of games against `opponents`; its masks are part of the observation."""
    env = shells.OneSeatVectorEnv(NUM_ENVS, game, num_players=num_players, opponents=opponents)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    return Loop(lambda: env.step(env.table.sample(rng)), env.table)


def single_loop(game: str, num_players: int, opponents: str) -> Loop:
    """Return the loop of one game after another against `opponents`, in the wrappers that `gymnasium.make` adds."""
    bare = shells.OneSeatEnv(game, num_players=num_players, opponents=opponents)
    env = gymnasium.wrappers.OrderEnforcing(gymnasium.wrappers.PassiveEnvChecker(bare))
    rng, table = np.random.default_rng(1), bare.table
    env.reset(seed=1)

    def step() -> None:
        *_, over, _, _ = env.step(int(table.sample(rng)[0]))
        if over:
            env.reset()

    return Loop(step, table)


def rate_of_all(step: Callable[[], object], table: OneSeat, wanted: int) -> float:
    """Play at least `wanted` decisions of all seats, and return how many decisions of all seats were played per second.

    `step` plays a step of the environment, and `table`, its games, counts the decisions.
    """
    step()  # compiles
    before, begin = table.num_decisions(), perf_counter()
    while table.num_decisions() - before < wanted:
        step()
    return float((table.num_decisions() - before) / (perf_counter() - begin))


def rate_of_learner(step: Callable[[], object], table: OneSeat, wanted: int) -> float:
    """Play about `wanted` decisions of all seats, and return how many of them the learner took per second.

    `step` plays a step of the environment, in each game of `table` one decision of the learner.
    """
    steps = max(1, wanted // (table.num_games * table.settings.num_players))
    step()
    begin = perf_counter()
    for _ in range(steps):
        step()
    return float(steps * table.num_games / (perf_counter() - begin))
