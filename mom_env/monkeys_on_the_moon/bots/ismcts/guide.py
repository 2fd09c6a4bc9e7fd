"""How moves look at first sight: to `planner` if it plays out, else to `greedy`."""

from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.actions import PASS, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.bots import greedy, planner, planner_auction
from mom_env.monkeys_on_the_moon.bots.ismcts.moves import ALL_BIDS, list_moves
from mom_env.monkeys_on_the_moon.bots.ismcts.workspace import Playout, Workspace
from mom_env.monkeys_on_the_moon.bots.planner_value import look
from mom_env.monkeys_on_the_moon.bots.planner_weights import weights_for
from mom_env.monkeys_on_the_moon.state import Decision, Rules, State

PICKED = 4.0  # VP: how much better than by its coins the bid looks that `planner` would make


@kernel
def begin_look(state: State, rules: Rules, work: Workspace) -> None:
    """Before any worth is asked for in a position."""
    if work.playout == Playout.PLANNER:
        look(state, rules, int(state.seat), work.outlook, weights_for(rules)[0])


@kernel
def best_move(state: State, rules: Rules, work: Workspace) -> int:
    """What the guide would do; of equal moves the first."""
    begin_look(state, rules, work)
    if state.decision == Decision.BID:
        return best_bid(state, rules, work)
    count = list_moves(state, rules, ALL_BIDS, work.moves)
    best, most = int(work.moves[0]), greedy.NOTHING
    for i in range(count):
        worth = worth_of(state, rules, work, int(work.moves[i]))
        if worth > most:
            best, most = int(work.moves[i]), worth
    return best


@kernel
def best_bid(state: State, rules: Rules, work: Workspace) -> int:
    """3.2.2: a set of coins, or a pass."""
    if work.playout == Playout.PLANNER:
        return planner_auction.choose_bid(state, rules, work.outlook, weights_for(rules)[0])
    return greedy.choose_bid(state, rules)


@kernel
def worth_of(state: State, rules: Rules, work: Workspace, action: int) -> float:
    """VP that an action other than a bid brings."""
    if work.playout == Playout.PLANNER:
        return planner.worth_of(state, rules, work.outlook, action, weights_for(rules)[0])
    return greedy.worth_of(state, rules, int(state.decision), action)


@kernel
def worth_of_bid(state: State, rules: Rules, action: int, picked: int) -> float:
    """The monkey less the coins; 0 for a pass; more for the bid that the guide would make."""
    bonus = PICKED if action == picked else 0.0
    if action == PASS:
        return bonus
    coins = own_coins(action) + clockwise_coins(action) + counter_coins(action)
    worth = greedy.worth_of_monkey(state, rules, int(state.seat), int(state.auction_monkey))
    return bonus + worth - coins * greedy.worth_of_coin(state, rules)
