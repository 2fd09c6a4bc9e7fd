"""Do the tests bite? Each mutant is one changed line, and must make one of the tests that are near to it fail.

    python -m tests.mutants.run                all of them; after an interrupt the next run continues
    python -m tests.mutants.run --only R5      those of one area, section or ruling
    python -m tests.mutants.run --game ape_town    those of the rules of one game
    python -m tests.mutants.run --write        all of them, and docs/mutants.md
    python -m tests.mutants.run --new          those without a verdict in docs/mutants.md, and writes it there
    python -m tests.mutants.run --list         none, but docs/mutants.md lists what there is

Each runs in a copy of the project, mostly in plain Python: kernels are not compiled for one line.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from mom_env.common.console import INTERRUPTED
from mom_env.work.backends import Place
from mom_env.work.job import Job, Link
from mom_env.work.progress import Count
from mom_env.work.run import run_parts
from tests.mutants.lists import ROOT, Mutant, MutantError, games_with_mutants, load_package, load_rules, mutate, mutated
from tests.mutants.page import NOT_YET, REPORT, kept_verdicts, page

PROGRESS = ROOT / ".mutants.jsonl"  # verdicts so far, below a line that tells which files they are about
COPIED = ("agents", "configs", "examples", "mom_env", "pyproject.toml", "tests", "tools", "training")
TESTS_PASSED, TESTS_FAILED = 0, 1  # how pytest ends
SECONDS = 1800  # a run takes some seconds; a busy machine must not decide what is killed
SURVIVED = "survived"
NO_ANSWER = f"no answer in {SECONDS} s"
NOT_RUN = "tests that could not be run"  # as nothing can be imported: every test would notice
ALIVE = {SURVIVED, NO_ANSWER, NOT_RUN}


class Verdict(NamedTuple):
    """What came of a mutant."""

    killer: str  # the test that failed, or one of ALIVE
    seconds: float


class Run(NamedTuple):
    """What pytest is asked to run: tests in this order, of a rule only those with its mark."""

    tests: tuple[str, ...]
    rule: str
    compiled: bool

    def arguments(self) -> list[str]:
        """Return the arguments of pytest."""
        rule = ["-p", "tests.mutants.only_rule", "--rule", self.rule] if self.rule else []
        inside = [] if self.compiled else ["-m", "not outside"]
        return ["-x", "-p", "no:cacheprovider", *rule, *inside, *self.tests]

    def environment(self, root: Path) -> dict[str, str]:
        """Return the environment for tests in that folder, which leave nothing outside of it."""
        own = {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "MOM_ENV_CACHE_DIR": str(root / "cache")}
        jit = {"NUMBA_DISABLE_JIT": "0" if self.compiled else "1"}
        return {**os.environ, **own, **jit}


def run_of(mutant: Mutant) -> Run:
    """Return the run that has to kill the mutant."""
    return Run(mutant.tests, mutant.rule, mutant.compiled)


def runs_without_mutants(mutants: Sequence[Mutant]) -> list[Run]:
    """Return the runs that have to pass: all tests of an area together, once in each way that they are run."""
    tests: dict[tuple[str, str, str, bool], dict[str, None]] = {}
    for mutant in mutants:
        key = (mutant.area, mutant.game, mutant.rule, mutant.compiled)
        tests.setdefault(key, {}).update(dict.fromkeys(mutant.tests))
    return [Run(tuple(names), rule, compiled) for (_, _, rule, compiled), names in tests.items()]


def copy_project(project: Path, target: Path) -> None:
    """Copy all that tests need, so that nothing of the working tree is touched."""
    for name in COPIED:
        if (project / name).is_dir():
            shutil.copytree(project / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(project / name, target / name)


def verdict(run: Run, mutant: Mutant | None = None, project: Path = ROOT) -> Verdict:
    """Return the test that kills the mutant, or SURVIVED; without a mutant, a test that fails as it is."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        copy_project(project, root)
        if mutant:
            mutate(mutant, root)
        killer = run_tests(run, root)
    return Verdict(killer, round(time.monotonic() - began, 1))


