"""The action table and the layout of the observation as Markdown: pages of the docs, opened by their modules' words."""

from inspect import cleandoc
from types import ModuleType

from mom_env.games import load

Rows = tuple[tuple[str, ...], ...]  # the first one names the columns


def action_table(game: str) -> str:
    """The page of the action ids."""
    actions = load(game, "actions")
    text = (
        f"There are {actions.NUM_ACTIONS} ids, as many as the largest deck needs; with another deck some never occur.\n"
        "`actions.describe(id)` tells an id in words; `game.describe(id)` uses the names of that game."
    )
    return page("Actions", actions, text, action_rows(game), "mom actions")


def action_rows(game: str) -> Rows:
    """Every range of action ids: what it is for, and its first and last id in words."""
    actions = load(game, "actions")
    rows = [
        (
            span(row.start, row.size),
            row.name,
            row.decision.name.lower(),
            row.meaning,
            actions.describe(row.start),
            actions.describe(row.start + row.size - 1),
        )
        for row in actions.TABLE
    ]
    return ("ids", "range", "decision", "counted by", "first", "last"), *rows


def observation_layout(game: str) -> str:
    """The page of the observation."""
    observe = load(game, "observe")
    text = (
        f"There are {observe.OBSERVATION_SIZE} numbers, float32, each in [0, 1] or [-1, 1]; the scale says what a "
        "value of 1 stands for.\n`observe.named(observation)` gives the pieces as views, by name and in their shapes."
    )
    return page("Observation", observe, text, observation_rows(game), "mom layout")


def observation_rows(game: str) -> Rows:
    """Every piece of the observation: where it lies, its shape, its scale, its meaning."""
    rows, start = [], 0
    for piece in load(game, "observe").LAYOUT:
        shape = " x ".join(map(str, piece.shape))
        rows.append((span(start, piece.size), piece.name, shape, piece.scale, piece.meaning))
        start += piece.size
    return ("numbers", "piece", "shape", "scale", "meaning"), *rows


def span(start: int, size: int) -> str:
    """The first and the last number of a range.

    >>> span(3, 5), span(8, 1)
    ('3 to 7', '8')
    """
    return f"{start} to {start + size - 1}" if size > 1 else str(start)


def page(title: str, module: ModuleType, text: str, rows: Rows, command: str) -> str:
    """A page: what the module says of itself, a text, a table."""
    parts = f"# {title}", cleandoc(module.__doc__ or ""), text, markdown(rows), f"Written by `{command}`.\n"
    return "\n\n".join(parts)


def markdown(rows: Rows) -> str:
    """A table, its first row on top."""
    header, *body = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ("---",) * len(header), *body))
