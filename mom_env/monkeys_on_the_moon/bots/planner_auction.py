"""Bids of `planner`: what a monkey is worth to each seat, how far each seat would go, and what to bid."""

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.actions import PASS, bid_action
from mom_env.monkeys_on_the_moon.bots.planner_coins import worth_of_coins
from mom_env.monkeys_on_the_moon.bots.planner_outlook import Outlook, smooth
from mom_env.monkeys_on_the_moon.bots.planner_titles import change_of_vp, power, write_change
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.bots.planner_worth import cost_of_scorn, worth_of_boarding
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, status_of, tribe_of_monkey
from mom_env.monkeys_on_the_moon.rules.auction import (
    LOWEST_BID,
    can_outbid,
    coins_for,
    fewest_coins,
    least_points,
    points_of,
)
from mom_env.monkeys_on_the_moon.state import CLOCKWISE, COUNTER, NONE, OWN, Rules, State

NEVER = -1.0e9
DEAREST = 1.0e9


# What a monkey is worth


@part
def look_at_auction(state: State, rules: Rules, outlook: Outlook, monkey: int, weights: Weights) -> None:
    """Write into `outlook`, for each seat, what happens if it wins a monkey of kind `monkey`, and how far it would bid.

    `effect` is what its win is worth, in VP, to the looking seat, for which the outlook was made, without the price.
    `reach` is the most points that it would bid. The `change_` fields are overwritten.
    """
    tribe = tribe_of_monkey(monkey)
    for winner in range(rules.num_players):
        own = worth_of_boarding(state, rules, outlook, winner, tribe, weights)
        if state.scorn[tribe] == winner:
            own += cost_of_scorn(state, rules, outlook, winner, tribe, weights)
        write_change(rules, outlook, tribe, winner, float(status_of(rules, monkey)))
        effect, title = outlook.regard[winner] * own, change_of_vp(outlook, tribe, winner)
        for seat in range(rules.num_players):
            effect += outlook.regard[seat] * change_of_vp(outlook, tribe, seat)
        outlook.effect[winner] = effect
        # What one seat gains by a title the others lose.
        wish = own + title * (1.0 + weights.deny / (rules.num_players - 1.0))
        outlook.reach[winner] = reach_of(state, outlook, winner, tribe, weights.eager * wish, weights)


@part
def cost_of_bid(
    state: State, outlook: Outlook, seat: int, tribe: int, own: int, clockwise: int, counter: int, weights: Weights
) -> float:
    """Return what the coins of a bid for a monkey of the tribe are worth to the seat, in VP, as a positive number.

    `own`, `clockwise` and `counter` are numbers of coins: of the tribe, its clockwise and its counter-clockwise ally.
    The seat must have them.
    """
    coins, one, other = state.coins[seat], clockwise_of(tribe), counter_of(tribe)
    gain = worth_of_coins(outlook, seat, tribe, int(coins[tribe]), -own, weights)
    gain += worth_of_coins(outlook, seat, one, int(coins[one]), -clockwise, weights)
    return -gain - worth_of_coins(outlook, seat, other, int(coins[other]), -counter, weights)


@part
def reach_of(state: State, outlook: Outlook, seat: int, tribe: int, wish: float, weights: Weights) -> float:
    """Return the most points that a seat can bid for a monkey of the tribe with coins worth at most `wish` VP to it.

    It is 0 if the seat would bid nothing.
    """
    coins, most = state.coins[seat], 0
    for own in range(int(coins[tribe]) + 1):
        for clockwise in range(int(coins[clockwise_of(tribe)]) + 1):
            for counter in range(int(coins[counter_of(tribe)]) + 1):
                points = points_of(own, clockwise, counter)
                if points <= most:
                    continue
                if cost_of_bid(state, outlook, seat, tribe, own, clockwise, counter, weights) <= wish:
                    most = points
    return float(most)


@part
def price_of(state: State, outlook: Outlook, seat: int, tribe: int, least: float, weights: Weights) -> float:
    """Return what the cheapest bid of `least` points or more for a monkey of the tribe costs a seat, in VP.

    It is DEAREST if the seat does not have the coins for such a bid.
    """
    coins, cheapest = state.coins[seat], DEAREST
    for own in range(int(coins[tribe]) + 1):
        for clockwise in range(int(coins[clockwise_of(tribe)]) + 1):
            for counter in range(int(coins[counter_of(tribe)]) + 1):
                if points_of(own, clockwise, counter) >= least:
                    cost = cost_of_bid(state, outlook, seat, tribe, own, clockwise, counter, weights)
                    cheapest = min(cheapest, cost)
    return cheapest


