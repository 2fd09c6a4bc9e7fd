"""Damaged input: changed JSON values, JSON text, TOML text and bytes, for whatever reads a file or takes plain values.

Everything follows from a `random.Random`, so a failure can be met again by its seed. Use it like this:

    for seed in range(500):
        with only(MomError, seed):
            read(json_bytes(valid, random.Random(seed)))
"""

import copy
import json
import math
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

Chance = random.Random
Way = tuple[Any, ...]

DEPTHS = (10, 1_000, 5_000)  # Python itself gives up at about 1,000 levels
SURROGATE = "\ud800"  # a string that JSON can spell and UTF-8 cannot
LONG = 100_000


def nested(levels: int, kind: type = list) -> Any:
    """Lists in lists, or mappings in mappings."""
    value: Any = kind()
    for _ in range(levels):
        value = [value] if kind is list else {"x": value}
    return value


def wrong_value(chance: Chance) -> Any:
    """A value of any type, mostly one that fits nowhere, and now and then one that JSON does not have."""
    simple: tuple[Any, ...] = (
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        2.0,
        0.5,
        "",
        "x",
        "red",
        "0",
        [],
        [0],
        {},
        {"": 0},
        {"tribe": "red"},
    )
    odd = (math.nan, math.inf, -math.inf, 1e308, -(2**63), 2**64, 10**400, 10**5_000, SURROGATE, "\0", "\n", "é" * 9)
    strange = (b"x", (1, 2), {1, 2}, 3j, object(), print, {1: 2}, {(1, 2): 3}, np.int64(3), np.zeros(2), np.array(2))
    large = ("x" * LONG, [0] * LONG, {str(i): i for i in range(1_000)})
    deep = tuple(nested(chance.choice(DEPTHS), kind) for kind in (list, dict))
    groups: list[tuple[Any, ...]] = [simple, simple, odd, odd, large, deep, strange]
    return copy.copy(chance.choice(chance.choice(groups)))


# Plain values


def changed(valid: Any, chance: Chance) -> Any:
    """A copy of a plain value in which one to three things are lost, doubled, exchanged, renamed or replaced."""
    box = [copy.deepcopy(valid)]
    for _ in range(chance.choice([1, 1, 2, 3])):
        _change_one(box, chance)
    return box[0] if box else None


def _change_one(box: list[Any] | dict[Any, Any], chance: Chance) -> None:
    """Go down to a random place, seldom stopping on the way, and change what is there."""
    inside: Any = box
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(inside[key], dict | list) or chance.random() < 0.15:
            break
        inside = inside[key]
    _change_at(inside, key, chance.choice(keys), chance)


def _change_at(inside: Any, key: Any, other: Any, chance: Chance) -> None:
    what = chance.choice(["lost", "doubled", "exchanged", "renamed", "replaced", "replaced", "replaced", "shifted"])
    if what == "lost":
        del inside[key]
    elif what == "doubled" and isinstance(inside, list):
        inside.insert(key, copy.copy(inside[key]))
    elif what == "exchanged":
        inside[key], inside[other] = inside[other], inside[key]
    elif what == "renamed" and isinstance(inside, dict):
        inside[chance.choice(["", "x", SURROGATE, "y" * LONG, "\n", str(key).upper()])] = inside.pop(key)
    elif what == "shifted" and isinstance(inside[key], int | float) and abs(inside[key]) < 2**64:
        inside[key] = inside[key] + chance.choice([-1, 1, 0.5, 2**31, 2**63])
    else:
        inside[key] = wrong_value(chance)


def paths(value: Any, *so_far: Any) -> Iterator[Way]:
    """The way to every place inside a plain value, the value itself included."""
    yield so_far
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield from paths(part, *so_far, key)


def replaced(value: Any, path: Way, new: Any) -> Any:
    """The value with another one at a place; what does not lie on the way is shared, not copied."""
    if not path:
        return new
    inside = dict(value) if isinstance(value, dict) else list(value)
    inside[path[0]] = replaced(inside[path[0]], path[1:], new)
    return inside


