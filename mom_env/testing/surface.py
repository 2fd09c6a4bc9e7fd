"""What can be seen of an environment from outside, as bytes that can be compared."""

from collections.abc import Callable, Mapping
from typing import Protocol, cast

import numpy as np
from gymnasium.spaces import Discrete, Space
from numpy.typing import NDArray

Surface = dict[str, bytes]
MASK = "action_mask"


class Env(Protocol):
    """What the kit uses of an AEC environment, as PettingZoo documents it."""

    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, object]]
    _cumulative_rewards: dict[str, float]

    @property
    def unwrapped(self) -> object:
        """The environment without wrappers."""

    def reset(self, seed: int | None = None) -> None:
        """Begin a game."""

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act; None for one that is dead."""

    def last(self) -> tuple[object, float, bool, bool, dict[str, object]]:
        """Return what the agent to act is told."""

    def observe(self, agent: str) -> object:
        """Return what an agent sees."""

    def observation_space(self, agent: str) -> Space[object]:
        """Return the space of what it sees."""

    def action_space(self, agent: str) -> Space[object]:
        """Return the space of its actions."""


def ink(value: object) -> bytes:
    """A value as bytes: equal only if types, shapes and every byte are."""
    if isinstance(value, np.ndarray):
        return b"array %s %s " % (value.dtype.str.encode(), repr(value.shape).encode()) + value.tobytes()
    if isinstance(value, dict):
        pairs = sorted((repr(key).encode(), ink(entry)) for key, entry in value.items())
        return b"{" + b",".join(key + b":" + entry for key, entry in pairs) + b"}"
    if isinstance(value, list | tuple):
        return b"[" + b",".join(map(ink, value)) + b"]"
    if isinstance(value, np.generic):
        return b"scalar " + ink(np.asarray(value))
    return f"{type(value).__name__} {value!r}".encode()


def observation_of(env: Env, agent: str) -> object:
    """What an agent sees; an exception in its place if looking raises one: the check of observing tells of it."""
    try:
        return env.observe(agent)
    except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
        return error


def surface(env: Env, state: Callable[[Env], bytes] | None = None) -> Surface:
    """Everything that a user can read, by name; with a function for the state, the state too."""
    seen: Surface = {"agents": ink(list(env.agents)), "agent_selection": ink(env.agent_selection)}
    for agent in env.agents:
        seen |= seen_by(env, agent)
    if state is not None:
        seen["state"] = state(env)
    return seen


def seen_by(env: Env, agent: str) -> Surface:
    """What one agent is told: observation with mask, infos, rewards, and whether it is over for it."""
    seen = {f"observation of {agent}": ink(observation_of(env, agent))}
    # The rewards that are due stand in a private dictionary, which all wrappers of PettingZoo let through.
    due = env._cumulative_rewards  # noqa: SLF001
    told: dict[str, Mapping[str, object]] = {"infos": env.infos, "rewards": env.rewards, "rewards due": due}
    for name, entries in told.items():
        seen[f"{name} of {agent}"] = ink(entries.get(agent))
    seen[f"end for {agent}"] = ink((env.terminations.get(agent), env.truncations.get(agent)))
    return seen


def difference(before: Surface, after: Surface) -> str:
    """The names of what is not the same, or nothing."""
    return ", ".join(sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))


def masks_of(env: Env, agent: str) -> dict[str, NDArray[np.generic]]:
    """The masks that an agent is given, by where they stand."""
    observation = observation_of(env, agent)
    found = {}
    if isinstance(observation, Mapping) and MASK in observation:
        found["observation"] = np.asarray(observation[MASK])
    if MASK in env.infos.get(agent, {}):
        found["infos"] = np.asarray(env.infos[agent][MASK])
    return found


def legal_actions(env: Env, agent: str) -> NDArray[np.int64]:
    """The actions that an agent may play: those of its mask, or all if it has none."""
    for mask in masks_of(env, agent).values():
        return np.flatnonzero(mask)
    return np.arange(num_actions(env, agent))


def num_actions(env: Env, agent: str) -> int:
    """The number of actions that an agent has to choose from; environments with other spaces are refused before."""
    return int(cast("Discrete[np.int64]", env.action_space(agent)).n)


def is_dead(env: Env, agent: str) -> bool:
    """Whether it is over for the agent."""
    return bool(env.terminations[agent] or env.truncations[agent])


def is_over(env: Env) -> bool:
    """Whether it is over for all."""
    return all(is_dead(env, agent) for agent in env.agents)
