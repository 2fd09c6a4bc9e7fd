"""5: which branches are met by the end of a game."""

from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.soak.result import turns_to_wait
from mom_env.ape_town.soak.steps import has_more, is_emptied
from mom_env.ape_town.state import NONE, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part

SHOWN = 99  # the last number of the score track


@part
def watch_end(before: State, after: State, rules: Rules, counts: Indices) -> None:
    """5: Add 1 to `counts`, by `Event`, for the last district, for money, and for what decides who wins."""
    counts[Event.LAST_DISTRICT] += 1
    is_closed = after.opened == before.opened
    counts[Event.NOT_TURNED_UP_AT_THE_END] += is_closed and is_emptied(before, rules) and has_more(before, rules)
    counts[Event.ALL_DISTRICTS] += rules.all_districts == 1
    on_track = 0
    for k in range(before.num_shown):
        on_track += int(before.bundles[k])
    counts[Event.MONEY_ON_THE_TRACK] += on_track > 0
    for seat in range(rules.num_players):
        counts[Event.MONEY_COUNTS] += before.money[seat] > 0
        counts[Event.NO_MONEY_LEFT] += before.money[seat] == 0
        counts[Event.MORE_THAN_99] += after.points[seat] > SHOWN
    watch_winner(after, rules, counts)


@part
def watch_winner(after: State, rules: Rules, counts: Indices) -> None:
    """5.3, R16: Add 1 to `counts`, by `Event`, for how the winner is found, and for a tie behind it."""
    winner = seat_at(after, rules, 1)
    tied, has_tie_behind = 0, False
    for seat in range(rules.num_players):
        tied += after.points[seat] == after.points[winner]
        for other in range(seat):
            is_tie = after.points[seat] == after.points[other]
            has_tie_behind |= is_tie and after.points[seat] < after.points[winner]
    counts[Event.WON_BY_POINTS] += tied == 1
    counts[Event.WON_BY_NEXT] += tied > 1 and turns_to_wait(after, rules, winner) == 0
    counts[Event.WON_BY_LATER] += tied > 1 and turns_to_wait(after, rules, winner) > 0
    counts[Event.PLACES_BY_TURN] += has_tie_behind


@part
def seat_at(after: State, rules: Rules, place: int) -> int:
    """5.3: Return the seat that has a place at the end."""
    for seat in range(rules.num_players):
        if after.place[seat] == place:
            return seat
    return NONE
