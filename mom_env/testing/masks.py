"""Checks of what an agent is given: its observation, its spaces and its mask."""

from collections.abc import Iterator, Mapping

import numpy as np
from gymnasium import spaces
from gymnasium.spaces import Space
from numpy.typing import NDArray

from mom_env.testing.play import Findings
from mom_env.testing.report import NotChecked
from mom_env.testing.subject import Playthrough, Subject, first_difference
from mom_env.testing.surface import Env, difference, is_dead, masks_of, num_actions, observation_of, seen_by, to_bytes

Array = NDArray[np.generic]


def check_observe(subject: Subject) -> Findings:
    """Check that every agent can be observed at any time, with the same result twice and no effect on the game."""
    for seed in subject.seeds:
        game = subject.game(seed)
        unwatched = [seen_by(game.env, agent) for agent in game.turns()]
        watched = subject.game(seed)
        for agent in watched.turns():
            yield from unobservable(watched)
            if named := difference(subject.surface(watched.env), subject.surface(watched.env)):
                yield watched.finding(f"observe: expected the same twice, changed: {named}")
            now, alone = seen_by(watched.env, agent), unwatched[len(watched.actions) :][:1]
            # Without reliable seeds the two games differ anyway.
            if "seeds" not in subject.failed and (named := first_difference(alone, [now])):
                wrong = "expected a game that continues as if nobody had looked"
                yield watched.finding(f"observe: {wrong}, changed: {named}", agent)


def unobservable(game: Playthrough) -> Findings:
    """Yield a finding for each agent whose observation raises an exception at the present position."""
    for agent in game.env.agents:
        if isinstance(error := observation_of(game.env, agent), Exception):
            yield game.finding(f"observe: expected an observation, raised {error!r}", agent)


def check_spaces(subject: Subject) -> Findings:
    """Check that an agent's spaces never change, and its observation fits its space: keys, dtype, shape, bounds."""
    for game in subject.games():
        first = {agent: spaces_of(game.env, agent) for agent in game.env.agents}
        for _ in game.turns():
            for agent in game.env.agents:
                for was, now in zip(first[agent], spaces_of(game.env, agent), strict=True):
                    if was != now:
                        yield game.finding(f"space: expected it to stay {was}, found {now}", agent)
                seen = observation_of(game.env, agent)
                if not isinstance(seen, Exception) and (wrong := outside(first[agent][0], seen)):
                    yield game.finding(f"observation: {wrong}", agent)


def spaces_of(env: Env, agent: str) -> tuple[Space[object], Space[object]]:
    """Return an agent's space of observations and its space of actions."""
    return env.observation_space(agent), env.action_space(agent)


def outside(space: Space[object], seen: object, name: str = "") -> str:
    """Return in words why an observation is not in its space, or an empty string if it is.

    Args:
        space: the space of observations.
        seen: the observation.
        name: the beginning of messages, for a part of a dictionary.
    """
    if isinstance(space, spaces.Dict):
        if not isinstance(seen, Mapping) or set(seen) != set(space):
            return f"expected the keys {sorted(space)}, found {seen!r:.80}"
        return next(filter(None, (outside(part, seen[key], f"{key} ") for key, part in space.items())), "")
    if isinstance(space, spaces.Box):
        found = np.asarray(seen)
        if (found.dtype, found.shape) != (space.dtype, space.shape):
            return f"{name}expected {space.dtype} {space.shape}, found {found.dtype} {found.shape}"
        if not np.all((found >= space.low) & (found <= space.high)):
            return f"{name}expected {space.low.min()} to {space.high.max()}, found {found.min()} to {found.max()}"
    return "" if space.contains(seen) else f"{name}expected one of {space}, found {seen!r:.80}"


def check_mask_to_act(subject: Subject) -> Findings:
    """Check that the agent to act has a mask of zeros and ones, with an entry per action and at least one 1."""
    seen = False
    for game in subject.games():
        for agent in game.living_turns():
            for where, mask in masks_of(game.env, agent).items():
                seen = True
                size = (num_actions(game.env, agent),)
                if mask.shape != size or not np.isin(mask, (0, 1)).all():
                    yield game.finding(f"mask in {where}: expected zeros and ones {size}, found {mask!r:.80}", agent)
                elif not mask.any():
                    yield game.finding(f"mask in {where}: expected an action that can be played, found none", agent)
    need_masks(seen)


def check_idle_masks(subject: Subject) -> Findings:
    """Check that an agent that is not to act has a mask of zeros."""
    if not subject.idle_masks_are_zero:
        raise NotChecked("idle_masks_are_zero=False was declared")
    seen = False
    for game in subject.games():
        for agent in game.living_turns():
            for other, where, mask in masks_of_others(game.env, agent):
                seen = True
                if mask.any():
                    wrong = f"mask in {where}: expected zeros while {agent} is to act, found {int(mask.sum())} ones"
                    yield game.finding(wrong, other)
    need_masks(seen)


def masks_of_others(env: Env, agent: str) -> Iterator[tuple[str, str, Array]]:
    """Yield the masks of all agents in play except `agent`: whose mask it is, where it was found, and the mask.

    Agents for whom the game is over are left out.
    """
    for other in env.agents:
        if other != agent and not is_dead(env, other):
            for where, mask in masks_of(env, other).items():
                yield other, where, mask


def check_masks_agree(subject: Subject) -> Findings:
    """Check that the mask in infos equals the mask in the observation."""
    seen = False
    for game in subject.games():
        for _ in game.turns():
            for agent in game.env.agents:
                masks = masks_of(game.env, agent)
                seen |= len(masks) == 2
                if len({to_bytes(mask.astype(np.int8)) for mask in masks.values()}) == 2:
                    found = {where: np.flatnonzero(mask).tolist() for where, mask in masks.items()}
                    yield game.finding(f"masks: expected the same actions in both places, found {found}", agent)
    if not seen:
        raise NotChecked("no agent has a mask both in its observation and in its infos")


def need_masks(seen: bool) -> None:
    """Check that a mask was seen, as otherwise nothing has been checked.

    Raises:
        NotChecked: `seen` is False.
    """
    if not seen:
        raise NotChecked("there are no masks")
