"""5.2, 5.4, R19: What tiles are worth, and how many are burned or set aside."""

from mom_env.four_monkeys.sizes import MAX_TILES
from mom_env.four_monkeys.state import REPEATED, RIGHT, UNCHECKED, WRONG, Int64s, Rules, State
from mom_env.kernel.jit import part

RANK_OF_POINT = MAX_TILES + 2  # more than all tiles of a player that can be burned, with hand replenish


@part
def owner_of(state: State, row: int) -> int:
    """5.2: Return the seat in front of which the tile in `row` lies."""
    return int(state.row_seat[int(state.round_number), row])


@part
def value_of_row(state: State, rules: Rules, row: int) -> int:
    """5.2: Return the points that the tile in `row` shows: those of its combo, on the orange side less."""
    number = int(state.round_number)
    orange = int(state.row_orange[number, row]) * int(rules.orange)
    return int(rules.points[int(state.row_combo[number, row])]) + orange


@part
def is_counted(state: State, seat: int, row: int) -> bool:
    """5.2: Return whether `row` is a tile of `seat` that is neither set aside nor taken off."""
    return bool(owner_of(state, row) == seat and is_in_play(state, row))


@part
def is_in_play(state: State, row: int) -> bool:
    """5.2: Return whether the tile in `row` is neither set aside nor taken off."""
    verdict = state.row_verdict[int(state.round_number), row]
    return bool(verdict in (UNCHECKED, RIGHT))


@part
def visible_points(state: State, rules: Rules, seat: int) -> int:
    """5.2, R19: Return the visible points of `seat`, with hand replenish."""
    points = int(rules.replenish) + int(state.replenished[seat]) * int(rules.orange)
    for row in range(state.num_rows[int(state.round_number)]):
        if is_counted(state, seat, row):
            points += value_of_row(state, rules, row)
    return points


@part
def write_ranks(state: State, rules: Rules, ranks: Int64s) -> None:
    """5.2, R19: Write a number for each seat: more visible points make it higher, then more burned tiles."""
    number = int(state.round_number)
    for seat in range(rules.num_players):
        turned = int(state.replenished[seat])
        ranks[seat] = (int(rules.replenish) + turned * int(rules.orange)) * RANK_OF_POINT + turned
    for row in range(state.num_rows[number]):
        if is_in_play(state, row):
            value = value_of_row(state, rules, row)
            ranks[owner_of(state, row)] += value * RANK_OF_POINT + int(state.row_orange[number, row])


@part
def num_burned(state: State, seat: int) -> int:
    """10, R28: Return the number of burned tiles of `seat`; hand replenish is one when it is turned."""
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
