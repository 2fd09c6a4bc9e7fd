"""Loops over games, written once and executed once for each game.

Numba compiles a function for the types of its arguments, but takes the functions that it calls from its module. So a
loop that calls the rules of a game needs a module of its own for that game. Each module of this package is therefore
executed again for each game, under another name such as `mom_env.a_game.loops.batch`. Nothing is generated: tracebacks,
breakpoints and coverage show the file that you read here.

Four rules make this safe, and tests check each of them:

* The machine code of each game is in a folder of its own (`kernel.cache`): Numba finds code by file, line and types of
  arguments, and two games may have equal records.
* No two named tuples that are passed to kernels have the same name: they are defined in `contract.views`.
* The modules contain kernels and constants, but no classes: pickle could not find them.
* No record begins with all fields of another game's record: Numba would treat it as a subtype of the other.
"""

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import cast

import numpy as np

from mom_env.contract.checks import Symmetry
from mom_env.contract.info import GameInfo
from mom_env.contract.kernels import DEFAULTS, Kernels
from mom_env.contract.records import MaskRecord, RulesRecord, StateRecord, ViewRecord
from mom_env.contract.search import SEARCH_DEFAULTS, SearchKernels
from mom_env.contract.soak import SOAK_DEFAULTS, SoakKernels

HERE = Path(__file__).resolve().parent
INSIDE = ".loops."  # in a module's name, between the package of the game and the name of the loop

AnyKernels = Kernels[StateRecord, RulesRecord, ViewRecord, MaskRecord]
AnySearch = SearchKernels[StateRecord, RulesRecord, np.void]
AnySoak = SoakKernels[StateRecord, RulesRecord, MaskRecord, np.void]


@cache
def loop_of(package: str, name: str) -> ModuleType:
    """Return the module `mom_env.loops.NAME`, for `name`, executed for the game in the package `package`.

    The module is executed once for each game, and is then in `sys.modules` as `PACKAGE.loops.NAME`. Its functions call
    the kernels of that game.

    Raises:
        ImportError: there is no such loop.
    """
    whole, path = f"{package}{INSIDE}{name}", HERE / f"{name}.py"
    spec = spec_from_file_location(whole, path) if path.is_file() else None
    if spec is None or spec.loader is None:
        raise ImportError(f"{name}: expected a loop of {HERE}")
    module = module_from_spec(spec)
    sys.modules[whole] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[whole]
        raise
    return module


def is_executed(module: str) -> bool:
    """Return whether a module, given by its `__name__`, is a loop executed for a game rather than merely imported.

    It is so for `mom_env.a_game.loops.batch`, and not for `mom_env.loops.batch`.
    """
    package, inside, _ = module.partition(INSIDE)
    return bool(inside) and package != __name__.rpartition(".")[0]


def package_in(module: str) -> str:
    """Return the name of a game's package, from the `__name__` of a loop that is executed for that game.

    For `mom_env.a_game.loops.batch` it is `mom_env.a_game`.
    """
    return module.partition(INSIDE)[0]


def game_of(module: str) -> AnyKernels:
    """Return the compiled rules of the game for which a loop is executed; the loop calls this with its `__name__`.

    These are the names of the game's module `kernels`, and defaults for names that it leaves out. If the loop is merely
    imported, return a stand-in that cannot be called.
    """
    return cast(AnyKernels, kernels_of(package_in(module)) if is_executed(module) else NoGame(module))


def own_kernels(module: str) -> AnyKernels:
    """Return the game's module `kernels` without defaults, for the loop that makes those, which passes its `__name__`.

    If that loop is merely imported, return a stand-in that cannot be called.
    """
    package = package_in(module)
    return cast(AnyKernels, import_module(f"{package}.kernels") if is_executed(module) else NoGame(module))


def search_in(module: str) -> AnySearch:
    """Return the game's module `search` for a loop that is executed for that game, and passes its `__name__`.

    Defaults stand for names that the game leaves out. If the loop is merely imported, return a stand-in that cannot be
    called.
    """
    return search_of(package_in(module)) if is_executed(module) else cast(AnySearch, NoGame(module))


def soak_in(module: str) -> AnySoak:
    """Return the game's module `soak` for a loop that is executed for that game, and passes its `__name__`.

    It is the game's part of the soak, random games that are checked. Defaults stand for names that the game leaves out.
    If the loop is merely imported, return a stand-in that cannot be called.
    """
    return soak_of(package_in(module)) if is_executed(module) else cast(AnySoak, NoGame(module))


