"""4, 5: Scoring a round: repeated combos, the Smartest Monkey, its checks, the score; then the next round."""

import numpy as np

from mom_env.four_monkeys.rules.areas import seat_next_areas
from mom_env.four_monkeys.rules.cards import clear_kinds, count_beneath, discard_hand
from mom_env.four_monkeys.rules.checking import is_right
from mom_env.four_monkeys.rules.family import family_score, find_smartest_family
from mom_env.four_monkeys.rules.grabbing import put_down_tile
from mom_env.four_monkeys.rules.history import erase_deal
from mom_env.four_monkeys.rules.setup import begin_round
from mom_env.four_monkeys.rules.skins import points_of_skins
from mom_env.four_monkeys.rules.values import num_aside, owner_of, value_of_row, visible_points, write_ranks
from mom_env.four_monkeys.sizes import MAX_PLAYERS
from mom_env.four_monkeys.state import EMPTY, NONE, REPEATED, RIGHT, UNCHECKED, WRONG, Phase, Rules, State
from mom_env.kernel.jit import called_kernel, part


@called_kernel
def begin_scoring(state: State, rules: Rules, ended_by: int) -> None:
    """4, 5.1: End the play of a round: hands are discarded, open tiles lie as they are, repeated ones are set aside."""
    number, deal = int(state.round_number), int(state.deal_number)
    state.phase, state.free = Phase.CHECK, 0
    state.ended_by[number], state.num_ticks[number] = ended_by, state.tick
    state.ticks[deal] = state.tick
    for tick in range(state.tick, len(state.orders[deal])):
        state.orders[deal, tick] = 0
    for seat in range(rules.num_players):
        discard_hand(state, rules, seat)
        if state.open_row[seat] != NONE:
            put_down_tile(state, seat)
    judge_uncontested(state, rules)
    state.smartest[number] = find_smartest(state, rules)
    check_on(state, rules)


@part
def judge_uncontested(state: State, rules: Rules) -> None:
    """R18, 5.1: Take off all tiles without a card, then set aside all tiles of repeated combos."""
    number = int(state.round_number)
    for row in range(state.num_rows[number]):
        if state.row_beneath[number, row] == 0:
            state.row_verdict[number, row] = EMPTY
    for seat in range(rules.num_players):
        repeated = find_repeated(state, seat)
        for row in range(state.num_rows[number]):
            if is_unchecked(state, seat, row) and repeated >> int(state.row_combo[number, row]) & 1:
                state.row_verdict[number, row] = REPEATED


@part
def find_repeated(state: State, seat: int) -> int:
    """5.1: Return the combos, as bits, of which `seat` has several tiles; tiles taken off do not count."""
    number, found, repeated = int(state.round_number), 0, 0
    for row in range(state.num_rows[number]):
        if is_unchecked(state, seat, row):
            combo = 1 << int(state.row_combo[number, row])
            repeated |= found & combo
            found |= combo
    return repeated


# 5.2 and 5.3


@called_kernel
def check_on(state: State, rules: Rules) -> None:
    """5.3, 6: Check tiles of the Smartest Monkeys until an owner has to choose, or all of theirs are checked."""
    while state.phase == Phase.CHECK:
        row = find_next_row(state, rules)
        if row == NONE:
            end_round(state, rules)
        elif rules.check_choice and num_to_choose(state, rules, owner_of(state, row)) > 1:
            state.seat = owner_of(state, row)
            return
        else:
            check_row(state, rules, row)


@called_kernel
def find_smartest(state: State, rules: Rules) -> int:
    """5.2: Return all Smartest Monkeys as bits: the seats that no other one is smarter than."""
    if rules.family:
        return find_smartest_family(state, rules)
    ranks = np.zeros(MAX_PLAYERS, np.int64)
    write_ranks(state, rules, ranks)
    best, smartest = ranks[0], 1
    for seat in range(1, rules.num_players):
        if ranks[seat] > best:
            best, smartest = ranks[seat], 0
        smartest |= (ranks[seat] == best) << seat
    return smartest


@part
def find_next_row(state: State, rules: Rules) -> int:
    """R21: Return the row that is checked next: of the first Smartest Monkey to the left of the last one.

    At first it is the lowest seat. Return NONE (-1) if all their tiles are checked.
    """
    count, smartest = int(rules.num_players), int(state.smartest[int(state.round_number)])
    last = count - 1 if state.last_checked == NONE else int(state.last_checked)
    for steps in range(1, count + 1):
        seat = (last + steps) % count
        row = find_first_row(state, rules, seat) if smartest >> seat & 1 else NONE
        if row != NONE:
            return row
    return NONE


