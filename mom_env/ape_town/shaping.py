"""The potential of `shaping="potential"`: each seat's lead if the game ended now, with money counted.

It is 0 at the deal, as all players have the same money, and sums to 0 over the seats.
"""

from mom_env.ape_town.info import INFO
from mom_env.ape_town.state import NONE, Rules, State
from mom_env.contract.records import Floats
from mom_env.kernel.jit import part
from mom_env.kernel.returns import return_by_score

UNIT = INFO.score_unit  # points above the others' mean that are worth a return of 1


@part
def write_leads(state: State, rules: Rules, out: Floats) -> None:
    """Write into `out`, by seat, the points so far less the mean of the others', on the scale of the reward "vp"."""
    total = 0
    for seat in range(rules.num_players):
        total += points_so_far(state, seat)
    for seat in range(rules.num_players):
        out[seat] = return_by_score(points_so_far(state, seat), total, int(rules.num_players), UNIT)


@part
def points_so_far(state: State, seat: int) -> int:
    """5.2: Return the points of a seat with its money, which the points of a finished game contain already."""
    return int(state.points[seat]) + (int(state.money[seat]) if state.seat != NONE else 0)
