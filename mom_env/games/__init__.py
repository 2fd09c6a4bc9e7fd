"""The games by name: `load` returns what a game offers, loaded as it is asked for."""

from mom_env.games.registry import (
    GAMES,
    GROUP,
    GameModules,
    asked_for,
    checked_game,
    game_names,
    installed,
    load,
    make_ruleset,
    package_of,
)

__all__ = [
    "GAMES",
    "GROUP",
    "GameModules",
    "asked_for",
    "checked_game",
    "game_names",
    "installed",
    "load",
    "make_ruleset",
    "package_of",
]
