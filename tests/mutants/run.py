"""Do the rule tests bite? Each mutant is one changed line of the rules, and must make a test fail.

Only the tests that are marked with the mutant's section or ruling are asked, in plain Python, on a copy.

    python tests/mutants/run.py                 all of them, in some minutes
    python tests/mutants/run.py --only R5       those of one section or ruling
    python tests/mutants/run.py --write         all of them, and the table into docs/mutants.md
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPORT = ROOT / "docs" / "mutants.md"
GAME = "mom_env/monkeys_on_the_moon"
COPIED = ("mom_env", "configs", "pyproject.toml", "tests/rules", "tests/mutants")
COPIED_TESTS = ("tests/__init__.py", "tests/build.py", "tests/layout.py", "tests/words.py")

TESTS_PASSED, TESTS_FAILED = 0, 1  # how pytest ends
SECONDS = 900  # a run takes two or three; a busy machine must not decide what is killed
SURVIVED = "survived"
NO_ANSWER = f"no answer in {SECONDS} s"
ALIVE = {SURVIVED, NO_ANSWER}


class MutantError(Exception):
    """A mutant that cannot be made, or a run that says nothing about it."""


@dataclass(frozen=True)
class Mutant:
    """One line of a file of the game and what stands there instead."""

    rule: str
    file: str
    line: str
    mutant: str


def load_mutants() -> list[Mutant]:
    """The kept list."""
    return [Mutant(**row) for row in tomllib.loads((HERE / "mutants.toml").read_text(encoding="utf-8"))["mutants"]]


def mutated(source: str, mutant: Mutant) -> str:
    """The source with that one line changed.

    Raises:
        MutantError: the line does not stand in the file exactly once.
    """
    lines = source.splitlines()
    found = [number for number, line in enumerate(lines) if line.strip() == mutant.line]
    if len(found) != 1:
        raise MutantError(f"{mutant.file}: expected exactly one line {mutant.line!r}, found {len(found)}")
    lines[found[0]] = lines[found[0]].replace(mutant.line, mutant.mutant)
    return "\n".join(lines) + "\n"


def source_of(mutant: Mutant, root: Path = ROOT) -> Path:
    """The file that it changes."""
    return root / GAME / mutant.file


def copy_project(project: Path, target: Path) -> None:
    """Package, decks and rule tests, so that nothing of the working tree is touched."""
    for name in (*COPIED, *COPIED_TESTS):
        source, copy = project / name, target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy)


def verdict(rule: str, mutant: Mutant | None = None, project: Path = ROOT) -> str:
    """The test of that rule that kills the mutant, or SURVIVED; without a mutant, a test of the code as it is."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        copy_project(project, root)
        if mutant:
            path = source_of(mutant, root)
            path.write_text(mutated(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")
        return run_tests(root, rule)


def run_tests(root: Path, rule: str) -> str:
    """The first test of a rule that fails in that folder, or SURVIVED, or NO_ANSWER."""
    plugin = ("-p", "tests.mutants.only_rule", "--rule", rule)
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", *plugin, "tests/rules"]
    environment = {**os.environ, "PYTHONPATH": str(root), "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            command, cwd=root, env=environment, timeout=SECONDS, capture_output=True, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        return NO_ANSWER
    failed = re.search(r"^FAILED tests/rules/\w+\.py::(\w+)", run.stdout, re.MULTILINE)
    if run.returncode == TESTS_FAILED and failed:
        return failed.group(1)
    if run.returncode == TESTS_PASSED:
        return SURVIVED
    raise MutantError(f"rule {rule}: the tests could not be run\n{run.stdout}{run.stderr}")


def run_all(mutants: Sequence[Mutant], jobs: int, console: Console) -> list[str]:
    """The verdict on each mutant, in order. The project is copied first, as it may be edited meanwhile.

    Raises:
        MutantError: one does not fit, or the tests fail without any.
    """
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        project = Path(folder)
        copy_project(ROOT, project)
        for mutant in mutants:
            mutated(source_of(mutant, project).read_text(encoding="utf-8"), mutant)
        check_rules(sorted({mutant.rule for mutant in mutants}), project, pool, console)
        verdicts = pool.map(lambda mutant: verdict(mutant.rule, mutant, project), mutants)
        return list(track(verdicts, "Mutants", total=len(mutants), console=console))


def check_rules(rules: Sequence[str], project: Path, pool: Executor, console: Console) -> None:
    """Without a mutant all tests of these rules pass.

    Raises:
        MutantError: one does not, so it would say nothing of a mutant.
    """
    verdicts = pool.map(lambda rule: verdict(rule, project=project), rules)
    for rule, test in zip(rules, track(verdicts, "Tests", total=len(rules), console=console), strict=True):
        if test != SURVIVED:
            raise MutantError(f"{rule}: {test} fails without any mutant")


def report(mutants: Sequence[Mutant], verdicts: Sequence[str]) -> str:
    """The page of the docs."""
    killed = sum(verdict not in ALIVE for verdict in verdicts)
    rows = [
        f"| {number} | {mutant.rule} | {mutant.file} | {code(mutant.line)} | {code(mutant.mutant)} | {verdict} |"
        for number, (mutant, verdict) in enumerate(zip(mutants, verdicts, strict=True), start=1)
    ]
    return HEAD.format(killed=killed, count=len(mutants)) + "\n".join(rows) + "\n"


HEAD = """# Do the rule tests bite?

{count} mutants, each one changed line of the rules; {killed} killed. Of each section and ruling there is at least one,
and it counts as killed only by a test that is marked with that section or ruling.

`python tests/mutants/run.py --write` runs all and writes this page; the list is `tests/mutants/mutants.toml`.

| no. | rule | file | line | mutant | killed by |
| --- | --- | --- | --- | --- | --- |
"""


def code(line: str) -> str:
    """A line of code in a Markdown table."""
    return "`" + line.replace("|", "\\|") + "`"


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the mutants of the rules.")
    parser.add_argument("--only", metavar="RULE", help="only those of one section or ruling, as 3.1.5 or R2")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--write", action="store_true", help="write docs/mutants.md")
    options = parser.parse_args()
    console = Console()
    mutants = [mutant for mutant in load_mutants() if options.only in (None, mutant.rule)]
    verdicts = run_all(mutants, options.jobs, console)
    survivors = [mutant for mutant, verdict in zip(mutants, verdicts, strict=True) if verdict in ALIVE]
    for mutant in survivors:
        console.print(
            f"survived: {mutant.rule} {mutant.file}: {mutant.line}  ->  {mutant.mutant}", style="red", markup=False
        )
    if options.write and not options.only:
        REPORT.write_text(report(mutants, verdicts), encoding="utf-8")
    console.print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
