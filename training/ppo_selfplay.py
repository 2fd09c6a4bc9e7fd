"""PPO by self-play in one file, to be read from top to bottom. Needs the extra `train`.

python training/ppo_selfplay.py
python training/ppo_selfplay.py --players 4 --decisions 10000000 --out four.pt

One network plays all seats of many games at once, against itself. A seat's decisions are a chain of their own: what
the other seats do in between is part of its world. `mom train` does the same with opponents from earlier in the
training, exact resume and a live display; this file is for reading, and for changing.
"""

import argparse
from time import perf_counter
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from mom_env.monkeys_on_the_moon import VectorGame

GAMES, STEPS = 512, 64  # of a rollout: 32,768 decisions
EPOCHS, BATCH = 3, 4096
RATE, CLIP, ENTROPY, MAX_NORM = 1e-3, 0.2, 0.01, 0.5
TRACE = 0.95  # lambda of GAE; nothing is discounted, as a game's return counts in full


class Network(nn.Module):
    """A policy and a value, both of what the seat to move sees."""

    def __init__(self, num_inputs: int, num_actions: int, width: int = 256) -> None:
        super().__init__()
        self.num_inputs, self.num_actions = num_inputs, num_actions
        self.body = nn.Sequential(nn.Linear(num_inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, num_actions), nn.Linear(width, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """Return the chances of the legal actions, and the value; shapes (N, actions) and (N,)."""
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits), self.value(hidden).squeeze(-1)


class Step(NamedTuple):
    """One decision in each game: N games."""

    seen: Tensor  # [N, inputs]
    masks: Tensor  # [N, actions]
    seats: Tensor  # [N] who decided
    actions: Tensor  # [N]
    log_probs: Tensor  # [N]
    values: Tensor  # [N]
    returns: Tensor  # [N, seats] of the games that this decision ended, else 0
    dones: Tensor  # [N] whether it ended the game


def look(games: VectorGame) -> tuple[Tensor, Tensor, Tensor]:
    """Return observations, masks and seats to move; copies, as the games fill their arrays again at each step."""
    arrays = games.observations, games.action_masks, games.seats.astype(np.int64)
    seen, masks, seats = (torch.from_numpy(array.copy()) for array in arrays)
    return seen, masks, seats


@torch.no_grad()
def play(network: Network, games: VectorGame) -> list[Step]:
    """Play some decisions in each game, and return what happened."""
    steps = []
    for _ in range(STEPS):
        seen, masks, seats = look(games)
        chances, values = network(seen, masks)
        actions = chances.sample()
        games.step(actions.numpy())
        returns, dones = torch.from_numpy(games.returns.copy()), torch.from_numpy(games.dones.copy())
        steps.append(Step(seen, masks, seats, actions, chances.log_prob(actions), values, returns, dones))
    return steps


@torch.no_grad()
def advantages_of(steps: list[Step], network: Network, games: VectorGame) -> tuple[Tensor, Tensor]:
    """Return each decision's advantage (GAE), and whether anything is known of what came of it; shape (steps, N).

    A decision is followed by the same seat's next one, or by the end of the game. After the last step only the seats
    that move next have a value; of the other seats' last decisions nothing is known, and they are not trained on.
    """
    seen, masks, seats = look(games)
    rows = torch.arange(len(seats))
    follows = torch.zeros_like(steps[0].returns)  # [N, seats] what a seat's decision leads to
    gains, known = torch.zeros_like(follows), torch.zeros_like(follows, dtype=torch.bool)
    follows[rows, seats], known[rows, seats] = network(seen, masks)[1], True
    advantages, is_known = [], []
    for step in reversed(steps):
        over = step.dones[:, None]
        follows, gains, known = torch.where(over, step.returns, follows), gains.masked_fill(over, 0), known | over
        own = rows, step.seats
        advantage = follows[own] - step.values + TRACE * gains[own]
        advantages.append(advantage * known[own])
        is_known.append(known[own])
        follows[own], gains[own], known[own] = step.values, advantages[-1], True
    return torch.stack(advantages[::-1]), torch.stack(is_known[::-1])


def learn(
    network: Network, optimizer: torch.optim.Optimizer, steps: list[Step], advantages: Tensor, is_known: Tensor
) -> float:
    """Take PPO's steps on a rollout; return the mean entropy of the policy in the last of them."""
    columns = [torch.stack(column)[is_known] for column in zip(*steps, strict=True)]
    seen, masks, _, actions, before, values, _, _ = columns
    gains = advantages[is_known]
    targets, scaled = gains + values, (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.split(torch.randperm(len(seen)), BATCH):
            chances, value = network(seen[part], masks[part])
            ratio = (chances.log_prob(actions[part]) - before[part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy_loss = -torch.min(ratio * scaled[part], clipped * scaled[part]).mean()
            value_loss = (value - targets[part]).square().mean()
            entropy = chances.entropy().mean()
            loss = policy_loss + 0.5 * value_loss - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), MAX_NORM)
            optimizer.step()
    return float(entropy.detach())


def train(num_players: int, decisions: int, seed: int) -> Network:
    """Train a network from nothing, and report after each rollout how long its games were."""
    torch.manual_seed(seed)
    games = VectorGame(GAMES, num_players, seed, reward="vp")
    network = Network(games.observations.shape[1], games.action_masks.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    began, done = perf_counter(), 0
    while done < decisions:
        steps = play(network, games)
        entropy = learn(network, optimizer, steps, *advantages_of(steps, network, games))
        done += GAMES * STEPS
        print(f"{done:>12,} decisions, {perf_counter() - began:6.0f} s, entropy {entropy:.2f}", flush=True)
    return network


def save(network: Network, path: str) -> None:
    """Write the weights where `training/evaluate.py` finds them; reading them runs no code."""
    from safetensors.torch import save_file

    save_file(network.state_dict(), path)


def main() -> None:
    """Read the arguments, train, and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="ppo_selfplay.safetensors")
    arguments = parser.parse_args()
    save(train(arguments.players, arguments.decisions, arguments.seed), arguments.out)
    print(
        f"saved: {arguments.out}\nhow strong: python training/evaluate.py {arguments.out} --players {arguments.players}"
    )


if __name__ == "__main__":
    main()
