"""The update of the network: PPO with clipped ratios, over minibatches of a rollout's decisions."""

from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mom_env.common.tensors import Arrays, to_bytes
from mom_env.errors import TrainingError
from mom_env.learning.config import PpoConfig
from mom_env.learning.selfplay.legal_head import Legal
from mom_env.learning.selfplay.magnet import Magnet, divergence_from
from mom_env.learning.selfplay.minibatch import Decisions, OnCpu, OnDevice, by_entry
from mom_env.learning.selfplay.network import NOTHING, Network, Outputs
from mom_env.learning.selfplay.rollout import Batch, Indices
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.torch_head import LegalTable

ADAM_EPSILON = 1e-5
NO_SPREAD = 1e-8  # added to the advantages' deviation, which may be 0

Metrics = dict[str, float]


def make_optimizer(network: Network, config: PpoConfig, *, fused: bool | None = True) -> torch.optim.Adam:
    """Return an Adam optimiser for all weights of the network, with the configured learning rate.

    With `fused`, it takes its steps in one kernel; None leaves that to torch, as not every device has this kernel.
    """
    return torch.optim.Adam(network.parameters(), config.learning_rate, eps=ADAM_EPSILON, fused=fused)


class Update:
    """Trains a network by PPO on the batches of its rollouts.

    Attributes:
        network: the network to train, on the CPU.
        trained: the network that takes the steps: `network` itself, or a copy of it on another device.
        learning_rate: of the next update.
        entropy: weight of the entropy in the next update.
        magnet: the earlier copy of the network from which the policy should not stray far, or None.
    """

    def __init__(
        self,
        network: Network,
        config: PpoConfig,
        team: Team,
        folder: Path,
        device: torch.device | None = None,
        *,
        search_weight: float = 1.0,
    ) -> None:
        """Make the optimiser.

        Args:
            network: the network to train.
            config: the settings of PPO.
            team: the threads that compute.
            folder: where a minibatch whose loss is not a number is saved.
            device: where a copy of the network is trained by plain torch; None trains the network itself by our
                kernels. For tests, this may be the CPU.
            search_weight: weight of the cross-entropy between the visits of searches and the policy.
        """
        self.network, self.config, self.folder, self._device = network, config, folder, device
        self.trained = network if device is None else deepcopy(network).to(device)
        self.optimizer = make_optimizer(self.trained, config, fused=True if device is None else None)
        self.learning_rate, self.entropy = config.learning_rate, config.entropy
        self._team, self._imitates = team, False
        self.magnet = Magnet(self.trained) if config.magnet else None
        self._search_weight = search_weight
        self._attraction = torch.empty(0)  # log-probabilities of the magnet, by entry of the batch's lists

    def anneal(self, done: float) -> None:
        """Set the learning rate and the weight of the entropy for the next update.

        Both change linearly over the training.

        `done` is the share of the training that is over, from 0 to 1.
        """
        config, left = self.config, max(0.0, 1 - done)
        self.learning_rate = config.last_learning_rate + left * (config.learning_rate - config.last_learning_rate)
        self.entropy = config.last_entropy + left * (config.entropy - config.last_entropy)

    def learn(self, batch: Batch, rng: np.random.Generator, *, imitate: bool = False) -> Metrics:
        """Train on a batch for all epochs, and return the mean of each metric over the minibatches, by name.

        Args:
            batch: the decisions of a rollout.
            rng: draws the minibatches.
            imitate: use the negative log-likelihood of the actions taken as the policy's loss, instead of PPO's.

        Raises:
            TrainingError: a loss is not a number.
        """
        self._imitates = imitate
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate
        measured: list[Metrics] = []
        decisions = self._decisions_of(batch)
        if self.magnet:
            self._attraction = self.magnet.logs(decisions, self.config.minibatch)
        num_parts = max(1, round(len(batch.known) / self.config.minibatch))
        for _ in range(self.config.epochs):
            order = rng.permutation(batch.known)
            measured += [self._step(decisions, rows) for rows in np.array_split(order, num_parts)]
        self._bring_back()
        means = {name: float(np.mean([one[name] for one in measured])) for name in measured[0]}
        return means | {"explained_variance": explained_variance(batch)}

    def _decisions_of(self, batch: Batch) -> Decisions:
        """Return the decisions of a batch where the network learns; on another device, the weights are copied, too."""
        if self._device is None:
            return OnCpu(batch, self._team)
        self.trained.load_state_dict(self.network.state_dict())
        return OnDevice(batch, self._device)

    def _bring_back(self) -> None:
        """Copy the weights from the device to the network on the CPU, which plays the next rollout."""
        if self._device is not None:
            self.network.load_state_dict(self.trained.state_dict())

    def _step(self, decisions: Decisions, rows: Indices) -> Metrics:
        """Take one step of the optimiser on the minibatch `rows` of a rollout, and return its metrics by name.

        Raises:
            TrainingError: the loss is not a number.
        """
        part, legal, worths = decisions.minibatch(rows)
        outputs = self.trained(part.seen, legal, part.seats, part.overviews, worths)
        log_probs, entropies, values, log_payoffs = outputs[:4]
        advantages = part.advantages
        targets = advantages + part.values
        log_ratios = log_probs - part.log_probs
        searched = part.searched if len(decisions.targets) else None
        policy_loss = (
            self._imitation_loss(log_probs, searched)
            if self._imitates
            else self.policy_loss(log_ratios, advantages, searched)
        )
        value_loss = functional.mse_loss(values, targets)
        payoff_loss = divergence(log_payoffs, part.payoffs)
        entropy = entropies.mean()
        worth_loss = self.config.value * value_loss + self.config.payoff * payoff_loss
        loss = policy_loss + worth_loss - self.entropy * entropy
        more_loss, more_terms = self._more(outputs, legal, decisions.targets)
        loss = loss if more_loss is None else loss + more_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.trained.parameters(), self.config.max_gradient)
        if not torch.isfinite(loss) or not torch.isfinite(norm):
            self._refuse(decisions.batch, rows)
        self.optimizer.step()
        return {
            "policy_loss": float(policy_loss.detach()),
            "value_loss": float(value_loss.detach()),
            "payoff_loss": float(payoff_loss.detach()),
            "entropy": float(entropy.detach()),
            "gradient_norm": float(norm),
            **ratio_metrics(log_ratios.detach(), self.config.clip),
            **{name: float(term) for name, term in more_terms.items()},
        }

    def _more(
        self, outputs: Outputs, legal: Legal | LegalTable, targets: Tensor
    ) -> tuple[Tensor | None, dict[str, Tensor]]:
        """Return what the switches add to the loss of a minibatch, and their metrics; None and none if they are off.

        `targets` has the shares of visits by entry of the batch's lists, or no entries without searches.
        """
        terms: dict[str, tuple[float, Tensor]] = {}
        if self.magnet:
            strayed = divergence_from(by_entry(self._attraction, legal), outputs.logs, outputs.entropies)
            terms["magnet_kl"] = 0.0 if self._imitates else self.config.magnet, strayed
        if len(targets):
            wanted = by_entry(targets, legal)
            weight = 1.0 if self._imitates else self._search_weight
            terms["search_loss"] = weight, -(wanted * outputs.logs).sum() / len(outputs.entropies)
        losses = [weight * term for weight, term in terms.values()]
        measured = {name: term.detach() for name, (_, term) in terms.items()}
        return (torch.stack(losses).sum() if losses else None), measured

    def _imitation_loss(self, log_probs: Tensor, searched: Tensor | None) -> Tensor:
        """Return the mean negative log-likelihood of the bot's actions, which counts 0 where there are other targets.

        `log_probs` has the log-likelihoods, shape (B,); `searched` says where there are others.
        """
        return -(log_probs if searched is None else log_probs.masked_fill(searched, 0)).mean()

    def policy_loss(self, log_ratios: Tensor, advantages: Tensor, searched: Tensor | None = None) -> Tensor:
        """Return PPO's clipped surrogate loss of a minibatch. It normalises the advantages to mean 0 and deviation 1.

        `log_ratios` has the logarithm of each action's probability now over that when it was played, shape (B,). The
        loss is 0 for decisions that `searched`, shape (B,), says to have other targets.
        """
        advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + NO_SPREAD)
        ratios = log_ratios.exp()
        clipped = ratios.clamp(1 - self.config.clip, 1 + self.config.clip)
        gains = torch.minimum(ratios * advantages, clipped * advantages)
        return -(gains if searched is None else gains.masked_fill(searched, 0)).mean()

    def _refuse(self, batch: Batch, rows: Indices) -> None:
        """Save the minibatch `rows`, whose loss is not a number, and raise an error.

        The weights stay those of the step before, or on another device those of the rollout.

        Raises:
            TrainingError: always; the message says where the minibatch is.
        """
        path = self.folder / "not-finite.safetensors"
        numbers = {"advantages": batch.advantages, "values": batch.values, "log_probs": batch.log_probs}
        arrays: Arrays = {name: array[rows] for name, array in numbers.items()}
        arrays |= {"seen": batch.seen[torch.from_numpy(rows)].float().numpy(), "taken": batch.taken[rows]}
        path.write_bytes(to_bytes(arrays))
        raise TrainingError(
            f"loss: expected finite numbers, found others; the batch is in {path}. "
            "Checkpoints are unchanged; begin again with a smaller ppo.learning_rate"
        )


