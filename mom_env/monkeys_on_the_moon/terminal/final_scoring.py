"""4: How the points of a finished game came about, as a table for a terminal."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mom_env.contract.people import ScoreLine
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.scoring_lines import score_lines, winners_words
from mom_env.monkeys_on_the_moon.terminal.coloured_text import tribe

KEY = "The two numbers of a tribe are its VP for the most and for the second most status on the moon."
KEY_OF_TWO = "The number of a tribe is its VP for the most status on the moon; a tie pays nobody."


class Scoring:
    """The final scoring of a game, laid out for the terminal on which it is printed.

    A wide terminal has the status of each seat beside its points, and the whole names of players; a narrow one has not.
    """

    def __init__(self, game: Game, names: list[str]) -> None:
        """Take a finished game, and the names of the seats."""
        self.lines, self.names = score_lines(game), names
        self.key = KEY if game.num_players > 2 else KEY_OF_TWO  # players
        self.winners = winners_words(game, names)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the table, its key, and who has won; Rich calls this to print the object."""
        wide = self.table(self.names, with_notes=True)
        fits = Measurement.get(console, options.update(width=1_000, max_width=1_000), wide).maximum <= options.max_width
        yield wide if fits else self.table([name.split()[0] for name in self.names], with_notes=False)
        yield Text(self.key, "dim")
        yield Text(self.winners, "bold")

    def table(self, names: list[str], *, with_notes: bool) -> Table:
        """Return the table, with a column for each of `names`; `with_notes` puts the status beside the points."""
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
        table.add_column(Text("place of the tribe, its titles" if with_notes else "", "dim"))
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for line in self.lines:
            cells = [self.cell(line, seat, with_notes=with_notes) for seat in range(len(names))]
            table.add_row(label_of(line), *cells, style="bold" if line is self.lines[-1] else "")
        return table

    def cell(self, line: ScoreLine, seat: int, *, with_notes: bool) -> Text:
        """Return the points of a seat in a line; before them its status, if `with_notes` and there is one."""
        note = f"{line.notes[seat]} " if with_notes and line.notes else ""
        points = line.points[seat]
        return Text.assemble((note, "dim"), f"{points:>3}" if points or not line.notes else "  -")


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
    return Scoring(game, names)
