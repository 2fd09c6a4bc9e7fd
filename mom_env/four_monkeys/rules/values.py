"""5.2, 5.4, R19: What tiles are worth, and how many are burned or set aside."""

from mom_env.four_monkeys.state import REPEATED, RIGHT, UNCHECKED, WRONG, Rules, State
from mom_env.kernel.jit import part


@part
def value_of_row(state: State, rules: Rules, row: int) -> int:
    """5.2: Return the points that the tile in `row` shows: those of its combo, on the orange side less."""
    number = int(state.round_number)
    orange = int(state.row_orange[number, row]) * int(rules.orange)
    return int(rules.points[int(state.row_combo[number, row])]) + orange


@part
def is_counted(state: State, seat: int, row: int) -> bool:
    """5.2: Return whether `row` is a tile of `seat` that is neither set aside nor taken off."""
    number = int(state.round_number)
    verdict = state.row_verdict[number, row]
    return bool(state.row_seat[number, row] == seat and verdict in (UNCHECKED, RIGHT))


@part
def visible_points(state: State, rules: Rules, seat: int) -> int:
    """5.2, R19: Return the visible points of `seat`, with hand replenish."""
    points = int(rules.replenish) + int(state.replenished[seat]) * int(rules.orange)
    for row in range(state.num_rows[int(state.round_number)]):
        if is_counted(state, seat, row):
            points += value_of_row(state, rules, row)
    return points


@part
def num_burned(state: State, seat: int) -> int:
    """5.2, R19, R28: Return the number of burned tiles of `seat`; hand replenish is one when it is turned."""
    return count_side(state, seat, 1) + int(state.replenished[seat])


@part
def count_side(state: State, seat: int, orange: int) -> int:
    """5.2: Return how many tiles of `seat` that count show their orange side, or with `orange` 0 their green one."""
    number, count = int(state.round_number), 0
    for row in range(state.num_rows[number]):
        count += is_counted(state, seat, row) and state.row_orange[number, row] == orange
    return count


@part
def num_aside(state: State, seat: int) -> int:
    """5.4, R23: Return how many tiles of `seat` were set aside, as repeated or as wrong."""
    return count_verdict(state, seat, REPEATED) + count_verdict(state, seat, WRONG)


@part
def count_verdict(state: State, seat: int, verdict: int) -> int:
    """5: Return of how many tiles of `seat` the scoring has said `verdict`."""
    number, count = int(state.round_number), 0
    for row in range(state.num_rows[number]):
        count += state.row_seat[number, row] == seat and state.row_verdict[number, row] == verdict
    return count
