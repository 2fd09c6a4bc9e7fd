"""Every check, on every game."""

import pytest

from tests.every_game.checks import CHECKS
from tests.every_game.installed import GAMES
from tests.every_game.subject import Subject


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, game: str) -> None:
    CHECKS[check](Subject(game))
