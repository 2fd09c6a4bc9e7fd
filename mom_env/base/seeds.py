"""Seeds that callers pass: 64 bits, or None for a fresh one."""

import secrets

from mom_env.common.arguments import shown, whole_of
from mom_env.errors import OptionError

NUM_SEEDS = 2**64


def checked_seed(seed: object) -> int:
    """Return the seed as an int; for None, a random seed below 2**53, which JSON readers keep exactly.

    Raises:
        OptionError: the seed is not a whole number from 0 to 2**64 - 1.
    """
    if seed is None:
        return secrets.randbits(53)
    number = whole_of(seed)
    if number is None or not 0 <= number < NUM_SEEDS:
        raise OptionError(f"seed: expected a whole number from 0 to 2**64 - 1, found {shown(seed)}")
    return number
