"""3.2, 3.3: Cards: drawing them, laying them beneath the open tile, discarding a hand."""

from mom_env.four_monkeys.rules.checking import is_right
from mom_env.four_monkeys.state import DISCARDED, IN_HAND, NONE, Rules, State
from mom_env.kernel.jit import part


@part
def draw_cards(state: State, rules: Rules, seat: int, count: int) -> None:
    """R12: Let `seat` draw `count` cards from its deck, from its left neighbour's if that is empty, and so on.

    When all decks of the area are empty, it draws fewer.
    """
    deck, empty = seat, 0
    for _ in range(count):
        while empty < rules.area_size[int(state.area[seat])] and state.drawn[deck] == rules.num_cards:
            deck = int(state.left[deck])
            empty += 1
        if empty == rules.area_size[int(state.area[seat])]:
            return
        draw_card(state, seat, deck)


@part
def draw_card(state: State, seat: int, deck: int) -> None:
    """R11, R12: Let `seat` draw the next card of `deck`, which is not empty; hands have no limit."""
    place = int(state.drawn[deck])
    kind = int(state.decks[int(state.deal_number), deck, place])
    state.where[int(state.round_number), deck, place] = IN_HAND + seat
    state.drawn[deck] += 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    if deck == seat:
        state.seen[seat, kind] += 1


@part
def lay_card(state: State, rules: Rules, seat: int, kind: int) -> None:
    """3.2.2, R34: Lay a card of a kind from the hand of `seat` beneath its open tile, one of its own deck first."""
    deck = seat
    place = find_in_hand(state, seat, deck, kind)
    while place == NONE:
        deck = int(state.left[deck])
        place = find_in_hand(state, seat, deck, kind)
    row, number = int(state.open_row[seat]), int(state.round_number)
    state.where[number, deck, place] = row
    state.row_beneath[number, row] += 1
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.open_kinds[seat, kind] += 1
    state.open_right[seat] = is_right(rules, int(state.row_combo[number, row]), state.open_kinds[seat])


@part
def find_in_hand(state: State, seat: int, deck: int, kind: int) -> int:
    """R34: Return the place in `deck` of the first card of a kind that `seat` has in hand; NONE (-1) without one."""
    for place in range(state.drawn[deck]):
        is_held = state.where[int(state.round_number), deck, place] == IN_HAND + seat
        if is_held and state.decks[int(state.deal_number), deck, place] == kind:
            return place
    return NONE


@part
def discard_hand(state: State, rules: Rules, seat: int) -> None:
    """3.4, 4: Discard the whole hand of `seat`, unseen."""
    for deck in range(rules.num_players):
        for place in range(state.drawn[deck]):
            if state.where[int(state.round_number), deck, place] == IN_HAND + seat:
                state.where[int(state.round_number), deck, place] = DISCARDED + seat
    for kind in range(len(state.hand[seat])):
        state.hand[seat, kind] = 0
    state.hand_size[seat] = 0
