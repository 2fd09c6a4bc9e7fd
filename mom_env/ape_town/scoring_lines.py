"""4, 5: Where the points of a finished game come from, line by line."""

from typing import TYPE_CHECKING, Any

from mom_env.ape_town.game import Game
from mom_env.base import score_table
from mom_env.contract.people import ScoreLine

if TYPE_CHECKING:
    from collections.abc import Mapping

WAYS = {
    "tiles": "points at once",
    "boss": "boss of districts",
    "neighbours": "inferior neighbours",
    "money": "bundles of money",
}


def score_lines(game: Game) -> list[ScoreLine]:
    """3.3, 4, 5: Return a line for each way to score, and the total."""
    result: Mapping[str, Any] = game.result_by_names()
    lines = [ScoreLine(words, tuple(ways[way] for ways in result["ways"])) for way, words in WAYS.items()]
    return [*lines, ScoreLine("total points", tuple(result["points"]))]


def winners_words(game: Game, names: list[str]) -> str:
    """5.3: Return a sentence on who has won a finished game, and what has decided at equal points."""
    result: Mapping[str, Any] = game.result_by_names()
    is_tied = result["points"].count(max(result["points"])) > len(result["winners"])
    note = ", who would have been next, at equal points" if is_tied else ""
    return score_table.winners_words(result["winners"], names, note)
