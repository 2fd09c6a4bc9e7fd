"""2. Setup: one shuffle of everything; after it, nothing in a game is random."""

from mom_env.kernel.jit import kernel, part
from mom_env.kernel.piles import draw, empty
from mom_env.kernel.rng import next_below, shuffle
from mom_env.monkeys_on_the_moon.rules.round import begin_civilization_turn
from mom_env.monkeys_on_the_moon.state import (
    MAX_PLAYERS,
    NONE,
    NUM_KINDS,
    NUM_TRIBES,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Int8s,
    Phase,
    Rules,
    State,
)


@part
def deal(state: State, rules: Rules) -> None:
    """2: Set up a new game in `state`, from the record's own random stream, up to the first decision.

    The stream advances. Everything else in the record is overwritten.
    """
    clear_table(state)
    lay_out_circle(state)
    deal_monkeys(state, rules)
    deal_cards(state, rules)
    give_coins(state, rules)
    deal_ships(state, rules)
    state.start = next_below(state, int(rules.num_players))  # R15
    draw_tie_order(state)
    begin_civilization_turn(state, rules)


@kernel
def clear_table(state: State) -> None:
    """2.6: Put the stones at 0 and all scorn on the table, and remove everything else that is not dealt.

    What the deal fills anyway, such as circle, pools, piles, supplies and tie order, is not changed, and neither is the
    random stream.
    """
    state.phase = Phase.CIVILIZATION
    state.round_number = 0
    state.turn = 0
    state.swapped = 0
    state.owners_to_check = 0
    state.pending_card = NONE
    state.pending_tribe = NONE
    state.auction_monkey = NONE
    state.standing = 0
    state.holder = NONE
    state.num_returned = 0
    state.track[:] = 0
    state.finish[:] = 0
    state.scorn[:] = NONE
    state.waiting[:] = NONE
    state.monkeys_out[:] = 0
    state.ranking[:] = NONE
    state.discard[:] = NONE
    for seat in range(MAX_PLAYERS):
        clear_seat(state, seat)


@part
def clear_seat(state: State, seat: int) -> None:
    """2: Remove all that a seat has, in its hand and before it; seats without a player stay like this."""
    state.coins[seat, :] = 0
    state.ship[seat] = NONE
    state.status[seat, :] = 0
    state.pile[seat, :] = 0
    state.bids[seat, :] = 0
    state.monkeys[seat] = 0
    state.ship_vp[seat] = 0
    state.still_in[seat] = 0
    state.ships_out[seat] = NONE
    state.vp[seat] = 0
    state.place[seat] = 0
    empty(state.hand[seat])
    empty(state.aboard[seat])
    empty(state.ships_won[seat])


@part
def lay_out_circle(state: State) -> None:
    """2.1: Lay the six tribes in a random circle: write into `state.colour` the deck's tribe, 0 to 5, at each place."""
    for tribe in range(NUM_TRIBES):
        state.colour[tribe] = tribe
    shuffle(state, state.colour[:], NUM_TRIBES)


@kernel
def count_kinds(state: State, box: Int8s, kinds: Int8s) -> None:
    """Write into `kinds` how many cards of each kind the box has, for the circle of this game.

    `box` has the counts by the tribe's number in the deck and the card's index, in two dimensions. `kinds` gets them by
    the tribe's place in the circle and the index, in one dimension.
    """
    per_tribe = box.shape[1]
    for tribe in range(NUM_TRIBES):
        for index in range(per_tribe):
            kinds[tribe * per_tribe + index] = box[int(state.colour[tribe]), index]


@part
def shuffle_kinds(state: State, kinds: Int8s, pile: Int8s) -> None:
    """Fill `pile` with the cards that `kinds` counts by kind, shuffled by the record's random stream."""
    empty(pile)
    count = 0
    for card in range(len(kinds)):
        for _ in range(int(kinds[card])):
            pile[count] = card
            count += 1
    shuffle(state, pile, count)


@part
def deal_monkeys(state: State, rules: Rules) -> None:
    """2.2: Make and shuffle the monkey pile, and move its first monkeys into the open pool.

    The monkeys left in the pile are counted as unseen.
    """
    count_kinds(state, rules.monkeys[:, :], state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS])
    shuffle_kinds(state, state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS], state.monkey_pile[:])
    empty(state.monkey_pool[:])
    for i in range(rules.monkey_pool_size):
        state.monkey_pool[i] = draw(state.monkey_pile[:])
        state.unseen[UNSEEN_MONKEYS + int(state.monkey_pool[i])] -= 1


@part
def deal_cards(state: State, rules: Rules) -> None:
    """2.3: Make and shuffle the civilization pile, remove some cards unseen, and deal a hand to each seat.

    `rules` says how many cards are removed, and how many are in a hand. All cards are counted as unseen.
    """
    count_kinds(state, rules.cards[:, :], state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS])
    shuffle_kinds(state, state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS], state.civilization_pile[:])
    empty(state.out_of_game[:])
    for i in range(rules.num_out_of_game):
        state.out_of_game[i] = draw(state.civilization_pile[:])
    for seat in range(rules.num_players):
        for i in range(rules.hand_size):
            state.hand[seat, i] = draw(state.civilization_pile[:])


@part
def give_coins(state: State, rules: Rules) -> None:
    """2.4: Give each player coins of every tribe, and fill the tribes' supplies, as `rules` says."""
    for tribe in range(NUM_TRIBES):
        state.supply[tribe] = rules.first_supply
        for seat in range(rules.num_players):
            state.coins[seat, tribe] = rules.first_coins


@part
def deal_ships(state: State, rules: Rules) -> None:
    """2.5: Make and shuffle the ship pile, give each seat a ship from it, and fill the open ship pool.

    The ships left in the pile are counted as unseen.
    """
    count_kinds(state, rules.ships[:, :], state.unseen[UNSEEN_SHIPS:NUM_KINDS])
    shuffle_kinds(state, state.unseen[UNSEEN_SHIPS:NUM_KINDS], state.ship_pile[:])
    empty(state.ship_pool[:])
    for seat in range(rules.num_players):
        state.ship[seat] = draw(state.ship_pile[:])
        state.unseen[UNSEEN_SHIPS + int(state.ship[seat])] -= 1
    for i in range(rules.ship_pool_size):
        state.ship_pool[i] = draw(state.ship_pile[:])
        state.unseen[UNSEEN_SHIPS + int(state.ship_pool[i])] -= 1


@part
def draw_tie_order(state: State) -> None:
    """2.7, R15: Write into `state.tie_rank`, by tribe, a random secret order that breaks ties on the track; 0 wins."""
    for tribe in range(NUM_TRIBES):
        state.tie_rank[tribe] = tribe
    shuffle(state, state.tie_rank[:], NUM_TRIBES)
