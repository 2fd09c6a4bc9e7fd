"""Files and folders that are written whole or not at all, paths that are tried before work begins, locks on folders."""

import errno
import json
import os
import shutil
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from mom_env.errors import MomError, OutputError

UNFINISHED = ".new-"  # beginning of the names of unfinished files and folders, which may be removed at any time
LOCK = ".lock"

# Writing


def write_file(path: Path, content: bytes | str) -> None:
    """Replace a file at once; text is written as UTF-8. If anything fails, the old file stays as it was.

    Missing folders above it are made. If `path` is a link, the file that it leads to is replaced. To a pipe or a
    device, such as /dev/stdout, the content is written directly.

    Raises:
        OutputError: the file cannot be written.
    """
    content = content.encode() if isinstance(content, str) else content
    make_folder(path.parent)
    try:
        if is_stream(path):
            with path.open("wb") as stream:
                stream.write(content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except OSError as error:
        raise cannot_write(path, error) from None


def write_json(path: Path, content: object) -> None:
    """Replace a file at once with one JSON value, indented.

    Raises:
        OutputError: the file cannot be written.
    """
    write_file(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Replace a folder at once by one that holds `files`, their contents by name. The folder above it must exist.

    If anything fails, the old folder is still there. If the process is killed, either the old folder is there or the
    new one with all its files; only for the instant between two renames, both names begin with `UNFINISHED`.

    Raises:
        OutputError: the folder cannot be written.
    """
    new = path.with_name(f"{UNFINISHED}in-{path.name}")
    shutil.rmtree(new, ignore_errors=True)
    try:
        new.mkdir()
        for name, content in files.items():
            _write(new / name, content)
        force(new)
        old = _exchange(path, new)
        force(path.parent)
    except OSError as error:
        shutil.rmtree(new, ignore_errors=True)
        raise cannot_write(path, error) from None
    if old:
        shutil.rmtree(old, ignore_errors=True)


def _exchange(path: Path, new: Path) -> Path | None:
    """Give the new folder its name, and return where the old one is now; if that fails, restore the old name."""
    old = put_aside(path) if path.exists() else None
    try:
        new.rename(path)
    except OSError:
        if old:
            old.rename(path)
        raise
    return old


def make_folder(path: Path) -> Path:
    """Make a folder, and all missing folders above it, and return its path.

    Raises:
        OutputError: the folder cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None
    return path


def remove_folder(path: Path) -> None:
    """Remove a folder; at no time is it there with only some of its files."""
    shutil.rmtree(put_aside(path), ignore_errors=True)


def put_aside(path: Path) -> Path:
    """Rename a folder to a name that marks it as unfinished, and return the new path.

    A folder that has that name already is removed first.
    """
    old = path.with_name(f"{UNFINISHED}out-{path.name}")
    shutil.rmtree(old, ignore_errors=True)
    return path.rename(old)


def force(folder: Path) -> None:
    """Force the names in a folder to disk, except on Windows, which cannot do this."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot_write(path: Path, error: Exception) -> OutputError:
    """Return the error for a path that cannot be written, with the system's reason in it."""
    reason = reason_of(error)
    refused = OutputError(f"{path}: cannot be written: {reason}")
    refused.strerror = reason  # for callers that add what can be done about it
    return refused


def reason_of(error: Exception) -> str:
    """Return why a path cannot be used, in the system's own words if there are any."""
    return str(getattr(error, "strerror", None) or error)


def is_stream(path: Path) -> bool:
    """Return whether a path is neither a file nor a folder, but a pipe, a device or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _replace(path: Path, content: bytes) -> None:
    new = path.with_name(f"{UNFINISHED}{path.name}")
    try:
        _write(new, content)
        new.replace(path)
    except BaseException:  # a signal, too, must not leave half a file
        _remove(new)
        raise
    force(path.parent)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except (OSError, ValueError):  # the path itself is what was wrong
        return


# Reading


def read_bytes(path: Path, most_bytes: int, error: type[MomError]) -> bytes:
    """Return the content of a file, reading at most `most_bytes`.

    Raises:
        MomError: of the given type: the file cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except (OSError, ValueError) as refused:  # ValueError: a name that no file can have
        raise error(f"{path}: cannot be read: {reason_of(refused)}") from None
    if len(content) > most_bytes:
        raise error(f"{path}: expected at most {most_bytes:,} bytes, found more")
    return content


def read_text(path: Path, most_bytes: int, error: type[MomError]) -> str:
    """Return the UTF-8 text of a file, reading at most `most_bytes`.

    Raises:
        MomError: of the given type: the file cannot be read, is too large, or is not UTF-8.
    """
    content = read_bytes(path, most_bytes, error)
    try:
        return content.decode()
    except UnicodeDecodeError as refused:
        raise error(f"{path}: expected UTF-8 text, found {refused.reason} at byte {refused.start}") from None


# Trying paths before the work begins


def try_file(path: Path) -> Path:
    """Return the path if a file can be written there, even in a folder that is still missing; leave nothing behind.

    Raises:
        OutputError: no file can be written there.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "expected the name of a file, found a folder")
        if is_stream(path):  # not opened: closing a pipe again would end it
            if not os.access(path, os.W_OK):
                raise PermissionError(0, os.strerror(errno.EACCES))
            return path
        folder = _nearest_folder(Path(os.path.realpath(path)).parent)
        probe = folder / f"{UNFINISHED}{path.name if folder == path.parent else 'probe'}"
        with probe.open("wb"):
            pass
        probe.unlink()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise cannot_write(path, error) from None
    return path


def try_folder(path: Path) -> Path:
    """Return the path if it is a folder that files can be written into, or one that can be made.

    Raises:
        OutputError: it is neither.
    """
    try:
        try_file(path / "probe")
    except OutputError as error:
        raise cannot_write(path, error) from None
    return path


def _nearest_folder(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    if not path.is_dir():
        raise NotADirectoryError(0, f"expected a folder, found the file {path}")
    return path


# Locks


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder for this process, so that no other process writes into it; make the folder if it is missing.

    The system releases the lock when the process ends, however it ends. Between machines the lock works as far as their
    file system supports locks.

    Raises:
        OutputError: another process has locked the folder (the error says which), or the folder cannot be written.
    """
    path = make_folder(folder) / LOCK
    try:
        file = path.open("a+b", buffering=0)  # a buffer would try again to write when the file is closed
    except OSError as error:
        raise cannot_write(folder, error) from None
    with file:
        if not _take(file):
            file.seek(0)
            raise OutputError(f"{folder}: expected a folder that no other process works in, found {_holder(file)}")
        try:
            _sign(file)
        except OSError as error:
            raise cannot_write(folder, error) from None
        try:
            yield
        finally:
            file.truncate(0)


def _sign(file: BinaryIO) -> None:
    """Write into a lock which process holds it."""
    file.truncate(0)
    holder = f"process {os.getpid()} on {socket.gethostname()}: {' '.join(sys.argv)[:200]}\n"
    file.write(holder.encode(errors="backslashreplace"))


def _holder(file: BinaryIO) -> str:
    return file.read().decode(errors="replace").strip() or "one that does not say who it is"


def _take(file: BinaryIO) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  # only Windows has it

            file.seek(1 << 30)  # lock a byte after the text, so that others can read the text
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl  # noqa: PLC0415  # Windows does not have it

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
