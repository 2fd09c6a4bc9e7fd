"""Where machine code is stored, and how much of it there is.

Each package has a folder of its own, named by everything its machine code depends on (`kernel.sources`).

Machine code is read from the folder that `MOM_ENV_CACHE_DIR` names even if that is not writable, as in a container or
in an installation that many users share. What is missing there is compiled and stored in the user's own folder.
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
from typing import NamedTuple, Self

from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.registry import cpu_target

from mom_env.kernel.sources import PACKAGE, Package, package_of, source_hash

# Parts of a game by folder or module name; the last matching name in a path counts.
PARTS = {"bots": "the bots", **dict.fromkeys(("guide", "search", "tree"), "the search"), "soak": "the soak"}
ENGINE = "the engine"  # all other kernels
_KERNEL = re.compile(rb"^(?:@\w+\n)*@(?:parallel_|float_)?kernel\ndef (\w+)", re.MULTILINE)


# Folders


def named_root() -> Path:
    """Return the folder for all packages: `MOM_ENV_CACHE_DIR`, else `NUMBA_CACHE_DIR`, else the user's own."""
    root = os.environ.get("MOM_ENV_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(root) if root else own_root()


def own_root() -> Path:
    """Return this user's folder for all packages: `mom_env` in `XDG_CACHE_HOME`, by default in `~/.cache`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mom_env"


@cache
def named_folder(package: Package) -> Path:
    """Return the folder for machine code of a package's current sources, inside `named_root`."""
    return named_root() / folder_name(package)


def folder_name(package: Package) -> str:
    """Return the name of the folder for machine code made from the current sources of a package."""
    return f"{package.name}-{source_hash(package)}"


@cache
def written_folder(package: Package) -> Path | None:
    """Return the folder for new machine code: the named one, else the user's own; None if neither is writable.

    The folder is made if it is not there.
    """
    folders = (named_folder(package), own_root() / folder_name(package))
    return next((folder for folder in folders if why_not_writable(folder) is None), None)


def read_folders(package: Package) -> list[Path]:
    """Return all folders that machine code is read from, the writable one first; there is at least the named one."""
    folders = (written_folder(package), named_folder(package))
    return list(dict.fromkeys(folder for folder in folders if folder is not None))


def why_not_writable(folder: Path) -> str | None:
    """Make a folder and try to write a file in it. Return the system's reason if that fails, else None."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


# Numba's cache of one function, in these folders


class Locator(_CacheLocator):  # type: ignore[misc]  # Numba has no types
    """Tells Numba where the machine code of a function is, by a name that does not depend on the installation."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._file, self._line = Path(file).resolve(), function.__code__.co_firstlineno
        self.package = package_of(str(function.__module__), self._file)
        self.name = self.place()

    def place(self) -> str:
        """Return the name of the folder for the function's file, inside the folders of its package."""
        return place_of(self._file, self.package)

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> Self | None:
        """Return the locator of a function, or None if the function has no file."""
        return cls(py_func, py_file) if Path(py_file).exists() else None

    def get_cache_path(self) -> str:
        """Return the folder for new machine code, even if it is not writable."""
        return str(read_folders(self.package)[0] / self.name)

    def get_source_stamp(self) -> str:
        """Return a hash of the function's file."""
        return hashlib.sha256(self._file.read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        """Return the line of the function, which distinguishes functions of the same name in one file."""
        return str(self._line)


class FunctionNames(CompileResultCacheImpl):  # type: ignore[misc]  # Numba has no types
    """Names files as Numba does, in the folders of our locator."""

    _locator_classes = (Locator,)


class _Files:
    """Replaces Numba's one cache file by the same file in several folders; new entries go to the first."""

    def __init__(self, files: Iterable[IndexDataCacheFile]) -> None:
        self._files = list(files)

    def load(self, key: object) -> object:
        for file in self._files:
            with suppress(OSError):  # a folder that cannot be read counts as empty
                found = file.load(key)
                if found is not None:
                    return found
        return None

    def save(self, key: object, data: object) -> None:
        self._files[0].save(key, data)

    def flush(self) -> None:
        self._files[0].flush()


class KernelCache(FunctionCache):  # type: ignore[misc]  # Numba has no types
    """Numba's cache of the machine code of one function, read from several folders and written into one of them."""

    _impl_class = FunctionNames

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        base, locator = self._impl.filename_base, self._impl.locator
        self.package: Package = locator.package
        places = [str(folder / locator.name) for folder in read_folders(self.package)]
        self._cache_file = _Files(IndexDataCacheFile(place, base, locator.get_source_stamp()) for place in places)

    def save_overload(self, sig: object, data: object) -> None:
        """Store machine code if possible. It is used in any case, so a full disk is not an error.

        Tell the user once if it fails, but do nothing if no folder is writable.
        """
        if written_folder(self.package) is None:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_not_kept(str(written_folder(self.package)), error.strerror or str(error))


@cache
def _say_not_kept(folder: str, reason: str) -> None:
    sys.stderr.write(f"mom_env: machine code cannot be kept in {folder}: {reason}\n")


def place_of(file: Path, package: Package) -> str:
    """Return the name of the folder for the machine code of a file, inside the folders of a package.

    It is the dotted name of the file's own package, such as `mom_env.a_game.rules`. For a loop it is that of the loops
    executed for the game, such as `mom_env.a_game.loops`.
    """
    loops = PACKAGE / "loops"
    if file.is_relative_to(loops) and not package.folder.is_relative_to(loops):
        return ".".join((package.name, "loops", *file.parent.relative_to(loops).parts))
    return ".".join((package.name, *file.parent.relative_to(package.folder).parts))


# How much machine code there is


class Kernel(NamedTuple):
    """A kernel of a package, whether it has been compiled or not."""

    part: str
    file: str  # path of Numba's index of its machine code, below a folder of the package


class Ready(NamedTuple):
    """How many kernels have machine code already."""

    kernels: int  # all kernels
    ready: int  # those with machine code for this processor
    foreign: int  # those with machine code for other processors only


@cache
def kernels(package: Package) -> tuple[Kernel, ...]:
    """Return all kernels of a package and, for a game, of all loops; inlined parts are not among them.

    They are found in the source text, without imports.
    """
    found = []
    loops = sorted((PACKAGE / "loops").rglob("*.py")) if package.is_game else []
    for file in (*package.files(), *loops):
        source, place = file.read_bytes(), place_of(file, package)
        for match in _KERNEL.finditer(source):
            line = source.count(b"\n", 0, match.start()) + 1
            version = f"py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
            name = f"{file.stem}.{match[1].decode()}-{line}.{version}.nbi"
            found.append(Kernel(part_of([*place.split("."), file.stem]), f"{place}/{name}"))
    return tuple(found)


def part_of(names: Iterable[str]) -> str:
    """Return the part of a game in words: that of the last of `names` in PARTS, else ENGINE.

    `names` are those of the packages around a module and of the module, in this order.
    """
    return next((PARTS[name] for name in reversed(list(names)) if name in PARTS), ENGINE)


def ready(packages: Iterable[Package], part: str | None = None) -> Ready:
    """Count the kernels of a part (of all parts by default), and how many of them have machine code already."""
    machine, states = cpu_target.target_context.codegen().magic_tuple(), list[bool | None]()
    for package in packages:
        for kernel in kernels(package):
            if part in (None, kernel.part):
                processors = {key[1] for folder in read_folders(package) for key in _keys(folder / kernel.file)}
                states.append(machine in processors if processors else None)
    return Ready(len(states), states.count(True), states.count(False))


def _keys(index: Path) -> list[tuple[object, ...]]:
    """Return the keys of a function's machine code: signature, processor and hashes; none without an index."""
    try:
        with index.open("rb") as file:
            pickle.load(file)  # noqa: S301  # Numba's version; Numba also loads these files by pickle
            _, overloads = pickle.load(file)  # noqa: S301 - Numba makes this cache and unpickles it itself
            return list(overloads)
    except OSError:
        return []
