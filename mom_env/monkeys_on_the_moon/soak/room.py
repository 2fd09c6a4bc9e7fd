"""Where a soak works: one record that holds a game in its several states, and what is written about it."""

from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_DTYPE
from mom_env.monkeys_on_the_moon.soak.events import NUM_EVENTS
from mom_env.monkeys_on_the_moon.state import NUM_SHIP_KINDS, STATE_DTYPE

# The states of the game: the first fields of a room, and the rows of `raw`.
NOW, BEFORE, DEALT, SKIPPING, REDEALT, RESTORED = range(6)
NUM_STATES = 6

ROOM_FIELDS: dict[str, np.dtype[Any]] = {
    "now": STATE_DTYPE,  # the game
    "before": STATE_DTYPE,  # before the last action
    "dealt": STATE_DTYPE,  # after the deal
    "skipping": STATE_DTYPE,  # the same game, with forced decisions skipped
    "redealt": STATE_DTYPE,  # with the hidden dealt anew
    "restored": STATE_DTYPE,  # that, with the hidden put back
    "chance": STATE_DTYPE,  # only its stream is used: it chooses the actions
    "mask": MASK_DTYPE,  # what the engine allows
    "allowed": MASK_DTYPE,  # what the rules page allows
    "seen": OBSERVATION_DTYPE,  # what a seat sees; a field `view` would be taken for the method
    "seen_again": OBSERVATION_DTYPE,  # after the redeal
    "counts": np.dtype((np.int16, (NUM_SHIP_KINDS,))),  # cards by kind; ships have the most kinds
    "unseen": np.dtype((np.int8, (MAX_UNSEEN,))),
    "events": np.dtype((np.int64, (NUM_EVENTS,))),  # how often each was met
}
_ENDS = list(accumulate(field.itemsize for field in ROOM_FIELDS.values()))
ROOM_DTYPE = np.dtype(
    (
        np.record,
        {
            "names": [*ROOM_FIELDS, "raw"],
            "formats": [*ROOM_FIELDS.values(), (np.uint8, (NUM_STATES, STATE_DTYPE.itemsize))],  # the states' bytes
            "offsets": [0, *_ENDS[:-1], 0],
            "itemsize": _ENDS[-1],
        },
    )
)
Room = Any  # a record of ROOM_DTYPE


def make_room() -> NDArray[Any]:
    """An empty one, as an array of one record."""
    return np.zeros(1, ROOM_DTYPE)
