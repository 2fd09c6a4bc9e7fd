"""The frame of 28 x 28 squares that wraps round, and how cards lie in it, as tables."""

import numpy as np

from mom_env.monsters_on_the_moon.state import FACE, FLAT, NUM_SQUARES, UPRIGHT, WRAP

# For each number of quarter turns clockwise: which square of the unturned card comes to lie on each of its squares,
# both row by row.
TURNED = np.array([[0, 1, 2, 3, 4, 5], [3, 0, 4, 1, 5, 2], [5, 4, 3, 2, 1, 0], [2, 5, 1, 4, 0, 3]], np.int8)

SIZE = np.array([[3, 2], [2, 3]])  # width and height of a card that lies FLAT or UPRIGHT


def at(x: int, y: int) -> int:
    """R5: Return the number of the square (x, y), whose coordinates may be any whole numbers.

    >>> at(-1, 29) == WRAP + WRAP - 1
    True
    """
    return y % WRAP * WRAP + x % WRAP


def _moved(x: int, y: int) -> list[int]:
    """Return for each square the one that is `x` to the right and `y` down."""
    return [at(square % WRAP + x, square // WRAP + y) for square in range(NUM_SQUARES)]


# The neighbours of each square.
RIGHT = np.array(_moved(1, 0), np.int16)
LEFT = np.array(_moved(-1, 0), np.int16)
DOWN = np.array(_moved(0, 1), np.int16)
UP = np.array(_moved(0, -1), np.int16)

# The squares of a card that lies FLAT or UPRIGHT with its left upper square on each place, row by row.
COVERED = np.array(
    [
        [_moved(place % width, place // width) for place in range(FACE)]
        for width in (int(SIZE[FLAT, 0]), int(SIZE[UPRIGHT, 0]))
    ],
    np.int16,
).transpose(0, 2, 1).copy()  # fmt: skip
