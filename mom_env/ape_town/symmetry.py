"""Turns and reflections of a board that leave it as it is: a search for them, and what they do with fields.

Colours are not exchanged, as the track tells them apart. On the standard board there is no such turn: its districts
fall on districts of other colours. So the game has no symmetry that agents could use (`checks.SYMMETRY` is None); a
board of one's own may have some.
"""

from collections.abc import Iterator

from mom_env.ape_town.deck import Board, Cell

NUM_TURNS = 6  # by 60 degrees each


def turned(cell: Cell, turns: int, *, is_mirrored: bool) -> Cell:
    """Return a cell after a reflection, if asked for, and `turns` turns clockwise by 60 degrees around (0, 0).

    >>> turned((2, 1), 1, is_mirrored=False), turned((2, 1), 3, is_mirrored=False), turned((2, 1), 0, is_mirrored=True)
    ((-1, 3), (-2, -1), (1, 2))
    """
    q, r = (cell[1], cell[0]) if is_mirrored else cell
    for _ in range(turns):
        q, r = -r, q + r
    return q, r


def find_symmetries(board: Board) -> list[tuple[int, ...]]:
    """Return all symmetries of a board, the identity among them; each has the field that every field falls on.

    A symmetry takes districts to districts of the same colour, and printed tiles to printed tiles of the same motif.
    """
    return sorted(set(_symmetries(board)))


def _symmetries(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a board; a turn and a reflection may have the same effect."""
    named = [*board.cells, *board.printed_at]
    for is_mirrored in (False, True):
        for turns in range(NUM_TURNS):
            images = [turned(cell, turns, is_mirrored=is_mirrored) for cell in named]
            moved = _moved(images, min(named), min(images))
            if set(moved) == set(named) and _is_symmetry(board, dict(zip(named, moved, strict=True))):
                image_of = dict(zip(named, moved, strict=True))
                yield tuple(board.field_at[image_of[cell]] for cell in board.cells)


def _moved(cells: list[Cell], to: Cell, first: Cell) -> list[Cell]:
    """Return cells moved side by side such that `first` falls on `to`."""
    return [(q + to[0] - first[0], r + to[1] - first[1]) for q, r in cells]


def _is_symmetry(board: Board, image_of: dict[Cell, Cell]) -> bool:
    """Return whether a map of cells, those of fields and printed tiles, keeps motifs, districts and their colours."""
    if any(board.printed_at.get(image) != board.printed_at.get(cell) for cell, image in image_of.items()):
        return False
    for district in board.district:
        numbers = {board.district_of[board.field_at[image_of[cell]]] for cell in district.cells}
        others = [board.district[number] for number in numbers]
        if len(others) != 1 or (others[0].colour, len(others[0].fields)) != (district.colour, len(district.fields)):
            return False
    return True
