"""What the end of a game is worth to each seat, for the payoffs that an agent learns to foretell."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# An end counts half as a win and half by how far each seat is ahead, so that a search over the agent still prefers
# better moves when all is won or lost.
WIN = 0.5
LEAD = 0.5  # deviations of the returns that make a share e times as large


def payoffs_of(returns: Floats) -> Floats:
    """Return the payoffs of a game's end, by seat: from 0 to 1, with a sum of 1 if there are several seats.

    With one seat, the payoff is the logistic function of its return.

    `returns` is by seat, divided by the deviation of returns.
    """
    if len(returns) == 1:
        return np.asarray(1 / (1 + np.exp(-returns)), np.float32)
    shares = np.exp((returns - returns.max()) / LEAD)
    wins = returns == returns.max()
    return np.asarray(WIN * wins / wins.sum() + (1 - WIN) * shares / shares.sum(), np.float32)
