"""3.4, 4, R12: which branches are met by wrap-ups and the end of a game."""

from mom_env.contract.records import Indices
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.soak.events import Event
from mom_env.monkeys_on_the_moon.soak.score import count_better, winner_of_bid
from mom_env.monkeys_on_the_moon.state import (
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NONE,
    NUM_TRIBES,
    Decision,
    Rules,
    State,
)


@part
def watch_wrap_up(before: State, after: State, counts: Indices) -> None:
    """3.4: Add 1 to `counts`, by `Event`, if cards are drawn, or none are left, and if the start comes round to seat 0.

    `before` and `after` are the records around the wrap-up.
    """
    counts[Event.CARDS_DRAWN] += before.civilization_pile[0] != NONE
    counts[Event.NO_CARDS_DRAWN] += before.civilization_pile[0] == NONE
    counts[Event.START_GOES_ROUND] += after.start == 0


@part
def watch_end(before: State, action: int, after: State, rules: Rules, counts: Indices) -> None:
    """4: Add 1 to `counts`, by `Event`, for each last launch, rank, title and VP, and for what decides who wins.

    `action` leads from `before` to the finished game `after`.
    """
    winner = winner_of_bid(before, action)
    for seat in range(rules.num_players):
        watch_last_launch(before, after, seat, winner, counts)
    for rank in range(1, NUM_TRIBES):
        watch_ranks(after, int(after.ranking[rank - 1]), int(after.ranking[rank]), counts)
    for rank in range(NUM_TRIBES):
        watch_titles(after, rules, rank, counts)
    for tribe in range(NUM_TRIBES):
        if after.scorn[tribe] != NONE:
            counts[Event.SCORN_COSTS] += 1
            if rules.maximum_scorn:
                watch_maximum_scorn(before, after, tribe, winner, counts)
    watch_totals(after, rules, counts)
    watch_places(after, rules, counts)


@part
def watch_last_launch(before: State, after: State, seat: int, winner: int, counts: Indices) -> None:
    """4.1, R9: Add 1 to `counts`, by `Event`, for the last launch of `seat`, with monkeys or empty.

    If the seat held the scorn of its ship's tribe and did not just win a monkey of that tribe, add 1 also for scorn
    that goes back or stays. `winner` is the seat that wins the last auction, or NONE.
    """
    chose = before.decision == Decision.SHIP and before.seat == seat
    loaded = winner == seat or before.aboard[seat, 0] != NONE or (chose and before.waiting[0] != NONE)
    counts[Event.LAST_LAUNCH] += loaded
    counts[Event.LAST_LAUNCH_EMPTY] += not loaded
    tribe = int(after.ships_out[seat]) // MAX_SHIP_TYPES
    won = winner == seat and before.auction_monkey // MAX_STATUSES == tribe
    if before.scorn[tribe] == seat and not won:
        counts[Event.LAST_LAUNCH_SCORN_STAYS] += after.scorn[tribe] == seat
        counts[Event.LAST_LAUNCH_SCORN_BACK] += after.scorn[tribe] == NONE
        counts[Event.LAST_LAUNCH_SCORN_BACK_EMPTY] += after.scorn[tribe] == NONE and not loaded


@part
def watch_maximum_scorn(before: State, after: State, tribe: int, winner: int, counts: Indices) -> None:
    """R12: Add 1 to `counts`, by `Event`, if Maximum Scorn has discarded monkeys of `tribe`, or if there were none.

    It compares the records `before` and `after` the last action. If `winner`, the seat that wins the last auction, is
    NONE, the monkey up for auction does not count: 3.2.3 discarded it.
    """
    discarded = 0
    for monkey in range(tribe * MAX_STATUSES, (tribe + 1) * MAX_STATUSES):
        discarded += int(after.monkeys_out[monkey]) - int(before.monkeys_out[monkey])
        discarded -= winner == NONE and before.auction_monkey == monkey  # discarded by 3.2.3, not by Maximum Scorn
    counts[Event.MONKEYS_DISCARDED] += discarded > 0
    counts[Event.NO_MONKEYS_TO_DISCARD] += discarded == 0


