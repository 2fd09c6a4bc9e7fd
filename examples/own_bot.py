"""A player of your own: a function from what its seat sees to an action.

    mom evaluate examples.own_bot:choose --against random --players 4 --deals 50

`observation` is described in docs/monkeys_on_the_moon/observation.md, the ids of actions in
actions.md beside it.
"""

import numpy as np
from numpy.typing import NDArray


def choose(observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:
    """Return a random legal action. Chance follows from the observation alone, so that a tournament can be repeated."""
    chance = np.random.default_rng(observation.view(np.uint32))
    return int(chance.choice(np.flatnonzero(action_mask)))
