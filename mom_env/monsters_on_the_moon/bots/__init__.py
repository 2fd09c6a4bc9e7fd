"""Bots: players as kernels."""

import numpy as np

from mom_env.contract.people import Bot
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import draw_legal
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS, Mask
from mom_env.monsters_on_the_moon.bots.planner_weights import weights_for
from mom_env.monsters_on_the_moon.bots.values import write_values
from mom_env.monsters_on_the_moon.engine import write_mask
from mom_env.monsters_on_the_moon.id_range import first_legal, last_legal
from mom_env.monsters_on_the_moon.state import Rules, State

RANDOM, GREEDY, PLANNER = range(3)

BOTS = {
    "random": Bot(RANDOM, 1, "draws a legal action"),
    "greedy": Bot(GREEDY, 1, "takes what gains most at once, over card, turn and place together"),
    "planner": Bot(
        PLANNER, 4, "also looks at the scorings to come: what is covered until then, which cards to keep, who is last"
    ),
}


@kernel
def choose(bot: int, state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the action of the bot number `bot` for the seat to move; the random `bits` decide among equal ones.

    `mask` is scratch space. What the bot tries is taken back, so the record is the same afterwards.
    """
    write_mask(state, rules, int(state.seat), mask)
    if bot == RANDOM:
        return draw_legal(mask, first_legal(state), last_legal(state), bits)
    values = np.empty(NUM_ACTIONS, np.float32)
    write_values(state, rules, weights_for(rules, bot == PLANNER)[0], mask, values)
    best = values.max()
    for action in range(NUM_ACTIONS):
        mask.ids[action] = values[action] == best
    return draw_legal(mask, 0, NUM_ACTIONS, bits)
