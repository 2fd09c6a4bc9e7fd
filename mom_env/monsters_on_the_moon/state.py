"""The record of a game: one table of fields, and names for the numbers in them.

A *square* is a number from 0 to 783: 28 y + x in a frame of 28 x 28 squares that wraps round. It also stands for its
upper left corner, its upper edge and its left edge. A *monster* is 0 to 3, a *card* the number of a monster card of the
set, or MOONSCAPE or ARMSTRONG. Cards that lie on the table are counted from 0 in the order in which they were laid.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.piles import NONE

__all__ = ["MAX_PLAYERS", "NONE", "RULES_DTYPE", "STATE_DTYPE", "Decision", "Rules", "State"]

# Limits on a card file. They fix the sizes of records, actions and observations at compile time.
MAX_PLAYERS = 4
NUM_MONSTERS = 4
MAX_CARDS = 26  # monster cards of a set
MOST_COVERED = 2  # squares of one visible card that a new card may cover
FACE = 6  # squares of a card
WRAP = 28  # width and height of the frame
NUM_SQUARES = WRAP * WRAP
MAX_LIMIT = 24  # width and height of the display
MAX_LAYOUTS = 5
MAX_START = 5  # cards of a layout
MAX_LAID = MAX_CARDS + MAX_START
MAX_SHIPS = 2  # of one seat
MAX_FIXED = MAX_PLAYERS * MAX_SHIPS + 2  # squares that are never covered
MAX_WALLS = 36  # of all seats
MAX_SPACES = 41  # of the crystal track
NUM_TILES = 2  # spaces of the track with tiles
MAX_MISSIONS = 8
MISSIONS_EACH, MISSIONS_OPEN = 2, 3
NUM_LEVELS = 4  # thresholds of points in solo play
NUM_ROWS = 4  # of heads on the score sheet: SINGLE, SINGLE_INSIDE, GROUPED, GROUPED_INSIDE

# What a square shows. Double heads follow single heads, in the order of the monsters.
BARE = 0  # table without a card
HEAD = 1
DOUBLE = HEAD + NUM_MONSTERS
CRYSTAL = DOUBLE + NUM_MONSTERS
EMPTY = CRYSTAL + 1
ASTRONAUT = EMPTY + 1
CAMP = ASTRONAUT + 1
NUM_SHOWN = CAMP + 1

MOONSCAPE = MAX_CARDS
ARMSTRONG = MOONSCAPE + 1
NUM_FACES = ARMSTRONG + 1  # monster cards and start cards

# Bits of `mark`, for each square.
TILE = 1  # a monster tile lies on it
FIXED = 2  # it is never covered: a ship, Armstrong or his base camp
WALL_ABOVE = 4  # a wall on its upper edge
WALL_LEFT = 8  # a wall on its left edge
MIDDLE = 16  # the middle of a long wall lies on its upper left corner
SEEN = 32  # scratch: a search has been here

# Who has a card, in `holder`: a seat, or one of these.
IN_PILE, LAID, GONE = 4, 5, 6

# Rows of heads on the score sheet.
SINGLE, SINGLE_INSIDE, GROUPED, GROUPED_INSIDE = range(NUM_ROWS)

# Pieces of wall, in the order of their ids: 0 short, 2 long; +0 horizontal, +1 vertical.
SHORT_H, SHORT_V, LONG_H, LONG_V = range(4)
NUM_PIECES = 4
SHORT, LONG = range(2)  # sizes
FEWEST_WALLS, MOST_WALLS = 3, 5  # of a turn

FLAT, UPRIGHT = range(2)


class Decision(IntEnum):
    """What the seat to move decides; NOTHING at the end of the game."""

    NOTHING = -1
    MONSTER = 0
    PASS = 1
    TURN = 2
    PLACE = 3
    TILE = 4
    SHIP = 5
    EDGE = 6
    WALL = 7
    STARTER = 8


NUM_DECISIONS = 9


class Missions(IntEnum):
    """Whether missions are played with, and who sees them."""

    NONE = 0
    SECRET = 1
    OPEN = 2


class Kind(IntEnum):
    """What a mission asks for, in the order of the card file's words."""

    LINE = 0
    BLOCK = 1
    GROUPS = 2
    LARGEST = 3
    RIM = 4
    CRYSTALS = 5
    SHIPS = 6
    SINGLE = 7


