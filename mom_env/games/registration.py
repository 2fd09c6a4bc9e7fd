"""The environments in the registries of other libraries: at once if a library is loaded, else when it is loaded later.

So `import mom_env` loads none of these libraries, which would take most of its time. The games of this package are
registered with it; the game of another package is registered when it is first loaded.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from mom_env.contract.info import GameInfo
from mom_env.errors import GameError

Register = Callable[[ModuleType, GameInfo], None]
known: list[GameInfo] = []  # the games that are registered in loaded libraries, and will be in others


def register_in_pettingzoo(registry: ModuleType, info: GameInfo) -> None:
    """Register the game's AEC and Parallel environments in PettingZoo's registry, which is the module `registry`.

    PettingZoo versions without a registry never load such a module.
    """
    for api, make in (("aec", "env"), ("parallel", "parallel_env")):
        registry.register(api, info.environment, f"mom_env.environments.of_game:{make}", kwargs={"game": info.name})


def register_in_gymnasium(registry: ModuleType, info: GameInfo) -> None:
    """Register the game's environments of one seat, single and vectorised, in Gymnasium under `info.environment`.

    `registry` is the module of Gymnasium's registry. Both environments get the game's name as the argument `game`.
    """
    alone, many = "mom_env.environments.gymnasium:OneSeatEnv", "mom_env.environments.gymnasium:OneSeatVectorEnv"
    registry.register(id=info.environment, entry_point=alone, vector_entry_point=many, kwargs={"game": info.name})


REGISTRIES: dict[str, Register] = {
    "pettingzoo.env_registry.registration": register_in_pettingzoo,
    "gymnasium.envs.registration": register_in_gymnasium,
}
waiting: set[str] = set()  # registries that are not loaded yet


def register(info: GameInfo) -> None:
    """Register a game's environments in the registries that are loaded, and later in the others, when they are loaded.

    Do nothing if the game is registered already, or if its INFO has no name for environments.

    Raises:
        GameError: another game has the same environment name.
    """
    other = next((one.name for one in known if one.environment == info.environment), None)
    if other not in {None, info.name}:
        raise GameError(f"game {info.name!r}: INFO.environment: expected a name of its own, found that of {other!r}")
    if other or not info.environment:
        return
    known.append(info)
    for name, register_in in REGISTRIES.items():
        if name not in waiting:
            register_in(sys.modules[name], info)


def wait_for_registries() -> None:
    """Arrange that registries which are not loaded yet get the known games when they are; changes `sys.meta_path`."""
    waiting.update(name for name in REGISTRIES if name not in sys.modules)
    sys.meta_path.insert(0, AfterImport(waiting))


class AfterImport(MetaPathFinder):
    """Finds the modules of registries as Python does, and registers the games when they have been loaded.

    It is made from the names of these modules.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a registry's module called `fullname`; for other modules None, so that Python searches on.

        When that module has been loaded, all known games are registered in it. Each module is found only once.
        """
        if fullname not in self._names:
            return None
        self._names.remove(fullname)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                waiting.discard(fullname)
                for info in known:
                    REGISTRIES[fullname](module, info)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec
