"""The console on which commands print, and the exit code of an interrupted command."""

from typing import Any

from rich.console import Console

INTERRUPTED = 130  # the exit code that shells use for Ctrl-C


def new_console(**settings: Any) -> Console:
    """Return a console that prints names as they are; rich would print the name `own:fire` as an emoji.

    Args:
        settings: those of rich's `Console`.
    """
    return Console(emoji=False, **settings)
