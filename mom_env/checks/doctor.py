"""`mom doctor`: is everything in order on this machine, and what is installed?"""

import platform
import random
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mom_env import __version__
from mom_env.common.extras import extras
from mom_env.common.machine import BASE, num_cores, processor, version_of
from mom_env.games import load

FORMAT = "mom-doctor/1"
OLDEST_PYTHON = (3, 11)
MAX_DECISIONS = 10_000  # no game is that long
OF_ANY_SOURCES = "*" + "[0-9a-f]" * 16  # names of the cache's folders
MB = 1e6


class Problem(Exception):
    """Something that is wrong, and what can be done about it."""


class Diagnosis(NamedTuple):
    """What was found in one check; `problem` says what is wrong, or is None."""

    name: str
    found: str | None
    problem: str | None = None


def examine(game: str) -> list[Diagnosis]:
    """Make all checks for the game `game`, and return what they found, in the order in which it is shown.

    The cache is checked before anything is compiled.
    """
    return [look(name, find) for name, find in checks(game).items()]


def look(name: str, find: Callable[[], str]) -> Diagnosis:
    """Make the check called `name` by calling `find`, and return what it found.

    If `find` raises an error, that is the problem of this check.
    """
    try:
        return Diagnosis(name, find())
    except Exception as error:  # noqa: BLE001  # the doctor reports any error
        return Diagnosis(name, None, str(error))


def show(findings: Iterable[Diagnosis], console: Console) -> None:
    """Show all findings on `console` as a table, and each problem in a line below it."""
    table = Table("what", "found", title=f"mom_env {__version__}", title_justify="left")
    for name, found, _ in findings:
        table.add_row(Text(name), Text("see below", "red") if found is None else Text(found))
    console.print(table)
    for name, _, problem in findings:
        if problem is not None:
            console.print(f"{name}: {problem}", style="red", markup=False, highlight=False, soft_wrap=True)
    console.print("[green]All is well.[/]" if is_well(findings) else "[red]Something is wrong.[/]")


def is_well(findings: Iterable[Diagnosis]) -> bool:
    """Return whether none of the findings has a problem."""
    return all(finding.problem is None for finding in findings)


def as_json(findings: Iterable[Diagnosis]) -> dict[str, object]:
    """Return all findings as JSON values by name, with their format and the version of the package."""
    rows = [finding._asdict() for finding in findings]
    return {"format": FORMAT, "version": __version__, "is_well": is_well(findings), "findings": rows}


def checks(game: str) -> dict[str, Callable[[], str]]:
    """Return all checks by name; each is a function that returns what it found, or raises an error."""
    return {
        "python": python,
        **{package: partial(base_package, package) for package in BASE},
        **{f"extra [{extra}]": partial(versions, packages) for extra, packages in extras().items()},
        "processor": lambda: f"{processor()}, {num_cores()} cores",
        "cache": partial(cache, game),
        "kernels": partial(kernels, game),
        "one game": partial(one_game, game),
        "threads": partial(threads, game),
    }


def python() -> str:
    """Return the version of the Python interpreter, and the system.

    Raises:
        Problem: the interpreter is too old.
    """
    if sys.version_info < OLDEST_PYTHON:
        raise Problem(f"expected {'.'.join(map(str, OLDEST_PYTHON))} or newer, found {platform.python_version()}")
    return f"{platform.python_version()}, {platform.system()} {platform.machine()}"


def base_package(package: str) -> str:
    """Return the version of the package called `package`, without which nothing works.

    Raises:
        Problem: the package is not installed.
    """
    found = version_of(package)
    if found is None:
        raise Problem("not installed; install mom-env again")
    return found


def versions(packages: Iterable[str]) -> str:
    """Return the names and versions of `packages`, those of an extra, in a line, with "none" for a missing one."""
    return ", ".join(f"{package} {version_of(package) or 'none'}" for package in packages)


