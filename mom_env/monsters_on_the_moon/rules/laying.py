"""3.1: Where a card may be laid."""

from mom_env.kernel.jit import called_kernel, part
from mom_env.monsters_on_the_moon.actions import NUM_TURNS, Mask
from mom_env.monsters_on_the_moon.rules.areas import can_enter
from mom_env.monsters_on_the_moon.rules.table import NUM_SIDES, grown, is_bare, neighbour, offset
from mom_env.monsters_on_the_moon.squares import COVERED, SIZE
from mom_env.monsters_on_the_moon.state import (
    FACE,
    FIXED,
    FLAT,
    MAX_CARDS,
    UPRIGHT,
    WALL_ABOVE,
    WALL_LEFT,
    WRAP,
    Rules,
    State,
)

WIDE, NARROW = 3, 2  # sides of a card
ROOM = 4  # bits before that of the display's first square in `relative`
ALL_BITS = (1 << WRAP) - 1


@called_kernel
def can_lay(state: State, rules: Rules, seat: int, place: int, upright: int) -> bool:
    """3.1.2, 6.2.3, 6.3.2: Return whether `seat` may lay a card on `place`, flat (0) or upright (1)."""
    if not (is_within_limit(state, rules, place, upright) and touches_display(state, place, upright)):
        return False
    return covers_few(state, place, upright) and is_let_in(state, seat, place, upright)


