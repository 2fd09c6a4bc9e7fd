"""The games by name: those of this package, and those that installed packages add.

A package adds a game through the entry point group `mom_env.games`: its name is the name of the game, its value the
package with the modules `info`, `kernels`, `people` and, optionally, `search` and `checks`. Nothing of the package is
loaded before the game is used.
"""

# ruff: noqa: PLC0415  # late imports: names and numbers of games load fast, what plays them loads Numba

import sys
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from mom_env.common.arguments import shown
from mom_env.contract.info import GameInfo
from mom_env.errors import GameError, OptionError
from mom_env.games import own as own_games
from mom_env.games.registration import register

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from mom_env.base.game import Game
    from mom_env.base.vector_game import VectorGame
    from mom_env.contract.checks import Checks
    from mom_env.contract.people import People, Ruleset
    from mom_env.contract.records import RulesRecord, StateRecord
    from mom_env.loops import AnyKernels, AnySearch, AnySoak

    AnyPeople = People[Game[Any], VectorGame, Ruleset]
    AnyChecks = Checks[StateRecord, RulesRecord]

GROUP = "mom_env.games"
GAMES = own_games.GAMES  # the games that come with the package; the first one is the default


class GameModules:
    """What a game offers; each module is loaded when it is first used.

    Attributes:
        package: the package of the modules.
        info: names and numbers.
    """

    def __init__(self, package: str, info: GameInfo) -> None:
        """Take the package of a game, and what the game says about itself."""
        self.package, self.info = package, info

    @cached_property
    def kernels(self) -> "AnyKernels":
        """The rules as compiled functions: the game's module `kernels`, with defaults for what it leaves out."""
        from mom_env.loops import kernels_of

        return kernels_of(self.package)

    @cached_property
    def search(self) -> "AnySearch":
        """What a tree search needs to know of the game: its module `search`, with defaults for what it leaves out."""
        from mom_env.loops import search_of

        return search_of(self.package)

    @cached_property
    def soak(self) -> "AnySoak":
        """The game's part of the soak, random games that are checked, with defaults for what it leaves out."""
        from mom_env.loops import soak_of

        return soak_of(self.package)

    @cached_property
    def people(self) -> "AnyPeople":
        """The game for people: its words, its texts, its classes, with defaults for what it leaves out."""
        from mom_env.base.people import people_of

        return cast("AnyPeople", people_of(self.package))

    @cached_property
    def checks(self) -> "AnyChecks":
        """The game's own checks, with defaults for those that it leaves out."""
        from mom_env.base.people import completed
        from mom_env.contract.checks import CHECKS_DEFAULTS

        own = optional(f"{self.package}.checks")
        return cast("AnyChecks", completed(own, CHECKS_DEFAULTS))


def optional(name: str) -> ModuleType:
    """Return the module called `name`, or an empty one if it does not exist; errors raised by it are not caught."""
    return ModuleType(name) if find_spec(name) is None else import_module(name)


def installed_games() -> "EntryPoints":
    """Return the entry points of the games that installed packages add; nothing is loaded."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def game_names() -> tuple[str, ...]:
    """Return the names of all games, those of this package first, without loading any of them."""
    return tuple(dict.fromkeys((*GAMES, *(entry.name for entry in installed_games()))))


def checked_game(name: str) -> str:
    """Return `name` if it is the name of a game.

    Raises:
        OptionError: there is none; the error lists the games.
    """
    names = GAMES if name in GAMES else game_names()
    if name not in names:
        raise OptionError(f"game: expected one of {', '.join(names)}, found {shown(name)}")
    return name


def game_option(name: str) -> str:
    """Return what a command line needs to use the game `name`, with a space before it; "" for the first game.

    >>> game_option(GAMES[0]), game_option("a_game")
    ('', ' --game a_game')
    """
    return "" if name == GAMES[0] else f" --game {name}"


def package_of(name: str) -> str:
    """Return the name of the package that has the modules of the game called `name`.

    Raises:
        OptionError: there is no such game.
        GameError: its entry point names no package, or several do.
    """
    if checked_game(name) in GAMES:
        return f"mom_env.{name}"
    packages = sorted({entry.value for entry in installed_games() if entry.name == name})
    if len(packages) > 1 or not all(part.isidentifier() for part in packages[0].split(".")):
        raise GameError(f"game {name!r}: expected one package of the entry point, found {', '.join(packages)}")
    return packages[0]


@cache
def load(name: str) -> GameModules:
    """Return what the game called `name` offers, and register its environments.

    The modules of a game in GAMES are loaded later. Those of any other game are loaded and checked now.

    Raises:
        OptionError: there is no such game.
        GameError: its package cannot be loaded, or lacks what it has to offer.
    """
    package = package_of(name)
    try:
        info = import_module(f"{package}.info").INFO
    except (Exception, SystemExit) as error:  # other people's code may raise anything
        from mom_env.base.validation import raised

        raise GameError(f"game {name!r}: {package}.info: {raised(error, package)}") from error
    if not isinstance(info, GameInfo) or info.name != name:
        raise GameError(f"game {name!r}: {package}.info: expected INFO of that name, found {shown(info)}")
    if name not in GAMES and (problem := find_problem(info, package)):
        raise GameError(f"game {name!r}: {problem}")
    register(info)
    return GameModules(package, info)


def find_problem(info: GameInfo, package: str) -> str | None:
    """Return in one line the first thing that is wrong with a game of another package; None if nothing is.

    `package` is the name of its package.
    """
    from mom_env.base.validation import problem_of

    return problem_of(info, package, others_than(package))


def others_than(package: str) -> list[str]:
    """Return the packages of other games than that of `package`, which must not be one of `mom_env`.

    They are those of all games of `mom_env`, and those of other installed games whose module `kernels` is loaded.
    """
    loaded = [entry.value for entry in installed_games() if f"{entry.value}.kernels" in sys.modules]
    return [*(f"mom_env.{own}" for own in GAMES), *(other for other in loaded if other != package)]


def make_ruleset(game: str, num_players: int, deck: Any = "standard", options: Any = None) -> "Ruleset":
    """Return the ruleset of the game called `game`, with forced decisions skipped.

    Args:
        game: name of the game.
        num_players: how many seats.
        deck: name, path or content of a data file.
        options: rule options by name, or None for the defaults.

    Raises:
        DeckError, OptionError: the error says what was expected, and what was found.
    """
    ruleset: Ruleset = load(game).people.Game.make_ruleset(num_players, deck, options, skip_forced=True)
    return ruleset
