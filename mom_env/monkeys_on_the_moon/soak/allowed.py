"""What the rules page allows, written a second time and apart from the rules' own kernels.

Nothing of `rules/` is used here: allies and rivals are counted in the circle, every set of coins is tried, and piles
are searched from end to end. It is slow and plain, so that an error would have to be made twice.
"""

from mom_env.kernel.jit import part
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
from mom_env.monkeys_on_the_moon.state import (
    MAX_HAND,
    MAX_MONKEY_POOL,
    MAX_MOVES,
    MAX_SEATS,
    MAX_SHIP_POOL,
    MAX_STATUSES,
    NONE,
    NUM_TRIBES,
    Decision,
    Int8s,
    Rules,
    State,
)


@part
def write_allowed(state: State, rules: Rules, allowed: Mask) -> None:
    """3: Write into `allowed` 1 for each action that the rules page allows the seat to move, and 0 for all others."""
    allowed.ids[:] = 0
    if state.decision == Decision.CARD:
        allow_cards(state, allowed)
    elif state.decision == Decision.TRIBE:
        allow_tribes(state, allowed)
    elif state.decision == Decision.APPEASE:
        allow_appeasements(state, allowed)
    elif state.decision == Decision.MONKEY:
        allow_monkeys(state, allowed)
    elif state.decision == Decision.BID:
        allow_bids(state, rules, allowed)
    elif state.decision == Decision.SHIP:
        allow_ships(state, allowed)
    elif state.decision == Decision.STAY:
        allow_stays(state, allowed)


@part
def allow_cards(state: State, allowed: Mask) -> None:
    """3.1.1: Write 1 into `allowed` for each civilization card in the hand of the seat to move."""
    for i in range(MAX_HAND):
        if state.hand[int(state.seat), i] != NONE:
            allowed.ids[PLAY_CARD + int(state.hand[int(state.seat), i])] = 1


@part
def allow_tribes(state: State, allowed: Mask) -> None:
    """3.1.2: Write 1 into `allowed` for the tribe of the card just played, and for the two tribes beside it."""
    named = int(state.pending_card) // MAX_MOVES
    for steps in range(NUM_TRIBES - 1, NUM_TRIBES + 2):
        allowed.ids[ADVANCE + (named + steps) % NUM_TRIBES] = 1


@part
def allow_appeasements(state: State, allowed: Mask) -> None:
    """3.1.5, R2: Write 1 into `allowed` for each way to appease the rival's allies: by a coin, or without one by scorn.

    The allies are the tribes two places from the one that is advanced.
    """
    seat = int(state.seat)
    for steps in (2, 4):
        ally = (int(state.pending_tribe) + steps) % NUM_TRIBES
        if state.coins[seat, ally] >= 1:
            allowed.ids[PAY_ALLY + ally] = 1
        elif state.scorn[ally] != seat:
            allowed.ids[TAKE_SCORN + ally] = 1


@part
def allow_monkeys(state: State, allowed: Mask) -> None:
    """3.2.1, R3: Write 1 into `allowed` for each monkey of the pool."""
    for i in range(MAX_MONKEY_POOL):
        if state.monkey_pool[i] != NONE:
            allowed.ids[PUT_UP + int(state.monkey_pool[i])] = 1


@part
def allow_bids(state: State, rules: Rules, allowed: Mask) -> None:
    """3.2.2, R4: Write 1 into `allowed` for a pass, and for each set of coins that the seat to move can bid.

    The coins are of the monkey's tribe and its allies. A set must be worth at least 2 points and more than the standing
    bid. With `add_only`, it must include the seat's earlier bid.
    """
    allowed.ids[PASS] = 1
    seat, tribe = int(state.seat), int(state.auction_monkey) // MAX_STATUSES
    for own in range(int(state.coins[seat, tribe]) + 1):
        for clockwise in range(int(state.coins[seat, (tribe + 1) % NUM_TRIBES]) + 1):
            for counter in range(int(state.coins[seat, (tribe + 5) % NUM_TRIBES]) + 1):
                points = 3 * own + 2 * clockwise + 2 * counter
                enough = points >= 2 and points > state.standing
                if enough and (not rules.add_only or adds_to(state.bids[seat], own, clockwise, counter)):
                    allowed.ids[bid_action(own, clockwise, counter)] = 1


@part
def adds_to(bid: Int8s, own: int, clockwise: int, counter: int) -> bool:
    """R4, add_only: Return whether a set of coins includes all coins of `bid`, the seat's earlier bid.

    `own`, `clockwise` and `counter` are numbers of coins; `bid` has them in the same order.
    """
    return bool(own >= bid[0] and clockwise >= bid[1] and counter >= bid[2])


@part
def allow_ships(state: State, allowed: Mask) -> None:
    """3.3.3: Write 1 into `allowed` for each open ship."""
    for i in range(MAX_SHIP_POOL):
        if state.ship_pool[i] != NONE:
            allowed.ids[TAKE_SHIP + int(state.ship_pool[i])] = 1


@part
def allow_stays(state: State, allowed: Mask) -> None:
    """5, R16: Write 1 into `allowed` for each tribe on the ship of the seat to move whose rival is on it as well."""
    aboard = state.aboard[int(state.seat)]
    for i in range(MAX_SEATS):
        for j in range(MAX_SEATS):
            if aboard[i] != NONE and aboard[j] != NONE:
                one, other = int(aboard[i]) // MAX_STATUSES, int(aboard[j]) // MAX_STATUSES
                if (one + 3) % NUM_TRIBES == other:
                    allowed.ids[STAY + one] = 1


# Forced decisions


@part
def is_forced(state: State, rules: Rules, num_allowed: int) -> bool:
    """Return whether all can see that the decision has only one option; `num_allowed` is the number of legal actions.

    In a hand of several cards, only its owner can see that.
    """
    is_secret = state.decision == Decision.CARD and state.hand[int(state.seat), 1] != NONE
    return num_allowed == 1 and not is_secret
