"""The action table: every id that an action can have, the same for every seat and number of players.

A tile is taken by its place in the display, which is also its price: the number of tiles that are skipped. Fields are
numbered through, in the order of the board file.
"""

from typing import Protocol

from mom_env.ape_town.state import MAX_DISPLAY, MAX_FIELDS, Decision, Int8s
from mom_env.base.naming import FixedWords
from mom_env.contract.people import ActionRange, Plain
from mom_env.contract.records import MaskRecord, mask_dtype

TAKE = 0
PLACE = TAKE + MAX_DISPLAY
NUM_ACTIONS = PLACE + MAX_FIELDS

TABLE = (
    ActionRange("take tile", Decision.TAKE, TAKE, MAX_DISPLAY, "number of tiles skipped, each for a bundle"),
    ActionRange("place tile", Decision.PLACE, PLACE, MAX_FIELDS, "number of the field"),
)

MASK_DTYPE = mask_dtype(NUM_ACTIONS, {row.name.replace(" ", "_"): (row.start, (row.size,)) for row in TABLE})


class Mask(MaskRecord, Protocol):
    """A mask of the action ids as a record: 1 for each legal action of a seat, 0 for all others.

    Each range of TABLE has an array of its own.
    """

    take_tile: Int8s
    place_tile: Int8s


CHOICES: list[Plain] = [{"skip": count} for count in range(MAX_DISPLAY)]
CHOICES += [{"field": field} for field in range(MAX_FIELDS)]

# The names of choices, which are the same in every position, and an example for each decision.
WORDS = FixedWords(CHOICES, {"take": TAKE, "place": PLACE})


def describe(action: int) -> str:
    """Return an action id in words, such as "skip 3" or "field 17".

    Raises:
        ValueError: there is no such id.
    """
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"action ids are 0 to {NUM_ACTIONS - 1}, found {action}")
    return WORDS.describe(action)
