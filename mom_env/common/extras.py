"""Packages that only an extra of this package installs, and one clear error if they are missing."""

import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError, metadata, requires
from importlib.util import find_spec
from types import ModuleType

from mom_env.errors import MissingExtra

PACKAGES = {"PIL": "pillow"}  # packages by module, where the names differ by more than dashes

OURS = "mom-env"
FOR_CONTRIBUTORS = ("test", "dev")


def extras() -> dict[str, list[str]]:
    """Return the packages that each extra of mom-env installs, by the name of the extra, from the installed metadata.

    An extra is an optional set of packages, as in `pip install "mom-env[render]"`. Extras for contributors are left
    out. If this package runs without being installed, there are none.
    """
    try:
        names = metadata(OURS).get_all("Provides-Extra") or []
        found = [extra_and_package(requirement) for requirement in requires(OURS) or []]
    except PackageNotFoundError:
        return {}
    return {
        name: [package for extra, package in found if extra == name] for name in names if name not in FOR_CONTRIBUTORS
    }


def extra_and_package(requirement: str) -> tuple[str, str]:
    """Return the extra to which a requirement of pip belongs ("" for none), and the name of its package.

    >>> extra_and_package("scipy>=1.13; extra == 'arena'"), extra_and_package("numpy>=2.1")
    (('arena', 'scipy'), ('', 'numpy'))
    """
    extra = re.search(r"""extra == ['"]([^'"]+)""", requirement)
    package = re.match(r"[\w.-]+", requirement)
    return extra[1] if extra else "", package[0] if package else requirement


def require(extra: str, *modules: str) -> None:
    """Raise an error unless all `modules`, which the extra `extra` installs, can be found; nothing is imported.

    Raises:
        MissingExtra: a module cannot be found; the error names its package, the extra, and the command that installs
            it.
    """
    for module in modules:
        if find_spec(module) is None:
            raise missing(extra, module)


def import_from(extra: str, module: str) -> ModuleType:
    """Import a module that the extra `extra` installs, and return it.

    Raises:
        MissingExtra: it is not installed; the error names its package, the extra, and the command that installs it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing(extra, error.name or module) from None


def missing(extra: str, module: str) -> MissingExtra:
    """Return the error about a module that is not installed, and that the extra `extra` installs."""
    return MissingExtra(
        f"{package_of(module)}: expected it to be installed, found it is not; pip install 'mom-env[{extra}]'"
    )


def package_of(module: str) -> str:
    """Return the package that has to be installed for a module.

    >>> package_of("PIL.Image"), package_of("sb3_contrib")
    ('pillow', 'sb3-contrib')
    """
    top = module.partition(".")[0]
    return PACKAGES.get(top, top.replace("_", "-"))
