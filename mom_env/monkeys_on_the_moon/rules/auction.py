"""3.2 The bid turn: a monkey goes up, players bid sets of coins, the highest bid wins."""

from mom_env.kernel.jit import kernel, part
from mom_env.kernel.piles import find, take
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, left_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.rules.coins_and_scorn import pay_coin, return_scorn
from mom_env.monkeys_on_the_moon.rules.ships import board
from mom_env.monkeys_on_the_moon.state import (
    CLOCKWISE,
    COUNTER,
    MAX_MONKEY_POOL,
    NONE,
    OWN,
    Decision,
    Rules,
    State,
)

POINTS_OWN = 3
POINTS_ALLY = 2
LOWEST_BID = 2


# A monkey


@part
def can_put_up(state: State, monkey: int) -> bool:
    """3.2.1: Return whether a monkey of kind `monkey` is in the open monkey pool."""
    return find(state.monkey_pool[:], monkey) != NONE


@part
def mark_monkeys(state: State, mask: Mask) -> None:
    """3.2.1, R3: Write 1 into `mask.put_up` for each kind of monkey in the pool; passing is not allowed.

    Equal monkeys are one choice. All other entries of `mask` stay.
    """
    for i in range(MAX_MONKEY_POOL):
        monkey = int(state.monkey_pool[i])
        if monkey != NONE:
            mask.put_up[monkey] = 1


@part
def apply_monkey(state: State, rules: Rules, monkey: int) -> None:
    """3.2.1, 3.2.2: Take a monkey of kind `monkey` from the pool and put it up.

    All seats are in the auction. The seat to move, which has put the monkey up, is also the first to be asked for a
    bid.
    """
    take(state.monkey_pool[:], find(state.monkey_pool[:], monkey))
    state.auction_monkey = monkey
    for seat in range(rules.num_players):
        state.still_in[seat] = 1
    state.decision = Decision.BID


# Bids


@kernel
def points_of(own: int, clockwise: int, counter: int) -> int:
    """3.2.2: Return the points of a bid: 3 for each coin of the monkey's tribe, and 2 for each coin of its allies.

    The parameters are numbers of coins: of the monkey's tribe, of its clockwise and of its counter-clockwise ally.
    """
    return POINTS_OWN * own + POINTS_ALLY * (clockwise + counter)


@part
def least_points(state: State) -> int:
    """3.2.2: Return the fewest points that a bid may have now: 2, or one more than the standing bid if that is more."""
    return max(LOWEST_BID, int(state.standing) + 1)


@part
def coins_for(state: State, which: int) -> int:
    """3.2.2: Return how many coins the seat to move has of one of the three tribes whose coins can be bid.

    `which` is OWN for the tribe of the monkey that is up, CLOCKWISE or COUNTER for its clockwise or counter-clockwise
    ally.
    """
    tribe = tribe_of_monkey(int(state.auction_monkey))
    if which == CLOCKWISE:
        tribe = clockwise_of(tribe)
    elif which == COUNTER:
        tribe = counter_of(tribe)
    return int(state.coins[int(state.seat), tribe])


@part
def can_outbid(state: State) -> bool:
    """3.2.2: Return whether the seat to move has the coins of at least one bid that is allowed.

    If not, it can only pass.
    """
    most = points_of(coins_for(state, OWN), coins_for(state, CLOCKWISE), coins_for(state, COUNTER))
    return most >= least_points(state)


@part
def fewest_coins(state: State, rules: Rules, which: int) -> int:
    """R4: Return how many coins of one tribe the next bid of the seat to move must have at least.

    With `raise = "add_only"`, these are the coins of its last bid for this monkey; otherwise it is 0. `which` is the
    tribe: OWN, CLOCKWISE or COUNTER, seen from the monkey that is up.
    """
    return int(state.bids[int(state.seat), which]) if rules.add_only else 0


@part
def can_bid(state: State, rules: Rules, own: int, clockwise: int, counter: int) -> bool:
    """3.2.2, R4: Return whether the seat to move has the coins of a bid and may bid them; no coins are a pass: True.

    `own`, `clockwise` and `counter` are numbers of coins: of the monkey's tribe, its clockwise and its
    counter-clockwise ally.
    """
    if own == 0 and clockwise == 0 and counter == 0:
        return True
    return (
        fewest_coins(state, rules, OWN) <= own <= coins_for(state, OWN)
        and fewest_coins(state, rules, CLOCKWISE) <= clockwise <= coins_for(state, CLOCKWISE)
        and fewest_coins(state, rules, COUNTER) <= counter <= coins_for(state, COUNTER)
        and points_of(own, clockwise, counter) >= least_points(state)
    )


