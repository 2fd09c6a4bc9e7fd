"""The kept mutants still fit the code, cover all rules, and a few are run; all of them are run by `make mutants`."""

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.mutants import run
from tests.mutants.lists import ROOT, Mutant, MutantError, games_with_mutants, load_package, load_rules, mutated
from tests.mutants.page import NOT_YET, REPORT, kept_verdicts, page, row
from tests.mutants.run import ALIVE, SURVIVED, Run, Trial, Verdict, is_right, run_of, verdict
from tests.support.cited import PAGES

pytestmark = pytest.mark.once
RULES = [mutant for game in games_with_mutants() for mutant in load_rules(game)]
PACKAGE = load_package()
MUTANTS = [*RULES, *PACKAGE]
TRIED = [
    next(mutant for mutant in load_rules(game) if mutant.rule == rule)
    for game, rule in (("monkeys_on_the_moon", "3.1.5"), ("monkeys_on_the_moon", "R2"), ("ape_town", "R13"))
] + [next(mutant for mutant in PACKAGE if mutant.area == area) for area in ("files", "returns", "tensors")]
LEAST = 150  # outside the rules
QUIET = Console(file=StringIO())
ONE = Mutant("area", "file.py", "x = 2", "x = 3")


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_each_mutant_changes_exactly_one_line_into_other_code(mutant: Mutant) -> None:
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    changed = mutated(source, mutant)
    compile(changed, mutant.file, "exec")
    pairs = zip(source.splitlines(), changed.splitlines(), strict=True)
    assert sum(before != after for before, after in pairs) == 1


def test_the_tests_that_are_to_kill_are_there() -> None:
    for test in {test for mutant in MUTANTS for test in mutant.tests}:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), test
        assert not name or f"def {name.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test


@pytest.mark.parametrize("game", games_with_mutants())
def test_there_is_a_mutant_for_every_section_and_ruling(game: str) -> None:
    page = PAGES[game]
    assert {mutant.rule for mutant in load_rules(game)} == {*page.sections, *page.numbers_of_rulings}


def test_there_are_many_outside_the_rules_and_none_is_listed_twice() -> None:
    assert sum(not mutant.equivalent for mutant in PACKAGE) >= LEAST
    changes = [(mutant.game, mutant.rule, mutant.file, mutant.line, mutant.nth, mutant.mutant) for mutant in MUTANTS]
    assert len(set(changes)) == len(changes)


@pytest.mark.parametrize("source", ["x = 1\n", "x = 2\n    x = 2\n"], ids=["gone", "twice"])
def test_a_line_that_does_not_stand_there_exactly_once_is_an_error(source: str) -> None:
    with pytest.raises(MutantError, match=r"file\.py: expected exactly one line 'x = 2'"):
        mutated(source, ONE)


def test_of_equal_lines_the_stated_one_is_changed() -> None:
    second = Mutant("area", "file.py", "x = 2", "x = 3", nth=2, of=2)
    assert mutated("x = 2\nif x:\n    x = 2\n", second) == "x = 2\nif x:\n    x = 3\n"
    with pytest.raises(MutantError, match="expected exactly 2 lines 'x = 2', found 1"):
        mutated("x = 2\n", second)


@pytest.mark.outside
@pytest.mark.parametrize("mutant", TRIED, ids=str)
def test_a_mutant_is_killed(mutant: Mutant) -> None:
    assert verdict(run_of(mutant), mutant).killer not in ALIVE


@pytest.mark.outside
def test_what_changes_nothing_survives() -> None:
    """So that killed means something."""
    line = "coins = min(coins, int(state.supply[tribe]))"
    file = "mom_env/monkeys_on_the_moon/rules/civilization.py"
    harmless = Mutant("rules", file, line, line + "  # the same", rule="3.1.3")
    assert verdict(run_of(harmless), harmless).killer == SURVIVED


def test_what_can_change_nothing_has_to_survive_and_all_else_not() -> None:
    same = Mutant("area", "file.py", "x = 2", "x = 1 + 1", equivalent="it is two")
    killed, survived = Verdict("test_x", 1.0), Verdict(SURVIVED, 1.0)
    assert [is_right(mutant, found) for mutant in (ONE, same) for found in (killed, survived)] == [1, 0, 0, 1]


def test_tests_that_fail_without_a_mutant_are_an_error() -> None:
    verdicts = run.Verdicts("tests", {}, 2, QUIET)
    verdicts.add(Trial(run_of(ONE)), Verdict(SURVIVED, 1.0))
    assert verdicts.counts() == [("tests", 1, 2)]
    with pytest.raises(MutantError, match="test_x fails without any mutant"):
        verdicts.add(Trial(Run(("a",), "", compiled=True)), Verdict("test_x", 1.0))
    assert verdicts.counts() == [("tests", 1, 2)]


def test_verdicts_are_kept_at_once_and_those_that_should_not_be_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PROGRESS", tmp_path / "progress")
    console = Console(file=StringIO(), width=200)
    verdicts = run.Verdicts("mutants", run.known_verdicts("one"), 2, console)
    verdicts.add(Trial(run_of(ONE), ONE), Verdict(SURVIVED, 1.0))
    assert run.known_verdicts("one") == verdicts.known == {repr(ONE): Verdict(SURVIVED, 1.0)}
    assert console.file.getvalue() == "survived: area file.py: x = 2  ->  x = 3\n"  # type: ignore[attr-defined]  # a StringIO


def test_tests_of_an_area_are_run_together_before() -> None:
    one, two = (Mutant("area", "file.py", "x", "y", tests=tests) for tests in (("a", "b"), ("b", "c")))
    compiled = Mutant("area", "file.py", "x", "y", tests=("a",), compiled=True)
    assert run.runs_without_mutants([one, two, compiled]) == [
        Run(("a", "b", "c"), "", compiled=False),
        Run(("a",), "", compiled=True),
    ]


def test_a_run_continues_where_it_was_on_the_same_files_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PROGRESS", tmp_path / "progress")
    assert run.known_verdicts("one") == {}
    run.remember(ONE, Verdict("test_x", 2.5))
    assert run.known_verdicts("one") == {repr(ONE): Verdict("test_x", 2.5)}
    assert run.known_verdicts("two") == {}
    assert run.known_verdicts("one") == {}


def test_a_page_keeps_the_verdicts_on_mutants_that_have_not_changed() -> None:
    changed = replace(ONE, mutant="x = 4")
    before = page([ONE], ["test_x"])
    assert kept_verdicts([ONE, changed], before) == ["test_x", NOT_YET]
    after = page([ONE, changed], kept_verdicts([ONE, changed], before))
    assert "2 mutants,\n1 killed; 1 have not been run yet." in after
    assert kept_verdicts([changed, ONE], after) == [NOT_YET, "test_x"]


def test_the_page_of_the_docs_has_the_kept_mutants_and_none_that_survived() -> None:
    lines = [line for line in REPORT.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)]
    rows = [line.removesuffix(" |").partition(" | ")[2].rpartition(" | ") for line in lines]
    assert [told for told, _, _ in rows] == [row(mutant, "").rpartition(" | ")[0] for mutant in MUTANTS]
    assert not {killer for _, _, killer in rows} & ALIVE
