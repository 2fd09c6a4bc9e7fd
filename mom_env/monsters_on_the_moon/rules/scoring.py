"""4.1, 5.1, 6.4: Heads and groups, and what they are worth."""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.rules.table import (
    NUM_SIDES,
    heads_on,
    is_parted,
    monster_on,
    neighbour,
    square_in,
)
from mom_env.monsters_on_the_moon.state import (
    GROUPED,
    GROUPED_INSIDE,
    NUM_SQUARES,
    SEEN,
    SINGLE,
    SINGLE_INSIDE,
    Int16s,
    State,
)

HEADS_OF_GROUP = 2  # that make a group
GROUP_VP = 2  # of each head of the largest group


@called_kernel
def count_heads(state: State, monster: int, rows: Int16s) -> None:
    """4.1, 6.4.1: Write into `rows` the visible heads of a monster by rows of the score sheet, shape (NUM_ROWS,)."""
    rows[:] = 0
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            if monster_on(state, square) == monster:
                row = GROUPED if is_grouped(state, square, monster) else SINGLE
                rows[row + (int(state.area[square]) > 0)] += heads_on(state, square)


@part
def is_grouped(state: State, square: int, monster: int) -> bool:
    """4.1, 6.2.4: Return whether the head on a square is grouped: it is double, or a neighbour shows its monster."""
    if heads_on(state, square) > 1:
        return True
    for side in range(NUM_SIDES):
        if monster_on(state, neighbour(square, side)) == monster and not is_parted(state, square, side):
            return True
    return False


@part
def vp_of_rows(rows: Int16s) -> int:
    """4.1, 6.4.1: Return the VP of rows of a score sheet: 1 for a single head, 2 for a grouped one, inside doubled."""
    single = int(rows[SINGLE]) + 2 * int(rows[SINGLE_INSIDE])
    grouped = int(rows[GROUPED]) + 2 * int(rows[GROUPED_INSIDE])
    return single + 2 * grouped


@called_kernel
def largest_group(state: State, monster: int) -> int:
    """5.1, R16: Return the heads of the largest group of a monster; 0 if it has none."""
    return find_groups(state, monster)[0]


@called_kernel
def find_groups(state: State, monster: int) -> tuple[int, int]:
    """5.1, R16: Return the heads of the largest group of a monster, 0 if it has none, and the number of its groups."""
    squares, largest, count = np.empty(NUM_SQUARES, np.int16), 0, 0
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            if monster_on(state, square) == monster and int(state.mark[square]) & SEEN == 0:
                heads = group_from(state, square, monster, squares)
                if heads >= HEADS_OF_GROUP:
                    largest, count = max(largest, heads), count + 1
    forget_search(state)
    return largest, count


@part
def group_from(state: State, first: int, monster: int, squares: NDArray[np.int16]) -> int:
    """5.1, R16: Return the heads on all squares of a monster that are joined with `first`, and mark them as SEEN.

    `squares` is scratch space for all squares of the frame.
    """
    state.mark[first] = int(state.mark[first]) | SEEN
    squares[0], count, heads = first, 1, 0
    while count > 0:
        count -= 1
        square = int(squares[count])
        heads += heads_on(state, square)
        for side in range(NUM_SIDES):
            other = neighbour(square, side)
            if int(state.mark[other]) & SEEN != 0 or is_parted(state, square, side):
                continue
            if monster_on(state, other) == monster:
                state.mark[other] = int(state.mark[other]) | SEEN
                squares[count] = other
                count += 1
    return heads


@part
def forget_search(state: State) -> None:
    """Remove all marks SEEN from the display."""
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            square = square_in(state, x, y)
            state.mark[square] = int(state.mark[square]) & (255 - SEEN)
