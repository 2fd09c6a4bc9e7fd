"""Walls by brute force: R21 tried in all ways, and areas found by another search."""

import itertools

import numpy as np
import pytest

from mom_env.monsters_on_the_moon.actions import WALL_WORDS
from mom_env.monsters_on_the_moon.rules import walls
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import FEWEST_WALLS, LONG_H, NUM_PIECES
from tests.monsters_on_the_moon.build import Table

SMALL = ("W", "W H", "W H / V _", "W _ H / V W H", "W H V / V _ W / W H V")
STOCKS = ((0, 3), (1, 2), (2, 1), (3, 0), (1, 1), (2, 2))


def near() -> list[int]:
    return [at(x, y) for x in range(3, 10) for y in range(3, 10)]


def can_come_to_three(table: Table, seat: int = 0) -> bool:
    """Whether this turn can come to three walls, by trying all."""
    if int(table.state.laying) >= FEWEST_WALLS:
        return True
    for piece, square in itertools.product(range(NUM_PIECES), near()):
        if walls.can_put(table.state, seat, piece, square):
            kept = table.states.copy()
            walls.put_wall(table.state, seat, piece, square)
            found = can_come_to_three(table, seat)
            table.states[:] = kept
            if found:
                return True
    return False


@pytest.mark.rule("R21")
@pytest.mark.parametrize("picture", SMALL)
@pytest.mark.parametrize("stock", STOCKS)
def test_a_wall_is_an_option_if_the_turn_can_come_to_three(picture: str, stock: tuple[int, int]) -> None:
    table = Table(walls=True).picture(picture).stock(*stock)
    before = table.states.tobytes()
    for piece, square in itertools.product(range(NUM_PIECES), near()):
        expected = False
        if walls.can_put(table.state, 0, piece, square):
            kept = table.states.copy()
            walls.put_wall(table.state, 0, piece, square)
            expected = can_come_to_three(table)
            table.states[:] = kept
        assert walls.can_lay_wall(table.state, 0, piece, square) == expected, (WALL_WORDS[piece], square)
    assert table.states.tobytes() == before


@pytest.mark.rule("R20", "R22")
def test_what_is_tried_is_taken_back_even_if_it_closes_an_area() -> None:
    table = Table(walls=True).picture("W H / V W").ring(5, 5, 1, 1).stock(3, 6)
    table.wall("short", "h", 6, 5).wall("short", "v", 7, 5)
    before = table.states.copy()
    num_areas = walls.put_wall(table.state, 0, 0, at(6, 6))
    assert int(table.state.num_areas) == num_areas + 1 == 2
    walls.lift_wall(table.state, 0, num_areas)
    assert np.array_equal(table.states["area"], before["area"])
    assert table.states.tobytes() == before.tobytes()


@pytest.mark.rule("6.2.2")
def test_long_walls_never_cross_even_those_of_an_earlier_turn() -> None:
    table = Table(walls=True).picture(" / ".join(["W H W H"] * 4)).wall("long", "h", 6, 7)
    assert (7, 6) not in table.edges("long", "v")
    assert (7, 6) in table.edges("short", "v")
    assert WALL_WORDS.index(("long", "h")) == LONG_H
