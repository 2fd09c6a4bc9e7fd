"""A deal as the setup block of a replay, for games that do not define their own: all fields of the record by name.

The random stream is not in the block: the caller says where it continues after the deal.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.common.arguments import shown
from mom_env.contract.people import Plain, Ruleset
from mom_env.contract.records import Records
from mom_env.errors import PositionError

STREAM = "rng"


def checked_block(setup: object) -> Mapping[str, object]:
    """Return `setup` if it is a mapping. Its entries are not checked.

    Raises:
        PositionError: it is not.
    """
    if not isinstance(setup, Mapping):
        raise PositionError(f"setup: expected a mapping, found {shown(setup)}")
    return setup


def block_of(states: Records) -> Plain:
    """Return the fields of a record, an array of one, as JSON values by name, without the random stream.

    >>> block_of(np.array([(7, [3, 1], 0)], [("rng", np.uint64), ("hand", np.int8, (2,)), ("seat", np.int8)]))
    {'hand': [3, 1], 'seat': 0}
    """
    return {name: plain(states[0][name]) for name in states.dtype.names or () if name != STREAM}


def plain(value: np.generic | NDArray[np.generic]) -> object:
    """Return a record, or the value of one of its fields, as JSON values.

    A record becomes a dict, an array becomes a list.
    """
    if isinstance(value, np.void) and value.dtype.names:
        return {name: plain(value[name]) for name in value.dtype.names}
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [plain(one) for one in value]
    return value.tolist()


def record_of(block: Mapping[str, object], ruleset: Ruleset, dtype: np.dtype[np.void], stream: int) -> Records:
    """Return the record that `block` describes, an array of one of the type `dtype`, its random stream at `stream`.

    Raises:
        PositionError: a field is missing, unknown or has impossible values, or the seat does not exist.
    """
    states = np.zeros(1, dtype)
    fields = [name for name in dtype.names or () if name != STREAM]
    if sorted(map(str, block)) != sorted(fields):
        raise PositionError(f"setup: expected the entries {', '.join(fields)}, found {shown(list(block))}")
    for name in fields:
        if not write(states[0], name, block[name]):
            found = f"{shown(block[name])}"
            raise PositionError(f"setup.{name}: expected values as in {shown(plain(states[0][name]))}, found {found}")
    if not 0 <= states[0]["seat"] < ruleset.num_players:
        raise PositionError(f"setup.seat: expected one from 0 to {ruleset.num_players - 1}, found {states[0]['seat']}")
    states[STREAM] = stream
    return states


def write(record: np.void, name: str, value: object) -> bool:
    """Write JSON values into the field `name` of `record`, and return whether it now holds exactly `value`.

    If it returns False, the field may hold anything.
    """
    try:
        fill(record, name, value)
        return json.dumps(plain(record[name])) == json.dumps(value)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return False


def fill(record: np.void, name: str, value: Any) -> None:
    """Write JSON values into the field `name` of `record`; the field may contain records itself.

    An error of any kind is raised if the values have another form.
    """
    field = record[name]
    if field.dtype.names is None:
        record[name] = value
    else:
        for one, its in zip(*(([field], [value]) if field.ndim == 0 else (field, value)), strict=True):
            for inner in one.dtype.names:
                fill(one, inner, its[inner])
