"""The page of the docs: every mutant, and the test that killed it."""

from collections.abc import Iterable, Sequence

from mom_env.games import load
from tests.mutants.lists import ROOT, RULES, Mutant

REPORT = ROOT / "docs" / "mutants.md"

HEAD = """# Do the tests bite?

A mutant is one changed line, a mistake that a maintainer might make. The nearest tests have to fail: {count} mutants,
{killed} killed{equivalent}. A line that is not found any more is an error.

`make mutants` runs all and writes this page; after an interrupt it continues. One after the other, the runs took
{minutes} minutes. `python -m tests.mutants.run --only R5` runs the mutants of one area, section or ruling.
"""
OF_RULES = """
## The rules of {title}

{count} mutants, in `tests/mutants/rules/{game}.toml`. Of each section and ruling there is at least one, and it counts
as killed only by a test that is marked with that section or ruling.

| no. | rule | file | line | mutant | killed by |
| --- | --- | --- | --- | --- | --- |
"""
OF_PACKAGE = """
## The rest of the package

{count} mutants, in `tests/mutants/package/`: {areas}.

| no. | area | file | line | mutant | killed by |
| --- | --- | --- | --- | --- | --- |
"""


def page(mutants: Sequence[Mutant], verdicts: Sequence[str], minutes: float) -> str:
    """Return the page."""
    pairs = list(zip(mutants, verdicts, strict=True))
    games = dict.fromkeys(mutant.game for mutant in mutants if mutant.area == RULES)
    package = [pair for pair in pairs if pair[0].area != RULES]
    areas = ", ".join(dict.fromkeys(mutant.area for mutant, _ in package))
    equivalent = sum(bool(mutant.equivalent) for mutant in mutants)
    but = f"; {equivalent} cannot change anything, and say why" if equivalent else ""
    killed = len(mutants) - equivalent
    head = HEAD.format(count=len(mutants), killed=killed, equivalent=but, minutes=round(minutes))
    of_rules = "".join(part_of_rules(game, [pair for pair in pairs if pair[0].game == game]) for game in games)
    return head + of_rules + OF_PACKAGE.format(count=len(package), areas=areas) + rows(package)


def part_of_rules(game: str, pairs: Sequence[tuple[Mutant, str]]) -> str:
    """Return the part of the page about the rules of a game."""
    return OF_RULES.format(title=load(game).info.title, game=game, count=len(pairs)) + rows(pairs)


def rows(pairs: Iterable[tuple[Mutant, str]]) -> str:
    """Return the rows of a table."""
    return "".join(f"| {number} | {row(*pair)} |\n" for number, pair in enumerate(pairs, start=1))


def row(mutant: Mutant, verdict: str) -> str:
    """Return a mutant's row, without its number."""
    cells = (mutant.rule or mutant.area, mutant.file, code(mutant.line), code(mutant.mutant))
    return " | ".join((*cells, f"equivalent: {mutant.equivalent}" if mutant.equivalent else verdict))


def code(line: str) -> str:
    """Return a line of code for a Markdown table."""
    return "`" + line.replace("|", "\\|") + "`"
