"""3.2, 3.3: which branches are met by bids, boarding and launches."""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.actions import PASS, TAKE_SHIP, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.soak.events import Event
from mom_env.monkeys_on_the_moon.soak.invariants import count_pieces
from mom_env.monkeys_on_the_moon.soak.score import winner_of_bid
from mom_env.monkeys_on_the_moon.state import (
    MAX_SEATS,
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_TRIBES,
    Decision,
    Int8s,
    Rules,
    State,
)


@part
def watch_monkey(before: State, rules: Rules, counts: Indices) -> None:
    """3.2.1, 3.2.6: Add 1 to `counts`, by `Event`, for a monkey that is put up, and if its pool was not full."""
    counts[Event.MONKEY_PUT_UP] += 1
    counts[Event.POOL_NOT_REFILLED] += count_pieces(before.monkey_pool[:]) < rules.monkey_pool_size


@part
def watch_bid(before: State, action: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.2.2: Add 1 to `counts`, by `Event`, for each event of a pass or a bid, and of the end of its auction.

    `action` is its id, chosen by the seat to move in `before`, and `after` is the record after it.
    """
    is_first = before.holder == NONE and count_in(before) == rules.num_players
    if action == PASS:
        counts[Event.OPENER_PASSES] += is_first
    else:
        counts[Event.OPENER_BIDS] += is_first
        watch_raise(before, action, counts)
    if has_bid(before, int(before.seat)):
        watch_outbid(before, action, rules, counts)
    if after.auction_monkey == NONE:
        watch_end_of_auction(before, action, after, rules, counts)


@part
def count_in(state: State) -> int:
    """Return how many seats have not passed on the monkey that is up."""
    count = 0
    for seat in range(len(state.still_in)):
        count += int(state.still_in[seat])
    return count


@part
def has_bid(state: State, seat: int) -> bool:
    """Return whether the seat has bid at least one coin for the monkey that is up."""
    return bool(state.bids[seat, 0] > 0 or state.bids[seat, 1] > 0 or state.bids[seat, 2] > 0)


@part
def watch_raise(before: State, action: int, counts: Indices) -> None:
    """3.2.2: Add 1 to `counts`, by `Event`, if a bid has two points, if it beats another one, and if it wins at once.

    It wins at once if there is no other bid and all other seats have passed. `action` is the id of the bid.
    """
    points = 3 * own_coins(action) + 2 * (clockwise_coins(action) + counter_coins(action))
    counts[Event.BID_OF_TWO] += points == 2
    counts[Event.OUTBID] += before.holder != NONE
    counts[Event.LAST_ASKED_WINS] += before.holder == NONE and count_in(before) == 1


@part
def watch_outbid(before: State, action: int, rules: Rules, counts: Indices) -> None:
    """R4, R5: Add 1 to `counts`, by `Event`, for an outbid seat that is asked again, and for the way in which it bids.

    A raise has all coins of the seat's earlier bid, or takes some back; `add_only` may forbid that. `action` is the id
    of its bid or pass.
    """
    counts[Event.OUTBID_ASKED_AGAIN] += 1
    bid = before.bids[int(before.seat)]
    counts[Event.ADD_ONLY_BINDS] += rules.add_only == 1 and could_take_back(before, bid)
    if action == PASS:
        return
    keeps = own_coins(action) >= bid[0] and clockwise_coins(action) >= bid[1] and counter_coins(action) >= bid[2]
    counts[Event.RAISE_ADDS_ONLY] += rules.add_only == 1 and keeps
    counts[Event.RAISE_KEEPS] += rules.add_only == 0 and keeps
    counts[Event.RAISE_TAKES_BACK] += rules.add_only == 0 and not keeps


@part
def could_take_back(before: State, bid: Int8s) -> bool:
    """R4: Return whether the seat to move could outbid the standing bid without one of the coins in `bid`.

    `bid` is its earlier bid: coins own, clockwise, counter-clockwise.
    """
    seat, tribe = int(before.seat), int(before.auction_monkey) // MAX_STATUSES
    most = 0
    for which, steps in enumerate((0, 1, 5)):
        most += (3 if which == 0 else 2) * int(before.coins[seat, (tribe + steps) % NUM_TRIBES])
    for which, steps in enumerate((0, 1, 5)):
        left_out = int(before.coins[seat, (tribe + steps) % NUM_TRIBES]) - int(bid[which]) + 1
        if bid[which] > 0 and most - (3 if which == 0 else 2) * left_out > before.standing:
            return True
    return False


# The end of an auction


@part
def coins_bid(before: State, action: int, winner: int, steps: int) -> int:
    """3.2.4: Return how many coins the seat `winner` pays to the tribe `steps` places clockwise of the monkey's tribe.

    It is 0 for tribes that are neither the monkey's nor its allies. `action` ends the auction in `before`.
    """
    if steps not in (0, 1, 5):
        return 0
    which = min(steps, 2)
    if action == PASS:
        return int(before.bids[winner, which])
    return (own_coins(action), clockwise_coins(action), counter_coins(action))[which]


@part
def watch_end_of_auction(before: State, action: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.2.2 to 3.2.5: Add 1 to `counts`, by `Event`, if nobody wins an auction, or for how its winner pays and boards.

    `action` ends the auction in `before`, and `after` is the record after it.
    """
    winner = winner_of_bid(before, action)
    if winner == NONE:
        counts[Event.LAST_ASKED_PASSES] += 1
        return
    opener = (int(before.start) + int(before.turn)) % int(rules.num_players)
    counts[Event.OPENER_PASSED_OTHER_WINS] += winner != opener and not has_bid(before, opener)
    counts[Event.HOLDER_NOT_ASKED] += action == PASS
    own = coins_bid(before, action, winner, 0)
    allies = coins_bid(before, action, winner, 1) + coins_bid(before, action, winner, 5)
    counts[Event.WINNER_PAYS_OWN_COINS] += allies == 0
    counts[Event.WINNER_PAYS_ALLY_COINS] += own == 0
    counts[Event.WINNER_PAYS_BOTH] += own > 0 and allies > 0
    watch_boarding(before, action, after, winner, counts)


@part
def watch_boarding(before: State, action: int, after: State, winner: int, counts: Indices) -> None:
    """3.2.4, 3.2.5: Add 1 to `counts`, by `Event`, for scorn that goes back, a monkey that boards, and a launch.

    The seat `winner` wins the auction in `before` by `action`; `after` is the record after it.
    """
    tribe = int(before.auction_monkey) // MAX_STATUSES
    held = before.scorn[tribe] == winner
    counts[Event.WIN_RETURNS_SCORN] += held
    if after.decision != Decision.SHIP:
        counts[Event.BOARDED] += 1
        return
    early = is_aboard(before.aboard[winner], (tribe + 3) % NUM_TRIBES)
    counts[Event.LAUNCHED_EARLY] += early
    counts[Event.LAUNCHED_FULL] += not early
    ship = int(before.ship[winner])
    steps = (ship // MAX_SHIP_TYPES - tribe) % NUM_TRIBES
    scorn_went = 1 if held and steps == 0 else 0
    coin = watch_launch(before, after, ship, winner, coins_bid(before, action, winner, steps), scorn_went, counts)
    counts[Event.WIN_RETURNS_SCORN_FIRST] += scorn_went == 1 and coin


@part
def is_aboard(aboard: Int8s, tribe: int) -> bool:
    """Return whether a monkey of the tribe is in the row `aboard`."""
    found = False
    for i in range(MAX_SEATS):
        found |= aboard[i] != NONE and aboard[i] // MAX_STATUSES == tribe
    return found


# Launches


@part
def watch_launch(
    before: State, after: State, ship: int, owner: int, paid: int, scorn_went: int, counts: Indices
) -> bool:
    """3.3.2, R6: Add 1 to `counts`, by `Event`, for what a launch brings: scorn that goes back, a coin, or neither.

    Return whether it brings a coin. The ship of kind `ship` of the seat `owner` launches between `before` and `after`.
    `paid` is the number of coins of the ship's tribe that the same action paid; `scorn_went` is 1 if it returned that
    tribe's scorn before the launch.
    """
    tribe = ship // MAX_SHIP_TYPES
    coin = int(after.coins[owner, tribe]) - int(before.coins[owner, tribe]) + paid > 0
    held = before.scorn[tribe] == owner and scorn_went == 0
    counts[Event.LAUNCH_COIN] += coin
    counts[Event.LAUNCH_SCORN_BACK] += held and after.scorn[tribe] == NONE
    counts[Event.LAUNCH_NO_COIN] += not coin and not held
    return coin


@part
def watch_ship(before: State, action: int, after: State, chained: bool, counts: Indices) -> None:
    """3.3.3, R7, R8: Add 1 to `counts`, by `Event`, for a ship chosen by `action`, and for monkeys that board it.

    `chained` says whether the ship chosen just before was filled at once by monkeys that waited.
    """
    known = before.num_returned == count_pieces(before.ship_pile[:])
    counts[Event.KNOWN_SHIP_DRAWN] += known
    counts[Event.SHIP_DRAWN] += not known
    waiting = count_pieces(before.waiting[:])
    counts[Event.WAITING_BOARDS] += waiting == 1
    counts[Event.SEVERAL_WAITING_BOARD] += waiting > 1
    if after.decision == Decision.SHIP:
        counts[Event.WAITING_LAUNCHES] += 1
        counts[Event.WAITING_LAUNCHES_AGAIN] += chained
    watch_scorn_of_boarding(before, action - TAKE_SHIP, after, counts)
    counts[Event.NEXT_OWNER_ASKED] += after.decision == Decision.STAY


@part
def watch_scorn_of_boarding(before: State, ship: int, after: State, counts: Indices) -> None:
    """R14, 3.3.2: Add 1 to `counts`, by `Event`, if boarding monkeys return scorn, and for a launch that they cause.

    `ship` is the kind of the ship that is chosen between `before` and `after`.
    """
    seat, scorn_went = int(before.seat), 0
    if before.waiting[0] != NONE:
        tribe = int(before.waiting[0]) // MAX_STATUSES
        returned = before.scorn[tribe] == seat and after.scorn[tribe] == NONE
        counts[Event.BOARDING_RETURNS_SCORN] += returned
        scorn_went = 1 if returned and ship // MAX_SHIP_TYPES == tribe else 0
    if after.decision == Decision.SHIP:
        coin = watch_launch(before, after, ship, seat, 0, scorn_went, counts)
        counts[Event.BOARDING_RETURNS_SCORN_FIRST] += scorn_went == 1 and coin


@part
def watch_stay(before: State, after: State, counts: Indices) -> None:
    """5, R16: Add 1 to `counts`, by `Event`, if one or several monkeys stay behind, if several leave, and for a launch.

    `before` and `after` are the records around the decision.
    """
    seat = int(before.seat)
    staying = count_pieces(after.waiting[:])
    counts[Event.ONE_STAYS] += staying == 1
    counts[Event.SEVERAL_STAY] += staying > 1
    counts[Event.SEVERAL_LEAVE] += count_pieces(before.aboard[seat]) - staying > 1
    counts[Event.LAUNCHED_EARLY] += 1
    watch_launch(before, after, int(before.ship[seat]), seat, 0, 0, counts)
