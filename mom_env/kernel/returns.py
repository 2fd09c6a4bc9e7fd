"""What a finished game is worth to a seat, by its place or by its score."""

from enum import IntEnum

from mom_env.common.arguments import shown
from mom_env.errors import OptionError
from mom_env.kernel.jit import part

LOSS = -1.0  # the lowest return of the rewards "win" and "rank"


class Reward(IntEnum):
    """How a result becomes returns. All games use the same names: "vp" whatever their score is called."""

    WIN = 0
    VP = 1
    RANK = 2


WIN, VP, RANK = map(int, Reward)  # for calls from kernels: Numba cannot convert a member of an IntEnum to int


def reward_named(name: str) -> Reward:
    """Return the reward of that name: win, vp or rank.

    Raises:
        OptionError: `name` is none of them.
    """
    names = [reward.name.lower() for reward in Reward]
    if not isinstance(name, str) or name not in names:
        raise OptionError(f"reward: expected one of {', '.join(names)}, found {shown(name)}")
    return Reward(names.index(name))


@part
def return_by_win(place: int, sharing: int, num_players: int) -> float:
    """Return a seat's share of the win: 1 for a sole winner, -1 / (number of others) for a seat that did not win.

    `place` is the seat's place; 1 has won. `sharing` is the number of seats on that place: joint winners get equal
    returns, such that the sum over all seats is 0. With one player, return 1 for the first place and -1 for any other.
    """
    others = num_players - 1
    if others == 0:
        return 1.0 if place == 1 else -1.0
    if place != 1:
        return -1 / others
    return (1 - (sharing - 1) / others) / sharing


@part
def return_by_score(own: int, total: int, num_players: int, unit: float) -> float:
    """Return a seat's score less the mean score of the others, divided by `unit`; with one player, its score / `unit`.

    `own` is the seat's score, `total` is the sum of all scores, including `own`, and `unit` is the score that is worth
    a return of 1.
    """
    others = max(num_players - 1, 1)
    return (own - (total - own) / others) / unit


@part
def return_by_rank(place: int, sharing: int, num_players: int) -> float:
    """Return 1 for the first place, -1 for the last, and evenly spaced numbers between them; with one player return 0.

    `place` counts from 1, and `sharing` is the number of seats that share it. Each gets the mean of the places that
    they fill: two seats on place 1 get that of places 1 and 2.
    """
    if num_players == 1:
        return 0.0
    middle = place + (sharing - 1) / 2
    return 1 - 2 * (middle - 1) / (num_players - 1)
