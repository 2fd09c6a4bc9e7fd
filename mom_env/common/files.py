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
    """Replace a file at once by `content`; text is written as UTF-8. If anything fails, the old file stays as it was.

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
    """Replace a file at once by `content`, any JSON value, as indented JSON. If anything fails, the old file stays.

    Raises:
        OutputError: the file cannot be written.
    """
    write_file(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Replace a folder at once by one that holds `files`, contents by name. The folder above it must exist.

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
    """Rename the folder `new` to `path`, and return where the old folder of that name is now; None if there was none.

    If that fails, the old folder gets its name again.

    Raises:
        OSError: a folder cannot be renamed.
    """
    old = put_aside(path) if path.exists() else None
    try:
        new.rename(path)
    except OSError:
        if old:
            old.rename(path)
        raise
    return old


def make_folder(path: Path) -> Path:
    """Make a folder, and all missing folders above it, and return its path; do nothing if it is there already.

    Raises:
        OutputError: the folder cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None
    return path


def remove_folder(path: Path) -> None:
    """Remove a folder with all its files; at no time is it there with only some of them.

    Raises:
        OSError: the folder cannot be renamed, which is done first. Later errors are ignored.
    """
    shutil.rmtree(put_aside(path), ignore_errors=True)


def put_aside(path: Path) -> Path:
    """Rename a folder to a name that marks it as unfinished, in the same place, and return the new path.

    A folder that has that name already is removed first.
    """
    old = path.with_name(f"{UNFINISHED}out-{path.name}")
    shutil.rmtree(old, ignore_errors=True)
    return path.rename(old)


def force(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, except on Windows, which cannot do this."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot_write(path: Path, error: Exception) -> OutputError:
    """Return the error that says that `path` cannot be written, with the system's reason, which is in `error`."""
    reason = reason_of(error)
    refused = OutputError(f"{path}: cannot be written: {reason}")
    refused.strerror = reason  # for callers that add what can be done about it
    return refused


def reason_of(error: Exception) -> str:
    """Return the reason in `error` why a path cannot be used, in the system's own words if there are any."""
    return str(getattr(error, "strerror", None) or error)


def is_stream(path: Path) -> bool:
    """Return whether `path` exists and is neither a file nor a folder, but a pipe, a device or a socket."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _replace(path: Path, content: bytes) -> None:
    """Write a new file beside `path`, and rename it to that name when it is complete; if that fails, remove it again.

    Raises:
        OSError: the file cannot be written.
    """
    new = path.with_name(f"{UNFINISHED}{path.name}")
    try:
        _write(new, content)
        new.replace(path)
    except BaseException:  # a signal, too, must not leave half a file
        _remove(new)
        raise
    force(path.parent)


def _write(path: Path, content: bytes) -> None:
    """Write a file and wait until its content is on the disk.

    Raises:
        OSError: the file cannot be written.
    """
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    """Remove a file if it is there; ignore all errors of the system."""
    try:
        path.unlink(missing_ok=True)
    except (OSError, ValueError):  # the path itself is what was wrong
        return


# Reading


def read_bytes(path: Path, most_bytes: int, error: type[MomError]) -> bytes:
    """Return the content of a file of at most `most_bytes`.

    Raises:
        MomError: the file cannot be read, or is larger. The error is of the type `error`.
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
    """Return the text of a UTF-8 file of at most `most_bytes`.

    Raises:
        MomError: the file cannot be read, is larger, or is not UTF-8. The error is of the type `error`.
    """
    content = read_bytes(path, most_bytes, error)
    try:
        return content.decode()
    except UnicodeDecodeError as refused:
        raise error(f"{path}: expected UTF-8 text, found {refused.reason} at byte {refused.start}") from None


# Trying paths before the work begins


def try_file(path: Path) -> Path:
    """Return `path` if a file can be written there, even in a folder that is still missing.

    An old file stays as it is, and nothing is left behind. A pipe or a device is not opened.

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
    """Return `path` if it is a folder that files can be written into, or one that can be made; it is not made.

    Raises:
        OutputError: it is neither.
    """
    try:
        try_file(path / "probe")
    except OutputError as error:
        raise cannot_write(path, error) from None
    return path


def _nearest_folder(path: Path) -> Path:
    """Return `path`, or the nearest folder above it that exists.

    Raises:
        NotADirectoryError: there is a file in its place.
    """
    while not path.exists():
        path = path.parent
    if not path.is_dir():
        raise NotADirectoryError(0, f"expected a folder, found the file {path}")
    return path


# Locks


@contextmanager
def locked(folder: Path, name: str = LOCK) -> Iterator[None]:
    """Lock a folder for this process during the `with` block, so that no other process writes into it.

    With another `name` than LOCK, only processes that use the same name are kept out: a lock of one file, for example.

    The folder is made if it is missing. The system releases the lock when the process ends, however it ends. Between
    machines the lock works as far as their file system supports locks.

    Raises:
        OutputError: another process has locked the folder (the error says which), or the folder cannot be written.
    """
    path = make_folder(folder) / name
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
    """Replace the text in the file of a lock by "process PID on HOST: COMMAND", for the process that has the lock.

    The command line is cut to 200 characters.
    """
    file.truncate(0)
    holder = f"process {os.getpid()} on {socket.gethostname()}: {' '.join(sys.argv)[:200]}\n"
    file.write(holder.encode(errors="backslashreplace"))


def _holder(file: BinaryIO) -> str:
    """Return in words which process has a lock, as the file of the lock says."""
    return file.read().decode(errors="replace").strip() or "one that does not say who it is"


def _take(file: BinaryIO) -> bool:
    """Lock an open file for this process, without waiting, and return whether that succeeded."""
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
