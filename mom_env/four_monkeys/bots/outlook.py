"""What bots read off the table, all of it open: the time left, what is shown, what can be grabbed."""

from mom_env.four_monkeys.returns import open_combo
from mom_env.four_monkeys.rules.legal import has_combo
from mom_env.four_monkeys.sizes import MAX_COMBOS, NUM_FIGURES
from mom_env.four_monkeys.state import BENEATH, GREEN, NONE, ORANGE, Rules, State
from mom_env.kernel.jit import part


@part
def ticks_left(state: State, rules: Rules, seat: int) -> int:
    """R3, R5: Return in how many ticks `seat` can still act, with this one; a hidden timer counts as a mean one."""
    left = max(int(rules.ticks) - int(state.tick), 1)
    pace = int(rules.pace[seat])
    return (left + pace - 1) // pace


@part
def shown_points(state: State, rules: Rules, seat: int) -> int:
    """5.2: Return the points that `seat` shows, without tiles of repeated combos; the open tile counts."""
    points = int(rules.replenish) + int(state.replenished[seat]) * int(rules.orange)
    for combo in range(MAX_COMBOS):
        green, orange = int(state.counts[seat, GREEN, combo]), int(state.counts[seat, ORANGE, combo])
        green += open_combo(state, seat) == combo
        if green + orange == 1:
            points += int(rules.points[combo]) + orange * int(rules.orange)
    return points


@part
def shown_tiles(state: State, seat: int) -> int:
    """10: Return the number of combos of which `seat` shows one tile."""
    count = 0
    for combo in range(MAX_COMBOS):
        tiles = int(state.counts[seat, GREEN, combo]) + int(state.counts[seat, ORANGE, combo])
        count += tiles + (open_combo(state, seat) == combo) == 1
    return count


@part
def rank_by(state: State, rules: Rules, seat: int) -> int:
    """5.2, 10: Return what decides who is the Smartest Monkey: shown points, in the family version shown tiles."""
    return shown_tiles(state, seat) if rules.family else shown_points(state, rules, seat)


@part
def worth_to_rank(rules: Rules, combo: int) -> int:
    """5.2, 10: Return by how much a green tile of a combo raises what decides who is the Smartest Monkey."""
    return 1 if rules.family else int(rules.points[combo])


@part
def honest_rank(state: State, rules: Rules, seat: int, with_open: bool) -> int:
    """5.2, 5.3: Return the rank of `seat` without closed tiles that have too few cards beneath to be right.

    The open tile counts if `with_open`.
    """
    rank = rank_by(state, rules, seat)
    for combo in range(rules.num_combos):
        green, orange = int(state.counts[seat, GREEN, combo]), int(state.counts[seat, ORANGE, combo])
        if green + orange == 1 and state.counts[seat, BENEATH, combo] < fewest_cards(rules, combo):
            rank -= worth_to_rank(rules, combo) + (0 if rules.family else orange * int(rules.orange))
    if not with_open and open_combo(state, seat) != NONE:
        rank -= worth_to_rank(rules, open_combo(state, seat))
    return rank


@part
def fewest_cards(rules: Rules, combo: int) -> int:
    """1, R20: Return how many cards `combo` takes at least, as each shows two figures and has one button at most."""
    figures, way = 0, rules.ways[combo, 0]  # as many figures in every way
    for figure in range(NUM_FIGURES):
        figures += int(way[figure])
    return max((figures + 1) // 2, int(way[NUM_FIGURES]))


@part
def num_burned(state: State, seat: int) -> int:
    """5.2, R19: Return the number of burned tiles of `seat`; hand replenish is one when it is turned."""
    count = int(state.replenished[seat])
    for combo in range(MAX_COMBOS):
        count += int(state.counts[seat, ORANGE, combo])
    return count


@part
def is_wanted(state: State, seat: int, combo: int) -> bool:
    """5.1: Return whether a combo lies on top in the area of `seat`, which has none of it."""
    return bool(int(state.tops[int(state.area[seat])]) >> combo & 1 and not has_combo(state, seat, combo))


@part
def cheapest_green(state: State, rules: Rules, seat: int) -> int:
    """3.3: Return the combo of least points of which `seat` has a closed green tile; NONE (-1) without one."""
    cheapest = NONE
    for combo in range(MAX_COMBOS):
        if state.counts[seat, GREEN, combo] > 0 and (cheapest == NONE or rules.points[combo] < rules.points[cheapest]):
            cheapest = combo
    return cheapest


@part
def dearest_wanted(state: State, rules: Rules, seat: int) -> int:
    """3.2: Return the most points of a combo on top that `seat` does not have; 0 without one."""
    dearest = 0
    for combo in range(MAX_COMBOS):
        if is_wanted(state, seat, combo):
            dearest = max(dearest, int(rules.points[combo]))
    return dearest
