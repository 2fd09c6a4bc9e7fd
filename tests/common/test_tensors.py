"""Arrays in safetensors files: written so that others can read them, read so that nothing in them is believed."""

import json
import os
import pickle
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load as load_safetensors
from safetensors.numpy import save as save_safetensors

from mom_env.common.tensors import Expected, expected_of, from_bytes, length_of, read_file, read_json, to_bytes
from mom_env.errors import CheckpointError

pytestmark = pytest.mark.once
ARRAYS: dict[str, NDArray[Any]] = {
    "b.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "a": np.array([1, 255], np.uint8),
    "n": np.array([-(2**62)], np.int64),
    "none": np.zeros((0, 4), np.float64),
}
EXPECTED = expected_of(ARRAYS)
CONTENT = to_bytes(ARRAYS)


def header_of(content: bytes) -> tuple[dict[str, Any], bytes]:
    length = int.from_bytes(content[:8], "little")
    return json.loads(content[8 : 8 + length]), content[8 + length :]


def with_header(header: Any, numbers: bytes, length: int | None = None) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + numbers


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    header, numbers = header_of(CONTENT)
    change(header)
    return with_header(header, numbers)


class Bomb:
    """Unpickling it would make a file."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("executed",)


def zipped() -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../policy.pth", pickle.dumps(Bomb()))
        archive.writestr("data.pkl", pickle.dumps(Bomb()))
    return file.getvalue()


HEADER, NUMBERS = header_of(CONTENT)
CRAFTED = {
    "nothing": b"",
    "less than a length": b"\x01\x02",
    "a length alone": (0).to_bytes(8, "little"),
    "a pickle": pickle.dumps(Bomb()),
    "an old pickle": pickle.dumps(Bomb(), protocol=0),
    "a zip": zipped(),
    "a zip behind the arrays": CONTENT + zipped(),
    "a zip before the arrays": zipped() + CONTENT,
    "random bytes": np.random.default_rng(0).bytes(4096),
    "zeros": bytes(4096),
    "text": b"import os; os.mkdir('executed')",
    "a NumPy file": b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"
    + pickle.dumps(Bomb()),
    "a header longer than the file": with_header(HEADER, NUMBERS, 1 << 40),
    "a header of 2**64 - 1 bytes": with_header(HEADER, NUMBERS, 2**64 - 1),
    "a header that ends early": with_header(HEADER, NUMBERS, 20),
    "a header that ends late": with_header(HEADER, NUMBERS, len(json.dumps(HEADER)) + 1),
    "a header that is no JSON": with_header(b"{", NUMBERS),
    "a header that is a list": with_header([HEADER], NUMBERS),
    "a header that is a number": with_header(7, NUMBERS),
    "a header that is nested deeply": with_header(b"[" * 200_000, NUMBERS),
    "a header that is not UTF-8": with_header(b'{"\xff": 1}', NUMBERS),
    "a header with a number of many digits": with_header(b'{"a": ' + b"9" * 5000 + b"}", NUMBERS),
    "a header with a name twice": with_header(b'{"a": 1, "a": 2}', NUMBERS),
    "a header with NaN": with_header(b'{"a": NaN}', NUMBERS),
    "a header of spaces": with_header(b" " * 64, NUMBERS),
    "no arrays": with_header({}, b""),
    "an array missing": changed(lambda h: h.pop("a")),
    "an array more": changed(lambda h: h.update(more=h["a"])),
    "an array of another name": changed(lambda h: h.update({"../a": h.pop("a")})),
    "an entry that is a list": changed(lambda h: h.update(a=[1])),
    "an entry with a key more": changed(lambda h: h["a"].update(file="other")),
    "an entry without a shape": changed(lambda h: h["a"].pop("shape")),
    "another dtype of the same size": changed(lambda h: h["a"].update(dtype="I8")),
    "a dtype that does not exist": changed(lambda h: h["a"].update(dtype="OBJECT")),
    "a dtype that is a list": changed(lambda h: h["a"].update(dtype=["U8"])),
    "another shape of the same size": changed(lambda h: h["b.weight"].update(shape=[3, 2])),
    "a shape flattened": changed(lambda h: h["b.weight"].update(shape=[6])),
    "a shape with a minus": changed(lambda h: h["b.weight"].update(shape=[-2, -3])),
    "a shape of floats": changed(lambda h: h["b.weight"].update(shape=[2.0, 3.0])),
    "a shape of booleans": changed(lambda h: h["n"].update(shape=[True])),
    "a shape that is a text": changed(lambda h: h["b.weight"].update(shape="23")),
    "a huge shape": changed(lambda h: h["b.weight"].update(shape=[1 << 40, 1 << 40])),
    "a shape whose size overflows to the right one": changed(lambda h: h["b.weight"].update(shape=[1 << 63, 3])),
    "offsets that are a text": changed(lambda h: h["a"].update(data_offsets="02")),
    "offsets of floats": changed(lambda h: h["a"].update(data_offsets=[0.0, 2.0])),
    "one offset": changed(lambda h: h["a"].update(data_offsets=[0])),
    "three offsets": changed(lambda h: h["a"].update(data_offsets=[0, 2, 4])),
    "offsets backwards": changed(lambda h: h["a"].update(data_offsets=[2, 0])),
    "offsets before the start": changed(lambda h: h["a"].update(data_offsets=[-2, 0])),
    "offsets behind the end": changed(lambda h: h["a"].update(data_offsets=[1 << 30, (1 << 30) + 2])),
    "offsets too far apart": changed(lambda h: h["a"].update(data_offsets=[0, 3])),
    "offsets that overlap": changed(lambda h: h["n"].update(data_offsets=[20, 28])),
    "two arrays in one place, and as many bytes as that leaves": with_header(
        {
            **HEADER,
            "n": {**HEADER["n"], "data_offsets": [0, 8]},
            "b.weight": {**HEADER["b.weight"], "data_offsets": [2, 26]},
            "none": {**HEADER["none"], "data_offsets": [26, 26]},
        },
        bytes(26),
    ),
    "a gap": with_header(
        {k: {**v, "data_offsets": [o + 8 for o in v["data_offsets"]]} for k, v in HEADER.items()}, bytes(8) + NUMBERS
    ),
    "numbers cut short": CONTENT[:-1],
    "a byte more": CONTENT + b"\0",
    "a gigabyte promised, nothing there": with_header(HEADER, b""),
    "a number that is none": to_bytes({**ARRAYS, "b.weight": np.full((2, 3), np.nan, np.float32)}),
    "a number without end": to_bytes({**ARRAYS, "b.weight": np.full((2, 3), np.inf, np.float32)}),
}


def test_there_are_enough_kinds_of_crafted_files() -> None:
    assert len(CRAFTED) >= 50
    assert len(set(CRAFTED.values())) == len(CRAFTED)


@pytest.mark.parametrize("content", CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_file_is_refused_with_a_reason_and_runs_nothing(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CheckpointError, match=r"file\.safetensors: .{10}") as refusal:
        from_bytes(content, EXPECTED, "file.safetensors")
    assert len(str(refusal.value)) < 1000
    assert list(tmp_path.iterdir()) == []


def test_arrays_come_back_and_can_be_written_to() -> None:
    found = from_bytes(CONTENT, EXPECTED, "file")
    assert found.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype
        assert np.array_equal(found[name], array)
        assert found[name].flags.writeable


def test_other_readers_and_writers_of_safetensors_agree() -> None:
    theirs = load_safetensors(CONTENT)
    assert all(np.array_equal(theirs[name], array) for name, array in ARRAYS.items())
    back = from_bytes(save_safetensors(ARRAYS, {"note": "x"}), EXPECTED, "file")
    assert all(np.array_equal(back[name], array) for name, array in ARRAYS.items())


def test_a_file_has_one_form_whatever_the_order_of_its_arrays() -> None:
    assert to_bytes(dict(reversed(ARRAYS.items()))) == CONTENT
    assert len(CONTENT) <= length_of(EXPECTED)


def test_numbers_lie_where_a_reader_that_maps_the_file_wants_them() -> None:
    """At a multiple of 8 bytes, whatever the names are."""
    for name in ("a", "ab", "abc", "a.longer.name"):
        content = to_bytes({name: np.arange(3, dtype=np.int64)})
        assert int.from_bytes(content[:8], "little") % 8 == 0
        assert content[-24:] == np.arange(3, dtype=np.int64).tobytes()


def test_a_header_of_more_than_a_megabyte_is_refused_however_long_the_file_is() -> None:
    text = json.dumps(HEADER).encode()
    for length, is_read in ((1 << 20, True), ((1 << 20) + 1, False)):
        content = with_header(text.ljust(length), NUMBERS)
        if is_read:
            assert from_bytes(content, EXPECTED, "file").keys() == ARRAYS.keys()
        else:
            with pytest.raises(CheckpointError, match="expected a header of at most 1,048,576 bytes"):
                from_bytes(content, EXPECTED, "file")


def test_sizes_do_not_overflow() -> None:
    assert Expected("F32", (1 << 40, 1 << 40)).num_bytes == 1 << 82


def test_only_regular_files_of_bounded_size_are_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_file(file, 5) == b"12345"
    with pytest.raises(CheckpointError, match="expected at most 4 bytes, found 5"):
        read_file(file, 4)
    with pytest.raises(CheckpointError, match="No such file"):
        read_file(tmp_path / "missing", 4)
    with pytest.raises(CheckpointError, match="regular file"):
        read_file(tmp_path, 4)
    (tmp_path / "link").symlink_to(file)
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe"):
        with pytest.raises(CheckpointError, match="regular file"):
            read_file(tmp_path / name, 5)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"1", b'{"a": 1, "a": 1}', b'{"a": Infinity}', b"[" * 10**6])
def test_json_that_is_no_object_is_refused(content: bytes) -> None:
    with pytest.raises(CheckpointError, match="file: expected"):
        read_json(content, "file")
