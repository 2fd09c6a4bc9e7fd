"""Which numbers of an observation are about one square alone: those of all planes in a window round it.

A network that asks for own inputs (`network.own_units`) shares weights among all squares, so what is learnt of a place
is known wherever the display lies in the frame.
"""

import numpy as np

from mom_env.contract.records import Indices
from mom_env.monsters_on_the_moon.observe import NUM_PLANES
from mom_env.monsters_on_the_moon.ruleset import Ruleset
from mom_env.monsters_on_the_moon.state import NUM_SQUARES, WRAP

FIRST, LAST = -1, 3  # a card covers up to three squares to the right of its place and below; and one more on each side


def list_own_inputs(ruleset: Ruleset) -> dict[str, Indices]:  # noqa: ARG001  # as the contract has it
    """Return the places in the observation of each square's own inputs, shape (squares, inputs), by range of actions.

    They are the planes of the window of 5 x 5 squares that reaches from FIRST to LAST in both directions.
    """
    along = np.arange(FIRST, LAST + 1)
    rows, columns = np.divmod(np.arange(NUM_SQUARES), WRAP)
    near = (rows[:, None, None] + along[:, None]) % WRAP * WRAP + (columns[:, None, None] + along) % WRAP
    planes = np.arange(NUM_PLANES)[:, None] * NUM_SQUARES + near.reshape(NUM_SQUARES, 1, -1)
    return {"square": planes.reshape(NUM_SQUARES, -1)}
