"""Play games in Tianshou's own wrapper, unchanged. Run: `python examples/tianshou_random.py --games 3`.

A random masked policy plays each seat; put a learner in the place of one of them.
"""

import argparse
from typing import Any

from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from mom_env import monkeys_on_the_moon_v0

NUM_ENVS = 2


def make_env(arguments: dict[str, Any]) -> PettingZooEnv:
    """Make the environment in Tianshou's wrapper, with the arguments of `monkeys_on_the_moon_v0.env`."""
    return PettingZooEnv(monkeys_on_the_moon_v0.env(**arguments))


def main() -> None:
    """Play games, and print their lengths and returns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, default=4)
    arguments = parser.parse_args()

    env = make_env({"num_players": arguments.players})
    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
    table = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    envs = DummyVectorEnv([lambda: make_env({"num_players": arguments.players}) for _ in range(NUM_ENVS)])
    collector = Collector[CollectStats](table, envs, VectorReplayBuffer(10_000, NUM_ENVS))
    found = collector.collect(n_episode=arguments.games, reset_before_collect=True)
    print(found.n_collected_episodes, "games", found.lens.tolist(), "decisions", found.returns.tolist())


if __name__ == "__main__":
    main()
