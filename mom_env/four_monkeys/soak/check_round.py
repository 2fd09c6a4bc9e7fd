"""4, 5, 7 to 10: What the end of a round must be: its scoring is played again by the rules page."""

import numpy as np

from mom_env.four_monkeys.sizes import NUM_KINDS
from mom_env.four_monkeys.soak.check_tick import count_stops, next_deck
from mom_env.four_monkeys.soak.count import are_right, count_kinds, count_skins
from mom_env.four_monkeys.soak.smartest import (
    count_checks,
    count_points,
    count_tiles,
    find_next_owner,
    find_smartest,
    has_equal,
    is_due,
    may_be_next,
)
from mom_env.four_monkeys.soak.violations import NOTHING, Violation
from mom_env.four_monkeys.state import (
    BY_STOP,
    BY_TIMER,
    EMPTY,
    NONE,
    REPEATED,
    RIGHT,
    WRONG,
    Phase,
    Rules,
    State,
)
from mom_env.kernel.jit import part


@part
def check_repetition(before: State, action: int, after: State, rules: Rules) -> Violation:
    """R17: Return what is wrong with a round that begins again, or NOTHING: somebody called Stop, nobody rightly."""
    right, wrong = count_stops(before, action, rules)
    if right != 0 or wrong == 0 or not are_stops_paid(before, after, rules, wrong):
        return Violation.STOPS
    for seat in range(rules.num_players):
        paid = int(rules.false_stop) * (wrong >> seat & 1)
        if after.total[seat] != before.total[seat] + paid:
            return Violation.TOTALS
        if after.area[seat] != before.area[seat]:
            return Violation.AREAS
    return check_setup(after, rules)


@part
def are_stops_paid(before: State, after: State, rules: Rules, wrong: int) -> bool:
    """R17: Return whether each seat of the bits `wrong` has one false stop less, and no other seat."""
    for seat in range(rules.num_players):
        if after.stops_left[seat] != before.stops_left[seat] - (wrong >> seat & 1) or after.stops_left[seat] < 0:
            return False
    return True


@part
def check_setup(after: State, rules: Rules) -> Violation:
    """2, R35: Return what is wrong with the beginning of a round, or NOTHING."""
    if after.tick != 0 or after.num_rows[int(after.round_number)] != 0 or after.phase != Phase.ACT:
        return Violation.SETUP
    for area in range(rules.num_areas):
        if not is_level(after, rules, area):
            return Violation.SETUP
    for seat in range(rules.num_players):
        has_skins = after.own_skins[seat] == rules.banana_skins and after.handed_skins[seat] == 0
        has_hand = after.hand_size[seat] == rules.hand and after.drawn[seat] == rules.hand
        if not has_skins or not has_hand or after.replenished[seat] or after.open_row[seat] != NONE:
            return Violation.SETUP
        if after.left[seat] != next_deck(after, rules, seat):
            return Violation.AREAS
    return NOTHING


@part
def is_level(after: State, rules: Rules, area: int) -> bool:
    """2.2, 9: Return whether the stacks of `area` have all its tiles, as level as can be, the first ones one more."""
    first, count = int(rules.first_tile[area]), int(rules.num_stacks[area])
    lowest, total = int(after.stack_height[first + count - 1]), 0
    for place in range(first, first + count):
        height = int(after.stack_height[place])
        is_falling = place == first or height <= after.stack_height[place - 1]
        if after.stack_tile[place] != first + total or not is_falling or not 0 <= height - lowest <= 1:
            return False
        total += height
    return bool(total == rules.num_tiles[area] and after.num_stacks[area] == count)


# 4 and 5 A round that is scored


@part
def check_round(before: State, action: int, after: State, rules: Rules) -> Violation:
    """4, 5: Return what is wrong with the end of a round and with its scoring, or NOTHING."""
    if not is_end_right(before, action, after, rules):
        return Violation.STOPS
    if not are_set_aside(before, after):
        return Violation.ASIDE
    if not are_checks_right(before, action, after, rules):
        return Violation.CHECKS
    if not are_choices_asked(before, after, rules):
        return Violation.CHOICES
    if not are_verdicts_right(before, after, rules):
        return Violation.VERDICTS
    for seat in range(rules.num_players):
        if after.scores[int(before.round_number), seat] != count_score(before, action, after, rules, seat):
            return Violation.SCORES
    if after.phase == Phase.OVER:
        return NOTHING
    return check_setup(after, rules) if are_areas_right(after, rules) else Violation.AREAS


@part
def is_end_right(before: State, action: int, after: State, rules: Rules) -> bool:
    """4, R16, R17: Return whether a round is over by Stop if somebody calls it rightly, else by the timer.

    While tiles are checked it has ended already, in an earlier step.
    """
    number = int(before.round_number)
    if before.phase == Phase.CHECK:
        same = before.ended_by[number] == after.ended_by[number]
        return bool(same and before.num_ticks[number] == after.num_ticks[number])
    right, wrong = count_stops(before, action, rules)
    is_last = before.tick + 1 == before.ticks[int(before.deal_number)]
    is_over = right != 0 or (is_last and wrong == 0)
    is_noted = after.ended_by[number] == (BY_STOP if right != 0 else BY_TIMER)
    is_counted = after.num_ticks[number] == before.tick + 1
    return bool(is_over and is_noted and is_counted and are_stops_paid(before, after, rules, wrong))


