"""The planner: most points for its ticks, bluffs that stay behind the leader, burning and Stop when they pay."""

import numpy as np

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.bots.greedy import first_check, look_for_cards, work_on_tile
from mom_env.four_monkeys.bots.outlook import best_of_others, is_wanted, rank_by, ticks_left
from mom_env.four_monkeys.bots.plans import find_plan, first_kind
from mom_env.four_monkeys.rules.legal import can_act, can_give, can_reveal, has_all_combos
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part

MARGIN = 1  # how far behind the leader a bluff has to leave its owner
TICKS_A_POINT = 4  # in so many ticks the leader is taken to gain a point
BLUFF_CARDS = 1
CLOSING = 2  # ticks beside those for the cards: to grab and to close


@part
def choose_planner(state: State, rules: Rules, bluffs: bool) -> int:
    """Return the action of the planner for the seat that is asked; without `bluffs` it is honest."""
    seat = int(state.seat)
    if state.phase == Phase.CHECK:
        return first_check(state, rules, seat)
    if not can_act(state, rules, seat):
        return actions.WAIT
    if state.open_row[seat] != NONE:
        return work_with_bluff(state, rules, seat, bluffs)
    if has_all_combos(state, rules, seat) and leads(state, rules, seat, bluffs):
        return actions.STOP
    combo = best_grab(state, rules, seat, bluffs)
    if combo != NONE:
        return actions.GRAB + combo
    if can_reveal(state, seat):
        return actions.REVEAL
    return look_for_cards(state, rules, seat)


@part
def leads(state: State, rules: Rules, seat: int, bluffs: bool) -> bool:
    """4, 5.2: Return whether `seat` gains by Stop: it shows most and is honest, or has bluffed and stays behind."""
    is_first = rank_by(state, rules, seat) >= best_of_others(state, rules, seat)
    return is_first != is_bluffer(state, rules, seat) if bluffs else True


@part
def is_bluffer(state: State, rules: Rules, seat: int) -> bool:
    """6: Return whether a closed tile of `seat` is not right."""
    for combo in range(rules.num_combos):
        has_one = state.counts[seat, 0, combo] + state.counts[seat, 1, combo] > 0
        if has_one and not int(state.right[seat]) >> combo & 1:
            return True
    return False


@part
def work_with_bluff(state: State, rules: Rules, seat: int, bluffs: bool) -> int:
    """3.2, 6, 8: Return the next movement for the open tile: give a skin, make the combo, or bluff and close."""
    if rules.banana_skins and not state.open_right[seat]:
        receiver = find_receiver(state, rules, seat)
        if receiver != NONE and ticks_left(state, rules, seat) > CLOSING:
            return receiver
    combo = int(state.row_combo[int(state.round_number), int(state.open_row[seat])])
    plan = np.zeros(NUM_KINDS, np.int8)
    count = find_plan(rules, combo, state.hand[seat], state.open_kinds[seat], plan)
    is_possible = count != NONE and count <= ticks_left(state, rules, seat)
    if not bluffs or (is_possible and not is_safe(state, rules, seat, 0)):
        return work_on_tile(state, rules, seat)
    if state.row_beneath[int(state.round_number), int(state.open_row[seat])] > 0:
        return actions.CLOSE
    if state.hand_size[seat] == 0:
        return actions.CLOSE
    return actions.LAY + useless_kind(state, seat)


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


@part
def useless_kind(state: State, seat: int) -> int:
    """6: Return a kind of card in the hand of `seat` to bluff with: a mixed one that it has most of."""
    best, most = first_kind(state.hand[seat]), 0
    for kind in range(NUM_KINDS):
        is_mixed = kind not in (0, 4, 7, 9)
        count = 2 * int(state.hand[seat, kind]) + is_mixed if state.hand[seat, kind] > 0 else 0
        if count > most:
            best, most = kind, count
    return best


@part
def is_safe(state: State, rules: Rules, seat: int, gain: int) -> bool:
    """5.2, 6: Return whether `seat` stays behind the best of the others with `gain` more, so that nobody checks it.

    The best one is taken to gain some more until the end, but never more than all combos are worth.
    """
    growth = (ticks_left(state, rules, seat) - 1) // TICKS_A_POINT
    leader = min(best_of_others(state, rules, seat) + growth, least_likely(rules))
    return rank_by(state, rules, seat) + gain + MARGIN <= max(leader, best_of_others(state, rules, seat))


@part
def least_likely(rules: Rules) -> int:
    """5.2: Return what the leader will show at least at the end: half of all combos."""
    total = 0
    for combo in range(rules.num_combos):
        total += 1 if rules.family else int(rules.points[combo])
    return total // 2


@part
def best_grab(state: State, rules: Rules, seat: int, bluffs: bool) -> int:
    """3.2, 6: Return the combo on top that brings most points for its ticks, made or bluffed; NONE (-1) without one."""
    plan, nothing = np.zeros(NUM_KINDS, np.int8), np.zeros(NUM_KINDS, np.int8)
    best, most, left = NONE, 0.0, ticks_left(state, rules, seat)
    for combo in range(MAX_COMBOS):
        if not is_wanted(state, seat, combo) or state.hand_size[seat] == 0:
            continue
        points = int(rules.points[combo])
        count = find_plan(rules, combo, state.hand[seat], nothing, plan)
        if bluffs and left > BLUFF_CARDS and is_safe(state, rules, seat, 1 if rules.family else points):
            count = BLUFF_CARDS
        if count == NONE or count >= left:
            continue
        if bluffs and is_bluffer(state, rules, seat) and not is_safe(state, rules, seat, 1 if rules.family else points):
            continue
        worth = points / (count + CLOSING)
        if worth > most:
            best, most = combo, worth
    return best
