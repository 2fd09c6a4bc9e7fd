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

    The guide is the bot `planner` if `style` is `Playout.PLANNER`, else `greedy`. Write into `look` the outlook of
    `planner`, if it is the guide, and for a bid decision the action that the guide would choose.
    """
    look_ahead(state, rules, style, look)
    look.picked = best_bid(state, rules, style, look) if state.decision == Decision.BID else NO_ACTION


@part
def look_ahead(state: State, rules: Rules, style: int, look: Look) -> None:
    """Write the outlook of `planner` for the seat to move into `look`, if `style` is `Playout.PLANNER`.

    For another style do nothing. The outlook is what `planner` expects of the position.
    """
    if style == Playout.PLANNER:
        take_look(state, rules, int(state.seat), look.outlook, weights_for(rules)[0])


@part
def next_move(state: State, rules: Rules, style: int, look: Look, moves: Indices) -> int:
    """Return the id of the action that the bot of the style would choose for the seat to move; of equal ones the first.

    The bot is `planner` if `style` is `Playout.PLANNER`, else `greedy`. `look` and `moves` are scratch space.
    """
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
    """3.2.2: Return the id of the bid or pass that `planner` would choose, or `greedy` if `style` is another.

    For `planner`, `look.outlook` must have been written for the seat to move.
    """
    if style == Playout.PLANNER:
        return planner_auction.choose_bid(state, rules, look.outlook, weights_for(rules)[0])
    return greedy.choose_bid(state, rules)


@part
def worth_of(state: State, rules: Rules, style: int, look: Look, action: int) -> float:
    """Return the VP that an action brings the seat to move, as a first estimate for a search.

    The estimate is that of `planner` if `style` is `Playout.PLANNER`, else that of `greedy`. `begin_look` must have
    prepared `look`.
    """
    if state.decision == Decision.BID:
        return worth_of_bid(state, rules, action, look.picked)
    return worth_of_move(state, rules, style, look, action)


@part
def worth_of_move(state: State, rules: Rules, style: int, look: Look, action: int) -> float:
    """Return what an action other than a bid brings the seat to move, in VP, in the view of the bot of the style.

    The bot is `planner` if `style` is `Playout.PLANNER`, else `greedy`. For STAY it is no VP but plus (`planner`) or
    minus (`greedy`) the number of monkeys that stay behind.
    """
    if style == Playout.PLANNER:
        return planner.worth_of(state, rules, look.outlook, action, weights_for(rules)[0])
    return greedy.worth_of(state, rules, int(state.decision), action)


@part
def worth_of_bid(state: State, rules: Rules, action: int, picked: int) -> float:
    """Return the VP that a bid brings the seat to move: the monkey's worth less the coins; 0 for a pass.

    The worth is that of `greedy`. PICKED is added if `action` is `picked`, the bid that the bot of the style would
    choose.
    """
    bonus = PICKED if action == picked else 0.0
    if action == PASS:
        return bonus
    coins = own_coins(action) + clockwise_coins(action) + counter_coins(action)
    worth = greedy.worth_of_monkey(state, rules, int(state.seat), int(state.auction_monkey))
    return bonus + worth - coins * greedy.worth_of_coin(state, rules)


@part
def begins_turn(state: State) -> bool:
    """3: Return whether the pending decision is the first of a civilization turn or of a bid turn."""
    return state.decision in (Decision.CARD, Decision.MONKEY)
