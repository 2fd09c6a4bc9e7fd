"""PPO in one file of plain PyTorch, in the style of CleanRL, on `make_vec`. Run: `python examples/cleanrl_ppo.py`.

`--game` is the name of any game of the package.

pip install mom-env torch

With `mask="info"` the observation is a plain Box, so the loop differs from CleanRL's only in the lines for masks. A
finished game is dealt again in the same step; the statistics of Gymnasium's wrapper and the winners are in
`final_info`.
"""

import argparse
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from gymnasium.spaces import flatdim
from torch import nn
from torch.distributions import Categorical

from mom_env.games import GAMES, load  # this import registers the environments, too

GAMMA, LAMBDA, CLIP, EPOCHS, PARTS = 1.0, 0.95, 0.2, 4, 4


class Agent(nn.Module):
    """A policy and a value of an observation, two networks with one hidden layer each."""

    def __init__(self, inputs: int, actions: int) -> None:
        """Make both networks with random weights."""
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, actions))
        self.value = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 1))

    def chances(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """Return each row's distribution over actions. Illegal ones, where `masks` is False, have the probability 0."""
        return Categorical(logits=self.policy(seen).masked_fill(~masks, -1e9))


def as_numbers(seen: Any) -> torch.Tensor:
    """Return observations as a tensor of float32, which networks need; those of some games are small whole numbers."""
    return torch.as_tensor(seen, dtype=torch.float32)


def train(game: str, num_envs: int, steps: int, updates: int) -> list[float]:
    """Train against random play, and return the share of games won during each update, from 0 to 1; NaN without an end.

    Args:
        game: name of the game.
        num_envs: number of games at once.
        steps: decisions of each game between two updates.
        updates: number of updates.
    """
    envs = gym.make_vec(load(game).info.environment, num_envs=num_envs, num_players=2, opponents="random", mask="info")
    envs = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    agent = Agent(flatdim(envs.single_observation_space), flatdim(envs.single_action_space))
    optimizer = torch.optim.Adam(agent.parameters(), lr=3e-4)
    seen, infos = envs.reset(seed=1)
    won = []
    for _ in range(updates):
        rows, wins = [], []
        for _ in range(steps):
            now, masks = as_numbers(seen), torch.as_tensor(infos["action_mask"]).bool()
            with torch.no_grad():
                chances, values = agent.chances(now, masks), agent.value(now)[:, 0]
            actions = chances.sample()
            seen, rewards, dones, _, infos = envs.step(actions.numpy())
            rows.append((now, masks, actions, chances.log_prob(actions), values, torch.as_tensor(rewards), dones))
            if dones.any():
                wins += infos["final_info"]["is_success"][dones].tolist()
        with torch.no_grad():
            last = agent.value(as_numbers(seen))[:, 0]
        update(agent, optimizer, rows, last)
        won.append(float(np.mean(wins)) if wins else float("nan"))
    envs.close()
    return won


def update(agent: Agent, optimizer: torch.optim.Optimizer, rows: list[tuple[Any, ...]], last: torch.Tensor) -> None:
    """Train the agent on the rows of a rollout, one row for each step.

    A row has observations, masks, actions, their log-probabilities, values, rewards and dones, by game. `last` is the
    value of the position after the rollout, by game.
    """
    columns = (torch.stack([torch.as_tensor(entry) for entry in column]) for column in zip(*rows, strict=True))
    seen, masks, actions, before, values, rewards, dones = columns
    advantages, ahead, gain = torch.zeros_like(values), last, torch.zeros_like(last)
    for t in reversed(range(len(rows))):
        goes_on = ~dones[t]
        gain = rewards[t] + GAMMA * ahead * goes_on - values[t] + GAMMA * LAMBDA * gain * goes_on
        advantages[t], ahead = gain, values[t]
    batch = [part.flatten(0, 1) for part in (seen, masks, actions, before, advantages, advantages + values)]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(batch[0])).chunk(PARTS):
            now, legal, taken, old, gains, targets = (column[part] for column in batch)
            chances = agent.chances(now, legal)
            ratio = (chances.log_prob(taken) - old).exp()
            gains = (gains - gains.mean()) / (gains.std() + 1e-8)
            policy = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            loss = policy + 0.5 * (agent.value(now)[:, 0] - targets).square().mean() - 0.01 * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Read the arguments, train an agent, and print the share of games won during each update."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--updates", type=int, default=50)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    shares = train(arguments.game, arguments.num_envs, arguments.steps, arguments.updates)
    for number, share in enumerate(shares):
        print(f"update {number}: won {share:.0%} against random")


if __name__ == "__main__":
    main()
