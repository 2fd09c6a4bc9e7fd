"""What a simulation is worth to each seat: a share of 1, from the result or from an estimate of it."""

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.bots.planner import look as take_look
from mom_env.ape_town.bots.planner_expected import add_expected
from mom_env.ape_town.bots.planner_weights import weights_for
from mom_env.ape_town.guide.look import Look
from mom_env.ape_town.state import NONE, Rules, State
from mom_env.kernel.jit import part
from mom_env.kernel.shares import share_out

Payoff = NDArray[np.float64]  # by seat

# A result counts half as a win and half by points, so that a search still prefers better moves when all is won or lost.
WIN = 0.5
# A lead of this many points makes a share e times as large: at the end, and for each turn that is left.
SCALE, SCALE_PER_TURN = 4.0, 0.1


@part
def write_payoff(state: State, rules: Rules, look: Look, payoff: Payoff) -> None:
    """Write into `payoff`, by seat, what the position is worth to each seat: shares from 0 to 1 that sum to 1.

    They follow from the result if the game is over, else from what `planner` expects. `look` is scratch space.
    """
    for seat in range(rules.num_players):
        payoff[seat] = float(state.points[seat])
    if state.seat == NONE:
        share_out(payoff, int(rules.num_players), SCALE)
        for seat in range(rules.num_players):
            payoff[seat] = (1 - WIN) * payoff[seat] + (WIN if state.place[seat] == 1 else 0.0)
    else:
        add_estimates(state, rules, look, payoff)
        share_out(payoff, int(rules.num_players), SCALE + SCALE_PER_TURN * (int(rules.num_fields) - int(state.turn)))


@part
def add_estimates(state: State, rules: Rules, look: Look, payoff: Payoff) -> None:
    """Add to `payoff`, by seat, what its money and the districts that are not full may be expected to bring."""
    weights = weights_for(rules)[0]
    take_look(state, rules, look.outlook, weights)
    for district in range(rules.num_districts):
        add_expected(rules, look.outlook, district, 1.0, weights)
    for seat in range(rules.num_players):
        payoff[seat] += look.outlook.gain[seat] + look.outlook.coin * float(state.money[seat])
