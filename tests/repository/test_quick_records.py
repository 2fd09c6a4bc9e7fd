"""Quicker records are the same records: read, written, and refused as NumPy's own."""

import pytest

from tests.support.commands import python

pytestmark = pytest.mark.once

USE = """
import numpy as np

class Pair(np.record):
    number: int

PAIR = np.dtype((Pair, [("number", np.int8), ("numbers", np.int16, (2,)), ("share", np.float32)]))
NESTED = np.dtype((np.record, [("first", PAIR), ("second", PAIR)]))
records = np.zeros(3, NESTED)

def tried(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)

for record in records:
    inner = record.second
    for value in (7, -128, np.int64(3), 300, 2.9, "word", None):
        print(tried(setattr, inner, "number", value), tried(setattr, inner, "share", value))
        print(repr(inner.number), type(inner.number), repr(inner.share), repr(inner["number"]))
    record.first.numbers[:] = 5, 6
    inner.numbers = -1
    record.first.number += np.int8(1)
    print(record, inner.numbers, inner.numbers.dtype)
    print(tried(getattr, record, "numbers_"), tried(setattr, record, "numbers_", 1), tried(record.__getitem__, "none"))
    print(inner.tobytes(), inner.dtype.names, record.copy() == record, hasattr(record, "none"))
records[0].first = records[1].second
print(records.tobytes())
"""


def test_they_do_what_records_do() -> None:
    own = python("-c", USE)
    quick = python("-c", "from tests.support.quick_records import make_records_quick; make_records_quick()\n" + USE)
    assert (own.returncode, own.stderr, quick.stderr) == (0, "", "")
    assert own.stdout == quick.stdout
