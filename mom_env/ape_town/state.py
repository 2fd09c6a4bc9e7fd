"""The record of a game: one table of fields, and names for the numbers in them.

All tiles of a game are one *row*, in the order in which they are turned up. The place i of the row lies on segment
i mod (number of segments) of the track, and belongs to the *opening* i // length: the sections are turned up one after
the other, and those of the track come again when they have been filled from the reserve. So the track needs no fields
of its own: a place of the row says segment, colour and section.

The *display* lists the places of the row that are face up, in the order of the track.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.piles import NONE

__all__ = ["MAX_PLAYERS", "NONE", "NUM_MOTIFS", "RULES_DTYPE", "STATE_DTYPE", "Decision", "Motif", "Rules", "State"]

# Limits on a board file. They fix the sizes of records, actions and observations at compile time.
MIN_PLAYERS = 2
MAX_PLAYERS = 4
MAX_FIELDS = 80
MAX_TILES = 80
MAX_DISTRICTS = 12
MAX_DISPLAY = 10  # face-up tiles
NUM_COLOURS = 3
NUM_BESIDE = 6  # cells beside a cell
MAX_OUTSIDE = 2 * MAX_FIELDS  # cells in no district: as many of the pond, and as many printed tiles
OPEN_SECTIONS = 2  # turned up at first, and open from then on


class Motif(IntEnum):
    """What a tile shows: one of three value apes, a banana site, or one of two markers."""

    TARSIER = 0
    CHIMPANZEE = 1
    MANDRILL = 2
    BANANA = 3
    ORANGUTAN = 4
    LEMUR = 5


NUM_MOTIFS = 6
NUM_APES = 3  # the motifs below this number are value apes


class Colour(IntEnum):
    """The colour of a district or a segment."""

    GREY = 0
    BLACK = 1
    WHITE = 2


class Decision(IntEnum):
    """What the seat to move decides; NOTHING once the game is over."""

    NOTHING = -1
    TAKE = 0
    PLACE = 1


NUM_DECISIONS = 2


class Way(IntEnum):
    """Where points come from."""

    TILES = 0  # points at once
    BOSS = 1
    NEIGHBOURS = 2
    MONEY = 3


NUM_WAYS = 4
FROM_TILES, FROM_BOSS, FROM_NEIGHBOURS, FROM_MONEY = map(int, Way)  # Numba cannot index by a member of an IntEnum

Field = tuple[str, type[np.generic]] | tuple[str, type[np.generic], tuple[int, ...]]

# Field, type, shape, and its meaning as a comment. Seats, tiles and places of the row are NONE (-1) if there is none.
STATE_FIELDS: list[Field] = [
    ("rng", np.uint64),  # random stream that deals this game and, in a batch, the next
    ("decision", np.int8),  # Decision
    ("seat", np.int8),  # the seat that decides; NONE when the game is over
    ("start", np.int8),  # starting player
    ("turn", np.int8),  # number of tiles placed
    ("hand", np.int8),  # Motif of the tile taken and not yet placed
    ("hand_place", np.int8),  # its place in the row
    ("opened", np.int8),  # number of openings: sections turned up so far, those that came again included
    ("reserve", np.int8),  # tiles that do not lie on the track yet
    ("num_shown", np.int8),  # number of tiles in the display
    ("display", np.int8, (MAX_DISPLAY,)),  # places of the row, ascending
    ("bundles", np.int8, (MAX_DISPLAY,)),  # bundles of money beside each tile of the display
    ("money", np.int8, (MAX_PLAYERS,)),  # bundles
    ("discs", np.int8, (MAX_PLAYERS,)),  # left
    ("points", np.int16, (MAX_PLAYERS,)),
    ("ways", np.int16, (MAX_PLAYERS, NUM_WAYS)),  # the points of each seat by Way
    ("row", np.int8, (MAX_TILES,)),  # Motif of each tile that has not been taken yet; secret from the first hidden one
    ("unseen", np.int8, (NUM_MOTIFS,)),  # tiles of each motif that have not been turned up
    ("tile", np.int8, (MAX_FIELDS,)),  # Motif of the tile on each field
    ("disc", np.int8, (MAX_FIELDS,)),  # the seat whose disc lies on that tile
    # What follows from the tiles on the fields, so that nobody has to count it again.
    ("sites_beside", np.int8, (MAX_FIELDS,)),  # banana sites beside each field, printed ones included
    ("worth_beside", np.int8, (MAX_FIELDS,)),  # sum of the values of the apes beside it, printed ones included
    ("free", np.int8, (MAX_DISTRICTS,)),  # free fields of each district
    ("worth", np.int16, (MAX_DISTRICTS,)),  # sum of the values of the apes on the fields of each district
    ("orangutans", np.int8, (MAX_PLAYERS, MAX_DISTRICTS)),  # those with a disc of the seat
    ("lemurs", np.int8, (MAX_PLAYERS, MAX_DISTRICTS)),  # those with a disc of the seat
    ("all_lemurs", np.int8, (MAX_DISTRICTS,)),  # of all seats, and those without a disc
    ("place", np.int8, (MAX_PLAYERS,)),  # at the end: 1 is best, and no two are equal
]

Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """One game as a record. Without the JIT its scalars are small NumPy integers: `int()` them before arithmetic."""

    rng: np.uint64
    decision: int
    seat: int
    start: int
    turn: int
    hand: int
    hand_place: int
    opened: int
    reserve: int
    num_shown: int
    display: Int8s
    bundles: Int8s
    money: Int8s
    discs: Int8s
    points: Int16s
    ways: Int16s
    row: Int8s
    unseen: Int8s
    tile: Int8s
    disc: Int8s
    sites_beside: Int8s
    worth_beside: Int8s
    free: Int8s
    worth: Int16s
    orangutans: Int8s
    lemurs: Int8s
    all_lemurs: Int8s
    place: Int8s


STATE_DTYPE = np.dtype((State, STATE_FIELDS))

# The board file and the options as one record, called `rules` in every kernel. Its numbers have 64 bits, and so do
# loops over them: Numba compiles the called kernels once for each width of a number.
RULES_FIELDS: list[Field] = [
    ("num_players", np.int64),
    ("skip_forced", np.int64),
    ("all_districts", np.int64),  # option final_scoring = "all_districts"
    ("num_fields", np.int64),
    ("num_tiles", np.int64),
    ("num_districts", np.int64),
    ("num_segments", np.int64),
    ("length", np.int64),  # segments of a section
    ("first_money", np.int64),  # bundles of each seat
    ("first_discs", np.int64),  # discs of each seat
    ("value", np.int64, (NUM_MOTIFS,)),  # points of a value ape; 0 for all other motifs
    ("tiles", np.int8, (NUM_MOTIFS,)),  # how many there are
    ("segment_colour", np.int8, (MAX_TILES,)),  # of the segment that each place of the row lies on
    ("district", np.int8, (MAX_FIELDS,)),  # of each field
    ("num_beside", np.int8, (MAX_FIELDS,)),  # fields beside a field
    ("beside", np.int8, (MAX_FIELDS, NUM_BESIDE)),  # those fields
    ("printed_sites", np.int8, (MAX_FIELDS,)),  # printed banana sites beside a field
    ("printed_worth", np.int8, (MAX_FIELDS,)),  # sum of the values of the printed apes beside it
    ("first_field", np.int64, (MAX_DISTRICTS,)),
    ("num_in", np.int64, (MAX_DISTRICTS,)),  # fields of a district, which are numbered through from `first_field` on
    ("colour", np.int8, (MAX_DISTRICTS,)),
    ("num_neighbours", np.int8, (MAX_DISTRICTS,)),
    ("neighbours", np.int8, (MAX_DISTRICTS, MAX_DISTRICTS)),  # neighbouring districts
    # The cells in no district, the pond and printed tiles. Only the soak reads them: they join nothing (R6, R12).
    ("num_outside", np.int64),
    ("is_pond", np.int8, (MAX_OUTSIDE,)),  # 1 for a cell of the pond, 0 for a printed tile
    ("num_around", np.int8, (MAX_OUTSIDE,)),  # fields beside such a cell
    ("around", np.int8, (MAX_OUTSIDE, NUM_BESIDE)),  # those fields
    # Factors that scale the numbers of an observation, mostly to [0, 1].
    ("per_turn", np.float32),
    ("per_opening", np.float32),
    ("per_bundle", np.float32),  # of a seat, and of a segment
    ("per_disc", np.float32),
    ("per_value", np.float32),  # the best ape
    ("per_field", np.float32),  # of the largest district
    ("per_worth", np.float32),  # of a district full of the best apes
    ("per_tile", np.float32),  # of the most frequent motif
]


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A board and options for one number of players as a record, read-only, which kernels get as `rules`."""

    num_players: int
    skip_forced: int
    all_districts: int
    num_fields: int
    num_tiles: int
    num_districts: int
    num_segments: int
    length: int
    first_money: int
    first_discs: int
    value: NDArray[np.int64]
    tiles: Int8s
    segment_colour: Int8s
    district: Int8s
    num_beside: Int8s
    beside: Int8s
    printed_sites: Int8s
    printed_worth: Int8s
    first_field: NDArray[np.int64]
    num_in: NDArray[np.int64]
    colour: Int8s
    num_neighbours: Int8s
    neighbours: Int8s
    num_outside: int
    is_pond: Int8s
    num_around: Int8s
    around: Int8s
    per_turn: float
    per_opening: float
    per_bundle: float
    per_disc: float
    per_value: float
    per_field: float
    per_worth: float
    per_tile: float


RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))
