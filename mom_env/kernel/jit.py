"""Decorators for all compiled functions, and a message to a user who waits for a compilation."""

import sys
from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import numba
from numba.core import event

from mom_env.kernel.cache import KernelCache, named_folder, part_of, ready, why_not_writable, written_folder
from mom_env.kernel.parts import Entry, Part, has_all_needed
from mom_env.kernel.sources import PACKAGE, Package

F = TypeVar("F", bound=Callable[..., object])
prange = numba.prange


def kernel(function: F) -> F:
    """Return a function of records and arrays in compiled form, with the same static type.

    It is compiled, or loaded, when it is first called with arguments of new types. With `NUMBA_DISABLE_JIT=1`, this and
    the other decorators return the function itself.
    """
    return _compiled(function, parallel=False)


def part(function: F) -> F:
    """Compile a function that only kernels call: it is inlined there, and takes less time to compile.

    Python may call it too. It is then compiled again, as a kernel, so `kernel` is better for a function that Python
    calls often. A part is compiled in each process that compiles one of its callers.
    """
    return _compiled(function, parallel=False, is_part=True)


def float_kernel(function: F) -> F:
    """Return a kernel, as `kernel` does, in which sums of floats may be reordered, as vector instructions need."""
    return _compiled(function, parallel=False, fastmath={"reassoc", "contract", "nsz"})


def parallel_kernel(function: F) -> F:
    """Return a kernel that runs `prange` on the number of cores that `numba.set_num_threads` grants."""
    return _compiled(function, parallel=True)


def _compiled(function: F, *, parallel: bool, fastmath: bool | set[str] = False, is_part: bool = False) -> F:
    if not is_compiled():
        return function
    own = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    options = {**own, "parallel": parallel, "fastmath": fastmath}
    if has_all_needed():
        return cast(F, (Part if is_part else Entry)(function, targetoptions={"nopython": True, **options}))
    compiled = numba.njit(**options)(function)
    compiled._cache = KernelCache(function)  # noqa: SLF001  # what `cache=True` does, with Numba's own cache
    return cast(F, compiled)


def is_compiled() -> bool:
    """Return whether kernels are compiled at all (`NUMBA_DISABLE_JIT=1` turns that off)."""
    return not numba.config.DISABLE_JIT


class Announcement(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Listens for compilations; loading machine code from the cache is not one."""

    def on_start(self, told: event.Event) -> None:
        """Announce what is compiled, if it belongs to a game or to what all games share."""
        compiled = told.data["dispatcher"]
        kept, module = getattr(compiled, "_cache", None), str(compiled.py_func.__module__)
        if isinstance(compiled, Part) or not isinstance(kept, KernelCache):
            return  # a part, whose kernel has been announced already, or not a kernel of ours
        if kept.package.is_game or module.startswith(f"{PACKAGE.name}."):
            announce_compilation(kept.package, part_of(module.split(".")))

    def on_end(self, told: event.Event) -> None:
        """Do nothing."""


@cache
def announce_compilation(package: Package, part: str) -> None:
    """Tell the user, once for each part of a package, what is compiled and how much is ready already."""
    explain_compilation(package)
    found, name = ready([package], part), package.name.rpartition(".")[2]
    what = f"{part} of {name}" if package.is_game else "what all games share"
    sys.stderr.write(f"mom_env: compiling {what}, {found.ready} of {found.kernels} kernels are ready ...\n")
    sys.stderr.flush()


def explain_compilation(package: Package) -> None:
    """Tell the user, once, that the first use compiles, and that machine code is kept or why it cannot be."""
    named = named_folder(package)
    if written_folder(package) is None:
        _say_once(f"cannot be kept, as {named} cannot be written ({why_not_writable(named)})")
    else:
        _say_once("is kept for the next time; `mom doctor --compile` compiles everything")


@cache
def _say_once(kept: str) -> None:
    sys.stderr.write(f"mom_env: the first use compiles for some seconds; machine code {kept}\n")


ANNOUNCEMENT = Announcement()


def announce(*, wanted: bool) -> None:
    """Turn announcements of compilations on or off."""
    (event.register if wanted else event.unregister)("numba:compile", ANNOUNCEMENT)


announce(wanted=True)
