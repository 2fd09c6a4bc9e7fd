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
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

from mom_env.kernel.calls import Call, calls_of, can_be_called
from mom_env.kernel.sources import PACKAGE, Package, package_of, source_hash

# Parts of a game by folder or module name; the last matching name in a path counts.
PARTS = {"bots": "the bots", **dict.fromkeys(("guide", "search", "tree"), "the search"), "soak": "the soak"}
ENGINE = "the engine"  # all other kernels
_KERNEL = re.compile(rb"^(?:@\w+\n)*@(?:parallel_|float_|called_)?kernel\ndef (\w+)", re.MULTILINE)


# Folders


def named_root() -> Path:
    """Return the folder of the machine code of all packages, as the environment names it, else `own_root()`.

    It is `MOM_ENV_CACHE_DIR`, else `NUMBA_CACHE_DIR`. Nothing is created.
    """
    root = os.environ.get("MOM_ENV_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    return Path(root) if root else own_root()


def own_root() -> Path:
    """Return this user's own folder for machine code: `mom_env` in `XDG_CACHE_HOME`, by default in `~/.cache`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mom_env"


@cache
def named_folder(package: Package) -> Path:
    """Return the folder for the machine code of the package's current sources, inside `named_root()`.

    It need not exist.
    """
    return named_root() / folder_name(package)


def folder_name(package: Package) -> str:
    """Return the name of the folder for the package's machine code: the package's name and a hash of its sources."""
    return f"{package.name}-{source_hash(package)}"


@cache
def written_folder(package: Package) -> Path | None:
    """Return the folder into which new machine code of the package is written; None if no folder can be written.

    It is the folder in `named_root()` if that can be written, else the one in `own_root()`. It is created if it is
    missing.
    """
    folders = (named_folder(package), own_root() / folder_name(package))
    return next((folder for folder in folders if why_not_writable(folder) is None), None)


def read_folders(package: Package) -> list[Path]:
    """Return the folders from which the package's machine code is read, the one for new machine code first.

    It is the folder in `named_root()` alone if that can be written, or if no folder can be. Otherwise it is the one in
    `own_root()`, and then that in `named_root()`.
    """
    folders = (written_folder(package), named_folder(package))
    return list(dict.fromkeys(folder for folder in folders if folder is not None))


def why_not_writable(folder: Path) -> str | None:
    """Create `folder` if it is missing, try to write a file in it, and return why that fails; None if it works.

    The reason is in the system's words. The file is removed again.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or str(error)


# Numba's cache of one function, in these folders


class Locator(_CacheLocator):  # type: ignore[misc]  # Numba has no types
    """Finds the folder and the file names of a function's machine code, for Numba, independent of the installation.

    It is made from the function and the path of its source file.
    """

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._file, self._line = Path(file).resolve(), function.__code__.co_firstlineno
        self.package = package_of(str(function.__module__), self._file)
        self.name = self.place()

    def place(self) -> str:
        """Return the name of the folder for the machine code of the function's file, such as `mom_env.a_game.rules`.

        This folder is inside those of the function's package.
        """
        return place_of(self._file, self.package)

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> Self | None:
        """Return the locator of the function `py_func`, or None if its source file `py_file` does not exist."""
        return cls(py_func, py_file) if Path(py_file).exists() else None

    def get_cache_path(self) -> str:
        """Return the path of the folder for new machine code of the function, even if that folder cannot be written."""
        return str(read_folders(self.package)[0] / self.name)

    def get_source_stamp(self) -> str:
        """Return the SHA-256 of the function's source file, by which Numba notices an edit."""
        return hashlib.sha256(self._file.read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        """Return the line number of the function, as text: it distinguishes functions of the same name in one file."""
        return str(self._line)


class FunctionNames(CompileResultCacheImpl):  # type: ignore[misc]  # Numba has no types
    """Names the files of a function's machine code as Numba does, in the folders that `Locator` finds."""

    _locator_classes = (Locator,)

    def reduce(self, compiled: CompileResult) -> tuple[list[Call], object]:
        """Return what is stored of `compiled`: what its machine code calls, and the rest."""
        return calls_of(compiled.library), self.pack(compiled)

    def rebuild(self, target_context: CPUContext, stored: tuple[list[Call], object]) -> CompileResult | None:
        """Return what was stored, what `reduce` returned, for use in `target_context`.

        If something that it calls has been compiled again since, return None: it must be compiled again too.
        """
        calls, kept = stored
        return self.unpack(target_context, kept) if can_be_called(calls) else None

    def pack(self, compiled: CompileResult) -> object:
        """Return what Numba stores of `compiled`."""
        return super().reduce(compiled)

    def unpack(self, target_context: CPUContext, kept: object) -> CompileResult:
        """Return what Numba stored as `kept`, what `pack` returned, for use in `target_context`."""
        return super().rebuild(target_context, kept)


class _Files:
    """Replaces Numba's one cache file of a function by files of the same name in several folders.

    Machine code is read from all of them, the first one first, and written into the first one only.
    """

    def __init__(self, files: Iterable[IndexDataCacheFile]) -> None:
        self._files = list(files)

    def load(self, key: object) -> object:
        """Return what is stored under `key` in the first file that has it; None if no file has it."""
        for file in self._files:
            with suppress(OSError):  # a folder that cannot be read counts as empty
                found = file.load(key)
                if found is not None:
                    return found
        return None

    def save(self, key: object, data: object) -> None:
        """Store `data` under `key` in the first file."""
        self._files[0].save(key, data)

    def flush(self) -> None:
        """Remove all entries from the first file."""
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
        """Store `data`, the machine code for the signature `sig`, if a folder can be written.

        If storing fails, as on a full disk, write that to stderr once, and raise nothing: the machine code is used
        anyway.
        """
        if written_folder(self.package) is None:
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_not_kept(str(written_folder(self.package)), error.strerror or str(error))


@cache
def _say_not_kept(folder: str, reason: str) -> None:
    """Write to stderr, once for each `folder` and `reason`, that machine code cannot be stored."""
    sys.stderr.write(f"mom_env: machine code cannot be kept in {folder}: {reason}\n")


def place_of(file: Path, package: Package) -> str:
    """Return the name of the folder for the machine code of the source `file`, inside the folders of `package`.

    It is the dotted name of the file's own package, such as `mom_env.a_game.rules`. For a loop of `mom_env.loops` that
    is executed for a game it is such as `mom_env.a_game.loops`.
    """
    loops = PACKAGE / "loops"
    if file.is_relative_to(loops) and not package.folder.is_relative_to(loops):
        return ".".join((package.name, "loops", *file.parent.relative_to(loops).parts))
    return ".".join((package.name, *file.parent.relative_to(package.folder).parts))


# How much machine code there is


class Kernel(NamedTuple):
    """A compiled function of a package, whether it has machine code already or not."""

    part: str
    file: str  # path of Numba's index of its machine code, below a folder of the package


class ReadyKernels(NamedTuple):
    """How many kernels have machine code already."""

    kernels: int  # all kernels
    ready: int  # those with machine code for this processor
    foreign: int  # those with machine code for other processors only


@cache
def kernels(package: Package) -> tuple[Kernel, ...]:
    """Return all kernels of a package, the functions that Python can call; for a game, those of all loops as well.

    Functions with the decorator `part` are left out, as they are inlined. Kernels are found in the source text, without
    imports.
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
    """Return in words the part of a game that a kernel belongs to, such as "the bots".

    `names` are those of the packages around the kernel's module, the outermost first, and then of the module. The last
    of them that is in PARTS counts; if none is, the part is "the engine".
    """
    return next((PARTS[name] for name in reversed(list(names)) if name in PARTS), ENGINE)


def ready(packages: Iterable[Package], part: str | None = None) -> ReadyKernels:
    """Return how many kernels some packages have, and how many of those have machine code already.

    `part` restricts this to one part of a game, in words such as "the bots"; None counts all parts.
    """
    machine, states = cpu_target.target_context.codegen().magic_tuple(), list[bool | None]()
    for package in packages:
        for kernel in kernels(package):
            if part in (None, kernel.part):
                processors = {key[1] for folder in read_folders(package) for key in _keys(folder / kernel.file)}
                states.append(machine in processors if processors else None)
    return ReadyKernels(len(states), states.count(True), states.count(False))


def _keys(index: Path) -> list[tuple[object, ...]]:
    """Return the keys of all machine code that `index`, a file of Numba, lists for a function; [] if it cannot be read.

    A key has a signature, a processor and hashes.
    """
    try:
        with index.open("rb") as file:
            pickle.load(file)  # noqa: S301  # Numba's version; Numba also loads these files by pickle
            _, overloads = pickle.load(file)  # noqa: S301 - Numba makes this cache and unpickles it itself
            return list(overloads)
    except OSError:
        return []