def run_tests(run: Run, root: Path) -> str:
    """Return the first test that fails in that folder, or why there is none."""
    command = [sys.executable, "-m", "pytest", *run.arguments()]
    environment = run.environment(root)
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, timeout=SECONDS, capture_output=True, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        return NO_ANSWER
    failed = re.search(r"^(?:FAILED|ERROR) [\w/]+\.py::(\w+)", done.stdout, re.MULTILINE)
    if done.returncode == TESTS_FAILED and failed:
        return failed.group(1)
    if done.returncode == TESTS_PASSED:
        return SURVIVED
    return NOT_RUN


class Trial(NamedTuple):
    """Tests that are run on a mutant, or on the project as it is."""

    run: Run
    mutant: Mutant | None = None


class TrialsJob(Job[Trial, Verdict]):
    """Runs tests, each in a copy of a project, which is removed afterwards, also if Ctrl-C ends them."""

    noun = "runs of tests"
    is_long = True

    def __init__(self, project: Path) -> None:
        """Make the job for a project, which must not change meanwhile."""
        self.project = project

    def begin(self, link: Link) -> Callable[[Trial], Verdict]:  # noqa: ARG002 - Ctrl-C is all that ends tests
        """Return the function that runs tests."""
        return lambda trial: verdict(trial.run, trial.mutant, self.project)


class Verdicts:
    """The ledger of runs: verdicts on mutants are appended to the file PROGRESS, and runs without any have to pass.

    Attributes:
        known: verdicts by mutant or run, those of an earlier run included.
    """

    def __init__(self, name: str, known: dict[str, Verdict], total: int, console: Console) -> None:
        """Begin with the verdicts that are `known` of a `total`. Those that should not be are printed on `console`.

        `name` says what is counted.
        """
        self.known, self._name, self._total, self._console = known, name, total, console

    def add(self, part: Trial, result: Verdict) -> None:
        """Keep a verdict.

        Raises:
            MutantError: a test fails without any mutant.
        """
        if part.mutant is None:
            check_passes(part.run, result)
        else:
            remember(part.mutant, result)
            if not is_right(part.mutant, result):
                self._console.print(f"{result.killer}: {part.mutant}", style="red", markup=False)
        self.known[repr(part.mutant or part.run)] = result

    def has_enough(self) -> bool:
        """Return False: all verdicts are wanted."""
        return False

    def counts(self) -> list[Count]:
        """Return how many verdicts are known."""
        return [Count(self._name, len(self.known), self._total)]

    def save(self) -> None:
        """Do nothing, as each verdict is kept at once."""


def check_passes(run: Run, found: Verdict) -> None:
    """Check that tests pass without a mutant: else they would say nothing.

    Raises:
        MutantError: a test fails.
    """
    if found.killer != SURVIVED:
        raise MutantError(f"{' '.join(run.arguments())}: {found.killer} fails without any mutant")


def run_all(mutants: Sequence[Mutant], jobs: int, console: Console) -> list[Verdict] | None:
    """Return the verdict on each mutant, in order, or None after Ctrl-C. A copy of the project is what is tested.

    Raises:
        MutantError: a mutant does not fit, or tests fail without any.
    """
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        copy_project(ROOT, project)
        for mutant in mutants:
            mutated((project / mutant.file).read_text(encoding="utf-8"), mutant)
        every = known_verdicts(digest_of(project))
        known = {repr(mutant): every[repr(mutant)] for mutant in mutants if repr(mutant) in every}
        left = [mutant for mutant in mutants if repr(mutant) not in known]
        if known:
            console.print(f"continued: {len(known)} of {len(mutants)} verdicts are known")
        checks = [Trial(run) for run in runs_without_mutants(left)]
        trials = [Trial(run_of(mutant), mutant) for mutant in left]
        verdicts = Verdicts("mutants", known, len(mutants), console)
        for parts, ledger in ((checks, Verdicts("tests", {}, len(checks), console)), (trials, verdicts)):
            if not run_parts(TrialsJob(project), parts, ledger, Place(jobs), console, "the next run continues"):
                return None
        return [verdicts.known[repr(mutant)] for mutant in mutants]


