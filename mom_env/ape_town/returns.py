"""How a finished game ended for each seat; shared code makes the returns from it."""

from mom_env.ape_town.state import Rules, State
from mom_env.kernel.jit import part


@part
def score_of(state: State, rules: Rules, seat: int) -> int:
    """5: Return the points of a seat in the finished game."""
    return int(state.points[seat])


@part
def place_of(state: State, rules: Rules, seat: int) -> int:
    """5.3, R16: Return the place of a seat in the finished game; 1 is the best, and no two seats share one."""
    return int(state.place[seat])
