"""The console that commands print on."""

from typing import Any

from rich.console import Console


def new_console(**settings: Any) -> Console:
    """Return a console that prints names as they are: rich would make a picture of the name `own:fire`.

    Args:
        settings: those of rich's `Console`.
    """
    return Console(emoji=False, **settings)
