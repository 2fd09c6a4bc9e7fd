"""3.1, 3.6: A tick: the seats that are asked, and what happens when all have chosen."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.rules.burning import burn_tile, draw_more, replace_hand
from mom_env.four_monkeys.rules.cards import lay_card
from mom_env.four_monkeys.rules.grabbing import apply_grabs, close_tile
from mom_env.four_monkeys.rules.legal import is_free
from mom_env.four_monkeys.rules.orders import write_order
from mom_env.four_monkeys.rules.skins import apply_skins
from mom_env.four_monkeys.rules.stacks import look_at_tops, reveal_tile
from mom_env.four_monkeys.rules.stop import end_tick
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import called_kernel, part


@part
def begin_tick(state: State, rules: Rules) -> None:
    """3.1: Note who can do something else than wait, and turn to the first seat."""
    free = 0
    for seat in range(rules.num_players):
        free |= is_free(state, rules, seat) << seat
    state.free, state.seat = free, 0


@called_kernel
def play_tick(state: State, rules: Rules) -> None:
    """3.6, R2: Let all that was chosen happen, and begin the next tick, the scoring or the round again."""
    write_order(state, rules)
    note_choices(state, rules)
    apply_grabs(state, rules)
    apply_reveals(state, rules)
    apply_hands(state, rules)
    if rules.banana_skins:
        apply_skins(state, rules)
    look_at_tops(state, rules)
    state.orders[int(state.deal_number), int(state.tick)] = 0
    state.tick += 1
    end_tick(state, rules)
    if state.phase == Phase.ACT:
        begin_tick(state, rules)


@part
def note_choices(state: State, rules: Rules) -> None:
    """11, R31: Note what everybody does in this tick, without the faces of the cards that are laid."""
    for seat in range(rules.num_players):
        action = int(state.pending[seat])
        state.last[seat] = actions.LAY if actions.LAY <= action < actions.CLOSE else action


@part
def apply_reveals(state: State, rules: Rules) -> None:
    """3.6 (2), R14: Reveal one tile in each area in which somebody chose to."""
    for area in range(rules.num_areas):
        is_wanted = False
        for seat in range(rules.num_players):
            is_wanted |= state.area[seat] == area and state.pending[seat] == actions.REVEAL
        if is_wanted:
            reveal_tile(state, rules, area)


@part
def apply_hands(state: State, rules: Rules) -> None:
    """3.6 (3): Let all seats lay, close, burn and replenish, the quickest first."""
    for i in range(rules.num_players):
        seat = int(state.order[i])
        apply_hand(state, rules, seat, int(state.pending[seat]))
    for seat in range(rules.num_players):
        state.order[seat] = 0


@part
def apply_hand(state: State, rules: Rules, seat: int, action: int) -> None:
    """3.6 (3): Let `seat` lay, close, burn or replenish, if that is its action."""
    if actions.LAY <= action < actions.CLOSE:
        lay_card(state, rules, seat, action - actions.LAY)
    elif action == actions.CLOSE:
        close_tile(state, rules, seat)
    elif actions.BURN <= action < actions.REPLENISH:
        burn_tile(state, rules, seat, action - actions.BURN)
    elif action == actions.NEW_HAND:
        replace_hand(state, rules, seat)
    elif action == actions.MORE:
        draw_more(state, rules, seat)


@part
def is_asked(state: State, rules: Rules, seat: int) -> bool:
    """3.1: Return whether `seat` still has to choose: in a tick, or which of its tiles is checked first."""
    if state.phase != Phase.ACT:
        return bool(state.phase == Phase.CHECK and seat == state.seat)
    is_real = int(state.free) >> seat & 1 or not rules.skip_forced
    return bool(state.pending[seat] == NONE and is_real)


@part
def ask_next(state: State, rules: Rules) -> None:
    """3.1: Turn to the first seat that has not chosen yet; when all have, the tick happens."""
    for seat in range(rules.num_players):
        if state.pending[seat] == NONE:
            state.seat = seat
            return
    play_tick(state, rules)


@part
def ask(state: State, rules: Rules) -> None:
    """3.1: Go on until a seat has to choose or the game is over; seats that can only wait do so unasked."""
    while state.seat != NONE and not is_asked(state, rules, int(state.seat)):
        state.pending[int(state.seat)] = actions.WAIT
        ask_next(state, rules)
