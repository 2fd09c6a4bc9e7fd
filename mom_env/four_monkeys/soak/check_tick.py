"""3: What a tick may do: each choice is played again by the rules page, and the record must agree."""

import numpy as np
from numpy.typing import NDArray

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.soak.count import (
    choice_of,
    combo_grabbed,
    count_quicker,
    count_skins,
    find_stack,
    has_all,
    is_near,
    is_turned,
)
from mom_env.four_monkeys.soak.violations import NOTHING, Violation
from mom_env.four_monkeys.state import IN_HAND, MISSED, NONE, Rules, State
from mom_env.kernel.jit import part

Claims = NDArray[np.int64]  # by seat: the place of the stack that its grab gets, or NONE


@part
def check_waiting(before: State, action: int, after: State) -> Violation:
    """3.1, R31: Return what is wrong with a step that only notes a choice, or NOTHING.

    The lowest seat that has not chosen is asked next; after a redeal that need not be the next higher one.
    """
    for seat in range(len(before.pending)):
        if after.pending[seat] != choice_of(before, action, seat):
            return Violation.EARLY
        if (after.pending[seat] == NONE) > (seat >= after.seat):
            return Violation.EARLY
    if after.pending[int(after.seat)] != NONE:
        return Violation.EARLY
    return NOTHING if is_untouched(before, after) else Violation.EARLY


@part
def is_untouched(before: State, after: State) -> bool:
    """3.1: Return whether neither cards nor tiles nor skins have moved."""
    number, differ = int(before.round_number), False
    for seat in range(len(before.hand_size)):
        differ |= before.hand_size[seat] != after.hand_size[seat] or before.drawn[seat] != after.drawn[seat]
        differ |= before.open_row[seat] != after.open_row[seat] or before.total[seat] != after.total[seat]
        differ |= before.replenished[seat] != after.replenished[seat] or before.last[seat] != after.last[seat]
        differ |= before.own_skins[seat] != after.own_skins[seat]
        differ |= before.handed_skins[seat] != after.handed_skins[seat]
        for place in range(before.where.shape[2]):
            differ |= before.where[number, seat, place] != after.where[number, seat, place]
    for row in range(len(before.stack_height)):
        differ |= before.stack_height[row] != after.stack_height[row]
        differ |= before.row_orange[number, row] != after.row_orange[number, row]
    return not differ


@part
def check_tick(before: State, action: int, after: State, rules: Rules) -> Violation:
    """3.6: Return what is wrong with a tick after which the round goes on, or NOTHING."""
    claims = np.zeros(MAX_PLAYERS, np.int64)
    for seat in range(rules.num_players):
        claims[seat] = stack_of(before, action, rules, seat)
    if not are_grabs_right(before, action, after, rules, claims):
        return Violation.GRABS
    if not are_stacks_right(before, action, after, rules, claims):
        return Violation.REVEALS
    for seat in range(rules.num_players):
        if not is_drawing_right(before, action, after, rules, seat) or not is_source_right(after, before, rules, seat):
            return Violation.DRAWING
        if not is_laying_right(before, action, after, rules, seat):
            return Violation.LAYING
        if not is_turning_right(before, action, after, seat):
            return Violation.TURNING
        own, handed = count_skins(before, action, rules, seat)
        if own != after.own_skins[seat] or handed != after.handed_skins[seat]:
            return Violation.SKINS
        if choice_of(before, action, seat) == actions.STOP:
            return Violation.STOPS
    return NOTHING


# 3.2.1, 3.5 Grabbing and revealing


@part
def stack_of(before: State, action: int, rules: Rules, seat: int) -> int:
    """R6: Return the place of the stack from which `seat` gets its tile in this tick; NONE (-1) if it gets none."""
    combo = combo_grabbed(before, action, seat)
    if combo == NONE:
        return NONE
    quicker = count_quicker(before, action, rules, seat)
    return find_stack(before, rules, int(before.area[seat]), combo, quicker)


