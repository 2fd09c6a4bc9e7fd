"""The rewards that make sense for a number of players."""

from mom_env.common.arguments import players_in_words
from mom_env.contract.info import GameInfo
from mom_env.errors import OptionError
from mom_env.kernel.returns import Reward, reward_named


def checked_reward(info: GameInfo, name: str, *counts: int) -> Reward:
    """Return the reward called `name`, if the game allows it for each of the numbers of players in `counts`.

    Raises:
        OptionError: there is no such reward, or the game does not allow it; the error says which it allows.
    """
    reward = reward_named(name)
    for count in counts:
        known = info.table(count).rewards
        if name not in known:
            many = players_in_words(count)
            raise OptionError(f"reward: expected one of {', '.join(known)} for {many}, found {name!r}")
    return reward
