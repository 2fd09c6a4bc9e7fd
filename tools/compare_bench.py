"""Compare the speed of two commits by running their benches in turn.

    python -m tools.compare_bench main~5 main --bench engine --bench env --pairs 10
    python -m tools.compare_bench HEAD . --bench engine           # the working tree as it is

Each commit is checked out into a folder of its own, with an environment of exactly the packages that its constraints
name. Then processes of both take turns: old, new, new, old, ... Other work of the machine affects both alike, so the
ratio of each pair says more than any absolute figure. The table has the median ratio of all pairs, new over old, with a
95 % interval from order statistics; no distribution is assumed.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from mom_env.bench.report import in_words
from mom_env.common.console import new_console
from mom_env.work.progress import tracked

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mom_env" / "compare"
WORKING_TREE = "."
EXTRAS = "arena,render,train"
SURE = 0.95
MAIN = "from mom_env.cli import main; main()"
# Each process takes some 10 to 40 s. `train` measures for a fixed time, and all others measure one round.
COMMANDS: dict[str, tuple[str, ...]] = {
    "engine": ("engine", "--rounds", "1", "--no-first-use"),
    "first-use": ("engine", "--rounds", "1", "--steps", "100"),
    "env": ("env", "--rounds", "1"),
    "train": ("train", "--seconds", "15"),
    "agent": ("agent", "ppo-2p", "--rounds", "1"),
    "search": ("search", "--rounds", "1"),
}

app = typer.Typer(add_completion=False)


class Version(NamedTuple):
    """A commit that has been checked out into a folder, and the interpreter that has its packages."""

    name: str
    folder: Path
    python: Path


class Ratio(NamedTuple):
    """A figure of both versions, and the ratio of the new one to the old one."""

    name: str
    unit: str
    old: float  # median
    new: float  # median
    ratio: float  # median of new over old
    interval: tuple[float, float] | None  # of the ratio; None if there are too few pairs


# The two versions


def check_out(commit: str, into: Path) -> str:
    """Write the files of a commit of this repository into the folder `into`, and return the commit's short name.

    The commit "." is the working tree as it is, without the files that git ignores.
    """
    if commit == WORKING_TREE:
        listed = git("ls-files", "--cached", "--others", "--exclude-standard", "-z")
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (into / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, into / name)
        return "working tree"
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(into)], input=archive, check=True)
    return git("rev-parse", "--short", commit).strip()


def git(*words: str) -> str:
    """Run git with the arguments `words` in this repository, and return what it prints."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def environment_of(folder: Path) -> Path:
    """Return the path of a Python interpreter with the packages that a checkout in `folder` needs.

    Its virtual environment is made if needed, and used again for all checkouts with the same packages.
    """
    wanted = (folder / "pyproject.toml").read_bytes() + (folder / "constraints.txt").read_bytes()
    home = HOME / hashlib.sha256(wanted + sys.version.encode()).hexdigest()[:16]
    python = home / "bin" / "python"
    if not (home / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-c", "constraints.txt", f".[{EXTRAS}]"], cwd=folder, check=True)
        subprocess.run([str(python), "-m", "pip", "uninstall", "--quiet", "--yes", "mom-env"], check=True)
        (home / "ready").touch()
    return python


def version_of(commit: str, folder: Path) -> Version:
    """Return a commit checked out into the new folder `folder`, with an interpreter that has its packages."""
    folder.mkdir()
    name = check_out(commit, folder)
    return Version(name, folder, environment_of(folder))


# Measuring


def measure(version: Version, command: Sequence[str]) -> dict[str, tuple[str, float]]:
    """Run a bench of one version in a process, and return the unit and the value of each figure, by the figure's name.

    `command` has the words behind `mom bench`.

    Raises:
        typer.BadParameter: the bench failed; the message has the end of what it wrote to stderr.
    """
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "figures.json"
        words = [str(version.python), "-c", MAIN, "bench", *command, "--json", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(version.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(words, cwd=version.folder, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise typer.BadParameter(f"{version.name}: `mom bench {' '.join(command)}` failed:\n{done.stderr[-2000:]}")
        return figures_of(json.loads(file.read_text(encoding="utf-8")))


def figures_of(content: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    """Return the unit and the value of each figure in a bench's file, by the figure's name.

    The file has a list of figures, or else all numbers in it are taken, named by their keys and without a unit.

    >>> figures_of({"figures": {"rates": [1.0, 3.0, 9.0], "share": {"rollout": 0.5}}})
    {'rates': ('', 3.0), 'share rollout': ('', 0.5)}
    """
    if isinstance(content["figures"], list):
        return {entry["name"]: (entry["unit"], float(entry["median"])) for entry in content["figures"]}
    found = {name: value for key in ("figures", "sb3") for name, value in numbers_in(content.get(key), ())}
    return {name: ("", value) for name, value in found.items()}


def numbers_in(content: Any, keys: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Yield all numbers in nested mappings, each with a name made from its keys.

    Of a list of numbers, yield the median.

    `keys` are those that lead to `content`.
    """
    if isinstance(content, Mapping):
        for key, value in content.items():
            yield from numbers_in(value, (*keys, str(key)))
    elif isinstance(content, list) and content and all(isinstance(one, int | float) for one in content):
        yield " ".join(keys), float(median(content))
    elif isinstance(content, int | float) and not isinstance(content, bool):
        yield " ".join(keys), float(content)


def take_turns(old: Version, new: Version, command: Sequence[str], pairs: int, console: Console) -> list[Ratio]:
    """Measure both versions in turn, `pairs` times each, and return the ratios of all figures that both versions have.

    A first run of each version is not counted, as it compiles.

    Args:
        old: one version.
        new: the other version; ratios are new over old.
        command: the words behind `mom bench`.
        pairs: number of measurements of each version.
        console: where progress is shown.
    """
    runs: dict[Version, list[dict[str, tuple[str, float]]]] = {old: [], new: []}
    for version in (old, new):
        measure(version, command)  # compiles, and is not counted
    for pair in tracked(range(pairs), " ".join(command), pairs, console):
        for version in (old, new) if pair % 2 == 0 else (new, old):
            runs[version].append(measure(version, command))
    names = [name for name in runs[old][0] if name in runs[new][0]]
    return [ratio_of(name, [run[name] for run in runs[old]], [run[name] for run in runs[new]]) for name in names]


def ratio_of(name: str, old: Sequence[tuple[str, float]], new: Sequence[tuple[str, float]]) -> Ratio:
    """Return the ratio of one figure, new over old.

    Args:
        name: of the figure.
        old: unit and value in each measurement of the old version.
        new: unit and value in each measurement of the new version, in the same order.
    """
    before, after = [value for _, value in old], [value for _, value in new]
    ratios = sorted(b / a if a else float("nan") for a, b in zip(before, after, strict=True))
    return Ratio(name, old[0][0], median(before), median(after), median(ratios), interval_of(ratios))


def interval_of(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the 95 % interval of the median of sorted values, or None if there are too few values.

    >>> interval_of([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0])
    (2.0, 9.0)
    >>> interval_of([1.0, 2.0, 3.0, 4.0, 5.0])
    """
    count, best = len(values), None
    for cut in range(count // 2):
        outside = 2 * sum(comb(count, below) for below in range(cut + 1)) / 2**count
        if 1 - outside >= SURE:
            best = values[cut], values[-1 - cut]
    return best


# Reporting


def table_of(command: str, ratios: Sequence[Ratio], old: Version, new: Version) -> Table:
    """Return the ratios of one bench as a table for the terminal; `command` is its title."""
    table = Table("figure", "unit", old.name, new.name, "new / old", "95 %", title=command)
    for row in rows_of(ratios):
        table.add_row(*row)
    return table


def rows_of(ratios: Sequence[Ratio]) -> list[tuple[str, ...]]:
    """Return a row of text for each ratio: name, unit, both values, the ratio and its interval."""
    return [
        (one.name, one.unit, in_words(one.old), in_words(one.new), f"{one.ratio:.3f}", interval_in_words(one.interval))
        for one in ratios
    ]


def interval_in_words(interval: tuple[float, float] | None) -> str:
    """Return an interval as text; "too few pairs" stands for None."""
    return f"{interval[0]:.3f} to {interval[1]:.3f}" if interval else "too few pairs"


@app.command()
def main(
    old: Annotated[str, typer.Argument(help="A commit.")],
    new: Annotated[str, typer.Argument(help="Another one; . is the working tree.")],
    bench: Annotated[list[str] | None, typer.Option(help=f"Some of {', '.join(COMMANDS)}; engine by default.")] = None,
    pairs: Annotated[int, typer.Option(min=1, help="Number of pairs of measurements; an interval needs 6.")] = 10,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all ratios to this file.")] = None,
) -> None:
    """Measure two commits in turn, and show the ratios of all figures."""
    console, found = new_console(), {}
    for name in bench or ["engine"]:
        if name not in COMMANDS:
            raise typer.BadParameter(f"bench: expected some of {', '.join(COMMANDS)}, found {name!r}")
    with TemporaryDirectory() as scratch:
        before, after = (version_of(commit, Path(scratch) / str(at)) for at, commit in enumerate((old, new)))
        for name in bench or ["engine"]:
            found[name] = take_turns(before, after, COMMANDS[name], pairs, console)
            console.print(table_of(f"mom bench {' '.join(COMMANDS[name])}", found[name], before, after))
    if json_file:
        content = {name: [one._asdict() for one in ratios] for name, ratios in found.items()}
        json_file.write_text(json.dumps({"old": old, "new": new, "pairs": pairs, "benches": content}, indent=1))


if __name__ == "__main__":
    app()
