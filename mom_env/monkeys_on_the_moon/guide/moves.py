"""The moves that a search considers: all legal ones, except that bids of many points come in later."""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import part
from mom_env.kernel.piles import NONE
from mom_env.monkeys_on_the_moon.actions import (
    ADVANCE,
    PASS,
    PAY_ALLY,
    PLAY_CARD,
    PUT_UP,
    STAY,
    TAKE_SCORN,
    TAKE_SHIP,
    bid_action,
)
from mom_env.monkeys_on_the_moon.guide.look import Look
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, tribe_of_card
from mom_env.monkeys_on_the_moon.rules.auction import coins_for, fewest_coins, least_points, points_of
from mom_env.monkeys_on_the_moon.rules.civilization import can_pay_ally, can_take_scorn
from mom_env.monkeys_on_the_moon.rules.variants import can_stay
from mom_env.monkeys_on_the_moon.state import CLOCKWISE, COUNTER, NUM_TRIBES, OWN, Decision, Int8s, Rules, State

STEP = 2  # points: each widening lets in bids of this many more points above the least


@part
def list_moves(state: State, rules: Rules, width: int, look: Look, moves: Indices) -> int:
    """Write the distinct legal actions of the seat to move to the beginning of `moves`, and return their number.

    Of bids, only those of up to STEP * (1 + `width`) points above the least are listed, inclusive; other decisions do
    not depend on `width`. `look` is not used.
    """
    decision = int(state.decision)
    if decision == Decision.BID:
        return list_bids(state, rules, STEP * (1 + width), moves)
    if decision == Decision.CARD:
        return list_kinds(state.hand[int(state.seat)], PLAY_CARD, moves)
    if decision == Decision.TRIBE:
        return list_tribes(tribe_of_card(int(state.pending_card)), moves)
    if decision == Decision.MONKEY:
        return list_kinds(state.monkey_pool[:], PUT_UP, moves)
    if decision == Decision.SHIP:
        return list_kinds(state.ship_pool[:], TAKE_SHIP, moves)
    if decision == Decision.STAY:
        return list_stays(state, moves)
    return list_appeasements(state, moves)


@part
def list_kinds(cards: Int8s, first_action: int, moves: Indices) -> int:
    """Write into `moves` the action of each distinct kind in `cards`, from index 0, and return their number.

    `first_action` is the action id for kind 0.
    """
    count = 0
    for i in range(len(cards)):
        new = cards[i] != NONE
        for earlier in range(i):
            new &= cards[earlier] != cards[i]
        if new:
            moves[count] = first_action + int(cards[i])
            count += 1
    return count


@part
def list_tribes(named: int, moves: Indices) -> int:
    """3.1.2: Write into `moves` the actions that advance the tribe `named` on the card and its two allies; return 3."""
    moves[0] = ADVANCE + named
    moves[1] = ADVANCE + clockwise_of(named)
    moves[2] = ADVANCE + counter_of(named)
    return 3


@part
def list_stays(state: State, moves: Indices) -> int:
    """5: Write into `moves` the actions that leave behind one of the two rival tribes on board; return their number."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if can_stay(state, tribe):
            moves[count] = STAY + tribe
            count += 1
    return count


@part
def list_appeasements(state: State, moves: Indices) -> int:
    """3.1.5: Write into `moves` all actions by which the seat to move can appease an ally; return their number."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if can_pay_ally(state, tribe):
            moves[count] = PAY_ALLY + tribe
            count += 1
        if can_take_scorn(state, tribe):
            moves[count] = TAKE_SCORN + tribe
            count += 1
    return count


@part
def list_bids(state: State, rules: Rules, most_above: int, moves: Indices) -> int:
    """3.2.2: Write into `moves` a pass and all legal bids of at most `most_above` points above the least.

    Return their number. The pass comes first.
    """
    moves[0] = PASS
    count = 1
    least = least_points(state)
    for own in range(fewest_coins(state, rules, OWN), coins_for(state, OWN) + 1):
        for clockwise in range(fewest_coins(state, rules, CLOCKWISE), coins_for(state, CLOCKWISE) + 1):
            for counter in range(fewest_coins(state, rules, COUNTER), coins_for(state, COUNTER) + 1):
                above = points_of(own, clockwise, counter) - least
                if 0 <= above <= most_above:
                    moves[count] = bid_action(own, clockwise, counter)
                    count += 1
    return count
