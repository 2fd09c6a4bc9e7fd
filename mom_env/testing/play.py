"""Checks of how a game runs: agents, ends, rewards."""

from collections.abc import Iterator

import numpy as np

from mom_env.testing.report import Finding, NotChecked
from mom_env.testing.subject import Playthrough, Subject
from mom_env.testing.surface import Env, is_dead

Findings = Iterator[Finding]
DICTIONARIES = ("rewards", "terminations", "truncations", "infos")
InPlay = tuple[set[str], set[str]]  # all agents, and the dead ones among them
TOLERANCE = 1e-6  # for sums of float32 rewards


def check_agents(subject: Subject) -> Findings:
    """Check that the agent to act is in play, and that the keys of all dictionaries are the agents in play."""
    for game in subject.games():
        possible = list(game.env.possible_agents)
        for _ in game.turns():
            yield from wrong_agents(game, possible)
        if game.env.agents:
            yield from wrong_agents(game, possible)


def wrong_agents(game: Playthrough, possible: list[str]) -> Findings:
    """Yield a finding for each attribute of the environment that names an agent not in play, or leaves one out.

    `possible` are the possible agents at the beginning of the game.
    """
    env = game.env
    if env.agent_selection not in env.agents:
        yield game.finding(f"agent_selection: expected one of {env.agents}, found {env.agent_selection!r}")
    if list(env.possible_agents) != possible or not set(env.agents) <= set(possible):
        yield game.finding(f"agents: expected some of {possible}, found {env.agents} of {env.possible_agents}")
    for name in DICTIONARIES:
        if set(getattr(env, name)) != set(env.agents):
            yield game.finding(f"{name}: expected an entry for each of {env.agents}, found {list(getattr(env, name))}")


def check_ends(subject: Subject) -> Findings:
    """Check that a game ends, and that a dead agent stays dead, is told so once by last(), and then leaves the game."""
    for game in subject.games():
        told: set[str] = set()
        before: InPlay = (set(game.env.agents), set())
        for agent in game.turns():
            yield from wrong_flags(game)
            after = in_play(game.env)
            yield from wrong_transitions(game, before, after, told)
            before = after
            if is_dead(game.env, agent):
                told.add(agent)
        if game.is_complete and (left := before[0] - told):
            yield game.finding(
                f"end: expected all agents to be told by last() that it is over, not told: {sorted(left)}"
            )
        if len(game.actions) >= subject.max_steps:
            yield game.finding(f"end: expected within {subject.max_steps} steps, found none")


def in_play(env: Env) -> InPlay:
    """Return the set of all agents in play, and the set of those among them for whom the game is over."""
    return set(env.agents), {agent for agent in env.agents if is_dead(env, agent)}


def wrong_flags(game: Playthrough) -> Findings:
    """Yield a finding for each termination or truncation that is neither True nor False."""
    for name in ("terminations", "truncations"):
        for agent, flag in getattr(game.env, name).items():
            if not isinstance(flag, bool | np.bool_):
                yield game.finding(f"{name}: expected True or False, found {flag!r}", agent)


def wrong_transitions(game: Playthrough, before: InPlay, after: InPlay, told: set[str]) -> Findings:
    """Yield a finding for each agent that the last step brought back to life or removed too early.

    Args:
        game: the game, after the step.
        before: all agents in play, and those among them for whom the game was over, before the step.
        after: the same two sets after the step.
        told: agents to whom `last` has shown that the game is over.
    """
    for agent in sorted(before[1] & (after[0] - after[1])):
        yield game.finding("end: expected a dead agent to stay dead, found it alive again", agent)
    for agent in sorted(before[0] - after[0] - told):
        yield game.finding("end: expected an agent to be told by last() before it leaves, found it gone", agent)


def check_rewards(subject: Subject) -> Findings:
    """Check that what an agent receives through last() adds up to what the game announced for it."""
    seen = False
    for game in subject.games():
        received, announced = add_up_rewards(game)
        if not game.is_complete:
            continue
        for agent, worth in announced.items():
            seen |= worth != 0
            if abs(received[agent] - worth) > TOLERANCE:
                yield game.finding(f"return: expected last() to deliver {worth}, received {received[agent]}", agent)
    if not seen:
        raise NotChecked("no complete game with a reward other than 0 was seen")


def add_up_rewards(game: Playthrough) -> tuple[dict[str, float], dict[str, float]]:
    """Play a game, and return two sums of rewards by agent: as received through last(), and as announced.

    The game is played to its end, or until its subject's limit of steps. Rewards are announced by the author's function
    `returns` or, without one, by `env.rewards` after each step.
    """
    env, returns = game.env, game.subject.returns
    received = dict.fromkeys(env.agents, 0.0)
    announced = dict.fromkeys(env.agents, 0.0)
    for agent in game.turns():
        if not game.actions or game.actions[-1] is not None:  # a dead agent's step pays nothing
            for other, reward in env.rewards.items():
                announced[other] += float(reward)
            if returns and all(is_dead(env, other) for other in env.agents):
                announced = {other: float(worth) for other, worth in returns(env).items()}
        received[agent] += float(env.last()[1])
    return received, announced


def check_zero_sum(subject: Subject) -> Findings:
    """Check that the returns of each complete game add up to 0.

    Raises:
        NotChecked: `zero_sum` was not declared, or no game came to its end.
    """
    if not subject.zero_sum:
        raise NotChecked("zero_sum=True was not declared")
    complete = 0
    for game in subject.games():
        _, announced = add_up_rewards(game)
        complete += game.is_complete
        if game.is_complete and abs(sum(announced.values())) > TOLERANCE:
            yield game.finding(f"returns: expected a sum of 0, found {announced}")
    if not complete:
        raise NotChecked("no game came to its end")
