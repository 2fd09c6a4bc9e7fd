"""3.2, 3.3: Cards: drawing them, laying them beneath the open tile, discarding a hand."""

from mom_env.four_monkeys.rules.checking import is_right
from mom_env.four_monkeys.sizes import MAX_CARDS, NUM_KINDS
from mom_env.four_monkeys.state import DISCARDED, IN_HAND, NONE, Int8s, Rules, State
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
    number, deal, first = int(state.round_number), int(state.deal_number), MAX_CARDS
    for place in range(MAX_CARDS):  # without a branch, so that it becomes vector instructions
        is_held = (state.where[number, deck, place] == IN_HAND + seat) & (state.decks[deal, deck, place] == kind)
        first = min(first, place if is_held else MAX_CARDS)
    return first if first < MAX_CARDS else NONE


@part
def discard_hand(state: State, rules: Rules, seat: int) -> None:
    """3.4, 4: Discard the whole hand of `seat`, unseen."""
    number = int(state.round_number)
    for deck in range(rules.num_players):
        for place in range(MAX_CARDS):
            where = int(state.where[number, deck, place])
            state.where[number, deck, place] = DISCARDED + seat if where == IN_HAND + seat else where
    clear_kinds(state.hand[seat])
    state.hand_size[seat] = 0


@part
def count_beneath(state: State, rules: Rules, row: int) -> None:
    """5.3: Count the cards beneath the tile in `row`, by kind, into `open_kinds` of its owner."""
    number, owner = int(state.round_number), int(state.row_seat[int(state.round_number), row])
    deck, missing = owner, int(state.row_beneath[number, row])
    clear_kinds(state.open_kinds[owner])
    for _ in range(rules.area_size[int(state.area[owner])]):
        missing -= count_of_deck(state, row, deck, missing, state.open_kinds[owner])
        deck = int(state.left[deck])


@part
def count_of_deck(state: State, row: int, deck: int, most: int, kinds: Int8s) -> int:
    """5.3: Add the cards of `deck` beneath the tile in `row`, at most `most`, to `kinds`, and return their number."""
    number, deal, found = int(state.round_number), int(state.deal_number), 0
    for place in range(MAX_CARDS):
        if found == most:
            break
        if state.where[number, deck, place] == row:
            kinds[int(state.decks[deal, deck, place])] += 1
            found += 1
    return found


@part
def clear_kinds(kinds: Int8s) -> None:
    """Write 0 into a number for each kind."""
    for kind in range(NUM_KINDS):
        kinds[kind] = 0
