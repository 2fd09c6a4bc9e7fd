"""DQN with masks in Tianshou 2, with Tianshou's trainer. Run: `python examples/tianshou_dqn.py --steps 10000`.

pip install mom-env tianshou

Tianshou uses a mask if observation and mask have the names `obs` and `mask`; nothing else is changed.
`--game` is the name of any game of the package.
"""

import argparse
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.spaces import Dict
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from mom_env.games import GAMES, load  # this import registers the environments, too


def make_env(game: str) -> gym.Env[Any, Any]:
    """Make Gymnasium's environment with the names for observation and mask that Tianshou looks for."""
    env = gym.make(load(game).info.environment, num_players=2, opponents="random")
    shown: Any = env.observation_space
    space = Dict({"obs": shown["observation"], "mask": shown["action_mask"]})
    return TransformObservation(env, lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"]}, space)


def train(game: str, num_envs: int, steps: int, games: int) -> float:
    """Train a DQN against random play for `steps` decisions, and return its mean return in `games` games afterwards.

    `game` is the name of the game, and `num_envs` the number of games at once.
    """
    env: Any = make_env(game)
    model = Net(state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=(64,))
    policy = DiscreteQLearningPolicy(model=model, action_space=env.action_space, eps_training=0.2)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=200)
    envs = DummyVectorEnv([lambda: make_env(game) for _ in range(num_envs)])
    envs.seed(1)
    collector = Collector[CollectStats](algorithm, envs, VectorReplayBuffer(20_000, num_envs), exploration_noise=True)
    collector.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=16 * num_envs,
            update_step_num_gradient_steps_per_sample=0.1,
            show_progress=False,
        )
    )
    judge = Collector[CollectStats](algorithm, envs)
    return float(np.mean(judge.collect(n_episode=games, reset_before_collect=True).returns))


def main() -> None:
    """Read the arguments, train a policy, and print the mean return of games that it then plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--num-envs", type=int, default=8)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=50)
    arguments = parser.parse_args()
    found = train(arguments.game, arguments.num_envs, arguments.steps, arguments.games)
    print(f"mean return {found:.2f} over {arguments.games} games against random play")


if __name__ == "__main__":
    main()
