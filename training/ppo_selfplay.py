"""Train a network by PPO and self-play, in one file to read from top to bottom. Needs the extra `train`.

    python training/ppo_selfplay.py
    python training/ppo_selfplay.py --players 4 --decisions 10000000 --out four.safetensors

One network plays all seats of many games at once, against itself. The decisions of a seat are a trajectory of their
own: what other seats do in between is part of the seat's environment. `mom train` adds opponents from earlier in the
training, bots, exact resume and a live display. This file is for reading and for changing.
"""

import argparse
from time import perf_counter
from typing import NamedTuple

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.distributions import Categorical

from mom_env.monkeys_on_the_moon import VectorGame

NUM_STEPS = 64  # decisions of a rollout in each game
NUM_EPOCHS, MINIBATCH = 3, 4096
LEARNING_RATE = 1e-3
CLIP = 0.2  # how far the ratio of probabilities may move from 1
VALUE_WEIGHT, ENTROPY_WEIGHT = 0.5, 0.01
MAX_GRADIENT = 0.5  # norm at which gradients are clipped
LAMBDA = 0.95  # of GAE; there is no discount, as the reward comes at the end of a game


class Network(nn.Module):
    """A policy and a value of the observation of the seat to move, with two hidden layers that both share."""

    def __init__(self, num_inputs: int, num_actions: int, width: int = 256) -> None:
        """Make a network with random weights; `width` is the number of units of both hidden layers."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(num_inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, num_actions), nn.Linear(width, 1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over legal actions, and the values of the positions to the seats that observe them.

        Both have N entries. `masks` are 1 for legal actions, shape (N, actions).
        """
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Step(NamedTuple):
    """One decision in each of N games, and what followed it."""

    observations: Tensor  # [N, inputs]
    masks: Tensor  # [N, actions] 1 for legal actions
    seats: Tensor  # [N] seat that decided
    actions: Tensor  # [N]
    log_probs: Tensor  # [N] of the actions, when they were played
    values: Tensor  # [N] when they were played
    returns: Tensor  # [N, seats] of games that ended with this decision, else 0
    dones: Tensor  # [N] whether the game ended with this decision


def observe(games: VectorGame) -> tuple[Tensor, Tensor, Tensor]:
    """Return observations, masks and seats to move of all games.

    They are copies, as the games overwrite their arrays at each step.
    """
    arrays = games.observations, games.action_masks, games.seats.astype(np.int64)
    observations, masks, seats = (torch.from_numpy(array.copy()) for array in arrays)
    return observations, masks, seats


@torch.no_grad()
def play_rollout(network: Network, games: VectorGame) -> list[Step]:
    """Play NUM_STEPS decisions in each game, drawn from the policy, and return them, one `Step` for each.

    A game that ends is dealt again in the same step.
    """
    steps = []
    for _ in range(NUM_STEPS):
        observations, masks, seats = observe(games)
        policy, values = network(observations, masks)
        actions = policy.sample()
        games.step(actions.numpy())
        returns, dones = torch.from_numpy(games.returns.copy()), torch.from_numpy(games.dones.copy())
        steps.append(Step(observations, masks, seats, actions, policy.log_prob(actions), values, returns, dones))
    return steps


