"""Every check, on every game."""

from collections.abc import Callable

import pytest

from tests.every_game import check_records, check_returns, check_rules, check_secrets, check_shells
from tests.every_game.installed import GAMES
from tests.every_game.subject import Subject

Check = Callable[[Subject], None]
MODULES = (check_rules, check_records, check_secrets, check_returns, check_shells)
CHECKS: dict[str, Check] = {
    name.removeprefix("check_"): check
    for module in MODULES
    for name, check in vars(module).items()
    if name.startswith("check_") and check.__module__ == module.__name__
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, game: str) -> None:
    CHECKS[check](Subject(game))
