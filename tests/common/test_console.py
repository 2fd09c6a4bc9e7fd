"""Names are printed as they are: no command makes a picture of `own:fire`."""

import ast
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.table import Table

from mom_env.common.console import new_console
from tests.support.commands import mom

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
NAME = "own:boom:fire:"
# The one place that makes consoles, and a file of kernels that prints nothing but numbers on one.
MAY_MAKE_ONE = ("mom_env/common/console.py", "mom_env/checks/perft.py")


def consoles(root: Path) -> Iterator[str]:
    """The files that call rich's `Console` themselves."""
    for folder in ("mom_env", "training", "tools"):
        for path in sorted((root / folder).rglob("*.py")):
            calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
            names = (getattr(call.func, "id", getattr(call.func, "attr", "")) for call in calls)
            yield from (path.relative_to(root).as_posix() for name in names if name == "Console")


def test_all_consoles_are_made_in_one_place() -> None:
    assert sorted(set(consoles(ROOT))) == sorted(MAY_MAKE_ONE)


def test_a_console_prints_a_name_as_it_is() -> None:
    console = new_console(file=(text := StringIO()), width=80)
    table = Table(NAME)
    table.add_row(NAME)
    for what in (NAME, table):
        console.print(what)
    console.print(NAME, markup=False)
    console.rule(NAME)
    assert text.getvalue().count(NAME) == 5


def test_a_command_prints_a_name_as_it_is() -> None:
    result = mom("play", NAME)
    assert result.returncode == 2
    assert NAME in result.stderr