@part
def watch_ranks(after: State, ahead: int, behind: int, counts: Indices) -> None:
    """4.2: Add 1 to `counts`, by `Event`, for what puts the tribe `ahead` before `behind`, the next in the ranking."""
    arrived = after.finish[behind] > 0
    level = not arrived and after.track[ahead] == after.track[behind]
    counts[Event.RANKED_BY_ARRIVAL] += arrived
    counts[Event.RANKED_BY_DISTANCE] += not arrived and not level
    counts[Event.RANKED_BY_TIE_ORDER] += level and after.track[ahead] > 0
    counts[Event.RANKED_BY_TIE_ORDER_AT_START] += level and after.track[ahead] == 0


@part
def count_ahead(after: State, rules: Rules, tribe: int, ahead: int) -> int:
    """4.3: Return how many seats have exactly `ahead` other seats with more status in the tribe."""
    count = 0
    for seat in range(rules.num_players):
        more = 0
        for other in range(rules.num_players):
            more += after.status[other, tribe] > after.status[seat, tribe]
        count += more == ahead
    return count


@part
def watch_titles(after: State, rules: Rules, rank: int, counts: Indices) -> None:
    """4.3: Add 1 to `counts`, by `Event`, for each title, or tie for one, of the tribe at `rank` of the final ranking.

    `rank` is from 0 for the 1st place.
    """
    tribe = int(after.ranking[rank])
    leaders = count_ahead(after, rules, tribe, 0)
    at_zero = 0
    for seat in range(rules.num_players):
        at_zero += after.status[seat, tribe] == 0
    if rules.num_players == 2:
        counts[Event.TWO_PLAYERS_LEADER] += leaders == 1
        counts[Event.TWO_PLAYERS_TIE] += leaders == 2 and at_zero == 0
        counts[Event.TWO_PLAYERS_TIE_AT_ZERO] += at_zero == 2
    elif leaders > 1:
        counts[Event.TWO_LEADERS] += leaders == 2
        counts[Event.THREE_LEADERS] += leaders == 3
        counts[Event.FOUR_LEADERS] += leaders == 4
        counts[Event.LEADERS_AT_ZERO] += at_zero == rules.num_players
        counts[Event.ROUNDED_DOWN] += (int(rules.leader[rank]) + int(rules.undersecretary[rank])) % leaders > 0
    else:
        watch_undersecretaries(after, rules, rank, at_zero, counts)


@part
def watch_undersecretaries(after: State, rules: Rules, rank: int, at_zero: int, counts: Indices) -> None:
    """4.3: Add 1 to `counts`, by `Event`, for the one leader of the tribe at `rank`, and for its undersecretaries.

    `rank` is from 0 for the 1st place, and `at_zero` is the number of seats without status in that tribe.
    """
    seconds = count_ahead(after, rules, int(after.ranking[rank]), 1)
    counts[Event.LEADER] += 1
    counts[Event.UNDERSECRETARY] += seconds == 1
    counts[Event.TWO_UNDERSECRETARIES] += seconds == 2
    counts[Event.THREE_UNDERSECRETARIES] += seconds == 3
    counts[Event.UNDERSECRETARIES_AT_ZERO] += at_zero == rules.num_players - 1
    counts[Event.ROUNDED_DOWN] += int(rules.undersecretary[rank]) % seconds > 0


@part
def watch_totals(after: State, rules: Rules, counts: Indices) -> None:
    """4.4, R10: Add 1 to `counts`, by `Event`, for each seat whose ships pay, and for each with a total below 0."""
    for seat in range(rules.num_players):
        counts[Event.SHIP_VP] += after.ship_vp[seat] > 0
        counts[Event.NEGATIVE_TOTAL] += after.vp[seat] < 0


@part
def watch_places(after: State, rules: Rules, counts: Indices) -> None:
    """4.5, R11: Add 1 to `counts`, by `Event`, for what decides who wins: VP, monkeys or status.

    If all three are equal, that the win is shared is an event of its own.
    """
    winner = 0
    for seat in range(rules.num_players):
        if count_better(after, rules, seat) == 0:
            winner = seat
    by_vp, by_monkeys, shared = True, True, False
    for seat in range(rules.num_players):
        if seat != winner and after.vp[seat] == after.vp[winner]:
            by_vp = False
            if after.monkeys[seat] == after.monkeys[winner]:
                by_monkeys = False
                shared |= count_better(after, rules, seat) == 0
    counts[Event.WON_BY_VP] += by_vp
    counts[Event.WON_BY_MONKEYS] += by_monkeys and not by_vp
    counts[Event.WON_BY_STATUS] += not by_monkeys and not shared
    counts[Event.SHARED_WIN] += shared
