"""Each section and each ruling of the rules page is cited by the code that is it, and by a test that holds to it.

A kernel cites in the first words of its docstring, up to the colon: "3.1.3 to 3.1.5, R1: ...". A test cites in
its marker: `@pytest.mark.rule("3.1.5", "R2")`. Nothing cites more than it says: "3" is not all of section 3.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mom_env.monkeys_on_the_moon as game

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(game.__file__).parent
RULES = [*PACKAGE.glob("rules/*.py"), PACKAGE / "engine.py", PACKAGE / "hidden.py", PACKAGE / "pieces.py"]
DECKS = PACKAGE / "deck.py"  # R7 is a matter of the deck file, not of a kernel
TESTS = sorted((Path(__file__).parent / "rules").glob("test_*.py"))

NUMBER = r"(?:R\d+|\d(?:\.\d)*)"
CITATION = re.compile(rf"^{NUMBER}(?:(?:, | and | to ){NUMBER})*(?=:)")


def numbers_of(page: str) -> list[str]:
    """The sections of a page, by its headings and numbered items.

    >>> numbers_of("## 2. Setup\\n1. Deal.\\n2. Begin.\\n### 3.4 Wrap-up")
    ['2', '2.1', '2.2', '3.4']
    """
    numbers, section = [], ""
    for line in page.splitlines():
        if heading := re.match(r"#+ (\d(?:\.\d)?)\.? ", line):
            section = heading.group(1)
            numbers.append(section)
        elif item := re.match(r"(\d)\. ", line):
            numbers.append(f"{section}.{item.group(1)}")
    return numbers


PAGE = (ROOT / "docs" / "monkeys_on_the_moon" / "rules.md").read_text(encoding="utf-8")
NUMBERS = numbers_of(PAGE)
BOX = "1"  # what is in the box is the deck file's business
WHOLES = {number for number in NUMBERS if any(other.startswith(f"{number}.") for other in NUMBERS)}
SECTIONS = [number for number in NUMBERS if number != BOX and number not in WHOLES]
RULINGS = sorted(set(re.findall(r"\*\*(R\d+)", PAGE)), key=lambda ruling: int(ruling[1:]))


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """All functions of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def is_kernel(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id in ("kernel", "part") for mark in function.decorator_list)


def cited(docstring: str) -> list[str]:
    """The numbers that a docstring begins with.

    >>> cited("3.1.3 to 3.1.5, R1: coins")
    ['3.1.3', '3.1.4', '3.1.5', 'R1']
    >>> cited("One of 3 kinds: none.")
    []
    """
    found = CITATION.match(docstring)
    numbers: list[str] = []
    for part in re.split(", | and ", found.group()) if found else []:
        first, _, last = part.partition(" to ")
        numbers += through(first, last) if last else [first]
    return numbers


def through(first: str, last: str) -> list[str]:
    """All sections from the first to the last, which differ in their last digit.

    >>> through("4.2", "4.4")
    ['4.2', '4.3', '4.4']
    """
    stem, _, low = first.rpartition(".")
    assert last.rpartition(".")[0] == stem, f"{first} to {last}"
    return [f"{stem}.{number}" for number in range(int(low), int(last.rpartition(".")[2]) + 1)]


def citations_of_code() -> dict[str, str]:
    """What each kernel cites, and what the deck's validation does: number to function."""
    found = {}
    for path in [*RULES, DECKS]:
        for function in functions(path):
            if path == DECKS or is_kernel(function):
                for number in cited(ast.get_docstring(function) or ""):
                    found[number] = f"{path.stem}.{function.name}"
    return found


def markers(function: ast.FunctionDef) -> list[str]:
    """The numbers in a test's marker."""
    calls = [mark for mark in function.decorator_list if isinstance(mark, ast.Call)]
    rules = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
    return [ast.literal_eval(argument) for call in rules for argument in call.args]


def citations_of_tests() -> dict[str, str]:
    """What each rule test holds to: number to test."""
    return {
        number: function.name
        for path in TESTS
        for function in functions(path)
        if function.name.startswith("test_")
        for number in markers(function)
    }


def test_the_page_has_the_rulings_in_full_and_sections_down_to_the_last_part() -> None:
    assert [f"R{number}" for number in range(1, 17)] == RULINGS
    assert {"2.7", "3.1.6", "3.2.6", "3.3.3", "3.4", "4.5", "5", "6"} < set(SECTIONS)
    assert {"2", "3", "3.1", "3.2", "3.3", "4"} == WHOLES


@pytest.mark.parametrize("number", SECTIONS + RULINGS)
def test_code_cites_every_section_and_ruling(number: str) -> None:
    assert number in citations_of_code()


@pytest.mark.parametrize("number", SECTIONS + RULINGS)
def test_a_rule_test_holds_to_every_section_and_ruling(number: str) -> None:
    assert number in citations_of_tests()


def test_nothing_is_cited_that_is_not_on_the_page() -> None:
    known = {*SECTIONS, *RULINGS}
    assert citations_of_tests().keys() <= known
    assert citations_of_code().keys() <= known | WHOLES


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_every_rule_test_says_what_it_holds_to(path: Path) -> None:
    silent = [
        function.name for function in functions(path) if function.name.startswith("test_") and not markers(function)
    ]
    assert silent == []


def test_all_worked_examples_are_tests_by_number() -> None:
    names = [function.name for path in TESTS for function in functions(path)]
    numbers = [int(found.group(1)) for name in names if (found := re.match(r"test_example_(\d+)_", name))]
    assert numbers == list(range(1, 26))
