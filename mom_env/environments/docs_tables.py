"""Pages of the docs that list the actions and the observation layout of a game, as Markdown tables."""

from enum import Enum

import numpy as np

from mom_env.environments.spaces import observation_size, vector_space
from mom_env.games import load

Rows = tuple[tuple[str, ...], ...]  # the first one names the columns


def action_table(game: str) -> str:
    """Return the docs page that lists the game's action ids, in Markdown."""
    count, people = load(game).kernels.NUM_ACTIONS, load(game).people
    text = (
        f"There are {count} ids, as many as the largest deck needs; with another deck some never occur.\n"
        "`describe(id)` of the module `people` puts an id into words; `game.describe(id)` uses the names of that game."
    )
    return page("Actions", people.ACTIONS_TEXT, text, action_rows(game), "mom actions")


def action_rows(game: str) -> Rows:
    """Return the table of action ids: a header, and a row for each range of ids.

    A row has the range, its name, its decision, what its ids are counted by, and its first and last id in words.
    """
    people = load(game).people
    rows = [
        (
            span(row.start, row.size),
            row.name,
            decision_name(row.decision),
            row.meaning,
            people.describe(row.start),
            people.describe(row.start + row.size - 1),
        )
        for row in people.ACTIONS
    ]
    return ("ids", "range", "decision", "counted by", "first", "last"), *rows


def observation_layout(game: str) -> str:
    """Return the docs page that lists what the numbers of an observation mean, in Markdown."""
    space = vector_space(game)
    bounds = "each in [0, 1] or [-1, 1]" if space.dtype == np.float32 else f"each from 0 to {space.high[0]}"
    kind = f"{observation_size(game)} numbers, {space.dtype}, {bounds}"
    text = f"There are {kind}; the scale says what a value of 1 stands for."
    return page("Observation", load(game).people.LAYOUT_TEXT, text, observation_rows(game), "mom layout")


def observation_rows(game: str) -> Rows:
    """Return the table of the observation: a header, and a row for each piece.

    A row has the piece's place, name, shape, scale and meaning.
    """
    rows, start = [], 0
    for piece in load(game).people.LAYOUT:
        shape = " x ".join(map(str, piece.shape))
        rows.append((span(start, piece.size), piece.name, shape, piece.scale, piece.meaning))
        start += piece.size
    return ("numbers", "piece", "shape", "scale", "meaning"), *rows


def decision_name(decision: str | Enum) -> str:
    """Return the name of a decision: a string as it is, or the name of a member of an enumeration in lower case."""
    return decision if isinstance(decision, str) else str(decision.name).lower()


def span(start: int, size: int) -> str:
    """Return the first and last number of a range of `size` numbers, in words.

    >>> span(3, 5), span(8, 1)
    ('3 to 7', '8')
    """
    return f"{start} to {start + size - 1}" if size > 1 else str(start)


def page(title: str, opening: str, text: str, rows: Rows, command: str) -> str:
    """Return a page of Markdown: the title, the opening, the text, the table, and the command that writes the page."""
    parts = f"# {title}", opening, text, markdown(rows), f"Written by `{command}`.\n"
    return "\n\n".join(parts)


def markdown(rows: Rows) -> str:
    """Return rows of cells as a table in Markdown. The first row is the header."""
    header, *body = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ("---",) * len(header), *body))
