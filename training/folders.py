"""Files and folders that are whole or not there: written under another name, forced to disk, renamed."""

import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

UNFINISHED = ".new-"
SAVED = ("checkpoints", "parts")  # of a run, by `selfplay` and by `sb3`


def is_begun(run: Path) -> bool:
    """Whether a training has left something there to go on from."""
    return any(path.name.isdigit() for kind in SAVED for path in (run / kind).glob("*"))


def how_to_resume(run: Path) -> str:
    """The command that goes on with a run, as a shell takes it."""
    return f"mom train --resume {shlex.quote(str(run))}"


def write_file(path: Path, content: bytes) -> None:
    """Replace a file at once."""
    new = path.with_name(f"{UNFINISHED}{path.name}")
    _write(new, content)
    new.replace(path)
    force(path.parent)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder of these files at once; one of that name is replaced.

    If anything fails, or the process is killed, what was there before is still there, or it is there under its own name
    with all its files.
    """
    new = path.with_name(f"{UNFINISHED}in-{path.name}")
    shutil.rmtree(new, ignore_errors=True)
    try:
        new.mkdir()
        for name, content in files.items():
            _write(new / name, content)
        force(new)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        raise
    old = put_aside(path) if path.exists() else None
    new.rename(path)
    force(path.parent)
    if old:
        shutil.rmtree(old, ignore_errors=True)


def remove_folder(path: Path) -> None:
    """Remove a folder; it is never there with only some of its files."""
    shutil.rmtree(put_aside(path), ignore_errors=True)


def put_aside(path: Path) -> Path:
    """Give a folder the name of one that may be removed at any time."""
    old = path.with_name(f"{UNFINISHED}out-{path.name}")
    shutil.rmtree(old, ignore_errors=True)
    return path.rename(old)


def force(folder: Path) -> None:
    """Force the names in a folder to disk; Windows has no such thing."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
