"""The player `random`: every legal action with the same chance."""

import numpy as np

from mom_env.ape_town.actions import Mask
from mom_env.ape_town.engine import write_mask
from mom_env.ape_town.id_range import first_legal, last_legal
from mom_env.ape_town.state import Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal


@part
def choose_random(state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the id of a legal action of the seat to move, each with the same chance.

    `bits` are 64 random bits, which decide; `mask` is scratch space.
    """
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, first_legal(state), last_legal(state), bits)
