"""What the environments of all seats, AEC and Parallel, say of themselves: metadata, observations and actions."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from mom_env.arguments import shown, whole_of
from mom_env.errors import IllegalAction
from mom_env.rendering import RENDER_MODES


def metadata(game: str) -> dict[str, Any]:
    """Return what PettingZoo wants to know of an environment."""
    return {
        "name": f"{game}_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }


def observation_space(module: Any, num_actions: int | None = None) -> Any:
    """Return the space of the vector and of the mask, which by default has the actions of the game."""
    vector = Box(-1, 1, (module.OBSERVATION_SIZE,), np.float32)
    return Dict({"observation": vector, "action_mask": Box(0, 1, (num_actions or module.NUM_ACTIONS,), np.int8)})


def action_id(action: Any, agent: str) -> int:
    """Return any whole number, also one of NumPy or in a tensor, as an int.

    Raises:
        IllegalAction: it is not a whole number; it names the agent.
    """
    number = whole_of(action)
    if number is None:
        raise IllegalAction(f"{agent}: expected an action id, found {shown(action)}")
    return number


def is_id(action: Any, num_actions: int) -> bool:
    """Return whether it is in the action space; Gymnasium's own check fails at huge numbers."""
    number = whole_of(action)
    return number is not None and 0 <= number < num_actions
