"""3.2: Grabbing a combo, and closing its tile."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.rules.cards import draw_cards
from mom_env.four_monkeys.rules.stacks import find_highest, take_top, top_of
from mom_env.four_monkeys.sizes import NUM_KINDS
from mom_env.four_monkeys.state import BENEATH, GREEN, MISSED, NONE, Rules, State
from mom_env.kernel.jit import part


@part
def apply_grabs(state: State, rules: Rules) -> None:
    """3.2.1, R6: Give one stack's top to each seat that grabs, the quickest first, as far as stacks show the combo.

    All heights are those before the tick.
    """
    for i in range(rules.num_players):
        seat = int(state.order[i])
        combo = int(state.pending[seat]) - actions.GRAB
        if 0 <= combo < actions.LAY - actions.GRAB:
            state.claimed[seat] = find_highest(state, rules, int(state.area[seat]), combo, 1)
            if state.claimed[seat] == NONE:
                state.last[seat] = MISSED + combo
    for seat in range(rules.num_players):
        if state.claimed[seat] != NONE:
            open_tile(state, seat, int(state.claimed[seat]))
            state.claimed[seat] = NONE


@part
def open_tile(state: State, seat: int, place: int) -> None:
    """3.2.1: Lay the top of the stack at `place` in front of `seat`, green side up, as its open tile."""
    number = int(state.round_number)
    row = int(state.num_rows[number])
    state.row_seat[number, row], state.row_combo[number, row] = seat, top_of(state, place)
    state.num_rows[number] += 1
    state.open_row[seat], state.gave[seat], state.open_right[seat] = row, 0, 0
    for kind in range(NUM_KINDS):
        state.open_kinds[seat, kind] = 0
    take_top(state, place)


@part
def close_tile(state: State, rules: Rules, seat: int) -> None:
    """3.2.3, R9: Close the open tile of `seat`, which draws up to a full hand."""
    put_down_tile(state, seat)
    draw_cards(state, rules, seat, int(rules.hand) - int(state.hand_size[seat]))


@part
def put_down_tile(state: State, seat: int) -> None:
    """3.2.3: Make the open tile of `seat` a closed one. No card is drawn."""
    number, row = int(state.round_number), int(state.open_row[seat])
    combo = int(state.row_combo[number, row])
    state.counts[seat, GREEN, combo] += 1
    state.counts[seat, BENEATH, combo] += state.row_beneath[number, row]
    note_right(state, seat, combo, int(state.open_right[seat]))
    state.open_row[seat], state.gave[seat], state.open_right[seat] = NONE, 0, 0
    for kind in range(NUM_KINDS):
        state.open_kinds[seat, kind] = 0


@part
def note_right(state: State, seat: int, combo: int, right: int) -> None:
    """5.3: Note for `seat` whether its last closed tile of `combo` is right, by 1 or 0."""
    state.right[seat] = (int(state.right[seat]) & ~(1 << combo)) | right << combo
