"""What scorn, ships and cards are worth to a seat in the view of `planner`, in VP."""

from math import exp

from mom_env.kernel.jit import part
from mom_env.kernel.piles import size
from mom_env.monkeys_on_the_moon.bots.planner_coins import worth_of_coins
from mom_env.monkeys_on_the_moon.bots.planner_outlook import Outlook, worth_of_move
from mom_env.monkeys_on_the_moon.bots.planner_titles import title_vp
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights
from mom_env.monkeys_on_the_moon.pieces import (
    clockwise_of,
    counter_of,
    move_of,
    rival_of,
    seats_of,
    tribe_of_card,
    tribe_of_ship,
    vp_of_ship,
)
from mom_env.monkeys_on_the_moon.rules.civilization import COINS_FOR_ADVANCING, COINS_FOR_ADVANCING_IN_SCORN
from mom_env.monkeys_on_the_moon.rules.ships import is_aboard
from mom_env.monkeys_on_the_moon.state import NONE, NUM_TRIBES, Rules, State

# Scorn


@part
def cost_of_scorn(state: State, rules: Rules, outlook: Outlook, seat: int, tribe: int, weights: Weights) -> float:
    """4.4: Return the VP that a seat is likely to lose by holding a tribe's scorn, 0 or more.

    It is less when more rounds are left, and 0 if the launch of the seat's present ship at the end would give the scorn
    back.
    """
    if rules.final_launch_clears_scorn and state.ship[seat] != NONE and tribe_of_ship(int(state.ship[seat])) == tribe:
        return 0.0
    cost = float(rules.scorn_penalty)
    if rules.maximum_scorn:
        cost += title_vp(outlook, tribe, seat)
    return float(cost / (1.0 + weights.shed * outlook.rounds))


# Ships


@part
def chance_to_fill(hope: float, places: int) -> float:
    """Return the chance, from 0 to 1, that at least `places` monkeys come if `hope` are expected, by a Poisson law."""
    term = exp(-hope)
    fewer = 0.0
    for count in range(places):
        fewer += term
        term *= hope / (count + 1)
    return 1.0 - fewer


@part
def worth_of_ship(rules: Rules, outlook: Outlook, ship: int, filled: int, kept_out: int, weights: Weights) -> float:
    """3.3: Return how many of the VP of a ship of kind `ship` a seat may expect, by the chance that the ship fills up.

    `filled` is the number of seats taken, and `kept_out` the number of tribes that cannot board.
    """
    places = seats_of(rules, ship)
    hope = outlook.rounds * weights.monkeys_a_round * (1.0 - weights.choosy * kept_out / NUM_TRIBES)
    chance = chance_to_fill(hope, places - filled)
    return float(vp_of_ship(rules, ship) / places * (filled + weights.ship_ahead) * chance)


@part
def count_kept_out(state: State, seat: int) -> int:
    """3.2.5: Return how many tribes cannot board a seat's ship because their rivals are on it."""
    count = 0
    for tribe in range(NUM_TRIBES):
        if is_aboard(state, seat, tribe):
            count += 1
    return count


@part
def worth_of_colour(state: State, rules: Rules, outlook: Outlook, seat: int, tribe: int, weights: Weights) -> float:
    """3.3.2: Return the VP that the launch of a ship of the tribe's colour brings `seat`, apart from the ship's own VP.

    They are the cost of the scorn that goes back, or else one coin, or 0 if the supply has none.
    """
    if state.scorn[tribe] == seat:
        return cost_of_scorn(state, rules, outlook, seat, tribe, weights)
    if state.supply[tribe] == 0:
        return 0.0
    return worth_of_coins(outlook, seat, tribe, int(state.coins[seat, tribe]), 1, weights)


