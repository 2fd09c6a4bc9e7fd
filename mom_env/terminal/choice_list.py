"""Choices and sentences side by side, in as few lines as the terminal's width allows."""

from collections.abc import Sequence

from rich.text import Text

from mom_env.contract.people import MenuEntry

GAP = 3  # columns between two choices


def listing(entries: Sequence[MenuEntry], width: int, rows: int) -> list[Text]:
    """Return a list of choices as lines, column by column; if not all fit, the last entry says how to list all.

    Args:
        entries: the choices, at least one; each has what is typed (`label`), what it means (`listed`), and how many
            similar choices are not listed (`others`).
        width: the most characters of a line.
        rows: the most lines.
    """
    cells = [cell_of(entry) for entry in entries]
    longest = max(cell.cell_len for cell in cells)
    columns = max(1, (width + GAP) // (longest + GAP))
    if len(cells) > rows * columns:
        kept = max(1, rows * columns - 1)
        cells = [*cells[:kept], Text(f"a: all, up to {entries[-1].label}", "dim")]
    used = -(-len(cells) // columns)
    lines = [cells[row::used] for row in range(used)]
    return [Text(" " * GAP).join(padded(cell, longest) for cell in line) for line in lines]


def cell_of(entry: MenuEntry) -> Text:
    """Return a choice as a list shows it: its label, its meaning, and how many similar choices there are."""
    others = (f" +{entry.others}", "dim") if entry.others else ""
    return Text.assemble((entry.label, "bold"), f": {entry.listed}", others)


def padded(cell: Text, width: int) -> Text:
    """Return a copy of a cell, padded with blanks at its right to `width` characters."""
    cell = cell.copy()
    cell.pad_right(width - cell.cell_len)
    return cell


def flowing(sentences: Sequence[str], width: int) -> list[str]:
    """Return sentences as lines of at most `width` characters; only a line of a single, longer sentence is longer.

    A line has all sentences that fit into it.

    >>> flowing(["One.", "Two.", "A longer one."], 12)
    ['One. Two.', 'A longer one.']
    """
    lines: list[str] = []
    for sentence in sentences:
        if lines and len(lines[-1]) + 1 + len(sentence) <= width:
            lines[-1] += f" {sentence}"
        else:
            lines.append(sentence)
    return lines