Field = tuple[str, type[np.generic]] | tuple[str, type[np.generic], tuple[int, ...]]

# Field, type, shape, and its meaning as a comment. Seats, cards and squares are NONE (-1) where there is none.
STATE_FIELDS: list[Field] = [
    ("rng", np.uint64),  # random stream that deals this game and, in a batch, the next
    ("shows", np.int8, (NUM_SQUARES,)),  # BARE ... CAMP
    ("lies", np.int8, (NUM_SQUARES,)),  # 1 + the number of the card that lies open there, 0 for bare table
    ("mark", np.uint8, (NUM_SQUARES,)),  # TILE, FIXED, WALL_ABOVE, WALL_LEFT, MIDDLE
    ("area", np.int8, (NUM_SQUARES,)),  # number of the enclosed area from 1; 0 in the open
    ("across", np.uint32, (WRAP,)),  # squares of the display in each row, as bits: bit x
    ("down", np.uint32, (WRAP,)),  # squares of the display in each column, as bits: bit y
    ("left", np.int8),  # column of the display's left side
    ("top", np.int8),  # row of its upper side
    ("width", np.int8),
    ("height", np.int8),
    ("num_laid", np.int8),  # cards on the table, covered or not
    ("laid_card", np.int8, (MAX_LAID,)),
    ("laid_turn", np.int8, (MAX_LAID,)),  # quarter turns
    ("laid_place", np.int16, (MAX_LAID,)),  # left upper square
    ("num_walls", np.int8),
    ("wall_piece", np.int8, (MAX_WALLS,)),
    ("wall_edge", np.int16, (MAX_WALLS,)),  # square of the first edge
    ("num_areas", np.int8),
    ("num_fixed", np.int8),
    ("fixed", np.int16, (MAX_FIXED,)),  # squares that are never covered
    ("free_crystals", np.int16),  # visible crystals without a ship
    ("layout", np.int8),  # from 1; 0 in solo play
    ("start", np.int8),  # starting player
    ("seat", np.int8),  # the seat that decides; NONE when the game is over
    ("decision", np.int8),  # Decision
    ("has_begun", np.int8),  # 0: chance has drawn, and nothing else has happened
    ("monster", np.int8, (MAX_PLAYERS,)),
    ("passed", np.int8, (MAX_PLAYERS,)),  # the card that each seat has chosen to give to its right neighbour
    ("holder", np.int8, (MAX_CARDS,)),  # who has each card: a seat, IN_PILE, LAID or GONE
    ("hand_size", np.int8, (MAX_PLAYERS,)),
    ("pile", np.int8, (MAX_CARDS,)),  # next card first
    ("num_pile", np.int8),
    ("steps", np.int8, (MAX_PLAYERS,)),  # space of the marker on the crystal track
    ("ships", np.int8, (MAX_PLAYERS,)),  # that are left
    ("ship_at", np.int16, (MAX_PLAYERS, MAX_SHIPS)),  # squares, in the order of setting
    ("walls", np.int8, (MAX_PLAYERS, 2)),  # that are left: SHORT, LONG
    ("missions", np.uint8, (MAX_PLAYERS,)),  # bit i: mission i, from 0; open ones are in each entry
    ("card", np.int8),  # of the turn under way
    ("turn", np.int8),  # its quarter turns
    ("new_card", np.int8),  # the number on the table of the card laid in this turn
    ("tiles_due", np.int8),  # monster tiles still to be laid
    ("ship_done", np.int8),  # 1: the decision about a ship was taken in this turn
    ("piece", np.int8),  # of wall, while its edge is chosen
    ("laying", np.int8),  # walls laid in this turn, the last of the walls
    ("interim_taken", np.int8),
    ("interim_rows", np.int16, (MAX_PLAYERS, NUM_ROWS)),  # heads
    ("interim", np.int16, (MAX_PLAYERS,)),  # VP
    ("final_rows", np.int16, (MAX_PLAYERS, NUM_ROWS)),  # heads, at the end; solo: vampires, crystals, others
    ("group_vp", np.int16, (MAX_PLAYERS,)),  # at the end
    ("mission_vp", np.int16, (MAX_PLAYERS,)),  # at the end
    ("vp", np.int16, (MAX_PLAYERS,)),  # at the end
    ("place", np.int8, (MAX_PLAYERS,)),  # at the end: 1 is best, ties share
]

