"""The games of this package by name, for commands that work with any of them."""

from importlib import import_module
from typing import Any

from mom_env.arguments import shown
from mom_env.errors import OptionError

GAMES = ("monkeys_on_the_moon",)
GIVES_HINTS = "planner"  # in `mom play`, unless somebody else is named: the strongest of the quick players


def checked_game(name: str) -> str:
    """The name itself, if there is such a game."""
    if name not in GAMES:
        raise OptionError(f"game: expected one of {', '.join(GAMES)}, found {shown(name)}")
    return name


def load(game: str, part: str = "") -> Any:
    """A game's module, or one of its modules: every game has them under the same names."""
    return import_module(".".join(filter(None, ("mom_env", checked_game(game), part))))
