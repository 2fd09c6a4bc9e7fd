"""The planner: most points for its ticks; bluffs at the end, behind the leader; burns and calls Stop when they pay."""

import numpy as np

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.bots.bluffing import (
    AT_RANDOM,
    LAST_TICKS,
    NEVER,
    WITH_CARE,
    best_bluff,
    has_time_for_honesty,
    is_bluffer,
    room_to_bluff,
    useless_kind,
)
from mom_env.four_monkeys.bots.greedy import LATE, WORTH_BURNING, first_check, look_for_cards, work_on_tile
from mom_env.four_monkeys.bots.outlook import cheapest_green, is_wanted, rank_by, ticks_left, worth_to_rank
from mom_env.four_monkeys.bots.plans import find_plan
from mom_env.four_monkeys.rules.legal import can_act, can_give, can_reveal, has_all_combos
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part

ANY_POINTS = 1000  # more than any combo has
WORTH_BURNING_TO_BLUFF = 2  # points that a combo on top must at least have, if it can be a bluff as well
WORTH_ROOM = 3  # points of a bluff for which a tile is burned, as that costs a point and a tick
HOPELESS = 8  # ticks from which on a seat that can make no combo bluffs rather than burn for one
CLOSING = 2  # ticks beside those for the cards: to grab and to close


@part
def choose_planner(state: State, rules: Rules, bluffing: int, bits: np.uint64) -> int:
    """Return the action of the planner for the seat that is asked, which bluffs as `bluffing` says.

    `bits` are random bits, which only bluffing at random uses.
    """
    seat = int(state.seat)
    if state.phase == Phase.CHECK:
        return first_check(state, rules, seat)
    if not can_act(state, rules, seat):
        return actions.WAIT
    if state.open_row[seat] != NONE:
        return work_with_bluff(state, rules, seat, bluffing, bits)
    if has_all_combos(state, rules, seat) and keeps_all(state, rules, seat):
        return actions.STOP
    combo = next_combo(state, rules, seat, bluffing, bits)
    if combo != NONE:
        return actions.GRAB + combo
    if can_reveal(state, seat):
        return actions.REVEAL
    if bluffing != WITH_CARE:
        return look_for_cards(state, rules, seat, LATE, WORTH_BURNING)
    if is_bluffer(state, rules, seat):
        return make_room(state, rules, seat)
    return look_for_cards(state, rules, seat, LAST_TICKS + 1, WORTH_BURNING_TO_BLUFF)


@part
def keeps_all(state: State, rules: Rules, seat: int) -> bool:
    """4, 6: Return whether `seat` loses no tile if the round ends now: it is honest, or another one is checked."""
    return not is_bluffer(state, rules, seat) or room_to_bluff(state, rules, seat, with_open=False) >= 0


@part
def make_room(state: State, rules: Rules, seat: int) -> int:
    """3.3, 6: Return to burn a tile if a bluff worth it would then leave `seat` unchecked, else to wait."""
    room, green = room_to_bluff(state, rules, seat, with_open=True), cheapest_green(state, rules, seat)
    if green != NONE and ticks_left(state, rules, seat) > LAST_TICKS:
        for combo in range(MAX_COMBOS):
            is_worth_it = rules.points[combo] >= WORTH_ROOM and rules.points[combo] == room - int(rules.orange)
            if is_worth_it and is_wanted(state, seat, combo):
                return actions.BURN + green
    return actions.WAIT


@part
def bluffs_now(state: State, rules: Rules, seat: int, bluffing: int, room: int, bits: np.uint64) -> bool:
    """6: Return whether `seat` would rather bluff than make its next combo."""
    if bluffing == AT_RANDOM:
        return int(bits >> np.uint64(32)) & 1 == 1
    return bool(bluffing == WITH_CARE and not has_time_for_honesty(state, rules, seat, room))