@torch.no_grad()
def estimate_advantages(steps: list[Step], network: Network, games: VectorGame) -> tuple[Tensor, Tensor]:
    """Return the advantage (GAE) of each decision, and whether it is known what followed it; shapes (steps, N).

    A decision is followed by the next decision of the same seat, or by the end of the game. After the last step, the
    network's value of the next decision is known for the seat to move only. What follows the last decision of another
    seat is unknown, so that decision is not trained on: its advantage is 0.

    Args:
        steps: the rollout.
        network: values the positions after the last step.
        games: the games, as they are after the last step.
    """
    observations, masks, seats = observe(games)
    rows = torch.arange(len(seats))
    # For each game and seat: the value of what follows the seat's decision, the advantage of its next decision, and
    # whether these are known. The loop goes backwards and keeps them up to date.
    next_values = torch.zeros_like(steps[0].returns)
    next_advantages, known = torch.zeros_like(next_values), torch.zeros_like(next_values, dtype=torch.bool)
    next_values[rows, seats], known[rows, seats] = network(observations, masks)[1], True
    advantages, is_known = [], []
    for step in reversed(steps):
        over = step.dones[:, None]
        next_values = torch.where(over, step.returns, next_values)
        next_advantages, known = next_advantages.masked_fill(over, 0), known | over
        own = rows, step.seats
        advantage = next_values[own] - step.values + LAMBDA * next_advantages[own]
        advantages.append(advantage * known[own])
        is_known.append(known[own])
        next_values[own], next_advantages[own], known[own] = step.values, advantages[-1], True
    return torch.stack(advantages[::-1]), torch.stack(is_known[::-1])


def update(
    network: Network, optimizer: torch.optim.Optimizer, steps: list[Step], advantages: Tensor, is_known: Tensor
) -> float:
    """Train the network on a rollout, and return the mean entropy of the policy in the last minibatch.

    Args:
        network: the network, whose weights are changed.
        optimizer: of the network.
        steps: the rollout.
        advantages: of each decision, shape (steps, N).
        is_known: which decisions to train on, shape (steps, N).
    """
    columns = [torch.stack(column)[is_known] for column in zip(*steps, strict=True)]
    observations, masks, _, actions, old_log_probs, old_values, _, _ = columns
    advantages = advantages[is_known]
    targets = advantages + old_values
    normalised = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(NUM_EPOCHS):
        for rows in torch.split(torch.randperm(len(observations)), MINIBATCH):
            policy, values = network(observations[rows], masks[rows])
            ratios = (policy.log_prob(actions[rows]) - old_log_probs[rows]).exp()
            clipped = ratios.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratios * normalised[rows], clipped * normalised[rows]).mean()
            value_loss = (values - targets[rows]).square().mean()
            entropy = policy.entropy().mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - ENTROPY_WEIGHT * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
            optimizer.step()
    return float(entropy.detach())


def train(num_players: int, decisions: int, seed: int, num_games: int) -> Network:
    """Train a network from nothing by self-play, and return it. A line is printed after each rollout.

    Args:
        num_players: number of seats.
        decisions: of all seats together; rounded up to whole rollouts.
        seed: determines everything random.
        num_games: number of games side by side.
    """
    torch.manual_seed(seed)
    games = VectorGame(num_games, num_players, seed, reward="vp")
    network = Network(games.observations.shape[1], games.action_masks.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE)
    began, done = perf_counter(), 0
    while done < decisions:
        steps = play_rollout(network, games)
        advantages, is_known = estimate_advantages(steps, network, games)
        entropy = update(network, optimizer, steps, advantages, is_known)
        done += num_games * NUM_STEPS
        print(f"{done:>12,} decisions, {perf_counter() - began:6.0f} s, entropy {entropy:.2f}", flush=True)
    return network


def main() -> None:
    """Read the arguments, train a network, and save its weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2, help="number of seats")
    parser.add_argument("--decisions", type=int, default=2_000_000, help="of all seats; rounded up to whole rollouts")
    parser.add_argument("--games", type=int, default=512, help="games side by side")
    parser.add_argument("--seed", type=int, default=1, help="determines everything random")
    parser.add_argument("--out", default="ppo_selfplay.safetensors", help="the file of the weights")
    arguments = parser.parse_args()
    network = train(arguments.players, arguments.decisions, arguments.seed, arguments.games)
    save_file(network.state_dict(), arguments.out)
    print(f"saved: {arguments.out}")
    print(f"how strong it is: python training/evaluate.py {arguments.out} --players {arguments.players}")


if __name__ == "__main__":
    main()