@part
def mark_bids(state: State, rules: Rules, mask: Mask) -> None:
    """3.2.2, R4: Write 1 into `mask.bid[own, clockwise, counter]` for a pass and each bid allowed to the seat to move.

    The indices are numbers of coins; a pass is three times 0. All other entries of `mask` stay.
    """
    mask.bid[0, 0, 0] = 1
    least = least_points(state)
    most_counter = coins_for(state, COUNTER)
    for own in range(fewest_coins(state, rules, OWN), coins_for(state, OWN) + 1):
        for clockwise in range(fewest_coins(state, rules, CLOCKWISE), coins_for(state, CLOCKWISE) + 1):
            short = least - points_of(own, clockwise, 0)
            enough = (max(short, 0) + POINTS_ALLY - 1) // POINTS_ALLY
            for counter in range(max(fewest_coins(state, rules, COUNTER), enough), most_counter + 1):
                mask.bid[own, clockwise, counter] = 1


@part
def apply_pass(state: State, rules: Rules) -> None:
    """3.2.2: Take the seat to move out of the auction, and ask the next bidder, or end the auction if there is none.

    A pass of the first seat that is asked does not end the auction.
    """
    state.still_in[int(state.seat)] = 0
    ask_next_bidder(state, rules)


@part
def apply_bid(state: State, rules: Rules, own: int, clockwise: int, counter: int) -> None:
    """3.2.2: Make these coins the standing bid, held by the seat to move, and ask the next bidder or end the auction.

    `own`, `clockwise` and `counter` are numbers of coins: of the monkey's tribe, its clockwise and its
    counter-clockwise ally. The coins are not paid yet.
    """
    seat = int(state.seat)
    state.bids[seat, OWN] = own
    state.bids[seat, CLOCKWISE] = clockwise
    state.bids[seat, COUNTER] = counter
    state.standing = points_of(own, clockwise, counter)
    state.holder = seat
    ask_next_bidder(state, rules)


@part
def ask_next_bidder(state: State, rules: Rules) -> None:
    """3.2.2, R5: Let the next seat to the left that is still in decide, except the holder of the standing bid.

    It becomes the seat to move. If there is no such seat, end the auction.
    """
    seat = int(state.seat)
    for _ in range(rules.num_players):
        seat = left_of(rules, seat)
        if state.still_in[seat] and seat != state.holder:
            state.seat = seat
            return
    end_auction(state, rules)


# The end of an auction


@part
def end_auction(state: State, rules: Rules) -> None:
    """3.2.3, 3.2.4: Let the holder of the standing bid pay and board the monkey; without a bid, discard the monkey.

    The winner's scorn card of the monkey's tribe goes back before anything launches. Then no auction is open.
    """
    monkey = int(state.auction_monkey)
    winner = int(state.holder)
    state.decision = Decision.NOTHING
    if winner == NONE:
        state.monkeys_out[monkey] += 1
        clear_auction(state)
    else:
        pay_bid(state, winner)
        return_scorn(state, winner, tribe_of_monkey(monkey))  # 3.2.4: before any launch
        clear_auction(state)
        board(state, rules, winner, monkey)


@part
def pay_bid(state: State, winner: int) -> None:
    """3.2.4: Move the coins of the last bid of the seat `winner`, and no others, to the supplies of their tribes."""
    tribe = tribe_of_monkey(int(state.auction_monkey))
    for _ in range(state.bids[winner, OWN]):
        pay_coin(state, winner, tribe)
    for _ in range(state.bids[winner, CLOCKWISE]):
        pay_coin(state, winner, clockwise_of(tribe))
    for _ in range(state.bids[winner, COUNTER]):
        pay_coin(state, winner, counter_of(tribe))


@part
def clear_auction(state: State) -> None:
    """3.2: Reset the auction: no monkey is up, there are no bids, and no seat is in. Nothing is paid here."""
    state.auction_monkey = NONE
    state.standing = 0
    state.holder = NONE
    state.still_in[:] = 0
    state.bids[:, :] = 0
