"""The bots: players in the kernels that see what their seat may know, and nothing else."""

import numpy as np

from mom_env.contract.people import Bot
from mom_env.four_monkeys.actions import NUM_ACTIONS, Mask
from mom_env.four_monkeys.engine import write_mask
from mom_env.four_monkeys.state import Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal

RANDOM = 0
BOTS = {"random": Bot(RANDOM, 1, "draws a legal action")}


@part
def choose(bot: int, state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the action of the bot number `bot` for the seat that is asked; nothing is played.

    `bits` are 64 random bits, the bot's only chance, and `mask` is scratch space.
    """
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, 0, NUM_ACTIONS, bits)