# Bids


@part
def likely_winner(state: State, rules: Rules, outlook: Outlook, seat: int) -> int:
    """Return the seat that likely gets the monkey that is up if `seat` passes; NONE if no other seat wants it.

    It is the seat still in with the highest `reach` above the standing bid, else the holder of that bid.
    `look_at_auction` must have written `reach`.
    """
    winner = int(state.holder)
    most = float(state.standing) if winner != NONE else LOWEST_BID - 1.0
    for other in range(rules.num_players):
        if other != seat and state.still_in[other] and outlook.reach[other] > most:
            most, winner = outlook.reach[other], other
    return winner


@part
def chance_to_win(state: State, rules: Rules, outlook: Outlook, seat: int, points: int, weights: Weights) -> float:
    """Return the chance, from 0 to 1, that no other seat still in bids more than `points` for the monkey that is up.

    Seats that have too few coins to do so are left out; for all others `reach` and `weights.doubt` count.
    """
    chance, tribe = 1.0, tribe_of_monkey(int(state.auction_monkey))
    for other in range(rules.num_players):
        if other != seat and state.still_in[other] and power(state, other, tribe) > points:
            chance *= smooth((points + 0.5 - outlook.reach[other]) / weights.doubt)
    return chance


@part
def choose_bid(state: State, rules: Rules, outlook: Outlook, weights: Weights) -> int:
    """3.2.2: Return the id of the bid that brings the seat to move most on average, or PASS if none brings anything.

    It weighs what the monkey is worth, compared with its likely winner, less the coins, by the chance to win.
    """
    if not can_outbid(state):
        return PASS
    seat, monkey = int(state.seat), int(state.auction_monkey)
    look_at_auction(state, rules, outlook, monkey, weights)
    winner, tribe = likely_winner(state, rules, outlook, seat), tribe_of_monkey(monkey)
    wish = outlook.effect[seat] - (outlook.effect[winner] if winner != NONE else 0.0)
    best, action = 0.0, PASS
    for own in range(fewest_coins(state, rules, OWN), coins_for(state, OWN) + 1):
        for clockwise in range(fewest_coins(state, rules, CLOCKWISE), coins_for(state, CLOCKWISE) + 1):
            for counter in range(fewest_coins(state, rules, COUNTER), coins_for(state, COUNTER) + 1):
                points = points_of(own, clockwise, counter)
                if points < least_points(state):
                    continue
                cost = cost_of_bid(state, outlook, seat, tribe, own, clockwise, counter, weights)
                chance = chance_to_win(state, rules, outlook, seat, points, weights)
                worth = (wish - cost) * (chance + weights.again * (1.0 - chance))
                if worth > best:
                    best, action = worth, bid_action(own, clockwise, counter)
    return action


# A monkey to put up


@part
def worth_of_putting_up(state: State, rules: Rules, outlook: Outlook, monkey: int, weights: Weights) -> float:
    """3.2.1: Return what putting up a monkey of kind `monkey` is worth to the seat to move, in VP; it may be negative.

    It depends on the likely winner and on the price that this seat pays. It is 0 if no seat is expected to bid.
    """
    seat, tribe = int(state.seat), tribe_of_monkey(monkey)
    look_at_auction(state, rules, outlook, monkey, weights)
    winner, highest, second = NONE, LOWEST_BID - 1.0, LOWEST_BID - 1.0
    for bidder in range(rules.num_players):
        if outlook.reach[bidder] > highest:
            winner, highest, second = bidder, outlook.reach[bidder], highest
        elif outlook.reach[bidder] > second:
            second = outlook.reach[bidder]
    if winner == NONE:
        return 0.0
    price = price_of(state, outlook, winner, tribe, min(highest, second + 1.0), weights)
    if winner == seat:
        return float(outlook.effect[seat] - price)
    return float(weights.later * outlook.effect[winner] - weights.drain * outlook.regard[winner] * price)
