"""Checks of arguments that are whole numbers (counts, seats, seeds, action ids), and values as errors show them."""

import operator
import reprlib
from collections.abc import Iterator
from contextlib import contextmanager

from mom_env.errors import MomError, OptionError

BOOLEANS = ("bool", "bool_")  # names of Python's type, and of NumPy's in all versions
MAX_GAMES = 2**20  # of one batch; its arrays then take some 4 to 6 GB


def whole_of(value: object) -> int | None:
    """Return `value` as an int if it is a whole number, else None.

    Integers of Python and NumPy are whole numbers, and so are arrays and tensors that hold one integer. Booleans of any
    library are not: they are almost always mistakes.

    >>> whole_of(3), whole_of(True), whole_of(3.0), whole_of("3")
    (3, None, None, None)
    """
    if type(value) is int:  # the usual case, for speed
        return value
    kind = type(value)
    if kind.__name__ in BOOLEANS or (kind.__module__ != "numpy" and "bool" in str(getattr(value, "dtype", ""))):
        return None  # NumPy's own arrays of booleans fail below; to ask for their dtype's name takes a microsecond
    try:
        return operator.index(value)  # type: ignore[arg-type]  # other types raise the TypeError that is caught here
    except TypeError:
        return None


def checked_whole(
    name: str, value: object, least: int, most: int | None = None, error: type[MomError] = OptionError
) -> int:
    """Return `value` as an int if it is a whole number from `least` to `most`, both included.

    Without `most` there is no upper limit.

    Raises:
        OptionError: it is not, or `error` if that is given. The message names the argument, `name`, and the limits.
    """
    number = whole_of(value)
    if number is None or number < least or (most is not None and number > most):
        limits = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise error(f"{name}: expected a whole number {limits}, found {shown(value)}")
    return number


def players_in_words(*counts: int) -> str:
    """Return numbers of players in words.

    >>> players_in_words(1), players_in_words(2, 3, 5)
    ('1 player', '2, 3 or 5 players')
    """
    *others, last = dict.fromkeys(counts)
    some = f"{', '.join(map(str, others))} or {last}" if others else str(last)
    return f"{some} player{'s' if others or last != 1 else ''}"


@contextmanager
def room_for(name: str, count: int) -> Iterator[None]:
    """Turn a lack of memory in the `with` block, which makes the arrays of `count` games, into an error that says so.

    Raises:
        OptionError: memory is short; the error names the argument, `name`, and the count.
    """
    try:
        yield
    except MemoryError:
        raise OptionError(f"{name}: expected as many games as fit into memory, found {count}") from None


class _Short(reprlib.Repr):
    """A `repr` that shortens values, and shows those that `repr` itself cannot show."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlist, self.maxdict, self.maxstring, self.maxother = 12, 6, 60, 80

    def repr_int(self, x: int, level: int) -> str:
        """Return the int `x` as text; one too long for Python to write is replaced by its length in bits.

        `level` says how many more levels of a nested value are shown.
        """
        return super().repr_int(x, level) if x.bit_length() < 1000 else f"<an int of {x.bit_length()} bits>"


def shown(value: object) -> str:
    """Return `value` as error messages show it: in a line or two, however long or deeply nested it is.

    >>> shown("seven"), shown(10**5000), shown([[[[[[[[7]]]]]]]])
    ("'seven'", '<an int of 16610 bits>', '[[[[[[...]]]]]]')
    """
    return _SHORT.repr(value)


_SHORT = _Short()
