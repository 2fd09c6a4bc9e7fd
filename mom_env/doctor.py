"""`mom doctor`: whether everything is in order here, and what is installed."""

import platform
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from mom_env import __version__
from mom_env.games import load
from mom_env.machine import BASE, EXTRAS, num_cores, processor, version_of

OLDEST_PYTHON = (3, 11)
MAX_DECISIONS = 10_000  # no game is that long
OF_ANY_SOURCES = "[0-9a-f]" * 16  # names of cache directories
MB = 1e6


class Problem(Exception):
    """Something that is wrong, and what to do about it."""


def examine(game: str, console: Console) -> bool:
    """Look at everything, show it, and tell whether all is well."""
    table = Table("what", "found", title=f"mom_env {__version__}", title_justify="left")
    problems = []
    for name, look in checks(game).items():
        try:
            found = look()
        except Exception as error:  # noqa: BLE001  # whatever is wrong here is what the doctor is to tell
            problems.append(f"{name}: {error}")
            found = "[red]see below[/]"
        table.add_row(name, found)
    console.print(table)
    for problem in problems:
        console.print(problem, style="red", markup=False, highlight=False, soft_wrap=True)
    console.print("[red]Something is wrong.[/]" if problems else "[green]All is well.[/]")
    return not problems


def checks(game: str) -> dict[str, Callable[[], str]]:
    """What is looked at, in this order: the cache before anything is compiled."""
    return {
        "python": python,
        **{package: partial(base_package, package) for package in BASE},
        **{f"extra \\[{extra}]": partial(extra_packages, extra) for extra in EXTRAS},
        "processor": lambda: f"{processor()}, {num_cores()} cores",
        "cache": cache,
        "one game": partial(one_game, game),
        "threads": partial(threads, game),
    }


def python() -> str:
    """The interpreter."""
    if sys.version_info < OLDEST_PYTHON:
        raise Problem(f"expected {'.'.join(map(str, OLDEST_PYTHON))} or newer, found {platform.python_version()}")
    return f"{platform.python_version()}, {platform.system()} {platform.machine()}"


def base_package(package: str) -> str:
    """A package that nothing works without."""
    found = version_of(package)
    if found is None:
        raise Problem("not installed; install mom-env again")
    return found


def extra_packages(extra: str) -> str:
    """The packages of an extra, with what is missing."""
    return ", ".join(f"{package} {version_of(package) or '[dim]none[/]'}" for package in EXTRAS[extra])


def cache() -> str:
    """Where the machine code lies, how much there is, whether it is that of these sources."""
    from mom_env.kernel.jit import cache_directory, is_cache_cold, is_compiled

    directory = cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise Problem(f"cannot be written, so every process compiles anew: {error}") from error
    if not is_compiled():
        return "not used: NUMBA_DISABLE_JIT is set"
    state = "cold" if is_cache_cold() else "warm"
    own = size_of(directory)
    others = sum(map(size_of, directory.parent.glob(OF_ANY_SOURCES))) - own
    return f"{state}, {own / MB:.1f} MB; of other versions {others / MB:.1f} MB\n{directory}"


def size_of(directory: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def one_game(game: str) -> str:
    """A whole game of random choices, twice: both must end alike."""
    begin = perf_counter()
    first, decisions = played(game)
    begin_again = perf_counter()
    second, _ = played(game)
    end = perf_counter()
    if first != second:
        raise Problem(f"expected the same result twice, found {first} and {second}")
    if abs(sum(first["returns"])) > 1e-6:
        raise Problem(f"expected returns that add up to 0, found {first['returns']}")
    seconds = f"{begin_again - begin:.2f} s, then {(end - begin_again) * 1000:.1f} ms"
    return f"{decisions} decisions, VP {first['vp']}, winners {first['winners']}; {seconds}"


def played(game: str) -> tuple[dict[str, Any], int]:
    """The result of a game of random choices, and how many there were."""
    table, rng = load(game).Game(seed=1), random.Random(1)  # noqa: S311  # not for secrets
    for decisions in range(MAX_DECISIONS):
        if table.over:
            return table.result(), decisions
        table.play(rng.choice(table.legal_actions()))
    raise Problem(f"expected a game to end, found it going on after {MAX_DECISIONS:,} decisions")


def threads(game: str) -> str:
    """A batch on two threads against one; Numba names its threading layer only after such a run."""
    import numba

    from mom_env.kernel.jit import is_compiled

    most = numba.config.NUMBA_NUM_THREADS
    if most < 2 or not is_compiled():
        return f"{most} of Numba, not tried"
    if batch_bytes(game, 1) != batch_bytes(game, 2):
        raise Problem("a batch on two threads differs from the same batch on one")
    return f"{most} of Numba, layer {numba.threading_layer()}; two and one play the same games"


def batch_bytes(game: str, num_threads: int) -> bytes:
    """The records of a small batch after some steps."""
    games, rng = load(game).VectorGame(64, seed=1, num_threads=num_threads), np.random.default_rng(1)
    for _ in range(50):
        games.step(games.sample(rng))
    states: bytes = games.states.tobytes()
    return states
