"""What only the extra `render` brings, imported when it is needed: an SVG is written without."""

from importlib import import_module
from typing import Any

from mom_env.errors import MissingExtra


def resvg() -> Any:
    """The library that turns SVG into pixels."""
    return _module("resvg_py", "resvg-py")


def pillow(part: str) -> Any:
    """One module of Pillow."""
    return _module(f"PIL.{part}", "pillow")


def _module(name: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(f"{package}: expected for pixels, not installed: pip install 'mom-env[render]'") from error
