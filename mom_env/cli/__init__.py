"""The `mom` command, top of all layers. Commands import what they need for themselves: `mom --help` is quick."""

import sys

from mom_env.cli import arena, benchmark, checks, look, measure, tables, train
from mom_env.cli.common import INTERRUPTED, app, bench
from mom_env.errors import MomError

__all__ = ["INTERRUPTED", "app", "arena", "bench", "benchmark", "checks", "look", "main", "measure", "tables", "train"]


def main() -> None:
    """Run a command. What the user did wrong is one line on stderr and exit code 2."""
    try:
        app()
    except MomError as error:
        from rich.console import Console

        Console(stderr=True, soft_wrap=True).print(f"mom: {error}", style="red", markup=False, highlight=False)
        sys.exit(2)
