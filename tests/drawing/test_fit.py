"""Equal things in a box of a fixed size: all fit, and none could be larger."""

import random

import pytest

from mom_env.drawing.fit import fit

pytestmark = pytest.mark.once


def rows_of(count: int, columns: int) -> int:
    return -(-count // columns)


def largest_by_trying(count: int, room: tuple[float, float], size: tuple[float, float]) -> float:
    """The largest scale of all numbers of columns."""
    return max(
        min(1, room[0] / (columns * size[0]), room[1] / (rows_of(count, columns) * size[1]))
        for columns in range(1, count + 1)
    )


def test_all_fit_and_none_could_be_larger() -> None:
    rng = random.Random(1)
    for _ in range(500):
        count = rng.randint(1, 40)
        room = rng.uniform(50, 900), rng.uniform(50, 200)
        size = rng.uniform(20, 90), rng.uniform(20, 90)
        found = fit(count, room, size)
        assert found.scale == pytest.approx(largest_by_trying(count, room, size))
        assert found.columns * size[0] * found.scale <= room[0] + 1e-6
        assert rows_of(count, found.columns) * size[1] * found.scale <= room[1] + 1e-6


def test_few_things_are_not_drawn_larger_than_they_are() -> None:
    assert fit(1, (500, 500), (10, 10)).scale == 1
    assert fit(1, (500, 500), (10, 10), 1.5).scale == 1.5
    assert fit(0, (500, 500), (10, 10)).columns == 1