@part
def are_grabs_right(before: State, action: int, after: State, rules: Rules, claims: Claims) -> bool:
    """3.2.1, R6: Return whether all who grab have their tile, unless quicker ones have left none; others get none.

    `claims` has for each seat the place of the stack that it takes from, or NONE.
    """
    got = 0
    for seat in range(rules.num_players):
        place = int(claims[seat])
        got += place != NONE
        if not is_grab_right(before, action, after, seat, place):
            return False
    number = int(before.round_number)
    return bool(after.num_rows[number] == before.num_rows[number] + got)


@part
def is_grab_right(before: State, action: int, after: State, seat: int, place: int) -> bool:
    """3.2.1, R6: Return whether `seat` has opened the tile on top of the stack at `place`, or none if that is NONE."""
    number, combo = int(before.round_number), combo_grabbed(before, action, seat)
    row, is_closed = int(after.open_row[seat]), choice_of(before, action, seat) == actions.CLOSE
    if place == NONE:
        is_noted = combo == NONE or after.last[seat] == MISSED + combo
        return bool(is_noted and row == (NONE if is_closed else int(before.open_row[seat])))
    is_own = row >= before.num_rows[number] and after.row_seat[number, row] == seat
    is_green = after.row_combo[number, row] == combo and not after.row_orange[number, row]
    return bool(is_own and is_green and after.row_beneath[number, row] == 0)


@part
def height_left(before: State, claims: Claims, rules: Rules, place: int) -> int:
    """R6, R14: Return the height of the stack at `place` as the grabs of this tick leave it."""
    height = int(before.stack_height[place])
    for seat in range(rules.num_players):
        height -= claims[seat] == place
    return height


@part
def find_revealed(before: State, action: int, rules: Rules, claims: Claims, area: int) -> int:
    """3.5, R14: Return the place of the stack whose top is revealed in `area` in this tick; NONE (-1) without one."""
    best, highest = NONE, 1
    if count_revealing(before, action, rules, area) == 0:
        return best
    first = int(rules.first_tile[area])
    for place in range(first, first + int(before.num_stacks[area])):
        height = height_left(before, claims, rules, place)
        if height > highest:
            best, highest = place, height
    return best


@part
def count_revealing(before: State, action: int, rules: Rules, area: int) -> int:
    """3.5: Return how many seats of `area` reveal in this tick."""
    count = 0
    for seat in range(rules.num_players):
        count += before.area[seat] == area and choice_of(before, action, seat) == actions.REVEAL
    return count


@part
def are_stacks_right(before: State, action: int, after: State, rules: Rules, claims: Claims) -> bool:
    """3.6 (1), (2): Return whether stacks have lost what was grabbed, and one tile in each area that was revealed."""
    for area in range(rules.num_areas):
        end = int(rules.first_tile[area]) + int(before.num_stacks[area])
        revealed = find_revealed(before, action, rules, claims, area)
        if after.num_stacks[area] != before.num_stacks[area] + (revealed != NONE):
            return False
        if revealed != NONE:
            under = before.stack_tile[revealed] + before.stack_height[revealed]
            tile = under - height_left(before, claims, rules, revealed)
            if after.stack_height[end] != 1 or after.stack_tile[end] != tile:
                return False
        for place in range(int(rules.first_tile[area]), end):
            left = height_left(before, claims, rules, place) - (place == revealed)
            top = before.stack_tile[place] + before.stack_height[place] - left
            if after.stack_height[place] != left or after.stack_tile[place] != top:
                return False
    return True


# 3.2 to 3.4 Cards


@part
def num_due(before: State, rules: Rules, seat: int, chosen: int) -> tuple[int, int]:
    """3: Return how many cards `seat` keeps when it plays `chosen`, and how many it is to draw then."""
    size = int(before.hand_size[seat])
    if chosen == actions.CLOSE:
        return size, max(0, int(rules.hand) - size)
    if actions.BURN <= chosen < actions.REPLENISH:
        return size, int(rules.burn)
    if chosen == actions.NEW_HAND:
        return 0, int(rules.new_hand)
    if chosen == actions.MORE:
        return size, int(rules.more)
    return size - (actions.LAY <= chosen < actions.CLOSE), 0


