"""The `mom` command, top of all layers. Commands import what they need for themselves: `mom --help` is quick."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from mom_env.cli import arena, benchmark, checks, look, measure, tables, train
from mom_env.cli.common import INTERRUPTED, app, bench
from mom_env.errors import ForfeitError, MomError

__all__ = ["INTERRUPTED", "app", "arena", "bench", "benchmark", "checks", "look", "main", "measure", "tables", "train"]

WRONG = 2  # exit code of what the user, or the system, can mend
FORFEITED = 1  # exit code of games that were played, and say nothing


def main() -> None:
    """Run a command. What the user did wrong, or the system refuses, is one line on stderr and exit code 2.

    Games whose forfeits leave no result are one line, too, and exit code 1.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # names of files, and signs of ours, that it cannot encode
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # a full disk behind it is noticed here, and not when nobody can say so any more
    except BrokenPipeError:  # whoever reads has seen enough, as in `mom actions | head`
        forget_output()
        sys.exit(1)
    except ForfeitError as error:
        refuse(str(error), FORFEITED)
    except MomError as error:
        refuse(str(error))
    except OSError as error:
        forget_output()
        refuse(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))


def refuse(reason: str, code: int = WRONG) -> None:
    """Say in one line what is wrong, and end with this exit code."""
    from mom_env.common.console import new_console

    with suppress(OSError):
        new_console(stderr=True, soft_wrap=True).print(f"mom: {reason}", style="red", markup=False, highlight=False)
    sys.exit(code)


def forget_output() -> None:
    """Send what is left of the output nowhere, or Python would try again at its end, and fail with words of its own."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