def everywhere(valid: Any, new: Any) -> Iterator[Any]:
    """The value with another one at each of its places in turn; of equal rows in a list only the first is tried."""
    for path in paths(valid):
        if all(not isinstance(step, int) or step == 0 for step in path):
            yield replaced(valid, path, new)


# Text and bytes


def json_bytes(valid: Any, chance: Chance) -> bytes:
    """A JSON file of a changed value, or a damaged file of the value itself."""
    if chance.random() < 0.5:
        try:
            return json.dumps(changed(valid, chance)).encode()
        except (RecursionError, TypeError, ValueError):  # nothing that can be written
            pass
    text = json.dumps(valid)
    return damaged(_twisted(text, chance).encode(), chance) if chance.random() < 0.7 else damaged(text.encode(), chance)


def _twisted(text: str, chance: Chance) -> str:
    """One value, or one key, of a JSON text becomes something that only a text can hold."""
    tokens = re.split(r'("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}\[\],:])', text)
    here = chance.randrange(len(tokens))
    deep = chance.choice(DEPTHS)
    tokens[here] = chance.choice(
        [
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            "9" * 5_000,
            "-0",
            "1.0",
            r'"\ud800"',
            '"\\u0000"',
            "[" * deep + "]" * deep,
            "[" * deep,
            '{"x":' * deep + "0" + "}" * deep,
            '{"x": 1, "x": 2}',  # a key that stands there twice
            tokens[chance.randrange(len(tokens))],
            "",
        ]
    )
    return "".join(tokens)


def toml_bytes(text: str, chance: Chance) -> bytes:
    """A TOML file in which a value, a key or a line is lost, doubled, or something else."""
    parts = re.split(r"(\s+)", text) if chance.random() < 0.7 else text.splitlines(keepends=True)
    for _ in range(chance.choice([1, 1, 2, 3])):
        here, there = chance.randrange(len(parts)), chance.randrange(len(parts))
        deep = chance.choice(DEPTHS)
        parts[here] = chance.choice(
            [
                "",
                parts[there],
                parts[here] * 2,
                "nan",
                "-inf",
                "1e400",
                "9" * 5_000,
                "true",
                "0",
                "-1",
                "2.5",
                '"x"',
                "''",
                '"\\u0000"',
                "1979-05-27",
                "[" * deep + "]" * deep,
                "{x = " * deep + "1" + "}" * deep,
                "x = 1\n",
                "[x]\n",
                "a." * deep + "a = 1\n",
            ]
        )
    content = "".join(parts).encode()
    return damaged(content, chance) if chance.random() < 0.2 else content


def damaged(content: bytes, chance: Chance) -> bytes:
    """Bytes that are flipped, lost, doubled, cut off or overwritten, at one to four places."""
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        start = chance.randrange(len(data) + 1)
        length = chance.choice([1, 1, 2, 8, 64, len(data) // 2])
        what = chance.choice(["flipped", "lost", "doubled", "cut off", "overwritten", "inserted"])
        if what == "flipped" and start < len(data):
            data[start] ^= 1 << chance.randrange(8)
        elif what == "lost":
            del data[start : start + length]
        elif what == "doubled":
            data[start:start] = data[start : start + length]
        elif what == "cut off":
            del data[start:]
        elif what == "overwritten":
            data[start : start + length] = bytes([chance.choice([0, 0x20, 0x7F, 0xFF])]) * length
        else:
            data[start:start] = chance.choice([b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", chance.randbytes(length)])
    return bytes(data)


# What may come of it


@contextmanager
def only(error: type[Exception], *told: Any) -> Iterator[None]:
    """Let the block end well or with this error, its message short and printable; all else fails, with what is told."""
    try:
        yield
    except error as refused:
        message = str(refused)
        assert len(message) < 2_000, (*told, message[:200])
        assert message.encode(), told  # no surrogates, which no terminal and no log can write
    except Exception as failure:
        raise AssertionError(f"{type(failure).__name__} for {told}: {str(failure)[:300]}") from failure
