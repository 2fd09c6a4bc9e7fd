"""The end of a game as tables for a terminal: places and scores, and where the scores have come from."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mom_env.base.sentences import enumeration
from mom_env.contract.people import ScoreLine


def result_table(names: Sequence[str], places: Sequence[int], columns: Mapping[str, Sequence[int]]) -> Table:
    """Return a table with a row for each player, the best first, in bold if the place is 1.

    `names`, `places` and the numbers of each of `columns`, by heading, are by seat.
    """
    table = Table("place", "player", *columns, box=None, padding=(0, 3, 0, 0), header_style="dim")
    for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
        row = places[seat], names[seat], *(numbers[seat] for numbers in columns.values())
        table.add_row(*map(str, row), style="bold" if places[seat] == 1 else "")
    return table


def winners_words(winners: Sequence[int], names: Sequence[str], note: str = "") -> str:
    """Return a sentence on which seats have won; `note` follows their names, such as what has decided."""
    return f"Won by {enumeration([names[seat] for seat in winners])}{note}."


def plain_label(line: ScoreLine) -> Text:
    """Return what a line counts."""
    return Text(line.what)


class ScoreTable:
    """Where the scores of a game come from, laid out for the terminal on which it is printed.

    A wide terminal has the notes of each seat beside its points, and the whole names of players; a narrow one has not.
    """

    def __init__(
        self,
        lines: Sequence[ScoreLine],
        names: Sequence[str],
        below: Sequence[Text],
        *,
        heading: str = "",
        label: Callable[[ScoreLine], Text] = plain_label,
    ) -> None:
        """Take what the table shows.

        Args:
            lines: of the scoring; the last one is the whole score.
            names: the players by seat.
            below: lines below the table, such as who has won.
            heading: of the column of what is counted, where notes are shown.
            label: returns what a line counts, in colour.
        """
        self.lines, self.names, self.below, self.heading, self.label = lines, names, below, heading, label

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the table, and the lines below it; Rich calls this to print the object."""
        wide = self.table(self.names, with_notes=True)
        fits = Measurement.get(console, options.update(width=1_000, max_width=1_000), wide).maximum <= options.max_width
        yield wide if fits else self.table([name.split()[0] for name in self.names], with_notes=False)
        yield from self.below

    def table(self, names: Sequence[str], *, with_notes: bool) -> Table:
        """Return the table, with a column for each of `names`; `with_notes` puts the notes beside the points."""
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
        table.add_column(Text(self.heading if with_notes else "", "dim"))
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for line in self.lines:
            cells = [self.cell(line, seat, with_notes=with_notes) for seat in range(len(names))]
            table.add_row(self.label(line), *cells, style="bold" if line is self.lines[-1] else "")
        return table

    def cell(self, line: ScoreLine, seat: int, *, with_notes: bool) -> Text:
        """Return the points of a seat in a line; before them its note, if `with_notes` and there is one."""
        note = f"{line.notes[seat]} " if with_notes and line.notes else ""
        points = line.points[seat]
        return Text.assemble((note, "dim"), f"{points:>3}" if points or not line.notes else "  -")
