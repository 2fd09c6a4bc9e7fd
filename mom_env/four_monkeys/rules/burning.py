"""3.3, 3.4: Burning a combo, and hand replenish: cards for points."""

from mom_env.four_monkeys.rules.cards import discard_hand, draw_cards
from mom_env.four_monkeys.state import GREEN, ORANGE, Rules, State
from mom_env.kernel.jit import part


@part
def burn_tile(state: State, rules: Rules, seat: int, combo: int) -> None:
    """3.3, R13: Turn the first closed green tile of `combo` in front of `seat` to its orange side, and draw cards."""
    row = 0
    while not is_green(state, seat, combo, row):
        row += 1
    state.row_orange[int(state.round_number), row] = 1
    state.counts[seat, GREEN, combo] -= 1
    state.counts[seat, ORANGE, combo] += 1
    draw_cards(state, rules, seat, int(rules.burn))


@part
def is_green(state: State, seat: int, combo: int, row: int) -> bool:
    """3.3: Return whether the tile in `row` is a closed green one of `combo` in front of `seat`."""
    number = int(state.round_number)
    is_own = state.row_seat[number, row] == seat and state.row_combo[number, row] == combo
    return bool(is_own and not state.row_orange[number, row] and row != state.open_row[seat])


@part
def replace_hand(state: State, rules: Rules, seat: int) -> None:
    """3.4 (a): Turn hand replenish, discard the whole hand and draw a new one."""
    state.replenished[seat] = 1
    discard_hand(state, rules, seat)
    draw_cards(state, rules, seat, int(rules.new_hand))


@part
def draw_more(state: State, rules: Rules, seat: int) -> None:
    """3.4 (b): Turn hand replenish and draw more cards."""
    state.replenished[seat] = 1
    draw_cards(state, rules, seat, int(rules.more))
