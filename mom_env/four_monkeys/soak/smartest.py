"""5.2, 5.3, 10: Who the Smartest Monkeys are at each moment of a scoring, and which tile is checked next.

The tiles are those of the record `after` the scoring, which keeps the number of each check. With `done` checks over, a
tile that was found wrong later than that still counts.
"""

from mom_env.four_monkeys.soak.count import is_turned, shown_value
from mom_env.four_monkeys.state import NONE, RIGHT, UNCHECKED, WRONG, Rules, State
from mom_env.kernel.jit import part

BY_FIRST, BY_BURNED, BY_VALUE, BY_TOTAL = range(4)  # what a comparison is decided by: first points, or tiles
HIGHEST, LOWEST = 20, -20  # points that a tile can show


@part
def is_in_play(before: State, after: State, row: int, done: int) -> bool:
    """5.2: Return whether a tile of the round counts after `done` checks."""
    number = int(before.round_number)
    verdict = after.row_verdict[number, row]
    return bool(verdict in (UNCHECKED, RIGHT) or (verdict == WRONG and after.row_check[number, row] > done))


@part
def count_points(before: State, action: int, after: State, rules: Rules, seat: int, done: int) -> int:
    """5.2, R19: Return the visible points of `seat`, those of hand replenish among them."""
    number = int(before.round_number)
    points = int(rules.replenish) + int(rules.orange) * is_turned(before, action, seat)
    for row in range(after.num_rows[number]):
        if after.row_seat[number, row] == seat and is_in_play(before, after, row, done):
            points += shown_value(after, rules, number, row)
    return points


@part
def count_tiles(before: State, after: State, seat: int, done: int) -> tuple[int, int]:
    """5.2, 10, R28: Return how many green and burned combo tiles of `seat` count; hand replenish is none."""
    number, green, burned = int(before.round_number), 0, 0
    for row in range(after.num_rows[number]):
        if after.row_seat[number, row] == seat and is_in_play(before, after, row, done):
            burned += int(after.row_orange[number, row])
            green += 1 - int(after.row_orange[number, row])
    return green, burned


@part
def count_worth(before: State, after: State, rules: Rules, seat: int, done: int, value: int) -> int:
    """10: Return how many tiles of `seat` that count show `value` points."""
    number, count = int(before.round_number), 0
    for row in range(after.num_rows[number]):
        is_own = after.row_seat[number, row] == seat and is_in_play(before, after, row, done)
        count += is_own and shown_value(after, rules, number, row) == value
    return count


@part
def compare(
    before: State, action: int, after: State, rules: Rules, seat: int, other: int, done: int
) -> tuple[int, int]:
    """5.2, 10: Return a number above 0 if `seat` is smarter than `other`, below 0 if it is less so, else 0.

    The second number says by what: more points, or in the family version tiles; then burned tiles, of which fewer are
    smarter in the family version; then, there alone, the highest values, and the total before this round.
    """
    tiles, others = count_tiles(before, after, seat, done), count_tiles(before, after, other, done)
    turned = int(is_turned(before, action, seat)) - int(is_turned(before, action, other))
    burned = tiles[1] - others[1] + turned
    if rules.family:
        if sum_of(tiles) != sum_of(others):
            return sum_of(tiles) - sum_of(others), BY_FIRST
        return (-burned, BY_BURNED) if burned != 0 else compare_values(before, after, rules, seat, other, done)
    points = count_points(before, action, after, rules, seat, done)
    points -= count_points(before, action, after, rules, other, done)
    return (points, BY_FIRST) if points != 0 else (burned, BY_BURNED)


@part
def sum_of(both: tuple[int, int]) -> int:
    """Return the sum of two numbers."""
    return both[0] + both[1]


@part
def compare_values(before: State, after: State, rules: Rules, seat: int, other: int, done: int) -> tuple[int, int]:
    """10: Compare two seats as `compare` does, by their highest values, and then by their totals before this round."""
    for value in range(HIGHEST, LOWEST - 1, -1):
        more = count_worth(before, after, rules, seat, done, value)
        more -= count_worth(before, after, rules, other, done, value)
        if more != 0:
            return more, BY_VALUE
    return total_before(before, after, seat) - total_before(before, after, other), BY_TOTAL


@part
def total_before(before: State, after: State, seat: int) -> int:
    """10, R17: Return the total of `seat` before the score of this round; a false stop comes off it at once."""
    return int(after.total[seat]) - int(after.scores[int(before.round_number), seat])


@part
def find_smartest(before: State, action: int, after: State, rules: Rules, done: int) -> int:
    """5.2: Return the Smartest Monkeys after `done` checks, as bits."""
    best, smartest = 0, 1
    for seat in range(1, rules.num_players):
        more = compare(before, action, after, rules, seat, best, done)[0]
        if more > 0:
            best, smartest = seat, 0
        if more >= 0:
            smartest |= 1 << seat
    return smartest


@part
def is_due(before: State, after: State, row: int, done: int) -> bool:
    """5.3: Return whether a tile counts and is still unchecked after `done` checks."""
    number = int(before.round_number)
    is_checked = 0 < after.row_check[number, row] <= done
    return bool(is_in_play(before, after, row, done) and not is_checked)


@part
def find_next_owner(before: State, after: State, rules: Rules, smartest: int, last: int, done: int) -> int:
    """R21: Return the first Smartest Monkey to the left of `last` that has a tile to check; NONE (-1) without one."""
    number, count = int(before.round_number), int(rules.num_players)
    for steps in range(1, count + 1):
        seat = (last + steps) % count
        for row in range(after.num_rows[number]):
            is_own = smartest >> seat & 1 and after.row_seat[number, row] == seat
            if is_own and is_due(before, after, row, done):
                return seat
    return NONE


@part
def may_be_next(before: State, after: State, rules: Rules, row: int, done: int) -> bool:
    """5.3, R22: Return whether no tile of the owner has to be checked before that of `row`."""
    number = int(before.round_number)
    for other in range(after.num_rows[number]):
        is_own = after.row_seat[number, other] == after.row_seat[number, row] and other != row
        if is_own and is_due(before, after, other, done) and comes_first(after, rules, number, other, row):
            return False
    return True


@part
def comes_first(after: State, rules: Rules, number: int, row: int, other: int) -> bool:
    """R22: Return whether one tile has to be checked before another of its owner, in the round `number`.

    The lower value comes first; without a choice of the owner then the burned tile, and then the lower combo.
    """
    value, others = shown_value(after, rules, number, row), shown_value(after, rules, number, other)
    if value != others or rules.check_choice:
        return value < others
    orange, oranges = int(after.row_orange[number, row]), int(after.row_orange[number, other])
    return orange > oranges or (orange == oranges and after.row_combo[number, row] < after.row_combo[number, other])


@part
def count_checks(before: State, after: State) -> int:
    """5.3: Return how many tiles were checked in the round."""
    number, count = int(before.round_number), 0
    for row in range(after.num_rows[number]):
        count += after.row_check[number, row] > 0
    return count


@part
def has_equal(before: State, after: State, rules: Rules, row: int, done: int) -> bool:
    """R22: Return whether the owner of a tile has another one of the same value that is due after `done` checks."""
    number = int(before.round_number)
    for other in range(after.num_rows[number]):
        is_own = other != row and after.row_seat[number, other] == after.row_seat[number, row]
        is_equal = is_own and shown_value(after, rules, number, other) == shown_value(after, rules, number, row)
        if is_equal and is_due(before, after, other, done):
            return True
    return False
