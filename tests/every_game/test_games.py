"""Every check, on every game.

What the games share is run in each way of running kernels on the small games; a long game meets it compiled.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from mom_env.kernel.jit import is_compiled
from tests.every_game.checks import CHECKS, is_shared
from tests.every_game.installed import GAMES
from tests.every_game.subject import Subject

SLOW = {"bots", "search"}  # hundreds of thoughts, of seconds each in plain Python
not_in_plain_python = pytest.mark.skipif(not is_compiled(), reason="bots of long games take minutes in plain Python")


def cases() -> Iterator[Any]:
    """Each check with each game, and the ways in which it is run."""
    for check, game in product(CHECKS, GAMES):
        is_long = Subject(game).is_long
        marks = [pytest.mark.once] if is_long and is_shared(check) else []
        marks += [not_in_plain_python] if is_long and check in SLOW else []
        yield pytest.param(check, game, marks=marks)


@pytest.mark.parametrize(("check", "game"), list(cases()))
def test_check(check: str, game: str) -> None:
    CHECKS[check](Subject(game))
