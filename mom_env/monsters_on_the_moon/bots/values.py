"""What each legal action is worth to the seat to move, as a bot sees it that has certain weights."""

from math import exp

from mom_env.contract.records import Floats
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.actions import LAY, NO_SHIP, NUM_TURNS, PASS, SQUARE, STARTER, STOP, WALL, Mask
from mom_env.monsters_on_the_moon.bots.gain import (
    cards_to_come,
    gain_of_card,
    gain_of_steps,
    gain_of_tile,
    own_heads_beside,
    points_of_board,
    stake_of_head,
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
    MAX_CARDS,
    NONE,
    NUM_PIECES,
    NUM_SQUARES,
    SEEN,
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
    for card in range(MAX_CARDS):
        for turn in range(NUM_TURNS):
            if mask.lay_card[card, turn]:
                values[LAY + NUM_TURNS * card + turn] = best_of_card(state, rules, weights, card, turn)
    write_pieces(state, rules, weights, mask, values)


@kernel
def best_of_card(state: State, rules: Rules, weights: Weights, card: int, turn: int) -> float:
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
                best = value_of_place(state, rules, weights, card, turn, place, best)
    return best


@kernel
def value_of_place(
    state: State, rules: Rules, weights: Weights, card: int, turn: int, place: int, least: float
) -> float:
    """Return what a card is worth on `place` after `turn` quarter turns, or `least` if that is more."""
    seat = int(state.seat)
    value = gain_of_card(state, rules, seat, card, turn, place, weights)
    if rules.num_players == 1:
        return max(value, least)
    if weights.keep > 0:
        value -= cost_of_card(state, rules, seat, card, weights)
    if weights.group > 0 and state.interim_taken and not rules.with_walls:
        worth = exp(-weights.fade * cards_to_come(state, rules))
        value += weights.group * worth * growth_of_group(state, rules, seat, card, turn, place)
    if weights.threat > 0 and value > least:  # what is threatened takes long to find, and only makes it worth less
        stake = weights.threat * stake_of_head(state, rules, weights)
        value -= stake * threat_to_card(state, rules, seat, card, turn, place, weights)
    return max(value, least)


@part
def cost_of_card(state: State, rules: Rules, seat: int, card: int, weights: Weights) -> float:
    """Return what is given up by laying a card now: just before a scoring its heads would not be covered any more."""
    later = 1.0
    if not state.interim_taken:
        later = weights.interim + exp(-weights.fade * (cards_to_come(state, rules) - int(state.num_pile) + 1))
    more = max(later - worth_of_head(state, rules, weights), 0.0)
    return weights.keep * more * worth_of_face(state, rules, seat, card, weights)


@part
def growth_of_group(state: State, rules: Rules, seat: int, card: int, turn: int, place: int) -> float:
    """5.1: Return the VP by which a card makes the largest group grow."""
    upright, saved, monster = turn % 2, 0, int(state.monster[seat])
    before = largest_group(state, monster)
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        saved |= int(state.shows[square]) << 4 * i
        state.shows[square] = rules.faces[card, TURNED[turn, i]]
    grown_by = largest_group(state, monster) - before
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        state.shows[square] = saved >> 4 * i & 15
        state.mark[square] = int(state.mark[square]) & (255 - SEEN)  # the card may reach beyond the display
    return float(GROUP_VP * grown_by)


@part
def write_places(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """Write what the chosen card is worth on each place."""
    for place in range(NUM_SQUARES):
        if mask.square[place]:
            values[SQUARE + place] = value_of_place(
                state, rules, weights, int(state.card), int(state.turn), place, NOTHING
            )  # fmt: skip


@part
def write_ships(state: State, rules: Rules, weights: Weights, mask: Mask, values: Floats) -> None:
    """3.4: Write what a ship is worth on each crystal, and none."""
    seat = int(state.seat)
    gain = gain_of_steps(state, rules, seat, 1, weights)
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
