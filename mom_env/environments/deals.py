"""The options of `reset`: which deal a game begins with, and on which seat the learner sits."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from mom_env.common.arguments import shown
from mom_env.errors import OptionError

DEAL = "deal"  # the setup block of a replay
SEAT = "seat"  # of the learner


class Start(NamedTuple):
    """How a game is to begin.

    Attributes:
        deal: the setup block of a replay; None deals at random.
        seat: the learner's, or "random"; None takes the environment's.
    """

    deal: object = None
    seat: object = None


def start_in(options: object) -> Start:
    """Return what the options of a one-seat environment's `reset` ask for.

    Raises:
        OptionError: there is no such option; it names those that exist.
    """
    if options is None:
        return Start()
    if not isinstance(options, Mapping):
        raise OptionError(f"options of reset: expected a mapping, found {shown(options)}")
    unknown = [name for name in options if name not in (DEAL, SEAT)]
    if unknown:
        raise OptionError(
            f"options of reset: expected {DEAL!r} or {SEAT!r}, found {shown(unknown[0])}; "
            "rule options are an argument of the environment"
        )
    return Start(options.get(DEAL), options.get(SEAT))


def starts_in(options: object, count: int) -> list[Start]:
    """Return what the options ask for in each of `count` games: an option has one value for all, or a list of values.

    Raises:
        OptionError: there is no such option, or a list has another length.
    """
    both = start_in(options)
    return [Start(*pair) for pair in zip(each(DEAL, both.deal, count), each(SEAT, both.seat, count), strict=True)]


def starts_of(options: object, count: int) -> list[Start]:
    """Return what is asked for in each of `count` games by one mapping of options, or by a list with one for each.

    Raises:
        OptionError: there is no such option, or the list has another length.
    """
    return [start_in(one) for one in each("options of reset", options, count)]


def each(name: str, value: object, count: int) -> list[object]:
    """Return the values of a list for each of `count` games; a single value is that of all games.

    Raises:
        OptionError: the list has another length.
    """
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = list(value)
    if not isinstance(value, list | tuple):
        return [value] * count
    if len(value) != count:
        raise OptionError(f"{name}: expected one for all, or a list of {count}, one for each game, found {len(value)}")
    return list(value)
