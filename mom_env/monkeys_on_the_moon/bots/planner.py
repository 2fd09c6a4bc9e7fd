"""The player `planner`: expects what each tribe, coin, ship and scorn card will be worth at the end of the game.

For each decision it looks at the position once (`planner_value`). It takes the action that adds most to its own
expectation, less what it adds to the expectations of others who are in its way (`planner_worth`, `planner_coins`,
`planner_auction`). It reads its own hand and what is open to all, and the same position always gets the same answer.
"""

import numpy as np

from mom_env.contract.records import Records
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.actions import (
    ADVANCE,
    PAY_ALLY,
    PLAY_CARD,
    PUT_UP,
    STAY,
    TAKE_SCORN,
    TAKE_SHIP,
    Mask,
)
from mom_env.monkeys_on_the_moon.bots.on_board import count_aboard
from mom_env.monkeys_on_the_moon.bots.planner_auction import choose_bid, worth_of_putting_up
from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE, Outlook
from mom_env.monkeys_on_the_moon.bots.planner_value import look
from mom_env.monkeys_on_the_moon.bots.planner_weights import Weights, weights_for
from mom_env.monkeys_on_the_moon.bots.planner_worth import (
    cost_of_ally,
    worth_of_advancing,
    worth_of_card,
    worth_of_colour,
    worth_of_ship,
)
from mom_env.monkeys_on_the_moon.engine import write_mask
from mom_env.monkeys_on_the_moon.id_range import first_legal, last_legal
from mom_env.monkeys_on_the_moon.pieces import move_of, seats_of, tribe_of_ship
from mom_env.monkeys_on_the_moon.state import NONE, Decision, Rules, State

NOTHING = -1.0e9


@part
def choose_planner(state: State, rules: Rules, mask: Mask) -> int:
    """Return the id of the action that `planner` chooses for the seat to move; of equally good ones the lowest.

    `mask` is scratch space.
    """
    outlooks = np.empty(1, OUTLOOK_DTYPE)
    return choose_by_weights(state, rules, mask, outlooks, weights_for(rules))


@part
def choose_by_weights(state: State, rules: Rules, mask: Mask, outlooks: Records, all_weights: Records) -> int:
    """Return the id of the action that `planner` chooses for the seat to move with the given weights, for tuning.

    `all_weights` and `outlooks` are arrays of one record each; `outlooks` and `mask` are scratch space.
    """
    outlook, weights = outlooks[0], all_weights[0]
    look(state, rules, int(state.seat), outlook, weights)
    if state.decision == Decision.BID:
        return choose_bid(state, rules, outlook, weights)
    write_mask(state, rules, int(state.seat), mask)
    best, most = NOTHING, NONE
    for action in range(first_legal(state), last_legal(state)):
        if mask.ids[action]:
            worth = worth_of(state, rules, outlook, action, weights)
            if worth > best:
                best, most = worth, action
    return most


@part
def worth_of(state: State, rules: Rules, outlook: Outlook, action: int, weights: Weights) -> float:
    """Return what an action other than a bid is worth to the seat to move; more is better.

    It is in VP, except for STAY: there it is the number of monkeys that stay behind. `outlook` must be made by `look`
    for the seat to move.
    """
    decision = int(state.decision)
    if decision == Decision.CARD:
        return worth_of_card(state, rules, outlook, action - PLAY_CARD, weights)
    if decision == Decision.TRIBE:
        move = move_of(rules, int(state.pending_card))
        return worth_of_advancing(state, rules, outlook, action - ADVANCE, move, weights)
    if decision == Decision.MONKEY:
        return worth_of_putting_up(state, rules, outlook, action - PUT_UP, weights)
    if decision == Decision.SHIP:
        return worth_of_next_ship(state, rules, outlook, action - TAKE_SHIP, weights)
    if decision == Decision.STAY:
        return float(count_aboard(state, int(state.seat), action - STAY))
    return -cost_of_ally(state, rules, outlook, (action - PAY_ALLY) % (TAKE_SCORN - PAY_ALLY), weights)


@part
def worth_of_next_ship(state: State, rules: Rules, outlook: Outlook, ship: int, weights: Weights) -> float:
    """3.3.3: Return the VP that taking a ship of kind `ship` is worth to the seat to move.

    The ship is valued as if one of its seats were filled. What its colour brings at the launch, divided by its number
    of seats, is included.
    """
    colour = worth_of_colour(state, rules, outlook, int(state.seat), tribe_of_ship(ship), weights)
    return worth_of_ship(rules, outlook, ship, 1, 0, weights) + colour / seats_of(rules, ship)