@part
def are_set_aside(before: State, after: State) -> bool:
    """R18, 5.1: Return whether tiles without a card are taken off, and exactly those of repeated combos set aside."""
    number = int(before.round_number)
    for row in range(after.num_rows[number]):
        verdict, same = int(after.row_verdict[number, row]), 0
        if (verdict == EMPTY) != (after.row_beneath[number, row] == 0):
            return False
        for other in range(after.num_rows[number]):
            is_own = after.row_seat[number, other] == after.row_seat[number, row]
            is_other = is_own and other != row and after.row_beneath[number, other] > 0
            same += is_other and after.row_combo[number, other] == after.row_combo[number, row]
        if verdict != EMPTY and (verdict == REPEATED) != (same > 0):
            return False
    return True


@part
def are_checks_right(before: State, action: int, after: State, rules: Rules) -> bool:
    """5.2, 5.3, R21, R22: Return whether exactly the tiles that had to be were checked, in the right order."""
    number, done = int(before.round_number), 0
    smartest, last = find_smartest(before, action, after, rules, 0), int(rules.num_players) - 1
    owner = find_next_owner(before, after, rules, smartest, last, done)
    while owner != NONE:
        row = find_check(before, after, done + 1)
        if row == NONE or after.row_seat[number, row] != owner or not is_due(before, after, row, done):
            return False
        if not may_be_next(before, after, rules, row, done):
            return False
        done, last = done + 1, owner
        if after.row_verdict[number, row] == WRONG:
            smartest = find_smartest(before, action, after, rules, done)
        owner = find_next_owner(before, after, rules, smartest, last, done)
    return bool(after.smartest[number] == smartest and find_check(before, after, done + 1) == NONE)


@part
def are_choices_asked(before: State, after: State, rules: Rules) -> bool:
    """R22: Return whether owners were asked about all tiles of equal least value, and about no others, in this step."""
    done = count_checks(before, after)
    if rules.check_choice:
        for nth in range(int(before.num_checks) + 1 if before.phase == Phase.CHECK else 0, done):
            if has_equal(before, after, rules, find_check(before, after, nth + 1), nth):
                return False
    if after.phase != Phase.CHECK:
        return True
    return bool(rules.check_choice) and is_choice_open(before, after, rules, done)


@part
def is_choice_open(before: State, after: State, rules: Rules, done: int) -> bool:
    """R22: Return whether the seat to move has two tiles of least value, each of which can be checked next."""
    number = int(before.round_number)
    for row in range(after.num_rows[number]):
        is_own = after.row_seat[number, row] == after.seat and is_due(before, after, row, done)
        if is_own and may_be_next(before, after, rules, row, done):
            return has_equal(before, after, rules, row, done)
    return False


@part
def find_check(before: State, after: State, nth: int) -> int:
    """5.3: Return the row of the tile that was the `nth` to be checked, from 1; NONE (-1) if there is none."""
    number = int(before.round_number)
    for row in range(after.num_rows[number]):
        if after.row_check[number, row] == nth:
            return row
    return NONE


@part
def are_verdicts_right(before: State, after: State, rules: Rules) -> bool:
    """5.3, R20: Return whether the cards that each check has shown are right exactly where the verdict says so."""
    number, kinds = int(before.round_number), np.zeros(NUM_KINDS, np.int64)
    for row in range(after.num_rows[number]):
        verdict, is_checked = after.row_verdict[number, row], after.row_check[number, row] > 0
        if is_checked != (verdict in (RIGHT, WRONG)):
            return False
        if is_checked:
            count_kinds(after, rules, number, row, kinds)
            if are_right(rules, int(after.row_combo[number, row]), kinds) != (verdict == RIGHT):
                return False
    return True


# 5.4 and 10 The score


@part
def count_score(before: State, action: int, after: State, rules: Rules, seat: int) -> int:
    """5.4, 10: Return what the round brings `seat`, by the verdicts, skins and Smartest Monkeys."""
    own, handed = count_skins(before, action, rules, seat)
    skins = (handed + own * int(rules.fresh_skins_count)) * int(rules.banana_skin)
    wrong, repeated = count_aside(before, after, seat)
    number, done = int(before.round_number), int(rules.num_cards) * len(after.area)  # more than all checks
    if not rules.family:
        points = count_points(before, action, after, rules, seat, done)
        return points + (wrong + repeated) * int(rules.aside) + skins
    green, burned = count_tiles(before, after, seat, done)
    score = green * int(rules.green_tile) + burned // 2 * int(rules.orange_pair) + wrong * int(rules.wrong_tile)
    return score + (int(after.smartest[number]) >> seat & 1) * int(rules.smartest) + skins


@part
def count_aside(before: State, after: State, seat: int) -> tuple[int, int]:
    """R23, R33: Return how many tiles of `seat` were set aside as wrong, and how many as repeated."""
    number, wrong, repeated = int(before.round_number), 0, 0
    for row in range(after.num_rows[number]):
        if after.row_seat[number, row] == seat:
            wrong += after.row_verdict[number, row] == WRONG
            repeated += after.row_verdict[number, row] == REPEATED
    return wrong, repeated


@part
def are_areas_right(after: State, rules: Rules) -> bool:
    """9, R26: Return whether nobody of the second area comes before anybody of the first, and both have their players.

    The higher total comes first; ties: the better last round, then the lower seat. One area never changes.
    """
    count = 0
    for seat in range(rules.num_players):
        count += after.area[seat] == 0
        for other in range(rules.num_players):
            if after.area[seat] < after.area[other] and is_before(after, other, seat):
                return False
    return bool(count == rules.area_size[0])


@part
def is_before(after: State, seat: int, other: int) -> bool:
    """R26: Return whether `seat` comes before `other` in the order by which areas are filled."""
    more = int(after.total[seat]) - int(after.total[other])
    last = int(after.last_score[seat]) - int(after.last_score[other])
    return more > 0 or (more == 0 and (last > 0 or (last == 0 and seat < other)))
