"""AgileRL's DQN with its own training loop, on `make_vec`. Run: `python examples/agilerl_dqn.py --steps 20000`.

`--game` is the name of any game of the package.

pip install mom-env agilerl

AgileRL needs a plain Box as observation, and finds the masks in the infos. Both come with `mask="info"`.
"""

import argparse
import tempfile

import gymnasium as gym
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components.replay_buffer import ReplayBuffer
from agilerl.training.train_off_policy import train_off_policy

from mom_env.games import GAMES, load  # this import registers the environments, too


def train(game: str, num_envs: int, steps: int) -> DQN:
    """Train a DQN against random play in `num_envs` games at once for `steps` decisions in all, and return it."""
    name = load(game).info.environment
    envs = gym.make_vec(name, num_envs=num_envs, num_players=2, opponents="random", mask="info")
    network = {"encoder_config": {"hidden_size": [64]}, "head_config": {"hidden_size": [64]}}
    agent = DQN(envs.single_observation_space, envs.single_action_space, net_config=network, gamma=1.0, learn_step=4)
    with tempfile.TemporaryDirectory() as folder:
        agents, _ = train_off_policy(
            envs,
            name,
            "DQN",
            [agent],
            ReplayBuffer(max_size=20_000),
            max_steps=steps,
            evo_steps=steps,
            eps_decay=0.999,
            verbose=False,
            checkpoint_path=f"{folder}/dqn.pt",
        )
    return agents[0]


def play(agent: DQN, game: str, games: int) -> float:
    """Play at least `games` games of `game` against random play, and return the share won by the agent, from 0 to 1."""
    envs = gym.make_vec(load(game).info.environment, num_envs=8, num_players=2, opponents="random", mask="info")
    seen, infos = envs.reset(seed=1)
    won: list[bool] = []
    while len(won) < games:
        seen, _, dones, _, infos = envs.step(agent.get_action(seen, action_mask=infos["action_mask"]))
        if dones.any():
            won += infos["final_info"]["is_success"][dones].tolist()
    return float(np.mean(won))


def main() -> None:
    """Read the arguments, train an agent, let it play, and print the share of games won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    agent = train(arguments.game, arguments.num_envs, arguments.steps)
    won = play(agent, arguments.game, arguments.games)
    print(f"won {won:.0%} of {arguments.games} games against random play")


if __name__ == "__main__":
    main()
