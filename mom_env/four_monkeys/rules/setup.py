"""2: Setting up: all deals of a game, and a round from its deal."""

from mom_env.four_monkeys.rules.areas import seat_first_areas
from mom_env.four_monkeys.rules.cards import draw_cards
from mom_env.four_monkeys.rules.stacks import build_stacks
from mom_env.four_monkeys.sizes import MAX_CARDS, MAX_PLAYERS, MAX_TICKS, MAX_TILES, NUM_KINDS
from mom_env.four_monkeys.state import IN_DECK, NONE, Phase, Rules, State
from mom_env.kernel.jit import called_kernel, part
from mom_env.kernel.rng import next_below, shuffle


@called_kernel
def deal(state: State, rules: Rules) -> None:
    """2: Draw all deals of a game, and set up its first round; `begin_tick` is still to be called."""
    for number in range(rules.num_deals):
        draw_deal(state, rules, number)
    begin_game(state, rules)


@part
def draw_deal(state: State, rules: Rules, number: int) -> None:
    """2, R4, R5: Draw the deal `number`: decks, tiles, length of the timer, and an order of seats for each tick."""
    for seat in range(rules.num_players):
        fill_deck(state, rules, number, seat)
        shuffle(state, state.decks[number, seat], int(rules.num_cards))
    for area in range(rules.num_areas):
        first, count = int(rules.first_tile[area]), int(rules.num_tiles[area])
        for i in range(count):
            state.tiles[number, first + i] = i % int(rules.num_combos)
        shuffle(state, state.tiles[number, first:], count)
    state.ticks[number] = int(rules.ticks) - int(rules.spread) + next_below(state, 2 * int(rules.spread) + 1)
    draw_orders(state, rules, number, 0)


@part
def fill_deck(state: State, rules: Rules, number: int, seat: int) -> None:
    """2.1: Lay the cards of the deck of `seat` in the deal `number` in the order of their kinds."""
    place = 0
    for kind in range(NUM_KINDS):
        for _ in range(rules.copies[kind]):
            state.decks[number, seat, place] = kind
            place += 1


@part
def draw_orders(state: State, rules: Rules, number: int, first: int) -> None:
    """R4: Draw the orders of seats for the ticks of the deal `number` from `first` on; none with turns."""
    for tick in range(first, MAX_TICKS):
        is_drawn = tick < state.ticks[number] and not rules.rotate
        state.orders[number, tick] = next_below(state, int(rules.num_orders)) if is_drawn else 0


@called_kernel
def begin_game(state: State, rules: Rules) -> None:
    """2, 9: Set up the first round of a game whose deals are drawn, and reset all that lasts longer than a round."""
    clear_unused(state, rules)
    clear_history(state)
    state.round_number, state.deal_number = 0, 0
    state.total[:], state.last_score[:] = 0, 0
    for seat in range(MAX_PLAYERS):
        state.stops_left[seat] = rules.false_stops if seat < rules.num_players else 0
    seat_first_areas(state, rules)
    begin_round(state, rules)


@part
def clear_unused(state: State, rules: Rules) -> None:
    """Write 0 into all places of deals that a game of these rules does not use."""
    for number in range(len(state.ticks)):
        is_used = number < rules.num_deals
        for seat in range(MAX_PLAYERS):
            for place in range(rules.num_cards if is_used and seat < rules.num_players else 0, MAX_CARDS):
                state.decks[number, seat, place] = 0
        last = rules.num_areas - 1
        for i in range(rules.first_tile[last] + rules.num_tiles[last] if is_used else 0, MAX_TILES):
            state.tiles[number, i] = 0
        if not is_used:
            state.ticks[number] = 0
            state.orders[number, :] = 0


@part
def clear_history(state: State) -> None:
    """Forget all scored rounds."""
    state.deal_of[:], state.num_ticks[:], state.ended_by[:], state.num_rows[:] = 0, 0, 0, 0
    state.smartest[:] = 0
    state.scores[:, :] = 0
    for number in range(len(state.deal_of)):
        clear_rows(state, number)


@part
def clear_rows(state: State, number: int) -> None:
    """Forget the tiles in front of players in the round `number`, and put all its cards into the decks."""
    state.num_rows[number] = 0
    for row in range(MAX_TILES):
        state.row_seat[number, row], state.row_combo[number, row], state.row_orange[number, row] = 0, 0, 0
        state.row_beneath[number, row] = 0
        state.row_verdict[number, row], state.row_check[number, row] = 0, 0
    for seat in range(MAX_PLAYERS):
        for place in range(MAX_CARDS):
            state.where[number, seat, place] = IN_DECK


@called_kernel
def begin_round(state: State, rules: Rules) -> None:
    """2.1 to 2.4, R35: Set up a round from the next deal: decks, stacks, hand replenish, banana skins, first hands."""
    number = int(state.round_number)
    clear_rows(state, number)
    clear_players(state, rules)
    state.phase, state.tick, state.seat = Phase.ACT, 0, 0
    state.deal_of[number] = state.deal_number
    state.last_checked, state.num_checks = NONE, 0
    build_stacks(state, rules)
    for seat in range(rules.num_players):
        draw_cards(state, rules, seat, int(rules.hand))


@part
def clear_players(state: State, rules: Rules) -> None:
    """2.3: Leave nothing in front of the players but hand replenish and, with that option, a banana skin each."""
    for seat in range(MAX_PLAYERS):
        state.pending[seat], state.last[seat], state.claimed[seat] = NONE, NONE, NONE
        state.order[seat], state.drawn[seat] = 0, 0
        state.open_row[seat], state.open_right[seat], state.right[seat] = NONE, 0, 0
        state.gave[seat], state.replenished[seat], state.handed_skins[seat] = 0, 0, 0
        state.own_skins[seat] = rules.banana_skins if seat < rules.num_players else 0
        state.hand_size[seat] = 0
    state.hand[:, :], state.seen[:, :], state.open_kinds[:, :] = 0, 0, 0
    state.counts[:, :, :] = 0
