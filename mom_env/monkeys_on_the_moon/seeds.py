"""Seeds: whole numbers of 64 bits, or none for a fresh one."""

import secrets

import numpy as np

from mom_env.errors import OptionError

NUM_SEEDS = 2**64


def checked_seed(seed: int | None) -> int:
    """The seed itself, or a fresh one that a JSON reader elsewhere keeps exactly."""
    if seed is None:
        return secrets.randbits(53)
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < NUM_SEEDS:
        raise OptionError(f"seed: expected a whole number from 0 to 2**64 - 1, found {seed!r}")
    return int(seed)
