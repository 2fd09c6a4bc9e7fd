"""6.3: Enclosed areas: where they are, and whom they let in."""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.rules.table import NUM_SIDES, is_parted, monster_on, neighbour, square_in
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, State


@called_kernel
def find_areas(state: State) -> None:
    """6.3.1, R22: Number the enclosed areas from 1, in the reading order of their first squares.

    A flood from the open table over edges without walls reaches all squares that are not enclosed. Walls lie on edges
    of the display, so a ring of one square round it is open, and areas lie inside.
    """
    squares = np.empty(NUM_SQUARES, np.int16)
    width, height = int(state.width), int(state.height)
    for y in range(-1, height + 1):
        for x in range(-1, width + 1):
            state.area[square_in(state, x, y)] = -1
    flood(state, square_in(state, -1, -1), 0, squares)
    state.num_areas = 0
    for y in range(height):
        for x in range(width):
            if state.area[square_in(state, x, y)] == -1:
                state.num_areas += 1
                flood(state, square_in(state, x, y), int(state.num_areas), squares)


@part
def flood(state: State, first: int, area: int, squares: NDArray[np.int16]) -> None:
    """R22: Write `area` into all squares marked -1 that can be reached from `first` over edges without walls.

    `squares` is scratch space for all squares of the frame.
    """
    state.area[first], squares[0], count = area, first, 1
    while count > 0:
        count -= 1
        square = int(squares[count])
        for side in range(NUM_SIDES):
            other = neighbour(square, side)
            if state.area[other] == -1 and not is_parted(state, square, side):
                state.area[other], squares[count] = area, other
                count += 1


@called_kernel
def can_enter(state: State, seat: int, area: int) -> bool:
    """6.3.2, R23: Return whether an enclosed area, by its number, shows a head of `seat`."""
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            if state.area[square] == area and monster_on(state, square) == state.monster[seat]:
                return True
    return False
