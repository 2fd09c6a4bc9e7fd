"""3.2 to 3.4: which branches are met by placing a tile."""

from mom_env.ape_town.soak.count import count_in, is_around, is_beside, points_beside, value_of
from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.soak.steps import has_more, is_emptied
from mom_env.ape_town.soak.watch_district import watch_district
from mom_env.ape_town.soak.watch_end import watch_end
from mom_env.ape_town.state import FROM_TILES, NONE, Motif, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part


@part
def has_announced_colour(before: State, field: int, rules: Rules) -> bool:
    """3.2.1: Return whether `field` lies in a district of the announced colour."""
    colour = rules.segment_colour[int(before.hand_place) % int(rules.num_segments)]
    return bool(rules.colour[int(rules.district[field])] == colour)


@part
def watch_forced_field(before: State, field: int, rules: Rules, counts: Indices) -> None:
    """3.2.1, R5: Add 1 to `counts`, by `Event`, for the only field on which the tile can be placed."""
    is_own = has_announced_colour(before, field, rules)
    counts[Event.FORCED_FIELD] += is_own
    counts[Event.FORCED_LAST_FIELD] += not is_own


@part
def watch_place(before: State, field: int, after: State, rules: Rules, counts: Indices) -> None:
    """3.2 to 5: Add 1 to `counts`, by `Event`, for each branch met by placing the tile in hand on `field`."""
    is_own = has_announced_colour(before, field, rules)
    counts[Event.OWN_COLOUR] += is_own
    counts[Event.ANY_FIELD] += not is_own
    if before.hand in (Motif.ORANGUTAN, Motif.LEMUR):
        watch_marker(before, field, rules, counts)
    else:
        watch_points(before, field, rules, counts)
        watch_pond(before, field, rules, counts)
        watch_owner(before, field, after, rules, counts)
    if after.seat != NONE:
        watch_next_seat(before, after, rules, counts)
        watch_sections(before, after, rules, counts)
    district = int(rules.district[field])
    if count_in(after, rules, district, NONE) == 0:
        counts[Event.DISTRICT_SCORED] += after.seat != NONE
        watch_district(after, district, rules, counts)
    if after.seat == NONE:
        watch_end(before, after, rules, counts)


@part
def watch_next_seat(before: State, after: State, rules: Rules, counts: Indices) -> None:
    """3, R3: Add 1 to `counts`, by `Event`, for the seat to the left of the one that has placed a tile."""
    counts[Event.NEXT_SEAT] += after.seat == before.seat + 1
    counts[Event.FIRST_SEAT_FOLLOWS] += after.seat == 0 and before.seat == rules.num_players - 1


# 3.3 Points at once


@part
def watch_marker(before: State, field: int, rules: Rules, counts: Indices) -> None:
    """3.3.3, R8: Add 1 to `counts`, by `Event`, for a marker with or without a disc, and for what lies beside it."""
    discs, is_lemur = int(before.discs[int(before.seat)]), before.hand == Motif.LEMUR
    counts[Event.ORANGUTAN] += discs > 0 and not is_lemur
    counts[Event.LEMUR] += discs > 0 and is_lemur
    counts[Event.LAST_DISC] += discs == 1
    counts[Event.ORANGUTAN_WITHOUT_DISC] += discs == 0 and not is_lemur
    counts[Event.LEMUR_WITHOUT_DISC] += discs == 0 and is_lemur
    would_bring = points_beside(before, rules, Motif.BANANA, field) + points_beside(before, rules, Motif.TARSIER, field)
    counts[Event.MARKER_BESIDE_TILES] += would_bring > 0


