"""Which branches of the rules page one action meets."""

from mom_env.contract.records import Indices
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.soak.watch_choice import watch_choice
from mom_env.four_monkeys.soak.watch_round import watch_last_tick, watch_repetition, watch_round
from mom_env.four_monkeys.soak.watch_tick import watch_tick
from mom_env.four_monkeys.state import Phase, Rules, State
from mom_env.kernel.jit import part


@part
def watch_deal(state: State, rules: Rules, notes: object, events: Indices) -> None:
    """2, 9, R5: Count the number of areas, and a hidden timer."""
    events[Event.TWO_AREAS] += rules.num_areas == 2
    events[Event.ONE_AREA] += rules.num_areas == 1
    events[Event.HIDDEN_TIMER] += rules.hidden_timer == 1


@part
def watch(
    before: State, action: int, num_allowed: int, after: State, rules: Rules, notes: object, events: Indices
) -> None:
    """3, 4, 5: Add 1 to `events` for each branch of the rules page that one action meets.

    Args:
        before: the record before the action.
        action: the id of the action.
        num_allowed: the number of legal actions in `before`.
        after: the record at the next decision, or at the end.
        rules: tile file and options.
        notes: not used.
        events: how often each event was met.
    """
    is_scored, is_again = after.round_number != before.round_number, after.deal_number != before.deal_number
    if before.phase == Phase.CHECK:
        events[Event.CHECK_CHOSEN] += 1
    else:
        watch_choice(before, action, num_allowed, rules, events)
        if is_scored or after.phase == Phase.CHECK:
            watch_last_tick(before, action, after, rules, events)
        elif not is_again and after.tick != before.tick:
            watch_tick(before, action, after, rules, events)
    if is_scored:
        watch_round(before, action, after, rules, events)
    elif is_again:
        watch_repetition(before, action, rules, events)
