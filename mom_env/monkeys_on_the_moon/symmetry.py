"""The circle's symmetries: no rule knows a first place, so a turned position is the same position.

A turn by `k` shows at place `p` what was at place `p + k`. The reflections show the circle the other way round, so
clockwise and counter-clockwise allies swap roles. Treachery looks clockwise only, so with it reflections are not
symmetries. The tables contain, for each turn, where each number of an observation comes from, and which id an action
gets.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel, part
from mom_env.monkeys_on_the_moon.actions import COIN_COUNTS, TABLE
from mom_env.monkeys_on_the_moon.observe import LAYOUT, start_of
from mom_env.monkeys_on_the_moon.state import MAX_MOVES, MAX_SHIP_TYPES, MAX_STATUSES, NUM_TRIBES, Rules

Indices = NDArray[np.int64]

# How many adjacent numbers each tribe has in a piece that goes around the circle.
NUMBERS_OF_A_TRIBE = {
    **dict.fromkeys(("track", "finish", "supply", "coins", "scorn"), 1),
    **dict.fromkeys(("ship_colour", "aboard", "aboard_status", "waiting", "waiting_status", "status"), 1),
    **dict.fromkeys(("card", "advancing", "rival", "auction_tribe"), 1),
    **dict.fromkeys(("hand", "unseen_cards"), MAX_MOVES),
    **dict.fromkeys(("monkey_pool", "unseen_monkeys"), MAX_STATUSES),
    **dict.fromkeys(("ship_pool", "returned_ships", "unseen_ships"), MAX_SHIP_TYPES),
}
IDS_OF_A_TRIBE = {
    **dict.fromkeys(("advance", "pay ally", "take scorn", "stay behind"), 1),
    "play card": MAX_MOVES,
    "put up": MAX_STATUSES,
    "take ship": MAX_SHIP_TYPES,
}


def is_mirror_symmetric(rules: Rules) -> bool:
    """Return whether the reflections of the circle are symmetries too; with Monkey Treachery they are not."""
    return not rules.monkey_treachery


def circle_sources(size: int, width: int, places: Indices) -> Indices:
    """Return, for each number of a piece of `size` numbers after a turn of the circle, its index before the turn.

    The piece has whole circles with `width` numbers for each tribe; the remaining numbers at its end stay in place.
    Place p of the new circle shows what was at place `places[p]`.
    """
    whole = size - size % (NUM_TRIBES * width)
    circles = np.arange(whole).reshape(-1, NUM_TRIBES, width)
    return np.concatenate([circles[:, places].ravel(), np.arange(whole, size)])


def allies_swapped(shape: tuple[int, ...], axes: tuple[int, int]) -> Indices:
    """Return, for each number of a flat array of `shape`, its index before the two axes in `axes` are exchanged.

    The axes are those of the clockwise and the counter-clockwise ally in a bid.
    """
    return np.arange(int(np.prod(shape))).reshape(shape).swapaxes(*axes).ravel()


def observation_sources(places: Indices, *, mirrored: bool) -> Indices:
    """Return, for each number of an observation after a turn of the circle, its index before the turn.

    Place p of the circle shows what was at place `places[p]`; if `mirrored`, the two allies swap roles in bids.
    """
    sources = []
    for piece in LAYOUT:
        own = np.arange(piece.size)
        if piece.name in NUMBERS_OF_A_TRIBE:
            own = circle_sources(piece.size, NUMBERS_OF_A_TRIBE[piece.name], places)
        elif piece.name == "bids" and mirrored:
            own = own.reshape(piece.shape)[:, [0, 2, 1]].ravel()
        sources.append(start_of(piece.name) + own)
    return np.concatenate(sources)


def action_sources(places: Indices, *, mirrored: bool) -> Indices:
    """Return, for each action id after a turn of the circle, the id before the turn.

    Place p of the circle shows what was at place `places[p]`; if `mirrored`, the two allies swap roles in bids.
    """
    sources = []
    for row in TABLE:
        own = np.arange(row.size)
        if row.name in IDS_OF_A_TRIBE:
            own = circle_sources(row.size, IDS_OF_A_TRIBE[row.name], places)
        elif mirrored:
            own = allies_swapped((COIN_COUNTS,) * 3, (1, 2))
        sources.append(row.start + own)
    return np.concatenate(sources)


def _tables(*, mirrored: bool) -> tuple[Indices, Indices]:
    """Return the sources of observations and the sources of actions for all six turns, one row for each turn.

    If `mirrored`, the turns are the six reflections. An entry is the index or id before the turn.
    """
    circle, sign = np.arange(NUM_TRIBES), -1 if mirrored else 1
    places = [(k + sign * circle) % NUM_TRIBES for k in range(NUM_TRIBES)]
    observations = np.stack([observation_sources(row, mirrored=mirrored) for row in places])
    actions = np.stack([action_sources(row, mirrored=mirrored) for row in places])
    return observations, actions


OBSERVATION_TURNS, _ACTION_SOURCES = _tables(mirrored=False)
ACTION_TURNS = np.argsort(_ACTION_SOURCES, axis=1)  # [turn, id]: the id after the turn
OBSERVATION_REFLECTIONS, _REFLECTED_SOURCES = _tables(mirrored=True)
ACTION_REFLECTIONS = np.argsort(_REFLECTED_SOURCES, axis=1)
NUM_TURNS = NUM_TRIBES

_AUCTION, _CARD, _TRACK = start_of("auction_tribe"), start_of("card"), start_of("track")


@kernel
def find_turns(observations: NDArray[np.float32], rows: Indices, turns: Indices) -> None:
    """Write into `turns[i]` which turn of the circle brings the tribe that a decision is about to place 0.

    The decision is that of row `rows[i]` of `observations`, and the tribe is the one that `focus_of` returns. A turn by
    k brings place k to place 0.
    """
    for i in range(len(rows)):
        turns[i] = focus_of(observations, rows[i])


@part
def focus_of(observations: NDArray[np.float32], row: int) -> int:
    """Return the tribe, by its place in the circle, that the decision in row `row` of `observations` is about.

    It is the tribe of the monkey that is up, else of the card just played, else the one with most spaces on the track;
    of equal ones the first.
    """
    for tribe in range(NUM_TRIBES):
        if observations[row, _AUCTION + tribe] > 0:
            return tribe
    for tribe in range(NUM_TRIBES):
        if observations[row, _CARD + tribe] > 0:
            return tribe
    first = 0
    for tribe in range(1, NUM_TRIBES):
        if observations[row, _TRACK + tribe] > observations[row, _TRACK + first]:
            first = tribe
    return first
