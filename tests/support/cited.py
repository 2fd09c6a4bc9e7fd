"""Which numbers of a rules page the code and the tests of a game cite.

A kernel cites in the first words of its docstring, up to the colon: "3.1.3 to 3.1.5, R1: ...". A test cites in
its marker: `@pytest.mark.rule("3.1.5", "R2")`. Nothing cites more than it says: "3" is not all of section 3.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NUMBER = r"(?:R\d+|\d+(?:\.\d)*)"
CITATION = re.compile(rf"^{NUMBER}(?:(?:, | and | to ){NUMBER})*(?=:)")
BOX = "1"  # what is in the box is the data file's business


def numbers_of(page: str) -> list[str]:
    """The sections of a page, by its headings and numbered items.

    >>> numbers_of("## 2. Setup\\n1. Deal.\\n2. Begin.\\n### 3.4 Wrap-up")
    ['2', '2.1', '2.2', '3.4']
    """
    numbers, section = [], ""
    for line in page.splitlines():
        if heading := re.match(r"#+ (\d+(?:\.\d)?)\.? ", line):
            section = heading.group(1)
            numbers.append(section)
        elif item := re.match(r"(\d)\. ", line):
            numbers.append(f"{section}.{item.group(1)}")
    return numbers


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """All functions of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def is_kernel(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(mark, ast.Name) and mark.id in ("kernel", "called_kernel", "part")
        for mark in function.decorator_list
    )


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


def markers(function: ast.FunctionDef) -> list[str]:
    """The numbers in a test's marker."""
    calls = [mark for mark in function.decorator_list if isinstance(mark, ast.Call)]
    rules = [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]
    return [ast.literal_eval(argument) for call in rules for argument in call.args]


class Cited:
    """The rules page of a game, and who cites it.

    Attributes:
        game: its name.
        rulings: how many the page has.
        examples: how many worked examples there are.
        others: files of the package with kernels that cite, besides those in `rules/`, the engine and the secrets.
        left_to: sections after the rules that no kernel is about, such as one on the action ids.
    """

    def __init__(
        self, game: str, rulings: int, examples: int, others: Sequence[str] = (), left_to: Sequence[str] = ()
    ) -> None:
        self.game, self.rulings, self.examples = game, rulings, examples
        self.others, self.left_to = others, left_to

    @property
    def package(self) -> Path:
        return ROOT / "mom_env" / self.game

    @cached_property
    def page(self) -> str:
        return (ROOT / "docs" / self.game / "rules.md").read_text(encoding="utf-8")

    @property
    def tests(self) -> list[Path]:
        return sorted((ROOT / "tests" / self.game / "rules").glob("test_*.py"))

    @cached_property
    def wholes(self) -> set[str]:
        """Sections that have parts, which are cited one by one."""
        numbers = numbers_of(self.page)
        return {number for number in numbers if any(other.startswith(f"{number}.") for other in numbers)}

    @cached_property
    def sections(self) -> list[str]:
        left = {BOX, *self.left_to, *self.wholes}
        return [number for number in numbers_of(self.page) if number not in left]

    @cached_property
    def numbers_of_rulings(self) -> list[str]:
        return sorted(set(re.findall(r"\*\*(R\d+)", self.page)), key=lambda ruling: int(ruling[1:]))

    @cached_property
    def by_code(self) -> dict[str, str]:
        """What each kernel cites, and what the validation of data files does: number to function."""
        found, deck = {}, self.package / "deck.py"
        for path in [*self.package.glob("rules/*.py"), *(self.package / f"{name}.py" for name in self.others), deck]:
            for function in functions(path):
                if path == deck or is_kernel(function):
                    for number in cited(ast.get_docstring(function) or ""):
                        found[number] = f"{path.stem}.{function.name}"
        return found

    @cached_property
    def by_tests(self) -> dict[str, str]:
        """What each rule test holds to: number to test."""
        return {
            number: function.name
            for path in self.tests
            for function in functions(path)
            if function.name.startswith("test_")
            for number in markers(function)
        }


PAGES = {
    "monkeys_on_the_moon": Cited("monkeys_on_the_moon", 16, 25, others=("engine", "hidden", "pieces")),
    "ape_town": Cited("ape_town", 17, 36, others=("engine", "hidden", "observe"), left_to=("7", "8")),
    "monsters_on_the_moon": Cited("monsters_on_the_moon", 28, 39, others=("engine", "hidden"), left_to=("9.1", "9.2")),
    "four_monkeys": Cited("four_monkeys", 36, 37, others=("engine", "hidden", "observe", "returns")),
}
