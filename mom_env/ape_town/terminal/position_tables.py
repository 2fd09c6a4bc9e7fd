"""A position for a terminal: the map, the players, the display, and what each district is worth."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.ape_town.game import Game
from mom_env.ape_town.terminal.coloured_text import SEATS, colour_text, initial_text, motif_letters, seat_text
from mom_env.ape_town.terminal.map_text import NARROW, WIDE, map_lines, map_width
from mom_env.ape_town.town import MOTIFS, Standing, Town
from mom_env.base.sentences import owns
from mom_env.base.text_layout import cut, flow, name_alone, side_by_side

GAP = 2  # columns between two parts
SIDE = 35  # columns that the display needs beside the map
LONGEST_NAME, MOST_BLOCKS = 12, 3  # of a district, and districts side by side
HEADS: tuple[tuple[str, Literal["left", "right"]], ...] = (
    ("", "left"),
    ("", "left"),
    ("", "left"),
    ("fields", "left"),
    ("free", "right"),
    ("worth", "left"),
)
BLOCK = 1 + LONGEST_NAME + len("black") + len("fields") + len("free") + len("worth") + len(HEADS)  # columns
LEAST = BLOCK - 1  # columns of a terminal
NUMBERS = ("points", "money", "discs")


class Screen:
    """The position, laid out for the terminal on which it is printed.

    A wide terminal has the display and the players beside the map; a narrow one has them below it.
    """

    def __init__(self, game: Game, seat: int | None, names: list[str]) -> None:
        """Take what `seat` may know of the game, which is what all know. `names` are those of all seats."""
        view: Any = game.snapshot(seat)
        self.view: Mapping[str, Any] = view
        self.town, self.names = Town(game.ruleset.deck), names
        self.standings = self.town.standings(view["fields"], len(names))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the parts from top to bottom, as wide as the terminal allows; Rich calls this to print the object."""
        width = options.max_width
        if width < LEAST:
            yield Text(f"The table needs a terminal of at least {LEAST} columns; this one has {width}.", "yellow")
            return
        yield self.heading()
        if width >= map_width(self.town, WIDE) + GAP + SIDE:
            yield self.map_and_side(width)
        else:
            yield from self.map(width)
            yield from self.side(width)
        yield self.districts(max(1, min(MOST_BLOCKS, (width + 1) // BLOCK)))

    def heading(self) -> Text:
        """Return a line on how far the game is, and which seat decides."""
        view = self.view
        if view["over"]:
            return Text("The game is over.", "bold")
        laid = sum(tile is not None for tile in view["fields"])
        now = owns(self.names[view["seat"]].split()[0])
        return Text(f"Turn {laid + 1} of {len(view['fields'])}. It is {now} turn.", "bold")

    # The map

    def map(self, width: int) -> list[Text]:
        """Return the lines of the map in the widest form that fits; if none does, a line that says so."""
        for pitch in (WIDE, NARROW):
            if map_width(self.town, pitch) <= width:
                return map_lines(self.town, self.view["fields"], self.allowed(), pitch)
        least = map_width(self.town, NARROW)
        return [cut(Text(f"(the map needs {least} columns)", "yellow"), width)]

    def allowed(self) -> Sequence[int]:
        """Return the fields on which the tile in hand may be placed; [] without one."""
        hand = self.view["hand"]
        return self.town.allowed(self.view["fields"], hand["colour"]) if hand else []

    def map_and_side(self, width: int) -> Table:
        """Return the map with the players and the display beside it."""
        left = map_width(self.town, WIDE)
        right = width - left - GAP
        lines, side = self.map(width), self.side(right)
        return side_by_side(lines, side, left, right, GAP)

    # The players and the display

    def side(self, width: int) -> list[Text]:
        """Return lines of at most `width` columns with the players, the display, and what is still hidden."""
        return [*self.players(width), *self.display(width), *self.hidden(width)]

    def players(self, width: int) -> list[Text]:
        """Return a line for each seat with its points, money and discs, below a line with the heads of the columns."""
        room = width - sum(len(head) + 1 for head in NUMBERS) - len("p0 ")
        shown = [cut(Text(name), room) for name in map(name_alone, self.names)]
        longest = max(name.cell_len for name in shown)
        lines = [Text(" " * (longest + len("p0 ")) + "".join(f" {head}" for head in NUMBERS), "dim")]
        for seat, name in enumerate(shown):
            name.pad_right(longest - name.cell_len)
            numbers = "".join(f" {self.view[head][seat]:>{len(head)}}" for head in NUMBERS)
            lines.append(Text.assemble(seat_text(seat), " ", name, numbers))
            if self.view["seat"] == seat:
                lines[-1].stylize("bold")
        return lines

    def display(self, width: int) -> list[Text]:
        """Return the face-up tiles in the order of their prices: price, motif, colour of the segment, and money."""
        entries = [
            Text.assemble(
                f"{price} ",
                motif_letters(place["motif"]),
                " ",
                initial_text(self.town.track[place["segment"]]),
                f"+{place['bundles']}" if place["bundles"] else "",
            )
            for price, place in enumerate(self.view["display"])
        ]
        heading = cut(Text("display: price, tile, colour +money", "dim"), width)
        return [heading, *flow(entries, width)] if entries else []

    def hidden(self, width: int) -> list[Text]:
        """Return how many tiles of each motif were never turned up."""
        counts = [Text.assemble(motif_letters(name), f" {self.view['hidden'][name]}") for name in MOTIFS]
        said = f"hidden: {sum(self.view['hidden'].values())}, of them in reserve {self.view['reserve']}"
        together = Text(" ", no_wrap=True).join(counts)
        return [cut(Text(said, "dim"), width), *([together] if together.cell_len <= width else flow(counts, width))]

    # The districts

    def districts(self, blocks: int) -> Table:
        """Return a table of the districts in `blocks` columns, one below the other in each."""
        rows = -(-len(self.standings) // blocks)
        table = Table.grid(padding=(0, 1, 0, 0))
        for _, justify in HEADS * blocks:
            table.add_column(justify=justify, no_wrap=True)
        table.add_row(*(Text(head, "dim") for head, _ in HEADS * blocks))
        for row in range(rows):
            numbers = range(row, len(self.standings), rows)
            table.add_row(*(cell for number in numbers for cell in self.district(number, self.standings[number])))
        return table

    def district(self, number: int, standing: Standing) -> list[Text]:
        """Return the six cells of the table's row for the district `number`, in which lies what `standing` says.

        They are its letter, its name, its colour, its first and last field, such as "1-6", its number of free fields or
        "full", and the worth of its apes. If it has a boss so far, " p" and the boss's seat follow the worth.
        """
        entry = self.town.districts[number]
        worth = Text(f"{standing.worth:>2}", "" if standing.worth else "dim")
        if standing.boss is not None:
            worth.append(f" p{standing.boss}", SEATS[standing.boss])
        return [
            Text(entry.letter, "bold"),
            cut(Text(entry.name), LONGEST_NAME),
            colour_text(entry.colour),
            Text(f"{entry.fields[0]}-{entry.fields[-1]}"),
            Text(str(standing.free)) if standing.free else Text("full", "dim"),
            worth,
        ]


def show(game: Game, seat: int | None, names: list[str]) -> RenderableType:
    """Return the position, to be printed by Rich; all seats see the same.

    `names` are those of all seats, such as "p0 greedy".
    """
    return Screen(game, seat, names)
