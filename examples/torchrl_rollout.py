"""Play games in TorchRL's own wrapper, unchanged. Run: `python examples/torchrl_rollout.py --games 3`.

Each seat is a group: `("player_0", "mask")` says whether it is to move, and `("player_0", "action_mask")` what it may
do. The rollout draws legal actions; to use a policy of your own, pass it to `rollout`.
"""

import argparse
from typing import Any

from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from mom_env import monkeys_on_the_moon_v0

MOST_DECISIONS = 1000  # of a game


def make_env(arguments: dict[str, Any]) -> PettingZooWrapper:
    """Make the environment in TorchRL's wrapper, with the arguments of `monkeys_on_the_moon_v0.env`."""
    return PettingZooWrapper(monkeys_on_the_moon_v0.env(**arguments), use_mask=True, categorical_actions=True)


def main() -> None:
    """Play games, and print their lengths and the rewards of each seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, default=4)
    arguments = parser.parse_args()

    env = make_env({"num_players": arguments.players})
    for _ in range(arguments.games):
        game = env.rollout(MOST_DECISIONS)
        rewards = {agent: float(game["next", agent, "reward"].sum()) for agent in env.possible_agents}
        print(len(game), "decisions", rewards)


if __name__ == "__main__":
    main()
