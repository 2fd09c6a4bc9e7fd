"""4: which branches are met by scoring a district."""

from mom_env.ape_town.soak.count import (
    count_in,
    count_of,
    count_sharing,
    is_inferior,
    meet_at,
    sole_most,
    touch,
    worth_of,
)
from mom_env.ape_town.soak.events import Event
from mom_env.ape_town.state import NONE, Motif, Rules, State
from mom_env.contract.records import Indices
from mom_env.kernel.jit import part


@part
def watch_district(state: State, district: int, rules: Rules, counts: Indices) -> None:
    """4: Add 1 to `counts`, by `Event`, for each branch met by scoring a full district."""
    boss = sole_most(state, rules, district, Motif.ORANGUTAN)
    counts[Event.MOST_ORANGUTANS] += boss != NONE
    discs = 0
    for seat in range(rules.num_players):
        discs += count_of(state, rules, district, Motif.ORANGUTAN, seat)
    orangutans = count_in(state, rules, district, Motif.ORANGUTAN)
    counts[Event.ORANGUTANS_OF_NOBODY] += orangutans > 0 and discs == 0
    if boss == NONE:
        boss = sole_most(state, rules, district, Motif.LEMUR)
        watch_lemurs(state, district, boss, discs > 0, rules, counts)
    counts[Event.BOSS_OF_NOTHING] += boss != NONE and worth_of(state, rules, district) == 0
    watch_neighbours(state, district, boss, rules, counts)


@part
def watch_lemurs(state: State, district: int, boss: int, has_orangutans: bool, rules: Rules, counts: Indices) -> None:
    """4.1.2, 4.1.3, R11: Add 1 to `counts`, by `Event`, for how lemurs decide who is `boss`, or why it is NONE.

    `has_orangutans` says whether seats tie for orangutans, or nobody has any.
    """
    has_lemurs = count_sharing(state, rules, district) > 0
    if boss == NONE:
        counts[Event.TIE_FOR_BOTH] += has_orangutans and has_lemurs
        counts[Event.TIE_AND_NO_LEMUR] += has_orangutans and not has_lemurs
        counts[Event.TIE_FOR_LEMURS] += has_lemurs and not has_orangutans
        counts[Event.NO_MARKERS] += not has_lemurs and not has_orangutans
        return
    own = count_of(state, rules, district, Motif.ORANGUTAN, boss)
    is_tied = own > 0
    for seat in range(rules.num_players):
        is_tied &= count_of(state, rules, district, Motif.ORANGUTAN, seat) <= own
    counts[Event.MOST_LEMURS_ALONE] += not has_orangutans
    counts[Event.MOST_LEMURS_OF_THE_TIED] += is_tied
    counts[Event.MOST_LEMURS_OF_ANOTHER] += has_orangutans and not is_tied


@part
def watch_neighbours(state: State, district: int, boss: int, rules: Rules, counts: Indices) -> None:
    """4.2, R8, R13: Add 1 to `counts`, by `Event`, for the neighbours of a district, and for seats that share them.

    `boss` is the seat that got the worth of the district, or NONE.
    """
    lemurs, sharing = count_in(state, rules, district, Motif.LEMUR), count_sharing(state, rules, district)
    counts[Event.NO_LEMUR] += lemurs == 0
    counts[Event.LEMURS_OF_NOBODY] += lemurs > 0 and sharing == 0
    inferior, is_rounded, thanks_to_nobody = 0, False, False
    owned = lemurs - count_of(state, rules, district, Motif.LEMUR, NONE)
    for neighbour in range(rules.num_districts):
        if touch(rules, district, neighbour):
            own = count_in(state, rules, neighbour, Motif.LEMUR)
            counts[Event.EQUAL_NEIGHBOUR] += lemurs > 0 and own == lemurs
            counts[Event.SUPERIOR_NEIGHBOUR] += lemurs > 0 and own > lemurs
            if sharing > 0 and is_inferior(state, rules, district, neighbour):
                inferior += 1
                is_rounded |= worth_of(state, rules, neighbour) % sharing > 0
                thanks_to_nobody |= own >= owned
                watch_inferior(state, neighbour, rules, counts)
    counts[Event.SEVERAL_INFERIOR] += inferior > 1
    counts[Event.ROUNDED_UP] += is_rounded
    counts[Event.LEMUR_OF_NOBODY_COUNTS] += thanks_to_nobody
    counts[Event.NONE_INFERIOR] += sharing > 0 and inferior == 0
    if sharing > 0:
        watch_contact(state, district, rules, counts)
    if inferior > 0:
        counts[Event.ALONE] += sharing == 1
        counts[Event.SHARED_BY_TWO] += sharing == 2
        counts[Event.SHARED_BY_THREE] += sharing == 3
        counts[Event.SHARED_BY_FOUR] += sharing == 4
        boss_lemurs = 0 if boss == NONE else count_of(state, rules, district, Motif.LEMUR, boss)
        counts[Event.ALSO_FOR_THE_BOSS] += boss_lemurs > 0
        counts[Event.NOT_FOR_THE_BOSS] += boss != NONE and boss_lemurs == 0


@part
def watch_contact(state: State, district: int, rules: Rules, counts: Indices) -> None:
    """4.2.1, R12: Add 1 to `counts`, by `Event`, for districts that only pond or printed tiles join to it."""
    by_pond, by_printed = False, False
    lemurs = count_in(state, rules, district, Motif.LEMUR)
    for other in range(rules.num_districts):
        is_apart = other != district and not touch(rules, district, other)
        has_fewer = count_in(state, rules, other, Motif.LEMUR) < lemurs
        if is_apart and has_fewer and worth_of(state, rules, other) > 0:
            by_pond |= meet_at(rules, district, other, 1)
            by_printed |= meet_at(rules, district, other, 0)
    counts[Event.ACROSS_THE_POND_NO_NEIGHBOUR] += by_pond
    counts[Event.ACROSS_A_PRINTED_TILE_NO_NEIGHBOUR] += by_printed


@part
def watch_inferior(state: State, neighbour: int, rules: Rules, counts: Indices) -> None:
    """4.2.1: Add 1 to `counts`, by `Event`, for an inferior neighbour that is finished, unfinished or empty."""
    free, tiles = count_in(state, rules, neighbour, NONE), 0
    for field in range(rules.num_fields):
        tiles += rules.district[field] == neighbour and state.tile[field] != NONE
    counts[Event.INFERIOR_FINISHED] += free == 0
    counts[Event.INFERIOR_UNFINISHED] += free > 0 and tiles > 0
    counts[Event.INFERIOR_EMPTY] += tiles == 0
