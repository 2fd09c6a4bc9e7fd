"""4: How the points of a finished game came about, as a table for a terminal."""

from rich.console import RenderableType
from rich.text import Text

from mom_env.base.score_table import ScoreTable
from mom_env.contract.people import ScoreLine
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.scoring_lines import score_lines, winners_words
from mom_env.monkeys_on_the_moon.terminal.coloured_text import tribe

KEY = "The two numbers of a tribe are its VP for the most and for the second most status on the moon."
KEY_OF_TWO = "The number of a tribe is its VP for the most status on the moon; a tie pays nobody."


def label_of(line: ScoreLine) -> Text:
    """Return what a line counts, with the name of a tribe in the tribe's colour."""
    place, _, rest = line.what.partition(" ")
    name, colon, pays = rest.partition(":")
    return Text.assemble(f"{place} ", tribe(name), (f"{colon}{pays}", "dim")) if line.notes else Text(line.what)


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """4: Return a table, for a terminal, of where the VP of a finished game come from, and a line with the winners.

    It has a row for each tribe, full ships, scorn and the total, and a column for each seat; `names` are those of the
    seats.
    """
    key = KEY if game.num_players > 2 else KEY_OF_TWO  # players
    below = [Text(key, "dim"), Text(winners_words(game, names), "bold")]
    return ScoreTable(score_lines(game), names, below, heading="place of the tribe, its titles", label=label_of)
