"""Which branches of the rules page one action meets."""

from mom_env.ape_town.actions import PLACE, TAKE
from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.soak.notes import Notes
from mom_env.ape_town.soak.watch_place import watch_forced_field, watch_place
from mom_env.ape_town.soak.watch_take import watch_forced_take, watch_take
from mom_env.ape_town.state import Decision, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part

FIRST_SEAT_STARTS = int(Event.SEAT_0_STARTS)  # those of the other seats follow


@part
def watch_deal(state: State, rules: Rules, notes: Notes, counts: Indices) -> None:
    """2.3, R2: Add 1 to `counts`, by `Event`, for the seat that starts; `notes` is not used."""
    counts[FIRST_SEAT_STARTS + int(state.start)] += 1


@part
def watch(
    before: State, action: int, num_allowed: int, after: State, rules: Rules, notes: Notes, counts: Indices
) -> None:
    """3, 4, 5: Add 1 to `counts`, by `Event`, for each branch of the rules page that one action meets.

    Args:
        before: the record before the action.
        action: the id of the action.
        num_allowed: the number of legal actions in `before`.
        after: the record at the next decision, forced or not, or at the end.
        rules: board and options.
        notes: not used.
        counts: how often each event was met.
    """
    if before.decision == Decision.TAKE:
        if num_allowed == 1:
            watch_forced_take(before, counts)
        watch_take(before, action - TAKE, after, rules, counts)
    else:
        if num_allowed == 1:
            watch_forced_field(before, action - PLACE, rules, counts)
        watch_place(before, action - PLACE, after, rules, counts)
