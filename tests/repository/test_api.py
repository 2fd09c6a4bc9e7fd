"""The page of the public names: each can be imported, and it has all errors."""

import importlib
import inspect
import re
from functools import reduce
from pathlib import Path

import gymnasium
import pytest

import mom_env
from mom_env import errors

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
NAMES = re.findall(r"^\| `(mom_env[\w.]*)` \|", PAGE, re.MULTILINE)
pytestmark = pytest.mark.once
NEED_TORCH = ("mom_env.sb3.", "mom_env.learning.")
each_name = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.train] * name.startswith(NEED_TORCH)) for name in NAMES]
)


def find(name: str) -> object:
    """Import the module in a dotted name, and return the object that the name stands for."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError as error:
            if not name.startswith(str(error.name)):
                raise
        else:
            return reduce(getattr, parts[count:], module)
    raise ModuleNotFoundError(name)


@each_name
def test_every_name_of_the_page_can_be_imported(name: str) -> None:
    assert find(name) is not None


def test_a_name_that_does_not_exist_is_found() -> None:
    with pytest.raises(AttributeError):
        find("mom_env.errors.NoSuchError")


def test_names_are_listed_once() -> None:
    assert len(NAMES) > 60
    assert len(NAMES) == len(set(NAMES))


def test_the_names_in_gymnasium_s_registry_exist() -> None:
    assert mom_env.__version__
    ids = set(re.findall(r'^\| `gymnasium\.make(?:_vec)?\("([^"]+)"\)`', PAGE, re.MULTILINE))
    assert ids == {"mom_env/MonkeysOnTheMoon-v0"} <= set(gymnasium.registry)


def test_all_errors_are_listed_with_their_words() -> None:
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.MomError)]
    rows = [f"| `mom_env.errors.{kind.__name__}` | {str(kind.__doc__).splitlines()[0]} |" for kind in kinds]
    assert [row for row in rows if row not in PAGE] == []
