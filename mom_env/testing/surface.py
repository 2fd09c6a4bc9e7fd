"""Everything that a user can see of an environment, as bytes that can be compared."""

from collections.abc import Callable, Mapping
from typing import Protocol, cast

import numpy as np
from gymnasium.spaces import Discrete, Space
from numpy.typing import NDArray

Surface = dict[str, bytes]
MASK = "action_mask"


class Env(Protocol):
    """The part of an AEC environment that the kit uses, as PettingZoo documents it."""

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
        """Begin a new game, from `seed` if it is given."""

    def step(self, action: int | None) -> None:
        """Play an action of the agent to act. If the game is over for this agent, its action is None."""

    def last(self) -> tuple[object, float, bool, bool, dict[str, object]]:
        """Return observation, reward, termination, truncation and info of the agent to act."""

    def observe(self, agent: str) -> object:
        """Return what an agent sees now."""

    def observation_space(self, agent: str) -> Space[object]:
        """Return the space of an agent's observations."""

    def action_space(self, agent: str) -> Space[object]:
        """Return the space of an agent's actions."""


def to_bytes(value: object) -> bytes:
    """Return a value as bytes, which are equal only if types, shapes and every byte of two values are equal."""
    if isinstance(value, np.ndarray):
        return b"array %s %s " % (value.dtype.str.encode(), repr(value.shape).encode()) + value.tobytes()
    if isinstance(value, dict):
        pairs = sorted((repr(key).encode(), to_bytes(entry)) for key, entry in value.items())
        return b"{" + b",".join(key + b":" + entry for key, entry in pairs) + b"}"
    if isinstance(value, list | tuple):
        return b"[" + b",".join(map(to_bytes, value)) + b"]"
    if isinstance(value, np.generic):
        return b"scalar " + to_bytes(np.asarray(value))
    return f"{type(value).__name__} {value!r}".encode()


def observation_of(env: Env, agent: str) -> object:
    """Return what an agent sees now, or the exception that observing raises, as an object.

    The check "observe" reports such an exception.
    """
    try:
        return env.observe(agent)
    except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
        return error


def surface(env: Env, state: Callable[[Env], bytes] | None = None) -> Surface:
    """Return everything that a user can read of an environment, as bytes by name.

    If `state` is given, the result also contains the state that this function returns, under the name "state".
    """
    seen: Surface = {"agents": to_bytes(list(env.agents)), "agent_selection": to_bytes(env.agent_selection)}
    for agent in env.agents:
        seen |= seen_by(env, agent)
    if state is not None:
        seen["state"] = state(env)
    return seen


def seen_by(env: Env, agent: str) -> Surface:
    """Return what an agent is given, as bytes by name: observation with mask, infos, rewards, and end flags."""
    seen = {f"observation of {agent}": to_bytes(observation_of(env, agent))}
    # The rewards that are due are in a private dictionary, which all wrappers of PettingZoo pass on.
    due = env._cumulative_rewards  # noqa: SLF001 - PettingZoo names it so and documents it
    given: dict[str, Mapping[str, object]] = {"infos": env.infos, "rewards": env.rewards, "rewards due": due}
    for name, entries in given.items():
        seen[f"{name} of {agent}"] = to_bytes(entries.get(agent))
    seen[f"end for {agent}"] = to_bytes((env.terminations.get(agent), env.truncations.get(agent)))
    return seen


def difference(before: Surface, after: Surface) -> str:
    """Return the names of what differs between two surfaces, as text with commas, or an empty string."""
    return ", ".join(sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))


def masks_of(env: Env, agent: str) -> dict[str, NDArray[np.generic]]:
    """Return the masks of legal actions that an agent is given, by where they are: "observation" and "infos".

    The dict is empty if there are none.
    """
    observation = observation_of(env, agent)
    found = {}
    if isinstance(observation, Mapping) and MASK in observation:
        found["observation"] = np.asarray(observation[MASK])
    if MASK in env.infos.get(agent, {}):
        found["infos"] = np.asarray(env.infos[agent][MASK])
    return found


def legal_actions(env: Env, agent: str) -> NDArray[np.int64]:
    """Return the actions that an agent may play, ascending: those in its mask, or all if it has no mask."""
    for mask in masks_of(env, agent).values():
        return np.flatnonzero(mask)
    return np.arange(num_actions(env, agent))


def num_actions(env: Env, agent: str) -> int:
    """Return the number of an agent's actions. Its action space must be `Discrete`."""
    return int(cast("Discrete[np.int64]", env.action_space(agent)).n)


def is_dead(env: Env, agent: str) -> bool:
    """Return whether the game is over for an agent, that is, whether it is terminated or truncated."""
    return bool(env.terminations[agent] or env.truncations[agent])


def is_over(env: Env) -> bool:
    """Return whether the game is over for all agents that are still in play."""
    return all(is_dead(env, agent) for agent in env.agents)
