"""Action ids from callers: a whole number, or many in an array, a tensor or a list, turned into what kernels take."""

from collections.abc import Sequence

import numpy as np

from mom_env.common.arguments import shown, whole_of
from mom_env.contract.records import Indices
from mom_env.errors import IllegalAction


def checked_id(action: object, num_actions: int, whose: str = "") -> int:
    """Return `action` as an int if it is a whole number from 0 to below `num_actions`. It need not be legal.

    Raises:
        IllegalAction: it is not. The message begins with `whose`, the name of a player, if that is given.
    """
    number = whole_of(action)
    if number is None or not 0 <= number < num_actions:
        named = f"{whose}: " if whose else ""
        raise IllegalAction(f"{named}expected an action id from 0 to {num_actions - 1}, found {shown(action)}")
    return number


def shaped_ids(actions: object, num_games: int, num_actions: int) -> Indices:
    """Return `actions`, one action id for each of `num_games` games, as an array of int64.

    Whether the ids are legal is not checked; `num_actions` only serves the error's message. An array that fits already
    is returned itself.

    Raises:
        IllegalAction: these are not whole numbers, or not one for each game.
    """
    # Other layouts and read-only arrays would make Numba compile the kernels again.
    if type(actions) is not np.ndarray or actions.dtype != np.int64 or not actions.flags.carray:
        actions = as_ids(actions, num_actions)
    if actions.shape != (num_games,):
        raise IllegalAction(f"actions: expected shape ({num_games},), found {actions.shape}")
    ids: Indices = actions
    return ids


def as_ids(actions: object, num_actions: int) -> Indices:
    """Return `actions`, whole numbers in an array, a tensor or a list, as a new array of int64.

    Whether they are legal is not checked; `num_actions` only serves the error's message.

    Raises:
        IllegalAction: they are not whole numbers.
    """
    if isinstance(actions, list | tuple):
        return _ids_of(actions, num_actions)
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError) as error:  # a tensor on a device, rows of unlike lengths
        raise IllegalAction(f"actions: expected an array of whole numbers: {error}") from None
    if array.dtype.kind not in "iu":
        raise IllegalAction(f"actions: expected whole numbers, found {array.dtype}")
    return array.astype(np.int64, order="C")


def _ids_of(actions: Sequence[object], num_actions: int) -> Indices:
    """Return the entries of a list as an array of int64, and refuse booleans, which NumPy would take for numbers.

    Raises:
        IllegalAction: an entry is not a whole number, or is too large for int64.
    """
    numbers = [whole_of(action) for action in actions]
    if None in numbers:
        raise IllegalAction(f"actions: expected whole numbers, found {shown(actions[numbers.index(None)])}")
    try:
        return np.array(numbers, np.int64)
    except OverflowError:
        largest = max(numbers, key=abs)  # type: ignore[arg-type]  # none of them is None
        raise IllegalAction(f"actions: expected ids from 0 to {num_actions - 1}, found {shown(largest)}") from None
