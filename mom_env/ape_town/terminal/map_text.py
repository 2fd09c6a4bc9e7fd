"""The town as a hexagonal map in text: two characters for each cell, each row moved by half a cell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from mom_env.ape_town.deck import Cell
from mom_env.ape_town.terminal.coloured_text import GROUNDS, tile_text
from mom_env.ape_town.town import Tiles, Town

WIDE, NARROW = 4, 3  # columns from a cell to the next
CELL = 2  # columns of a cell itself
POND = Text("~~", "bold deep_sky_blue1")
LEGAL = "bold black on khaki1"


def map_lines(town: Town, tiles: Tiles, allowed: Sequence[int], pitch: int) -> list[Text]:
    """Return the map as lines.

    Args:
        town: the board.
        tiles: the tile on each field, or None.
        allowed: the fields on which the tile in hand may be placed.
        pitch: columns from a cell to the next: WIDE (4) or NARROW (3).
    """
    cells = dict(shown_cells(town, tiles, set(allowed)))
    columns = {cell: column_of(cell, pitch) for cell in cells}
    left = min(columns.values())
    rows = sorted({r for _, r in cells})
    return [
        line_of([(columns[cell] - left, cells[cell]) for cell in sorted(cells) if cell[1] == row])
        for row in range(rows[0], rows[-1] + 1)
    ]


def map_width(town: Town, pitch: int) -> int:
    """Return the number of columns of the map; `pitch` is that from a cell to the next."""
    columns = [column_of(cell, pitch) for cell in town.board.all_cells]
    return max(columns) - min(columns) + CELL


def column_of(cell: Cell, pitch: int) -> int:
    """Return the column of a cell, from any beginning: rows are half a cell apart, rounded down."""
    q, r = cell
    return pitch * q + pitch * r // 2


def shown_cells(town: Town, tiles: Tiles, allowed: set[int]) -> Iterator[tuple[Cell, Text]]:
    """Yield each cell, and two characters for what is on it; fields of `allowed` are lit."""
    for cell in town.board.pond_cells:
        yield cell, POND
    for cell, motif in town.board.printed_at.items():
        yield cell, tile_text({"motif": motif.name.lower()})
    for field, cell in enumerate(town.board.cells):
        yield cell, field_text(town, field, tiles[field], is_lit=field in allowed)


def field_text(town: Town, field: int, tile: Mapping[str, Any] | None, *, is_lit: bool) -> Text:
    """Return the tile on a field, or the number of the field in the colour of its district, lit if `is_lit`."""
    if tile is not None:
        return tile_text(tile)
    return Text(f"{field:02}", LEGAL if is_lit else GROUNDS[town.districts[town.home[field]].colour])


def line_of(parts: Sequence[tuple[int, Text]]) -> Text:
    """Return a line with each text at its column; `parts` are pairs of column and text, from the left."""
    line = Text(no_wrap=True)
    for column, text in parts:
        line.append(" " * (column - line.cell_len)).append_text(text)
    return line
