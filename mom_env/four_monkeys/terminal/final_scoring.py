"""5, 7: How the totals of a finished game came about: the scoring of each round told, and a table for a terminal."""

from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from mom_env.base.score_table import ScoreTable, winners_words
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.scoring_lines import score_lines, scoring_steps

if TYPE_CHECKING:
    from collections.abc import Mapping


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """5, 7: Return a table, for a terminal, of where the points of a finished game come from.

    Below it the scoring of each round is told step by step, and who has won; `names` are those of the seats.
    """
    result: Mapping[str, Any] = game.result_by_names()
    short = [name.split()[0] for name in names]
    told = [
        Text.assemble((f"Round {number}: ", "bold"), (" ".join(scoring_steps(scored, short)), "dim"))
        for number, scored in enumerate(result["history"], 1)
    ]
    best = max(result["total"])
    note = ", by the better last round" if result["total"].count(best) > len(result["winners"]) else ""
    winners = Text(winners_words(result["winners"], names, note), "bold")
    return ScoreTable(score_lines(game), names, [*told, winners], heading="what counts")
