"""Where a soak works: one record that holds a game in its several states, and what is noted about it."""

from functools import cache
from itertools import accumulate

import numpy as np

from mom_env.contract.records import Records
from mom_env.contract.soak import NUM_STATES
from mom_env.loops import kernels_of, soak_of


@cache
def room_dtype(package: str) -> np.dtype[np.void]:
    """Return the NumPy type of the record in which the soak of a game works; `package` is the game's package.

    It has the game in several states, masks, views, notes and counts of events.
    """
    kernels, soak = kernels_of(package), soak_of(package)
    state, mask, view = kernels.STATE_DTYPE, kernels.MASK_DTYPE, kernels.OBSERVATION_DTYPE
    fields: dict[str, np.dtype[np.generic]] = {
        "now": state,  # the game
        "before": state,  # before the last action
        "dealt": state,  # after the deal
        "skipping": state,  # the same game, with forced decisions skipped
        "redealt": state,  # with the hidden dealt again
        "restored": state,  # `redealt`, with the hidden put back
        "chance": state,  # only its random stream is used, to choose actions
        "mask": mask,  # what the engine allows
        "allowed": mask,  # what the rules page allows
        "seen": view,  # what a seat sees; a field `view` would be taken for the method
        "seen_again": view,  # after the redeal
        "notes": soak.NOTES_DTYPE,
        "unseen": np.dtype((np.int8, (kernels.UNSEEN_SIZE,))),
        "events": np.dtype((np.int64, (max(1, len(soak.Event)),))),  # how often each was met
    }
    ends = list(accumulate(field.itemsize for field in fields.values()))
    overlays = {
        "raw": (0, (np.uint8, (NUM_STATES, state.itemsize))),  # the states' bytes
        "seen_bytes": (list(fields).index("seen"), (np.uint8, (view.itemsize,))),
        "seen_again_bytes": (list(fields).index("seen_again"), (np.uint8, (view.itemsize,))),
    }
    starts = [0, *ends[:-1]]
    return np.dtype(
        (
            np.record,
            {
                "names": [*fields, *overlays],
                "formats": [*fields.values(), *(form for _, form in overlays.values())],
                "offsets": [*starts, *(starts[at] for at, _ in overlays.values())],
                "itemsize": ends[-1],
            },
        )
    )


def make_room(package: str) -> Records:
    """Return an empty record in which the soak of a game works, as an array of one; `package` is the game's package."""
    return np.zeros(1, room_dtype(package))