@part
def is_within_limit(state: State, rules: Rules, place: int, upright: int) -> bool:
    """2.8, R5: Return whether the display with a card on `place` is not wider or higher than the limit."""
    x, y = offset(place % WRAP, int(state.left)), offset(place // WRAP, int(state.top))
    width = grown(int(state.width), x, int(SIZE[upright, 0]))
    height = grown(int(state.height), y, int(SIZE[upright, 1]))
    return width <= rules.limit and height <= rules.limit


@part
def touches_display(state: State, place: int, upright: int) -> bool:
    """R6: Return whether a card on `place` covers a square of the display or shares an edge with one."""
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        if not is_bare(state, square):
            return True
        for side in range(NUM_SIDES):
            if not is_bare(state, neighbour(square, side)):
                return True
    return False


@part
def covers_few(state: State, place: int, upright: int) -> bool:
    """3.1.2, R7: Return whether a card on `place` covers at most two squares of each card, and no fixed one.

    Bit k of `once` and `twice` is set if one and two squares of the k-th card are covered; bit 0 is bare table.
    """
    once, twice = 0, 0
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        bit = (1 << int(state.lies[square])) & ~1
        if twice & bit != 0 or int(state.mark[square]) & FIXED != 0:
            return False
        twice |= once & bit
        once |= bit
    return True


@part
def is_let_in(state: State, seat: int, place: int, upright: int) -> bool:
    """6.2.3, 6.3.2: Return whether no wall crosses a card on `place`, and it is in no area closed to `seat`."""
    if state.num_walls == 0:
        return True
    if is_crossed(state, place, upright):
        return False
    area = int(state.area[place])
    return area == 0 or can_enter(state, seat, area)


@part
def is_crossed(state: State, place: int, upright: int) -> bool:
    """6.2.3: Return whether a wall lies on one of the seven edges inside a card on `place`."""
    width = int(SIZE[upright, 0])
    for i in range(FACE):
        mark = int(state.mark[COVERED[upright, place, i]])
        if (i % width > 0 and mark & WALL_LEFT != 0) or (i >= width and mark & WALL_ABOVE != 0):
            return True
    return False


@part
def relative(line: int, first: int) -> int:
    """Return the bits of a row or column counted from the display's first square, which is bit ROOM."""
    return ((line >> first | line << (WRAP - first)) & ALL_BITS) << ROOM


@part
def line_of(state: State, upright: int, number: int) -> int:
    """Return the squares of the display, as bits, in the row `number`, or for upright cards in that column."""
    return int(state.down[number % WRAP]) if upright == UPRIGHT else int(state.across[number % WRAP])


@part
def places_in_line(state: State, rules: Rules, seat: int, upright: int, number: int) -> int:
    """3.1.2: Return the legal places in a row of the display (upright: a column), as bits of `relative`.

    `number` counts rows or columns from the display's first one. R6 is decided for all places at once. R5 is checked
    along the line only; the caller checks it across.
    """
    first, length = extent(state, 1 - upright)
    line = extent(state, upright)[0] + number
    under = relative(line_of(state, upright, line) | line_of(state, upright, line + 1), first)
    beside = relative(line_of(state, upright, line - 1) | line_of(state, upright, line + NARROW), first)
    own = under | beside
    touching = own | own >> 1 | own >> 2 | under << 1 | under >> WIDE
    covering = under | under >> 1 | under >> 2
    found = 0
    for along in range(-WIDE, length + 1):
        bit = 1 << (along + ROOM)
        if touching & bit != 0 and grown(length, along, WIDE) <= rules.limit:
            place = place_at(upright, line, first + along)
            if (covering & bit == 0 or covers_few(state, place, upright)) and is_let_in(state, seat, place, upright):
                found |= bit
    return found


@part
def extent(state: State, across: int) -> tuple[int, int]:
    """Return the display's first row and its height, or its first column and its width if `across` is 1."""
    if across == 1:
        return int(state.left), int(state.width)
    return int(state.top), int(state.height)


@part
def place_at(upright: int, line: int, along: int) -> int:
    """Return the square in row `line` and column `along`, or for upright cards in column `line` and row `along`."""
    if upright == UPRIGHT:
        return along % WRAP * WRAP + line % WRAP
    return line % WRAP * WRAP + along % WRAP


@called_kernel
def mark_places(state: State, rules: Rules, seat: int, upright: int, mask: Mask) -> None:
    """3.1.2: Mark the places where `seat` may lay a card, flat (0) or upright (1), in one pass over the display."""
    lines, (first, length) = extent(state, upright), extent(state, 1 - upright)
    for number in range(-NARROW, lines[1] + 1):
        if grown(lines[1], number, NARROW) <= rules.limit:
            found = places_in_line(state, rules, seat, upright, number)
            for along in range(-WIDE, length + 1):
                if found >> (along + ROOM) & 1 != 0:
                    mask.square[place_at(upright, lines[0] + number, first + along)] = 1


@called_kernel
def count_places(state: State, rules: Rules, seat: int, upright: int, most: int) -> int:
    """3.1.2: Return the number of places for a card of `seat`; the count stops after the line in which it gets `most`.

    The card lies flat (0) or upright (1).
    """
    lines, count = extent(state, upright)[1], 0
    for number in range(-NARROW, lines + 1):
        if grown(lines, number, NARROW) <= rules.limit:
            found = places_in_line(state, rules, seat, upright, number)
            while found != 0:
                found &= found - 1
                count += 1
            if count >= most:
                return count
    return count


@part
def has_place(state: State, rules: Rules, seat: int, upright: int) -> bool:
    """R9: Return whether there is a place for a card of `seat`, flat (0) or upright (1)."""
    return count_places(state, rules, seat, upright, 1) > 0


@part
def mark_turns(state: State, rules: Rules, mask: Mask) -> None:
    """3.1.1: Mark each card of the seat to move after each number of quarter turns after which it has a place."""
    seat = int(state.seat)
    is_flat, is_upright = has_place(state, rules, seat, FLAT), has_place(state, rules, seat, UPRIGHT)
    for card in range(MAX_CARDS):
        if state.holder[card] == seat:
            for turn in range(NUM_TURNS):
                mask.lay_card[card, turn] = is_upright if turn % 2 == UPRIGHT else is_flat


@part
def can_lay_card(state: State, rules: Rules, card: int, turn: int) -> bool:
    """3.1.1: Return whether the seat to move holds a card that has a place after `turn` quarter turns."""
    seat = int(state.seat)
    return int(state.holder[card]) == seat and has_place(state, rules, seat, turn % 2)
