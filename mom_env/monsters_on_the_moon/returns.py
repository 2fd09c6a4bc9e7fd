"""What a finished game is worth to each seat."""

from mom_env.kernel.jit import part
from mom_env.kernel.returns import Reward, return_by_rank, return_by_score, return_by_win
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.rules.solo import level_of
from mom_env.monsters_on_the_moon.state import NUM_LEVELS, Rules, State

VP_PER_RETURN = INFO.score_unit  # VP above the others' mean that are worth a return of 1


@part
def return_of(state: State, rules: Rules, reward: int, seat: int) -> float:
    """Return what the finished game is worth to the seat under `reward`, a number of `Reward`: win, vp or rank.

    With several players the returns of all seats sum to 0.
    """
    num_players = int(rules.num_players)
    if num_players == 1:
        return return_of_solo(state, rules, reward)
    if reward == Reward.VP:
        return return_by_score(int(state.vp[seat]), total_vp(state, rules), num_players, VP_PER_RETURN)
    place = int(state.place[seat])
    if reward == Reward.RANK:
        return return_by_rank(place, count_at(state, rules, place), num_players)
    return return_by_win(place, count_at(state, rules, 1), num_players)


@part
def return_of_solo(state: State, rules: Rules, reward: int) -> float:
    """8.4: Return what a solo game is worth: by points, 0 at the second level and 1 at the last; or by level."""
    points = int(state.vp[0])
    if reward == Reward.VP:
        first, last = int(rules.levels[0]), int(rules.levels[NUM_LEVELS - 1])
        return (points - first) / (last - first)
    if reward == Reward.RANK:
        return 0.0
    return 2 * (level_of(rules, points) - 1) / NUM_LEVELS - 1


@part
def total_vp(state: State, rules: Rules) -> int:
    """Return the sum of the VP of all seats in the finished game."""
    total = 0
    for seat in range(rules.num_players):
        total += int(state.vp[seat])
    return total


@part
def score_of(state: State, rules: Rules, seat: int) -> int:
    """5.1, 8.3: Return the VP of a seat in the finished game, in solo play its points."""
    return int(state.vp[seat])


@part
def place_of(state: State, rules: Rules, seat: int) -> int:
    """5.3, R17: Return the place of a seat in the finished game; 1 is the best, and ties share."""
    return int(state.place[seat])


@part
def count_at(state: State, rules: Rules, place: int) -> int:
    """Return how many seats have the place `place`, from 1, in the finished game."""
    count = 0
    for seat in range(rules.num_players):
        if state.place[seat] == place:
            count += 1
    return count
