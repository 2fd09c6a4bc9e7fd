"""What a choice gains: own points against the mean of the others', on the squares that it changes."""

from math import exp

from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.bots.planner_weights import Weights
from mom_env.monsters_on_the_moon.rules.laying import covers_few
from mom_env.monsters_on_the_moon.rules.scoring import is_grouped
from mom_env.monsters_on_the_moon.rules.solo import has_crystal_beside
from mom_env.monsters_on_the_moon.rules.table import NUM_SIDES, heads_on, monster_on, neighbour, square_in
from mom_env.monsters_on_the_moon.squares import COVERED, LEFT, SIZE, TURNED, UP
from mom_env.monsters_on_the_moon.state import (
    CRYSTAL,
    DOUBLE,
    EMPTY,
    FACE,
    HEAD,
    NONE,
    NUM_TILES,
    UPRIGHT,
    WRAP,
    Rules,
    State,
)


@part
def weight_of(state: State, rules: Rules, seat: int, monster: int, weights: Weights) -> float:
    """Return what a point of a monster is worth to `seat`: 1 if it is its own, 0 if nobody plays it."""
    if monster == state.monster[seat]:
        return 1.0
    for other in range(rules.num_players):
        if state.monster[other] == monster:
            return -weights.spite / (int(rules.num_players) - 1)
    return -1.0 if rules.num_players == 1 else 0.0


@part
def worth_of_head(state: State, rules: Rules, weights: Weights) -> float:
    """4.1, 5.1: Return what a point by heads that are seen after this turn will bring in the scorings to come.

    With each card that is laid until a scoring, fewer of them are still seen.
    """
    if rules.num_players == 1:
        return 1.0
    worth = exp(-weights.fade * cards_to_come(state, rules))
    if not state.interim_taken:
        worth += weights.interim * exp(-weights.fade * max(int(state.num_pile) - 1, 0))
    return worth


@part
def stake_of_head(state: State, rules: Rules, weights: Weights) -> float:
    """Return what is lost with a point by heads that the others cover: nothing of a scoring that comes at once."""
    stake = worth_of_head(state, rules, weights)
    if not state.interim_taken and state.num_pile == 1:
        stake -= weights.interim
    return stake if cards_to_come(state, rules) > 0 else 0.0


@part
def cards_to_come(state: State, rules: Rules) -> int:
    """Return how many cards will be laid after this turn, if all are."""
    count = int(state.num_pile) - 1
    for seat in range(rules.num_players):
        count += int(state.hand_size[seat])
    return max(count, 0)


@part
def points_on(state: State, rules: Rules, seat: int, square: int, weights: Weights) -> float:
    """4.1, 6.4, 8.3: Return what a square is worth to `seat` in a scoring of heads."""
    monster = monster_on(state, square)
    if rules.num_players == 1:
        if monster == NONE:
            return 1.0 if int(state.shows[square]) == CRYSTAL and has_crystal_beside(state, square) else 0.0
        if monster == state.monster[0]:
            return float(heads_on(state, square)) if is_grouped(state, square, monster) else 0.0
        return -float(heads_on(state, square))
    if monster == NONE:
        return 0.0
    points = heads_on(state, square) * (2 if is_grouped(state, square, monster) else 1)
    if int(state.area[square]) > 0:
        points *= 2
    return points * weight_of(state, rules, seat, monster, weights)


