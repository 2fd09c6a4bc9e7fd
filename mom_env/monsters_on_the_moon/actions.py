"""The action table: one flat range of 928 ids. An id names a card or a square, not a slot of a hand.

One range of squares serves every decision about a place; the kind of the decision tells what it means. A square is
named by its place in a frame of 28 x 28 that wraps round.
"""

from typing import Protocol

from mom_env.contract.people import ActionRange
from mom_env.contract.records import MaskRecord, mask_dtype
from mom_env.monsters_on_the_moon.state import (
    MAX_CARDS,
    MAX_PLAYERS,
    NUM_MONSTERS,
    NUM_PIECES,
    NUM_SQUARES,
    WRAP,
    Decision,
    Int8s,
)

NUM_TURNS = 4

MONSTER = 0
PASS = MONSTER + NUM_MONSTERS
LAY = PASS + MAX_CARDS
WALL = LAY + NUM_TURNS * MAX_CARDS
STOP = WALL + NUM_PIECES
NO_SHIP = STOP + 1
STARTER = NO_SHIP + 1
SQUARE = STARTER + MAX_PLAYERS
NUM_ACTIONS = SQUARE + NUM_SQUARES

TABLE = (
    ActionRange("monster", Decision.MONSTER, MONSTER, NUM_MONSTERS, "werewolf, witch, vampire, skeleton"),
    ActionRange("pass card", Decision.PASS, PASS, MAX_CARDS, "number of the card"),
    ActionRange("lay card", Decision.TURN, LAY, NUM_TURNS * MAX_CARDS, "number of the card, quarter turns"),
    ActionRange("wall", Decision.WALL, WALL, NUM_PIECES, "short or long, h or v; also opens a turn with walls"),
    ActionRange("stop", Decision.WALL, STOP, 1, "one way"),
    ActionRange("no ship", Decision.SHIP, NO_SHIP, 1, "one way"),
    ActionRange("starter", Decision.STARTER, STARTER, MAX_PLAYERS, "seats to the left of the one that decides"),
    ActionRange("square", Decision.PLACE, SQUARE, NUM_SQUARES, "28 y + x: of place, tile, ship or edge"),
)
WALL_WORDS = (("short", "h"), ("short", "v"), ("long", "h"), ("long", "v"))
MONSTER_WORDS = ("werewolf", "witch", "vampire", "skeleton")

# A mask as a record of the ranges of TABLE, which kernels mark by name. `ids` is the same memory as a flat mask of
# int8, `words` the same in words of eight ids.
_SHAPES = {"lay_card": (MAX_CARDS, NUM_TURNS)}
_NAMES = {row: row.name.replace(" ", "_") for row in TABLE}
MASK_DTYPE = mask_dtype(
    NUM_ACTIONS, {name: (row.start, _SHAPES.get(name, (row.size,))) for row, name in _NAMES.items()}
)


class Mask(MaskRecord, Protocol):
    """A mask of the action ids as a record: 1 for each legal action of a seat, 0 for all others.

    Each range of TABLE has an array of its own. `lay_card` has the axes card and quarter turns.
    """

    monster: Int8s
    pass_card: Int8s
    lay_card: Int8s
    wall: Int8s
    stop: Int8s
    no_ship: Int8s
    starter: Int8s
    square: Int8s


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
    """Return an action id in words that are right in every position.

    >>> describe(37), describe(136), describe(201)
    ('lay card 1, 3 quarter turns', 'long wall h', 'square (1, 2)')

    Raises:
        ValueError: there is no such id.
    """
    row = range_of(action)
    index = action - row.start
    if row.start == MONSTER:
        return MONSTER_WORDS[index]
    if row.start == LAY:
        return f"lay card {index // NUM_TURNS}, {index % NUM_TURNS} quarter turns"
    if row.start == WALL:
        return "{} wall {}".format(*WALL_WORDS[index])
    if row.start == SQUARE:
        return f"square ({index % WRAP}, {index // WRAP})"
    if row.start == STARTER:
        return f"the seat {index} to the left plays on"
    return f"{row.name} {index}" if row.size > 1 else row.name
