"""6.2: Laying walls. An edge is a square and a direction: h is the square's upper edge, v its left one.

A piece of wall is SHORT_H, SHORT_V, LONG_H or LONG_V; it is laid at its first edge. Corners are named by the square
whose left upper corner they are.
"""

from mom_env.kernel.jit import called_kernel, kernel, part
from mom_env.monsters_on_the_moon.actions import Mask
from mom_env.monsters_on_the_moon.rules.areas import find_areas
from mom_env.monsters_on_the_moon.rules.table import is_bare, square_in
from mom_env.monsters_on_the_moon.squares import DOWN, LEFT, RIGHT, UP
from mom_env.monsters_on_the_moon.state import (
    FEWEST_WALLS,
    LONG,
    LONG_H,
    MIDDLE,
    MOST_WALLS,
    NUM_PIECES,
    SHORT,
    WALL_ABOVE,
    WALL_LEFT,
    State,
)


@part
def is_long(piece: int) -> bool:
    """6.2.1: Return whether a piece of wall takes two edges."""
    return piece >= LONG_H


@part
def is_vertical(piece: int) -> bool:
    """6.2.1: Return whether a piece of wall lies on left edges."""
    return piece % 2 == 1


@part
def size_of(piece: int) -> int:
    """Return the size of a piece of wall, SHORT or LONG."""
    return LONG if is_long(piece) else SHORT


@part
def following(piece: int, square: int) -> int:
    """6.2.1: Return the square of the next edge of a piece: to the right for h, further down for v."""
    return int(DOWN[square]) if is_vertical(piece) else int(RIGHT[square])


@part
def preceding(piece: int, square: int) -> int:
    """6.2.1: Return the square of the edge before that of `square`, in the direction of a piece."""
    return int(UP[square]) if is_vertical(piece) else int(LEFT[square])


@part
def mark_of(piece: int) -> int:
    """Return the bit of `mark` for the edges of a piece."""
    return WALL_LEFT if is_vertical(piece) else WALL_ABOVE


@part
def is_edge_free(state: State, piece: int, square: int) -> bool:
    """6.2.2, R19: Return whether the edge of a square in the direction of a piece can take a wall.

    It must adjoin a square of the display, be free of walls, and not lie inside an enclosed area.
    """
    other = int(LEFT[square]) if is_vertical(piece) else int(UP[square])
    if is_bare(state, square) and is_bare(state, other):
        return False
    return int(state.mark[square]) & mark_of(piece) == 0 and int(state.area[square]) == 0


@part
def is_corner_used(state: State, square: int) -> bool:
    """R20: Return whether a wall laid in this turn has the left upper corner of `square`, as an end or its middle."""
    num_walls = int(state.num_walls)
    for wall in range(num_walls - int(state.laying), num_walls):
        piece, corner = int(state.wall_piece[wall]), int(state.wall_edge[wall])
        for _ in range(3 if is_long(piece) else 2):
            if corner == square:
                return True
            corner = following(piece, corner)
    return False


@part
def has_contact(state: State, piece: int, square: int) -> bool:
    """R20: Return whether a piece laid at `square` has a corner in common with an earlier wall of this turn."""
    if state.laying == 0:
        return True
    corner = square
    for _ in range(3 if is_long(piece) else 2):
        if is_corner_used(state, corner):
            return True
        corner = following(piece, corner)
    return False


@part
def can_put(state: State, seat: int, piece: int, square: int) -> bool:
    """6.2.2: Return whether `seat` has a piece and may lay it at `square`, whatever comes after it (R21)."""
    if state.walls[seat, size_of(piece)] == 0 or not is_edge_free(state, piece, square):
        return False
    if is_long(piece):
        middle = following(piece, square)
        if int(state.mark[middle]) & MIDDLE != 0 or not is_edge_free(state, piece, middle):
            return False
    return has_contact(state, piece, square)


@kernel
def can_lay_wall(state: State, seat: int, piece: int, square: int) -> bool:
    """6.2.2, R21: Return whether `seat` may lay a piece at `square`, so that this turn can come to three walls."""
    if not can_put(state, seat, piece, square):
        return False
    missing = FEWEST_WALLS - int(state.laying) - 1
    if missing <= 0:
        return True
    num_areas = put_wall(state, seat, piece, square)
    is_possible = can_put_two(state, seat) if missing > 1 else can_put_one(state, seat)
    lift_wall(state, seat, num_areas)
    return is_possible


@kernel
def put_wall(state: State, seat: int, piece: int, square: int) -> int:
    """6.2.2: Lay a wall of `seat`, which is at once in force, and return the number of enclosed areas before it."""
    number, num_areas = int(state.num_walls), int(state.num_areas)
    may_close = count_meetings(state, piece, square) > 1
    state.wall_piece[number], state.wall_edge[number] = piece, square
    state.num_walls, state.laying = number + 1, int(state.laying) + 1
    state.walls[seat, size_of(piece)] -= 1
    state.mark[square] = int(state.mark[square]) | mark_of(piece)
    if is_long(piece):
        middle = following(piece, square)
        state.mark[middle] = int(state.mark[middle]) | mark_of(piece) | MIDDLE
    if may_close:
        find_areas(state)
    return num_areas