@part
def worth_of_boarding(state: State, rules: Rules, outlook: Outlook, seat: int, tribe: int, weights: Weights) -> float:
    """3.2.5: Return the VP that one more monkey of the tribe adds to the worth of the ship of `seat`.

    If a rival is on board, the ship leaves early: its worth is lost, and what its colour brings counts in full. If the
    ship becomes full, its VP and what its colour brings count in full.
    """
    ship = int(state.ship[seat])
    aboard, kept_out = size(state.aboard[seat]), count_kept_out(state, seat)
    before = worth_of_ship(rules, outlook, ship, aboard, kept_out, weights)
    colour = worth_of_colour(state, rules, outlook, seat, tribe_of_ship(ship), weights)
    if is_aboard(state, seat, rival_of(tribe)):
        return float(colour + 0.5 * weights.ship_ahead - before)
    if aboard + 1 == seats_of(rules, ship):
        return colour + float(vp_of_ship(rules, ship)) - before
    more = 0 if is_aboard(state, seat, tribe) else 1
    return worth_of_ship(rules, outlook, ship, aboard + 1, kept_out + more, weights) - before


# Cards


@part
def worth_of_card(state: State, rules: Rules, outlook: Outlook, card: int, weights: Weights) -> float:
    """Return the VP that a civilization card of kind `card` is worth to the seat to move if its best tribe advances.

    It can advance its own tribe or one of its two allies.
    """
    tribe, move = tribe_of_card(card), move_of(rules, card)
    best = worth_of_advancing(state, rules, outlook, tribe, move, weights)
    best = max(best, worth_of_advancing(state, rules, outlook, clockwise_of(tribe), move, weights))
    return max(best, worth_of_advancing(state, rules, outlook, counter_of(tribe), move, weights))


@part
def worth_of_advancing(state: State, rules: Rules, outlook: Outlook, tribe: int, move: int, weights: Weights) -> float:
    """3.1.3 to 3.1.6: Return the VP that advancing `tribe` by `move` spaces is worth to the seat to move.

    They count coins, scorn that goes back and the tribes' new ranks, less the cost of the rival.
    """
    seat, held = int(state.seat), int(state.coins[int(state.seat), tribe])
    in_scorn = state.scorn[tribe] == seat
    coins = min(COINS_FOR_ADVANCING_IN_SCORN if in_scorn else COINS_FOR_ADVANCING, int(state.supply[tribe]))
    worth = worth_of_coins(outlook, seat, tribe, held, coins, weights) + worth_of_move(
        state, rules, outlook, tribe, move
    )
    if in_scorn:
        worth += cost_of_scorn(state, rules, outlook, seat, tribe, weights)
    return worth - cost_of_rival(state, rules, outlook, rival_of(tribe), weights)


@part
def cost_of_rival(state: State, rules: Rules, outlook: Outlook, rival: int, weights: Weights) -> float:
    """3.1.5: Return the VP that the tribe `rival` costs the seat to move: by a coin, or without one, by its scorn.

    If the seat holds that scorn already, return the cost of the cheaper of the rival's two allies.
    """
    seat = int(state.seat)
    if state.coins[seat, rival] > 0:
        return -worth_of_coins(outlook, seat, rival, int(state.coins[seat, rival]), -1, weights)
    if state.scorn[rival] == seat:
        one = cost_of_ally(state, rules, outlook, clockwise_of(rival), weights)
        return min(one, cost_of_ally(state, rules, outlook, counter_of(rival), weights))
    return cost_of_taking(state, rules, outlook, rival, weights)


@part
def cost_of_ally(state: State, rules: Rules, outlook: Outlook, ally: int, weights: Weights) -> float:
    """3.1.5: Return the VP that appeasing `ally` costs the seat to move: by a coin, or without one, by its scorn.

    If the seat holds that scorn already, it is counted as if it were taken once more.
    """
    seat = int(state.seat)
    if state.coins[seat, ally] > 0:
        return -worth_of_coins(outlook, seat, ally, int(state.coins[seat, ally]), -1, weights)
    if state.scorn[ally] == seat:
        return cost_of_scorn(state, rules, outlook, seat, ally, weights)
    return cost_of_taking(state, rules, outlook, ally, weights)


@part
def cost_of_taking(state: State, rules: Rules, outlook: Outlook, tribe: int, weights: Weights) -> float:
    """3.1.5: Return the VP that taking a tribe's scorn costs the seat to move.

    If another seat holds it, freeing that seat adds to the cost: what that seat saves, times minus its `regard`.
    """
    cost = cost_of_scorn(state, rules, outlook, int(state.seat), tribe, weights)
    holder = int(state.scorn[tribe])
    if NONE != holder != state.seat:
        cost -= outlook.regard[holder] * cost_of_scorn(state, rules, outlook, holder, tribe, weights)
    return float(cost)
