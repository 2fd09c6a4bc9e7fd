"""Checks of a game's course: agents, ends, rewards."""

from collections.abc import Iterator

import numpy as np

from mom_env.testing.report import Finding, NotChecked
from mom_env.testing.subject import Game, Subject
from mom_env.testing.surface import Env, is_dead

Findings = Iterator[Finding]
DICTIONARIES = ("rewards", "terminations", "truncations", "infos")
InPlay = tuple[set[str], set[str]]  # the agents, and which of them are dead
TOLERANCE = 1e-6  # sums of float32 rewards


def check_agents(subject: Subject) -> Findings:
    """The agent to act, and the keys of the dictionaries, are among the agents in play."""
    for game in subject.games():
        possible = list(game.env.possible_agents)
        for _ in game.turns():
            yield from strangers(game, possible)
        if game.env.agents:
            yield from strangers(game, possible)


def strangers(game: Game, possible: list[str]) -> Findings:
    """Names that are not those of the agents in play."""
    env = game.env
    if env.agent_selection not in env.agents:
        yield game.finding(f"agent_selection: expected one of {env.agents}, found {env.agent_selection!r}")
    if list(env.possible_agents) != possible or not set(env.agents) <= set(possible):
        yield game.finding(f"agents: expected some of {possible}, found {env.agents} of {env.possible_agents}")
    for name in DICTIONARIES:
        if set(getattr(env, name)) != set(env.agents):
            yield game.finding(f"{name}: expected an entry for each of {env.agents}, found {list(getattr(env, name))}")


def check_ends(subject: Subject) -> Findings:
    """A game ends; who is dead stays so, is told so once by last(), and is not in play any more."""
    for game in subject.games():
        told: set[str] = set()
        before: InPlay = (set(game.env.agents), set())
        for agent in game.turns():
            yield from flags(game)
            after = in_play(game.env)
            yield from passage(game, before, after, told)
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
    """The agents, and which of them are dead."""
    return set(env.agents), {agent for agent in env.agents if is_dead(env, agent)}


def flags(game: Game) -> Findings:
    """Ends that are neither True nor False."""
    for name in ("terminations", "truncations"):
        for agent, flag in getattr(game.env, name).items():
            if not isinstance(flag, bool | np.bool_):
                yield game.finding(f"{name}: expected True or False, found {flag!r}", agent)


def passage(game: Game, before: InPlay, after: InPlay, told: set[str]) -> Findings:
    """What one step did to the agents and should not have."""
    for agent in sorted(before[1] & (after[0] - after[1])):
        yield game.finding("end: expected who is dead to stay so, found it alive again", agent)
    for agent in sorted(before[0] - after[0] - told):
        yield game.finding("end: expected it to be told by last() before it leaves, found it gone", agent)


def check_rewards(subject: Subject) -> Findings:
    """What an agent receives through last() sums to what the game announced for it."""
    seen = False
    for game in subject.games():
        received, announced = ledger(game)
        if not game.is_complete:
            continue
        for agent, worth in announced.items():
            seen |= worth != 0
            if abs(received[agent] - worth) > TOLERANCE:
                yield game.finding(f"return: expected last() to deliver {worth}, received {received[agent]}", agent)
    if not seen:
        raise NotChecked("no complete game with a reward other than 0 was seen")


def ledger(game: Game) -> tuple[dict[str, float], dict[str, float]]:
    """A game's rewards by agent: as received, and as announced, by the author's function or else step by step."""
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
    """The returns of a game sum to 0, if that is declared."""
    if not subject.zero_sum:
        raise NotChecked("zero_sum=True was not declared")
    complete = 0
    for game in subject.games():
        _, announced = ledger(game)
        complete += game.is_complete
        if game.is_complete and abs(sum(announced.values())) > TOLERANCE:
            yield game.finding(f"returns: expected a sum of 0, found {announced}")
    if not complete:
        raise NotChecked("no game came to its end")
