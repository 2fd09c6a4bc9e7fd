"""Play random legal actions in PettingZoo's loop. Run: `python examples/pettingzoo_aec.py --games 10`."""

import argparse
from collections import Counter
from typing import Any

from mom_env import monkeys_on_the_moon_v0


def main() -> None:
    """Play games, and print how many each agent won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, default=4)
    arguments = parser.parse_args()

    env: Any = monkeys_on_the_moon_v0.env(num_players=arguments.players)
    wins: Counter[str] = Counter()
    for seed in range(arguments.games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            if termination or truncation:
                wins[agent] += reward > 0
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
    print(dict(wins))


if __name__ == "__main__":
    main()
