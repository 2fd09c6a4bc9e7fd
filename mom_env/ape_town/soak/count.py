"""Districts and points, counted a second time from tiles and discs on the fields, apart from the rules' own kernels.

Nothing is used that the engine keeps about districts or fields. Neighbours are found field by field, and who has most
follows from how many seats are ahead and how many are level.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.state import MAX_DISTRICTS, NONE, Motif, Rules, State, Way
from mom_env.kernel.jit import part

Points = NDArray[np.int64]  # by seat and Way


@part
def value_of(rules: Rules, motif: int) -> int:
    """1: Return the points of a tarsier, chimpanzee or mandrill, and 0 for any other motif or NONE."""
    return int(rules.value[motif]) if motif in (Motif.TARSIER, Motif.CHIMPANZEE, Motif.MANDRILL) else 0


@part
def count_in(state: State, rules: Rules, district: int, motif: int) -> int:
    """Return how many tiles with `motif` lie in a district; with NONE, how many fields are free."""
    count = 0
    for field in range(rules.num_fields):
        count += rules.district[field] == district and state.tile[field] == motif
    return count


@part
def count_of(state: State, rules: Rules, district: int, motif: int, seat: int) -> int:
    """Return how many tiles with `motif` in a district have a disc of `seat`; for the seat NONE, how many have none."""
    count = 0
    for field in range(rules.num_fields):
        here = rules.district[field] == district and state.tile[field] == motif
        count += here and state.disc[field] == seat
    return count


@part
def worth_of(state: State, rules: Rules, district: int) -> int:
    """4: Return the sum of the values of the apes on the fields of a district."""
    worth = 0
    for field in range(rules.num_fields):
        if rules.district[field] == district:
            worth += value_of(rules, int(state.tile[field]))
    return worth


@part
def touch(rules: Rules, one: int, other: int) -> bool:
    """4.2.1, R12: Return whether a field of one district lies beside a field of the other, a different one."""
    for field in range(rules.num_fields):
        if rules.district[field] == one:
            for i in range(rules.num_beside[field]):
                if rules.district[int(rules.beside[field, i])] == other and one != other:
                    return True
    return False


@part
def is_beside(rules: Rules, field: int, other: int) -> bool:
    """3.3: Return whether two fields touch, or are the same."""
    for i in range(rules.num_beside[field]):
        if rules.beside[field, i] == other:
            return True
    return field == other


@part
def is_around(rules: Rules, cell: int, field: int) -> bool:
    """R6: Return whether `field` lies beside `cell`, a number of a cell in no district."""
    count = 0
    for i in range(rules.num_around[cell]):
        count += rules.around[cell, i] == field
    return count > 0


@part
def is_reached(rules: Rules, cell: int, district: int) -> bool:
    """R12: Return whether a field of `district` lies beside `cell`, a number of a cell in no district."""
    count = 0
    for i in range(rules.num_around[cell]):
        count += rules.district[int(rules.around[cell, i])] == district
    return count > 0


@part
def meet_at(rules: Rules, one: int, other: int, is_pond: int) -> bool:
    """R12: Return whether fields of both districts lie beside the same cell of the pond, or the same printed tile."""
    for cell in range(rules.num_outside):
        if rules.is_pond[cell] == is_pond and is_reached(rules, cell, one) and is_reached(rules, cell, other):
            return True
    return False


@part
def count_ahead(state: State, rules: Rules, district: int, motif: int, seat: int) -> int:
    """Return how many other seats have no fewer tiles with `motif` and their disc in the district than `seat`."""
    own, count = count_of(state, rules, district, motif, seat), 0
    for other in range(rules.num_players):
        count += other != seat and count_of(state, rules, district, motif, other) >= own
    return count


@part
def sole_most(state: State, rules: Rules, district: int, motif: int) -> int:
    """4.1, R11: Return the seat that alone has most tiles with `motif` and its disc in the district, or NONE."""
    for seat in range(rules.num_players):
        if count_of(state, rules, district, motif, seat) > 0 and count_ahead(state, rules, district, motif, seat) == 0:
            return seat
    return NONE


@part
def boss_of(state: State, rules: Rules, district: int) -> int:
    """4.1: Return the seat that gets the worth of the district, or NONE."""
    boss = sole_most(state, rules, district, Motif.ORANGUTAN)
    return sole_most(state, rules, district, Motif.LEMUR) if boss == NONE else boss


@part
def count_sharing(state: State, rules: Rules, district: int) -> int:
    """4.2.3: Return how many seats have a disc on a lemur of the district."""
    count = 0
    for seat in range(rules.num_players):
        count += count_of(state, rules, district, Motif.LEMUR, seat) > 0
    return count


@part
def is_inferior(state: State, rules: Rules, district: int, neighbour: int) -> bool:
    """4.2.2: Return whether `neighbour` touches the district and has strictly fewer lemurs, with and without discs."""
    lemurs = count_in(state, rules, district, Motif.LEMUR)
    return touch(rules, district, neighbour) and count_in(state, rules, neighbour, Motif.LEMUR) < lemurs


@part
def add_district(state: State, rules: Rules, district: int, points: Points) -> None:
    """4: Add to `points` what the scoring of a district brings to each seat."""
    boss = boss_of(state, rules, district)
    if boss != NONE:
        points[boss, Way.BOSS] += worth_of(state, rules, district)
    sharing = count_sharing(state, rules, district)
    for neighbour in range(min(int(rules.num_districts), MAX_DISTRICTS)):
        if sharing > 0 and is_inferior(state, rules, district, neighbour):
            worth = worth_of(state, rules, neighbour)
            for seat in range(rules.num_players):
                if count_of(state, rules, district, Motif.LEMUR, seat) > 0:
                    points[seat, Way.NEIGHBOURS] += -(-worth // sharing)


@part
def points_beside(state: State, rules: Rules, motif: int, field: int) -> int:
    """3.3.1, 3.3.2, R6: Return the points that a tile with `motif` brings at once on `field`, by those beside it."""
    sites, worth = int(rules.printed_sites[field]), int(rules.printed_worth[field])
    for i in range(rules.num_beside[field]):
        tile = int(state.tile[int(rules.beside[field, i])])
        sites += tile == Motif.BANANA
        worth += value_of(rules, tile)
    if motif == Motif.BANANA:
        return worth
    return value_of(rules, motif) * sites
