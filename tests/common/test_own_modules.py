"""Modules of a user's own, wherever the command is started."""

import sys
from pathlib import Path

import pytest

from mom_env.common.own_modules import import_own
from mom_env.errors import OptionError

pytestmark = pytest.mark.once


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def test_a_module_of_the_current_directory_is_found(here: Path) -> None:
    (here / "own_module_of_a_user.py").write_text("NUMBER = 7\n")
    assert import_own("own_module_of_a_user", "player").NUMBER == 7


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("raises_at_import", "1 / 0", "ZeroDivisionError: division by zero"),
        ("exits_at_import", "raise SystemExit(3)", "SystemExit: 3"),
        ("has_no_grammar", "def", "SyntaxError: "),
    ],
)
def test_whatever_a_module_raises_is_one_error(here: Path, name: str, text: str, reason: str) -> None:
    (here / f"{name}.py").write_text(f"{text}\n")
    with pytest.raises(OptionError, match=f"player 'x': cannot import {name}: {reason}"):
        import_own(name, "player 'x'")


def test_a_module_that_is_not_there_is_one_error() -> None:
    with pytest.raises(OptionError, match="make_env: cannot import no_such_module_at_all: ModuleNotFoundError"):
        import_own("no_such_module_at_all", "make_env")
