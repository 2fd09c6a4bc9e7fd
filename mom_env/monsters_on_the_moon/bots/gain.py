"""What a choice gains: own points against the mean of the others', on the squares that it changes."""

from math import exp
from typing import NamedTuple

import numpy as np

from mom_env.contract.records import Floats
from mom_env.kernel.jit import kernel, part
from mom_env.monsters_on_the_moon.bots.planner_weights import Weights
from mom_env.monsters_on_the_moon.rules.laying import covers_few
from mom_env.monsters_on_the_moon.rules.scoring import is_grouped, largest_group
from mom_env.monsters_on_the_moon.rules.solo import has_crystal_beside
from mom_env.monsters_on_the_moon.rules.table import NUM_SIDES, heads_on, monster_on, neighbour, square_in
from mom_env.monsters_on_the_moon.squares import COVERED, LEFT, SIZE, TURNED, UP
from mom_env.monsters_on_the_moon.state import (
    CRYSTAL,
    DOUBLE,
    EMPTY,
    FACE,
    FLAT,
    HEAD,
    NONE,
    NUM_TILES,
    UPRIGHT,
    WRAP,
    Rules,
    State,
)

REACH = 2  # squares by which a card may reach beyond another that it covers in part
NEAR = 3 + 2 * REACH  # squares of the longer side of a card, and those within its reach


@part
def weight_of(state: State, rules: Rules, seat: int, monster: int, weights: Weights) -> float:
    """Return what a point of a monster is worth to `seat`: 1 if it is its own, 0 if nobody plays it."""
    if monster == state.monster[seat]:
        return 1.0
    for other in range(rules.num_players):
        if state.monster[other] == monster:
            return -weights.spite / (int(rules.num_players) - 1)
    return -1.0 if rules.num_players == 1 else 0.0


class Prospect(NamedTuple):
    """What the seat to move may expect of heads and groups in a position, whatever card it lays, and wherever."""

    head: float  # what a point by heads that are seen after this turn will bring
    kept: float  # what a point by heads on a card would bring if it were kept until just before a scoring
    stake: float  # what a point by heads costs that one card of another seat can cover; 0 if that is not looked at
    growth: float  # what a VP by the own largest group will bring; 0 if groups are not looked at
    group: int  # squares of the own largest group


@part
def find_prospect(state: State, rules: Rules, weights: Weights) -> Prospect:
    """Return what the seat to move may expect in the view of a bot with `weights`."""
    head = worth_of_head(state, rules, weights)
    if rules.num_players == 1:
        return Prospect(head, head, 0.0, 0.0, 0)
    kept, stake = worth_of_kept(state, rules, weights), weights.threat * stake_of_head(state, rules, weights)
    if not counts_groups(state, rules, weights):
        return Prospect(head, kept, stake, 0.0, 0)
    growth = weights.group * exp(-weights.fade * cards_to_come(state, rules))
    return Prospect(head, kept, stake, growth, largest_group(state, int(state.monster[int(state.seat)])))


@part
def counts_groups(state: State, rules: Rules, weights: Weights) -> bool:
    """5.1: Return whether a bot with `weights` looks at groups: after the interim scoring, without walls."""
    return bool(weights.group > 0 and state.interim_taken and not rules.with_walls)


@part
def worth_of_kept(state: State, rules: Rules, weights: Weights) -> float:
    """Return what a point by heads on a card brings that is laid just before the next scoring."""
    if state.interim_taken:
        return 1.0
    return weights.interim + exp(-weights.fade * (cards_to_come(state, rules) - int(state.num_pile) + 1))


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
def gain_of_steps(state: State, rules: Rules, seat: int, steps: int, weights: Weights, head: float) -> float:
    """3.2.3, 3.3: Return what steps on the track gain: VP of the space, and tiles; `head` is what a head is worth."""
    if rules.num_players == 1:
        return 0.0
    before = int(state.steps[seat])
    after = min(before + steps, int(rules.last_space))
    gain = float(int(rules.space_vp[after]) - int(rules.space_vp[before]))
    for number in range(NUM_TILES):
        if before < rules.tile_space[number] <= after:
            gain += weights.tile * head
    return gain


