"""The kept mutants still fit the rules, cover all of them, and a few are run; all of them are run by command."""

import re

import pytest

from tests.mutants.run import (
    ALIVE,
    REPORT,
    SURVIVED,
    Mutant,
    MutantError,
    code,
    load_mutants,
    mutated,
    source_of,
    verdict,
)
from tests.test_rules_cited import RULINGS, SECTIONS

MUTANTS = load_mutants()
TRIED = ("3.1.5", "R2", "4.3")


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}-{mutant.line}")
def test_each_mutant_changes_exactly_one_line_into_other_code(mutant: Mutant) -> None:
    source = source_of(mutant).read_text(encoding="utf-8")
    changed = mutated(source, mutant)
    compile(changed, mutant.file, "exec")
    pairs = zip(source.splitlines(), changed.splitlines(), strict=True)
    assert sum(before != after for before, after in pairs) == 1


def test_there_is_a_mutant_for_every_section_and_ruling() -> None:
    assert {mutant.rule for mutant in MUTANTS} == {*SECTIONS, *RULINGS}


def test_no_mutant_is_listed_twice() -> None:
    assert len(set(MUTANTS)) == len(MUTANTS)


@pytest.mark.parametrize("source", ["x = 1\n", "x = 2\n    x = 2\n"], ids=["gone", "twice"])
def test_a_line_that_does_not_stand_there_exactly_once_is_an_error(source: str) -> None:
    with pytest.raises(MutantError, match="exactly one line 'x = 2'"):
        mutated(source, Mutant("2.1", "pieces.py", "x = 2", "x = 3"))


@pytest.mark.outside
@pytest.mark.parametrize("rule", TRIED)
def test_a_mutant_is_killed(rule: str) -> None:
    mutant = next(mutant for mutant in MUTANTS if mutant.rule == rule)
    assert verdict(rule, mutant) not in ALIVE


SUPPLY = "coins = min(coins, int(state.supply[tribe]))"


@pytest.mark.outside
def test_what_changes_no_rule_survives() -> None:
    """So that killed means something."""
    harmless = Mutant("3.1.3", "rules/civilization.py", SUPPLY, SUPPLY + "  # the same")
    assert verdict("3.1.3", harmless) == SURVIVED


def test_the_page_of_the_docs_has_the_kept_mutants_and_none_that_survived() -> None:
    rows = [line.split(" | ") for line in REPORT.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)]
    assert [row[1:5] for row in rows] == [[m.rule, m.file, code(m.line), code(m.mutant)] for m in MUTANTS]
    assert not any(row[-1].removesuffix(" |") in ALIVE for row in rows)
