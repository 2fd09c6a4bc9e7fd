"""Checks of chance and of secrets: seeds, other processes, global random numbers, fresh deals, redeals."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import zip_longest

import numpy as np

from mom_env.testing.play import Findings
from mom_env.testing.report import Finding, NotChecked
from mom_env.testing.subject import Game, Subject, parted, seed_global
from mom_env.testing.surface import Env, Surface, difference, ink, seen_by

DEALS = 8  # so many are looked at before they are called the same
REDEALS = 2  # of one position for one agent
HASH_SEEDS = ("1", "2")
Trace = list[Surface]


def trace(subject: Subject, seed: int, env: Env | None = None) -> Trace:
    """A whole game, everything that can be seen after each step."""
    game = subject.game(seed, env)
    return [*(subject.surface(game.env) for _ in game.turns()), subject.surface(game.env)]


def fingerprints(subject: Subject, seed: int) -> list[str]:
    """A whole game as one hash a step."""
    return [sha256(ink(seen)).hexdigest() for seen in trace(subject, seed)]


def check_seeds(subject: Subject) -> Findings:
    """The same seed and actions give the same bytes: in two environments, and in one that has been played before."""
    for seed in subject.seeds:
        env = subject.make()
        first = trace(subject, seed, env)
        for where, other in (("in the same environment once more", env), ("in another environment", subject.make())):
            if named := parted(first, trace(subject, seed, other)):
                yield Finding(f"seed {seed} {where}: expected the same bytes, found other: {named}", seed)


def check_elsewhere(subject: Subject) -> Findings:
    """The same seed and actions give the same bytes in another process, whatever its PYTHONHASHSEED."""
    if subject.target is None:
        raise NotChecked('the environment was not given as "module:function"')
    if subject.state is not None:
        subject = without_state(subject)
    here = {seed: fingerprints(subject, seed) for seed in subject.seeds}
    for hash_seed in HASH_SEEDS:
        there = played_elsewhere(subject, hash_seed)
        for seed, ours in here.items():
            parts = (step for step, pair in enumerate(zip_longest(ours, there[str(seed)])) if len(set(pair)) > 1)
            if (step := next(parts, None)) is not None:
                where = f"in another process with PYTHONHASHSEED={hash_seed}"
                yield Finding(f"seed {seed} {where}: expected the same bytes, found other from step {step} on", seed)


def without_state(subject: Subject) -> Subject:
    """The subject, looked at from outside only: a function cannot be sent to another process."""
    return Subject(subject.make, subject.target, subject.arguments, seeds=subject.seeds, max_steps=subject.max_steps)


def played_elsewhere(subject: Subject, hash_seed: str) -> dict[str, list[str]]:
    """The fingerprints of all games as a new process finds them."""
    order = {
        "target": subject.target,
        "arguments": dict(subject.arguments),
        "seeds": subject.seeds,
        "max_steps": subject.max_steps,
    }
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "mom_env.testing.elsewhere", json.dumps(order)]
    ran = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)  # noqa: S603 - ourselves
    if ran.returncode:
        raise NotChecked(f"another process could not play: {ran.stderr.strip()[-300:]}")
    played: dict[str, list[str]] = json.loads(ran.stdout.splitlines()[-1])
    return played


def check_global(subject: Subject) -> Findings:
    """Global random numbers, of random and of NumPy, are neither read nor changed."""
    for seed in subject.seeds:
        seed_global(1)
        before = global_state()
        game = subject.game(seed, global_seed=None)
        first = []
        for agent in game.turns():
            first.append(subject.surface(game.env))
            if named := difference(before, global_state()):
                yield game.finding(f"global state of {named}: expected it to stay, found it changed", agent)
                before = global_state()
        seed_global(2)
        other = subject.game(seed, global_seed=None)
        if named := parted(first, [subject.surface(other.env) for _ in other.turns()]):
            yield Finding(
                f"seed {seed}: expected the same whatever the global random state, found other: {named}", seed
            )


def global_state() -> Surface:
    """Both global random states."""
    return {"random": repr(random.getstate()).encode(), "numpy.random": ink(np.random.get_state())}  # noqa: NPY002 - as above


def check_deals(subject: Subject) -> Findings:
    """Different seeds deal differently, and so do resets without a seed, in one environment and in new ones."""
    first = subject.seeds[0]
    ways: dict[str, Callable[[Env, int], Env]] = {
        "different seeds": lambda env, number: reset(env, first + number),
        "resets without a seed": lambda env, _: reset(env, None),
        "resets without a seed after one with": lambda env, number: reset(env, None if number else first),
        "new environments without a seed": lambda _, __: reset(subject.make(), None),
    }
    differ = {way: len(set(deals(subject, deal))) > 1 for way, deal in ways.items()}
    if not any(differ.values()) and subject.chance is not True:
        said = "" if subject.chance is False else "; declare chance=True if there should be"
        raise NotChecked(f"no chance was seen in {DEALS} deals{said}")
    for way, do in differ.items():
        if not do:
            yield Finding(f"{way}: expected different deals, found {DEALS} times the same", first)


def deals(subject: Subject, deal: Callable[[Env, int], Env]) -> Iterator[bytes]:
    """Some deals, each with what comes of it."""
    env = subject.make()
    for number in range(DEALS):
        seed_global(number)  # who deals by global numbers does deal anew; that is another check's
        yield ink(subject.future(deal(env, number)))


def reset(env: Env, seed: int | None) -> Env:
    """The environment itself, reset."""
    env.reset(seed=seed)
    return env


def check_secrecy(subject: Subject) -> Findings:
    """Dealing anew all that an agent cannot know leaves every byte that it is given as it was."""
    if subject.resample is None:
        raise NotChecked("no resample was given")
    subject.need_fork()
    hollow = True
    for game in subject.games():
        for _ in game.stops():
            for agent in list(game.env.agents):
                for number in range(REDEALS):
                    redealt = subject.resample(game.fork(), agent, number)
                    yield from leaks(game, redealt, agent)
                    hollow = hollow and not parted(subject.future(game.fork()), subject.future(redealt))
    if hollow:
        raise NotChecked("hollow: resample changed nothing for anybody, at no position")


def leaks(game: Game, redealt: Env, agent: str) -> Findings:
    """What an agent is given that changes with what it cannot know."""
    if named := difference(known(game.env, agent), known(redealt, agent)):
        wrong = "expected every byte to stay when what it cannot know is dealt anew, changed"
        yield game.finding(f"secrets: {wrong}: {named}", agent)


def known(env: Env, agent: str) -> Surface:
    """All that an agent is given, with what is public of the course of the game."""
    return {"agent_selection": ink(env.agent_selection), "agents": ink(list(env.agents)), **seen_by(env, agent)}
