"""Files that are whole or not there, paths that are tried, folders that are locked."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from mom_env.common import files
from mom_env.common.files import (
    locked,
    read_text,
    remove_folder,
    try_file,
    try_folder,
    write_file,
    write_folder,
    write_json,
)
from mom_env.errors import OutputError, PositionError

pytestmark = pytest.mark.once
posix = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and devices are as POSIX has them")


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "ä")
    assert (tmp_path / "a.txt").read_bytes() == "ä".encode()
    write_file(tmp_path / "a.txt", b"new")
    write_json(tmp_path / "b.json", {"a": [1, 2]})
    assert json.loads((tmp_path / "b.json").read_text()) == {"a": [1, 2]}
    assert sorted(contents(tmp_path)) == ["a.txt", "b.json"]


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    path = try_file(tmp_path / "new" / "folder" / "a.txt")
    assert not (tmp_path / "new").exists()
    write_file(path, "a")
    assert path.read_text() == "a"


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("step", ["_write", "force"])
def test_what_fails_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    write_file(tmp_path / "a.txt", "old")
    monkeypatch.setattr(files, step, full)
    with pytest.raises(OutputError, match="cannot be written: No space left on device"):
        write_file(tmp_path / "a.txt", "new")
    assert contents(tmp_path) == {"a.txt": "old" if step == "_write" else "new"}


def test_an_interrupt_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, content: bytes) -> None:
        path.write_bytes(content[:1])
        raise KeyboardInterrupt

    write_file(tmp_path / "a.txt", "old")
    monkeypatch.setattr(files, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "a.txt", "new")
    assert contents(tmp_path) == {"a.txt": "old"}


@posix
def test_a_file_behind_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    for text in ("new", "newer"):  # the file is not there at first
        write_file(try_file(tmp_path / "link"), text)
        assert (tmp_path / "there" / "file").read_text() == text
    assert (tmp_path / "link").is_symlink()
    assert contents(tmp_path / "there") == {"file": "newer"}


@posix
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_file(try_file(pipe), "through")
        assert reader.communicate()[0] == b"through"
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


@posix
def test_a_device_that_is_full_is_a_typed_error_and_stays() -> None:
    device = Path("/dev/full")
    with pytest.raises(OutputError, match="full: cannot be written: No space left on device"):
        write_file(device, "text")
    assert device.is_char_device()


def test_folders_that_are_missing_are_made_when_the_file_is_written(tmp_path: Path) -> None:
    write_file(try_file(tmp_path / "a" / "b" / "file"), "text")
    assert contents(tmp_path / "a" / "b") == {"file": "text"}


@posix
def test_text_is_read_up_to_a_limit_and_refused_by_one_error(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes("ä".encode() * 5)
    assert read_text(file, 10, PositionError) == "ä" * 5
    with pytest.raises(PositionError, match="text: expected at most 9 bytes, found more"):
        read_text(file, 9, PositionError)
    with pytest.raises(PositionError, match="zero: expected at most 1,000 bytes"):
        read_text(Path("/dev/zero"), 1_000, PositionError)
    file.write_bytes(b"ab\xff")
    with pytest.raises(PositionError, match="expected UTF-8 text, found invalid start byte at byte 2"):
        read_text(file, 10, PositionError)
    for path, reason in ((tmp_path, "Is a directory"), (tmp_path / "none", "No such file"), (Path("a\0b"), "null")):
        with pytest.raises(PositionError, match=f"cannot be read: .*{reason}"):
            read_text(path, 10, PositionError)


def test_a_rename_that_fails_leaves_the_old_file_and_the_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(tmp_path / "a.txt", "old")
    write_folder(tmp_path / "run", {"a": b"old"})
    rename = Path.rename

    def fails_for_new(path: Path, target: Path) -> Path:
        if path.name.startswith(".new-in"):
            full()
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", full)
    monkeypatch.setattr(Path, "rename", fails_for_new)
    with pytest.raises(OutputError):
        write_file(tmp_path / "a.txt", "new")
    with pytest.raises(OutputError):
        write_folder(tmp_path / "run", {"a": b"new"})
    assert contents(tmp_path) == {"a.txt": "old"}
    assert contents(tmp_path / "run") == {"a": "old"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "run"]


def test_content_is_on_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, forced = tmp_path / "run", list[tuple[int, int, bool]]()

    def fsync(handle: int) -> None:
        found = os.fstat(handle)
        size = found.st_size if stat.S_ISREG(found.st_mode) else 0
        forced.append((found.st_ino, size, run.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    write_folder(run, {"a": b"1", "b": b"22"})
    before, after = ((run / "a", 1), (run / "b", 2), (run, 0)), ((tmp_path, 0),)
    assert forced == [(path.stat().st_ino, size, path == tmp_path) for path, size in (*before, *after)]
    remove_folder(run)
    forced.clear()
    write_file(run, "333")
    assert forced == [(run.stat().st_ino, 3, False), (tmp_path.stat().st_ino, 0, True)]


def test_what_a_killed_process_left_is_in_nobody_s_way(tmp_path: Path) -> None:
    for kind in ("in", "out"):
        left = tmp_path / f".new-{kind}-run"
        left.mkdir()
        (left / "left").write_text("half a file")
    (tmp_path / ".new-a.txt").write_text("half a file")
    write_file(tmp_path / "a.txt", "new")
    for content in (b"old", b"new"):
        write_folder(tmp_path / "run", {"a": content})
    assert contents(tmp_path / "run") == {"a": "new"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "run"]


def test_an_old_folder_is_there_until_the_new_one_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_folder(tmp_path / "run", {"a": b"old"})
    monkeypatch.setattr(files, "_write", full)
    with pytest.raises(OutputError, match="run: cannot be written"):
        write_folder(tmp_path / "run", {"a": b"new"})
    assert contents(tmp_path / "run") == {"a": "old"}
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
    monkeypatch.undo()
    write_folder(tmp_path / "run", {"b": b"new"})
    assert contents(tmp_path / "run") == {"b": "new"}
    remove_folder(tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_path_is_tried_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("as it was")
    assert try_file(tmp_path / "file") == tmp_path / "file"
    assert try_file(tmp_path / "a" / "b" / "new.json")
    assert try_folder(tmp_path / "a" / "b")
    assert try_folder(tmp_path) == tmp_path
    assert contents(tmp_path) == {"file": "as it was"}
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "expected the name of a file, found a folder"),
        ("file/a", "expected a folder, found the file"),
        ("file/b/c", "expected a folder, found the file"),
        ("n" * 300, "File name too long"),
        ("a\0b", "null"),
    ],
)
def test_a_file_that_cannot_be_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").write_text("as it was")
    with pytest.raises(OutputError, match=f"cannot be written: .*{reason}"):
        try_file(tmp_path / name)
    assert contents(tmp_path) == {"file": "as it was"}


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("as it was")
    with pytest.raises(OutputError, match="file: cannot be written: expected a folder, found the file"):
        try_folder(tmp_path / "file")
    with pytest.raises(OutputError, match="File name too long"):
        try_folder(tmp_path / ("n" * 300))


def test_a_locked_folder_is_refused_to_others_and_says_who_has_it(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    code = (
        "import sys, pathlib\nfrom mom_env.common.files import locked\n"
        "from mom_env.errors import OutputError, PositionError\n"
        "try:\n    with locked(pathlib.Path(sys.argv[1])): print('mine')\nexcept OutputError as error: print(error)"
    )
    other = [sys.executable, "-c", code, str(folder)]
    with locked(folder):
        said = subprocess.run(other, check=True, capture_output=True, text=True).stdout
        assert f"expected a folder that no other process works in, found process {os.getpid()} on" in said
    assert subprocess.run(other, check=True, capture_output=True, text=True).stdout == "mine\n"
    with pytest.raises(ZeroDivisionError), locked(folder):
        raise ZeroDivisionError
    with locked(folder):
        pass


@pytest.mark.outside
def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib, time\nfrom mom_env.common.files import locked\n"
        "with locked(pathlib.Path(sys.argv[1])):\n    print('mine', flush=True)\n    time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        with pytest.raises(OutputError, match=f"found process {process.pid} on"), locked(tmp_path):
            pass
        process.kill()
        process.wait()
        with locked(tmp_path):
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sets no limit on the size of files")
def test_a_lock_that_cannot_be_written_names_its_folder(tmp_path: Path) -> None:
    code = (
        "import pathlib, resource, sys\nfrom mom_env.common.files import locked\n"
        "from mom_env.errors import OutputError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))\n"
        "try:\n    with locked(pathlib.Path(sys.argv[1])): print('mine')\nexcept OutputError as error: print(error)"
    )
    folder = tmp_path / "run"
    said = subprocess.run([sys.executable, "-c", code, str(folder)], check=True, capture_output=True, text=True).stdout
    assert said == f"{folder}: cannot be written: File too large\n"