@part
def next_combo(state: State, rules: Rules, seat: int, bluffing: int, bits: np.uint64) -> int:
    """3.2, 6: Return the combo on top that `seat` grabs next, to make it or to bluff; NONE (-1) without one."""
    left = ticks_left(state, rules, seat)
    if state.hand_size[seat] == 0 or left < LAST_TICKS:
        return NONE
    room = ANY_POINTS if bluffing == AT_RANDOM else room_to_bluff(state, rules, seat, with_open=True)
    if bluffs_now(state, rules, seat, bluffing, room, bits):
        combo = best_bluff(state, rules, seat, room)
        if combo != NONE:
            return combo
    most = room if bluffing == WITH_CARE and is_bluffer(state, rules, seat) else ANY_POINTS
    combo = best_to_make(state, rules, seat, most)
    if combo == NONE and bluffing == WITH_CARE and left <= HOPELESS:
        return best_bluff(state, rules, seat, room)
    return combo


@part
def best_to_make(state: State, rules: Rules, seat: int, most: int) -> int:
    """3.2: Return the combo on top that brings most points for its ticks and can be made in time, or NONE (-1).

    It raises the rank of `seat` by `most` at most.
    """
    plan, nothing = np.zeros(NUM_KINDS, np.int8), np.zeros(NUM_KINDS, np.int8)
    best, highest, left = NONE, 0.0, ticks_left(state, rules, seat)
    for combo in range(MAX_COMBOS):
        if is_wanted(state, seat, combo) and worth_to_rank(rules, combo) <= most:
            count = find_plan(rules, combo, state.hand[seat], nothing, plan)
            if count != NONE and count < left:
                worth = int(rules.points[combo]) / (count + CLOSING)
                if worth > highest:
                    best, highest = combo, worth
    return best


@part
def work_with_bluff(state: State, rules: Rules, seat: int, bluffing: int, bits: np.uint64) -> int:
    """3.2, 6, 8: Return the next movement for the open tile: give a skin, make the combo, or bluff and close."""
    if rules.banana_skins and not state.open_right[seat]:
        receiver = find_receiver(state, rules, seat)
        if receiver != NONE and ticks_left(state, rules, seat) > CLOSING:
            return receiver
    row = int(state.open_row[seat])
    has_cards = state.row_beneath[int(state.round_number), row] > 0
    if bluffing == NEVER or not is_bluff(state, rules, seat, bluffing, bits):
        return work_on_tile(state, rules, seat)
    if has_cards or state.hand_size[seat] == 0:
        return actions.CLOSE
    return actions.LAY + useless_kind(state, seat)


@part
def is_bluff(state: State, rules: Rules, seat: int, bluffing: int, bits: np.uint64) -> bool:
    """6: Return whether `seat` leaves its open tile wrong: it stays behind the leader, and its combo takes too long."""
    if bluffing == AT_RANDOM:
        return bluffs_now(state, rules, seat, bluffing, 0, bits)
    room = room_to_bluff(state, rules, seat, with_open=True)  # the open tile is in the rank already
    if state.open_right[seat] or room < 0:
        return False
    combo = int(state.row_combo[int(state.round_number), int(state.open_row[seat])])
    if not has_time_for_honesty(state, rules, seat, room + worth_to_rank(rules, combo)):
        return True
    plan = np.zeros(NUM_KINDS, np.int8)
    count = find_plan(rules, combo, state.hand[seat], state.open_kinds[seat], plan)
    return bool(count == NONE or count > ticks_left(state, rules, seat))


@part
def find_receiver(state: State, rules: Rules, seat: int) -> int:
    """8: Return the action that gives a skin to the seat with the highest total and points, or NONE (-1)."""
    best, most = NONE, -1000
    for steps in range(1, rules.num_players):
        if can_give(state, rules, seat, steps):
            other = (seat + steps) % int(rules.num_players)
            points = int(state.total[other]) + rank_by(state, rules, other)
            if points > most:
                best, most = actions.SKIN + steps - 1, points
    return best
