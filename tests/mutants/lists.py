"""The kept mutants: of each game's rules in `rules/`, of the rest of the package in `package/`, a file for each area.

A mutant is one line of a file, and the line that a maintainer might have written there by a slip.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RULES = "rules"


class MutantError(Exception):
    """A mutant that cannot be made, or a run that says nothing about it."""


@dataclass(frozen=True)
class Mutant:
    """One line of a file, and what stands there instead.

    Attributes:
        area: part of the package; that of all rules is `RULES`.
        file: path from the root of the repository.
        line: the line, without its indentation.
        mutant: what stands there instead.
        tests: files and ids of tests, the nearest first; a mutant of a rule is for all tests with its mark.
        rule: section or ruling, of a mutant of the rules.
        game: whose rules they are.
        nth: which of the equal lines of the file is changed, from 1.
        of: how many equal lines the file has.
        compiled: whether the tests run with compiled kernels; else `outside` tests are left out.
        equivalent: why behaviour cannot differ; such a mutant has to survive.
    """

    area: str
    file: str
    line: str
    mutant: str
    tests: tuple[str, ...] = ("tests/monkeys_on_the_moon/rules",)
    rule: str = ""
    game: str = ""
    nth: int = 1
    of: int = 1
    compiled: bool = False
    equivalent: str = ""

    def __str__(self) -> str:
        """What changes where, in one line."""
        return f"{self.rule or self.area} {self.file}: {self.line}  ->  {self.mutant}"


def games_with_mutants() -> list[str]:
    """Return the names of the games whose rules have mutants, sorted."""
    return sorted(path.stem for path in (HERE / "rules").glob("*.toml"))


def load_rules(game: str) -> list[Mutant]:
    """Return the mutants of the rules of a game, which the tests of its rules have to kill."""
    rows = _read(HERE / "rules" / f"{game}.toml")["mutants"]
    common: dict[str, Any] = {"area": RULES, "game": game, "tests": (f"tests/{game}/rules",)}
    return [Mutant(**{**common, **row, "file": f"mom_env/{game}/{row['file']}"}) for row in rows]


def load_package() -> list[Mutant]:
    """Return the mutants of the rest of the package; an area's file says what its mutants have in common."""
    mutants = []
    for path in sorted((HERE / "package").glob("*.toml")):
        common = _read(path)
        for row in common.pop("mutants"):
            entry = {"area": path.stem, **common, **row}
            mutants.append(Mutant(**{**entry, "tests": tuple(entry["tests"])}))
    return mutants


def mutated(source: str, mutant: Mutant) -> str:
    """Return the source with that one line changed.

    Raises:
        MutantError: the line does not stand in the file as often as the mutant says.
    """
    lines = source.splitlines()
    found = [number for number, line in enumerate(lines) if line.strip() == mutant.line]
    if len(found) != mutant.of:
        times = "exactly one line" if mutant.of == 1 else f"exactly {mutant.of} lines"
        raise MutantError(f"{mutant.file}: expected {times} {mutant.line!r}, found {len(found)}")
    place = found[mutant.nth - 1]
    lines[place] = lines[place].replace(mutant.line, mutant.mutant)
    return "\n".join(lines) + "\n"


def mutate(mutant: Mutant, root: Path) -> None:
    """Change the file below `root`."""
    path = root / mutant.file
    path.write_text(mutated(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
