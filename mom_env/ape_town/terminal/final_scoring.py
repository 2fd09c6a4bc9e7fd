"""5: How the points of a finished game came about, as a table for a terminal."""

from rich.console import RenderableType
from rich.text import Text

from mom_env.ape_town.game import Game
from mom_env.ape_town.scoring_lines import score_lines, winners_words
from mom_env.base.score_table import ScoreTable


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """5: Return a table, for a terminal, of where the points of a finished game come from, and who has won.

    It has a row for each way to score and the total, and a column for each seat; `names` are those of the seats.
    """
    return ScoreTable(score_lines(game), names, [Text(winners_words(game, names), "bold")])
