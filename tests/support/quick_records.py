"""Quicker fields of NumPy's records, for tests with the JIT off: four fifths of their time goes into `record.field`.

`np.record` looks fields up in Python, at each access. Here C does it: a field becomes a property of the record's class
when it is first asked for; `np.record` itself learns none, as its attributes are names that no field may have. What is
read and written is the same; a record inside another one keeps its own class, while NumPy gives it the outer one's.
`MOM_ENV_SLOW_RECORDS=1` leaves NumPy as it is.
"""

from operator import itemgetter
from typing import Any

import numpy as np


def make_records_quick() -> None:
    """Replace what `np.record` adds to its base class, which is written in C."""
    for name in ("__getattribute__", "__getitem__"):
        delattr(np.record, name)
    np.record.__getattr__ = find_field  # type: ignore[attr-defined]
    np.record.__setattr__ = set_field  # type: ignore[method-assign]


def find_field(record: Any, name: str) -> Any:
    """Return a field that the class of the record does not know yet, and make it known."""
    if name not in (record.dtype.names or ()):
        raise AttributeError(f"'record' object has no attribute '{name}'")
    if type(record) is not np.record:
        setattr(type(record), name, property(itemgetter(name)))
    return record[name]


def set_field(record: Any, name: str, value: Any) -> None:
    """Write a field, as NumPy does."""
    if name not in (record.dtype.names or ()):
        raise AttributeError(f"'record' object has no attribute '{name}'")
    record.setfield(value, *record.dtype.fields[name][:2])
