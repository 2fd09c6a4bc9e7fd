"""Packages that only an extra of this one installs, and one clear error where they are missing."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from mom_env.errors import MissingExtra

PACKAGES = {"PIL": "pillow"}  # whose names differ from their modules' by more than dashes


def require(extra: str, *modules: str) -> None:
    """Refuse to continue without some modules that an extra installs; nothing is imported.

    Raises:
        MissingExtra: it names the package, the extra, and the command that installs it.
    """
    for module in modules:
        if find_spec(module) is None:
            raise missing(extra, module)


def import_from(extra: str, module: str) -> Any:
    """Import a module that an extra installs, and return it.

    Raises:
        MissingExtra: it names the package, the extra, and the command that installs it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise missing(extra, error.name or module) from None


def missing(extra: str, module: str) -> MissingExtra:
    """Return the error for a module whose package is not installed."""
    top = module.partition(".")[0]
    package = PACKAGES.get(top, top.replace("_", "-"))
    return MissingExtra(f"{package}: expected it to be installed, found it is not; pip install 'mom-env[{extra}]'")
