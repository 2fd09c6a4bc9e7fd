"""Actions out of a flat mask, for players that know nothing but the mask."""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel
from mom_env.kernel.rng import below, bits_at

NO_ACTION = -1


def random_draws(seed: int) -> NDArray[np.uint64]:
    """The chance of `draw_action`: a seed, and how often it has drawn."""
    return np.array([seed, 0], np.uint64)


@kernel
def draw_action(mask: NDArray[np.int8], draws: NDArray[np.uint64]) -> int:
    """An id that the mask allows, each with the same chance; NO_ACTION where it allows none."""
    count = 0
    for i in range(len(mask)):
        count += int(mask[i])
    if count == 0:
        return NO_ACTION
    wanted = below(bits_at(draws[0], int(draws[1])), count)
    draws[1] += np.uint64(1)
    action = 0
    while wanted > 0 or mask[action] == 0:
        wanted -= int(mask[action])
        action += 1
    return action
