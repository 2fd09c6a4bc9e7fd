"""3.1, 3.2: The squares of the display: what lies where, what is beside what, and how a card is put down."""

from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.squares import COVERED, DOWN, LEFT, RIGHT, SIZE, TURNED, UP
from mom_env.monsters_on_the_moon.state import (
    ASTRONAUT,
    BARE,
    CAMP,
    CRYSTAL,
    DOUBLE,
    EMPTY,
    FACE,
    FIXED,
    HEAD,
    NONE,
    TILE,
    WALL_ABOVE,
    WALL_LEFT,
    WRAP,
    Rules,
    State,
)

NUM_SIDES = 4
MARGIN = 3  # squares by which a card can stick out of the display


@part
def offset(position: int, first: int) -> int:
    """R5: Return how far a row or column is behind the display's first one, from -MARGIN to 24; the frame wraps."""
    return (position - first + MARGIN) % WRAP - MARGIN


@part
def grown(length: int, place: int, size: int) -> int:
    """R5: Return how long a side of the display becomes when squares from `place` on, `size` of them, are added."""
    return max(length, place + size) - min(place, 0)


@part
def square_in(state: State, x: int, y: int) -> int:
    """Return the square that is `x` to the right of and `y` below the display's left upper one."""
    return (int(state.top) + y) % WRAP * WRAP + (int(state.left) + x) % WRAP


@part
def neighbour(square: int, side: int) -> int:
    """Return the neighbour of a square on its right, lower, left or upper side (0 to 3), walls or not."""
    if side == 0:
        return int(RIGHT[square])
    if side == 1:
        return int(DOWN[square])
    return int(LEFT[square]) if side == 2 else int(UP[square])  # sides are counted


@part
def is_parted(state: State, square: int, side: int) -> bool:
    """6.2.4: Return whether a wall lies on the right, lower, left or upper edge (0 to 3) of a square."""
    if side == 0:
        return int(state.mark[RIGHT[square]]) & WALL_LEFT != 0
    if side == 1:
        return int(state.mark[DOWN[square]]) & WALL_ABOVE != 0
    return int(state.mark[square]) & (WALL_LEFT if side == 2 else WALL_ABOVE) != 0  # sides are counted


@part
def monster_on(state: State, square: int) -> int:
    """Return the monster that a square shows, single or double; NONE if it shows no head."""
    shows = int(state.shows[square])
    if shows < HEAD or shows >= CRYSTAL:
        return NONE
    return shows - HEAD if shows < DOUBLE else shows - DOUBLE


@part
def heads_on(state: State, square: int) -> int:
    """Return how many heads a square shows, which must show one: 1 or 2."""
    return 1 if int(state.shows[square]) < DOUBLE else 2


@part
def apply_card(state: State, rules: Rules, card: int, turn: int, place: int) -> int:
    """3.1, 3.2: Lay a card on `place` after `turn` quarter turns, and return the steps on the crystal track.

    Steps are only counted. The card may be a start card; whether it may lie there is not checked.
    """
    number, steps, upright = int(state.num_laid), 0, turn % 2
    state.laid_card[number], state.laid_turn[number], state.laid_place[number] = card, turn, place
    state.num_laid = number + 1
    for i in range(FACE):
        steps += put_square(state, int(COVERED[upright, place, i]), int(rules.faces[card, TURNED[turn, i]]))
    grow_display(state, place, upright)
    return steps


@part
def put_square(state: State, square: int, shows: int) -> int:
    """3.1.3, 3.2.1, 3.2.2: Let a square show what the last card has there, and return the steps for it."""
    was, steps = int(state.shows[square]), 0
    if was == CRYSTAL:
        steps += 1
        state.free_crystals -= 1
    if shows == CRYSTAL:
        steps += was == EMPTY
        state.free_crystals += 1
    state.shows[square], state.lies[square] = shows, state.num_laid
    state.mark[square] = int(state.mark[square]) & (255 - TILE)
    if shows in (ASTRONAUT, CAMP):
        fix_square(state, square)
    state.across[square // WRAP] = int(state.across[square // WRAP]) | 1 << square % WRAP
    state.down[square % WRAP] = int(state.down[square % WRAP]) | 1 << square // WRAP
    return steps


@part
def fix_square(state: State, square: int) -> None:
    """3.1.2: Note that a square is never covered."""
    state.mark[square] = int(state.mark[square]) | FIXED
    state.fixed[int(state.num_fixed)] = square
    state.num_fixed += 1


@part
def grow_display(state: State, place: int, upright: int) -> None:
    """R5: Let the display include a card that lies on `place`; before the first card it has the width 0."""
    if state.width == 0:
        state.left, state.top = place % WRAP, place // WRAP
    x, y = offset(place % WRAP, int(state.left)), offset(place // WRAP, int(state.top))
    state.width = grown(int(state.width), x, int(SIZE[upright, 0]))
    state.height = grown(int(state.height), y, int(SIZE[upright, 1]))
    state.left = (int(state.left) + min(x, 0)) % WRAP
    state.top = (int(state.top) + min(y, 0)) % WRAP


@part
def is_bare(state: State, square: int) -> bool:
    """Return whether no card lies on a square."""
    return int(state.shows[square]) == BARE
