"""Ways to count a result, as far as they have a meaning for a number of players."""

from mom_env.common.arguments import players_in_words
from mom_env.contract.info import GameInfo
from mom_env.errors import OptionError
from mom_env.kernel.returns import Reward, reward_named


def checked_reward(info: GameInfo, name: str, *counts: int) -> Reward:
    """Return the reward of that name, if it has a meaning in games of each of these numbers of players.

    Raises:
        OptionError: it has none; it says which have.
    """
    reward = reward_named(name)
    for count in counts:
        known = info.table(count).rewards
        if name not in known:
            many = players_in_words(count)
            raise OptionError(f"reward: expected one of {', '.join(known)} for {many}, found {name!r}")
    return reward
