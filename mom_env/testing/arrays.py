"""Checks of memory: arrays given out belong to the caller; copies are complete and independent."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mom_env.testing.play import Findings
from mom_env.testing.subject import Playthrough, Subject, first_difference, pickled
from mom_env.testing.surface import Env, difference, observation_of

Array = NDArray[np.generic]


def check_arrays(subject: Subject) -> Findings:
    """Check that an array given out never changes, is not shared between agents, and can be written into safely."""
    for game in subject.games():
        given: list[tuple[str, int, Array, bytes]] = []
        for _ in game.turns():
            now = list(arrays_of(game.env))
            yield from shared_memory(game, now)
            given += [(agent, len(game.actions), array, array.tobytes()) for agent, array in now]
        for agent, step, array, was in given:
            if array.tobytes() != was:
                yield game.finding(f"array given out at step {step}: expected it to stay, found it changed", agent)
    subject.need_fork()
    for game in subject.games():
        yield from write_into_observations(game)


def arrays_of(env: Env) -> Iterator[tuple[str, Array]]:
    """Yield all arrays in the observations and infos of all agents in play, as pairs of the agent and the array."""
    for agent in env.agents:
        for array in leaves([observation_of(env, agent), env.infos[agent]]):
            yield agent, array


def leaves(value: object) -> Iterator[Array]:
    """Yield all arrays in a value of nested mappings, lists and tuples."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from leaves(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from leaves(entry)


def shared_memory(game: Playthrough, given: list[tuple[str, Array]]) -> Findings:
    """Yield a finding for each two arrays of different agents that share memory.

    `given` has pairs of agent and array.
    """
    for (one, array), (other, theirs) in combinations(given, 2):
        if one != other and np.may_share_memory(array, theirs) and np.shares_memory(array, theirs):
            yield game.finding(f"arrays: expected memory of its own, found that of {other}", one)


def write_into_observations(game: Playthrough) -> Findings:
    """Change all observations that a fork gives out, and yield a finding if it then continues unlike an untouched fork.

    A fork is another environment at the same position. This is done at some positions while the game is played to its
    end.
    """
    for agent in game.stops():
        fork = game.fork()
        # Not into infos: they belong to the environment, and are valid until the next step.
        for array in leaves([observation_of(fork, other) for other in fork.agents]):
            if array.flags.writeable:
                array[...] = np.logical_not(array) if array.dtype.kind == "b" else np.add(array, 1)
        if named := first_difference(game.subject.future(game.fork()), game.subject.future(fork)):
            wrong = f"arrays: expected writing into what was given out to change nothing, changed: {named}"
            yield game.finding(wrong, agent)


def check_copies(subject: Subject) -> Findings:
    """Check that a copy and a pickle have the same position, continue to the same end, and leave the original alone."""
    for seed in subject.seeds:
        for stop in copying_stops(subject, seed):
            yield from check_copy(subject, seed, stop)


def copying_stops(subject: Subject, seed: int) -> list[int]:
    """Play a game from a seed, and return after how many of its steps copies are to be made, ascending."""
    game = subject.game(seed)
    return [len(game.actions) for _ in game.stops()]


def check_copy(subject: Subject, seed: int, stop: int) -> Findings:
    """Copy the environment after `stop` steps of a game, play all copies and the original to the end, and compare.

    It yields a finding for each copy that differs, cannot be made or played, or changes the original.
    """
    game = subject.game(seed)
    next((agent for agent in game.turns() if len(game.actions) == stop), None)
    before = subject.surface(game.env)
    futures = {}
    for how, make in (("copy", subject.copy), ("pickle", pickled)):
        try:
            other = make(game.env)
            futures[how] = subject.future(other, subject.max_steps)
        except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
            yield game.finding(f"{how}: expected one that can be played, raised {error!r:.200}")
        if named := difference(before, subject.surface(game.env)):
            yield game.finding(f"{how}: expected it to be independent, playing it changed: {named}")
            return
    original = subject.future(game.env, subject.max_steps)
    for how, future in futures.items():
        if named := first_difference(original, future):
            yield game.finding(f"{how}: expected it to continue like the original, found differences in {named}")
