"""Play random legal actions in PettingZoo's loop. Run: `python examples/pettingzoo_aec.py --games 10`.

`--game` is the name of any game of the package. Where all seats act at once, they are asked one after the other.
"""

import argparse
from collections import Counter
from typing import Any

from mom_env.environments.of_game import Environments
from mom_env.games import GAMES, load


def main() -> None:
    """Play games, and print how many each agent won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, help="by default the usual number of the game")
    arguments = parser.parse_args()

    num_players = load(arguments.game).info.seats(arguments.players)
    env: Any = Environments(arguments.game).env(num_players=num_players)
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
