"""How a finished game ended for each seat, and what a solo game is worth; shared code makes all other returns."""

from mom_env.kernel.jit import part
from mom_env.kernel.returns import Reward
from mom_env.monsters_on_the_moon.rules.solo import level_of
from mom_env.monsters_on_the_moon.state import NUM_LEVELS, Rules, State


@part
def solo_return_of(state: State, rules: Rules, reward: int) -> float:
    """8.4: Return what a solo game is worth: by points, 0 at the second level and 1 at the last; or by level."""
    points = int(state.vp[0])
    if reward == Reward.VP:
        first, last = int(rules.levels[0]), int(rules.levels[NUM_LEVELS - 1])
        return (points - first) / (last - first)
    if reward == Reward.RANK:
        return 0.0
    return 2 * (level_of(rules, points) - 1) / NUM_LEVELS - 1


@part
def score_of(state: State, rules: Rules, seat: int) -> int:
    """5.1, 8.3: Return the VP of a seat in the finished game, in solo play its points."""
    return int(state.vp[seat])


@part
def place_of(state: State, rules: Rules, seat: int) -> int:
    """5.3, R17: Return the place of a seat in the finished game; 1 is the best, and ties share."""
    return int(state.place[seat])