def cache(game: str) -> str:
    """Return in words the folder of machine code, and its size for the game `game` and for all others.

    If that folder cannot be written, return where new machine code is kept instead.

    Raises:
        Problem: the folder cannot be written, and there is no machine code of this version in it.
    """
    from mom_env.kernel.cache import named_folder, why_not_writable, written_folder
    from mom_env.kernel.sources import package_named, packages_for

    package = package_named(load(game).package)
    named, written = named_folder(package), written_folder(package)
    size = sum(size_of(named_folder(each)) for each in packages_for(package.name))
    if written == named:
        others = sum(map(size_of, named.parent.glob(OF_ANY_SOURCES))) - size
        return f"{size / MB:.1f} MB; of other games and versions {others / MB:.1f} MB\n{named}"
    instead = f"new machine code is kept in {written}" if written else "new machine code cannot be kept"
    reason = f"{named} cannot be written ({why_not_writable(named)}); {instead}"
    if size == 0:
        raise Problem(f"{reason}, and there is none of this version to read")
    return f"{size / MB:.1f} MB to read; {reason}"


def size_of(directory: Path) -> int:
    """Return how many bytes all files below a directory have together."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


def kernels(game: str) -> str:
    """Return in words how many compiled functions of the game `game` have machine code, in all and by part."""
    from mom_env.kernel.cache import ENGINE, PARTS, ready
    from mom_env.kernel.jit import is_compiled
    from mom_env.kernel.sources import packages_for

    if not is_compiled():
        return "not compiled: NUMBA_DISABLE_JIT is set"
    packages = packages_for(load(game).package)
    found, by_part = ready(packages), {part: ready(packages, part) for part in (ENGINE, *PARTS.values())}
    parts = ", ".join(f"{part} {ready} of {kernels}" for part, (kernels, ready, _) in by_part.items() if kernels)
    said = f"{found.ready} of {found.kernels} are ready: {parts}"
    if found.foreign:
        said += f"\n{found.foreign} are ready for another processor only; see NUMBA_CPU_NAME in docs/engine.md"
    if found.ready < found.kernels:
        said += "\nthe others are compiled when they are first used, or all now: mom doctor --compile"
    return said


def one_game(game: str) -> str:
    """Play the same game of random choices twice, and return in words how it ended, and how many seconds each took.

    Raises:
        Problem: the two end differently, or returns that must sum to 0 do not.
    """
    begin = perf_counter()
    first, decisions = play_random_game(game)
    begin_again = perf_counter()
    second, _ = play_random_game(game)
    end = perf_counter()
    if first != second:
        raise Problem(f"expected the same result twice, found {first} and {second}")
    info = load(game).info
    if info.table(info.default_players).zero_sum and abs(sum(first["returns"])) > 1e-6:
        raise Problem(f"expected returns that sum to 0, found {first['returns']}")
    seconds = f"{begin_again - begin:.2f} s, then {(end - begin_again) * 1000:.1f} ms"
    return f"{decisions} decisions, {info.score} {first[info.score_name]}, winners {first['winners']}; {seconds}"


def play_random_game(game: str) -> tuple[dict[str, Any], int]:
    """Play a game of random choices, the same each time, and return its result and the number of decisions.

    The game has the default number of players.

    Raises:
        Problem: the game does not end.
    """
    table, rng = load(game).people.Game(seed=1), random.Random(1)  # noqa: S311  # not for secrets
    for decisions in range(MAX_DECISIONS):
        if table.over:
            return dict(table.result()), decisions
        table.play(rng.choice(table.legal_actions()))
    raise Problem(f"expected a game to end, found one that has not ended after {MAX_DECISIONS:,} decisions")


def threads(game: str) -> str:
    """Play a batch on two threads and on one, and return in words the threading layer that Numba has then chosen.

    With one thread of Numba, or without compilation, nothing is played.

    Raises:
        Problem: the two batches differ.
    """
    import numba

    from mom_env.kernel.jit import is_compiled

    most = numba.config.NUMBA_NUM_THREADS
    if most < 2 or not is_compiled():
        return f"{most} of Numba, not tried"
    if batch_bytes(game, 1) != batch_bytes(game, 2):
        raise Problem("a batch on two threads differs from the same batch on one")
    return f"{most} of Numba, layer {numba.threading_layer()}; two and one play the same games"


def batch_bytes(game: str, num_threads: int) -> bytes:
    """Return the records of a small batch, as bytes, after some random steps on `num_threads` threads."""
    games, rng = load(game).people.VectorGame(64, seed=1, num_threads=num_threads), np.random.default_rng(1)
    for _ in range(50):
        games.step(games.sample(rng))
    states: bytes = games.states.tobytes()
    return states
