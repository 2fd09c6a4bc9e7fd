"""What of the extra `arena` is needed, and one clear error where it is missing."""

from importlib import import_module
from typing import Any

from mom_env.errors import OptionError


def needed(module: str) -> Any:
    """A module of the extra.

    Raises:
        OptionError: it is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise OptionError(f"{error.name}: expected it to be installed: pip install 'mom-env[arena]'") from None
