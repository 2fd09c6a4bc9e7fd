"""The record of a game: one table of fields, and names for the numbers in them.

A *tribe* is the number of its place in the circle, 0 to 5 clockwise: its allies are the places beside it and its rival
is the place opposite. `colour` is the number of that tribe in the deck file. When two tribes swap places (Treachery),
their numbers are exchanged in every field.

A *card* is a kind, not one printed card: `tribe * MAX_... + index` into the deck's table of moves, statuses or ship
types. Equal cards are the same card.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.piles import NONE

__all__ = ["MAX_PLAYERS", "NONE", "NUM_TRIBES", "RULES_DTYPE", "STATE_DTYPE", "Decision", "Phase", "Rules", "State"]

# Limits on a deck file. They fix the sizes of records, actions and observations at compile time.
NUM_TRIBES = 6
MIN_PLAYERS = 2
MAX_PLAYERS = 4
MAX_MOVES = 4  # distinct moves on civilization cards
MAX_STATUSES = 4  # distinct statuses of monkeys
MAX_SHIP_TYPES = 8  # distinct pairs of seats and VP
MAX_SEATS = 4  # on one ship
MAX_HAND = 3
MAX_MONKEY_POOL = 6
MAX_SHIP_POOL = 3
MAX_CARDS = 48
MAX_MONKEYS = 60
MAX_SHIPS = 30
MAX_COINS = 7  # of one tribe in play

NUM_CARD_KINDS = NUM_TRIBES * MAX_MOVES
NUM_MONKEY_KINDS = NUM_TRIBES * MAX_STATUSES
NUM_SHIP_KINDS = NUM_TRIBES * MAX_SHIP_TYPES

# Where cards, monkeys and ships begin in one table of all kinds: one long loop is faster than three short ones.
UNSEEN_CARDS = 0
UNSEEN_MONKEYS = UNSEEN_CARDS + NUM_CARD_KINDS
UNSEEN_SHIPS = UNSEEN_MONKEYS + NUM_MONKEY_KINDS
NUM_KINDS = UNSEEN_SHIPS + NUM_SHIP_KINDS


class Phase(IntEnum):
    """The part of a round in which the game is, or OVER at its end."""

    CIVILIZATION = 0
    BID = 1
    OVER = 2


class Decision(IntEnum):
    """What the seat to move decides; NOTHING only while the engine advances to the next decision."""

    NOTHING = -1
    CARD = 0
    TRIBE = 1
    APPEASE = 2
    MONKEY = 3
    BID = 4
    SHIP = 5
    STAY = 6


NUM_DECISIONS = 7

NUM_OPTIONS = 5
# The first numbers of an observation: number of players, options, white dot, both titles by rank, VP of a scorn card.
NUM_CONSTANTS = (MAX_PLAYERS - MIN_PLAYERS + 1) + NUM_OPTIONS + 1 + 2 * NUM_TRIBES + 1

OWN, CLOCKWISE, COUNTER = 0, 1, 2  # the coins of a bid: the monkey's tribe and its two allies

Field = tuple[str, type[np.generic]] | tuple[str, type[np.generic], tuple[int, ...]]

# Field, type, shape, and its meaning as a comment. Seats, tribes and cards are NONE (-1) where there is none.
STATE_FIELDS: list[Field] = [
    ("rng", np.uint64),  # random stream that deals this game and, in a batch, the next
    ("phase", np.int8),  # Phase
    ("round_number", np.int8),  # from 0; not `round`, which is a method of records
    ("start", np.int8),  # starting player of the round
    ("turn", np.int8),  # number of seats that have had their turn in this phase
    ("seat", np.int8),  # the seat that decides; NONE when the game is over
    ("decision", np.int8),  # Decision
    ("swapped", np.int8),  # 1 after the swap of Treachery
    ("owners_to_check", np.int8),  # number of ships still to be checked for rivals after the swap
    ("colour", np.int8, (NUM_TRIBES,)),  # the deck's tribe at each place of the circle
    ("track", np.int8, (NUM_TRIBES,)),  # spaces moved; the track's length for a finished stone
    ("finish", np.int8, (NUM_TRIBES,)),  # order of arrival from 1; 0 on the way
    ("supply", np.int8, (NUM_TRIBES,)),  # coins
    ("scorn", np.int8, (NUM_TRIBES,)),  # the seat that holds the scorn card
    ("tie_rank", np.int8, (NUM_TRIBES,)),  # secret: 0 wins ties on the track
    ("coins", np.int8, (MAX_PLAYERS, NUM_TRIBES)),
    ("hand", np.int8, (MAX_PLAYERS, MAX_HAND)),  # civilization cards, in the order they came
    ("ship", np.int8, (MAX_PLAYERS,)),  # on the ground
    ("aboard", np.int8, (MAX_PLAYERS, MAX_SEATS)),  # monkeys, in the order they boarded
    ("waiting", np.int8, (MAX_SEATS,)),  # monkeys that will board the next ship of the seat to move
    ("pile", np.int8, (MAX_PLAYERS, NUM_MONKEY_KINDS)),  # score pile: monkeys of each kind
    ("ships_won", np.int8, (MAX_PLAYERS, MAX_SHIPS)),  # full ships, in the order they launched
    ("status", np.int16, (MAX_PLAYERS, NUM_TRIBES)),  # points in the score pile
    ("monkeys", np.int16, (MAX_PLAYERS,)),  # cards in the score pile
    ("ship_vp", np.int16, (MAX_PLAYERS,)),  # of the full ships
    ("monkey_pool", np.int8, (MAX_MONKEY_POOL,)),
    ("ship_pool", np.int8, (MAX_SHIP_POOL,)),
    ("pending_card", np.int8),  # civilization card just played, until its turn ends
    ("pending_tribe", np.int8),  # tribe to advance, while its rival is appeased
    ("auction_monkey", np.int8),  # the monkey that is up
    ("standing", np.int8),  # points of the highest bid; 0 without one
    ("holder", np.int8),  # seat of the highest bid
    ("still_in", np.int8, (MAX_PLAYERS,)),  # 1: has not passed on this monkey
    ("bids", np.int8, (MAX_PLAYERS, 3)),  # coins of each seat's last bid: OWN, CLOCKWISE, COUNTER
    ("civilization_pile", np.int8, (MAX_CARDS,)),
    ("monkey_pile", np.int8, (MAX_MONKEYS,)),
    ("ship_pile", np.int8, (MAX_SHIPS,)),
    ("num_returned", np.int8),  # ships at the bottom of the pile that all have seen return
    ("out_of_game", np.int8, (MAX_CARDS,)),  # civilization cards that nobody has seen
    ("discard", np.int8, (MAX_CARDS,)),  # civilization cards, in the order played
    ("monkeys_out", np.int8, (NUM_MONKEY_KINDS,)),  # monkeys of each kind that have left the game
    ("ships_out", np.int8, (MAX_PLAYERS,)),  # ships that were not full at the end
    ("unseen", np.int8, (NUM_KINDS,)),  # cards, monkeys and ships of each kind that have not been open to all
    ("ranking", np.int8, (NUM_TRIBES,)),  # at the end: tribes from the 1st place
    ("vp", np.int16, (MAX_PLAYERS,)),  # at the end
    ("place", np.int8, (MAX_PLAYERS,)),  # at the end: 1 is best, ties share
]

Int8s = NDArray[np.int8]
Int16s = NDArray[np.int16]


class State(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """One game as a record. Without the JIT its scalars are small NumPy integers: `int()` them before arithmetic."""

    rng: np.uint64
    phase: int
    round_number: int
    start: int
    turn: int
    seat: int
    decision: int
    swapped: int
    owners_to_check: int
    colour: Int8s
    track: Int8s
    finish: Int8s
    supply: Int8s
    scorn: Int8s
    tie_rank: Int8s
    coins: Int8s
    hand: Int8s
    ship: Int8s
    aboard: Int8s
    waiting: Int8s
    pile: Int8s
    ships_won: Int8s
    status: Int16s
    monkeys: Int16s
    ship_vp: Int16s
    monkey_pool: Int8s
    ship_pool: Int8s
    pending_card: int
    pending_tribe: int
    auction_monkey: int
    standing: int
    holder: int
    still_in: Int8s
    bids: Int8s
    civilization_pile: Int8s
    monkey_pile: Int8s
    ship_pile: Int8s
    num_returned: int
    out_of_game: Int8s
    discard: Int8s
    monkeys_out: Int8s
    ships_out: Int8s
    unseen: Int8s
    ranking: Int8s
    vp: Int16s
    place: Int8s


STATE_DTYPE = np.dtype((State, STATE_FIELDS))

# The deck file and the options as one record, called `rules` in every kernel. Its numbers have 64 bits, and so do
# loops over them: Numba compiles the called kernels once for each width of a number.
RULES_FIELDS: list[Field] = [
    ("num_players", np.int64),
    ("skip_forced", np.int64),
    ("add_only", np.int64),  # option raise = "add_only"
    ("final_launch_clears_scorn", np.int64),
    ("hidden_coins", np.int64),
    ("maximum_scorn", np.int64),
    ("monkey_treachery", np.int64),
    ("rounds", np.int64),
    ("hand_size", np.int64),
    ("first_coins", np.int64),  # of each tribe, for each player
    ("first_supply", np.int64),
    ("monkey_pool_size", np.int64),
    ("ship_pool_size", np.int64),
    ("num_out_of_game", np.int64),
    ("scorn_penalty", np.int64),  # VP
    ("track_length", np.int64),
    ("white_dot", np.int64),
    ("move", np.int8, (MAX_MOVES,)),  # spaces of each index; 0 if unused
    ("monkey_status", np.int8, (MAX_STATUSES,)),
    ("seats", np.int8, (MAX_SHIP_TYPES,)),
    ("ship_vp", np.int8, (MAX_SHIP_TYPES,)),
    ("cards", np.int8, (NUM_TRIBES, MAX_MOVES)),  # number of cards by colour and index
    ("monkeys", np.int8, (NUM_TRIBES, MAX_STATUSES)),
    ("ships", np.int8, (NUM_TRIBES, MAX_SHIP_TYPES)),
    ("leader", np.int16, (NUM_TRIBES,)),  # VP by rank
    ("undersecretary", np.int16, (NUM_TRIBES,)),
    # Factors that scale the numbers of an observation, mostly to [0, 1].
    ("per_round", np.float32),
    ("per_space", np.float32),
    ("per_coin", np.float32),
    ("per_status", np.float32),
    ("per_monkey", np.float32),
    ("per_ship_vp", np.float32),
    ("per_move", np.float32),
    ("per_monkey_status", np.float32),
    ("per_vp", np.float32),  # of one ship
    ("per_copy", np.float32),  # of the kind with most copies
    ("per_ship", np.float32),
    ("per_hand", np.float32),
    ("per_crew_status", np.float32),
    ("constants", np.float32, (NUM_CONSTANTS,)),  # the first numbers of an observation, equal for a whole game
]


class Rules(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A deck and options for one number of players as a record, read-only, which kernels get as `rules`."""

    num_players: int
    skip_forced: int
    add_only: int
    final_launch_clears_scorn: int
    hidden_coins: int
    maximum_scorn: int
    monkey_treachery: int
    rounds: int
    hand_size: int
    first_coins: int
    first_supply: int
    monkey_pool_size: int
    ship_pool_size: int
    num_out_of_game: int
    scorn_penalty: int
    track_length: int
    white_dot: int
    move: Int8s
    monkey_status: Int8s
    seats: Int8s
    ship_vp: Int8s
    cards: Int8s
    monkeys: Int8s
    ships: Int8s
    leader: Int16s
    undersecretary: Int16s
    per_round: float
    per_space: float
    per_coin: float
    per_status: float
    per_monkey: float
    per_ship_vp: float
    per_move: float
    per_monkey_status: float
    per_vp: float
    per_copy: float
    per_ship: float
    per_hand: float
    per_crew_status: float
    constants: NDArray[np.float32]


RULES_DTYPE = np.dtype((Rules, RULES_FIELDS))
