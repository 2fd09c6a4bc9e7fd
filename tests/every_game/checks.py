"""All checks by name."""

from collections.abc import Callable

from tests.every_game import check_records, check_returns, check_rules, check_secrets, check_shells, check_texts
from tests.every_game.subject import Subject

Check = Callable[[Subject], None]
MODULES = (check_rules, check_records, check_secrets, check_texts, check_returns, check_shells)
CHECKS: dict[str, Check] = {
    name.removeprefix("check_"): check
    for module in MODULES
    for name, check in vars(module).items()
    if name.startswith("check_") and check.__module__ == module.__name__
}


def is_shared(check: str) -> bool:
    """Whether a check is about code that all games share: shells, texts, copies and replays."""
    return any(f"check_{check}" in vars(module) for module in (check_records, check_shells, check_texts))
