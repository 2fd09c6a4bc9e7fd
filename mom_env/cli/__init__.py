"""The `mom` command, the top layer. Each command imports what it needs when it runs, so that `mom --help` is quick."""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from mom_env.cli import arena, benchmark, checks, look, measure, sweep, tables, train
from mom_env.cli.common import app, bench
from mom_env.common.console import INTERRUPTED
from mom_env.errors import ForfeitError, MomError

__all__ = [
    "INTERRUPTED",
    "app",
    "arena",
    "bench",
    "benchmark",
    "checks",
    "look",
    "main",
    "measure",
    "sweep",
    "tables",
    "train",
]

WRONG = 2  # exit code of errors that the user can correct
FORFEITED = 1  # exit code of games without a result, because of forfeits


def main() -> None:
    """Run the `mom` command that the process was started with.

    An error of the user or of the system is printed as one line on stderr, and the exit code is 2. If forfeits leave
    games without a result, that is one line, too, and the exit code is 1. If the reader of the output has ended,
    nothing is printed, and the exit code is 1.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # for names of files and our own signs that it cannot encode
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # so that a full disk is noticed here, where it can still be reported
    except BrokenPipeError:  # the reader has ended, as in `mom actions | head`
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
    """Print in one line on stderr what is wrong, which is `reason`, and exit with the exit code `code`."""
    from mom_env.common.console import new_console

    with suppress(OSError):
        new_console(stderr=True, soft_wrap=True).print(f"mom: {reason}", style="red", markup=False, highlight=False)
    sys.exit(code)


def forget_output() -> None:
    """Discard the rest of the output: Python would try to write it again at its end, and print an error of its own."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
