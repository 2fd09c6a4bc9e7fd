"""The player `random`: every legal action with the same chance."""

import numpy as np

from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal
from mom_env.monkeys_on_the_moon.actions import Mask
from mom_env.monkeys_on_the_moon.engine import write_mask
from mom_env.monkeys_on_the_moon.id_range import first_legal, last_legal
from mom_env.monkeys_on_the_moon.state import Rules, State


@part
def choose_random(state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the id of a legal action of the seat to move, each with the same chance.

    `bits` are 64 random bits, which decide; `mask` is scratch space.
    """
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, first_legal(state), last_legal(state), bits)
