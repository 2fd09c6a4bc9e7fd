"""10: The family version: which seat is smarter, and what a round brings."""

from mom_env.four_monkeys.rules.values import count_side, count_verdict, is_counted, num_burned, value_of_row
from mom_env.four_monkeys.sizes import MAX_POINTS
from mom_env.four_monkeys.state import WRONG, Rules, State
from mom_env.kernel.jit import part


@part
def find_smartest_family(state: State, rules: Rules) -> int:
    """10: Return all Smartest Monkeys as bits: the seats that no other one is smarter than."""
    smartest = 0
    for seat in range(rules.num_players):
        smartest |= (not has_smarter(state, rules, seat)) << seat
    return smartest


@part
def has_smarter(state: State, rules: Rules, seat: int) -> bool:
    """10: Return whether any seat is smarter than `seat`."""
    for other in range(rules.num_players):
        if is_smarter_family(state, rules, other, seat):
            return True
    return False


@part
def is_smarter_family(state: State, rules: Rules, seat: int, other: int) -> bool:
    """10, R28: Return whether `seat` is smarter than `other`; False if they are equal.

    More combo tiles decide; then fewer burned tiles; then more tiles of the highest value of which the numbers differ;
    then the higher `state.total`, to which the score of this round has not been added.
    """
    tiles, others = num_tiles(state, seat), num_tiles(state, other)
    if tiles != others:
        return tiles > others
    burned, burned_others = num_burned(state, seat), num_burned(state, other)
    if burned != burned_others:
        return burned < burned_others
    for value in range(MAX_POINTS, int(rules.orange), -1):
        count, count_others = num_worth(state, rules, seat, value), num_worth(state, rules, other, value)
        if count != count_others:
            return count > count_others
    return bool(state.total[seat] > state.total[other])


@part
def num_tiles(state: State, seat: int) -> int:
    """10, R28: Return the number of combo tiles of `seat` without those set aside."""
    return count_side(state, seat, 0) + count_side(state, seat, 1)


@part
def num_worth(state: State, rules: Rules, seat: int, value: int) -> int:
    """10: Return how many tiles of `seat` that count show `value` points."""
    count = 0
    for row in range(state.num_rows[int(state.round_number)]):
        count += is_counted(state, seat, row) and value_of_row(state, rules, row) == value
    return count


@part
def family_score(state: State, rules: Rules, seat: int, smartest: int) -> int:
    """10, R29, R33: Return what tiles bring `seat`, without skins; `smartest` has the Smartest Monkeys as bits."""
    score = count_side(state, seat, 0) * int(rules.green_tile)
    score += count_side(state, seat, 1) // 2 * int(rules.orange_pair)
    score += count_verdict(state, seat, WRONG) * int(rules.wrong_tile)
    return score + (smartest >> seat & 1) * int(rules.smartest)
