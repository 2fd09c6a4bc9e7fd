"""Arrays in safetensors files. Reading is as strict as writing: nothing in a file is run or trusted.

The reader says beforehand which arrays of which type and shape there must be. Any other header, gap, overlap or length
is an error before any number is read.
"""

import hashlib
import json
import math
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeGuard

import numpy as np
from numpy.typing import NDArray

from mom_env.common.arguments import shown
from mom_env.errors import CheckpointError

Arrays = dict[str, NDArray[np.generic]]
NetworkArrays = dict[str, NDArray[np.float32]]  # weights and biases by name


class Expected(NamedTuple):
    """The type and shape that an array must have."""

    dtype: str  # as safetensors names it
    shape: tuple[int, ...]

    @property
    def num_bytes(self) -> int:
        """The number of bytes that the array has in a file."""
        return math.prod(self.shape) * int(np.dtype(DTYPES[self.dtype]).itemsize)


FLOATS: dict[str, Any] = {"F16": np.float16, "F32": np.float32, "F64": np.float64}
DTYPES: dict[str, Any] = {**FLOATS, "U8": np.uint8, "I64": np.int64, "I32": np.int32, "I16": np.int16}
NAMES = {np.dtype(dtype): name for name, dtype in DTYPES.items()}
LENGTH_BYTES = 8
MOST_HEADER_BYTES = 1 << 20
MOST_BYTES = 1 << 31


def expected_of(arrays: Mapping[str, NDArray[np.generic]]) -> dict[str, Expected]:
    """Return the types and shapes of arrays, by name."""
    return {name: Expected(NAMES[array.dtype], array.shape) for name, array in arrays.items()}


def to_bytes(arrays: Mapping[str, NDArray[np.generic]]) -> bytes:
    """Return the content of a safetensors file with `arrays`, with names in order and no gaps."""
    header, start = {}, 0
    for name, array in sorted(arrays.items()):
        header[name] = {"dtype": NAMES[array.dtype], "shape": list(array.shape), "data_offsets": [start, start]}
        start += array.nbytes
        header[name]["data_offsets"] = [start - array.nbytes, start]
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % LENGTH_BYTES)  # aligns the numbers, for readers that map the file into memory
    numbers = [np.ascontiguousarray(array).tobytes() for _, array in sorted(arrays.items())]
    return b"".join([len(text).to_bytes(LENGTH_BYTES, "little"), text, *numbers])


def from_bytes(content: bytes, expected: Mapping[str, Expected], name: str) -> Arrays:
    """Return the arrays in the content of a safetensors file, by name, as copies.

    `expected` says which arrays of which type and shape there must be. `name` is that of the file, for errors.

    Raises:
        CheckpointError: the content differs from what is expected, or a number is not finite; the error says how.
    """
    header, start = _header(content, name)
    if set(header) != set(expected):
        missing, more = sorted(set(expected) - set(header)), sorted(set(header) - set(expected))
        _refuse(name, f"other arrays than expected; missing {_some(missing)}, not expected {_some(more)}")
    spans = {key: _span(header[key], wanted, f"{name}: {key}") for key, wanted in expected.items()}
    _check_spans(spans, len(content) - start, name)
    arrays = {}
    for key, wanted in expected.items():
        first, last = spans[key]
        numbers = np.frombuffer(content[start + first : start + last], DTYPES[wanted.dtype])
        arrays[key] = numbers.reshape(wanted.shape).copy()
        if wanted.dtype.startswith("F") and not np.isfinite(arrays[key]).all():
            _refuse(name, f"{key}: expected finite numbers, found others")
    return arrays


def as_network(arrays: Mapping[str, NDArray[np.generic]]) -> NetworkArrays:
    """Return arrays of floats by name as float32."""
    return {name: np.asarray(array, np.float32) for name, array in arrays.items()}


def length_of(expected: Mapping[str, Expected]) -> int:
    """Return the largest number of bytes that a safetensors file of these arrays can have."""
    return LENGTH_BYTES + MOST_HEADER_BYTES + sum(wanted.num_bytes for wanted in expected.values())


def read_file(path: Path, most_bytes: int) -> bytes:
    """Return the content of a regular file of at most `most_bytes`; links, pipes and devices are refused.

    Raises:
        CheckpointError: there is something else; the error says what.
    """
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            _refuse(path.name, "expected a regular file, found a link or something else")
        if found.st_size > most_bytes:
            _refuse(path.name, f"expected at most {most_bytes:,} bytes, found {found.st_size:,}")
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise CheckpointError(f"{path}: cannot be read: {error.strerror}") from None
    if len(content) > most_bytes:
        _refuse(path.name, f"expected at most {most_bytes:,} bytes, found more")
    return content


