"""Choices side by side, in as many lines as there is room for."""

from collections.abc import Sequence

from rich.text import Text

from mom_env.contract.people import Entry

GAP = 3  # columns between two choices


def listing(entries: Sequence[Entry], width: int, rows: int) -> list[Text]:
    """Return the lines of a list of choices, column by column; where not all fit in, it says how many are left out.

    Args:
        entries: the choices; each has `label`, what is typed, `listed`, what it means, and `others`, how many more
            choices it stands for.
        width: of a line.
        rows: lines at most.
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


def cell_of(entry: Entry) -> Text:
    """Return a choice as it is listed."""
    others = (f" +{entry.others}", "dim") if entry.others else ""
    return Text.assemble((entry.label, "bold"), f": {entry.listed}", others)


def padded(cell: Text, width: int) -> Text:
    """Return a cell with blanks behind it up to a width."""
    cell = cell.copy()
    cell.pad_right(width - cell.cell_len)
    return cell
