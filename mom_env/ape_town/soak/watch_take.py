"""3.1: which branches are met by taking a tile."""

from mom_env.ape_town.soak.count import count_in
from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.state import NONE, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part


@part
def watch_forced_take(before: State, counts: Indices) -> None:
    """3.1.2, 7: Add 1 to `counts`, by `Event`, for a take with one option: no money, or one tile."""
    counts[Event.FORCED_ONE_TILE] += before.num_shown == 1
    counts[Event.FORCED_NO_MONEY] += before.num_shown > 1


@part
def watch_take(before: State, skipped: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.1: Add 1 to `counts`, by `Event`, for each branch met by taking the tile after `skipped` others."""
    seat = int(before.seat)
    counts[Event.FIRST_TILE] += skipped == 0
    counts[Event.ONE_SKIPPED] += skipped == 1
    counts[Event.SEVERAL_SKIPPED] += skipped > 1
    counts[Event.MONEY_IS_THE_LIMIT] += before.money[seat] + 1 < before.num_shown
    counts[Event.TILES_ARE_THE_LIMIT] += before.money[seat] + 1 >= before.num_shown
    counts[Event.ALL_MONEY_SPENT] += skipped > 0 and before.money[seat] == skipped
    counts[Event.BUNDLES_TAKEN] += before.bundles[skipped] > 0
    counts[Event.PRICE_COMES_BACK] += skipped > 0 and before.bundles[skipped] >= skipped
    counts[Event.MORE_MONEY_THAN_DEALT] += after.money[seat] > rules.first_money
    counts[Event.MONEY_DIFFERS] += has_changed_money(before, rules)
    watch_skipped(before, skipped, rules, counts)
    watch_colour(before, skipped, rules, counts)


@part
def has_changed_money(before: State, rules: Rules) -> bool:
    """6, R17: Return whether a seat other than that to move has more or less money than it was dealt."""
    has_changed = False
    for seat in range(rules.num_players):
        has_changed |= seat != before.seat and before.money[seat] != rules.first_money
    return has_changed


@part
def watch_skipped(before: State, skipped: int, rules: Rules, counts: Indices) -> None:
    """3.1.1: Add 1 to `counts`, by `Event`, for what lies among the tiles that are skipped."""
    has_money, has_gap, length = False, False, int(rules.length)
    for k in range(skipped):
        has_money |= before.bundles[k] > 0
        has_gap |= before.display[k + 1] - before.display[k] > 1
    first, place = int(before.display[0]), int(before.display[skipped])
    counts[Event.BUNDLE_ON_BUNDLES] += has_money
    counts[Event.SKIPPED_ACROSS_A_GAP] += has_gap
    counts[Event.SKIPPED_INTO_NEWER] += place // length > first // length
    counts[Event.SKIPPED_ACROSS_THE_SIGN] += place // int(rules.num_segments) > first // int(rules.num_segments)


@part
def watch_colour(before: State, skipped: int, rules: Rules, counts: Indices) -> None:
    """3.2.2, R5: Add 1 to `counts`, by `Event`, if a tile of a full colour is taken, on purpose or by force."""
    if not is_full(before, rules, skipped):
        return
    has_other = False
    for k in range(min(int(before.num_shown), int(before.money[int(before.seat)]) + 1)):
        has_other |= not is_full(before, rules, k)
    counts[Event.COLOUR_FULL_ON_PURPOSE] += has_other
    counts[Event.COLOUR_FULL_BY_FORCE] += not has_other


@part
def is_full(before: State, rules: Rules, k: int) -> bool:
    """3.2.2: Return whether no district of the colour of tile number `k` of the display has a free field."""
    colour = rules.segment_colour[int(before.display[k]) % int(rules.num_segments)]
    for district in range(rules.num_districts):
        if rules.colour[district] == colour and count_in(before, rules, district, NONE) > 0:
            return False
    return True
