"""The bots: players in the kernels that see what their seat may know, and nothing else."""

import numpy as np

from mom_env.contract.people import Bot
from mom_env.four_monkeys.actions import NUM_ACTIONS, Mask
from mom_env.four_monkeys.bots.bluffing import AT_RANDOM, NEVER, WITH_CARE
from mom_env.four_monkeys.bots.denial import choose_with_denial
from mom_env.four_monkeys.bots.greedy import choose_greedy
from mom_env.four_monkeys.bots.planner import choose_planner
from mom_env.four_monkeys.engine import write_mask
from mom_env.four_monkeys.state import Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.masks import draw_legal

RANDOM, GREEDY, PLANNER, HONEST, GAMBLER, BLUFFER = range(6)
BOTS = {
    "random": Bot(RANDOM, 1, "draws a legal action"),
    "greedy": Bot(GREEDY, 1, "makes the dearest combo that its hand allows, and never bluffs"),
    "gambler": Bot(GAMBLER, 1, "as the planner, but bluffs at random, whoever leads"),
    "honest": Bot(HONEST, 2, "as the planner, but never bluffs"),
    "bluffer": Bot(BLUFFER, 1, "as the planner, but leaves the bluffs of others alone"),
    "planner": Bot(PLANNER, 3, "most points for its ticks; at the end it bluffs behind the leader, or exposes bluffs"),
}


@part
def choose(bot: int, state: State, rules: Rules, mask: Mask, bits: np.uint64) -> int:
    """Return the action of the bot number `bot` for the seat that is asked; nothing is played.

    `bits` are 64 random bits, which only RANDOM and GAMBLER use, and `mask` is scratch space.
    """
    if bot == GREEDY:
        return choose_greedy(state, rules)
    if bot == PLANNER:
        return choose_with_denial(state, rules, bits)
    if bot == BLUFFER:
        return choose_planner(state, rules, WITH_CARE, bits)
    if bot == HONEST:
        return choose_planner(state, rules, NEVER, bits)
    if bot == GAMBLER:
        return choose_planner(state, rules, AT_RANDOM, bits)
    write_mask(state, rules, int(state.seat), mask)
    return draw_legal(mask, 0, NUM_ACTIONS, bits)
