"""11, R32: Secrets: how to deal again, or hide, what a seat cannot know."""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Floats
from mom_env.four_monkeys.rules.cards import clear_kinds, count_beneath
from mom_env.four_monkeys.rules.checking import is_right
from mom_env.four_monkeys.rules.grabbing import note_right
from mom_env.four_monkeys.rules.setup import draw_deal, draw_orders
from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_PLAYERS, MAX_TICKS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.state import DISCARDED, IN_DECK, IN_HAND, NONE, Phase, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.rng import next_below, seed_stream, shuffle

UNSEEN_SIZE = MAX_TILES  # a deck has fewer cards than an area can have tiles


@part
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """R32: Deal again, in the record itself, what `seat` cannot know, and take back what others have chosen.

    The record's own stream starts again from `seed`. `unseen` is scratch space, shape (UNSEEN_SIZE,).
    """
    seed_stream(state, seed, 0)
    if state.phase == Phase.OVER:
        return
    for deck in range(rules.num_players):
        count = collect_faces(state, rules, seat, deck, unseen)
        shuffle(state, unseen, count)
        put_faces(state, rules, seat, deck, unseen)
    count_again(state, rules, seat)
    for area in range(rules.num_areas):
        count = collect_covered(state, rules, area, unseen)
        shuffle(state, unseen, count)
        put_covered(state, rules, area, unseen)
    redraw_future(state, rules)
    take_back(state, seat)


@part
def is_known(state: State, seat: int, deck: int, place: int) -> bool:
    """R30: Return whether `seat` knows the face of a card: in its hand, discarded, beneath its tiles, or checked."""
    number = int(state.round_number)
    where = int(state.where[number, deck, place])
    if where >= MAX_TILES:
        return where in (IN_HAND + seat, DISCARDED + seat)
    return bool(state.row_seat[number, where] == seat or state.row_check[number, where] > 0)


@part
def collect_faces(state: State, rules: Rules, seat: int, deck: int, unseen: NDArray[np.int8]) -> int:
    """R32: Copy the faces of `deck` that `seat` does not know into `unseen`, and return their number."""
    count = 0
    for place in range(rules.num_cards):
        if not is_known(state, seat, deck, place):
            unseen[count] = state.decks[int(state.deal_number), deck, place]
            count += 1
    return count


@part
def put_faces(state: State, rules: Rules, seat: int, deck: int, unseen: NDArray[np.int8]) -> None:
    """R32: Give the cards of `deck` whose faces `seat` does not know those in `unseen`, in their order."""
    count = 0
    for place in range(rules.num_cards):
        if not is_known(state, seat, deck, place):
            state.decks[int(state.deal_number), deck, place] = unseen[count]
            count += 1


@part
def collect_covered(state: State, rules: Rules, area: int, unseen: NDArray[np.int8]) -> int:
    """R32: Copy the tiles beneath the tops of `area` into `unseen`, and return their number."""
    first, count = int(rules.first_tile[area]), 0
    for place in range(first, first + int(state.num_stacks[area])):
        for depth in range(1, state.stack_height[place]):
            unseen[count] = state.tiles[int(state.deal_number), int(state.stack_tile[place]) + depth]
            count += 1
    return count


@part
def put_covered(state: State, rules: Rules, area: int, unseen: NDArray[np.int8]) -> None:
    """R32: Replace the tiles beneath the tops of `area` by those in `unseen`, in their order."""
    first, count = int(rules.first_tile[area]), 0
    for place in range(first, first + int(state.num_stacks[area])):
        for depth in range(1, state.stack_height[place]):
            state.tiles[int(state.deal_number), int(state.stack_tile[place]) + depth] = unseen[count]
            count += 1


@part
def redraw_future(state: State, rules: Rules) -> None:
    """R32: Draw again a hidden length, longer than the ticks gone by, the orders to come and all later deals."""
    deal = int(state.deal_number)
    if state.phase == Phase.ACT:
        least = max(int(rules.ticks) - int(rules.spread), int(state.tick) + 1)
        state.ticks[deal] = least + next_below(state, int(rules.ticks) + int(rules.spread) - least + 1)
        draw_orders(state, rules, deal, int(state.tick))
    for later in range(deal + 1, rules.num_deals):
        draw_deal(state, rules, later)


@part
def take_back(state: State, seat: int) -> None:
    """R32: Take back the choices of all seats but `seat` in this tick. The seat that is asked now stays the next."""
    for other in range(MAX_PLAYERS):
        if other != seat:
            state.pending[other] = NONE


@part
def count_again(state: State, rules: Rules, seat: int) -> None:
    """R32: Count the cards of all seats but `seat` again, from their faces: in hands, beneath tiles, drawn."""
    for other in range(rules.num_players):
        if other != seat:
            forget_counts(state, other)
            count_cards(state, rules, other)
            judge_tiles(state, rules, other)


@part
def forget_counts(state: State, seat: int) -> None:
    """Write 0 into all numbers that follow from faces of the cards of `seat`."""
    for kind in range(NUM_KINDS):
        state.hand[seat, kind], state.seen[seat, kind], state.open_kinds[seat, kind] = 0, 0, 0
    state.right[seat], state.open_right[seat] = 0, 0


