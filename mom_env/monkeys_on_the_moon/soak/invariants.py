"""What is true of every position, whatever has been played."""

from mom_env.kernel.jit import kernel, part
from mom_env.monkeys_on_the_moon.soak.notes import Notes
from mom_env.monkeys_on_the_moon.soak.places import check_places
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from mom_env.monkeys_on_the_moon.state import (
    MAX_PLAYERS,
    MAX_SEATS,
    MAX_SHIP_TYPES,
    MAX_SHIPS,
    MAX_STATUSES,
    NONE,
    NUM_MONKEY_KINDS,
    NUM_TRIBES,
    Decision,
    Int8s,
    Phase,
    Rules,
    State,
)


@kernel
def check_position(state: State, dealt: State, rules: Rules, notes: Notes) -> Violation:
    """Return the first violation found in the position, or NOTHING.

    `dealt` is the record of the same game right after the deal; `notes.counts` is overwritten.
    """
    wrong = check_places(state, rules, notes.counts)
    if wrong == Violation.NOTHING:
        wrong = check_tribes(state, dealt, rules)
    if wrong == Violation.NOTHING:
        wrong = check_turn(state, dealt, rules)
    if wrong == Violation.NOTHING:
        wrong = check_seats(state, rules)
    return wrong


@part
def check_tribes(state: State, dealt: State, rules: Rules) -> Violation:
    """2.1, 2.4, 2.6, 2.7: Return the first violation in scorn, coins, circle, chance and stones, or NOTHING.

    `dealt` is the record right after the deal.
    """
    if not scorn_is_in_play(state, rules):
        return Violation.SCORN
    if not coins_are_conserved(state, rules):
        return Violation.COINS
    if not circle_is_the_dealt_one(state, dealt, rules):
        return Violation.CIRCLE
    if state.rng != dealt.rng:
        return Violation.CHANCE
    if not track_can_be(state, rules):
        return Violation.TRACK
    return Violation.NOTHING


@part
def check_turn(state: State, dealt: State, rules: Rules) -> Violation:
    """3: Return the first violation in who decides what, hands, pools and the auction, or NOTHING.

    `dealt` is the record right after the deal.
    """
    if not turn_fits(state, dealt, rules):
        return Violation.TURN
    if not hands_fit(state, rules):
        return Violation.HANDS
    if not pools_fit(state, rules):
        return Violation.POOLS
    return Violation.NOTHING if auction_fits(state, rules) else Violation.AUCTION


@part
def check_seats(state: State, rules: Rules) -> Violation:
    """3.3, 4: Return the first violation in ships and score piles, or if an absent seat has something, or NOTHING."""
    if not ships_fit(state, rules):
        return Violation.SHIPS_ON_THE_GROUND
    if not score_piles_add_up(state, rules):
        return Violation.SCORE_PILE
    return Violation.NOTHING if absent_seats_have_nothing(state, rules) else Violation.ABSENT_SEAT


# Coins, scorn, circle, stones


@part
def coins_are_conserved(state: State, rules: Rules) -> bool:
    """2.4: Return whether no coin has been lost or added since the deal, in supply and seats together, for each tribe.

    No seat and no supply may have fewer than 0.
    """
    dealt = int(rules.num_players) * int(rules.first_coins) + int(rules.first_supply)
    for tribe in range(NUM_TRIBES):
        total = int(state.supply[tribe])
        least = total
        for seat in range(rules.num_players):
            total += int(state.coins[seat, tribe])
            least = min(least, int(state.coins[seat, tribe]))
        if total != dealt or least < 0:
            return False
    return True


@part
def scorn_is_in_play(state: State, rules: Rules) -> bool:
    """2.6: Return whether each tribe's scorn card is on the table (NONE) or held by a seat that is in play."""
    count = 0
    for tribe in range(NUM_TRIBES):
        count += NONE <= state.scorn[tribe] < rules.num_players
    return count == NUM_TRIBES


@part
def is_permutation(numbers: Int8s) -> bool:
    """Return whether each of the numbers 0 to 5 is there once in the first six entries of `numbers`."""
    found = 0
    for i in range(NUM_TRIBES):
        if 0 <= numbers[i] < NUM_TRIBES:
            found |= 1 << int(numbers[i])
    return found == (1 << NUM_TRIBES) - 1


@part
def circle_is_the_dealt_one(state: State, dealt: State, rules: Rules) -> bool:
    """2.1, 5, R13: Return whether the circle is as dealt, except for two neighbours that Treachery has swapped.

    They must have swapped if and only if the variant is played and a stone has reached the white dot. The tie order
    must be as dealt, too. `dealt` is the record right after the deal.
    """
    at_the_dot = False
    places = 0
    for tribe in range(NUM_TRIBES):
        at_the_dot |= state.track[tribe] >= rules.white_dot
        if state.colour[tribe] != dealt.colour[tribe]:
            places |= 1 << tribe
    swapped = at_the_dot and rules.monkey_treachery == 1
    if not is_permutation(state.colour[:]) or not tie_order_is_the_dealt_one(state, dealt):
        return False
    return state.swapped == swapped and (are_neighbours(places) if swapped else places == 0)


