"""Hand-written players as kernels on the record: thousands of games a second."""

import numpy as np

from mom_env.ape_town.actions import Mask
from mom_env.ape_town.bots.greedy import choose_greedy
from mom_env.ape_town.bots.planner import choose_planner
from mom_env.ape_town.bots.random import choose_random
from mom_env.ape_town.state import Rules, State
from mom_env.contract.people import Bot
from mom_env.kernel.jit import part

RANDOM, GREEDY, PLANNER = 0, 1, 2
BOTS = {
    "random": Bot(RANDOM, 1, "every legal action with the same chance"),
    "greedy": Bot(GREEDY, 1, "the most points at once, less the price of the tile"),
    "planner": Bot(PLANNER, 1, "expects what each district will bring to whom, and what it leaves to the next player"),
}


@part
def choose(bot: int, state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the id of a legal action of the seat to move, as bot number `bot` chooses it: RANDOM, GREEDY or PLANNER.

    `bits` are 64 random bits, which only RANDOM uses. `mask` is scratch space.
    """
    if bot == PLANNER:
        return choose_planner(state, rules)
    if bot == GREEDY:
        return choose_greedy(state, rules)
    return choose_random(state, rules, mask, bits)
