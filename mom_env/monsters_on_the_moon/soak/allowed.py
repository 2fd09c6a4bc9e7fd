"""What the rules allow, worked out square by square, without the bits, bounds and marks that the engine keeps.

R21 alone is asked of the engine: whether a first or second wall leaves a way to a third one. A test tries all ways.
"""

from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import NUM_TURNS, Mask
from mom_env.monsters_on_the_moon.rules.walls import can_lay_wall
from mom_env.monsters_on_the_moon.squares import DOWN, LEFT, RIGHT, UP
from mom_env.monsters_on_the_moon.state import (
    ASTRONAUT,
    CAMP,
    CRYSTAL,
    FACE,
    FEWEST_WALLS,
    LONG,
    MAX_CARDS,
    MAX_SHIPS,
    MOST_COVERED,
    NUM_MONSTERS,
    NUM_PIECES,
    NUM_SQUARES,
    SHORT,
    WRAP,
    Decision,
    Rules,
    State,
)

H, V = 0, 1  # directions of edges


@part
def is_forced(state: State, rules: Rules, num_allowed: int) -> bool:
    """9.1: Return whether everybody can see that there is one option: not with hands, which are hidden."""
    return num_allowed == 1 and state.decision not in (Decision.TURN, Decision.PASS)


@kernel
def write_allowed(state: State, rules: Rules, allowed: Mask) -> None:
    """Write into `allowed` 1 for each action that the rules allow the seat to move, else 0."""
    allowed.words[:] = 0
    decision, seat = int(state.decision), int(state.seat)
    if decision == Decision.MONSTER:
        for monster in range(NUM_MONSTERS):
            allowed.monster[monster] = monster < rules.num_monsters and not is_taken(state, rules, monster)
    elif decision == Decision.PASS:
        for number in range(2):
            allowed.pass_card[int(rules.doubles[int(state.monster[seat]), number])] = 1
    elif decision == Decision.TURN:
        allow_turn(state, rules, seat, allowed)
    elif decision == Decision.STARTER:
        allowed.starter[: int(rules.num_players)] = 1
    elif decision == Decision.WALL:
        for piece in range(NUM_PIECES):
            allowed.wall[piece] = has_edge(state, seat, piece)
        allowed.stop[0] = state.laying >= FEWEST_WALLS
    else:
        for square in range(NUM_SQUARES):
            allowed.square[square] = is_square_allowed(state, rules, seat, square)
        allowed.no_ship[0] = decision == Decision.SHIP


@part
def is_taken(state: State, rules: Rules, monster: int) -> bool:
    """2.1: Return whether a seat has chosen a monster."""
    for seat in range(rules.num_players):
        if state.monster[seat] == monster:
            return True
    return False


@part
def allow_turn(state: State, rules: Rules, seat: int, allowed: Mask) -> None:
    """3.1.1, 6.1.1: Allow each card as it can lie, and each wall that can be the first of three."""
    for upright in range(2):
        if has_any_place(state, rules, seat, upright):
            for card in range(MAX_CARDS):
                if state.holder[card] == seat:
                    for turn in range(upright, NUM_TURNS, 2):
                        allowed.lay_card[card, turn] = 1
    if rules.with_walls and int(state.walls[seat, SHORT]) + int(state.walls[seat, LONG]) >= FEWEST_WALLS:
        for piece in range(NUM_PIECES):
            allowed.wall[piece] = has_edge(state, seat, piece)


@part
def has_any_place(state: State, rules: Rules, seat: int, upright: int) -> bool:
    """3.1.2: Return whether a card has a place, flat (0) or upright (1)."""
    for place in range(NUM_SQUARES):
        if is_place(state, rules, seat, place, upright):
            return True
    return False


@part
def has_edge(state: State, seat: int, piece: int) -> bool:
    """6.2.2: Return whether a piece of wall has an edge."""
    for square in range(NUM_SQUARES):
        if is_edge(state, seat, piece, square):
            return True
    return False


@part
def is_square_allowed(state: State, rules: Rules, seat: int, square: int) -> bool:
    """3, 6: Return whether a square may be chosen, for what is decided now."""
    decision = int(state.decision)
    if decision == Decision.PLACE:
        return is_place(state, rules, seat, square, int(state.turn) % 2)
    if decision == Decision.SHIP:
        return int(state.shows[square]) == CRYSTAL and not has_ship(state, square)
    if decision == Decision.TILE:
        return is_target(state, rules, seat, square)
    return is_edge(state, seat, int(state.piece), square)


@part
def is_target(state: State, rules: Rules, seat: int, square: int) -> bool:
    """3.3.1, R11: Return whether a square of the card laid last shows a head for a tile."""
    shows = int(state.shows[square])
    if state.lies[square] != state.num_laid or shows == 0 or shows > 2 * NUM_MONSTERS:
        return False
    monster = (shows - 1) % NUM_MONSTERS
    return monster != state.monster[seat] and (not rules.opponents_only or is_taken(state, rules, monster))


@part
def has_ship(state: State, square: int) -> bool:
    """3.4: Return whether a ship is on a square."""
    for seat in range(len(state.ship_at)):
        for number in range(MAX_SHIPS):
            if state.ship_at[seat, number] == square:
                return True
    return False


@part
def part_of(place: int, upright: int, i: int) -> int:
    """Return the i-th square of a card on `place`, row by row."""
    width = 2 if upright else 3
    x, y = place % WRAP + i % width, place // WRAP + i // width
    return y % WRAP * WRAP + x % WRAP


