"""What choices, orders, cards and tiles say, read a second time and apart from the rules' own kernels.

A round is over with the step that scores it, so the scoring is read from two records. The tiles with their verdicts,
and the cards that a check has shown, are in the record `after` that step. What is put back for the next round is in
the record `before` it: hand replenish, skins and stops, to which the choices of the last tick are added.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import MAX_CARDS
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part

Kinds = NDArray[np.int64]

# What a card of each kind shows: circles, triangles, squares, pentagons, golden buttons.
FACES = np.array(
    [
        [2, 0, 0, 0, 1],
        [1, 1, 0, 0, 0],
        [1, 0, 1, 0, 0],
        [1, 0, 0, 1, 0],
        [0, 2, 0, 0, 1],
        [0, 1, 1, 0, 0],
        [0, 1, 0, 1, 0],
        [0, 0, 2, 0, 1],
        [0, 0, 1, 1, 0],
        [0, 0, 0, 2, 1],
    ]
)
BUTTON = 4  # its number in what is shown; those of the figures are lower
NUM_SHOWN = 5


# Choices and orders


@part
def choice_of(before: State, action: int, seat: int) -> int:
    """3.1: Return what `seat` has chosen once `action` is chosen, too; NONE (-1) while tiles are checked."""
    if before.phase == Phase.CHECK:
        return NONE
    return action if seat == before.seat else int(before.pending[seat])


@part
def combo_grabbed(before: State, action: int, seat: int) -> int:
    """3.2.1: Return the combo that `seat` wants to grab in this tick, or NONE (-1)."""
    chosen = choice_of(before, action, seat)
    return chosen - actions.GRAB if actions.GRAB <= chosen < actions.LAY else NONE


@part
def is_near(state: State, seat: int, other: int) -> bool:
    """9: Return whether two seats sit in one area."""
    return bool(state.area[other] == state.area[seat])


@part
def place_in_order(state: State, rules: Rules, seat: int) -> int:
    """R4: Return how many seats are quicker than `seat` in this tick."""
    count = int(rules.num_players)
    if rules.rotate:
        return (seat + count * MAX_CARDS - int(state.round_number) - int(state.tick)) % count
    number, ways, left = int(state.orders[int(state.deal_number), int(state.tick)]), int(rules.num_orders), 255
    for place in range(count):
        ways //= count - place
        other = seat_in(left, number // ways)
        if other == seat:
            return place
        left &= ~(1 << other)
        number %= ways
    return NONE


@part
def seat_in(seats: int, nth: int) -> int:
    """R4: Return the seat that has `nth` lower ones in a set of seats, given as bits."""
    seat = 0
    while nth > 0 or not seats >> seat & 1:
        nth -= seats >> seat & 1
        seat += 1
    return seat


@part
def count_quicker(before: State, action: int, rules: Rules, seat: int) -> int:
    """R6: Return how many quicker seats want the combo that `seat` grabs in this tick, in its area."""
    combo, count = combo_grabbed(before, action, seat), 0
    for other in range(rules.num_players):
        if other != seat and is_near(before, seat, other) and combo_grabbed(before, action, other) == combo:
            count += place_in_order(before, rules, other) < place_in_order(before, rules, seat)
    return count


# Tiles


@part
def shows(state: State, place: int, combo: int) -> bool:
    """2.2: Return whether the stack at `place` has `combo` on top."""
    is_there = state.stack_height[place] > 0
    return bool(is_there and state.tiles[int(state.deal_number), int(state.stack_tile[place])] == combo)


@part
def find_stack(state: State, rules: Rules, area: int, combo: int, nth: int) -> int:
    """R6: Return the place of the stack of `area` that shows `combo` and has `nth` others before it; NONE (-1) without.

    The higher stacks come first, and of equal ones the older.
    """
    first = int(rules.first_tile[area])
    for place in range(first, first + int(state.num_stacks[area])):
        if shows(state, place, combo):
            ahead = 0
            for other in range(first, first + int(state.num_stacks[area])):
                height = 2 * int(state.stack_height[other]) + (other < place)
                ahead += other != place and shows(state, other, combo) and height > 2 * state.stack_height[place]
            if ahead == nth:
                return place
    return NONE


@part
def combos_of(state: State, seat: int) -> int:
    """R15, R16: Return the combos, as bits, of the closed tiles in front of `seat`, bluffs or not."""
    number, found = int(state.round_number), 0
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] == seat and row != state.open_row[seat]:
            found |= 1 << int(state.row_combo[number, row])
    return found


@part
def has_all(state: State, rules: Rules, seat: int) -> bool:
    """R16: Return whether tiles of all combos lie closed in front of `seat`, so that it may call Stop."""
    return combos_of(state, seat) == (1 << int(rules.num_combos)) - 1


@part
def shown_value(state: State, rules: Rules, number: int, row: int) -> int:
    """5.2: Return the points on the side that is up of a tile of the round `number`."""
    points = int(rules.points[int(state.row_combo[number, row])])
    return points + int(rules.orange) if state.row_orange[number, row] else points


@part
def is_turned(before: State, action: int, seat: int) -> bool:
    """3.4, R19: Return whether `seat` has turned hand replenish by the end of the tick."""
    return bool(before.replenished[seat] or choice_of(before, action, seat) in (actions.NEW_HAND, actions.MORE))


@part
def count_skins(before: State, action: int, rules: Rules, seat: int) -> tuple[int, int]:
    """8, R25: Return how many skins `seat` has after the tick: its own, never given, and those handed over to it."""
    own, handed = int(before.own_skins[seat]), int(before.handed_skins[seat])
    if is_skin(choice_of(before, action, seat)):
        if handed > 0:
            handed -= 1
        else:
            own -= 1
    for giver in range(rules.num_players):
        chosen = choice_of(before, action, giver)
        handed += is_skin(chosen) and (giver + chosen - actions.SKIN + 1) % int(rules.num_players) == seat
    return own, handed


@part
def is_skin(chosen: int) -> bool:
    """8: Return whether a choice is to give a skin."""
    return actions.SKIN <= chosen < actions.CHECK


# Cards


@part
def count_kinds(state: State, rules: Rules, number: int, row: int, kinds: Kinds) -> None:
    """5.3: Write into `kinds` the cards of each kind beneath a tile of the round `number`."""
    kinds[:] = 0
    deal = int(state.deal_of[number])
    for deck in range(rules.num_players):
        for place in range(rules.num_cards):
            if state.where[number, deck, place] == row:
                kinds[int(state.decks[deal, deck, place])] += 1


@part
def is_way_met(rules: Rules, combo: int, way: int, kinds: Kinds, missing: int) -> bool:
    """R20: Return whether nothing is short of a way of `combo`, without one card of the kind `missing`, or NONE."""
    for what in range(NUM_SHOWN):
        shown = 0
        for kind in range(len(kinds)):
            shown += (int(kinds[kind]) - (kind == missing)) * int(FACES[kind, what])
        if shown < rules.ways[combo, way, what]:
            return False
    return True


@part
def count_ways(rules: Rules, combo: int, kinds: Kinds, missing: int) -> int:
    """R20: Return in how many ways of `combo` nothing is short, without one card of the kind `missing`, or NONE."""
    count = 0
    for way in range(rules.num_ways[combo]):
        count += is_way_met(rules, combo, way, kinds, missing)
    return count


@part
def has_spare(rules: Rules, combo: int, kinds: Kinds) -> bool:
    """R20: Return whether without some one of the cards they are enough for `combo` all the same."""
    for kind in range(len(kinds)):
        if kinds[kind] > 0 and count_ways(rules, combo, kinds, kind) > 0:
            return True
    return False


@part
def are_right(rules: Rules, combo: int, kinds: Kinds) -> bool:
    """5.3, R20: Return whether cards are right for `combo`: enough, and none of them can be missed."""
    return count_ways(rules, combo, kinds, NONE) > 0 and not has_spare(rules, combo, kinds)
