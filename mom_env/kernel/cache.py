"""Where machine code is kept, and how much of it there is.

Numba keys its cache by the file of a function alone: after an edit in *another* module it would return stale code. So
each folder of the cache is named by a hash of the sources of all packages in `mom_env` that have a kernel. A kernel in
a file directly in `mom_env` may use these packages, but no other such file.

Machine code is read from the folder that `MOM_ENV_CACHE_DIR` names even if that cannot be written, as in a container or
in an installation that many share. What is missing there is compiled, and kept in the user's own folder.
"""

import hashlib
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, Self

import llvmlite
import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.registry import cpu_target

PACKAGE = Path(__file__).resolve().parent.parent
PARTS = {"bots": "the bots", "ismcts": "the search", "soak": "the soak"}  # by package; the last one of a path counts
ENGINE = "the engine"  # all other kernels
_KERNEL = re.compile(rb"^(?:@\w+\n)*@(?:parallel_|float_)?kernel\ndef (\w+)", re.MULTILINE)


# Folders


@cache
def source_hash() -> str:
    """Return a hash of all that machine code depends on: sources, versions and the bounds-check flag."""
    digest = hashlib.sha256()
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    digest.update("|".join((*flags, sys.version)).encode())
    for package in sorted(PACKAGE.iterdir()):
        sources = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in package.glob("**/*.py")}
        if any(_KERNEL.search(source) for source in sources.values()):
            for name in sorted(sources):
                digest.update(name.encode() + b"\0" + sources[name])
    return digest.hexdigest()[:16]


@cache
def named_folder() -> Path:
    """Return the folder that the environment names for this state of the sources; by default the user's own."""
    root = os.environ.get("MOM_ENV_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(root) / source_hash() if root else own_folder()


def own_folder() -> Path:
    """Return the folder of this user for this state of the sources."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "mom_env" / source_hash()


@cache
def written_folder() -> Path | None:
    """Return the folder that new machine code is kept in: the named one, else the user's own; None if neither can."""
    return next((folder for folder in (named_folder(), own_folder()) if why_not_writable(folder) is None), None)


def read_folders() -> list[Path]:
    """Return all folders that machine code is read from, the written one first."""
    return list(dict.fromkeys(folder for folder in (written_folder(), named_folder()) if folder is not None))


def why_not_writable(folder: Path) -> str | None:
    """Make a folder and try a file in it; return the system's reason if that fails, else None."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


# Numba's cache of one function, in these folders


class _Locator(_CacheLocator):  # type: ignore[misc]  # Numba has no types
    """Tells Numba where the machine code of a function is: below a name that does not depend on the installation."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._file, self._line = Path(file).resolve(), function.__code__.co_firstlineno
        is_ours = self._file.is_relative_to(PACKAGE)
        self.name = folder_name(self._file) if is_ours else self.get_suitable_cache_subpath(file)

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> Self | None:
        return cls(py_func, py_file) if Path(py_file).exists() else None

    def get_cache_path(self) -> str:
        return str(read_folders()[0] / self.name)

    def get_source_stamp(self) -> str:
        return hashlib.sha256(self._file.read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        return str(self._line)


class _Names(CompileResultCacheImpl):  # type: ignore[misc]  # Numba has no types
    """Names files as Numba does, with our locator."""

    _locator_classes = (_Locator,)


class _Files:
    """What Numba has one file for: the same file in several folders, of which the first is written."""

    def __init__(self, files: Iterable[Any]) -> None:
        self._files = list(files)

    def load(self, key: Any) -> Any:
        for file in self._files:
            with suppress(OSError):  # a folder that cannot be read has nothing for us
                found = file.load(key)
                if found is not None:
                    return found
        return None

    def save(self, key: Any, data: Any) -> None:
        self._files[0].save(key, data)

    def flush(self) -> None:
        self._files[0].flush()


class KernelCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache of the machine code of one function, read from several folders and written into one of them."""

    _impl_class = _Names

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        base, locator = self._impl.filename_base, self._impl.locator
        places = [str(folder / locator.name) for folder in read_folders()]
        self._cache_file = _Files(IndexDataCacheFile(place, base, locator.get_source_stamp()) for place in places)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code if it can be kept. It is used in any case, so a full disk is not an error."""
        if written_folder() is None:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_not_kept(error.strerror or str(error))


@cache
def _say_not_kept(reason: str) -> None:
    sys.stderr.write(f"mom_env: machine code cannot be kept in {written_folder()}: {reason}\n")


def folder_name(file: Path) -> str:
    """Return the name of the folder for the machine code of a file of this package."""
    return ".".join(file.parent.relative_to(PACKAGE.parent).parts)


# What there is


class Kernel(NamedTuple):
    """A kernel of the package, whether it has been compiled or not."""

    part: str
    file: str  # path of Numba's index of its machine code, below a folder of the cache


class Ready(NamedTuple):
    """How many kernels have machine code."""

    kernels: int  # all that there are
    ready: int  # those with machine code for this processor
    foreign: int  # those with machine code for other processors only


@cache
def kernels() -> tuple[Kernel, ...]:
    """Return all kernels of the package, found in the sources: nothing is imported."""
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        source = file.read_bytes()
        for match in _KERNEL.finditer(source):
            line = source.count(b"\n", 0, match.start()) + 1
            version = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
            name = f"{file.stem}.{match[1].decode()}-{line}.{version}.nbi"
            found.append(Kernel(part_of(file.relative_to(PACKAGE).parts), f"{folder_name(file)}/{name}"))
    return tuple(found)


def part_of(names: Iterable[str]) -> str:
    """Return the part of a game that a module belongs to, in words; `names` are those of its path.

    >>> part_of(["a_game", "bots", "ismcts", "tree"]), part_of(["a_game", "rules", "auction.py"])
    ('the search', 'the engine')
    """
    return next((PARTS[name] for name in reversed(list(names)) if name in PARTS), ENGINE)


def ready(part: str | None = None) -> Ready:
    """Count the kernels of a part, or of all parts, and those that will not have to be compiled."""
    wanted = [kernel for kernel in kernels() if part in (None, kernel.part)]
    machine, states = cpu_target.target_context.codegen().magic_tuple(), list[bool | None]()
    for kernel in wanted:
        processors = {key[1] for folder in read_folders() for key in _keys(folder / kernel.file)}
        states.append(machine in processors if processors else None)
    return Ready(len(wanted), states.count(True), states.count(False))


def _keys(index: Path) -> list[Any]:
    """Return the keys of a function's machine code: signature, processor and hashes."""
    try:
        with index.open("rb") as file:
            pickle.load(file)  # noqa: S301  # Numba's version; Numba itself loads these files, too
            _, overloads = pickle.load(file)  # noqa: S301
            return list(overloads)
    except OSError:
        return []