@part
def tie_order_is_the_dealt_one(state: State, dealt: State) -> bool:
    """R15: Return whether each tribe still has its tie rank of the deal, wherever in the circle it is now.

    `dealt` is the record right after the deal.
    """
    for tribe in range(NUM_TRIBES):
        for place in range(NUM_TRIBES):
            if state.colour[tribe] == dealt.colour[place] and state.tie_rank[tribe] != dealt.tie_rank[place]:
                return False
    return is_permutation(state.tie_rank[:])


@part
def are_neighbours(places: int) -> bool:
    """Return whether the bits set in `places`, bit k for place k, are exactly those of two neighbours in the circle."""
    found = False
    for tribe in range(NUM_TRIBES):
        found |= places == (1 << tribe) | (1 << (tribe + 1) % NUM_TRIBES)
    return found


@part
def track_can_be(state: State, rules: Rules) -> bool:
    """3.1.6: Return whether the stones at the end of the track, and no others, have the finish places from 1 on."""
    arrived = 0
    count = 0
    for tribe in range(NUM_TRIBES):
        if not 0 <= state.track[tribe] <= rules.track_length or not 0 <= state.finish[tribe] <= NUM_TRIBES:
            return False
        if (state.finish[tribe] > 0) != (state.track[tribe] == rules.track_length):
            return False
        if state.finish[tribe] > 0:
            arrived |= 1 << int(state.finish[tribe])
            count += 1
    return arrived == (1 << (count + 1)) - 2


# Turns, hands, pools


@part
def turn_fits(state: State, dealt: State, rules: Rules) -> bool:
    """3: Return whether round, turn, phase, decision and seat fit each other.

    Each round starts one seat further left, counted from `dealt`, the record right after the deal. A game that is over
    is in its last round, without a seat and a decision.
    """
    players = int(rules.num_players)
    if not (0 <= state.round_number < rules.rounds and 0 <= state.turn < players):
        return False
    if state.start != (int(dealt.start) + int(state.round_number)) % players:
        return False
    if state.phase == Phase.OVER:
        return state.seat == NONE and state.decision == Decision.NOTHING and state.round_number == rules.rounds - 1
    if not 0 <= state.seat < players or not pending_fits(state):
        return False
    active = (int(state.start) + int(state.turn)) % players
    if state.decision == Decision.SHIP:
        return state.phase == Phase.BID or state.swapped == 1
    if state.decision == Decision.BID:
        return bool(state.phase == Phase.BID)
    if state.decision == Decision.STAY:
        return state.phase == Phase.CIVILIZATION and state.swapped == 1
    of_bid_turn = state.decision == Decision.MONKEY
    return state.seat == active and state.phase == (Phase.BID if of_bid_turn else Phase.CIVILIZATION)


@part
def pending_fits(state: State) -> bool:
    """3.1: Return whether a card is pending exactly while a tribe or an appeasement is chosen.

    A tribe must be pending exactly while an appeasement is chosen.
    """
    appeasing = state.decision == Decision.APPEASE
    has_card = appeasing or state.decision == Decision.TRIBE
    return (state.pending_card != NONE) == has_card and (state.pending_tribe != NONE) == appeasing


@part
def count_pieces(pile: Int8s) -> int:
    """Return the number of cards in a pile, in which empty entries are NONE."""
    count = 0
    for i in range(len(pile)):
        count += pile[i] != NONE
    return count


@part
def hands_fit(state: State, rules: Rules) -> bool:
    """2.3, 3.4: Return whether the number of cards in each hand is the one that the round and the turn require.

    Hands are full until the pile is empty, and one card smaller in each round after.
    """
    before = min(int(rules.hand_size), int(rules.rounds) - int(state.round_number))
    for position in range(rules.num_players):
        seat = (int(state.start) + position) % int(rules.num_players)
        in_turn = position == state.turn and state.decision != Decision.CARD
        played = state.phase != Phase.CIVILIZATION or position < state.turn or in_turn
        if count_pieces(state.hand[seat]) != before - int(played):
            return False
    return True


@part
def pools_fit(state: State, rules: Rules) -> bool:
    """2.2, 2.5, 3.2.6, 3.3.3: Return whether each bid turn of the round took a monkey, and the ship pool is full."""
    taken = 0
    if state.phase == Phase.OVER:
        taken = int(rules.num_players)
    elif state.phase == Phase.BID:
        taken = int(state.turn) + int(state.decision != Decision.MONKEY)
    monkeys = count_pieces(state.monkey_pool[:])
    return monkeys == rules.monkey_pool_size - taken and count_pieces(state.ship_pool[:]) == rules.ship_pool_size


# Ships on the ground


@part
def ships_fit(state: State, rules: Rules) -> bool:
    """3.2.5, 3.3: Return whether each seat has a ship, not full and without rivals, unless it is choosing a ship.

    Seats that the Treachery still has to ask may carry rivals. Monkeys may wait only while a ship is chosen.
    """
    for seat in range(rules.num_players):
        choosing = state.decision == Decision.SHIP and state.seat == seat
        is_gone = choosing or state.phase == Phase.OVER
        if (state.ship[seat] == NONE) != is_gone:
            return False
        seats = 1 if is_gone else int(rules.seats[int(state.ship[seat]) % MAX_SHIP_TYPES])
        if count_pieces(state.aboard[seat]) >= seats:
            return False
        fits = carries_rivals(state.aboard[seat]) == must_part(state, seat)
        if not fits and not may_still_part(state, rules, seat):
            return False
    return state.decision == Decision.SHIP or state.waiting[0] == NONE


