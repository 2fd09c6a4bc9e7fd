"""What `greedy` and `planner` look at: the districts, as they are or as they would be with one tile more."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.rules.districts import seat_with_most, share_of
from mom_env.ape_town.state import (
    MAX_DISPLAY,
    MAX_DISTRICTS,
    MAX_PLAYERS,
    NONE,
    NUM_APES,
    NUM_MOTIFS,
    Int8s,
    Int16s,
    Motif,
    Rules,
    State,
)
from mom_env.kernel.jit import part

NOT_KNOWN = -1.0e9  # of an entry of `change` that has not been needed yet

# Field, type, shape, and its meaning as a comment. The first five have the meaning that they have in a `State`, and can
# have one tile more.
OUTLOOK_FIELDS: list[tuple[str, type[np.generic]] | tuple[str, type[np.generic], tuple[int, ...]]] = [
    ("free", np.int8, (MAX_DISTRICTS,)),
    ("worth", np.int16, (MAX_DISTRICTS,)),
    ("orangutans", np.int8, (MAX_PLAYERS, MAX_DISTRICTS)),
    ("lemurs", np.int8, (MAX_PLAYERS, MAX_DISTRICTS)),
    ("all_lemurs", np.int8, (MAX_DISTRICTS,)),
    ("mean_value", np.float64),  # of a tile that is face up, face down or in hand
    ("coin", np.float64),  # points of a bundle
    ("gain", np.float64, (MAX_PLAYERS,)),  # points that a scoring brings, or that a tile adds to what is expected
    ("odds", np.float64, (MAX_PLAYERS,)),  # scratch space
    ("change", np.float64, (NUM_MOTIFS, MAX_DISTRICTS)),  # what laying a motif in a district is worth, beyond points at
    # once; or NOT_KNOWN
    ("tile", np.float64, (MAX_DISPLAY,)),  # what each tile of the display is worth on its best field, without its price
]
OUTLOOK_DTYPE = np.dtype((np.record, OUTLOOK_FIELDS))


class Outlook(Protocol):
    """What a bot expects of a position, as a record; `OUTLOOK_FIELDS` says what each field means."""

    free: Int8s
    worth: Int16s
    orangutans: Int8s
    lemurs: Int8s
    all_lemurs: Int8s
    mean_value: float
    coin: float
    gain: NDArray[np.float64]
    odds: NDArray[np.float64]
    change: NDArray[np.float64]
    tile: NDArray[np.float64]


@part
def look_at_districts(state: State, rules: Rules, outlook: Outlook) -> None:
    """Copy what is counted in the districts of `state` into `outlook`; no entry of `change` is known then."""
    for district in range(rules.num_districts):
        outlook.free[district] = state.free[district]
        outlook.worth[district] = state.worth[district]
        outlook.all_lemurs[district] = state.all_lemurs[district]
        for seat in range(rules.num_players):
            outlook.orangutans[seat, district] = state.orangutans[seat, district]
            outlook.lemurs[seat, district] = state.lemurs[seat, district]
    outlook.change[:] = NOT_KNOWN
    outlook.gain[:] = 0.0


@part
def lay(rules: Rules, outlook: Outlook, seat: int, motif: int, district: int, has_disc: bool, count: int) -> None:
    """3.3.3, R8: Count a tile that `seat` lays in a district, with `count` 1, or take it back, with `count` -1.

    `has_disc` says whether the seat has a disc to put on a marker.
    """
    outlook.free[district] -= count
    if motif < NUM_APES:
        outlook.worth[district] += count * int(rules.value[motif])
    elif motif == Motif.LEMUR:
        outlook.all_lemurs[district] += count
        outlook.lemurs[seat, district] += count if has_disc else 0
    elif motif == Motif.ORANGUTAN:
        outlook.orangutans[seat, district] += count if has_disc else 0


@part
def add_scoring(rules: Rules, outlook: Outlook, district: int) -> None:
    """4: Add to `outlook.gain`, by seat, the points that the scoring of a full district brings."""
    boss = seat_with_most(outlook.orangutans[:], int(rules.num_players), district)
    if boss == NONE:
        boss = seat_with_most(outlook.lemurs[:], int(rules.num_players), district)
    if boss != NONE:
        outlook.gain[boss] += outlook.worth[district]
    sharing = 0
    for seat in range(rules.num_players):
        sharing += int(outlook.lemurs[seat, district] > 0)
    if sharing > 0:
        add_shares(rules, outlook, district, sharing)


@part
def add_shares(rules: Rules, outlook: Outlook, district: int, sharing: int) -> None:
    """4.2: Add to `outlook.gain`, by seat, the shares of the inferior neighbours of a district.

    `sharing` is the number of seats that have lemurs in it.
    """
    shares = 0
    for i in range(rules.num_neighbours[district]):
        neighbour = int(rules.neighbours[district, i])
        if outlook.all_lemurs[neighbour] < outlook.all_lemurs[district]:
            shares += share_of(int(outlook.worth[neighbour]), sharing)
    for seat in range(rules.num_players):
        outlook.gain[seat] += shares if outlook.lemurs[seat, district] > 0 else 0


# Tiles and fields


@part
def fits(state: State, rules: Rules, district: int, colour: int, is_full: bool) -> bool:
    """3.2, R5: Return whether a tile that comes from a segment of `colour` may be placed in a district.

    `is_full` says whether no field of that colour is free.
    """
    return bool(state.free[district] > 0 and (is_full or rules.colour[district] == colour))


@part
def colour_shown(state: State, rules: Rules, k: int) -> int:
    """Return the colour that is announced if tile number `k` of the display is taken."""
    return int(rules.segment_colour[int(state.display[k]) % int(rules.num_segments)])


@part
def motif_shown(state: State, k: int) -> int:
    """Return the motif of tile number `k` of the display."""
    return int(state.row[int(state.display[k])])
