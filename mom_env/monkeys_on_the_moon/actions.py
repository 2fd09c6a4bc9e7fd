"""The action table: one flat range of ids. An id names a kind of card or coin, not a slot of a hand.

Tribes are named by their places in the circle, so "advance the tribe at place 2" has the same id in every game.
"""

from typing import Protocol

from mom_env.contract.people import ActionRange
from mom_env.contract.records import MaskRecord, mask_dtype
from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.state import (
    MAX_COINS,
    MAX_MOVES,
    MAX_SHIP_TYPES,
    MAX_STATUSES,
    NUM_CARD_KINDS,
    NUM_MONKEY_KINDS,
    NUM_SHIP_KINDS,
    NUM_TRIBES,
    Decision,
    Int8s,
)

COIN_COUNTS = MAX_COINS + 1  # 0 ... MAX_COINS coins of each of the three tribes
NUM_BIDS = COIN_COUNTS**3

PLAY_CARD = 0
ADVANCE = PLAY_CARD + NUM_CARD_KINDS
PAY_ALLY = ADVANCE + NUM_TRIBES
TAKE_SCORN = PAY_ALLY + NUM_TRIBES
PUT_UP = TAKE_SCORN + NUM_TRIBES
BID = PUT_UP + NUM_MONKEY_KINDS
PASS = BID  # a bid of no coins
TAKE_SHIP = BID + NUM_BIDS
STAY = TAKE_SHIP + NUM_SHIP_KINDS
NUM_ACTIONS = STAY + NUM_TRIBES

TABLE = (
    ActionRange("play card", Decision.CARD, PLAY_CARD, NUM_CARD_KINDS, "place of the tribe, index of the move"),
    ActionRange("advance", Decision.TRIBE, ADVANCE, NUM_TRIBES, "place of the tribe"),
    ActionRange("pay ally", Decision.APPEASE, PAY_ALLY, NUM_TRIBES, "place of the tribe that gets a coin"),
    ActionRange("take scorn", Decision.APPEASE, TAKE_SCORN, NUM_TRIBES, "place of the tribe"),
    ActionRange("put up", Decision.MONKEY, PUT_UP, NUM_MONKEY_KINDS, "place of the tribe, index of the status"),
    ActionRange("bid", Decision.BID, BID, NUM_BIDS, "coins own, cw, ccw; no coins: pass"),
    ActionRange("take ship", Decision.SHIP, TAKE_SHIP, NUM_SHIP_KINDS, "place of the colour, index of the type"),
    ActionRange("stay behind", Decision.STAY, STAY, NUM_TRIBES, "place of the tribe"),
)


# A mask as a record of the ranges of TABLE, which kernels mark by name. `ids` is the same memory as a flat mask of
# int8, `words` the same in words of eight ids.
# A record is passed as one pointer, whereas passing an array counts references each time.
_SHAPES = {"bid": (COIN_COUNTS, COIN_COUNTS, COIN_COUNTS)}
MASK_DTYPE = mask_dtype(
    NUM_ACTIONS, {row.name.replace(" ", "_"): (row.start, _SHAPES.get(row.name, (row.size,))) for row in TABLE}
)


class Mask(MaskRecord, Protocol):
    """A mask of the action ids as a record: 1 for each legal action of a seat, 0 for all others.

    Each range of TABLE has an array of its own. `bid` has the axes own, clockwise and counter: numbers of coins.
    """

    play_card: Int8s
    advance: Int8s
    pay_ally: Int8s
    take_scorn: Int8s
    put_up: Int8s
    bid: Int8s
    take_ship: Int8s
    stay_behind: Int8s


@kernel
def bid_action(own: int, clockwise: int, counter: int) -> int:
    """Return the action id of a bid; with no coins at all it is PASS.

    The parameters are numbers of coins, each from 0 to MAX_COINS: of the monkey's tribe, of its clockwise and of its
    counter-clockwise ally.
    """
    return BID + (own * COIN_COUNTS + clockwise) * COIN_COUNTS + counter


@kernel
def own_coins(action: int) -> int:
    """Return how many coins of the monkey's own tribe the bid with the id `action` has."""
    return (action - BID) // (COIN_COUNTS * COIN_COUNTS)


@kernel
def clockwise_coins(action: int) -> int:
    """Return how many coins of the clockwise ally of the monkey's tribe the bid with the id `action` has."""
    return (action - BID) // COIN_COUNTS % COIN_COUNTS


@kernel
def counter_coins(action: int) -> int:
    """Return how many coins of the counter-clockwise ally of the monkey's tribe the bid with the id `action` has."""
    return (action - BID) % COIN_COUNTS


def range_of(action: int) -> ActionRange:
    """Return the row of TABLE whose range of ids contains `action`.

    Raises:
        ValueError: there is no such id.
    """
    for row in TABLE:
        if row.start <= action < row.start + row.size:
            return row
    raise ValueError(f"action ids are 0 to {NUM_ACTIONS - 1}, found {action}")


def describe(action: int) -> str:
    """Return an action id in words, with tribes by their places in the circle, from 0.

    Raises:
        ValueError: there is no such id.
    """
    row = range_of(action)
    if action == PASS:
        return "pass"
    if row.name == "bid":
        return f"bid own {own_coins(action)} cw {clockwise_coins(action)} ccw {counter_coins(action)}"
    width, detail = DETAILS.get(row.name, (1, ""))
    place, index = divmod(action - row.start, width)
    return f"{row.name} place {place}" + (f" {detail} {index}" if detail else "")


# For the ranges of cards: how many ids each tribe has, and what the rest of the id counts.
DETAILS = {
    "play card": (MAX_MOVES, "move index"),
    "put up": (MAX_STATUSES, "status index"),
    "take ship": (MAX_SHIP_TYPES, "type index"),
}
