"""Which cards of a hand make a combo, and with how few of them."""

import numpy as np

from mom_env.four_monkeys.rules.checking import NO_KIND, is_enough_without
from mom_env.four_monkeys.sizes import KINDS, NUM_KINDS
from mom_env.four_monkeys.state import NONE, Int8s, Rules
from mom_env.kernel.jit import part

DOUBLES_LAST = tuple(sorted(range(NUM_KINDS), key=lambda kind: KINDS[kind][0] == KINDS[kind][1]))
DOUBLES_FIRST = DOUBLES_LAST[::-1]


@part
def find_plan(rules: Rules, combo: int, hand: Int8s, laid: Int8s, plan: Int8s) -> int:
    """Write into `plan` cards of `hand`, by kind, that make `combo` together with those in `laid`.

    Return their number; NONE (-1) if the hand is not enough. No card of the plan can be left out. All cards are tried
    to be left out one after the other, mixed ones first or doubles first, whichever leaves fewer.
    """
    other = np.zeros(NUM_KINDS, np.int8)
    count = leave_out(rules, combo, hand, laid, plan, DOUBLES_LAST)
    if count == NONE:
        return NONE
    fewer = leave_out(rules, combo, hand, laid, other, DOUBLES_FIRST)
    if fewer < count:
        for kind in range(NUM_KINDS):
            plan[kind] = other[kind]
    return min(count, fewer)


@part
def leave_out(rules: Rules, combo: int, hand: Int8s, laid: Int8s, plan: Int8s, order: tuple[int, ...]) -> int:
    """Write into `plan` the cards of `hand` that are left when all others can be left out, kind after kind in `order`.

    Return their number; NONE (-1) if hand and `laid` together are not enough for `combo`.
    """
    together, count = np.zeros(NUM_KINDS, np.int8), 0
    for kind in range(NUM_KINDS):
        together[kind] = int(hand[kind]) + int(laid[kind])
        plan[kind] = hand[kind]
        count += int(hand[kind])
    if not is_enough_without(rules, combo, together, NO_KIND):
        return NONE
    for kind in order:
        while plan[kind] > 0 and is_enough_without(rules, combo, together, kind):
            plan[kind] -= 1
            together[kind] -= 1
            count -= 1
    return count


@part
def first_kind(plan: Int8s) -> int:
    """Return the first kind of card in a plan; NONE (-1) if it is empty."""
    for kind in range(NUM_KINDS):
        if plan[kind] > 0:
            return kind
    return NONE
