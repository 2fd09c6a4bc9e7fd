"""How large equal things can be drawn so that all fit into a box, whose size does not depend on how many there are."""

from typing import NamedTuple


class Fit(NamedTuple):
    """The scale at which things are drawn, and how many of them stand in a row."""

    scale: float
    columns: int


def fit(count: int, room: tuple[float, float], size: tuple[float, float], largest: float = 1.0) -> Fit:
    """Return the largest scale, at most `largest`, at which `count` things fit into a box in rows, from left to right.

    `room` is width and height of the box, and `size` those of a thing with the gap after it, in pixels.

    >>> fit(3, (100, 50), (30, 40)), fit(8, (100, 50), (25, 50))
    (Fit(scale=1.0, columns=3), Fit(scale=0.5, columns=8))
    """
    best = Fit(0.0, max(count, 1))
    for rows in range(1, max(count, 1) + 1):
        columns = -(-max(count, 1) // rows)
        scale = min(largest, room[0] / (columns * size[0]), room[1] / (rows * size[1]))
        if scale > best.scale:
            best = Fit(scale, columns)
    return best
