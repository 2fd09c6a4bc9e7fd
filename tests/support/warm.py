"""Compile what the tests call, in one process. `python -m tests.support.warm` runs before them.

Without it every process that runs tests would compile the same kernels at the same time. What is compiled is kept in
the folder of the cache that belongs to this state of the sources and to this way of compiling, until a source changes.
"""

from mom_env.checks.compiling import compile_everything
from mom_env.common.console import new_console
from mom_env.games import GAMES
from tests.support import fingerprint


def main() -> None:
    console = new_console()
    for game in GAMES:
        compile_everything(game, console)
    fingerprint.fingerprint(len(fingerprint.TABLES))


if __name__ == "__main__":
    main()
