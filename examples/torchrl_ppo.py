"""Masked PPO in TorchRL, with its `GymEnv`. Run: `python examples/torchrl_ppo.py --batches 50`.

pip install mom-env torchrl

`GymEnv` puts the mask beside the observation, which is all that the policy needs: `MaskedCategorical` gives illegal
actions the probability 0. `--game` is the name of any game of the package.
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import Compose, DTypeCastTransform, TransformedEnv
from torchrl.envs.libs.gym import GymEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from mom_env.games import GAMES, load  # this import registers the environments, too


def make_env(game: str, num_players: int) -> TransformedEnv:
    """Make TorchRL's environment of one seat against random play.

    The mask is of booleans for `MaskedCategorical`, and the observation of float32; in some games it is of uint8.
    """
    env = GymEnv(
        load(game).info.environment, num_players=num_players, opponents="random", categorical_action_encoding=True
    )
    mask = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    seen = env.observation_spec["observation"].dtype
    return TransformedEnv(env, Compose(mask, DTypeCastTransform(seen, torch.float32, in_keys=["observation"])))


def network(inputs: int, outputs: int) -> nn.Sequential:
    """Return a new network with one hidden layer, from `inputs` numbers to `outputs` numbers."""
    return nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, outputs))


def train(game: str, num_players: int, batches: int, size: int) -> list[float]:
    """Train against random play, and return the mean return of the games that ended in each batch; NaN if none did.

    Args:
        game: name of the game.
        num_players: number of seats.
        batches: number of batches.
        size: decisions of a batch.
    """
    env = make_env(game, num_players)
    inputs, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    logits = TensorDictModule(network(inputs, actions), ["observation"], ["logits"])
    keys = {"logits": "logits", "mask": "action_mask"}
    actor = ProbabilisticActor(logits, in_keys=keys, distribution_class=MaskedCategorical, return_log_prob=True)
    critic = ValueOperator(network(inputs, 1), in_keys=["observation"])
    advantages, loss = GAE(gamma=1.0, lmbda=0.95, value_network=critic), ClipPPOLoss(actor, critic)
    optimizer = torch.optim.Adam(loss.parameters(), lr=3e-4)
    returns = []
    amount = {"frames_per_batch": size, "total_frames": batches * size}
    for batch in Collector(env, actor, **amount, auto_register_policy_transforms=True):
        advantages(batch)
        for part in batch[torch.randperm(size)].split(size // 4):
            losses = loss(part)
            optimizer.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss")).backward()
            optimizer.step()
        ends = batch["next", "done"]
        returns.append(float(batch["next", "reward"][ends].mean()) if ends.any() else float("nan"))
    return returns


def main() -> None:
    """Read the arguments, train, and print the mean return of the games of each batch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--batches", type=int, default=50)
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    means = train(arguments.game, arguments.players, arguments.batches, arguments.size)
    for number, mean in enumerate(means):
        print(f"batch {number}: mean return {mean:.2f}")


if __name__ == "__main__":
    main()
