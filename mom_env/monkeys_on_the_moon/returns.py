"""What a finished game is worth to each seat: three ways to count, all zero-sum."""

from enum import IntEnum
from typing import Any

from numpy.typing import NDArray

from mom_env.arguments import shown
from mom_env.errors import OptionError
from mom_env.kernel.jit import kernel
from mom_env.monkeys_on_the_moon.state import Phase, Rules, State


class Reward(IntEnum):
    """How a result becomes returns."""

    WIN = 0
    VP = 1
    RANK = 2


VP_PER_RETURN = 20.0  # a lead of this many VP over the others' mean is worth 1


def reward_named(name: str) -> Reward:
    """Return the reward of that name: win, vp or rank."""
    names = [reward.name.lower() for reward in Reward]
    if not isinstance(name, str) or name not in names:
        raise OptionError(f"reward: expected one of {', '.join(names)}, found {shown(name)}")
    return Reward(names.index(name))


@kernel
def write_returns(states: NDArray[Any], i: int, rules: NDArray[Any], reward: int, out: NDArray[Any]) -> None:
    """The returns of game `i` by seat, all 0 before its end. Shape (MAX_PLAYERS,)."""
    out[:] = 0
    if states[i].phase == Phase.OVER:
        for seat in range(rules[0].num_players):
            out[seat] = return_of(states[i], rules[0], reward, seat)


@kernel
def return_of(state: State, rules: Rules, reward: int, seat: int) -> float:
    """One seat's return."""
    if reward == Reward.VP:
        return return_by_vp(state, rules, seat)
    if reward == Reward.RANK:
        return return_by_rank(state, rules, seat)
    return return_by_win(state, rules, seat)


@kernel
def sharing(state: State, rules: Rules, place: int) -> int:
    """How many seats share a place."""
    count = 0
    for seat in range(rules.num_players):
        if state.place[seat] == place:
            count += 1
    return count


@kernel
def return_by_win(state: State, rules: Rules, seat: int) -> float:
    """1 for a sole winner, split among joint winners so that the sum over seats is 0."""
    others = int(rules.num_players) - 1
    if state.place[seat] != 1:
        return -1 / others
    winners = sharing(state, rules, 1)
    return (1 - (winners - 1) / others) / winners


@kernel
def return_by_vp(state: State, rules: Rules, seat: int) -> float:
    """VP above the mean of the others, over 20."""
    total = 0
    for other in range(rules.num_players):
        total += int(state.vp[other])
    own = int(state.vp[seat])
    return (own - (total - own) / (int(rules.num_players) - 1)) / VP_PER_RETURN


@kernel
def return_by_rank(state: State, rules: Rules, seat: int) -> float:
    """Evenly from +1 for the first place to -1 for the last; who ties shares the mean of the places."""
    place = int(state.place[seat])
    middle = place + (sharing(state, rules, place) - 1) / 2
    return 1 - 2 * (middle - 1) / (int(rules.num_players) - 1)
