"""4, 5, 7 to 10: Which branches of the rules page the end of a round meets."""

import numpy as np

from mom_env.contract.records import Indices
from mom_env.four_monkeys import actions
from mom_env.four_monkeys.sizes import NUM_KINDS
from mom_env.four_monkeys.soak.check_round import count_aside, find_check
from mom_env.four_monkeys.soak.check_tick import count_stops
from mom_env.four_monkeys.soak.count import (
    BUTTON,
    FACES,
    Kinds,
    choice_of,
    count_kinds,
    count_skins,
    count_ways,
    is_turned,
    is_way_met,
    shown_value,
)
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.soak.smartest import (
    BY_BURNED,
    BY_FIRST,
    BY_TOTAL,
    BY_VALUE,
    compare,
    count_checks,
    count_tiles,
    is_due,
)
from mom_env.four_monkeys.state import (
    BY_STOP,
    EMPTY,
    NONE,
    REPEATED,
    RIGHT,
    UNCHECKED,
    WRONG,
    Phase,
    Rules,
    State,
)
from mom_env.kernel.jit import part


@part
def watch_repetition(before: State, action: int, rules: Rules, events: Indices) -> None:
    """R17: Count a round that is played again."""
    wrong = count_stops(before, action, rules)[1]
    events[Event.FALSE_STOP] += 1
    events[Event.SEVERAL_FALSE] += wrong & (wrong - 1) != 0
    events[Event.AREAS_AGAIN] += rules.num_areas == 2


