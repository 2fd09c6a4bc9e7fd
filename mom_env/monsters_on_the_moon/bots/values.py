"""What each legal action is worth to the seat to move, as a bot sees it that has certain weights."""

import numpy as np

from mom_env.contract.records import Floats, Indices
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import LAY, NO_SHIP, NUM_TURNS, PASS, SQUARE, STARTER, STOP, WALL, Mask
from mom_env.monsters_on_the_moon.bots.gain import (
    Prospect,
    find_prospect,
    gain_of_card,
    gain_of_steps,
    gain_of_tile,
    own_heads_beside,
    points_around,
    points_of_board,
    threat_to_card,
    worth_of_face,
    worth_of_head,
)
from mom_env.monsters_on_the_moon.bots.planner_weights import Weights
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
    FLAT,
    MAX_CARDS,
    NONE,
    NUM_PIECES,
    NUM_SQUARES,
    SEEN,
    UPRIGHT,
    Decision,
    Rules,
    State,
)

NOTHING = -1e9  # the value of what is not legal


@kernel
def write_values(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """Write into `values` what each action of `mask`, the legal ones of the seat to move, is worth; NOTHING for others.

    The shape of `values` is (NUM_ACTIONS,).
    """
    values[:] = NOTHING
    decision = int(state.decision)
    if decision == Decision.TURN:
        write_openings(state, rules, weights, mask, values)
    elif decision == Decision.PLACE:
        write_places(state, rules, weights, mask, values)
    elif decision == Decision.SHIP:
        write_ships(state, rules, weights, mask, values)
    elif decision == Decision.WALL:
        write_pieces(state, rules, weights, mask, values)
    else:
        write_others(state, rules, weights, mask, values)


@part
def write_openings(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """Write what each card, laid where it is best, and each first wall is worth."""
    prospect = find_prospect(state, rules, weights)
    places, befores = np.empty(NUM_SQUARES, np.int64), np.empty(NUM_SQUARES)
    for upright in (FLAT, UPRIGHT):
        count = -1  # places are listed once, for the first card that needs them
        for card in range(MAX_CARDS):
            for turn in (upright, upright + 2):
                if mask.lay_card[card, turn]:
                    if count < 0:
                        count = list_places(state, rules, weights, upright, places, befores)
                    found = best_of_card(state, rules, weights, prospect, card, turn, places[:count], befores)
                    values[LAY + NUM_TURNS * card + turn] = found
    write_pieces(state, rules, weights, mask, values)


@part
def list_places(state: State, rules: Rules, weights: Weights, upright: int, places: Indices, befores: Floats) -> int:
    """3.1.2: Write the places for a flat (0) or upright (1) card into `places`, and return their number.

    `befores` gets what the squares of each and those round it are worth to the seat to move.
    """
    seat, count = int(state.seat), 0
    (first_line, lines), (first, length) = extent(state, upright), extent(state, 1 - upright)
    for number in range(-NARROW, lines + 1):
        if grown(lines, number, NARROW) > rules.limit:
            continue
        found = places_in_line(state, rules, seat, upright, number)
        for along in range(-WIDE, length + 1):
            if found >> (along + ROOM) & 1 != 0:
                places[count] = place_at(upright, first_line + number, first + along)
                befores[count] = points_around(state, rules, seat, int(places[count]), upright, weights)
                count += 1
    return count


@kernel
def best_of_card(
    state: State,
    rules: Rules,
    weights: Weights,
    prospect: Prospect,
    card: int,
    turn: int,
    places: Indices,
    befores: Floats,
) -> float:
    """Return what a card is worth after `turn` quarter turns, on its best place.

    `places` and `befores` are what `list_places` has written.
    """
    cost, best = cost_of_card(state, rules, card, prospect, weights), NOTHING
    for i in range(len(places)):
        place = int(places[i])
        best = value_of_place(state, rules, weights, prospect, card, turn, place, befores[i], cost, best)
    return best


@part
def value_of_place(
    state: State,
    rules: Rules,
    weights: Weights,
    prospect: Prospect,
    card: int,
    turn: int,
    place: int,
    before: float,
    cost: float,
    least: float,
) -> float:
    """Return what a card is worth on `place` after `turn` quarter turns, or `least` if that is more.

    Args:
        state: the position, which is left as it was.
        rules: what the game is played with.
        weights: what the bot thinks things are worth.
        prospect: what heads are worth.
        card: the card.
        turn: its quarter turns.
        place: the square of its upper left corner.
        before: what the squares of the place and those round it are worth now.
        cost: what is given up by laying the card now.
        least: what is known to be reached.
    """
    seat = int(state.seat)
    value = gain_of_card(state, rules, seat, card, turn, place, before, prospect, weights)
    if rules.num_players == 1:
        return max(value, least)
    value -= cost
    if prospect.growth > 0:
        value += prospect.growth * growth_of_group(state, rules, seat, card, turn, place, prospect.group)
    if prospect.stake > 0 and value > least:  # what is threatened takes long to find, and only makes it worth less
        enough = (value - least) / prospect.stake + 1  # with as much at stake, another place is better
        value -= prospect.stake * threat_to_card(state, rules, seat, card, turn, place, enough, weights)
    return max(value, least)


@part
def cost_of_card(state: State, rules: Rules, card: int, prospect: Prospect, weights: Weights) -> float:
    """Return what is given up by laying a card now: just before a scoring its heads would not be covered any more."""
    if rules.num_players == 1 or weights.keep == 0:
        return 0.0
    more = max(prospect.kept - prospect.head, 0.0)
    return weights.keep * more * worth_of_face(state, rules, int(state.seat), card, weights)


@part
def growth_of_group(state: State, rules: Rules, seat: int, card: int, turn: int, place: int, before: int) -> float:
    """5.1: Return the VP by which a card makes the largest group grow, which has `before` squares now."""
    upright, saved, monster, is_changed = turn % 2, 0, int(state.monster[seat]), False
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        is_changed |= monster_on(state, square) == monster
        saved |= int(state.shows[square]) << 4 * i
        state.shows[square] = rules.faces[card, TURNED[turn, i]]
        is_changed |= monster_on(state, square) == monster
    grown_by = largest_group(state, monster) - before if is_changed else 0
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        state.shows[square] = saved >> 4 * i & 15
        state.mark[square] = int(state.mark[square]) & (255 - SEEN)  # the card may reach beyond the display
    return float(GROUP_VP * grown_by)


@part
def write_places(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """Write what the chosen card is worth on each place."""
    card, turn, seat = int(state.card), int(state.turn), int(state.seat)
    prospect = find_prospect(state, rules, weights)
    cost = cost_of_card(state, rules, card, prospect, weights)
    for place in range(NUM_SQUARES):
        if mask.square[place]:
            before = points_around(state, rules, seat, place, turn % 2, weights)
            values[SQUARE + place] = value_of_place(
                state, rules, weights, prospect, card, turn, place, before, cost, NOTHING
            )  # fmt: skip


@part
def write_ships(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """3.4: Write what a ship is worth on each crystal, and none."""
    seat = int(state.seat)
    gain = gain_of_steps(state, rules, seat, 1, weights, worth_of_head(state, rules, weights))
    values[NO_SHIP] = 0.0
    for square in range(NUM_SQUARES):
        if mask.square[square]:
            values[SQUARE + square] = gain + weights.shelter * own_heads_beside(state, seat, square)


@part
def write_others(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """Write what monsters, cards to pass, tiles, edges and starters are worth; the first monster is as good as any."""
    seat, decision = int(state.seat), int(state.decision)
    for action in range(SQUARE):
        if mask.ids[action]:
            values[action] = 0.0
            if decision == Decision.PASS:
                values[action] = -worth_of_face(state, rules, seat, action - PASS, weights)
            elif decision == Decision.STARTER:
                values[action] = value_of_starter(rules, action, weights)
    for square in range(NUM_SQUARES):
        if mask.square[square]:
            if decision == Decision.TILE:
                values[SQUARE + square] = gain_of_tile(state, rules, seat, square, weights)
            else:
                values[SQUARE + square] = value_of_wall(state, rules, seat, int(state.piece), square, weights)


@part
def value_of_starter(rules: Rules, action: int, weights: Weights) -> float:
    """4.2: Return how good a starter is: the left neighbour makes the own seat the last one, whom nobody answers.

    Who does not expect heads to be covered does not see that, and takes the right neighbour.
    """
    if weights.fade == 0:
        return float(action)
    return -float((action - STARTER - 1) % int(rules.num_players))


@part
def write_pieces(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """6.2: Write what each piece of wall is worth at its best edge, and what it is worth to stop."""
    seat = int(state.seat)
    for piece in range(NUM_PIECES):
        if mask.wall[piece]:
            best = NOTHING
            for square in range(NUM_SQUARES):
                if can_lay_wall(state, seat, piece, square):
                    best = max(best, value_of_wall(state, rules, seat, piece, square, weights))
            values[WALL + piece] = best
    if mask.stop[0]:
        values[STOP] = 0.0


@kernel
def value_of_wall(state: State, rules: Rules, seat: int, piece: int, square: int, weights: Weights) -> float:
    """6.2.4, 6.4: Return what a wall gains at once, and a little for each side of it with an own head alone."""
    is_close = count_meetings(state, piece, square) > 1
    if not is_close and monster_on(state, square) == NONE:
        return fence_of(state, seat, piece, square, weights)
    before = points_of_board(state, rules, seat, weights)
    num_areas = put_wall(state, seat, piece, square)
    gain = points_of_board(state, rules, seat, weights) - before
    lift_wall(state, seat, num_areas)
    gain *= worth_of_head(state, rules, weights)
    return gain + fence_of(state, seat, piece, square, weights)


@part
def fence_of(state: State, seat: int, piece: int, square: int, weights: Weights) -> float:
    """Return a little more for a first edge that has own heads on one side only: an area may come of it."""
    other = int(LEFT[square]) if is_vertical(piece) else int(UP[square])
    own, monster = 0, int(state.monster[seat])
    own += monster_on(state, square) == monster
    own += monster_on(state, other) == monster
    return weights.fence if own == 1 else 0.0
