"""How the seats of a soak play: not well, but so that everything happens."""

from enum import IntEnum

import numpy as np

from mom_env.kernel.jit import part
from mom_env.kernel.masks import NO_ACTION
from mom_env.kernel.rng import Stream, next_below
from mom_env.monsters_on_the_moon.actions import NO_SHIP, NUM_ACTIONS, SQUARE, WALL, Mask
from mom_env.monsters_on_the_moon.id_range import first_legal, last_legal
from mom_env.monsters_on_the_moon.rules.table import is_bare
from mom_env.monsters_on_the_moon.rules.walls import is_long, is_vertical
from mom_env.monsters_on_the_moon.squares import COVERED
from mom_env.monsters_on_the_moon.state import CRYSTAL, FACE, NUM_SQUARES, WRAP, Decision, State


class PlayStyle(IntEnum):
    """How all seats of a game play in the soak, a long test by random games."""

    UNIFORM = 0  # all legal actions are equally likely
    HEAPING = 1  # mostly covers as much as it can, crystals above all, and sets ships at once
    WALLING = 2  # mostly lays walls as long as it has some
    RINGING = 3  # mostly lays walls round the middle of the frame, and cards into what is enclosed


NUM_STYLES = len(PlayStyle)
ODD_MOVES = 4  # one of this many actions is drawn uniformly, whatever the style
CRYSTAL_WORTH = 3  # squares that a covered crystal counts for
RING = 4  # squares on a side of the ring: 16 edges, for which two or three turns are enough
FIRST = (WRAP - RING) // 2  # column and row of its left upper square


@part
def choose(state: State, mask: Mask, style: int, stream: Stream) -> int:
    """Return the id of a legal action of `mask`, drawn at random in a style, which is a number of `PlayStyle`.

    Chance comes from `stream`, which advances.
    """
    first, last = first_legal(state), last_legal(state)
    if style != PlayStyle.UNIFORM and next_below(stream, ODD_MOVES) > 0:
        if state.decision == Decision.PLACE and style == PlayStyle.HEAPING:
            return deepest(state, mask)
        if state.decision == Decision.SHIP and style == PlayStyle.HEAPING:
            first = SQUARE
        if style == PlayStyle.RINGING:
            action = on_ring(state, mask)
            if action != NO_ACTION:
                return action
        is_laying = style == PlayStyle.WALLING or (style == PlayStyle.RINGING and state.num_areas == 0)
        if is_laying and has_any(mask, WALL, WALL + 4):
            return draw_from(mask, WALL, min(last, NO_SHIP), stream)
    return draw_from(mask, first, last, stream)


@part
def draw_from(mask: Mask, first: int, last: int, stream: Stream) -> int:
    """Return a legal id from `first` to `last - 1`, each with the same chance; there must be one."""
    count = 0
    for action in range(first, last):
        count += int(mask.ids[action])
    wanted, action = int(np.int64(next_below(stream, count))), first
    while wanted > 0 or mask.ids[action] == 0:
        wanted -= int(mask.ids[action])
        action += 1
    return action


@part
def has_any(mask: Mask, first: int, end: int) -> bool:
    """Return whether an id from `first` to `end - 1` is legal."""
    for action in range(first, end):
        if mask.ids[action]:
            return True
    return False


@part
def deepest(state: State, mask: Mask) -> int:
    """Return the id of a place on which a card covers most."""
    best, most = SQUARE, -1
    for action in range(SQUARE, NUM_ACTIONS):
        if mask.ids[action]:
            covered = 0
            for i in range(FACE):
                square = int(COVERED[int(state.turn) % 2, action - SQUARE, i])
                covered += not is_bare(state, square)
                covered += CRYSTAL_WORTH * (int(state.shows[square]) == CRYSTAL)
            if covered > most:
                best, most = action, covered
    return best


@part
def on_ring(state: State, mask: Mask) -> int:
    """Return the id of an edge of the ring, or of a place in an enclosed area; NO_ACTION (-1) if there is none."""
    if state.decision in (Decision.PLACE, Decision.EDGE):
        for square in range(NUM_SQUARES):
            if mask.square[square] and is_wanted(state, square):
                return SQUARE + square
    return NO_ACTION


@part
def is_wanted(state: State, square: int) -> bool:
    """Return whether a place is in an enclosed area, or the chosen piece of wall lies on the ring at this edge."""
    if state.decision == Decision.PLACE:
        return bool(state.area[square] > 0)
    piece, (y, x) = int(state.piece), divmod(square - FIRST * (WRAP + 1), WRAP)
    across, along = (x, y) if is_vertical(piece) else (y, x)
    return across in (0, RING) and 0 <= along <= RING - (2 if is_long(piece) else 1)
