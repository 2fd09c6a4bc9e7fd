"""The page of the docs: every mutant, and the test that killed it."""

from collections.abc import Iterable, Sequence

from mom_env.games import load
from tests.mutants.lists import ROOT, RULES, Mutant

REPORT = ROOT / "docs" / "mutants.md"

NOT_YET = "not run yet"  # the verdict on a mutant that was added after the last whole run
HEAD = """# Do the tests bite?

A mutant is one changed line, a mistake that a maintainer might make. The nearest tests have to fail: {count} mutants,
{killed} killed{equivalent}{not_yet}.
A line that is not found any more is an error.

`make mutants` runs all and writes this page; after an interrupt it continues. `python -m tests.mutants.run --only R5`
runs the mutants of one area, section or ruling, and `--list` brings this page up to date without running any: it keeps
the verdicts on mutants that have not changed, and says of all others that they have not been run yet. `--new` runs
those, and writes what came of them here.
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


def page(mutants: Sequence[Mutant], verdicts: Sequence[str]) -> str:
    """Return the page of the mutants; `verdicts` has for each the test that killed it, or NOT_YET."""
    pairs = list(zip(mutants, verdicts, strict=True))
    games = dict.fromkeys(mutant.game for mutant in mutants if mutant.area == RULES)
    package = [pair for pair in pairs if pair[0].area != RULES]
    areas = ", ".join(dict.fromkeys(mutant.area for mutant, _ in package))
    equivalent = sum(bool(mutant.equivalent) for mutant in mutants)
    but = f"; {equivalent} cannot change anything, and say why" if equivalent else ""
    waiting = sum(verdict == NOT_YET and not mutant.equivalent for mutant, verdict in pairs)
    later = f"; {waiting} have not been run yet" if waiting else ""
    killed = len(mutants) - equivalent - waiting
    head = HEAD.format(count=len(mutants), killed=killed, equivalent=but, not_yet=later)
    of_rules = "".join(part_of_rules(game, [pair for pair in pairs if pair[0].game == game]) for game in games)
    return head + of_rules + OF_PACKAGE.format(count=len(package), areas=areas) + rows(package)


def kept_verdicts(mutants: Sequence[Mutant], text: str) -> list[str]:
    """Return the verdict on each mutant that the page `text` has, or NOT_YET if it has none."""
    lines = [line.removesuffix(" |").partition(" | ")[2] for line in text.splitlines() if line.startswith("| ")]
    known = {told: verdict for told, _, verdict in (line.rpartition(" | ") for line in lines)}
    return [known.get(row(mutant, "").rpartition(" | ")[0], NOT_YET) for mutant in mutants]


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
