"""Signatures say what they take and return: few leave it open by `Any`, and the number of these can only fall."""

import pytest

from tests.support.annotations import open_functions, sources
from tests.support.commands import ROOT

pytestmark = pytest.mark.once

# How many functions of both packages may leave a type open: by a bare `Any`; by that, or by one out of sight.
MOST_BARE = 14
MOST_OPEN = 20
# These games read their own snapshots as plain JSON; the first one has types for its own.
OPEN_OF_GAMES = {"ape_town": 26, "four_monkeys": 46, "monsters_on_the_moon": 17}

ALIASES = """
from typing import Any
Item = dict[str, Any]
if True:
    Items = list[Item]
LIMIT = Any
Rows: TypeAlias = "Item"
"""


@pytest.mark.parametrize(
    ("signature", "is_open", "is_bare"),
    [
        ("(given: int) -> str", False, False),
        ("(given: Any)", True, True),
        ("(given: int) -> int | Any", True, True),
        ("(given: 'Any')", True, True),
        ("(*given: Any)", True, True),
        ("(*, given: int = 0, **more: Any)", True, True),
        ("(given: list[Any])", True, False),
        ("(given: 'type[Any] | None')", True, False),
        ("(given: Item | None)", True, False),
        ("() -> Items", True, False),
        ("() -> Rows", True, False),
        ("(given: list['Item'])", True, False),
        ("(given: Other)", False, False),
    ],
)
def test_what_counts_as_open(signature: str, is_open: bool, is_bare: bool) -> None:
    found = open_functions({"aliases.py": ALIASES, "a.py": f"def one{signature}: ...\n"})
    assert [function.name for function in found] == ["one"] * is_open
    assert [function.is_bare for function in found] == [is_bare] * is_open


def test_methods_and_inner_functions_count() -> None:
    source = "class A:\n    async def one(self, given: Any):\n        def two() -> Any: ...\n"
    assert [str(function) for function in open_functions({"a.py": source})] == ["a.py:2 one", "a.py:3 two"]


def test_few_signatures_leave_types_open() -> None:
    found = open_functions(sources(ROOT, "mom_env", "training"))
    bare = [function for function in found if function.is_bare]
    of_game = {name: [one for one in found if str(one).startswith(f"mom_env/{name}/")] for name in OPEN_OF_GAMES}
    others = [function for function in found if not any(function in functions for functions in of_game.values())]
    limits = [(OPEN_OF_GAMES[name], functions) for name, functions in of_game.items()]
    for most, functions in ((MOST_BARE, bare), (MOST_OPEN, others), *limits):
        count, named = len(functions), "\n".join(map(str, functions))
        assert count <= most, named