@kernel
def lift_wall(state: State, seat: int, num_areas: int) -> None:
    """R21: Take back the last wall, with which `put_wall` has tried something; it returned `num_areas`."""
    number = int(state.num_walls) - 1
    piece, square = int(state.wall_piece[number]), int(state.wall_edge[number])
    state.mark[square] = int(state.mark[square]) & (255 - mark_of(piece))
    if is_long(piece):
        middle = following(piece, square)
        state.mark[middle] = int(state.mark[middle]) & (255 - mark_of(piece) - MIDDLE)
    state.walls[seat, size_of(piece)] += 1
    state.wall_piece[number], state.wall_edge[number] = 0, 0
    state.num_walls, state.laying = number, int(state.laying) - 1
    if state.num_areas != num_areas:
        find_areas(state)


@part
def count_meetings(state: State, piece: int, square: int) -> int:
    """6.3.1: Return at how many corners a piece laid at `square` meets walls; two are needed to close an area."""
    count, corner = 0, square
    for _ in range(3 if is_long(piece) else 2):
        count += is_corner_met(state, corner)
        corner = following(piece, corner)
    return count


@part
def is_corner_met(state: State, square: int) -> bool:
    """6.3.1: Return whether a wall ends in, or passes, the left upper corner of `square`."""
    at_corner = int(state.mark[square]) & (WALL_ABOVE + WALL_LEFT)
    before, above = int(state.mark[LEFT[square]]) & WALL_ABOVE, int(state.mark[UP[square]]) & WALL_LEFT
    return at_corner + before + above != 0


@kernel
def can_put_one(state: State, seat: int) -> bool:
    """R21: Return whether one more wall can be laid in this turn, which has begun: all possible ones meet its walls."""
    num_walls = int(state.num_walls)
    for wall in range(num_walls - int(state.laying), num_walls):
        own, corner = int(state.wall_piece[wall]), int(state.wall_edge[wall])
        for _ in range(3 if is_long(own) else 2):
            for piece in range(NUM_PIECES):
                square = corner
                for _ in range(3 if is_long(piece) else 2):
                    if can_put(state, seat, piece, square):
                        return True
                    square = preceding(piece, square)
            corner = following(own, corner)
    return False


@kernel
def can_put_two(state: State, seat: int) -> bool:
    """R21: Return whether two more walls can be laid in this turn, one after the other, after its first one."""
    wall = int(state.num_walls) - 1
    own, corner = int(state.wall_piece[wall]), int(state.wall_edge[wall])
    for _ in range(3 if is_long(own) else 2):
        for piece in range(NUM_PIECES):
            square = corner
            for _ in range(3 if is_long(piece) else 2):
                if can_put(state, seat, piece, square):
                    num_areas = put_wall(state, seat, piece, square)
                    is_possible = can_put_one(state, seat)
                    lift_wall(state, seat, num_areas)
                    if is_possible:
                        return True
                square = preceding(piece, square)
        corner = following(own, corner)
    return False


@called_kernel
def count_edges(state: State, seat: int, piece: int, most: int) -> int:
    """6.2.2: Return how many edges `seat` may lay a piece at, but not more than `most`."""
    count = 0
    if state.walls[seat, size_of(piece)] == 0:
        return 0
    for y in range(int(state.height) + 1):
        for x in range(int(state.width) + 1):
            if can_lay_wall(state, seat, piece, square_in(state, x, y)):
                count += 1
                if count == most:
                    return count
    return count


@called_kernel
def mark_edges(state: State, seat: int, piece: int, mask: Mask) -> None:
    """6.2.2: Mark each edge at which `seat` may lay a piece."""
    for y in range(int(state.height) + 1):
        for x in range(int(state.width) + 1):
            square = square_in(state, x, y)
            if can_lay_wall(state, seat, piece, square):
                mask.square[square] = 1


@part
def fits(state: State, seat: int, piece: int) -> bool:
    """6.2.2: Return whether `seat` may lay a piece of wall somewhere now."""
    return count_edges(state, seat, piece, 1) > 0


@part
def can_lay_walls(state: State, seat: int) -> bool:
    """6.1.1, R18, R21: Return whether `seat` can begin a turn with walls; none was laid in this turn yet."""
    if int(state.walls[seat, SHORT]) + int(state.walls[seat, LONG]) < FEWEST_WALLS:
        return False
    for piece in range(NUM_PIECES):
        if fits(state, seat, piece):
            return True
    return False


@part
def can_open_with(state: State, seat: int, piece: int) -> bool:
    """6.1.1, R21: Return whether `seat` can begin a turn with walls by this piece."""
    return int(state.walls[seat, SHORT]) + int(state.walls[seat, LONG]) >= FEWEST_WALLS and fits(state, seat, piece)


@part
def can_stop(state: State) -> bool:
    """6.2.2: Return whether the seat may stop: at least three walls were laid in this turn."""
    return int(state.laying) >= FEWEST_WALLS


@part
def must_stop(state: State, seat: int) -> bool:
    """6.2.2, R21: Return whether no further wall is possible in this turn: five were laid, or nothing fits."""
    return int(state.laying) == MOST_WALLS or not can_put_one(state, seat)