@part
def is_drawing_right(before: State, action: int, after: State, rules: Rules, seat: int) -> bool:
    """R9, R12: Return whether `seat` has drawn as many cards as it should, or fewer as all decks are empty."""
    kept, due = num_due(before, rules, seat, choice_of(before, action, seat))
    got = int(after.hand_size[seat]) - kept
    if got == due:
        return True
    is_any_left = False
    for deck in range(rules.num_players):
        is_any_left |= is_near(before, seat, deck) and after.drawn[deck] < rules.num_cards
    return 0 <= got < due and not is_any_left


@part
def is_source_right(after: State, before: State, rules: Rules, deck: int) -> bool:
    """R12: Return whether those who drew from `deck` in this tick had emptied all decks that are nearer to them."""
    for place in range(before.drawn[deck], after.drawn[deck]):
        near = int(after.where[int(after.round_number), deck, place]) - IN_HAND
        if not 0 <= near < rules.num_players:
            return False
        while near != deck:
            if after.drawn[near] < rules.num_cards:
                return False
            near = next_deck(after, rules, near)
    return True


@part
def next_deck(state: State, rules: Rules, seat: int) -> int:
    """9, R12, R27: Return the next higher seat of the area of `seat`; after the highest it is the lowest."""
    other = seat
    for _ in range(rules.num_players):
        other = (other + 1) % int(rules.num_players)
        if is_near(state, seat, other):
            break
    return other


@part
def is_laying_right(before: State, action: int, after: State, rules: Rules, seat: int) -> bool:
    """3.2.2, R34: Return whether `seat`, if it lays a card, has laid one of the first deck that has such a card."""
    kind, number = choice_of(before, action, seat) - actions.LAY, int(before.round_number)
    if not 0 <= kind < actions.CLOSE - actions.LAY:
        return True
    row, deck = int(before.open_row[seat]), seat
    for _ in range(rules.area_size[int(before.area[seat])]):
        held, laid = count_laid(before, after, seat, deck, kind)
        if held > 0:
            return bool(laid == 1 and after.row_beneath[number, row] == before.row_beneath[number, row] + 1)
        deck = next_deck(before, rules, deck)
    return False


@part
def count_laid(before: State, after: State, seat: int, deck: int, kind: int) -> tuple[int, int]:
    """R34: Return how many cards of a kind and deck `seat` had in hand, and how many of them lie beneath its tile."""
    number, deal, held, laid = int(before.round_number), int(before.deal_number), 0, 0
    for place in range(before.drawn[deck]):
        if before.where[number, deck, place] == IN_HAND + seat and before.decks[deal, deck, place] == kind:
            held += 1
            laid += after.where[number, deck, place] == before.open_row[seat]
    return held, laid


@part
def is_turning_right(before: State, action: int, after: State, seat: int) -> bool:
    """3.3, 3.4, R13: Return whether `seat` has turned what it chose to: the first green tile of a combo, or none."""
    number, chosen = int(before.round_number), choice_of(before, action, seat)
    combo = chosen - actions.BURN if actions.BURN <= chosen < actions.REPLENISH else NONE
    for row in range(before.num_rows[number]):
        if before.row_seat[number, row] == seat:
            is_first = before.row_combo[number, row] == combo and not before.row_orange[number, row]
            is_first = is_first and row != before.open_row[seat]
            if after.row_orange[number, row] != int(before.row_orange[number, row]) | is_first:
                return False
            combo = NONE if is_first else combo
    return bool(combo == NONE and after.replenished[seat] == is_turned(before, action, seat))


# R16, R17 Stop


@part
def count_stops(before: State, action: int, rules: Rules) -> tuple[int, int]:
    """R16, R17: Return how many seats call Stop rightly in this tick, and how many wrongly, as bits of seats."""
    right, wrong = 0, 0
    for seat in range(rules.num_players):
        if choice_of(before, action, seat) == actions.STOP:
            if has_all(before, rules, seat):
                right |= 1 << seat
            else:
                wrong |= 1 << seat
    return right, wrong
