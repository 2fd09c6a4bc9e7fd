"""Whole numbers that callers give: seeds of 64 bits, or none for a fresh one."""

import secrets
from typing import Any, TypeGuard

import numpy as np

from mom_env.errors import OptionError

NUM_SEEDS = 2**64


def is_whole(number: Any) -> TypeGuard[int]:
    """Whether it is an integer, of Python or of NumPy. True and False are none here: they come from slips.

    >>> is_whole(3), is_whole(np.int8(3)), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def checked_seed(seed: Any) -> int:
    """The seed itself, or for None a fresh one that a JSON reader elsewhere keeps exactly."""
    if seed is None:
        return secrets.randbits(53)
    if not is_whole(seed) or not 0 <= seed < NUM_SEEDS:
        raise OptionError(f"seed: expected a whole number from 0 to 2**64 - 1, found {seed!r}")
    return int(seed)
