"""4: The end of a tick: Stop, a round that is played again, the end of the timer."""

from mom_env.four_monkeys import actions
from mom_env.four_monkeys.rules.history import erase_deal
from mom_env.four_monkeys.rules.legal import has_all_combos
from mom_env.four_monkeys.rules.scoring import begin_scoring
from mom_env.four_monkeys.rules.setup import begin_round
from mom_env.four_monkeys.state import BY_STOP, BY_TIMER, NONE, Rules, State
from mom_env.kernel.jit import part


@part
def end_tick(state: State, rules: Rules) -> None:
    """4: End the round if Stop was called or the timer has run out; else all seats may choose again."""
    is_right, is_wrong = False, False
    for seat in range(rules.num_players):
        if state.pending[seat] == actions.STOP:
            if has_all_combos(state, rules, seat):
                is_right = True
            else:
                is_wrong = True
                punish_stop(state, rules, seat)
        state.pending[seat] = NONE
    if is_right:
        begin_scoring(state, rules, BY_STOP)
    elif is_wrong:
        play_again(state, rules)
    elif state.tick == state.ticks[int(state.deal_number)]:
        begin_scoring(state, rules, BY_TIMER)


@part
def punish_stop(state: State, rules: Rules, seat: int) -> None:
    """R17: Take the points of a false stop off the total of `seat`, which has one less left."""
    state.total[seat] += rules.false_stop
    state.stops_left[seat] -= 1


@part
def play_again(state: State, rules: Rules) -> None:
    """R17: Play the round again, from the next deal; areas stay as they are."""
    erase_deal(state)
    state.deal_number += 1
    begin_round(state, rules)
