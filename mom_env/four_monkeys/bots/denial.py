"""Denial: a seat that would be checked and found right burns tiles at the end, so that a bluffer is checked as well."""

import numpy as np

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.bots.bluffing import WITH_CARE, is_bluffer
from mom_env.four_monkeys.bots.outlook import (
    cheapest_green,
    fewest_cards,
    honest_rank,
    num_burned,
    rank_by,
    ticks_left,
)
from mom_env.four_monkeys.bots.planner import choose_planner
from mom_env.four_monkeys.returns import open_combo
from mom_env.four_monkeys.rules.legal import can_act
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import part


@part
def choose_with_denial(state: State, rules: Rules, bits: np.uint64) -> int:
    """Return the action of the planner for the seat that is asked; it bluffs with care and exposes bluffs of others."""
    seat = int(state.seat)
    if state.phase == Phase.ACT and can_act(state, rules, seat) and is_denial_worth_it(state, rules, seat):
        return actions.BURN + cheapest_green(state, rules, seat)
    return choose_planner(state, rules, WITH_CARE, bits)


@part
def is_denial_worth_it(state: State, rules: Rules, seat: int) -> bool:
    """3.3, 5.3: Return whether `seat` loses less than the others do on average if it burns in all ticks that are left.

    A seat with a wrong tile would lose by it. In the family version (10) tiles are counted, and burned ones count, too.
    """
    if rules.family or has_wrong_tile(state, rules, seat) or cheapest_green(state, rules, seat) == NONE:
        return False
    lost, burns = 0, ticks_left(state, rules, seat)
    for other in range(rules.num_players):
        if other != seat and is_exposed_by(state, rules, seat, other, burns):
            lost += loss_by_check(state, rules, other)
    return lost > -int(rules.orange) * burns * (int(rules.num_players) - 1)


@part
def has_wrong_tile(state: State, rules: Rules, seat: int) -> bool:
    """5.3: Return whether a tile of `seat` is not right, which the open one may still become."""
    return bool(is_bluffer(state, rules, seat) or (state.open_row[seat] != NONE and not state.open_right[seat]))


@part
def loss_by_check(state: State, rules: Rules, other: int) -> int:
    """5.3, 5.4: Return how many points a check costs `other`, by the tiles that all can see to be wrong."""
    lost = rank_by(state, rules, other) - honest_rank(state, rules, other, can_make_open(state, rules, other))
    return lost - int(rules.aside) if lost > 0 else 0


@part
def can_make_open(state: State, rules: Rules, other: int) -> bool:
    """3.2: Return whether `other` has time to lay the fewest cards for its open tile; True without one."""
    combo = open_combo(state, other)
    if combo == NONE:
        return True
    beneath = int(state.row_beneath[int(state.round_number), int(state.open_row[other])])
    return beneath + ticks_left(state, rules, other) >= fewest_cards(rules, combo)


@part
def is_exposed_by(state: State, rules: Rules, seat: int, other: int, burns: int) -> bool:
    """5.2: Return whether `other` is checked if `seat` burns `burns` tiles, but not if it burns none."""
    rank, burned = rank_by(state, rules, seat), num_burned(state, seat)
    if is_checked_beside(state, rules, other, rank, burned):
        return False
    for third in range(rules.num_players):
        if third not in (seat, other):
            right = honest_rank(state, rules, third, with_open=True)
            if not is_checked_beside(state, rules, other, right, num_burned(state, third)):
                return False
    return is_checked_beside(state, rules, other, rank + burns * int(rules.orange), burned + burns)


@part
def is_checked_beside(state: State, rules: Rules, other: int, rank: int, burned: int) -> bool:
    """5.2: Return whether `other` is checked before, or as well as, a seat of rank `rank` with `burned` tiles."""
    lead = rank_by(state, rules, other) - rank
    return bool(lead > 0 or (lead == 0 and num_burned(state, other) >= burned))
