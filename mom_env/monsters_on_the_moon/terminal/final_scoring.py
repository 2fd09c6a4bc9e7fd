"""5: How the VP of a finished game came about, as a table for a terminal."""

from rich.console import RenderableType
from rich.text import Text

from mom_env.base.score_table import ScoreTable
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.scoring_lines import score_lines, winners_words


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """5: Return a table, for a terminal, of where the VP of a finished game come from, and who has won.

    It has a row for each row of the score sheet, and a column for each seat; `names` are those of the seats.
    """
    heading = "scoring" if game.num_players == 1 else "scoring: heads"
    return ScoreTable(score_lines(game), names, [Text(winners_words(game, names), "bold")], heading=heading)
