"""The games by name: `load` returns what a game offers; its modules are imported when they are first used."""

from mom_env.games.registry import (
    GAMES,
    GROUP,
    GameModules,
    checked_game,
    game_names,
    game_option,
    installed_games,
    load,
    make_ruleset,
    package_of,
)

__all__ = [
    "GAMES",
    "GROUP",
    "GameModules",
    "checked_game",
    "game_names",
    "game_option",
    "installed_games",
    "load",
    "make_ruleset",
    "package_of",
]
