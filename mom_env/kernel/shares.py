"""Shares of seats that sum to 1, from numbers in which more is better."""

import math

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import part


@part
def share_out(worths: NDArray[np.float32 | np.float64], num_seats: int, scale: float) -> None:
    """Turn `worths`, by seat, into shares of 1: being better by `scale` makes a share e times as large.

    `num_seats` is the number of seats that take part, from the first one.
    """
    most, total = worths[0], 0.0
    for seat in range(1, num_seats):
        most = max(most, worths[seat])
    for seat in range(num_seats):
        worths[seat] = math.exp((worths[seat] - most) / scale)
        total += worths[seat]
    for seat in range(num_seats):
        worths[seat] /= total