def divergence(log_payoffs: Tensor, targets: Tensor) -> Tensor:
    """Return the mean Kullback-Leibler divergence of the payoffs that a network tells from their targets.

    Args:
        log_payoffs: [B, S + 1] as `Network.log_payoffs` returns them.
        targets: [B, S].
    """
    lacking = (1 - targets.sum(1, keepdim=True)).clamp(min=0)
    # Where nothing can be lacking, as there are several seats, it is a rounding error.
    wanted = torch.cat([targets, lacking], 1).masked_fill(log_payoffs < NOTHING / 2, 0)
    return functional.kl_div(log_payoffs, wanted, reduction="batchmean")


def ratio_metrics(log_ratios: Tensor, clip: float) -> Metrics:
    """Return how far the policy has moved: an estimate of the KL divergence, and the share of clipped decisions.

    `log_ratios` has the logarithm of each action's probability now over that when it was played. `clip` is how far this
    ratio may move from 1.
    """
    ratios = log_ratios.exp()
    return {
        "kl": float((ratios - 1 - log_ratios).mean()),
        "clipped": float(((ratios - 1).abs() > clip).float().mean()),
    }


def explained_variance(batch: Batch) -> float:
    """Return how well the values predict their targets: 1 minus the variance of the errors over that of the targets.

    Return 0 if the targets do not vary. Only decisions that are learnt from count.
    """
    missed, values = batch.advantages[batch.known], batch.values[batch.known]
    variance = float(np.var(missed + values))
    return 1 - float(np.var(missed)) / variance if variance > 0 else 0.0
