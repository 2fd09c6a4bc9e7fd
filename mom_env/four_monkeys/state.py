"""The record of a game: one table of fields, and names for the numbers in them.

The record holds all of a game's chance: a *deal* for each round, and for each that may have to be played again. A card
is its place in a deck of a deal, so that the back of each card is known wherever it lies; `where` says where that is.
A tile in front of a player is a *row*, numbered in the order of grabbing. Rows and places of all scored rounds stay,
for the history of the result; what nobody has seen of them is erased.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.four_monkeys.sizes import (
    MAX_AREAS,
    MAX_CARDS,
    MAX_COMBOS,
    MAX_DEALS,
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_TICKS,
    MAX_TILES,
    MAX_WAYS,
    NUM_FIGURES,
    NUM_KINDS,
)
from mom_env.kernel.piles import NONE

__all__ = ["NONE", "RULES_DTYPE", "STATE_DTYPE", "Phase", "Rules", "State"]

MOST_BYTES = 12 * 1024  # of a record


class Phase(IntEnum):
    """What the game waits for: actions of a tick, the choice of a tile to check, or nothing as it is over."""

    ACT = 0
    CHECK = 1
    OVER = 2


class Verdict(IntEnum):
    """4, 5: What the scoring has said of a tile; until then it is UNCHECKED."""

    UNCHECKED = 0
    RIGHT = 1
    WRONG = 2
    REPEATED = 3
    EMPTY = 4


class EndedBy(IntEnum):
    """4: What has ended a round."""

    TIMER = 0
    STOP = 1


# For calls and choices in kernels: Numba cannot convert a member of an IntEnum to int.
UNCHECKED, RIGHT, WRONG, REPEATED, EMPTY = map(int, Verdict)
BY_TIMER, BY_STOP = map(int, EndedBy)

GREEN, ORANGE, BENEATH = range(3)  # planes of `counts`: closed green tiles, burned ones, cards beneath both
NUM_PLANES = 3
NUM_NEEDS = NUM_FIGURES + 1  # of a way: the four figures and golden buttons

# Where a card is: beneath the tile in a row (0 to MAX_TILES - 1), or in one of these places, to which seats are added.
IN_HAND = MAX_TILES
DISCARDED = IN_HAND + MAX_PLAYERS
IN_DECK = DISCARDED + MAX_PLAYERS

MISSED = 53  # in `last`: a grab of combo 0 that got nothing, and so on; others are action ids, 11 for any lay

Field = tuple[str, type[np.generic]] | tuple[str, type[np.generic], tuple[int, ...]]

_SEATS, _AREAS, _ROUNDS = (MAX_PLAYERS,), (MAX_AREAS,), (MAX_ROUNDS,)
_ROWS = (MAX_ROUNDS, MAX_TILES)

# Field, type, shape, and its meaning as a comment. Seats, rows and choices are NONE (-1) where there is none.
STATE_FIELDS: list[Field] = [
    ("rng", np.uint64),  # random stream that deals this game and, in a batch, the next
    ("seat", np.int8),  # the seat that is asked next; NONE when the game is over
    ("phase", np.int8),  # Phase
    ("round_number", np.int8),  # rounds that have been scored
    ("deal_number", np.int8),  # the deal that is played; each round and each repetition takes the next one
    ("tick", np.int16),  # ticks of this round that are over
    ("free", np.uint8),  # seats, as bits, that can do something else than wait in this tick
    ("ticks", np.int16, (MAX_DEALS,)),  # length of the timer; secret if it is hidden
    ("pending", np.int8, _SEATS),  # secret: what each seat has chosen in this tick
    ("last", np.int8, _SEATS),  # what each seat did in the tick before, without faces; MISSED for a grab in vain
    ("order", np.int8, _SEATS),  # scratch: the seats, the quickest first, while a tick happens
    ("claimed", np.int8, _SEATS),  # scratch: the stack that a grab gets, while a tick happens
    ("area", np.int8, _SEATS),  # 0 or 1
    ("left", np.int8, _SEATS),  # left neighbour in the area
    ("drawn", np.int8, _SEATS),  # cards drawn from each deck
    ("open_row", np.int8, _SEATS),  # row of the open tile
    ("hand_size", np.int16, _SEATS),
    ("total", np.int16, _SEATS),
    ("last_score", np.int16, _SEATS),  # of the last scored round
    ("replenished", np.int8, _SEATS),  # 1: hand replenish is turned
    ("own_skins", np.int8, _SEATS),  # 1: the own banana skin, never given
    ("handed_skins", np.int8, _SEATS),  # skins that somebody handed over
    ("gave", np.int8, _SEATS),  # 1: a skin was given with the open tile
    ("stops_left", np.int8, _SEATS),  # false stops still allowed
    ("num_stacks", np.int8, _AREAS),
    ("tops", np.uint16, _AREAS),  # combos that lie on top, as bits
    ("tall", np.int8, _AREAS),  # 1: a stack has two tiles or more
    ("open_right", np.int8, _SEATS),  # secret: 1 if these are right
    ("right", np.uint16, _SEATS),  # secret: combos, as bits, whose tile that was closed last is right
    ("counts", np.int8, (MAX_PLAYERS, NUM_PLANES, MAX_COMBOS)),  # of closed tiles and what lies beneath, by combo
    ("stack_height", np.int8, (MAX_TILES,)),
    ("stack_tile", np.int8, (MAX_TILES,)),  # place in the deal of each stack's top; area 1 begins at its first tile
    ("hand", np.int8, (MAX_PLAYERS, NUM_KINDS)),  # secret: cards of each kind in hand
    ("seen", np.int8, (MAX_PLAYERS, NUM_KINDS)),  # secret: cards of the own deck that the seat itself has drawn
    ("open_kinds", np.int8, (MAX_PLAYERS, NUM_KINDS)),  # secret: cards of each kind beneath it
    ("last_checked", np.int8),  # the seat whose tile was checked last, in scoring
    ("num_checks", np.int8),  # of this scoring
    # By scored round, and the one that is played.
    ("deal_of", np.int8, _ROUNDS),  # the deal that it was played with
    ("num_ticks", np.int16, _ROUNDS),  # ticks played
    ("ended_by", np.int8, _ROUNDS),  # EndedBy
    ("smartest", np.uint8, _ROUNDS),  # the Smartest Monkeys as bits, at the end of scoring
    ("scores", np.int16, (MAX_ROUNDS, MAX_PLAYERS)),
    ("num_rows", np.int8, _ROUNDS),
    ("row_seat", np.int8, _ROWS),
    ("row_combo", np.int8, _ROWS),  # from 0
    ("row_orange", np.int8, _ROWS),  # 1: burned
    ("row_beneath", np.uint8, _ROWS),  # number of cards
    ("row_verdict", np.int8, _ROWS),  # Verdict
    ("row_check", np.int8, _ROWS),  # it was the 1st, 2nd ... tile to be checked; 0: not checked
    ("where", np.uint8, (MAX_ROUNDS, MAX_PLAYERS, MAX_CARDS)),  # secret in part: of each card of each deck
    # All chance, by deal; erased when it has been played.
    ("decks", np.int8, (MAX_DEALS, MAX_PLAYERS, MAX_CARDS)),  # secret: kinds, the next card first
    ("tiles", np.int8, (MAX_DEALS, MAX_TILES)),  # secret: combos, stack after stack, each from its top
    ("orders", np.uint16, (MAX_DEALS, MAX_TICKS)),  # secret: number of the permutation of seats, by tick
]

Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]
Uint8s = NDArray[np.uint8]
Uint16s = NDArray[np.uint16]
Int64s = NDArray[np.int64]
Float32s = NDArray[np.float32]


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """One game as a record. Without the JIT its scalars are small NumPy integers: `int()` them before arithmetic."""

    rng: np.uint64
    seat: int
    phase: int
    round_number: int
    deal_number: int
    tick: int
    free: int
    pending: Int8s
    last: Int8s
    order: Int8s
    claimed: Int8s
    area: Int8s
    left: Int8s
    stops_left: Int8s
    total: Int16s
    last_score: Int16s
    hand: Int8s
    hand_size: Int16s
    seen: Int8s
    drawn: Int8s
    open_row: Int8s
    open_kinds: Int8s
    open_right: Int8s
    right: Uint16s
    counts: Int8s
    own_skins: Int8s
    handed_skins: Int8s
    gave: Int8s
    replenished: Int8s
    num_stacks: Int8s
    tops: Uint16s
    tall: Int8s
    stack_tile: Int8s
    stack_height: Int8s
    last_checked: int
    num_checks: int
    deal_of: Int8s
    num_ticks: Int16s
    ended_by: Int8s
    smartest: Uint8s
    scores: Int16s
    num_rows: Int8s
    row_seat: Int8s
    row_combo: Int8s
    row_orange: Int8s
    row_beneath: Uint8s
    row_verdict: Int8s
    row_check: Int8s
    where: Uint8s
    decks: Int8s
    tiles: Int8s
    orders: Uint16s
    ticks: Int16s


STATE_DTYPE = np.dtype((State, STATE_FIELDS))

NUM_CONSTANTS = 7 + 6 + 3 + MAX_COMBOS  # first numbers of every observation: players, flags, limits, points

# The tile file and the options as one record, called `rules` in every kernel. Its numbers have 64 bits, and so do
# loops over them: Numba compiles the called kernels once for each width of a number.
RULES_FIELDS: list[Field] = [
    ("num_players", np.int64),
    ("skip_forced", np.int64),
    ("hidden_timer", np.int64),
    ("rotate", np.int64),  # option contest = "rotate"
    ("false_stops", np.int64),
    ("check_choice", np.int64),
    ("banana_skins", np.int64),
    ("fresh_skins_count", np.int64),
    ("family", np.int64),
    ("rounds", np.int64),
    ("num_deals", np.int64),
    ("ticks", np.int64),  # of a visible timer
    ("spread", np.int64),  # R5: of a hidden timer
    ("num_orders", np.int64),  # permutations of all seats
    ("num_cards", np.int64),  # in a deck
    ("num_combos", np.int64),
    ("hand", np.int64),
    ("burn", np.int64),
    ("new_hand", np.int64),
    ("more", np.int64),
    ("orange", np.int64),  # points, as all that follow
    ("replenish", np.int64),
    ("aside", np.int64),
    ("banana_skin", np.int64),
    ("false_stop", np.int64),
    ("green_tile", np.int64),  # 10: of the family version
    ("orange_pair", np.int64),
    ("wrong_tile", np.int64),
    ("smartest", np.int64),
    ("num_areas", np.int64),
    ("area_size", np.int64, _AREAS),  # players
    ("num_tiles", np.int64, _AREAS),
    ("num_stacks", np.int64, _AREAS),
    ("first_tile", np.int64, _AREAS),  # of each area among all tiles
    ("pace", np.int64, _SEATS),
    ("copies", np.int64, (NUM_KINDS,)),  # cards of each kind in a deck
    ("points", np.int64, (MAX_COMBOS,)),
    ("num_ways", np.int64, (MAX_COMBOS,)),
    ("ways", np.int64, (MAX_COMBOS, MAX_WAYS, NUM_NEEDS)),
    ("constants", np.float32, (NUM_CONSTANTS,)),
]


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A tile file and options for one number of players as a record, read-only, which kernels get as `rules`."""

    num_players: int
    skip_forced: int
    hidden_timer: int
    rotate: int
    false_stops: int
    check_choice: int
    banana_skins: int
    fresh_skins_count: int
    family: int
    rounds: int
    num_deals: int
    ticks: int
    spread: int
    num_orders: int
    num_cards: int
    num_combos: int
    hand: int
    burn: int
    new_hand: int
    more: int
    orange: int
    replenish: int
    aside: int
    banana_skin: int
    false_stop: int
    green_tile: int
    orange_pair: int
    wrong_tile: int
    smartest: int
    num_areas: int
    area_size: Int64s
    num_tiles: Int64s
    num_stacks: Int64s
    first_tile: Int64s
    pace: Int64s
    copies: Int64s
    points: Int64s
    num_ways: Int64s
    ways: Int64s
    constants: Float32s


RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))
