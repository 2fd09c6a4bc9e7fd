"""Texts side by side on a terminal, cut to its width, for the screens of games."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text


def name_alone(name: str) -> str:
    """Return the name of a player without its seat before it.

    >>> name_alone("p1 search"), name_alone("you"), name_alone("p2")
    ('search', 'you', '')
    """
    first, _, rest = name.partition(" ")
    return rest if first[:1] == "p" and first[1:].isdigit() else name


def flow(entries: Sequence[Text], width: int) -> list[Text]:
    """Return texts in lines of at most `width` columns, in columns of their own."""
    pitch = max(entry.cell_len for entry in entries) + 1
    columns = max(1, (width + 1) // pitch)
    lines = []
    for first in range(0, len(entries), columns):
        line = Text(no_wrap=True)
        for entry in entries[first : first + columns]:
            line.append(" " * (-line.cell_len % pitch)).append_text(entry)
        lines.append(line)
    return lines


def cut(text: Text, width: int) -> Text:
    """Return a text, cut to `width` columns and marked by an ellipsis if it is longer."""
    text.truncate(width, overflow="ellipsis")
    return text


def side_by_side(one: Sequence[Text], other: Sequence[Text], left: int, right: int, gap: int) -> Table:
    """Return two columns of lines beside each other.

    Args:
        one: the lines of the left column.
        other: those of the right column.
        left: width of the left column in characters.
        right: width of the right column.
        gap: columns between them.
    """
    table = Table.grid(padding=(0, gap, 0, 0))
    table.add_column(width=left, no_wrap=True)
    table.add_column(width=right, no_wrap=True)
    for at in range(max(len(one), len(other))):
        table.add_row(*(column[at] if at < len(column) else "" for column in (one, other)))
    return table
