"""3.3: Points at once, and markers."""

from mom_env.ape_town.state import FROM_TILES, NONE, NUM_APES, Motif, Rules, State
from mom_env.kernel.jit import part


@part
def gain(state: State, seat: int, way: int, points: int) -> None:
    """R1: Give a seat points, which have no limit, and note by which `Way` they came."""
    state.points[seat] += points
    state.ways[seat, way] += points


@part
def points_at_once(state: State, rules: Rules, motif: int, field: int) -> int:
    """3.3.1, 3.3.2, R6: Return what a tile brings at once on a free field, by the tiles that lie beside it.

    An ape brings its value for each banana site, and a banana site the values of all apes. A marker brings nothing.
    """
    if motif == Motif.BANANA:
        return int(state.worth_beside[field])
    return int(rules.value[motif]) * int(state.sites_beside[field])


@part
def score_at_once(state: State, rules: Rules, field: int) -> None:
    """3.3, R7: Give the seat to move the points at once for the tile in its hand on a field."""
    gain(state, int(state.seat), FROM_TILES, points_at_once(state, rules, int(state.hand), field))


@part
def lay_tile(state: State, rules: Rules, field: int) -> None:
    """3.2, 3.3.3: Lay the tile in the hand on a field, with a disc if it is a marker."""
    motif, district = int(state.hand), int(rules.district[field])
    state.tile[field] = motif
    state.free[district] -= 1
    if motif < NUM_APES:
        state.worth[district] += rules.value[motif]
        for k in range(rules.num_beside[field]):
            state.worth_beside[rules.beside[field, k]] += rules.value[motif]
    elif motif == Motif.BANANA:
        for k in range(rules.num_beside[field]):
            state.sites_beside[rules.beside[field, k]] += 1
    else:
        lay_marker(state, motif, field, district)


@part
def lay_marker(state: State, motif: int, field: int, district: int) -> None:
    """3.3.3, R8: Put a disc of the seat to move on its marker; without a disc left it belongs to nobody."""
    seat = int(state.seat)
    if motif == Motif.LEMUR:
        state.all_lemurs[district] += 1
    if state.discs[seat] == 0:
        return
    state.discs[seat] -= 1
    state.disc[field] = seat
    if motif == Motif.LEMUR:
        state.lemurs[seat, district] += 1
    else:
        state.orangutans[seat, district] += 1


@part
def remove_tile_from_hand(state: State) -> None:
    """3.2: Forget the tile that has been placed."""
    state.hand = NONE
    state.hand_place = NONE
