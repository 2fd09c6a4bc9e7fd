"""Checks of what an agent is given: its observation, its mask, its arrays."""

from collections.abc import Iterator, Mapping

import numpy as np
from gymnasium import spaces
from gymnasium.spaces import Space
from numpy.typing import NDArray

from mom_env.testing.play import Findings
from mom_env.testing.report import NotChecked
from mom_env.testing.subject import Game, Subject, parted
from mom_env.testing.surface import Env, difference, ink, is_dead, masks_of, num_actions, observation_of, seen_by

Array = NDArray[np.generic]


def check_observe(subject: Subject) -> Findings:
    """Every agent can be observed at any time, twice the same, and the game goes on as if nobody had looked."""
    for seed in subject.seeds:
        game = subject.game(seed)
        unwatched = [seen_by(game.env, agent) for agent in game.turns()]
        watched = subject.game(seed)
        for agent in watched.turns():
            yield from unseen(watched)
            if named := difference(subject.surface(watched.env), subject.surface(watched.env)):
                yield watched.finding(f"observe: expected the same twice, changed: {named}")
            now, alone = seen_by(watched.env, agent), unwatched[len(watched.actions) :][:1]
            # Where seeds cannot be relied on, the two are not the same game anyway.
            if "seeds" not in subject.failed and (named := parted(alone, [now])):
                wrong = "expected a game that goes on as if nobody had looked"
                yield watched.finding(f"observe: {wrong}, changed: {named}", agent)


def unseen(game: Game) -> Findings:
    """Agents that cannot be observed now."""
    for agent in game.env.agents:
        if isinstance(error := observation_of(game.env, agent), Exception):
            yield game.finding(f"observe: expected an observation, raised {error!r}", agent)


def check_spaces(subject: Subject) -> Findings:
    """An agent's spaces stay the same, and its observation is of its space: keys, dtype, shape, bounds."""
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
    """The spaces of observations and of actions."""
    return env.observation_space(agent), env.action_space(agent)


def outside(space: Space[object], seen: object, name: str = "") -> str:
    """How an observation is not of its space, or nothing."""
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
    """Who is to act has a mask with a place for each action, of zeros and ones, and never an empty one."""
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
    """Who is not to act has a mask of zeros."""
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
    """The masks of all living agents but one: whose, where it stands, the mask."""
    for other in env.agents:
        if other != agent and not is_dead(env, other):
            for where, mask in masks_of(env, other).items():
                yield other, where, mask


def check_masks_agree(subject: Subject) -> Findings:
    """The mask in infos is the one in the observation."""
    seen = False
    for game in subject.games():
        for _ in game.turns():
            for agent in game.env.agents:
                masks = masks_of(game.env, agent)
                seen |= len(masks) == 2
                if len({ink(mask.astype(np.int8)) for mask in masks.values()}) == 2:
                    found = {where: np.flatnonzero(mask).tolist() for where, mask in masks.items()}
                    yield game.finding(f"masks: expected the same actions in both places, found {found}", agent)
    if not seen:
        raise NotChecked("no agent has a mask both in its observation and in its infos")


def need_masks(seen: bool) -> None:
    """Say so, if no mask was seen at all."""
    if not seen:
        raise NotChecked("there are no masks")
