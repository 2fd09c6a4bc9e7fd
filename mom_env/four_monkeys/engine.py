"""The rules as shared loops call them: a decision is taken, and the game goes on to the next one."""

from mom_env.contract.records import Records
from mom_env.four_monkeys import actions
from mom_env.four_monkeys.actions import Mask
from mom_env.four_monkeys.rules import setup
from mom_env.four_monkeys.rules.legal import is_legal, mark_legal
from mom_env.four_monkeys.rules.scoring import can_check_first, check_chosen
from mom_env.four_monkeys.rules.tick import ask, ask_next, begin_tick, is_asked
from mom_env.four_monkeys.state import NONE, Phase, Rules, State
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.masks import NO_ACTION


@part
def deal(state: State, rules: Rules) -> None:
    """2: Draw all deals of a game, and set up its first round and tick."""
    setup.deal(state, rules)
    begin_tick(state, rules)


@kernel
def begin_dealt(states: Records, rules: Records) -> None:
    """2: Set up the first round and tick of the game in `states[0]`, whose deals are in the record already."""
    setup.begin_game(states[0], rules[0])
    begin_tick(states[0], rules[0])


@part
def go_on(state: State, rules: Rules) -> None:
    """3.1: Advance to the first decision; seats that can only wait do so unasked."""
    ask(state, rules)


@part
def take_action(state: State, rules: Rules, action: int) -> None:
    """3.1, R22, R31: Note what the seat that is asked chooses; with the last choice the tick happens.

    In scoring, a tile is checked.
    """
    if state.phase == Phase.CHECK:
        check_chosen(state, rules, action - actions.CHECK)
        if state.phase == Phase.ACT:
            begin_tick(state, rules)
    else:
        state.pending[int(state.seat)] = action
        ask_next(state, rules)
    ask(state, rules)


@part
def seats_to_move(state: State, rules: Rules) -> int:
    """3.1: Return the seats that still have to choose in this tick, or the one that is asked in scoring, as bits."""
    seats = 0
    for seat in range(rules.num_players):
        seats |= is_asked(state, rules, seat) << seat
    return seats


@part
def can_take_action(state: State, rules: Rules, seat: int, action: int) -> bool:
    """12: Return whether `seat` may play `action` now; both may be any whole number."""
    if not 0 <= seat < rules.num_players or not is_asked(state, rules, seat):
        return False
    if not 0 <= action < actions.NUM_ACTIONS:
        return False
    if state.phase == Phase.CHECK:
        return action >= actions.CHECK and can_check_first(state, rules, seat, action - actions.CHECK)
    return is_legal(state, rules, seat, action)


@part
def write_mask(state: State, rules: Rules, seat: int, mask: Mask) -> None:
    """12: Write into `mask` 1 for each legal action of `seat` and 0 for all others; all 0 if it is not asked."""
    for word in range(len(mask.words)):
        mask.words[word] = 0
    if not is_asked(state, rules, seat):
        return
    if state.phase == Phase.ACT:
        mark_legal(state, rules, seat, mask)
        return
    for combo in range(rules.num_combos):
        mask.check[combo] = can_check_first(state, rules, seat, combo)


@part
def forced_action(state: State, rules: Rules) -> int:
    """3.1: Return to wait if all can see that the seat that is asked can do nothing else, else NO_ACTION (-1)."""
    if state.seat == NONE or state.phase != Phase.ACT or int(state.free) >> int(state.seat) & 1:
        return NO_ACTION
    return actions.WAIT
