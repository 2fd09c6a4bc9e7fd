"""The environments in other libraries' registries: at once if the library is loaded, else as soon as it is.

So `import mom_env` loads none of these libraries, which would take most of its time.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from mom_env.games import GAMES

ENVIRONMENTS = {"mom_env/MonkeysOnTheMoon-v0": "mom_env.monkeys_on_the_moon_v0"}

Register = Callable[[ModuleType], None]


def register_in_pettingzoo(registry: ModuleType) -> None:
    """AEC and Parallel. Versions of PettingZoo without a registry never load the module."""
    for name, module in ENVIRONMENTS.items():
        registry.register("aec", name, f"{module}:env")
        registry.register("parallel", name, f"{module}:parallel_env")


def register_in_gymnasium(registry: ModuleType) -> None:
    """One seat of each game, alone and many at once."""
    for name, game in zip(ENVIRONMENTS, GAMES, strict=True):
        alone, many = "mom_env.gymnasium:OneSeatEnv", "mom_env.gymnasium:OneSeatVectorEnv"
        registry.register(id=name, entry_point=alone, vector_entry_point=many, kwargs={"game": game})


REGISTRIES: dict[str, Register] = {
    "pettingzoo.env_registry.registration": register_in_pettingzoo,
    "gymnasium.envs.registration": register_in_gymnasium,
}


def register_everywhere() -> None:
    """In the registries that are there, and later in those that come."""
    for name, register in REGISTRIES.items():
        if name in sys.modules:
            register(sys.modules[name])
    sys.meta_path.insert(0, AfterImport(name for name in REGISTRIES if name not in sys.modules))


class AfterImport(MetaPathFinder):
    """Finds the modules of some registries as Python does, and registers once they are loaded."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for all other modules, so that Python looks on."""
        if fullname not in self._names:
            return None
        self._names.remove(fullname)
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                REGISTRIES[fullname](module)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec
