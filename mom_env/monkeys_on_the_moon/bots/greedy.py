"""The player `greedy`: the best immediate gain in points, status and coins.

It counts in VP: what its titles would pay if the game ended now, with all monkeys on board counted as launched, and
fixed rates for status, coins and scorn. It does not look ahead, and it reads only what its seat may know.
"""

from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.actions import (
    ADVANCE,
    PASS,
    PAY_ALLY,
    PLAY_CARD,
    PUT_UP,
    STAY,
    TAKE_SCORN,
    TAKE_SHIP,
    Mask,
    bid_action,
)
from mom_env.monkeys_on_the_moon.bots.on_board import count_aboard, status_with_crew
from mom_env.monkeys_on_the_moon.engine import write_mask
from mom_env.monkeys_on_the_moon.pieces import (
    clockwise_of,
    counter_of,
    move_of,
    rival_of,
    seats_of,
    status_of,
    tribe_of_card,
    tribe_of_monkey,
    tribe_of_ship,
    vp_of_ship,
)
from mom_env.monkeys_on_the_moon.rules.auction import can_outbid, coins_for, fewest_coins, least_points, points_of
from mom_env.monkeys_on_the_moon.rules.ships import is_aboard
from mom_env.monkeys_on_the_moon.state import (
    CLOCKWISE,
    COUNTER,
    NONE,
    NUM_TRIBES,
    OWN,
    Decision,
    Rules,
    State,
)

# What things are worth, in VP; set by hand.
COIN = 3.0  # in the first round, falling to 0 at the end; about the best of 0.3 to 4.5 against `random`
STATUS = 0.6  # a point of status, beyond what it changes in the titles
SEAT_FILLED = 0.4  # share of a ship's VP, for each seat but the last
LEAVES_EARLY = -0.5
NOTHING = -1.0e9


@part
def choose_greedy(state: State, rules: Rules, mask: Mask) -> int:
    """Return the id of the action that `greedy` chooses for the seat to move; of equally good ones the lowest.

    `mask` is scratch space.
    """
    decision = int(state.decision)
    if decision == Decision.BID:
        return choose_bid(state, rules)
    write_mask(state, rules, int(state.seat), mask)
    best, most = NOTHING, NONE
    for action in range(len(mask.ids)):
        if mask.ids[action]:
            worth = worth_of(state, rules, decision, action)
            if worth > best:
                best, most = worth, action
    return most


@part
def worth_of(state: State, rules: Rules, decision: int, action: int) -> float:
    """Return what an action other than a bid brings the seat to move at once; more is better.

    It is in VP, except for STAY: there it is minus the number of monkeys that stay behind. `decision` is the pending
    decision, and `action` a legal action id.
    """
    if decision == Decision.CARD:
        return worth_of_card(state, rules, action - PLAY_CARD)
    if decision == Decision.TRIBE:
        return worth_of_advancing(state, rules, action - ADVANCE, move_of(rules, int(state.pending_card)))
    if decision == Decision.MONKEY:
        return worth_of_putting_up(state, rules, action - PUT_UP)
    if decision == Decision.SHIP:
        return worth_of_ship(state, rules, action - TAKE_SHIP)
    if decision == Decision.STAY:
        return -float(count_aboard(state, int(state.seat), action - STAY))
    if action < TAKE_SCORN:
        return worth_of_coin(state, rules) * (int(state.coins[int(state.seat), action - PAY_ALLY]) - 1)
    return -float(rules.scorn_penalty)


@part
def worth_of_coin(state: State, rules: Rules) -> float:
    """Return the VP of any coin: COIN in the first round, and less by the same amount in each further round.

    So a coin is worth less when there are fewer rounds left in which it can buy something.
    """
    return COIN * (int(rules.rounds) - int(state.round_number)) / int(rules.rounds)


# Titles, as if the game ended now


@part
def distance(state: State, rules: Rules, tribe: int, moved: int, spaces: int) -> int:
    """Return how far a tribe would be, in spaces, if the tribe `moved` advanced by `spaces`.

    A tribe that has finished is beyond the track's end; of two such tribes, the one that came earlier is farther. With
    NONE as `moved`, no tribe advances.
    """
    if state.finish[tribe] > 0:
        return int(rules.track_length) + NUM_TRIBES + 1 - int(state.finish[tribe])
    return int(state.track[tribe]) + (spaces if tribe == moved else 0)


@part
def rank_if(state: State, rules: Rules, tribe: int, moved: int, spaces: int) -> int:
    """Return how many tribes would be ahead of `tribe` if the tribe `moved` advanced by `spaces`.

    0 is the 1st place, which tied tribes share. With NONE as `moved`, no tribe advances.
    """
    own, rank = distance(state, rules, tribe, moved, spaces), 0
    for other in range(NUM_TRIBES):
        if distance(state, rules, other, moved, spaces) > own:
            rank += 1
    return rank


@part
def titles_worth(state: State, rules: Rules, seat: int, tribe: int, rank: int, more_status: int) -> float:
    """4.3: Return the VP of the seat's title in a tribe if it had `more_status` points of status more there.

    `rank` is the tribe's rank, from 0 for the 1st place. Monkeys on board count as launched, those of all seats. Seats
    with equal status share the VP of their titles equally, without rounding. Of two players only one with more status
    has a title, that of the leader. Without a title the VP are 0.
    """
    own = status_with_crew(state, rules, seat, tribe) + more_status
    better = equal = 0
    for other in range(rules.num_players):
        status = status_with_crew(state, rules, other, tribe)
        if other != seat and status > own:
            better += 1
        elif other != seat and status == own:
            equal += 1
    leader, second = float(rules.leader[rank]), float(rules.undersecretary[rank])
    if rules.num_players == 2:
        return leader if better + equal == 0 else 0.0
    if better == 0:
        return leader if equal == 0 else (leader + second) / (equal + 1)
    return second / (equal + 1) if better == 1 else 0.0


@part
def gain_from_status(state: State, rules: Rules, seat: int, tribe: int, status: int) -> float:
    """Return the VP that `status` more points of status in a tribe bring the seat, with the tribes' present ranks.

    They are what its title gains, and a fixed rate for each point.
    """
    rank = rank_if(state, rules, tribe, NONE, 0)
    gain = titles_worth(state, rules, seat, tribe, rank, status) - titles_worth(state, rules, seat, tribe, rank, 0)
    return gain + STATUS * status


# The civilization turn


@part
def worth_of_card(state: State, rules: Rules, card: int) -> float:
    """Return the VP that a civilization card of kind `card` brings the seat to move if its best tribe advances.

    It can advance its own tribe or one of its two allies.
    """
    tribe, move = tribe_of_card(card), move_of(rules, card)
    best = worth_of_advancing(state, rules, tribe, move)
    best = max(best, worth_of_advancing(state, rules, clockwise_of(tribe), move))
    return max(best, worth_of_advancing(state, rules, counter_of(tribe), move))


@part
def worth_of_advancing(state: State, rules: Rules, tribe: int, move: int) -> float:
    """3.1.3 to 3.1.6: Return the VP that advancing `tribe` by `move` spaces brings the seat to move.

    They count coins, scorn that goes back and what the tribes' new ranks pay, less the cost of the rival.
    """
    seat = int(state.seat)
    in_scorn = state.scorn[tribe] == seat
    worth = worth_of_coin(state, rules) * min(1 if in_scorn else 2, int(state.supply[tribe]))
    if in_scorn:
        worth += float(rules.scorn_penalty)
    worth -= cost_of_rival(state, rules, seat, rival_of(tribe))
    if state.finish[tribe] == 0:
        worth += gain_from_ranks(state, rules, seat, tribe, move)
    return worth


@part
def cost_of_rival(state: State, rules: Rules, seat: int, rival: int) -> float:
    """3.1.5: Return the VP that `seat` loses to the tribe `rival` when it advances the tribe opposite; 0 or more.

    That is `worth_of_coin` if it has a coin of `rival`, or already has the scorn of `rival`, so that it appeases an
    ally. Otherwise it takes the scorn, which costs `rules.scorn_penalty`.
    """
    if state.coins[seat, rival] > 0 or state.scorn[rival] == seat:
        return worth_of_coin(state, rules)
    return float(rules.scorn_penalty)


