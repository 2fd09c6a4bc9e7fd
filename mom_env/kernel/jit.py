"""One decorator for all compiled functions, and a word to whoever waits for a compilation."""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from mom_env.kernel.cache import PACKAGE, KernelCache, named_folder, part_of, ready, why_not_writable, written_folder

F = TypeVar("F", bound=Callable[..., object])
prange = numba.prange


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
    options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = numba.njit(**options, parallel=parallel, fastmath=fastmath)(function)
    if is_compiled():
        compiled._cache = KernelCache(function)  # noqa: SLF001  # what `cache=True` does, with Numba's own cache
    return cast(F, compiled)


def is_compiled() -> bool:
    """Return whether kernels are machine code at all (`NUMBA_DISABLE_JIT=1` turns that off)."""
    return not numba.config.DISABLE_JIT


class Announcement(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Hears of each compilation, whoever calls what; loading machine code from the cache is not one."""

    def on_start(self, told: Any) -> None:
        """Say what is compiled."""
        module = str(told.data["dispatcher"].py_func.__module__)  # None for what `exec` has made
        if module.startswith(f"{PACKAGE.name}."):
            announce_compilation(part_of(module.split(".")))

    def on_end(self, told: Any) -> None:
        """Say nothing."""


@cache
def announce_compilation(part: str) -> None:
    """Tell a waiting user, once for each part, what is compiled and how much of it is ready already."""
    explain_compilation()
    found = ready(part)
    sys.stderr.write(f"mom_env: compiling {part}, {found.ready} of {found.kernels} kernels are ready ...\n")
    sys.stderr.flush()


@cache
def explain_compilation() -> None:
    """Tell a waiting user, once, what becomes of the machine code."""
    if written_folder() is None:
        kept = f"cannot be kept, as {named_folder()} cannot be written ({why_not_writable(named_folder())})"
    else:
        kept = "is kept for the next time; `mom doctor --compile` compiles everything"
    sys.stderr.write(f"mom_env: the first use compiles for some seconds; machine code {kept}\n")


ANNOUNCEMENT = Announcement()


def announce(*, wanted: bool) -> None:
    """Say what is compiled from now on, or say nothing."""
    (event.register if wanted else event.unregister)("numba:compile", ANNOUNCEMENT)


announce(wanted=True)