@part
def carries_rivals(aboard: Int8s) -> bool:
    """Return whether two monkeys of a row, `aboard`, are of rival tribes."""
    for i in range(MAX_SEATS):
        for j in range(i):
            if aboard[i] != NONE and aboard[j] != NONE:
                distance = int(aboard[i]) // MAX_STATUSES - int(aboard[j]) // MAX_STATUSES
                if abs(distance) == NUM_TRIBES // 2:
                    return True
    return False


@part
def must_part(state: State, seat: int) -> bool:
    """5: Return whether `seat` is the seat to move and is asked which tribe stays behind."""
    return state.decision == Decision.STAY and state.seat == seat


@part
def may_still_part(state: State, rules: Rules, seat: int) -> bool:
    """5: Return whether the Treachery has still to check the ship of `seat` for rivals."""
    players = int(rules.num_players)
    position = (seat - int(state.start) - int(state.turn)) % players
    return position >= players - int(state.owners_to_check)


# Auctions and score piles


@part
def auction_fits(state: State, rules: Rules) -> bool:
    """3.2.2, R5: Return whether an auction is open exactly while a bid is decided, and its entries fit together.

    The seat asked must be in, and not hold the standing bid; the holder must be in, and its bid worth the points noted.
    Every seat must have the coins that it has bid.
    """
    bidding = state.decision == Decision.BID
    if (state.auction_monkey != NONE) != bidding:
        return False
    if not NONE <= state.holder < rules.num_players:
        return False
    if not bidding:
        return state.standing == 0 and state.holder == NONE and not state.still_in.any() and not state.bids.any()
    if state.still_in[int(state.seat)] != 1 or state.holder == state.seat:
        return False
    if state.holder == NONE:
        return bool(state.standing == 0)
    bid = state.bids[int(state.holder)]
    return state.still_in[int(state.holder)] == 1 and is_worth(bid, int(state.standing)) and bids_are_covered(state)


@part
def is_worth(bid: Int8s, points: int) -> bool:
    """3.2.2: Return whether a bid is worth exactly `points`, and at least two.

    `bid` has the coins of the monkey's tribe, worth three each, and of its two allies, worth two each.
    """
    return points >= 2 and 3 * int(bid[0]) + 2 * int(bid[1]) + 2 * int(bid[2]) == points


@part
def bids_are_covered(state: State) -> bool:
    """3.2.2: Return whether every seat has the coins of its last bid for the monkey that is up."""
    tribe = int(state.auction_monkey) // MAX_STATUSES
    for seat in range(MAX_PLAYERS):
        for which, step in enumerate((0, 1, 5)):
            if not 0 <= state.bids[seat, which] <= state.coins[seat, (tribe + step) % NUM_TRIBES]:
                return False
    return True


@part
def score_piles_add_up(state: State, rules: Rules) -> bool:
    """4.3, 4.4: Return whether status, number of monkeys and ship VP of all seats fit the cards in score piles."""
    for seat in range(rules.num_players):
        monkeys = 0
        for tribe in range(NUM_TRIBES):
            status = 0
            for index in range(MAX_STATUSES):
                copies = int(state.pile[seat, tribe * MAX_STATUSES + index])
                monkeys += copies
                status += copies * int(rules.monkey_status[index])
            if status != state.status[seat, tribe]:
                return False
        if monkeys != state.monkeys[seat] or ship_vp_of(state, rules, seat) != state.ship_vp[seat]:
            return False
    return True


@part
def ship_vp_of(state: State, rules: Rules, seat: int) -> int:
    """4.4: Return the VP of all full ships in the score pile of `seat`, added up from the ships."""
    total = 0
    for i in range(MAX_SHIPS):
        if state.ships_won[seat, i] == NONE:
            break
        total += int(rules.ship_vp[int(state.ships_won[seat, i]) % MAX_SHIP_TYPES])
    return total


@part
def absent_seats_have_nothing(state: State, rules: Rules) -> bool:
    """2: Return whether the seats without a player, which are the last ones, are as the setup left them."""
    for seat in range(rules.num_players, MAX_PLAYERS):
        pieces = int(state.monkeys[seat]) + int(state.ship_vp[seat]) + int(state.vp[seat]) + int(state.place[seat])
        for kind in range(NUM_MONKEY_KINDS):
            pieces += int(state.pile[seat, kind])
        for tribe in range(NUM_TRIBES):
            pieces += abs(int(state.coins[seat, tribe])) + abs(int(state.status[seat, tribe]))
        cards = (state.hand[seat, 0], state.aboard[seat, 0], state.ship[seat], state.ships_won[seat, 0])
        for card in cards:
            pieces += card != NONE
        if pieces != 0:
            return False
    return True