@part
def watch_last_tick(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """R17, R18: Count a wrong Stop beside a right one, and open tiles with cards, in the tick that ends a round."""
    number = int(before.round_number)
    right, wrong = count_stops(before, action, rules)
    events[Event.STOP_BOTH] += right != 0 and wrong != 0
    for seat in range(rules.num_players):
        row = int(before.open_row[seat])
        if row != NONE and choice_of(before, action, seat) != actions.CLOSE:
            events[Event.OPEN_TILE] += after.row_beneath[number, row] > 0


@part
def watch_round(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """4, 5: Count how a round was ended and scored."""
    number = int(before.round_number)
    events[Event.BY_STOP] += after.ended_by[number] == BY_STOP
    events[Event.BY_TIMER] += after.ended_by[number] != BY_STOP
    events[Event.FAMILY_ROUND] += rules.family
    watch_verdicts(after, number, events)
    watch_checks(before, after, rules, events)
    watch_smartest(before, action, after, rules, events)
    for seat in range(rules.num_players):
        events[Event.NEGATIVE] += after.scores[number, seat] < 0
        watch_aside(before, after, rules, seat, events)
        if rules.family:
            watch_family(before, action, after, rules, seat, events)
        if rules.banana_skins:
            watch_skins(before, action, rules, seat, events)
    if after.phase == Phase.OVER:
        watch_winners(after, rules, events)
    else:
        watch_next(before, action, after, rules, events)


@part
def watch_verdicts(after: State, number: int, events: Indices) -> None:
    """5: Count what the scoring of the round `number` has said of each tile."""
    for row in range(after.num_rows[number]):
        verdict = after.row_verdict[number, row]
        events[Event.EMPTY_TILE] += verdict == EMPTY
        events[Event.REPEATED] += verdict == REPEATED
        events[Event.RIGHT] += verdict == RIGHT
        events[Event.WRONG] += verdict == WRONG
        events[Event.BLUFF_STANDS] += verdict == UNCHECKED


# 5.2 The Smartest Monkey


@part
def watch_smartest(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """5.2, 10, R19, R28: Count by what the Smartest Monkeys, as the checks have left them, are ahead of others."""
    smartest, best = int(after.smartest[int(before.round_number)]), 0
    while not smartest >> best & 1:
        best += 1
    events[Event.SMARTEST_TIED] += smartest & (smartest - 1) != 0
    events[Event.FAMILY_TIED] += rules.family and smartest & (smartest - 1) != 0
    for seat in range(rules.num_players):
        if smartest >> seat & 1:
            events[Event.REPLENISH_UNCHECKED] += is_turned(before, action, seat)
        else:
            watch_pair(before, action, after, rules, best, seat, events)


@part
def watch_pair(before: State, action: int, after: State, rules: Rules, best: int, seat: int, events: Indices) -> None:
    """5.2, 10: Count by what the seat `best` is smarter than `seat`."""
    more, by = compare(before, action, after, rules, best, seat, count_checks(before, after))
    turned = int(is_turned(before, action, best)) - int(is_turned(before, action, seat))
    if rules.family:
        events[Event.FAMILY_BY_BURNED] += by == BY_BURNED
        events[Event.FAMILY_BY_VALUE] += by == BY_VALUE
        events[Event.FAMILY_BY_TOTAL] += by == BY_TOTAL
        events[Event.FAMILY_REPLENISH_DECIDES] += by == BY_BURNED and more + turned <= 0
    else:
        events[Event.SMARTEST_BY_BURNED] += by == BY_BURNED
        events[Event.REPLENISH_BREAKS_TIE] += by == BY_BURNED and more - turned <= 0
        events[Event.REPLENISH_COSTS_RANK] += by == BY_FIRST and more - turned * int(rules.orange) <= 0


# 5.3 Checking


@part
def watch_checks(before: State, after: State, rules: Rules, events: Indices) -> None:
    """5.3, R20, R21, R22: Count what each check has shown, and why it was that tile's turn."""
    number, last, kinds = int(before.round_number), NONE, np.zeros(NUM_KINDS, np.int64)
    for done in range(count_checks(before, after)):
        row = find_check(before, after, done + 1)
        combo, is_right = int(after.row_combo[number, row]), after.row_verdict[number, row] == RIGHT
        count_kinds(after, rules, number, row, kinds)
        if is_right:
            watch_right(rules, combo, kinds, events)
        else:
            watch_wrong(rules, combo, kinds, events)
        if not rules.check_choice:
            watch_equal(before, after, rules, row, done, events)
        owner = int(after.row_seat[number, row])
        events[Event.CHECKED_IN_TURN] += last != NONE and last != owner  # noqa: PLR1714  # two types for Numba
        last = owner if is_right else NONE


@part
def watch_right(rules: Rules, combo: int, kinds: Kinds, events: Indices) -> None:
    """R20: Count how the cards of a right tile make its combo."""
    has_more, is_golden = False, False
    for way in range(rules.num_ways[combo]):
        if is_way_met(rules, combo, way, kinds, NONE):
            figures = sum_of_way(rules, combo, way)
            has_more |= figures > 0 and count_figures(kinds) > figures
            is_golden |= has_golden(rules, combo, way, kinds)
    events[Event.RIGHT_WITH_MORE] += has_more
    events[Event.GOLDEN_TWICE] += is_golden
    events[Event.RIGHT_IN_WAYS] += count_ways(rules, combo, kinds, NONE) > 1


@part
def has_golden(rules: Rules, combo: int, way: int, kinds: Kinds) -> bool:
    """R20: Return whether a way of `combo` asks for buttons, and for a figure that a golden double of `kinds` shows."""
    for kind in range(len(kinds)):
        if kinds[kind] > 0 and FACES[kind, BUTTON] > 0 and rules.ways[combo, way, BUTTON] > 0:
            for figure in range(BUTTON):
                if FACES[kind, figure] > 0 and rules.ways[combo, way, figure] > 0:
                    return True
    return False


@part
def sum_of_way(rules: Rules, combo: int, way: int) -> int:
    """R20: Return how many figures a way of `combo` asks for in all."""
    total = 0
    for figure in range(BUTTON):
        total += int(rules.ways[combo, way, figure])
    return total


@part
def count_figures(kinds: Kinds) -> int:
    """R20: Return how many figures cards show in all, two each."""
    total = 0
    for kind in range(len(kinds)):
        total += 2 * int(kinds[kind])
    return total


@part
def watch_wrong(rules: Rules, combo: int, kinds: Kinds, events: Indices) -> None:
    """R20: Count why the cards of a wrong tile are not right."""
    is_enough, is_exact = count_ways(rules, combo, kinds, NONE) > 0, False
    for way in range(rules.num_ways[combo]):
        is_exact |= is_way_met(rules, combo, way, kinds, NONE) and not has_spare_in(rules, combo, way, kinds)
    events[Event.WRONG_SHORT] += not is_enough
    events[Event.WRONG_SPARE] += is_enough
    events[Event.WRONG_IN_ANOTHER] += is_exact


@part
def has_spare_in(rules: Rules, combo: int, way: int, kinds: Kinds) -> bool:
    """R20: Return whether one of the cards can be missed in this way of `combo`."""
    for kind in range(len(kinds)):
        if kinds[kind] > 0 and is_way_met(rules, combo, way, kinds, kind):
            return True
    return False


@part
def watch_equal(before: State, after: State, rules: Rules, row: int, done: int, events: Indices) -> None:
    """R22: Count a tile that is checked before others of its value, as it is burned or its combo is lower."""
    number, burned, lower = int(before.round_number), False, False
    for other in range(after.num_rows[number]):
        is_own = other != row and after.row_seat[number, other] == after.row_seat[number, row]
        if is_own and is_due(before, after, other, done):
            is_equal = shown_value(after, rules, number, other) == shown_value(after, rules, number, row)
            burned |= is_equal and after.row_orange[number, row] > after.row_orange[number, other]
            lower |= is_equal and after.row_orange[number, row] == after.row_orange[number, other]
    events[Event.BURNED_FIRST] += burned
    events[Event.LOWER_FIRST] += lower


# 5.4, 8, 10 The score


@part
def watch_aside(before: State, after: State, rules: Rules, seat: int, events: Indices) -> None:
    """R23, R33: Count what `seat` pays for tiles that were set aside."""
    wrong, repeated = count_aside(before, after, seat)
    if rules.family:
        events[Event.FREE_REPEATED] += repeated > 0
        events[Event.FAMILY_WRONG] += wrong > 0
    else:
        events[Event.PAYS_REPEATED] += repeated > 0
        events[Event.PAYS_BOTH] += repeated > 0 and wrong > 0


@part
def watch_family(before: State, action: int, after: State, rules: Rules, seat: int, events: Indices) -> None:
    """10, R28, R29: Count what brings `seat` points in the family version, and what does not."""
    burned = count_tiles(before, after, seat, count_checks(before, after))[1]
    events[Event.ORANGE_PAIR] += burned > 1
    events[Event.ODD_ORANGE] += burned % 2
    events[Event.FAMILY_REPLENISH] += is_turned(before, action, seat)


@part
def watch_skins(before: State, action: int, rules: Rules, seat: int, events: Indices) -> None:
    """R24, R36: Count the skins in front of `seat` at the end of a round, and whether they cost points."""
    own, handed = count_skins(before, action, rules, seat)
    is_paid = handed > 0 or (own > 0 and rules.fresh_skins_count)
    events[Event.SKIN_COSTS] += handed > 0
    events[Event.SKIN_IS_FREE] += own > 0 and not rules.fresh_skins_count
    events[Event.FRESH_SKIN_COSTS] += own > 0 and rules.fresh_skins_count
    events[Event.FAMILY_SKIN] += is_paid and rules.family
    events[Event.SKIN_COMES_BACK] += handed > 0 and is_only_giver(before, action, rules, seat)


@part
def is_only_giver(before: State, action: int, rules: Rules, seat: int) -> bool:
    """R24: Return whether only the skin of `seat` was ever given in its area, so that one handed to it is its own."""
    for other in range(rules.num_players):
        if before.area[other] == before.area[seat]:
            own = count_skins(before, action, rules, other)[0]
            if own != (other != seat):
                return False
    return True


# 7 and the next round


@part
def watch_winners(after: State, rules: Rules, events: Indices) -> None:
    """7: Count a game that the last round decides, or that several seats have won."""
    best, most, last, winners = 0, 0, 0, 0
    for seat in range(1, rules.num_players):
        more = int(after.total[seat]) - int(after.total[best])
        if more > 0 or (more == 0 and after.last_score[seat] > after.last_score[best]):
            best = seat
    for seat in range(rules.num_players):
        most += after.total[seat] == after.total[best]
        last = int(after.last_score[seat]) - int(after.last_score[best])
        winners += after.total[seat] == after.total[best] and last == 0
    events[Event.WON_BY_LAST] += winners < most
    events[Event.GAME_TIED] += winners > 1


@part
def watch_next(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """R26, R35: Count who changes the area, by what ties are broken there, and skins that go back to their owners."""
    by_last, by_seat, is_anew = False, False, False
    for seat in range(rules.num_players):
        events[Event.AREAS_CHANGED] += before.area[seat] != after.area[seat]
        is_anew |= bool(rules.banana_skins) and count_skins(before, action, rules, seat) != (1, 0)
        for other in range(rules.num_players):
            if after.area[seat] < after.area[other] and after.total[seat] == after.total[other]:
                by_last |= after.last_score[seat] > after.last_score[other]
                by_seat |= after.last_score[seat] == after.last_score[other]
    events[Event.AREA_BY_LAST] += by_last
    events[Event.AREA_BY_SEAT] += by_seat
    events[Event.SKINS_ANEW] += is_anew
