"""Which game a command is about: that of the files and agents that it names, or else the one of `--game`."""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mom_env.base.replay import read_replay
from mom_env.errors import OptionError
from mom_env.games import GAMES, checked_game
from mom_env.players.agent import read_agent_manifest
from mom_env.players.specs import agent_named, read_spec

MOST_BYTES = 1 << 20  # of a configuration file
GAME_LINE = re.compile(r'^game\s+"(\w+)"\s*$', re.MULTILINE)  # of a position's text


class NamedGame(NamedTuple):
    """A name of a game, and what names it (`what`), such as a file or a player, for messages."""

    what: str
    game: str


def which_game(asked: str | None, told: Iterable[NamedGame] = ()) -> str:
    """Return the name of the game that a command is about.

    Args:
        asked: the game of the option `--game`, or None.
        told: the games that the command's files and players name. All have to name the same one, and `asked` too.

    Returns:
        The game in `told`; if that is empty, `asked`; if that is None, the first game of the package.

    >>> which_game(None) == which_game(None, [NamedGame("a file", GAMES[0])]) == GAMES[0]
    True

    Raises:
        OptionError: two of them are different games, or there is no such game.
    """
    found = list(told)
    if not found:
        return checked_game(asked or GAMES[0])
    first = found[0]
    for other in found[1:]:
        if other.game != first.game:
            raise OptionError(
                f"game: expected the same one for all, found {first.game!r} of {first.what} "
                f"and {other.game!r} of {other.what}"
            )
    if asked not in {None, first.game}:
        raise OptionError(f"game: expected {first.game!r}, that of {first.what}, found {asked!r}")
    try:
        return checked_game(first.game)
    except OptionError as error:
        raise OptionError(f"{first.what}: {error}") from None


def games_of_replay(file: Path) -> list[NamedGame]:
    """Return the game that the replay in `file` names, as a list of one; an empty list if it names none.

    Raises:
        ReplayError: the file cannot be read.
    """
    return games_in(str(file), read_replay(file))


def games_of_position(file: Path, text: str) -> list[NamedGame]:
    """Return the game that `text`, that of a position in `file`, names, as a list of one; an empty list if it does not.

    A text of a game that has a form of its own for positions need not name it: such a text has no line `game`.
    """
    named = GAME_LINE.search(text)
    return [NamedGame(str(file), named[1])] if named else []


def games_of_players(whos: Iterable[str]) -> list[NamedGame]:
    """Return the game of each trained agent among `whos`, which are specs of players. Other players name no game.

    Raises:
        OptionError, CheckpointError: a spec does not have the form of one, or an agent is damaged.
    """
    folders = {who: agent_named(read_spec(who)) for who in whos}
    return [NamedGame(who, read_agent_manifest(folder).game) for who, folder in folders.items() if folder is not None]


def games_of_file(file: Path) -> list[NamedGame]:
    """Return the game that a JSON file names, such as a configuration, as a list of one.

    The list is empty if the file cannot be read, has more than `MOST_BYTES`, is not JSON, or names no game.
    """
    with suppress(OSError, ValueError, RecursionError):
        if file.stat().st_size <= MOST_BYTES:
            return games_in(str(file), json.loads(file.read_bytes()))
    return []


def games_in(what: str, content: object) -> list[NamedGame]:
    """Return the game under the key "game" of `content`, as a list of one; an empty list if there is none.

    `what` says in messages where the name comes from.
    """
    game = content.get("game") if isinstance(content, dict) else None
    return [NamedGame(what, game)] if isinstance(game, str) else []
