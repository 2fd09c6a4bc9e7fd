"""What each legal action is worth to the seat to move, as `greedy` and `planner` see it."""

from mom_env.contract.records import Floats
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import LAY, NO_SHIP, NUM_TURNS, PASS, SQUARE, STOP, WALL, Mask
from mom_env.monsters_on_the_moon.bots.gain import (
    gain_of_card,
    gain_of_steps,
    gain_of_tile,
    own_heads_beside,
    points_of_board,
    worth_of_face,
)
from mom_env.monsters_on_the_moon.rules.laying import (
    NARROW,
    ROOM,
    WIDE,
    extent,
    place_at,
    places_in_line,
)
from mom_env.monsters_on_the_moon.rules.scoring import GROUP_VP, largest_group
from mom_env.monsters_on_the_moon.rules.table import grown, monster_on
from mom_env.monsters_on_the_moon.rules.walls import (
    can_lay_wall,
    count_meetings,
    is_vertical,
    lift_wall,
    put_wall,
)
from mom_env.monsters_on_the_moon.squares import COVERED, LEFT, TURNED, UP
from mom_env.monsters_on_the_moon.state import (
    FACE,
    MAX_CARDS,
    NONE,
    NUM_PIECES,
    NUM_SQUARES,
    Decision,
    Rules,
    State,
)

NOTHING = -1e9  # the value of what is not legal

KEEP = 0.6  # of the worth of a card's heads, for each turn that it is kept
GROWTH = 0.5  # of the VP of a larger group before the end is near
LATE_SHIP = 0.6  # VP that a step should bring at least while turns are left
FENCE = 0.25  # of a wall beside an own head


@kernel
def write_values(state: State, rules: Rules, is_planner: bool, mask: Mask, values: Floats) -> None:
    """Write into `values` what each action of `mask`, the legal ones of the seat to move, is worth; NOTHING for others.

    The shape of `values` is (NUM_ACTIONS,).
    """
    values[:] = NOTHING
    decision = int(state.decision)
    if decision == Decision.TURN:
        write_openings(state, rules, is_planner, mask, values)
    elif decision == Decision.PLACE:
        write_places(state, rules, is_planner, mask, values)
    elif decision == Decision.SHIP:
        write_ships(state, rules, is_planner, mask, values)
    elif decision == Decision.WALL:
        write_pieces(state, rules, mask, values)
    else:
        write_others(state, rules, mask, values)


@part
def write_openings(state: State, rules: Rules, is_planner: bool, mask: Mask, values: Floats) -> None:
    """Write what each card, laid where it is best, and each first wall is worth."""
    for card in range(MAX_CARDS):
        for turn in range(NUM_TURNS):
            if mask.lay_card[card, turn]:
                values[LAY + NUM_TURNS * card + turn] = best_of_card(state, rules, is_planner, card, turn)
    write_pieces(state, rules, mask, values)


@kernel
def best_of_card(state: State, rules: Rules, is_planner: bool, card: int, turn: int) -> float:
    """Return what a card is worth after `turn` quarter turns, on its best place."""
    seat, upright, best = int(state.seat), turn % 2, NOTHING
    (first_line, lines), (first, length) = extent(state, upright), extent(state, 1 - upright)
    for number in range(-NARROW, lines + 1):
        if grown(lines, number, NARROW) > rules.limit:
            continue
        found = places_in_line(state, rules, seat, upright, number)
        for along in range(-WIDE, length + 1):
            if found >> (along + ROOM) & 1 != 0:
                place = place_at(upright, first_line + number, first + along)
                best = max(best, value_of_place(state, rules, is_planner, card, turn, place))
    return best


@kernel
def value_of_place(state: State, rules: Rules, is_planner: bool, card: int, turn: int, place: int) -> float:
    """Return what a card is worth on `place` after `turn` quarter turns."""
    seat = int(state.seat)
    value = gain_of_card(state, rules, seat, card, turn, place)
    if is_planner and rules.num_players > 1:
        value -= cost_of_card(state, rules, seat, card)
        if state.interim_taken and not rules.with_walls:
            value += growth_of_group(state, rules, seat, card, turn, place)
    return value


@part
def cost_of_card(state: State, rules: Rules, seat: int, card: int) -> float:
    """Return what is given up by laying a card now: its heads would be covered less if they came later."""
    turns = int(state.hand_size[seat]) - 1 + int(state.num_pile) // int(rules.num_players)
    return KEEP * worth_of_face(state, rules, seat, card) * min(turns, 2) / 2


