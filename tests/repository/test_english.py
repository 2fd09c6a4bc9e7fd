"""The check of docstrings finds what it is for, and nothing in the project."""

import pytest

from tools.check_english import findings, main

pytestmark = pytest.mark.once


def found(docstring: str, mark: str = "") -> list[str]:
    source = f'"""A module."""\n{mark}\ndef one():\n    """{docstring}"""\n'
    return [finding.why for finding in findings("a.py", source)]


@pytest.mark.parametrize(
    ("docstring", "why"),
    [
        ("To the rule of the decision.", "expected a verb at the beginning, found 'To'"),
        ("3.1.5, R2: To the rival.", "expected a verb at the beginning, found 'To'"),
        ("6: and from the heap back.", "expected a verb at the beginning, found 'and'"),
        ("The same for another game.", "expected a verb at the beginning, found 'The'"),
        ("Draw so many cards.", "found so many or as many, for a parameter"),
        ("Deal anew.", "found anew, for again"),
        ("Write the legal ids; how many there are.", "found a return value after a semicolon"),
    ],
)
def test_a_docstring_that_is_hard_to_read_is_found(docstring: str, why: str) -> None:
    assert why in found(docstring)


@pytest.mark.parametrize(
    "docstring",
    [
        "Return the legal ids, in order.",
        "3.1.5, R2: Give one coin to the rival, or take its scorn.",
        "R14: Return the scorn of a monkey that boards again.",
        "Draw as many cards as there are players.",
    ],
)
def test_a_plain_docstring_is_not(docstring: str) -> None:
    assert found(docstring) == []


def test_an_attribute_may_begin_with_a_noun() -> None:
    assert found("How many seats there are.", "@property") == []


def test_nothing_is_found_in_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main(), capsys.readouterr().out) == (0, "")
