"""Moving planes and square ids together, so that the display's left upper corner is (0, 0).

The frame of 28 x 28 squares wraps round, and where in it the display lies means nothing. Observations and masks have
absolute places, as the rules and the ids have. A learner that sees them rolled learns no absolute place:

    >>> import numpy as np
    >>> from mom_env.monsters_on_the_moon import VectorGame
    >>> games = VectorGame(num_games=2, num_players=2, seed=7)
    >>> seen, masks, corners = rolled(games.observations, games.action_masks)
    >>> ids = masks.argmax(1)
    >>> games.step(unrolled_ids(ids, corners))

The indices are computed from the corners, not looked up in a table of all 784 of them.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.monsters_on_the_moon.actions import SQUARE
from mom_env.monsters_on_the_moon.observe import NUM_PLANES
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, WRAP

Numbers = NDArray[np.uint8]
Masks = NDArray[np.int8]
Indices = NDArray[np.int64]

CORNER = NUM_PLANES * NUM_SQUARES  # where the piece "corner" begins, after the planes


def corners_of(observations: Numbers) -> Indices:
    """Return the column and the row of the display's corner, shape (N, 2), from observations of shape (N, size)."""
    return observations[:, CORNER : CORNER + 2].astype(np.int64)


def squares_from(corners: Indices) -> Indices:
    """Return for each corner the absolute squares in the order in which they are seen from it, shape (N, 784)."""
    along = np.arange(WRAP)
    columns, rows = (corners[:, :1] + along) % WRAP, (corners[:, 1:] + along) % WRAP
    return (WRAP * rows[:, :, None] + columns[:, None, :]).reshape(len(corners), NUM_SQUARES)


def rolled(observations: Numbers, masks: Masks) -> tuple[Numbers, Masks, Indices]:
    """Return copies of observations and masks in which the display's corner is (0, 0), and the corners.

    The shapes are (N, size), (N, NUM_ACTIONS) and (N, 2). The piece "corner" becomes 0.
    """
    corners = corners_of(observations)
    order = squares_from(corners)
    seen, legal = observations.copy(), masks.copy()
    planes = observations[:, :CORNER].reshape(-1, NUM_PLANES, NUM_SQUARES)
    moved = np.take_along_axis(planes, order[:, None, :], axis=2)
    seen[:, :CORNER] = moved.reshape(len(seen), CORNER)
    seen[:, CORNER : CORNER + 2] = 0
    legal[:, SQUARE:] = np.take_along_axis(masks[:, SQUARE:], order, axis=1)
    return seen, legal, corners


def rolled_ids(actions: Indices, corners: Indices) -> Indices:
    """Return the ids that actions have in rolled masks; `corners` are those of their games. Only squares move."""
    return _moved(actions, -corners)


def unrolled_ids(actions: Indices, corners: Indices) -> Indices:
    """Return the ids of actions that were chosen from rolled masks; `corners` are those of their games."""
    return _moved(actions, corners)


def _moved(actions: Indices, by: Indices) -> Indices:
    """Return the ids of actions whose squares are moved by columns and rows, shape (N, 2); other ids stay."""
    squares = actions - SQUARE
    columns, rows = (squares % WRAP + by[:, 0]) % WRAP, (squares // WRAP + by[:, 1]) % WRAP
    return np.where(actions < SQUARE, actions, SQUARE + WRAP * rows + columns)