@part
def growth_of_group(state: State, rules: Rules, seat: int, card: int, turn: int, place: int) -> float:
    """5.1: Return the VP by which the largest group grows, less if more cards are to come."""
    upright, saved, monster = turn % 2, 0, int(state.monster[seat])
    before = largest_group(state, monster)
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        saved |= int(state.shows[square]) << 4 * i
        state.shows[square] = rules.faces[card, TURNED[turn, i]]
    grown_by = largest_group(state, monster) - before
    for i in range(FACE):
        state.shows[int(COVERED[upright, place, i])] = saved >> 4 * i & 15
    return GROUP_VP * grown_by * (1.0 if state.hand_size[seat] == 1 else GROWTH)


@part
def write_places(state: State, rules: Rules, is_planner: bool, mask: Mask, values: Floats) -> None:
    """Write what the chosen card is worth on each place."""
    for place in range(NUM_SQUARES):
        if mask.square[place]:
            values[SQUARE + place] = value_of_place(
                state, rules, is_planner, int(state.card), int(state.turn), place
            )  # fmt: skip


@part
def write_ships(state: State, rules: Rules, is_planner: bool, mask: Mask, values: Floats) -> None:
    """3.4: Write what a ship is worth on each crystal, and none; `planner` waits for a tile or for the last turns."""
    seat = int(state.seat)
    gain = gain_of_steps(state, rules, seat, 1)
    turns = int(state.hand_size[seat]) + int(state.num_pile) // int(rules.num_players)
    waits = is_planner and turns > state.ships[seat]
    values[NO_SHIP] = 1 + LATE_SHIP if waits else 0.0
    for square in range(NUM_SQUARES):
        if mask.square[square]:
            values[SQUARE + square] = gain + LATE_SHIP / 10 * own_heads_beside(state, seat, square)


@part
def write_others(state: State, rules: Rules, mask: Mask, values: Floats) -> None:
    """Write what monsters, cards to pass, tiles, edges and starters are worth; the first monster is as good as any."""
    seat, decision = int(state.seat), int(state.decision)
    for action in range(SQUARE):
        if mask.ids[action]:
            values[action] = 0.0
            if decision == Decision.PASS:
                values[action] = -worth_of_face(state, rules, seat, action - PASS)
            elif decision == Decision.STARTER:
                values[action] = float(action)  # the last one in turn is not answered
    for square in range(NUM_SQUARES):
        if mask.square[square]:
            if decision == Decision.TILE:
                values[SQUARE + square] = gain_of_tile(state, rules, seat, square)
            else:
                values[SQUARE + square] = value_of_wall(state, rules, seat, int(state.piece), square)


@part
def write_pieces(state: State, rules: Rules, mask: Mask, values: Floats) -> None:
    """6.2: Write what each piece of wall is worth at its best edge, and what it is worth to stop."""
    seat = int(state.seat)
    for piece in range(NUM_PIECES):
        if mask.wall[piece]:
            best = NOTHING
            for square in range(NUM_SQUARES):
                if can_lay_wall(state, seat, piece, square):
                    best = max(best, value_of_wall(state, rules, seat, piece, square))
            values[WALL + piece] = best
    if mask.stop[0]:
        values[STOP] = 0.0


@kernel
def value_of_wall(state: State, rules: Rules, seat: int, piece: int, square: int) -> float:
    """6.2.4, 6.4: Return what a wall gains at once, and a little for each side of it with an own head alone."""
    is_close = count_meetings(state, piece, square) > 1
    if not is_close and monster_on(state, square) == NONE:
        return fence_of(state, seat, piece, square)
    before = points_of_board(state, rules, seat)
    num_areas = put_wall(state, seat, piece, square)
    gain = points_of_board(state, rules, seat) - before
    lift_wall(state, seat, num_areas)
    return gain + fence_of(state, seat, piece, square)


@part
def fence_of(state: State, seat: int, piece: int, square: int) -> float:
    """Return a little more for a first edge that has own heads on one side only: an area may come of it."""
    other = int(LEFT[square]) if is_vertical(piece) else int(UP[square])
    own, monster = 0, int(state.monster[seat])
    own += monster_on(state, square) == monster
    own += monster_on(state, other) == monster
    return FENCE if own == 1 else 0.0
