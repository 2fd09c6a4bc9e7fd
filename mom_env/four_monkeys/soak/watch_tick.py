"""3: Which branches of the rules page a tick meets after which the round goes on."""

import numpy as np

from mom_env.contract.records import Indices
from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.soak.check_tick import (
    Claims,
    count_revealing,
    find_revealed,
    height_left,
    next_deck,
    num_due,
    stack_of,
)
from mom_env.four_monkeys.soak.count import choice_of, combo_grabbed, is_skin, shows
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.state import IN_HAND, MISSED, NONE, Rules, State
from mom_env.kernel.jit import part


@part
def watch_tick(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """3.6: Count what a tick has led to."""
    acting = 0
    for seat in range(rules.num_players):
        acting += choice_of(before, action, seat) != actions.WAIT
        events[Event.DECK_EMPTY] += after.drawn[seat] == rules.num_cards
        watch_hand(before, action, after, rules, seat, events)
        if after.drawn[seat] != before.drawn[seat]:
            watch_deck(before, after, rules, seat, events)
    events[Event.SEVERAL_ACT] += acting > 1
    watch_grabs(before, action, after, rules, events)
    for area in range(rules.num_areas):
        events[Event.ALL_DECKS_EMPTY] += are_decks_empty(after, rules, area)
        if count_revealing(before, action, rules, area) > 0:
            watch_reveal(before, action, after, rules, area, events)
    if rules.banana_skins:
        watch_skins(before, action, after, rules, events)


# 3.2 Grabs


@part
def watch_grabs(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """3.2.1, R4, R6: Count the grabs of a tick, and how it is decided who gets a tile."""
    missed, several = 0, 0
    for seat in range(rules.num_players):
        events[Event.MISSED] += after.last[seat] >= MISSED
        missed += after.last[seat] >= MISSED
        if actions.GRAB <= after.last[seat] < actions.LAY:
            events[Event.GRABBED] += 1
            events[Event.OLDER_STACK] += has_younger(before, action, rules, seat)
            several += has_twin(after, rules, seat)
    events[Event.LOT_DECIDES] += missed > 0 and not rules.rotate
    events[Event.TURN_DECIDES] += missed > 0 and rules.rotate
    events[Event.SEVERAL_GET] += several > 1


@part
def has_twin(after: State, rules: Rules, seat: int) -> bool:
    """R6: Return whether another seat of the area has got the same combo as `seat` in this tick."""
    for other in range(rules.num_players):
        if other != seat and after.area[other] == after.area[seat] and after.last[other] == after.last[seat]:
            return True
    return False


@part
def has_younger(before: State, action: int, rules: Rules, seat: int) -> bool:
    """R6: Return whether `seat` has taken from a stack, and a younger one as high showed the same combo."""
    place, combo = stack_of(before, action, rules, seat), combo_grabbed(before, action, seat)
    area = int(before.area[seat])
    for other in range(place + 1, int(rules.first_tile[area]) + int(before.num_stacks[area])):
        if shows(before, other, combo) and before.stack_height[other] == before.stack_height[place]:
            return True
    return False


# 3.2 to 3.4 Cards


@part
def watch_hand(before: State, action: int, after: State, rules: Rules, seat: int, events: Indices) -> None:
    """R11, R12: Count a large hand, and cards that could not be drawn."""
    kept, due = num_due(before, rules, seat, choice_of(before, action, seat))
    events[Event.DREW_FEWER] += after.hand_size[seat] - kept < due
    large = 2 * int(rules.hand)
    events[Event.BIG_HAND] += before.hand_size[seat] <= large < after.hand_size[seat]


@part
def watch_deck(before: State, after: State, rules: Rules, deck: int, events: Indices) -> None:
    """R4, R12: Count by whom cards are drawn from `deck` in this tick."""
    drawers = 0
    for place in range(before.drawn[deck], after.drawn[deck]):
        seat = int(after.where[int(after.round_number), deck, place]) - IN_HAND
        drawers |= 1 << seat
        is_neighbour = deck == next_deck(after, rules, seat)
        events[Event.FROM_NEIGHBOUR] += deck != seat and is_neighbour
        events[Event.FROM_FURTHER] += deck != seat and not is_neighbour
    events[Event.SHARED_DECK] += drawers & (drawers - 1) != 0


@part
def are_decks_empty(after: State, rules: Rules, area: int) -> bool:
    """R12: Return whether all decks of `area` are empty."""
    for seat in range(rules.num_players):
        if after.area[seat] == area and after.drawn[seat] < rules.num_cards:
            return False
    return True


# 3.5 Revealing


@part
def watch_reveal(before: State, action: int, after: State, rules: Rules, area: int, events: Indices) -> None:
    """3.5, 3.6, R14: Count how a tile of `area` is revealed, or that none is."""
    claims, is_grabbed = np.zeros(MAX_PLAYERS, np.int64), False
    for seat in range(rules.num_players):
        claims[seat] = stack_of(before, action, rules, seat)
        is_grabbed |= claims[seat] != NONE and before.area[seat] == area
    place = find_revealed(before, action, rules, claims, area)
    events[Event.NOTHING_REVEALED] += place == NONE
    if place != NONE:
        events[Event.REVEALED_BY_SEVERAL] += count_revealing(before, action, rules, area) > 1
        events[Event.REVEALED_AFTER_GRAB] += is_grabbed
        events[Event.OLDER_REVEALED] += is_tied(before, claims, rules, area, place)


@part
def is_tied(before: State, claims: Claims, rules: Rules, area: int, place: int) -> bool:
    """R14: Return whether a younger stack of `area` is as high as that at `place`, after the grabs of this tick."""
    height = height_left(before, claims, rules, place)
    for other in range(place + 1, int(rules.first_tile[area]) + int(before.num_stacks[area])):
        if height_left(before, claims, rules, other) == height:
            return True
    return False


# 8 Banana skins


@part
def watch_skins(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """R25: Count the seats that get a skin in the tick in which they give one."""
    for seat in range(rules.num_players):
        if is_skin(choice_of(before, action, seat)):
            left = int(before.handed_skins[seat]) - (before.handed_skins[seat] > 0)
            events[Event.SKIN_CROSSED] += after.handed_skins[seat] > left