def is_right(mutant: Mutant, found: Verdict) -> bool:
    """Return whether the verdict is the one that has to be: a mutant is killed, unless nothing can differ."""
    return found.killer == SURVIVED if mutant.equivalent else found.killer not in ALIVE


# Continuing after an interrupt


def digest_of(project: Path) -> str:
    """Return a hash of all files but the lists of mutants: verdicts are about these."""
    digest = hashlib.sha256()
    for path in sorted(path for path in project.rglob("*") if path.is_file() and "mutants" not in path.parts):
        digest.update(path.relative_to(project).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def known_verdicts(digest: str) -> dict[str, Verdict]:
    """Return the verdicts that an interrupted run has left on the same files; begin again if they are of others."""
    first, *rest = PROGRESS.read_text(encoding="utf-8").splitlines() if PROGRESS.exists() else [""]
    if first != digest:
        PROGRESS.write_text(digest + "\n", encoding="utf-8")
        return {}
    return {mutant: Verdict(*found) for mutant, *found in map(json.loads, rest)}


def remember(mutant: Mutant, found: Verdict) -> None:
    """Keep a verdict for a run that continues."""
    with PROGRESS.open("a", encoding="utf-8") as file:
        file.write(json.dumps([repr(mutant), *found]) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Run mutants: do the tests near to them notice?")
    parser.add_argument("--only", metavar="AREA", help="only those of one area, section or ruling: observation, 3.1.5")
    parser.add_argument("--game", choices=games_with_mutants(), help="only those of the rules of one game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--write", action="store_true", help="write docs/mutants.md")
    parser.add_argument("--new", action="store_true", help="only those without a verdict, and write docs/mutants.md")
    parser.add_argument("--list", action="store_true", help="run none, and bring docs/mutants.md up to date")
    options = parser.parse_args()
    console = Console()
    everything = [*(mutant for game in games_with_mutants() for mutant in load_rules(game)), *load_package()]
    kept = kept_verdicts(everything, REPORT.read_text("utf-8"))
    if options.list:
        REPORT.write_text(page(everything, kept), encoding="utf-8")
        return 0
    mutants = [mutant for mutant in everything if options.only in (None, mutant.area, mutant.rule)]
    mutants = [mutant for mutant in mutants if options.game in (None, mutant.game)]
    if options.new:
        lacking = {repr(mutant) for mutant, killer in zip(everything, kept, strict=True) if killer == NOT_YET}
        mutants = [mutant for mutant in mutants if repr(mutant) in lacking and not mutant.equivalent]
    found = run_all(mutants, options.jobs, console)
    if found is None:
        return INTERRUPTED
    wrong = sum(not is_right(*pair) for pair in zip(mutants, found, strict=True))
    minutes = sum(verdict.seconds for verdict in found) / 60
    console.print(f"{len(mutants) - wrong} of {len(mutants)} as they have to be; {minutes:.0f} minutes of tests")
    if options.write and not options.only and not options.game and not wrong:
        REPORT.write_text(page(mutants, [verdict.killer for verdict in found]), encoding="utf-8")
        PROGRESS.unlink()
    if options.new and not wrong:
        killers = {repr(mutant): verdict.killer for mutant, verdict in zip(mutants, found, strict=True)}
        kept = [killers.get(repr(mutant), killer) for mutant, killer in zip(everything, kept, strict=True)]
        REPORT.write_text(page(everything, kept), encoding="utf-8")
        PROGRESS.unlink()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
