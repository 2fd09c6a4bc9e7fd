"""Modules of a user's own, searched for in the current directory too, as `python -m` does."""

import os
import sys
from importlib import import_module
from types import ModuleType

from mom_env.common.extras import package_of
from mom_env.errors import OptionError


def import_own(module: str, what: str) -> ModuleType:
    """Import a module by its name, also from the current directory, and return it.

    The current directory is added to `sys.path` for this, and stays there.

    Args:
        module: with dots, as in `examples.own_bot`.
        what: what the module is needed for; the error begins with it.

    Raises:
        OptionError: there is no such module, or it raises anything while it is loaded.
    """
    here = os.getcwd()  # noqa: PTH109 - entries of the path are strings
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise OptionError(f"{what}: cannot import {module}: {_needed(error, module)}") from error
    except (Exception, SystemExit) as error:
        raise OptionError(f"{what}: cannot import {module}: {type(error).__name__}: {error}") from error


def _needed(error: ModuleNotFoundError, module: str) -> str:
    """Return in words what is missing: the module `module` that was asked for, or another package that it imports."""
    top = str(error.name).partition(".")[0]
    if error.name is None or top == module.partition(".")[0]:
        return f"{type(error).__name__}: {error}"
    return f"it needs {top}, which is not installed; pip install {package_of(top)}"