@part
def watch_points(before: State, field: int, rules: Rules, counts: Indices) -> None:
    """3.3.1, 3.3.2: Add 1 to `counts`, by `Event`, for points at once or none, and for where they come from."""
    scores, is_site = points_beside(before, rules, int(before.hand), field) > 0, before.hand == Motif.BANANA
    counts[Event.BANANA_SCORES] += scores and is_site
    counts[Event.BANANA_SCORES_NOTHING] += is_site and not scores
    counts[Event.APE_SCORES] += scores and not is_site
    counts[Event.APE_SCORES_NOTHING] += not is_site and not scores
    printed = rules.printed_worth[field] if is_site else rules.printed_sites[field]
    counts[Event.PREPRINTED] += printed > 0
    is_across, is_finished = False, False
    for i in range(rules.num_beside[field]):
        other = int(rules.beside[field, i])
        if is_partner(before, other, rules):
            district = int(rules.district[other])
            is_across |= district != rules.district[field]
            is_finished |= count_in(before, rules, district, NONE) == 0
    counts[Event.ACROSS_A_BORDER] += is_across
    counts[Event.IN_A_FINISHED_DISTRICT] += is_finished


@part
def is_partner(before: State, field: int, rules: Rules) -> bool:
    """3.3.1, 3.3.2: Return whether the tile on `field` would bring points to the tile in hand beside it."""
    tile = int(before.tile[field])
    return value_of(rules, tile) > 0 if before.hand == Motif.BANANA else tile == Motif.BANANA


@part
def watch_pond(before: State, field: int, rules: Rules, counts: Indices) -> None:
    """R6: Add 1 to `counts`, by `Event`, if a tile across a cell of the pond would bring points beside `field`."""
    is_across = False
    for cell in range(rules.num_outside):
        if rules.is_pond[cell] == 1 and is_around(rules, cell, field):
            for i in range(rules.num_around[cell]):
                other = int(rules.around[cell, i])
                is_across |= is_partner(before, other, rules) and not is_beside(rules, field, other)
    counts[Event.ACROSS_THE_POND] += is_across


@part
def watch_owner(before: State, field: int, after: State, rules: Rules, counts: Indices) -> None:
    """R7: Add 1 to `counts`, by `Event`, for points at once of one seat alone, and beside a tile that has brought some.

    The tile beside `field` has brought points if there are others beside it, as one of the two was placed last.
    """
    if points_beside(before, rules, int(before.hand), field) == 0:
        return
    others, has_scored = 0, False
    for seat in range(rules.num_players):
        others += seat != before.seat and after.ways[seat, FROM_TILES] != before.ways[seat, FROM_TILES]
    for i in range(rules.num_beside[field]):
        other = int(rules.beside[field, i])
        if is_partner(before, other, rules):
            has_scored |= points_beside(before, rules, int(before.tile[other]), other) > 0
    counts[Event.ONLY_WHO_PLACES] += others == 0
    counts[Event.NOT_SCORED_AGAIN] += has_scored


# 3.4 Turn tiles up


@part
def watch_sections(before: State, after: State, rules: Rules, counts: Indices) -> None:
    """3.4, R9, R10: Add 1 to `counts`, by `Event`, for what the end of a turn does with the sections."""
    if not is_emptied(before, rules):
        counts[Event.SECTION_NOT_EMPTY] += 1
        return
    if not has_more(before, rules):
        counts[Event.NOTHING_TO_TURN_UP] += 1
        return
    length, newest = int(rules.length), int(before.opened) - 1
    emptied = int(before.hand_place) // length
    oldest = min(emptied, int(before.display[0]) // length) if before.num_shown > 0 else emptied
    counts[Event.OLDEST_EMPTIED] += emptied == oldest
    counts[Event.NEWEST_EMPTIED] += emptied != oldest
    counts[Event.SEVERAL_WAIT] += emptied != oldest and newest - oldest > 1
    counts[Event.WAITING_SECTION_FREED] += emptied == oldest and newest - oldest > 1
    counts[Event.FROM_THE_RESERVE] += int(after.opened) * length > rules.num_segments
    counts[Event.FILLED_FIRST] += int(before.opened) * length == emptied * length + rules.num_segments
    watch_filling(before, after, rules, counts)


@part
def watch_filling(before: State, after: State, rules: Rules, counts: Indices) -> None:
    """3.4.2, R10: Add 1 to `counts`, by `Event`, for how many empty sections are filled, or if the reserve is gone."""
    filled = (int(before.reserve) - int(after.reserve)) // int(rules.length)
    counts[Event.FILLED] += filled == 1
    counts[Event.SEVERAL_FILLED] += filled > 1
    counts[Event.NOTHING_TO_FILL_WITH] += before.reserve == 0