def symmetry_in(module: str) -> Symmetry | None:
    """Return the game's `checks.SYMMETRY` for a loop that is executed for that game, and passes its `__name__`.

    Return None if the game has none, or if the loop is merely imported.
    """
    whole = f"{package_in(module)}.checks"
    if not is_executed(module) or find_spec(whole) is None:
        return None
    symmetry: Symmetry | None = getattr(import_module(whole), "SYMMETRY", None)
    return symmetry


def people_in(module: str) -> ModuleType:
    """Return a game's module `people`, without defaults, for the loop called `module` that is executed for the game.

    `module` is the loop's `__name__`, such as `mom_env.a_game.loops.one`.
    """
    return import_module(f"{package_in(module)}.people")


def info_of(module: str) -> GameInfo:
    """Return the game's `INFO`, for a loop that is executed for that game, and passes its `__name__`.

    If the loop is merely imported, without a game, return a `GameInfo` with empty names and no tables.
    """
    if not is_executed(module):
        return GameInfo("", "", "", {})
    info: GameInfo = import_module(f"{package_in(module)}.info").INFO
    return info


def sibling(module: str, name: str) -> ModuleType:
    """Return the loop called `name` for the same game as the loop with the `__name__` `module`, which calls this.

    If the calling loop is merely imported, import the other one too.
    """
    return loop_of(package_in(module), name) if is_executed(module) else import_module(f"{__name__}.{name}")


@cache
def kernels_of(package: str) -> AnyKernels:
    """Return the kernels of the game in the package `package`, with defaults for those that its module leaves out."""
    return cast(AnyKernels, with_defaults(import_module(f"{package}.kernels"), DEFAULTS, package, "defaults"))


@cache
def search_of(package: str) -> AnySearch:
    """Return the module `search` of the game in the package `package`, with defaults for names that it leaves out.

    A game without such a module gets all defaults.
    """
    return cast(AnySearch, optional_module(package, "search", SEARCH_DEFAULTS))


@cache
def soak_of(package: str) -> AnySoak:
    """Return the module `soak` of the game in the package `package`, with defaults for names that it leaves out.

    The soak plays random games and checks them. A game without such a module gets all defaults.
    """
    return cast(AnySoak, optional_module(package, "soak", SOAK_DEFAULTS))


def optional_module(package: str, name: str, names: Iterable[str]) -> ModuleType:
    """Return the module `name` of the game in `package`, which may be missing, completed to all of `names`.

    The defaults are in the loop called `<name>_defaults`.
    """
    whole = f"{package}.{name}"
    own = ModuleType(whole) if find_spec(whole) is None else import_module(whole)
    return with_defaults(own, names, package, f"{name}_defaults")


def with_defaults(own: ModuleType, names: Iterable[str], package: str, defaults: str) -> ModuleType:
    """Return `own`, or if it lacks some of `names`, a copy of it in which the defaults stand for these.

    `own` is a module of the game in the package `package`; `defaults` is the name of the loop that has the defaults. A
    copy is added to `sys.modules`.
    """
    missing = [name for name in names if not hasattr(own, name)]
    if not missing:
        return own
    whole, loop = ModuleType(f"{own.__name__}_completed"), loop_of(package, defaults)
    vars(whole).update({name: value for name, value in vars(own).items() if not name.startswith("__")})
    vars(whole).update({name: getattr(loop, name) for name in missing})
    sys.modules[whole.__name__] = whole  # Numba looks here for the module of a global name
    return whole


class NoGame:
    """A stand-in for a game where a loop is merely imported: the loop can be read, but not run."""

    def __init__(self, module: str) -> None:
        """Make the stand-in for a loop that was imported as `module`."""
        self._module = module

    def __getattr__(self, name: str) -> "NoGame":
        """Return a stand-in for the game's attribute `name`; raise AttributeError if the name begins with `_`."""
        if name.startswith("_"):  # tools that inspect modules ask every object for such names
            raise AttributeError(name)
        return NoGame(self._module)

    def __getitem__(self, name: str) -> "NoGame":
        """Return a stand-in for the member `name` of an enumeration of the game."""
        return NoGame(self._module)

    def __call__(self, *_: object) -> None:
        """Refuse to run.

        Raises:
            TypeError: always; the message says how to get the loop of a game.
        """
        raise TypeError(f"{self._module} is run for a game: expected mom_env.loops.loop_of(package, name)")