Int8s = NDArray[np.int8]
Uint8s = NDArray[np.uint8]
Int16s = NDArray[np.int16]
Uint32s = NDArray[np.uint32]


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """One game as a record. Without the JIT its scalars are small NumPy integers: `int()` them before arithmetic."""

    rng: np.uint64
    shows: Int8s
    lies: Int8s
    mark: Uint8s
    area: Int8s
    across: Uint32s
    down: Uint32s
    left: int
    top: int
    width: int
    height: int
    num_laid: int
    laid_card: Int8s
    laid_turn: Int8s
    laid_place: Int16s
    num_walls: int
    wall_piece: Int8s
    wall_edge: Int16s
    num_areas: int
    num_fixed: int
    fixed: Int16s
    free_crystals: int
    layout: int
    start: int
    seat: int
    decision: int
    has_begun: int
    monster: Int8s
    passed: Int8s
    holder: Int8s
    hand_size: Int8s
    pile: Int8s
    num_pile: int
    steps: Int8s
    ships: Int8s
    ship_at: Int16s
    walls: Int8s
    missions: Uint8s
    card: int
    turn: int
    new_card: int
    tiles_due: int
    ship_done: int
    piece: int
    laying: int
    interim_taken: int
    interim_rows: Int16s
    interim: Int16s
    final_rows: Int16s
    group_vp: Int16s
    mission_vp: Int16s
    vp: Int16s
    place: Int8s


STATE_DTYPE = np.dtype((State, STATE_FIELDS))

# The card file and the options as one record, called `rules` in every kernel.
RULES_FIELDS: list[Field] = [
    ("num_players", np.int64),
    ("draw_monsters", np.int64),  # option monsters = "draw"
    ("skip_forced", np.int64),
    ("layout", np.int64),  # option; 0 is "random"
    ("opponents_only", np.int64),  # option tile_target = "opponent"
    ("with_walls", np.int64),  # option walls
    ("missions", np.int64),  # Missions
    ("num_cards", np.int64),
    ("num_monsters", np.int64),  # of the set
    ("hand", np.int64),  # cards drawn to the double heads
    ("ships", np.int64),  # of each player
    ("limit", np.int64),  # width and height of the display
    ("num_layouts", np.int64),
    ("last_space", np.int64),  # of the crystal track
    ("long_walls", np.int64),  # of each player
    ("short_walls", np.int64),
    ("num_missions", np.int64),
    ("open_missions", np.int64),  # bits of those that may lie open
    ("solo_monster", np.int64),
    ("faces", np.int8, (NUM_FACES, FACE)),  # what each card shows, unturned, row by row
    ("doubles", np.int8, (NUM_MONSTERS, 2)),  # the cards with a double head of each monster
    ("layout_size", np.int8, (MAX_LAYOUTS, 3)),  # cards, width, height
    ("layout_card", np.int8, (MAX_LAYOUTS, MAX_START)),  # FIRST, SECOND, MOONSCAPE or ARMSTRONG
    ("layout_place", np.int16, (MAX_LAYOUTS, MAX_START)),  # left upper square
    ("layout_turn", np.int8, (MAX_LAYOUTS, MAX_START)),
    ("space_vp", np.int16, (MAX_SPACES,)),
    ("tile_space", np.int8, (NUM_TILES,)),
    ("mission_kind", np.int8, (MAX_MISSIONS,)),  # Kind
    ("mission_least", np.int16, (MAX_MISSIONS,)),
    ("mission_vp", np.int16, (MAX_MISSIONS,)),
    ("levels", np.int16, (NUM_LEVELS,)),
]

FIRST, SECOND = -2, -3  # of the pile, in a layout


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A card file and options for one number of players as a record, read-only, which kernels get as `rules`."""

    num_players: int
    draw_monsters: int
    skip_forced: int
    layout: int
    opponents_only: int
    with_walls: int
    missions: int
    num_cards: int
    num_monsters: int
    hand: int
    ships: int
    limit: int
    num_layouts: int
    last_space: int
    long_walls: int
    short_walls: int
    num_missions: int
    open_missions: int
    solo_monster: int
    faces: Int8s
    doubles: Int8s
    layout_size: Int8s
    layout_card: Int8s
    layout_place: Int16s
    layout_turn: Int8s
    space_vp: Int16s
    tile_space: Int8s
    mission_kind: Int8s
    mission_least: Int16s
    mission_vp: Int16s
    levels: Int16s


RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))
