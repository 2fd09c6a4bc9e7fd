"""Decorators for all compiled functions, and a message to a user who waits for a compilation."""

import sys
from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import numba
from numba.core import event

from mom_env.kernel.cache import KernelCache, named_folder, part_of, ready, why_not_writable, written_folder
from mom_env.kernel.parts import Called, Entry, Part, has_all_needed
from mom_env.kernel.sources import PACKAGE, Package

F = TypeVar("F", bound=Callable[..., object])
prange = numba.prange


def kernel(function: F) -> F:
    """Return `function`, which takes records and arrays, in compiled form, with the same static type.

    It is compiled, or loaded from the cache, when it is first called with arguments of new types. With
    `NUMBA_DISABLE_JIT=1`, `function` itself is returned.
    """
    return _compiled(function, parallel=False)


def called_kernel(function: F) -> F:
    """Return `function` in compiled form, as `kernel` does, but kernels call its machine code and do not contain it.

    It is meant for large functions that several kernels call: with each other kernel, all that it calls is compiled
    again as a part of the caller.
    """
    return _compiled(function, parallel=False, form=Called)


def part(function: F) -> F:
    """Return `function` in a form that is inlined into the kernels that call it, which takes less time to compile.

    Python may call it too. It is then compiled again, as a kernel, so `kernel` is better for a function that Python
    calls often. A part is compiled in each process that compiles one of its callers. With `NUMBA_DISABLE_JIT=1`,
    `function` itself is returned.
    """
    return _compiled(function, parallel=False, form=Part)


def float_kernel(function: F) -> F:
    """Return `function` in compiled form, with sums of floats that may be reordered, as vector instructions need.

    It is compiled when it is first called with arguments of new types. With `NUMBA_DISABLE_JIT=1`, `function` itself is
    returned.
    """
    return _compiled(function, parallel=False, fastmath={"reassoc", "contract", "nsz"})


def parallel_kernel(function: F) -> F:
    """Return `function` in compiled form, with `prange` loops on the threads that `numba.set_num_threads` grants.

    It is compiled when it is first called with arguments of new types. With `NUMBA_DISABLE_JIT=1`, `function` itself is
    returned.
    """
    return _compiled(function, parallel=True)


def _compiled(function: F, *, parallel: bool, fastmath: bool | set[str] = False, form: type[Entry | Part] = Entry) -> F:
    """Return `function` compiled with the given options of Numba, or `function` itself if the JIT is off.

    `form` is what is made of it. `fastmath` says which changes of floats are allowed.
    """
    if not is_compiled():
        return function
    own = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    options = {**own, "parallel": parallel, "fastmath": fastmath}
    if has_all_needed():
        return cast(F, form(function, targetoptions={"nopython": True, **options}))
    compiled = numba.njit(**options)(function)
    compiled._cache = KernelCache(function)  # noqa: SLF001  # what `cache=True` does, with Numba's own cache
    return cast(F, compiled)


def is_compiled() -> bool:
    """Return whether kernels are compiled at all; with `NUMBA_DISABLE_JIT=1` they are not."""
    return not numba.config.DISABLE_JIT


class Announcement(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Writes to stderr what Numba compiles; loading machine code from the cache is not announced."""

    def on_start(self, told: event.Event) -> None:
        """Write to stderr what is being compiled, once for each part of a game, and once for what all games share.

        `told` is Numba's event; its data has the function. Functions of other packages, and inlined parts, are ignored.
        """
        compiled = told.data["dispatcher"]
        kept, module = getattr(compiled, "_cache", None), str(compiled.py_func.__module__)
        if isinstance(compiled, Part) or not isinstance(kept, KernelCache):
            return  # a part, whose kernel has been announced already, or not a kernel of ours
        if kept.package.is_game or module.startswith(f"{PACKAGE.name}."):
            announce_compilation(kept.package, part_of(module.split(".")))

    def on_end(self, told: event.Event) -> None:
        """Do nothing: the end of a compilation is not announced."""


@cache
def announce_compilation(package: Package, part: str) -> None:
    """Write to stderr, once for each part of a package, what is being compiled and how many kernels are ready already.

    `part` is in words, such as "the bots".
    """
    explain_compilation(package)
    found, name = ready([package], part), package.name.rpartition(".")[2]
    what = f"{part} of {name}" if package.is_game else "what all games share"
    sys.stderr.write(f"mom_env: compiling {what}, {found.ready} of {found.kernels} kernels are ready ...\n")
    sys.stderr.flush()


def explain_compilation(package: Package) -> None:
    """Write to stderr, once, that the first use compiles, and that machine code is stored, or why it cannot be.

    `package` is the package that is being compiled.
    """
    named = named_folder(package)
    if written_folder(package) is None:
        _say_once(f"cannot be kept, as {named} cannot be written ({why_not_writable(named)})")
    else:
        _say_once("is kept for the next time; `mom doctor --compile` compiles everything")


@cache
def _say_once(kept: str) -> None:
    """Write to stderr, once for each `kept`, that the first use compiles.

    `kept` says what happens to the machine code.
    """
    sys.stderr.write(f"mom_env: the first use compiles for some seconds; machine code {kept}\n")


ANNOUNCEMENT = Announcement()


def announce(*, wanted: bool) -> None:
    """Turn on the announcements of compilations on stderr, or turn them off if `wanted` is False."""
    (event.register if wanted else event.unregister)("numba:compile", ANNOUNCEMENT)


announce(wanted=True)
