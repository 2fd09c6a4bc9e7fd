"""The map in text: two characters for each square, coordinates, edges of cards and walls, and what is legal.

A tall map has a line between two rows of squares for edges of cards (thin) and walls (thick). A flat one, for terminals
with few lines, has none: there the lower edge of a card is an underline. With walls the map is always tall.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from mom_env.monsters_on_the_moon.moon import Edge, Moon, Place
from mom_env.monsters_on_the_moon.terminal.coloured_text import LEGAL, WIDTH, table_square

PITCH = WIDTH + 1  # columns from a square to the next
AXIS = 3  # columns of the coordinates at the left
SPOT = "··"  # bare table where a card may begin
NO_EDGE, CARD_EDGE, WALL = 0, 1, 2
LINES = {"h": (" ", "─", "━"), "v": (" ", "│", "┃")}
LEGAL_LINES = {"h": "╌", "v": "╎"}
# Where lines meet: by the ways that lines go on, as bits: 1 up, 2 right, 4 down, 8 left.
THIN = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
THICK = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


class Window(NamedTuple):
    """The columns and rows of places that are shown."""

    columns: range
    rows: range


class Map:
    """The map of a position, and the squares or edges that the seat to move may choose."""

    def __init__(self, moon: Moon, choices: Sequence[Mapping[str, Any]], decision: str | None) -> None:
        """Take the table, the options of the seat to move, and its decision."""
        self.moon = moon
        chosen = [moon.place(choice) for choice in choices if "x" in choice]
        is_edge = decision == "edge"
        self.legal: set[Place] = set() if is_edge else set(chosen)
        piece = moon.view["piece"] or {}
        self.legal_edges: set[Edge] = {(piece["direction"], x, y) for x, y in chosen} if is_edge else set()
        self.window = window_of(moon, self.legal)

    @property
    def width(self) -> int:
        """The columns that the map takes."""
        return AXIS + PITCH * len(self.window.columns) + 1

    def height(self, *, is_tall: bool) -> int:
        """Return the lines that the map takes."""
        return 1 + len(self.window.rows) * (1 + is_tall) + is_tall

    def lines(self, *, is_tall: bool) -> list[Text]:
        """Return the map as lines, tall or flat."""
        lines = [self.axis()]
        for y in self.window.rows:
            lines += [self.edge_line(y)] if is_tall else []
            lines.append(self.row(y, is_tall=is_tall))
        return [*lines, self.edge_line(self.window.rows.stop)] if is_tall else lines

    def axis(self) -> Text:
        """Return the line with the x of each column."""
        numbers = "".join(f" {self.moon.name((x, 0))[0]:>2}" for x in self.window.columns)
        return Text(" " * AXIS + numbers, "dim", no_wrap=True)

    def row(self, y: int, *, is_tall: bool) -> Text:
        """Return the line of a row of squares, with its y."""
        line = Text(no_wrap=True)
        line.append(f"{self.moon.name((0, y))[1]:>2} ", "dim")
        for x in self.window.columns:
            line.append_text(self.line_text(("v", x, y), 1)).append_text(self.square((x, y), is_tall=is_tall))
        return line.append_text(self.line_text(("v", self.window.columns.stop, y), 1))

    def square(self, place: Place, *, is_tall: bool) -> Text:
        """Return a square in two characters, lit if it may be chosen."""
        entry = self.moon.squares.get(place)
        if entry is None:
            return Text(SPOT, LEGAL) if place in self.legal else Text(" " * WIDTH)
        text = table_square(self.moon, entry)
        if place in self.legal:
            text = Text(text.plain, LEGAL)
        if not is_tall and self.edge(("h", place[0], place[1] + 1)):
            text.stylize("underline")
        return text

    def edge_line(self, y: int) -> Text:
        """Return the line above a row of squares: edges of cards, walls, and where these meet."""
        line = Text(" " * AXIS, no_wrap=True)
        for x in self.window.columns:
            line.append(self.corner(x, y)).append_text(self.line_text(("h", x, y), WIDTH))
        return line.append(self.corner(self.window.columns.stop, y))

    def line_text(self, edge: Edge, length: int) -> Text:
        """Return an edge as text, a broken and lit line if a wall may begin there."""
        if edge in self.legal_edges:
            return Text(LEGAL_LINES[edge[0]] * length, LEGAL)
        kind = self.edge(edge)
        return Text(LINES[edge[0]][kind] * length, "bold bright_white" if kind == WALL else "")

    def edge(self, edge: Edge) -> int:
        """Return what is on an edge: a wall, else an edge between two cards or of the display, or nothing."""
        if edge in self.moon.walls:
            return WALL
        direction, x, y = edge
        beyond = (x, y - 1) if direction == "h" else (x - 1, y)
        cards = [self.moon.squares[place]["card"] if place in self.moon.squares else None for place in ((x, y), beyond)]
        return CARD_EDGE if cards[0] != cards[1] else NO_EDGE

    def corner(self, x: int, y: int) -> str:
        """Return the character where four edges meet, thick if one of them is a wall."""
        kinds = [self.edge(edge) for edge in (("v", x, y - 1), ("h", x, y), ("v", x, y), ("h", x - 1, y))]
        ways = sum((kind != NO_EDGE) << at for at, kind in enumerate(kinds))
        return (THICK if WALL in kinds else THIN)[ways]


def window_of(moon: Moon, legal: Iterable[Place]) -> Window:
    """Return the columns and rows that the display and all legal squares take."""
    places = [(0, 0), (moon.width - 1, moon.height - 1), *legal]
    across, down = zip(*places, strict=True)
    return Window(range(min(across), max(across) + 1), range(min(down), max(down) + 1))
