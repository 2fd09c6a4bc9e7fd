"""3: Which branches of the rules page the choice of one seat meets."""

import numpy as np

from mom_env.contract.records import Indices
from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import NUM_KINDS
from mom_env.four_monkeys.soak.count import are_right, count_kinds, has_all
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.state import GREEN, IN_HAND, NONE, ORANGE, Rules, State
from mom_env.kernel.jit import part


@part
def watch_choice(before: State, action: int, num_allowed: int, rules: Rules, events: Indices) -> None:
    """3: Count what the seat that is asked has chosen."""
    seat = int(before.seat)
    events[Event.WAITED] += action == actions.WAIT and num_allowed > 1
    events[Event.SLOW_SEAT] += int(before.tick) % int(rules.pace[seat]) != 0
    events[Event.SECRET_CHOICE] += num_allowed > 1 and has_secret(before, rules, seat)
    if actions.GRAB <= action < actions.LAY:
        events[Event.GRABBED_AGAIN] += count_closed(before, seat, action - actions.GRAB) > 0
    elif actions.LAY <= action < actions.CLOSE:
        events[Event.LAID] += 1
        events[Event.LAID_STRANGE] += not has_own(before, seat, action - actions.LAY)
    elif action == actions.CLOSE:
        watch_close(before, seat, rules, events)
    elif actions.BURN <= action < actions.REPLENISH:
        events[Event.BURNED] += 1
        events[Event.BURNED_OPEN] += before.open_row[seat] != NONE
        events[Event.BURNED_OF_TWO] += before.counts[seat, GREEN, action - actions.BURN] > 1
    else:
        watch_rest(before, seat, action, rules, events)


@part
def watch_rest(before: State, seat: int, action: int, rules: Rules, events: Indices) -> None:
    """3.4, 3.5, 4, 8: Count hand replenish, revealing, a right Stop, and giving a skin."""
    if actions.SKIN <= action < actions.CHECK:
        events[Event.SKIN_GIVEN] += 1
        events[Event.SKIN_PASSED_ON] += before.handed_skins[seat] > 0
    events[Event.NEW_HAND] += action == actions.NEW_HAND
    events[Event.HAND_DISCARDED] += action == actions.NEW_HAND and before.hand_size[seat] > 0
    events[Event.MORE_CARDS] += action == actions.MORE
    if action == actions.REVEAL:
        events[Event.REVEALED] += 1
        is_bluff = shown_combos(before, rules, int(before.area[seat])) & ~right_combos(before, rules, seat) != 0
        events[Event.REVEALED_BY_BLUFF] += is_bluff
    elif action == actions.STOP and has_all(before, rules, seat):
        events[Event.STOP_WITH_REPEAT] += has_repeat(before, rules, seat)
        events[Event.STOP_WITH_BLUFF] += right_combos(before, rules, seat) != (1 << int(rules.num_combos)) - 1


@part
def has_secret(before: State, rules: Rules, seat: int) -> bool:
    """R31: Return whether another seat has chosen something else than to wait in this tick."""
    for other in range(rules.num_players):
        if other != seat and before.pending[other] > actions.WAIT:
            return True
    return False


@part
def count_closed(before: State, seat: int, combo: int) -> int:
    """R7: Return how many closed tiles of `combo` lie in front of `seat`."""
    return int(before.counts[seat, GREEN, combo]) + int(before.counts[seat, ORANGE, combo])


@part
def has_repeat(before: State, rules: Rules, seat: int) -> bool:
    """R16: Return whether `seat` has a combo twice or more."""
    for combo in range(rules.num_combos):
        if count_closed(before, seat, combo) > 1:
            return True
    return False


@part
def shown_combos(state: State, rules: Rules, area: int) -> int:
    """3.5: Return the combos on top of stacks of `area`, as bits."""
    first, found = int(rules.first_tile[area]), 0
    for place in range(first, first + int(state.num_stacks[area])):
        if state.stack_height[place] > 0:
            found |= 1 << int(state.tiles[int(state.deal_number), int(state.stack_tile[place])])
    return found


@part
def right_combos(state: State, rules: Rules, seat: int) -> int:
    """R15: Return the combos, as bits, of which `seat` has a closed tile with the right cards."""
    number, found, kinds = int(state.round_number), 0, np.zeros(NUM_KINDS, np.int64)
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] == seat and row != state.open_row[seat]:
            combo = int(state.row_combo[number, row])
            count_kinds(state, rules, number, row, kinds)
            found |= are_right(rules, combo, kinds) << combo
    return found


@part
def has_own(state: State, seat: int, kind: int) -> bool:
    """R34: Return whether `seat` holds a card of a kind from its own deck."""
    for place in range(state.drawn[seat]):
        is_held = state.where[int(state.round_number), seat, place] == IN_HAND + seat
        if is_held and state.decks[int(state.deal_number), seat, place] == kind:
            return True
    return False


@part
def watch_close(before: State, seat: int, rules: Rules, events: Indices) -> None:
    """3.2.3, R8, R9: Count how a tile is closed."""
    row = int(before.open_row[seat])
    events[Event.CLOSED] += 1
    events[Event.CLOSED_EMPTY] += before.row_beneath[int(before.round_number), row] == 0
    events[Event.DREW_NONE] += before.hand_size[seat] >= rules.hand
