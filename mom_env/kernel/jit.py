"""One decorator for all compiled functions, and a cache that an edit anywhere makes new.

Numba keys its cache by the file of the function alone: after an edit in *another* module it would
return stale code. So the cache directory is named by a hash of the sources of all packages in `mom_env` that
have a kernel. A kernel in a file right in `mom_env` may use these, but no other such file.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import event

F = TypeVar("F", bound=Callable[..., object])
prange = numba.prange

_KERNEL = re.compile(rb"^@(parallel_)?kernel$", re.MULTILINE)
PACKAGE = Path(__file__).resolve().parent.parent


def kernel(function: F) -> F:
    """Compile a function of records and arrays; typed as the function it wraps."""
    return _compiled(function, parallel=False)


def float_kernel(function: F) -> F:
    """As `kernel`, and sums of floats may be taken in any order: that is what vector units need."""
    return _compiled(function, parallel=False, fastmath={"reassoc", "contract", "nsz"})


def parallel_kernel(function: F) -> F:
    """As `kernel`, with `prange` over the cores that `numba.set_num_threads` grants."""
    return _compiled(function, parallel=True)


def _compiled(function: F, *, parallel: bool, fastmath: bool | set[str] = False) -> F:
    # Numba reads the directory when the function is decorated; other packages keep theirs.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_directory())
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    options |= {"parallel": parallel, "fastmath": fastmath}
    try:
        return cast(F, numba.njit(cache=can_cache(), **options)(function))
    finally:
        numba.config.CACHE_DIR = before


@cache
def can_cache() -> bool:
    """Whether the directory can be written. If not, Numba would fall back to one that is not named by the hash."""
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=cache_directory()):
            return True
    except OSError:
        return False


@cache
def cache_directory() -> Path:
    """Where the machine code lies: one directory for each state of the sources and of Numba."""
    root = os.environ.get("MOM_ENV_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root or Path(home) / "mom_env") / source_hash()


@cache
def source_hash() -> str:
    """Hash of the package's sources, the versions and the bounds-check flag: all that code depends on."""
    digest = hashlib.sha256()
    flags = (numba.__version__, llvmlite.__version__, np.__version__, str(numba.config.BOUNDSCHECK))
    digest.update("|".join((*flags, sys.version)).encode())
    for package in sorted(PACKAGE.iterdir()):
        sources = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in package.glob("**/*.py")}
        if any(_KERNEL.search(source) for source in sources.values()):
            for name in sorted(sources):
                digest.update(name.encode() + b"\0" + sources[name])
    return digest.hexdigest()[:16]


def is_compiled() -> bool:
    """Whether kernels are machine code at all (`NUMBA_DISABLE_JIT=1` turns that off)."""
    return not numba.config.DISABLE_JIT


def is_cache_cold() -> bool:
    """Whether the first call of a kernel will have to compile."""
    return is_compiled() and not any(cache_directory().rglob("*.nbi"))


class Announcement(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Hears of each compilation, whoever calls what; machine code that comes from the cache is none."""

    def on_start(self, told: Any) -> None:
        """One begins."""
        module = told.data["dispatcher"].py_func.__module__  # None for what `exec` has made
        if str(module).startswith(f"{PACKAGE.name}."):
            announce_compilation()

    def on_end(self, told: Any) -> None:
        """One is over."""


@cache
def announce_compilation() -> None:
    """Tell a waiting user, once, why nothing happens for some seconds."""
    sys.stderr.write("mom_env: compiling the game (once for each version) ...\n")
    sys.stderr.flush()


event.register("numba:compile", Announcement())