def read_json(content: bytes, name: str) -> dict[str, object]:
    """Return the JSON object in `content`; `name` is that of the file, for errors.

    Repeated keys, numbers that JSON does not have, and text that UTF-8 does not have are refused.

    Raises:
        CheckpointError: the content is something else.
    """
    try:
        found: dict[str, object] = json.loads(
            content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant
        )
        json.dumps(found, ensure_ascii=False).encode()  # fails for half of a surrogate pair
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{name}: expected JSON, found something else: {error}"[:300]) from None
    if not isinstance(found, dict):
        _refuse(name, f"expected a JSON object, found {type(found).__name__}")
    return found


def sha256(content: bytes) -> str:
    """Return the SHA-256 of a file's content as hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def _header(content: bytes, name: str) -> tuple[dict[str, object], int]:
    """Return the header of a safetensors file, entries by name of an array, and the index of the first byte after it.

    Raises:
        CheckpointError: the header is too long, or is not JSON. `name` is that of the file, for errors.
    """
    length = int.from_bytes(content[:LENGTH_BYTES], "little")
    if len(content) < LENGTH_BYTES or length > min(MOST_HEADER_BYTES, len(content) - LENGTH_BYTES):
        most = max(0, len(content) - LENGTH_BYTES)
        _refuse(name, f"expected a header of at most {min(most, MOST_HEADER_BYTES):,} bytes, found one of {length:,}")
    header = read_json(content[LENGTH_BYTES : LENGTH_BYTES + length], f"{name}: header")
    header.pop("__metadata__", None)  # free text of the writer; never read
    return header, LENGTH_BYTES + length


def _span(entry: object, wanted: Expected, name: str) -> tuple[int, int]:
    """Return the first byte of an array in the numbers of a file, and the byte after its last one.

    `entry` is that of the array in the header, and `name` names both in errors.

    Raises:
        CheckpointError: the entry is not that of an array as `wanted`.
    """
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        _refuse(name, "expected dtype, shape and data_offsets, found something else")
    if entry["dtype"] != wanted.dtype or not _is_numbers(entry["shape"]) or tuple(entry["shape"]) != wanted.shape:
        found = f"{shown(entry['dtype'])} {shown(entry['shape'])}"[:100]
        _refuse(name, f"expected {wanted.dtype} {list(wanted.shape)}, found {found}")
    offsets = entry["data_offsets"]
    if not _is_numbers(offsets) or len(offsets) != 2 or offsets[1] - offsets[0] != wanted.num_bytes or offsets[0] < 0:
        _refuse(name, f"expected offsets {wanted.num_bytes:,} bytes apart, found {shown(offsets)[:100]}")
    return offsets[0], offsets[1]


def _check_spans(spans: Mapping[str, tuple[int, int]], length: int, name: str) -> None:
    """Refuse arrays that overlap, leave gaps, or do not fill all `length` bytes of numbers in the file `name`.

    `spans` has the first byte of each array, and the byte after its last one.

    Raises:
        CheckpointError: there is a gap or an overlap, or the file has another length.
    """
    reached = 0
    for first, last in sorted(spans.values()):
        if first != reached:
            _refuse(name, f"expected arrays without gap or overlap, found one at {first:,} after {reached:,} bytes")
        reached = last
    if reached != length:
        _refuse(name, f"expected {reached:,} bytes of numbers, found {length:,}")


def _is_numbers(found: object) -> TypeGuard[list[int]]:
    """Return whether `found` is a list of ints, without booleans."""
    return isinstance(found, list) and all(type(number) is int for number in found)


def _some(names: list[str]) -> str:
    """Return the first three names in words, or "none"."""
    return ", ".join(map(repr, names[:3]))[:200] + (", ..." if len(names) > 3 else "") if names else "none"


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the entries of a JSON object as a dict.

    Raises:
        ValueError: a key is there twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    """Refuse a number that JSON does not have, such as NaN.

    Raises:
        ValueError: always.
    """
    raise ValueError(f"{name} is not a JSON number")


def _refuse(name: str, why: str) -> NoReturn:
    """Raise the error that the file `name` cannot be used; `why` is the reason.

    Raises:
        CheckpointError: always.
    """
    raise CheckpointError(f"{name}: {why}")
