"""Loops over games, written once and executed once for each game.

Numba compiles a function for the types of its arguments, but takes the functions that it calls from its module: so a
loop that is to call the rules of a game needs a module of its own for that game. A module of this package is therefore
executed again for each game, under a name of its own such as `mom_env.a_game.loops.batch`; nothing is generated, and
tracebacks, breakpoints and coverage show the file that is read here.

Four rules make it sound; tests hold each of them:

* machine code of each game lies in a folder of its own (`kernel.cache`): Numba finds code by file, line and types of
  arguments, and two games may have equal records;
* no two named tuples that are handed to kernels have one name: they are defined in `contract.views`;
* the modules hold kernels and constants, and no classes: a pickle could not find them;
* no record begins with all fields of another game's record: Numba would take one for a kind of the other.
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

from mom_env.contract.info import GameInfo
from mom_env.contract.kernels import DEFAULTS, Kernels
from mom_env.contract.records import MaskRecord, RulesRecord, StateRecord, ViewRecord
from mom_env.contract.search import SEARCH_DEFAULTS, SearchKernels
from mom_env.contract.soak import SOAK_DEFAULTS, SoakKernels

HERE = Path(__file__).resolve().parent
INSIDE = ".loops."  # between the package of a game and the name of a loop

AnyKernels = Kernels[StateRecord, RulesRecord, ViewRecord, MaskRecord]
AnySearch = SearchKernels[StateRecord, RulesRecord, np.void]
AnySoak = SoakKernels[StateRecord, RulesRecord, MaskRecord, np.void]


@cache
def executed(package: str, name: str) -> ModuleType:
    """Return the loop of that name for the game in that package.

    >>> from mom_env.games.own import GAMES
    >>> executed(f"mom_env.{GAMES[0]}", "batch").__name__.split(".")[-2:]
    ['loops', 'batch']
    """
    whole = f"{package}{INSIDE}{name}"
    spec = spec_from_file_location(whole, HERE.joinpath(*name.split(".")).with_suffix(".py"))
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
    """Return whether a module of this package runs for a game, by its `__name__`; else it is only read."""
    package, inside, _ = module.partition(INSIDE)
    return bool(inside) and package != __name__.rpartition(".")[0]


def package_in(module: str) -> str:
    """Return the package of the game that a loop is executed for."""
    return module.partition(INSIDE)[0]


def game_of(module: str) -> AnyKernels:
    """Return the kernels of the game that a loop is executed for; called by the loop with its `__name__`."""
    return cast(AnyKernels, kernels_of(package_in(module)) if is_executed(module) else NoGame(module))


def own_kernels(module: str) -> AnyKernels:
    """Return them without the defaults, for the defaults."""
    package = package_in(module)
    return cast(AnyKernels, import_module(f"{package}.kernels") if is_executed(module) else NoGame(module))


def search_in(module: str) -> AnySearch:
    """Return what a search knows of the game that a loop is executed for; called by the loop with its `__name__`."""
    return search_of(package_in(module)) if is_executed(module) else cast(AnySearch, NoGame(module))


def soak_in(module: str) -> AnySoak:
    """Return the game's half of the soak, of the game that a loop is executed for; it calls with its `__name__`."""
    return soak_of(package_in(module)) if is_executed(module) else cast(AnySoak, NoGame(module))


def people_in(module: str) -> ModuleType:
    """Return what people see of the game that a loop is executed for; called by the loop with its `__name__`."""
    return import_module(f"{package_in(module)}.people")


def info_of(module: str) -> GameInfo:
    """Return what the game says of itself; called by a loop with its `__name__`. Read plainly, nothing is known."""
    if not is_executed(module):
        return GameInfo("", "", "", {})
    info: GameInfo = import_module(f"{package_in(module)}.info").INFO
    return info


def sibling(module: str, name: str) -> ModuleType:
    """Return another loop, for the same game; called by a loop with its `__name__`."""
    return executed(package_in(module), name) if is_executed(module) else import_module(f"{__name__}.{name}")


@cache
def kernels_of(package: str) -> AnyKernels:
    """Return the game's kernels, with the defaults of those that its module leaves out."""
    return cast(AnyKernels, completed(import_module(f"{package}.kernels"), DEFAULTS, package, "defaults"))


@cache
def search_of(package: str) -> AnySearch:
    """Return what a search knows of the game, with the defaults of what its module leaves out, or of all."""
    name = f"{package}.search"
    own = ModuleType(name) if find_spec(name) is None else import_module(name)
    return cast(AnySearch, completed(own, SEARCH_DEFAULTS, package, "search_defaults"))


@cache
def soak_of(package: str) -> AnySoak:
    """Return the game's half of the soak, with the defaults of what its package leaves out, or of all."""
    name = f"{package}.soak"
    own = ModuleType(name) if find_spec(name) is None else import_module(name)
    return cast(AnySoak, completed(own, SOAK_DEFAULTS, package, "soak_defaults"))


def completed(own: ModuleType, names: Iterable[str], package: str, defaults: str) -> ModuleType:
    """Return a module of the game, with these names from a module of defaults where it lacks them."""
    missing = [name for name in names if not hasattr(own, name)]
    if not missing:
        return own
    whole, loop = ModuleType(f"{own.__name__}_completed"), executed(package, defaults)
    vars(whole).update({name: value for name, value in vars(own).items() if not name.startswith("__")})
    vars(whole).update({name: getattr(loop, name) for name in missing})
    sys.modules[whole.__name__] = whole  # Numba looks there for the module of a function's global name
    return whole


class NoGame:
    """Stands for what a game offers where a loop is imported plainly: it can be read, and not run."""

    def __init__(self, module: str) -> None:
        """For a loop by the name that it was imported under."""
        self._module = module

    def __getattr__(self, name: str) -> "NoGame":
        """Stand for what the game offers under that name, too."""
        if name.startswith("_"):  # what readers of modules ask every object for
            raise AttributeError(name)
        return NoGame(self._module)

    def __getitem__(self, name: str) -> "NoGame":
        """Stand for the member of that name."""
        return NoGame(self._module)

    def __call__(self, *_: object) -> None:
        """Refuse.

        Raises:
            TypeError: always; it says how to get at the loop of a game.
        """
        raise TypeError(f"{self._module} is run for a game: expected mom_env.loops.executed(package, name)")
