"""Whole numbers that callers pass: counts, seats, seeds, action ids."""

import operator
from typing import Any

from mom_env.errors import MomError, OptionError


def whole_of(value: Any) -> int | None:
    """Return the whole number that a value stands for, or None if it stands for none.

    Integers of Python and NumPy are whole numbers, and so are arrays and tensors that hold one integer. Booleans of any
    library are not: they come from slips.

    >>> whole_of(3), whole_of(True), whole_of(3.0), whole_of("3")
    (3, None, None, None)
    """
    if type(value) is int:  # what nearly all callers pass, at no cost
        return value
    if isinstance(value, bool) or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def checked_whole(
    name: str, value: Any, least: int, most: int | None = None, error: type[MomError] = OptionError
) -> int:
    """Return the value as an int if it is a whole number from `least` to `most`.

    Raises:
        OptionError: it is not; or another error, if one is given. The message names the argument and the limits.
    """
    number = whole_of(value)
    if number is None or number < least or (most is not None and number > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise error(f"{name}: expected a whole number {limits}, found {value!r}")
    return number
