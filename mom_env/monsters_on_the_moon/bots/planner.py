"""The player `planner`: own points against the others', as far as they are still seen in the scorings to come.

It takes the action that is worth most by `values` with the weights of `planner_weights`. A head is worth less the more
cards are laid before it is counted, so crystals come first after a scoring, and heads just before one; good cards are
kept for that moment. A card is laid where the next one could cover little of what it brings.
"""

import numpy as np

from mom_env.contract.records import Records
from mom_env.kernel.jit import kernel
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS, Mask
from mom_env.monsters_on_the_moon.bots.values import write_values
from mom_env.monsters_on_the_moon.engine import write_mask
from mom_env.monsters_on_the_moon.state import Rules, State

OUTLOOK_DTYPE = np.dtype((np.record, [("values", np.float32, (NUM_ACTIONS,))]))  # what each action is worth


@kernel
def choose_by_weights(state: State, rules: Rules, mask: Mask, outlooks: Records, weights: Records) -> int:
    """Return the id of the action that is worth most to the seat to move; of equal ones the lowest.

    `weights` and `outlooks` are arrays of one record each; `outlooks` and `mask` are scratch space.
    """
    values = outlooks[0].values[:]
    write_mask(state, rules, int(state.seat), mask)
    write_values(state, rules, weights[0], mask, values)
    return int(values.argmax())
