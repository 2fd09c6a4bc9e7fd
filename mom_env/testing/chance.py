"""Checks of chance and secrets: seeds, other processes, global random numbers, fresh deals, redeals."""

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
from mom_env.testing.subject import Playthrough, Subject, first_difference, seed_global
from mom_env.testing.surface import Env, Surface, difference, seen_by, to_bytes

DEALS = 8  # that must be equal before chance is said to be missing
REDEALS = 2  # for each position and agent
HASH_SEEDS = ("1", "2")
Trace = list[Surface]


def trace(subject: Subject, seed: int, env: Env | None = None) -> Trace:
    """Play random legal actions, drawn from the seed, until a game ends, in `env` or in a new environment.

    Return what can be seen before each step, and at last after the last one: a list of dicts of bytes by name. It ends
    after `max_steps` actions at the latest.
    """
    game = subject.game(seed, env)
    return [*(subject.surface(game.env) for _ in game.turns()), subject.surface(game.env)]


def fingerprints(subject: Subject, seed: int) -> list[str]:
    """Play a game from `seed` to its end, or for `max_steps` actions, and return hashes of what can be seen.

    There is one before each step, and one at the end.
    """
    return [sha256(to_bytes(seen)).hexdigest() for seen in trace(subject, seed)]


def check_seeds(subject: Subject) -> Findings:
    """Check that the same seed and actions give the same bytes, in a new environment and in one played before."""
    for seed in subject.seeds:
        env = subject.make()
        first = trace(subject, seed, env)
        for where, other in (("in the same environment once more", env), ("in another environment", subject.make())):
            if named := first_difference(first, trace(subject, seed, other)):
                yield Finding(f"seed {seed} {where}: expected the same bytes, found differences in {named}", seed)


def check_elsewhere(subject: Subject) -> Findings:
    """Check that the same seed and actions give the same bytes in another process with any PYTHONHASHSEED."""
    if subject.target is None:
        raise NotChecked('the environment was not given as "module:function"')
    if subject.state is not None:
        subject = without_state(subject)
    here = {seed: fingerprints(subject, seed) for seed in subject.seeds}
    for hash_seed in HASH_SEEDS:
        there = play_elsewhere(subject, hash_seed)
        for seed, ours in here.items():
            parts = (step for step, pair in enumerate(zip_longest(ours, there[str(seed)])) if len(set(pair)) > 1)
            if (step := next(parts, None)) is not None:
                where = f"in another process with PYTHONHASHSEED={hash_seed}"
                yield Finding(f"seed {seed} {where}: expected the same bytes, found others from step {step} on", seed)


def without_state(subject: Subject) -> Subject:
    """Return a copy of the subject without functions except `make`, as they cannot be sent to another process."""
    return Subject(subject.make, subject.target, subject.arguments, seeds=subject.seeds, max_steps=subject.max_steps)


def play_elsewhere(subject: Subject, hash_seed: str) -> dict[str, list[str]]:
    """Play all games of the subject in a new process, and return their fingerprints by seed. Seeds are text here.

    `hash_seed` is the process's PYTHONHASHSEED.

    Raises:
        NotChecked: the process failed.
    """
    order = {
        "target": subject.target,
        "arguments": dict(subject.arguments),
        "seeds": subject.seeds,
        "max_steps": subject.max_steps,
    }
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-m", "mom_env.testing.elsewhere", json.dumps(order)]
    ran = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)  # noqa: S603 - the command is our own
    if ran.returncode:
        raise NotChecked(f"another process could not play: {ran.stderr.strip()[-300:]}")
    played: dict[str, list[str]] = json.loads(ran.stdout.splitlines()[-1])
    return played


def check_global(subject: Subject) -> Findings:
    """Check that the global random states of Python and NumPy are neither read nor changed."""
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
        if named := first_difference(first, [subject.surface(other.env) for _ in other.turns()]):
            yield Finding(
                f"seed {seed}: expected the same with any global random state, found differences in {named}", seed
            )


def global_state() -> Surface:
    """Return the global random states of Python and NumPy as bytes, by name."""
    return {"random": repr(random.getstate()).encode(), "numpy.random": to_bytes(np.random.get_state())}  # noqa: NPY002 - as above


def check_deals(subject: Subject) -> Findings:
    """Check that different seeds give different deals, as do resets without a seed, also in new environments."""
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
            yield Finding(f"{way}: expected different deals, found the same one {DEALS} times", first)


def deals(subject: Subject, deal: Callable[[Env, int], Env]) -> Iterator[bytes]:
    """Make `DEALS` deals, and yield for each, as bytes, what is seen of it while fixed choices are played.

    `deal` gets an environment and the number of the deal, from 0, and returns the environment that holds the deal.
    """
    env = subject.make()
    for number in range(DEALS):
        seed_global(number)  # an environment that deals by global random numbers fails another check, not this one
        yield to_bytes(subject.future(deal(env, number)))


def reset(env: Env, seed: int | None) -> Env:
    """Reset an environment with a seed or, for None, without one, and return this environment."""
    env.reset(seed=seed)
    return env


def check_secrecy(subject: Subject) -> Findings:
    """Check that dealing again all that an agent cannot know changes no byte that the agent is given."""
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
                    hollow = hollow and not first_difference(subject.future(game.fork()), subject.future(redealt))
    if hollow:
        raise NotChecked("hollow: resample changed nothing, for any agent at any position")


def leaks(game: Playthrough, redealt: Env, agent: str) -> Findings:
    """Yield a finding if what an agent is given differs between the game and `redealt`.

    In `redealt`, all that the agent cannot know was dealt again, so the agent should see no difference.
    """
    if named := difference(known(game.env, agent), known(redealt, agent)):
        wrong = "expected no byte to change when what the agent cannot know is dealt again, changed"
        yield game.finding(f"secrets: {wrong}: {named}", agent)


def known(env: Env, agent: str) -> Surface:
    """Return everything that an agent is given, the agents in play, and who is to act, as bytes by name."""
    return {
        "agent_selection": to_bytes(env.agent_selection),
        "agents": to_bytes(list(env.agents)),
        **seen_by(env, agent),
    }