@part
def gain_of_card(
    state: State,
    rules: Rules,
    seat: int,
    card: int,
    turn: int,
    place: int,
    before: float,
    prospect: Prospect,
    weights: Weights,
) -> float:
    """Return what `seat` gains by laying a card on `place` after `turn` quarter turns.

    Args:
        state: the position, which is left as it was.
        rules: what the game is played with.
        seat: the seat to move.
        card: the card.
        turn: its quarter turns.
        place: the square of its upper left corner.
        before: the points on the squares of the place and round it, which `points_around` tells.
        prospect: what heads are worth.
        weights: what the bot thinks things are worth.
    """
    upright, steps, saved = turn % 2, 0, 0
    for i in range(FACE):
        square, shows = int(COVERED[upright, place, i]), int(rules.faces[card, TURNED[turn, i]])
        was = int(state.shows[square])
        steps += (was == CRYSTAL) + (was == EMPTY and shows == CRYSTAL)
        saved |= was << 4 * i
        state.shows[square] = shows
    after = points_around(state, rules, seat, place, upright, weights)
    for i in range(FACE):
        state.shows[int(COVERED[upright, place, i])] = saved >> 4 * i & 15
    return (after - before) * prospect.head + gain_of_steps(state, rules, seat, steps, weights, prospect.head)


@kernel
def threat_to_card(
    state: State, rules: Rules, seat: int, card: int, turn: int, place: int, most: float, weights: Weights
) -> float:
    """Return the most points of `seat` that one more card could cover, on and round a card that it lays on `place`.

    The search ends as soon as `most` is reached.
    """
    upright, shown, lay, worst = turn % 2, 0, 0, 0.0
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        shown |= int(state.shows[square]) << 4 * i
        lay |= int(state.lies[square]) << 8 * i
        state.shows[square] = rules.faces[card, TURNED[turn, i]]
        state.lies[square] = int(state.num_laid) + 1
    points = points_near(state, rules, seat, place, weights)
    for other in (FLAT, UPRIGHT):
        for y in range(1 - int(SIZE[other, 1]), int(SIZE[upright, 1])):
            row = (place // WRAP + y) % WRAP * WRAP
            for x in range(1 - int(SIZE[other, 0]), int(SIZE[upright, 0])):
                found = points_under(points, x, y, other)
                if worst < found and worst < most and covers_few(state, row + (place % WRAP + x) % WRAP, other):
                    worst = found
    for i in range(FACE):
        square = int(COVERED[upright, place, i])
        state.shows[square] = shown >> 4 * i & 15
        state.lies[square] = lay >> 8 * i & 255
    return worst


@part
def points_near(state: State, rules: Rules, seat: int, place: int, weights: Weights) -> Floats:
    """Return the own points of `seat` on each square that a card may cover that also covers a square of one on `place`.

    The shape is (NEAR, NEAR), by row and column; `place` is in row and column REACH. Other squares are 0.
    """
    points = np.zeros((NEAR, NEAR))
    for y in range(NEAR):
        row = (place // WRAP + y - REACH) % WRAP * WRAP
        for x in range(NEAR):
            square = row + (place % WRAP + x - REACH) % WRAP
            if monster_on(state, square) == state.monster[seat]:
                points[y, x] = points_on(state, rules, seat, square, weights)
    return points


@part
def points_under(points: Floats, x: int, y: int, upright: int) -> float:
    """Return the own points under a card that lies flat (0) or upright (1), `x` columns and `y` rows from the place."""
    total = 0.0
    for row in range(y + REACH, y + REACH + int(SIZE[upright, 1])):
        for column in range(x + REACH, x + REACH + int(SIZE[upright, 0])):
            total += points[row, column]
    return total


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
