"""Metadata, spaces and action ids that the AEC and Parallel environments share."""

from typing import Any, cast

import numpy as np
from gymnasium.spaces import Box, Dict, Space

from mom_env.base.game import Observation, number_type
from mom_env.common.arguments import shown, whole_of
from mom_env.environments.rendering import RENDER_MODES
from mom_env.errors import IllegalAction
from mom_env.games import load


def metadata(game: str) -> dict[str, object]:
    """Return the metadata of the game's AEC environment in PettingZoo's form."""
    return {
        "name": load(game).info.environments,
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }


def observation_size(game: str) -> int:
    """Return the number of entries of an observation vector of the game."""
    records = load(game).kernels.OBSERVATION_DTYPE
    return records.itemsize // number_type(records).itemsize


def bounds_of(game: str) -> tuple[int, int]:
    """Return the least and the largest number that an observation may contain, by the type of its numbers.

    Whole numbers without signs can be any of their type; floats are from -1 to 1.
    """
    number: np.dtype[Any] = number_type(load(game).kernels.OBSERVATION_DTYPE)
    return (0, int(np.iinfo(number).max)) if number.kind == "u" else (-1, 1)


def vector_space(game: str) -> Box:
    """Return the space of an observation vector, without the mask: numbers of the game's type within its bounds."""
    number = number_type(load(game).kernels.OBSERVATION_DTYPE)
    return Box(*bounds_of(game), (observation_size(game),), number.type)


def observation_space(game: str, num_actions: int | None = None) -> Space[Observation]:
    """Return the space of a dictionary with an observation vector and a mask.

    Args:
        game: name of the game.
        num_actions: number of entries of the mask; by default one for each action id of the game.
    """
    count = num_actions or load(game).kernels.NUM_ACTIONS
    whole = Dict({"observation": vector_space(game), "action_mask": Box(0, 1, (count,), np.int8)})
    return cast(Space[Observation], whole)


def action_id(action: object, agent: str) -> int:
    """Return an action as an int; whole numbers of NumPy or in a tensor are accepted too. The range is not checked.

    Raises:
        IllegalAction: the action is not a whole number; the message names the agent.
    """
    number = whole_of(action)
    if number is None:
        raise IllegalAction(f"{agent}: expected an action id, found {shown(action)}")
    return number


def is_id(action: object, num_actions: int) -> bool:
    """Return whether `action` is a whole number from 0 to below `num_actions`.

    Gymnasium's own check fails for huge numbers.
    """
    number = whole_of(action)
    return number is not None and 0 <= number < num_actions