@part
def points_around(state: State, rules: Rules, seat: int, place: int, upright: int, weights: Weights) -> float:
    """Return what the squares of a card on `place`, and those round it, are worth to `seat`."""
    total = 0.0
    for y in range(-1, int(SIZE[upright, 1]) + 1):
        row = (place // WRAP + y) % WRAP * WRAP
        for x in range(-1, int(SIZE[upright, 0]) + 1):
            square = row + (place % WRAP + x) % WRAP
            if int(state.shows[square]) != 0:
                total += points_on(state, rules, seat, square, weights)
    return total


@kernel
def points_of_board(state: State, rules: Rules, seat: int, weights: Weights) -> float:
    """Return what all squares are worth to `seat` in a scoring of heads."""
    total = 0.0
    for y in range(int(state.height)):
        for x in range(int(state.width)):
            total += points_on(state, rules, seat, square_in(state, x, y), weights)
    return total


@kernel
def gain_of_steps(state: State, rules: Rules, seat: int, steps: int, weights: Weights) -> float:
    """3.2.3, 3.3: Return what steps on the track gain: VP of the space, and tiles."""
    if rules.num_players == 1:
        return 0.0
    before = int(state.steps[seat])
    after = min(before + steps, int(rules.last_space))
    gain = float(int(rules.space_vp[after]) - int(rules.space_vp[before]))
    for number in range(NUM_TILES):
        if before < rules.tile_space[number] <= after:
            gain += weights.tile * worth_of_head(state, rules, weights)
    return gain


@kernel
def gain_of_card(state: State, rules: Rules, seat: int, card: int, turn: int, place: int, weights: Weights) -> float:
    """Return what `seat` gains by laying a card on `place` after `turn` quarter turns."""
    upright, steps, saved = turn % 2, 0, 0
    before = points_around(state, rules, seat, place, upright, weights)
    for i in range(FACE):
        square, shows = int(COVERED[upright, place, i]), int(rules.faces[card, TURNED[turn, i]])
        was = int(state.shows[square])
        steps += (was == CRYSTAL) + (was == EMPTY and shows == CRYSTAL)
        saved |= was << 4 * i
        state.shows[square] = shows
    after = points_around(state, rules, seat, place, upright, weights)
    for i in range(FACE):
        state.shows[int(COVERED[upright, place, i])] = saved >> 4 * i & 15
    heads = (after - before) * worth_of_head(state, rules, weights)
    return heads + gain_of_steps(state, rules, seat, steps, weights)


@kernel
def threat_to_card(state: State, rules: Rules, seat: int, card: int, turn: int, place: int, weights: Weights) -> float:
    """Return the most points of `seat` that one more card could cover, on and round a card that it lays on `place`."""
    upright, shown, lay, worst = turn % 2, 0, 0, 0.0
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        shown |= int(state.shows[square]) << 4 * i
        lay |= int(state.lies[square]) << 8 * i
        state.shows[square] = rules.faces[card, TURNED[turn, i]]
        state.lies[square] = int(state.num_laid) + 1
    for other in range(2):
        for y in range(1 - int(SIZE[other, 1]), int(SIZE[upright, 1])):
            row = (place // WRAP + y) % WRAP * WRAP
            for x in range(1 - int(SIZE[other, 0]), int(SIZE[upright, 0])):
                worst = max(worst, points_under(state, rules, seat, row + (place % WRAP + x) % WRAP, other, weights))
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        state.shows[square] = shown >> 4 * i & 15
        state.lies[square] = lay >> 8 * i & 255
    return worst


@part
def points_under(state: State, rules: Rules, seat: int, place: int, upright: int, weights: Weights) -> float:
    """Return the own points of `seat` that a card on `place` would cover; 0 if no card may cover so much there."""
    total = 0.0
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        if monster_on(state, square) == state.monster[seat]:
            total += points_on(state, rules, seat, square, weights)
    return total if total > 0 and covers_few(state, place, upright) else 0.0


@kernel
def gain_of_tile(state: State, rules: Rules, seat: int, square: int, weights: Weights) -> float:
    """3.3: Return what `seat` gains by an own tile on a square."""
    place = int(LEFT[UP[square]])
    before, was = points_around(state, rules, seat, place, UPRIGHT, weights), int(state.shows[square])
    state.shows[square] = HEAD + int(state.monster[seat])
    gain = points_around(state, rules, seat, place, UPRIGHT, weights) - before
    state.shows[square] = was
    return gain


@kernel
def own_heads_beside(state: State, seat: int, square: int) -> int:
    """Return how many heads of `seat` are beside a square, which a ship would keep from being covered together."""
    count = 0
    for side in range(NUM_SIDES):
        other = neighbour(square, side)
        if monster_on(state, other) == state.monster[seat]:
            count += heads_on(state, other)
    return count


@part
def worth_of_face(state: State, rules: Rules, seat: int, card: int, weights: Weights) -> float:
    """Return the heads of `seat` on a card against the mean of the others'."""
    total = 0.0
    for i in range(FACE):
        shows = int(rules.faces[card, i])
        if HEAD <= shows < CRYSTAL:
            is_double = shows >= DOUBLE
            monster = shows - DOUBLE if is_double else shows - HEAD
            total += weight_of(state, rules, seat, monster, weights) * (2 if is_double else 1)
    return total
