"""The range of ids in a mask that holds all legal actions of a decision."""

import numpy as np

from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.actions import TABLE, bid_action
from mom_env.monkeys_on_the_moon.pieces import tribe_of_monkey
from mom_env.monkeys_on_the_moon.state import NUM_DECISIONS, Decision, State

# First and last + 1 id of each decision.
_FIRST = np.array([min(row.start for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])
_LAST = np.array([max(row.start + row.size for row in TABLE if row.decision == d) for d in range(NUM_DECISIONS)])


@part
def first_legal(state: State) -> int:
    """Return the first id of the range that belongs to the pending decision; no legal action is below it."""
    return int(_FIRST[int(state.decision)])


@part
def last_legal(state: State) -> int:
    """Return an id above all legal actions of the pending decision, for the end of a `range`.

    For bids it depends on the coins of the monkey's tribe that the seat to move has.
    """
    if state.decision != Decision.BID:
        return int(_LAST[int(state.decision)])
    tribe = tribe_of_monkey(int(state.auction_monkey))
    return bid_action(int(state.coins[int(state.seat), tribe]) + 1, 0, 0)
