"""First estimates of moves: from `planner` if playouts use it, else from `greedy`."""

from mom_env.contract.records import Indices
from mom_env.contract.search import EVERYTHING
from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION
from mom_env.monkeys_on_the_moon.actions import PASS, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.bots import greedy, planner, planner_auction
from mom_env.monkeys_on_the_moon.bots.planner_value import look as take_look
from mom_env.monkeys_on_the_moon.bots.planner_weights import weights_for
from mom_env.monkeys_on_the_moon.guide.look import Look, Playout
from mom_env.monkeys_on_the_moon.guide.moves import list_moves
from mom_env.monkeys_on_the_moon.state import Decision, Rules, State

PICKED = 4.0  # VP added to the estimate of the bid that the guide would make


@part
def begin_look(state: State, rules: Rules, style: int, look: Look) -> None:
    """Prepare `look` for a position, before `worth_of` is called.

    Write the outlook of `planner`, if it is the guide, and the bid that the guide would make.
    """
    look_ahead(state, rules, style, look)
    look.picked = best_bid(state, rules, style, look) if state.decision == Decision.BID else NO_ACTION


@part
def look_ahead(state: State, rules: Rules, style: int, look: Look) -> None:
    """Write the outlook of `planner` if that is the guide; otherwise do nothing."""
    if style == Playout.PLANNER:
        take_look(state, rules, int(state.seat), look.outlook, weights_for(rules)[0])


@part
def next_move(state: State, rules: Rules, style: int, look: Look, moves: Indices) -> int:
    """Return the move that the guide would choose; of equal moves the first."""
    look_ahead(state, rules, style, look)
    if state.decision == Decision.BID:
        return best_bid(state, rules, style, look)
    count = list_moves(state, rules, EVERYTHING, look, moves)
    best, most = int(moves[0]), greedy.NOTHING
    for i in range(count):
        worth = worth_of_move(state, rules, style, look, int(moves[i]))
        if worth > most:
            best, most = int(moves[i]), worth
    return best


@part
def best_bid(state: State, rules: Rules, style: int, look: Look) -> int:
    """3.2.2: Return the bid or pass that the guide would choose."""
    if style == Playout.PLANNER:
        return planner_auction.choose_bid(state, rules, look.outlook, weights_for(rules)[0])
    return greedy.choose_bid(state, rules)


@part
def worth_of(state: State, rules: Rules, style: int, look: Look, action: int) -> float:
    """Return the VP that an action brings the seat to move, as a first estimate; `begin_look` has prepared `look`."""
    if state.decision == Decision.BID:
        return worth_of_bid(state, rules, action, look.picked)
    return worth_of_move(state, rules, style, look, action)


@part
def worth_of_move(state: State, rules: Rules, style: int, look: Look, action: int) -> float:
    """Return what an action other than a bid brings the seat to move, in the view of the guide."""
    if style == Playout.PLANNER:
        return planner.worth_of(state, rules, look.outlook, action, weights_for(rules)[0])
    return greedy.worth_of(state, rules, int(state.decision), action)


@part
def worth_of_bid(state: State, rules: Rules, action: int, picked: int) -> float:
    """Return the worth of the monkey less the coins; 0 for a pass; PICKED more for the guide's choice, `picked`.

    The worth is that of `greedy`, in VP, for the seat to move.
    """
    bonus = PICKED if action == picked else 0.0
    if action == PASS:
        return bonus
    coins = own_coins(action) + clockwise_coins(action) + counter_coins(action)
    worth = greedy.worth_of_monkey(state, rules, int(state.seat), int(state.auction_monkey))
    return bonus + worth - coins * greedy.worth_of_coin(state, rules)


@part
def begins_turn(state: State) -> bool:
    """3: Return whether a civilization turn or a bid turn begins."""
    return state.decision in (Decision.CARD, Decision.MONKEY)
