"""Which branches of the rules page one action meets."""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.soak.allowed import is_forced
from mom_env.monkeys_on_the_moon.soak.events import Event
from mom_env.monkeys_on_the_moon.soak.notes import Notes
from mom_env.monkeys_on_the_moon.soak.watch_bids import watch_bid, watch_monkey, watch_ship, watch_stay
from mom_env.monkeys_on_the_moon.soak.watch_civilization import watch_appeasement, watch_card, watch_tribe
from mom_env.monkeys_on_the_moon.soak.watch_end import watch_end, watch_wrap_up
from mom_env.monkeys_on_the_moon.state import Decision, Phase, Rules, State

FIRST_SEAT_STARTS = int(Event.SEAT_0_STARTS)  # those of the other seats follow


@part
def watch_deal(state: State, rules: Rules, notes: Notes, counts: Indices) -> None:
    """2, R15: Add 1 to `counts`, by `Event`, for the seat that starts, and if coins are hidden; reset `notes`."""
    notes.chained = 0
    counts[FIRST_SEAT_STARTS + int(state.start)] += 1
    counts[Event.HIDDEN_COINS] += rules.hidden_coins == 1


@part
def watch(
    before: State, action: int, num_allowed: int, after: State, rules: Rules, notes: Notes, counts: Indices
) -> None:
    """3, 4: Add 1 to `counts`, by `Event`, for each branch of the rules page that one action meets.

    Args:
        before: the record before the action.
        action: the id of the action.
        num_allowed: the number of legal actions in `before`.
        after: the record at the next decision, forced or not, or at the end.
        rules: deck and options.
        notes: what is remembered from one action to the next; it is brought up to date.
        counts: how often each event was met.
    """
    if is_forced(before, rules, num_allowed):
        watch_forced(before, counts)
    decision = int(before.decision)
    if decision == Decision.BID:
        watch_bid(before, action, after, rules, counts)
    elif decision == Decision.CARD:
        watch_card(before, num_allowed, counts)
    elif decision == Decision.TRIBE:
        watch_tribe(before, action, after, rules, counts)
    elif decision == Decision.MONKEY:
        watch_monkey(before, rules, counts)
    elif decision == Decision.SHIP:
        watch_ship(before, action, after, notes.chained == 1, counts)
    elif decision == Decision.STAY:
        watch_stay(before, after, counts)
    else:
        watch_appeasement(before, action, after, rules, counts)
    notes.chained = decision == Decision.SHIP and after.decision == Decision.SHIP
    if after.phase == Phase.OVER:
        watch_end(before, action, after, rules, counts)
    elif after.round_number != before.round_number:
        watch_wrap_up(before, after, counts)


@part
def watch_forced(before: State, counts: Indices) -> None:
    """Add 1 to `counts`, by `Event`, for a forced decision: one with one option that all can see."""
    decision = int(before.decision)
    counts[Event.FORCED_CARD] += decision == Decision.CARD
    counts[Event.FORCED_APPEASEMENT] += decision == Decision.APPEASE
    counts[Event.FORCED_MONKEY] += decision == Decision.MONKEY
    counts[Event.FORCED_BID] += decision == Decision.BID
    counts[Event.FORCED_SHIP] += decision == Decision.SHIP
