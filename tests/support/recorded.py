"""The golden games once more, to be played through something else than `Game`."""

import hashlib
import re
from ast import literal_eval
from collections.abc import Iterable
from typing import Any, NamedTuple

from mom_env.base.game import Game, Observation
from tests.support.playthroughs import FOLDER, Case, cases

MOVE = re.compile(r" *\d+ (player_\d) (\w+): .*\n    -> (.*?)    views (\w+)\n")


class Move(NamedTuple):
    """A decision of a recorded game."""

    agent: str
    words: str
    views: str  # digest of what every seat saw before it


class Recorded(NamedTuple):
    """A recorded game."""

    case: Case
    moves: list[Move]
    returns: list[float]
    views: str  # at the end

    @property
    def arguments(self) -> dict[str, Any]:
        """For an environment that is to deal it, from the case's seed."""
        case = self.case
        return {
            "num_players": case.num_players,
            "deck": case.deck,
            "options": case.options,
            "skip_forced": case.skip_forced,
        }


def recorded(case: Case) -> Recorded:
    text = (FOLDER / f"{case.name}.txt").read_text(encoding="utf-8")
    moves = [Move(agent, words, views) for agent, _, words, views in MOVE.findall(text)]
    returns = literal_eval(re.findall(r"^returns: (.*)$", text, re.MULTILINE)[0])
    last = re.findall(r"^views (\w+)$", text, re.MULTILINE)[-1]
    assert len(moves) > 10
    return Recorded(case, moves, returns, last)


def all_recorded() -> list[Recorded]:
    """All of them."""
    return [recorded(case) for case in cases()]


def action_of(game: Game[Any], words: str) -> int:
    """The legal action of that name."""
    (action,) = [legal for legal in game.legal_actions() if game.describe(legal) == words]
    return action


def digest(views: Iterable[Observation]) -> str:
    """Of the observations and masks of all seats, in order."""
    sha = hashlib.sha256()
    for seen in views:
        sha.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    return sha.hexdigest()[:12]
