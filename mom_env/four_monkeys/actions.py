"""12: The action table: one flat range of 53 ids for all numbers of players and all options.

Combos and kinds of cards have one id each wherever they lie. Who gets a banana skin is counted from the seat that
gives it, to its left.
"""

from typing import Protocol

from mom_env.contract.people import ActionRange, Plain
from mom_env.contract.records import MaskRecord, mask_dtype
from mom_env.four_monkeys.sizes import KINDS, MAX_COMBOS, MAX_PLAYERS, NUM_KINDS
from mom_env.four_monkeys.state import Int8s

WAIT = 0
GRAB = WAIT + 1
LAY = GRAB + MAX_COMBOS
CLOSE = LAY + NUM_KINDS
BURN = CLOSE + 1
REPLENISH = BURN + MAX_COMBOS  # (a), then (b)
REVEAL = REPLENISH + 2
STOP = REVEAL + 1
SKIN = STOP + 1
CHECK = SKIN + MAX_PLAYERS - 1
NUM_ACTIONS = CHECK + MAX_COMBOS
NEW_HAND, MORE = REPLENISH, REPLENISH + 1

TABLE = (
    ActionRange("wait", "act", WAIT, 1, "one way"),
    ActionRange("grab", "act", GRAB, MAX_COMBOS, "number of the combo, from 1"),
    ActionRange("lay", "act", LAY, NUM_KINDS, f"kind of card: {' '.join(KINDS)}"),
    ActionRange("close", "act", CLOSE, 1, "one way"),
    ActionRange("burn", "act", BURN, MAX_COMBOS, "number of the combo, from 1"),
    ActionRange("replenish", "act", REPLENISH, 2, "a: a new hand; b: more cards"),
    ActionRange("reveal", "act", REVEAL, 1, "one way"),
    ActionRange("stop", "act", STOP, 1, "one way"),
    ActionRange("skin", "act", SKIN, MAX_PLAYERS - 1, "seats to the left of whoever gives, from 1"),
    ActionRange("check", "check", CHECK, MAX_COMBOS, "number of the combo, from 1"),
)

# A mask as a record of the ranges of TABLE, which kernels mark by name.
MASK_DTYPE = mask_dtype(NUM_ACTIONS, {row.name: (row.start, (row.size,)) for row in TABLE})


class Mask(MaskRecord, Protocol):
    """A mask of the action ids as a record: 1 for each legal action of a seat, 0 for all others."""

    wait: Int8s
    grab: Int8s
    lay: Int8s
    close: Int8s
    burn: Int8s
    replenish: Int8s
    reveal: Int8s
    stop: Int8s
    skin: Int8s
    check: Int8s


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
    """Return an action id in words that are right in every position; a skin goes to a seat counted from the giver's.

    >>> describe(5), describe(12), describe(32), describe(38), describe(21)
    ('grab 5', 'lay CT', 'replenish a', 'skin to 3 left', 'close')

    Raises:
        ValueError: there is no such id.
    """
    row = range_of(action)
    if row.name == "skin":
        return f"skin to {action - SKIN + 1} left"
    return row.name if row.size == 1 else f"{row.name} {value_of(row, action)}"


def value_of(row: ActionRange, action: int) -> int | str | bool:
    """Return what `action`, an id of the range `row`, names: a combo, a kind of card, "a" or "b"; else True.

    It is not for skins, which name seats.
    """
    if row.name == "lay":
        return KINDS[action - LAY]
    if row.name == "replenish":
        return "ab"[action - REPLENISH]
    return True if row.size == 1 else action - row.start + 1


def choice_of(action: int, seat: int, num_players: int) -> Plain:
    """Return the dict that stands for an action of `seat`, in a game of `num_players`.

    >>> choice_of(38, 3, 4), choice_of(11, 0, 2), choice_of(0, 0, 2)
    ({'skin': 2}, {'lay': 'CC'}, {'wait': True})
    """
    row = range_of(action)
    if row.name == "skin":
        return {"skin": (seat + action - SKIN + 1) % num_players}
    return {row.name: value_of(row, action)}


def skin_action(giver: int, receiver: int, num_players: int) -> int:
    """Return the id by which the seat `giver` gives a banana skin to another seat, `receiver`."""
    return SKIN + (receiver - giver) % num_players - 1
