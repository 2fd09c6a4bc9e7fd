"""The options of `reset`: the deal with which a game begins, and the learner's seat."""

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
        deal: the setup block of a replay, or None for a random deal.
        seat: the learner's seat, "random", or None for the environment's setting.
    """

    deal: object = None
    seat: object = None


def start_in(options: object) -> Start:
    """Return how the options of a one-seat environment's `reset` want the game to begin; None wants nothing special.

    Raises:
        OptionError: the options are not a mapping, or one does not exist; the message names those that do.
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
    """Return how each of `count` games is to begin, from one mapping of options.

    Args:
        options: None, or a mapping in which each option has one value for all games, or a list with a value for each.
        count: number of games.

    Raises:
        OptionError: an option does not exist, or a list does not have `count` values.
    """
    both = start_in(options)
    return [Start(*pair) for pair in zip(each(DEAL, both.deal, count), each(SEAT, both.seat, count), strict=True)]


def starts_of(options: object, count: int) -> list[Start]:
    """Return how each of `count` games is to begin, from one mapping of options for all or a list with one for each.

    Raises:
        OptionError: an option does not exist, or the list does not have `count` entries.
    """
    return [start_in(one) for one in each("options of reset", options, count)]


def each(name: str, value: object, count: int) -> list[object]:
    """Return a list of `count` values: the entries of `value` if it is a list, otherwise `value` repeated.

    Args:
        name: name of the option, for the error message.
        value: one value for all games, or a list, tuple or one-dimensional array with a value for each game.
        count: number of games.

    Raises:
        OptionError: the list does not have `count` entries.
    """
    if isinstance(value, np.ndarray) and value.ndim == 1:
        value = list(value)
    if not isinstance(value, list | tuple):
        return [value] * count
    if len(value) != count:
        raise OptionError(f"{name}: expected one for all, or a list of {count}, one for each game, found {len(value)}")
    return list(value)