@kernel
def is_place(state: State, rules: Rules, seat: int, place: int, upright: int) -> bool:
    """3.1.2, R5 to R7, 6.2.3, 6.3.2: Return whether `seat` may lay a card on `place`."""
    if not is_beside_or_on(state, place, upright):
        return False
    for i in range(FACE):
        square, same = part_of(place, upright, i), 0
        shows = int(state.shows[square])
        if shows in (ASTRONAUT, CAMP) or has_ship(state, square):
            return False
        for k in range(FACE):
            same += state.lies[part_of(place, upright, k)] == state.lies[square] and shows != 0
        if same > MOST_COVERED:
            return False
    if not stays_small(state, rules, place, upright):
        return False
    return not rules.with_walls or (not crosses(state, place, upright) and is_open_to(state, seat, place))


@part
def is_beside_or_on(state: State, place: int, upright: int) -> bool:
    """R6: Return whether a square of a card on `place`, or a neighbour of one, is a square of the display."""
    for i in range(FACE):
        square = part_of(place, upright, i)
        shown = int(state.shows[square]) + int(state.shows[RIGHT[square]]) + int(state.shows[LEFT[square]])
        if shown + int(state.shows[UP[square]]) + int(state.shows[DOWN[square]]) > 0:
            return True
    return False


@part
def stays_small(state: State, rules: Rules, place: int, upright: int) -> bool:
    """R5: Return whether not more rows and columns than the limit have squares of the display or the card."""
    rows, columns = 0, 0
    for number in range(WRAP):
        rows += is_line_used(state, place, upright, number, is_row=True)
        columns += is_line_used(state, place, upright, number, is_row=False)
    return rows <= rules.limit and columns <= rules.limit


@part
def is_line_used(state: State, place: int, upright: int, number: int, is_row: bool) -> bool:
    """R5: Return whether a row or column has a square of the display or of a card on `place`."""
    for k in range(WRAP):
        if int(state.shows[number * WRAP + k if is_row else k * WRAP + number]) != 0:
            return True
    for i in range(FACE):
        square = part_of(place, upright, i)
        if number == (square // WRAP if is_row else square % WRAP):
            return True
    return False


@part
def crosses(state: State, place: int, upright: int) -> bool:
    """6.2.3: Return whether a wall lies between two squares of a card on `place`."""
    for i in range(FACE):
        for k in range(FACE):
            one, two = part_of(place, upright, i), part_of(place, upright, k)
            if int(RIGHT[one]) == two and has_wall(state, V, two):
                return True
            if int(DOWN[one]) == two and has_wall(state, H, two):
                return True
    return False


@part
def has_wall(state: State, direction: int, square: int) -> bool:
    """6.2.1: Return whether one of the walls that were laid takes the upper (H) or the left (V) edge of a square."""
    for wall in range(state.num_walls):
        piece, first = int(state.wall_piece[wall]), int(state.wall_edge[wall])
        if piece % 2 == direction:
            second = int(RIGHT[first]) if direction == H else int(DOWN[first])
            if first == square or (piece > 1 and second == square):
                return True
    return False


@part
def is_open_to(state: State, seat: int, place: int) -> bool:
    """6.3.2: Return whether a place is in no enclosed area, or in one that shows a head of `seat`."""
    area = int(state.area[place])
    if area == 0:
        return True
    for square in range(NUM_SQUARES):
        shows = int(state.shows[square])
        is_own = 0 < shows <= 2 * NUM_MONSTERS and (shows - 1) % NUM_MONSTERS == state.monster[seat]
        if is_own and state.area[square] == area:
            return True
    return False


@kernel
def is_edge(state: State, seat: int, piece: int, square: int) -> bool:
    """6.2.2: Return whether `seat` may lay a piece of wall at `square`."""
    if state.walls[seat, LONG if piece > 1 else SHORT] == 0:
        return False
    direction = piece % 2
    second = int(RIGHT[square]) if direction == H else int(DOWN[square])
    if not can_take_wall(state, direction, square) or (piece > 1 and not can_take_wall(state, direction, second)):
        return False
    for wall in range(state.num_walls):
        if piece > 1 and state.wall_piece[wall] > 1 and state.wall_piece[wall] % 2 != direction:
            other = int(state.wall_edge[wall])
            if second == (int(DOWN[other]) if direction == H else int(RIGHT[other])):
                return False
    return meets_turn(state, piece, square) and can_lay_wall(state, seat, piece, square)


@part
def can_take_wall(state: State, direction: int, square: int) -> bool:
    """6.2.2, R19: Return whether an edge adjoins the display, has no wall, and is not inside an enclosed area."""
    other = int(UP[square]) if direction == H else int(LEFT[square])
    if int(state.shows[square]) + int(state.shows[other]) == 0 or has_wall(state, direction, square):
        return False
    return int(state.area[square]) + int(state.area[other]) == 0


@part
def meets_turn(state: State, piece: int, square: int) -> bool:
    """R20: Return whether a piece has a corner in common with a wall of this turn, or is the first one."""
    if state.laying == 0:
        return True
    for wall in range(int(state.num_walls) - int(state.laying), int(state.num_walls)):
        for i in range(3 if piece > 1 else 2):
            for k in range(3 if state.wall_piece[wall] > 1 else 2):
                if corner_of(piece, square, i) == corner_of(int(state.wall_piece[wall]), int(state.wall_edge[wall]), k):
                    return True
    return False


@part
def corner_of(piece: int, square: int, i: int) -> int:
    """R20: Return the i-th corner of a piece laid at `square`."""
    x, y = square % WRAP, square // WRAP
    if piece % 2 == H:
        return y * WRAP + (x + i) % WRAP
    return (y + i) % WRAP * WRAP + x
