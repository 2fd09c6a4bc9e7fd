"""Each section and each ruling of a rules page is cited by the code that is it, and by a test that holds to it."""

import re

import pytest

from mom_env.games import GAMES, load
from mom_env.loops import soak_of
from tests.support.cited import PAGES, ROOT, functions, markers, numbers_of

pytestmark = pytest.mark.once

BY_NUMBER = [(game, number) for game, page in PAGES.items() for number in page.sections + page.numbers_of_rulings]


def test_every_game_with_a_rules_page_is_here() -> None:
    pages = {game for game in GAMES if (ROOT / "docs" / game / "rules.md").exists()}
    assert pages <= set(PAGES)


@pytest.mark.parametrize("game", PAGES)
def test_the_page_has_the_rulings_in_full_and_sections_down_to_the_last_part(game: str) -> None:
    page = PAGES[game]
    assert [f"R{number}" for number in range(1, page.rulings + 1)] == page.numbers_of_rulings
    assert page.sections


def test_the_pages_have_the_sections_that_are_known_of_them() -> None:
    assert {"2.7", "3.1.6", "3.2.6", "3.3.3", "3.4", "4.5", "5", "6"} < set(PAGES["monkeys_on_the_moon"].sections)
    assert PAGES["monkeys_on_the_moon"].wholes == {"2", "3", "3.1", "3.2", "3.3", "4"}
    assert {"2.3", "3.1.4", "3.2.2", "3.3.4", "3.4.3", "4.1.3", "4.2.4", "5.3", "6"} < set(PAGES["ape_town"].sections)


@pytest.mark.parametrize(("game", "number"), BY_NUMBER)
def test_code_cites_every_section_and_ruling(game: str, number: str) -> None:
    assert number in PAGES[game].by_code


@pytest.mark.parametrize(("game", "number"), BY_NUMBER)
def test_a_rule_test_holds_to_every_section_and_ruling(game: str, number: str) -> None:
    assert number in PAGES[game].by_tests


@pytest.mark.parametrize("game", PAGES)
def test_nothing_is_cited_that_is_not_on_the_page(game: str) -> None:
    page = PAGES[game]
    known = {*page.sections, *page.numbers_of_rulings}
    assert page.by_tests.keys() <= known | page.wholes
    assert page.by_code.keys() <= known | page.wholes | {*page.left_to, "1"}


@pytest.mark.parametrize("game", PAGES)
def test_what_the_soak_counts_is_on_the_page(game: str) -> None:
    known = {*numbers_of(PAGES[game].page), *PAGES[game].numbers_of_rulings}
    named = {event.name: set(event.paragraph.split(", ")) for event in soak_of(load(game).package).Event}
    assert {event: numbers - known for event, numbers in named.items() if numbers - known} == {}


@pytest.mark.parametrize("game", PAGES)
def test_every_rule_test_says_what_it_holds_to(game: str) -> None:
    tests = [function for path in PAGES[game].tests for function in functions(path)]
    assert [one.name for one in tests if one.name.startswith("test_") and not markers(one)] == []


@pytest.mark.parametrize("game", PAGES)
def test_all_worked_examples_are_tests_by_number(game: str) -> None:
    names = [function.name for path in PAGES[game].tests for function in functions(path)]
    numbers = [int(found.group(1)) for name in names if (found := re.match(r"test_example_(\d+)_", name))]
    assert sorted(set(numbers)) == list(range(1, PAGES[game].examples + 1))
