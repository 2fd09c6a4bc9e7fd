"""5.3, R20: Whether cards are right for a combo."""

import numpy as np

from mom_env.four_monkeys.combos import SHOWN
from mom_env.four_monkeys.sizes import NUM_KINDS
from mom_env.four_monkeys.state import NUM_NEEDS, Int8s, Rules
from mom_env.kernel.jit import part

NO_KIND = NUM_KINDS
GIVES = np.array([*SHOWN, (0,) * NUM_NEEDS])  # by kind, and nothing for NO_KIND


@part
def is_right(rules: Rules, combo: int, kinds: Int8s) -> bool:
    """5.3, R20: Return whether all that the combo asks for is there, and would not be without any one of the cards.

    `kinds` is the number of cards of each kind. It takes one test for each kind, as equal cards are alike.
    """
    if not is_enough_without(rules, combo, kinds, NO_KIND):
        return False
    for kind in range(NUM_KINDS):
        if kinds[kind] > 0 and is_enough_without(rules, combo, kinds, kind):
            return False
    return True


@part
def is_enough_without(rules: Rules, combo: int, kinds: Int8s, missing: int) -> bool:
    """R20: Return whether in some way nothing is short of what `combo` asks for.

    The cards are `kinds`, by kind, but for one card of the kind `missing`; NO_KIND stands for all cards.
    """
    circles = total_of(kinds, 0) - int(GIVES[missing, 0])
    triangles = total_of(kinds, 1) - int(GIVES[missing, 1])
    squares = total_of(kinds, 2) - int(GIVES[missing, 2])
    pentagons = total_of(kinds, 3) - int(GIVES[missing, 3])
    golden = total_of(kinds, 4) - int(GIVES[missing, 4])
    for i in range(rules.num_ways[combo]):
        way = rules.ways[combo, i]
        has_figures = circles >= way[0] and triangles >= way[1] and squares >= way[2] and pentagons >= way[3]
        if has_figures and golden >= way[4]:
            return True
    return False


@part
def total_of(kinds: Int8s, what: int) -> int:
    """R1, R20: Return how many of a figure, or of golden buttons, cards give; `what` is its number in a way.

    `kinds` is the number of cards of each kind.
    """
    total = 0
    for kind in range(NUM_KINDS):
        total += int(kinds[kind]) * int(GIVES[kind, what])
    return total