@part
def gain_from_ranks(state: State, rules: Rules, seat: int, tribe: int, move: int) -> float:
    """4.3: Return the VP that the seat's titles in all tribes gain, or lose if negative, if `tribe` advances by `move`.

    `move` is in spaces.
    """
    gain = 0.0
    for other in range(NUM_TRIBES):
        before = rank_if(state, rules, other, NONE, 0)
        after = rank_if(state, rules, other, tribe, move)
        if before != after:
            gain += titles_worth(state, rules, seat, other, after, 0)
            gain -= titles_worth(state, rules, seat, other, before, 0)
    return gain


# Monkeys and bids


@part
def worth_of_monkey(state: State, rules: Rules, seat: int, monkey: int) -> float:
    """Return the VP that a monkey of kind `monkey` brings the seat if it wins it, without the price.

    They count status, scorn that goes back, and the seat's ship. A rival on board makes the ship leave early; the last
    free seat makes it launch with its VP and a coin.
    """
    tribe = tribe_of_monkey(monkey)
    worth = gain_from_status(state, rules, seat, tribe, status_of(rules, monkey))
    if state.scorn[tribe] == seat:
        worth += float(rules.scorn_penalty)
    ship = int(state.ship[seat])
    places = seats_of(rules, ship)
    if is_aboard(state, seat, rival_of(tribe)):
        return worth + LEAVES_EARLY
    if size(state.aboard[seat]) + 1 == places:
        return worth + float(vp_of_ship(rules, ship)) + worth_of_coin(state, rules)
    return worth + SEAT_FILLED * float(vp_of_ship(rules, ship)) / places


@part
def worth_of_putting_up(state: State, rules: Rules, monkey: int) -> float:
    """3.2.1: Return how good it is for the seat to move to put up a monkey of kind `monkey`, in VP.

    It is the monkey's worth if the seat has a coin to bid for it, else minus that worth, so that it offers the others
    little.
    """
    seat, tribe = int(state.seat), tribe_of_monkey(monkey)
    worth = worth_of_monkey(state, rules, seat, monkey)
    coins = int(state.coins[seat, tribe]) + int(state.coins[seat, clockwise_of(tribe)])
    return worth if coins + int(state.coins[seat, counter_of(tribe)]) > 0 else -worth


@part
def choose_bid(state: State, rules: Rules) -> int:
    """3.2.2: Return the id of the bid with the fewest coins that outbids; PASS if the monkey is not worth them.

    Of bids with equally many coins, it is the one with the fewest points.
    """
    if not can_outbid(state):
        return PASS
    worth = worth_of_monkey(state, rules, int(state.seat), int(state.auction_monkey))
    coin = worth_of_coin(state, rules)
    best, action = NOTHING, PASS
    for own in range(fewest_coins(state, rules, OWN), coins_for(state, OWN) + 1):
        for clockwise in range(fewest_coins(state, rules, CLOCKWISE), coins_for(state, CLOCKWISE) + 1):
            for counter in range(fewest_coins(state, rules, COUNTER), coins_for(state, COUNTER) + 1):
                points = points_of(own, clockwise, counter)
                # Of equally many coins the fewest points.
                cost = coin * (own + clockwise + counter) + 0.01 * points
                if points >= least_points(state) and cost < worth and -cost > best:
                    best, action = -cost, bid_action(own, clockwise, counter)
    return action


# Ships


@part
def worth_of_ship(state: State, rules: Rules, ship: int) -> float:
    """3.3: Return the worth of a ship of kind `ship` to the seat to move, in VP for each of the ship's seats.

    It counts the ship's VP, and the scorn or the coin that its colour brings at the launch.
    """
    seat, tribe = int(state.seat), tribe_of_ship(ship)
    colour = float(rules.scorn_penalty) if state.scorn[tribe] == seat else worth_of_coin(state, rules)
    return float(vp_of_ship(rules, ship)) / seats_of(rules, ship) + colour / seats_of(rules, ship)
