"""The honest player: it makes the dearest combo that its hand allows, and never bluffs."""

import numpy as np

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.bots.outlook import cheapest_green, dearest_wanted, is_wanted, ticks_left
from mom_env.four_monkeys.bots.plans import find_plan, first_kind
from mom_env.four_monkeys.rules.legal import can_act, can_close, can_reveal, has_all_combos
from mom_env.four_monkeys.rules.scoring import find_first_row
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part

LATE = 6  # ticks from which on no more cards are drawn for a later combo
WORTH_BURNING = 3  # points that a combo on top must at least have


@part
def choose_greedy(state: State, rules: Rules) -> int:
    """Return the action of the honest player for the seat that is asked."""
    seat = int(state.seat)
    if state.phase == Phase.CHECK:
        return first_check(state, rules, seat)
    if not can_act(state, rules, seat):
        return actions.WAIT
    if state.open_row[seat] != NONE:
        return work_on_tile(state, rules, seat)
    if has_all_combos(state, rules, seat):
        return actions.STOP
    combo = dearest_possible(state, rules, seat)
    if combo != NONE:
        return actions.GRAB + combo
    if can_reveal(state, seat):
        return actions.REVEAL
    return look_for_cards(state, rules, seat, LATE, WORTH_BURNING)


@part
def first_check(state: State, rules: Rules, seat: int) -> int:
    """R22: Return the check of the tile that would come first anyway."""
    row = find_first_row(state, rules, seat)
    return actions.CHECK + int(state.row_combo[int(state.round_number), row])


@part
def work_on_tile(state: State, rules: Rules, seat: int) -> int:
    """3.2: Return the next movement for the open tile: lay a card that is needed, close it, or draw if cards lack."""
    if state.open_right[seat]:
        return actions.CLOSE
    plan = np.zeros(NUM_KINDS, np.int8)
    combo = int(state.row_combo[int(state.round_number), int(state.open_row[seat])])
    if find_plan(rules, combo, state.hand[seat], state.open_kinds[seat], plan) > 0:
        return actions.LAY + first_kind(plan)
    if not state.replenished[seat]:
        return actions.MORE
    return actions.CLOSE if can_close(state, seat) else actions.LAY + first_kind(state.hand[seat])


@part
def dearest_possible(state: State, rules: Rules, seat: int) -> int:
    """3.2: Return the combo on top with most points that the hand makes in time; of equal ones with the fewest cards.

    Return NONE (-1) if there is none.
    """
    plan, nothing = np.zeros(NUM_KINDS, np.int8), np.zeros(NUM_KINDS, np.int8)
    best, fewest, left = NONE, 0, ticks_left(state, rules, seat)
    for combo in range(MAX_COMBOS):
        if not is_wanted(state, seat, combo) or (best != NONE and rules.points[combo] < rules.points[best]):
            continue
        count = find_plan(rules, combo, state.hand[seat], nothing, plan)
        if count != NONE and count < left:
            is_dearer = best == NONE or rules.points[combo] > rules.points[best]
            if is_dearer or count < fewest:
                best, fewest = combo, count
    return best


@part
def look_for_cards(state: State, rules: Rules, seat: int, late: int, worth_burning: int) -> int:
    """3.3, 3.4: Return to draw more cards if `late` ticks are left and a combo is worth it, else to wait.

    A tile is burned if a combo on top has at least `worth_burning` points.
    """
    dearest = dearest_wanted(state, rules, seat)
    if ticks_left(state, rules, seat) < late or dearest == 0:
        return actions.WAIT
    if not state.replenished[seat]:
        return actions.MORE
    combo = cheapest_green(state, rules, seat)
    if combo != NONE and dearest >= worth_burning:
        return actions.BURN + combo
    return actions.WAIT
