"""Which branches of the rules page one action meets."""

from mom_env.contract.records import Indices
from mom_env.four_monkeys import actions
from mom_env.four_monkeys import state as records
from mom_env.four_monkeys.soak.events import Event
from mom_env.four_monkeys.state import GREEN, IN_HAND, MISSED, NONE, EndedBy, Phase, Rules, State
from mom_env.kernel.jit import part

EMPTY, REPEATED, RIGHT, WRONG, UNCHECKED = (
    records.EMPTY,
    records.REPEATED,
    records.RIGHT,
    records.WRONG,
    records.UNCHECKED,
)
STOPPED = int(EndedBy.STOP)


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
    if before.phase == Phase.CHECK:
        events[Event.CHECK_CHOSEN] += 1
    else:
        watch_choice(before, action, num_allowed, rules, events)
    if is_new_round(before, after):
        watch_round_end(before, action, after, rules, events)
    elif before.phase == Phase.ACT and after.phase == Phase.ACT and after.tick != before.tick:
        watch_tick(after, rules, events)


@part
def is_new_round(before: State, after: State) -> bool:
    """4: Return whether a round has ended between two positions, or begins again."""
    return bool(before.round_number != after.round_number or before.deal_number != after.deal_number)


@part
def watch_choice(before: State, action: int, num_allowed: int, rules: Rules, events: Indices) -> None:
    """3: Count what the seat that is asked has chosen."""
    seat = int(before.seat)
    events[Event.WAITED] += action == actions.WAIT and num_allowed > 1
    events[Event.SLOW_SEAT] += int(before.tick) % int(rules.pace[seat]) != 0
    if actions.GRAB <= action < actions.LAY:
        combo = action - actions.GRAB
        events[Event.GRABBED_AGAIN] += before.counts[seat, 0, combo] + before.counts[seat, 1, combo] > 0
    elif actions.LAY <= action < actions.CLOSE:
        events[Event.LAID] += 1
        events[Event.LAID_STRANGE] += not has_own(before, seat, action - actions.LAY)
    elif action == actions.CLOSE:
        watch_close(before, seat, rules, events)
    elif actions.BURN <= action < actions.REPLENISH:
        events[Event.BURNED] += 1
        events[Event.BURNED_OPEN] += before.open_row[seat] != NONE
        events[Event.BURNED_OF_TWO] += before.counts[seat, GREEN, action - actions.BURN] > 1
    elif actions.SKIN <= action < actions.CHECK:
        events[Event.SKIN_GIVEN] += 1
        events[Event.SKIN_PASSED_ON] += before.handed_skins[seat] > 0
    events[Event.NEW_HAND] += action == actions.NEW_HAND
    events[Event.MORE_CARDS] += action == actions.MORE
    events[Event.REVEALED] += action == actions.REVEAL


@part
def has_own(state: State, seat: int, kind: int) -> bool:
    """R34: Return whether `seat` holds a card of a kind from its own deck."""
    for place in range(state.drawn[seat]):
        is_held = state.where[int(state.round_number), seat, place] == IN_HAND + seat
        if is_held and state.decks[int(state.deal_number), seat, place] == kind:
            return True
    return False


@part
def watch_close(before: State, seat: int, rules: Rules, events: Indices) -> None:
    """3.2.3, R8, R9: Count how a tile is closed."""
    row = int(before.open_row[seat])
    events[Event.CLOSED] += 1
    events[Event.CLOSED_EMPTY] += before.row_beneath[int(before.round_number), row] == 0
    events[Event.DREW_NONE] += before.hand_size[seat] >= rules.hand


@part
def watch_tick(after: State, rules: Rules, events: Indices) -> None:
    """3.6, R12: Count what a tick has led to: grabs, and empty decks."""
    for seat in range(rules.num_players):
        events[Event.GRABBED] += actions.GRAB <= after.last[seat] < actions.LAY
        events[Event.MISSED] += after.last[seat] >= MISSED
        events[Event.DECK_EMPTY] += after.drawn[seat] == rules.num_cards
    for area in range(rules.num_areas):
        is_empty = True
        for seat in range(rules.num_players):
            is_empty &= after.area[seat] != area or after.drawn[seat] == rules.num_cards
        events[Event.ALL_DECKS_EMPTY] += is_empty


@part
def watch_round_end(before: State, action: int, after: State, rules: Rules, events: Indices) -> None:
    """4, 5: Count in `events` how the step from `before` to `after` has ended a round, and what its scoring has found.

    If both have the same round number, only a false stop is counted. `action` is not used.
    """
    number = int(before.round_number)
    if after.round_number == number:
        events[Event.FALSE_STOP] += 1
        return
    is_stop = after.ended_by[number] == STOPPED
    events[Event.BY_STOP] += is_stop
    events[Event.BY_TIMER] += not is_stop
    stops = 0
    for seat in range(rules.num_players):
        stops += int(before.stops_left[seat]) - int(after.stops_left[seat])
        events[Event.AREAS_CHANGED] += before.area[seat] != after.area[seat]
    events[Event.STOP_BOTH] += is_stop and stops > 0
    events[Event.FAMILY_ROUND] += rules.family
    smartest = int(after.smartest[number])
    events[Event.SMARTEST_TIED] += smartest & (smartest - 1) != 0
    watch_verdicts(after, number, events)
    if after.phase == Phase.OVER:
        watch_winners(after, rules, events)


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


@part
def watch_winners(after: State, rules: Rules, events: Indices) -> None:
    """7: Count a game that several seats have won."""
    best, count = -10_000, 0
    for seat in range(rules.num_players):
        worth = int(after.total[seat]) * 1000 + int(after.last_score[seat])
        if worth > best:
            best, count = worth, 0
        count += worth == best
    events[Event.GAME_TIED] += count > 1