@part
def count_cards(state: State, rules: Rules, seat: int) -> None:
    """Count the cards in the hand of `seat`, and those of its own deck that it has drawn."""
    number = int(state.round_number)
    for deck in range(rules.num_players):
        for place in range(state.drawn[deck]):
            where = int(state.where[number, deck, place])
            kind = int(state.decks[int(state.deal_number), deck, place])
            if where == IN_HAND + seat:
                state.hand[seat, kind] += 1
            if deck == seat and is_drawn_by(state, seat, where):
                state.seen[seat, kind] += 1


@part
def is_drawn_by(state: State, seat: int, where: int) -> bool:
    """Return whether `seat` has drawn the card that is at the place `where` of the field of that name."""
    if where >= MAX_TILES:
        return where in (IN_HAND + seat, DISCARDED + seat)
    return bool(state.row_seat[int(state.round_number), where] == seat)


@part
def judge_tiles(state: State, rules: Rules, seat: int) -> None:
    """5.3: Find out again which tiles of `seat` are right; the cards beneath an open one are counted as well."""
    number = int(state.round_number)
    for row in range(state.num_rows[number]):
        if state.row_seat[number, row] == seat and row != state.open_row[seat]:
            count_beneath(state, rules, row)
            combo = int(state.row_combo[number, row])
            note_right(state, seat, combo, int(is_right(rules, combo, state.open_kinds[seat])))
    clear_kinds(state.open_kinds[seat])
    if state.open_row[seat] != NONE:
        row = int(state.open_row[seat])
        count_beneath(state, rules, row)
        state.open_right[seat] = is_right(rules, int(state.row_combo[number, row]), state.open_kinds[seat])


@part
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """11: Put all that `seat` cannot know into one fixed order, and take back what others have chosen.

    Two records that look alike to the seat, and are redeals of one another, become equal. `unseen` is scratch space,
    shape (UNSEEN_SIZE,).
    """
    state.rng = np.uint64(0)
    if state.phase == Phase.OVER:
        return
    for deck in range(rules.num_players):
        sort_numbers(unseen, collect_faces(state, rules, seat, deck, unseen))
        put_faces(state, rules, seat, deck, unseen)
    count_again(state, rules, seat)
    for area in range(rules.num_areas):
        sort_numbers(unseen, collect_covered(state, rules, area, unseen))
        put_covered(state, rules, area, unseen)
    hide_future(state, rules)
    take_back(state, seat)


@part
def hide_future(state: State, rules: Rules) -> None:
    """11: Write fixed numbers into a hidden length, the orders to come and all later deals."""
    deal = int(state.deal_number)
    if state.phase == Phase.ACT:
        state.ticks[deal] = rules.ticks + rules.spread
    for number in range(deal, rules.num_deals):
        for tick in range(MAX_TICKS):
            state.orders[number, tick] = 0
    for later in range(deal + 1, rules.num_deals):
        state.ticks[later] = 0
        for i in range(MAX_TILES):
            state.tiles[later, i] = 0
        for deck in range(MAX_PLAYERS):
            for place in range(MAX_CARDS):
                state.decks[later, deck, place] = 0


@part
def sort_numbers(numbers: NDArray[np.int8], count: int) -> None:
    """Sort the first `count` numbers in ascending order, in place, by insertion, as they are few."""
    for i in range(1, count):
        number = numbers[i]
        place = i
        while place > 0 and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


# What nobody knows, for critics in training; never for players.

HIDDEN_SIZE = MAX_PLAYERS * MAX_CARDS + MAX_TILES + MAX_TICKS + 1


@part
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """11: Write into `out` what nobody knows, shape (HIDDEN_SIZE,).

    It is, of this round: the cards still in each deck, the next one first, as (kind + 1) / 10; the tiles beneath the
    tops of all stacks, stack after stack, as (combo + 1) / 10; the orders of the ticks to come, as number / number of
    permutations; the length / 132.
    """
    out[:] = 0
    if state.phase != Phase.ACT:
        return
    number, deal = int(state.round_number), int(state.deal_number)
    for deck in range(rules.num_players):
        for place in range(state.drawn[deck], rules.num_cards):
            if state.where[number, deck, place] == IN_DECK:
                out[deck * MAX_CARDS + place - int(state.drawn[deck])] = (int(state.decks[deal, deck, place]) + 1) / 10
    end = MAX_PLAYERS * MAX_CARDS
    for area in range(rules.num_areas):
        first = int(rules.first_tile[area])
        for stack in range(first, first + int(state.num_stacks[area])):
            for depth in range(1, state.stack_height[stack]):
                out[end] = (int(state.tiles[deal, int(state.stack_tile[stack]) + depth]) + 1) / 10
                end += 1
    end = MAX_PLAYERS * MAX_CARDS + MAX_TILES
    for tick in range(state.tick, state.ticks[deal]):
        out[end + tick - int(state.tick)] = int(state.orders[deal, tick]) / int(rules.num_orders)
    out[HIDDEN_SIZE - 1] = int(state.ticks[deal]) / MAX_TICKS
