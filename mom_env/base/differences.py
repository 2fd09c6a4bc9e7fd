"""Where two values made of lists and mappings differ, for errors about long ones."""

from collections.abc import Mapping
from typing import NamedTuple

from mom_env.common.arguments import shown

NONE_THERE = "nothing"


class Difference(NamedTuple):
    """The place where two values differ, as a name with dots, and in words what was expected and what was found."""

    name: str
    expected: str
    found: str


def first_difference(name: str, expected: object, found: object) -> Difference | None:
    """Return the first place where two values differ, or None if they are the same; 1, 1.0 and True are not.

    `name` is that of the values. An entry of a list is named by its number, from 0. Short lists of plain values are
    shown whole.

    >>> first_difference("fields", [{"seat": 1}, {"seat": 2}], [{"seat": 1}, {"seat": None}])
    Difference(name='fields.1.seat', expected='2', found='None')
    >>> first_difference("hand", ["red", "blue"], ["red"])
    Difference(name='hand', expected="['red', 'blue']", found="['red']")
    >>> first_difference("row", [*range(50)], [*range(49)])
    Difference(name='row.49', expected='49', found='nothing')
    """
    has_entries = type(expected) is type(found) and isinstance(expected, dict | list)
    if has_entries and not (_is_short(expected) and _is_short(found)):
        return _first_in(name, _entries(expected), _entries(found))
    if type(expected) is type(found) and repr(expected) == repr(found):  # [1] and [1.0] are equal, but not the same
        return None
    return Difference(name, shown(expected), shown(found))


def _is_short(value: object) -> bool:
    """Return whether `value` is a list of plain values that errors show whole."""
    is_plain = isinstance(value, list) and not any(isinstance(entry, dict | list) for entry in value)
    return is_plain and shown(value) == repr(value)


def _first_in(name: str, expected: Mapping[object, object], found: Mapping[object, object]) -> Difference | None:
    """Return the first place where the entries of two values differ, or None; `name` is that of the values."""
    for key in {**expected, **found}:
        if key not in expected or key not in found:
            return Difference(f"{name}.{key}", _said(expected, key), _said(found, key))
        if difference := first_difference(f"{name}.{key}", expected[key], found[key]):
            return difference
    return None


def _said(entries: Mapping[object, object], key: object) -> str:
    """Return the entry under `key` as errors show it, or "nothing" if there is none."""
    return shown(entries[key]) if key in entries else NONE_THERE


def _entries(value: object) -> Mapping[object, object]:
    """Return the entries of a mapping, or those of a list by their numbers; other values have none."""
    if isinstance(value, list):
        return dict(enumerate(value))
    return value if isinstance(value, dict) else {}
