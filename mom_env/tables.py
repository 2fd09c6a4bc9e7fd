"""The action table and the layout of the observation as Markdown: pages of the docs."""

from mom_env.games import load


def action_table(game: str) -> str:
    """Every range of action ids: where it starts, how many, what it counts."""
    actions = load(game, "actions")
    head = f"""# Actions

One flat table of {actions.NUM_ACTIONS} ids, the same for every seat and number of players. An id names a thing, not a
slot of a hand or a pool. Tribes are named by their place in the circle, 0 to 5 clockwise; allies are the places beside,
the rival is three places on. Sizes are those of the largest deck that a deck file can describe, so some ids never occur
with the standard deck.

`actions.describe(id)` tells an id with places, `game.describe(id)` with the names that the tribes have in that game.

| ids | what | decision | counts |
| --- | --- | --- | --- |
"""
    rows = [
        f"| {row.start} - {row.start + row.size - 1} | {row.name} | {row.decision.name.lower()} | {row.meaning} |"
        for row in actions.TABLE
    ]
    return head + "\n".join(rows) + f"\n\n{_written_by('actions')}"


def observation_layout(game: str) -> str:
    """Every piece of the observation: where it lies, its shape, its scale, its meaning."""
    observe = load(game, "observe")
    head = f"""# Observation

One vector of {observe.OBSERVATION_SIZE} numbers (float32), each in [0, 1] or [-1, 1], made of named pieces. Seats are
counted from the viewer: 0 is the viewer, 1 the seat to its left. Tribes are places in the circle, kinds of cards are as
in the [action table](actions.md). `observe.named(observation)` gives the pieces as views, by name and in their shapes.

A piece of one-hot numbers is all zero where there is nothing to name. "Scale" says what a value of 1 stands for.

| numbers | piece | shape | scale | meaning |
| --- | --- | --- | --- | --- |
"""
    rows, start = [], 0
    for piece in observe.LAYOUT:
        shape = " x ".join(map(str, piece.shape))
        rows.append(
            f"| {start} - {start + piece.size - 1} | {piece.name} | {shape} | {piece.scale} | {piece.meaning} |"
        )
        start += piece.size
    return head + "\n".join(rows) + f"\n\n{_written_by('layout')}"


def _written_by(command: str) -> str:
    return f"Written by `mom {command}`.\n"
