"""Play games in Tianshou's own wrapper, unchanged. Run: `python examples/tianshou_random.py --games 3`.

A random masked policy plays each seat; put a learner in the place of one of them.

`--game` is the name of any game of the package. Where all seats act at once, they are asked one after the other.
"""

import argparse

from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from mom_env.environments.of_game import Environments
from mom_env.games import GAMES, load

NUM_ENVS = 2


def make_env(game: str, **arguments: object) -> PettingZooEnv:
    """Make the AEC environment of `game` in Tianshou's wrapper; `arguments` are those of the environment."""
    return PettingZooEnv(Environments(game).env(**arguments))


def main() -> None:
    """Play games, and print their lengths and returns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, help="by default the usual number of the game")
    arguments = parser.parse_args()

    game, num_players = arguments.game, load(arguments.game).info.seats(arguments.players)
    env = make_env(game, num_players=num_players)
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    table = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    envs = DummyVectorEnv([lambda: make_env(game, num_players=num_players) for _ in range(NUM_ENVS)])
    collector = Collector[CollectStats](table, envs, VectorReplayBuffer(10_000, NUM_ENVS))
    found = collector.collect(n_episode=arguments.games, reset_before_collect=True)
    print(found.n_collected_episodes, "games", found.lens.tolist(), "decisions", found.returns.tolist())


if __name__ == "__main__":
    main()