@part
def find_first_row(state: State, rules: Rules, seat: int) -> int:
    """5.3, R22: Return the row of the unchecked tile of `seat` of least visible value; NONE (-1) without one.

    Of equal ones the burned one comes first, then the lower combo.
    """
    number, best = int(state.round_number), NONE
    for row in range(state.num_rows[number]):
        if is_unchecked(state, seat, row) and (best == NONE or is_before(state, rules, row, best)):
            best = row
    return best


@part
def is_unchecked(state: State, seat: int, row: int) -> bool:
    """5.3: Return whether `row` is a tile of `seat` that counts and has not been checked."""
    number = int(state.round_number)
    return bool(state.row_seat[number, row] == seat and state.row_verdict[number, row] == UNCHECKED)


@part
def is_before(state: State, rules: Rules, row: int, other: int) -> bool:
    """5.3, R22: Return whether the tile in `row` is checked before that in `other`, of the same owner."""
    number = int(state.round_number)
    value, others = value_of_row(state, rules, row), value_of_row(state, rules, other)
    if value != others:
        return value < others
    if state.row_orange[number, row] != state.row_orange[number, other]:
        return bool(state.row_orange[number, row])
    return bool(state.row_combo[number, row] < state.row_combo[number, other])


@part
def can_check_first(state: State, rules: Rules, seat: int, combo: int) -> bool:
    """R22: Return whether `seat` can let its tile of `combo` be checked first, as none is worth less."""
    row, first = find_unchecked(state, seat, combo), find_first_row(state, rules, seat)
    return row != NONE and value_of_row(state, rules, row) == value_of_row(state, rules, first)


@part
def find_unchecked(state: State, seat: int, combo: int) -> int:
    """R22: Return the row of the only unchecked tile of a combo that `seat` has; NONE (-1) without one."""
    for row in range(state.num_rows[int(state.round_number)]):
        if is_unchecked(state, seat, row) and state.row_combo[int(state.round_number), row] == combo:
            return row
    return NONE


@part
def num_to_choose(state: State, rules: Rules, seat: int) -> int:
    """R22: Return how many unchecked tiles of `seat` share the least value."""
    count = 0
    for combo in range(rules.num_combos):
        count += can_check_first(state, rules, seat, combo)
    return count


@part
def check_chosen(state: State, rules: Rules, combo: int) -> None:
    """R22: Check the tile of `combo` of the seat that was asked, and go on."""
    check_row(state, rules, find_unchecked(state, int(state.seat), combo))
    check_on(state, rules)


@part
def check_row(state: State, rules: Rules, row: int) -> None:
    """5.3: Show the cards beneath the tile in `row`; if they are not right, it is set aside."""
    number, owner = int(state.round_number), owner_of(state, row)
    count_beneath(state, rules, row)
    right = is_right(rules, int(state.row_combo[number, row]), state.open_kinds[owner])
    clear_kinds(state.open_kinds[owner])
    state.row_verdict[number, row] = RIGHT if right else WRONG
    state.num_checks += 1
    state.row_check[number, row] = state.num_checks
    state.last_checked = owner
    if not right:  # else nobody has less
        state.smartest[number] = find_smartest(state, rules)


# 5.4 and the end of the round


@part
def end_round(state: State, rules: Rules) -> None:
    """5.4, 7, 9: Score the round, and set up the next one, or end the game."""
    number = int(state.round_number)
    for seat in range(rules.num_players):
        score = score_of_round(state, rules, seat, int(state.smartest[number]))
        state.scores[number, seat], state.last_score[seat] = score, score
        state.total[seat] += score
    erase_deal(state)
    state.round_number += 1
    if state.round_number == rules.rounds:
        end_game(state)
        return
    if rules.num_areas > 1:
        seat_next_areas(state, rules)
    state.deal_number += 1
    begin_round(state, rules)


@part
def score_of_round(state: State, rules: Rules, seat: int, smartest: int) -> int:
    """5.4, R36: Return what the round brings `seat`; `smartest` has the Smartest Monkeys as bits."""
    skins = points_of_skins(state, rules, seat)
    if rules.family:
        return family_score(state, rules, seat, smartest) + skins
    return visible_points(state, rules, seat) + num_aside(state, seat) * int(rules.aside) + skins


@part
def end_game(state: State) -> None:
    """7: End the game: nobody has to choose, and what nobody can use any more is forgotten."""
    state.phase, state.seat = Phase.OVER, NONE
    state.hand_size[:], state.right[:], state.drawn[:] = 0, 0, 0
    state.seen[:, :] = 0
    state.tops[:] = 0
    state.tall[:] = 0
    state.stack_height[:] = 0
    state.stack_tile[:] = 0
