"""The magnet: an earlier copy of the network, from whose policy the learner's policy should not stray far.

Without it, self-play may run in circles in games that have no pure best strategy. With a term of the loss that draws
the policy towards a copy that follows slowly, it converges (magnetic mirror descent, NashPG).
"""

from copy import deepcopy

import numpy as np
import torch
from torch import Tensor

from mom_env.common.tensors import NetworkArrays
from mom_env.learning.selfplay.minibatch import Decisions, Minibatch, in_order
from mom_env.learning.selfplay.network import Layers, Network


class Magnet:
    """A copy of the network, on the device of the original, that is not trained.

    Attributes:
        network: the copy.
    """

    def __init__(self, network: Network) -> None:
        """Copy the network as it is now."""
        self.network = deepcopy(network).requires_grad_(requires_grad=False)

    def renew(self, network: Network) -> None:
        """Take the weights of the network as it is now."""
        self.network.set_arrays(network.arrays())

    def set_arrays(self, arrays: NetworkArrays, first: str) -> None:
        """Take the weights of a checkpoint: those of `arrays` whose names begin with `first`."""
        self.network.set_arrays({name.removeprefix(first): a for name, a in arrays.items() if name.startswith(first)})

    def logs(self, decisions: Decisions, at_once: int) -> Tensor:
        """Return the log-probabilities that the copy gives all legal actions of a rollout, one list after another.

        They are on the copy's device. About `at_once` decisions are computed together.
        """
        layers, rows = self.network.cast(), np.arange(len(decisions.batch.taken))
        parts = np.array_split(rows, max(1, round(len(rows) / at_once)))
        return torch.cat([self._logs_of(decisions.minibatch(part), layers) for part in parts])

    def _logs_of(self, part: Minibatch, layers: Layers) -> Tensor:
        """Return the log-probabilities of a part of the decisions; the trunk's layers are those of `cast`."""
        hidden = self.network.hidden(part.columns.seen, layers)
        return in_order(self.network.measure(part.columns.seen, hidden, part.legal, part.worths)[2], part.legal)


def divergence_from(attraction: Tensor, logs: Tensor, entropies: Tensor) -> Tensor:
    """Return the mean Kullback-Leibler divergence of the policy from that of the magnet.

    Args:
        attraction: the magnet's log-probability of each legal action of all decisions.
        logs: the same of the policy.
        entropies: [B] of the policy at each decision.
    """
    return -((logs.exp() * attraction).sum() + entropies.sum()) / len(entropies)
