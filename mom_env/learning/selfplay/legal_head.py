"""Log-probabilities and entropy over the legal actions alone, in kernels behind one autograd function.

A decision needs a handful of the hundreds of rows of the policy head. Computing all logits and masking them would be
the greatest part of an update. Lists of legal actions are stored as in `mom_env.kernel.sparse_mlp`; a batch may use
any of them, in any order.
"""

from typing import NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from mom_env.kernel.jit import float_kernel
from mom_env.kernel.sparse_mlp import normalise
from mom_env.learning.selfplay.thread_team import Team

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]
Ids = NDArray[np.int32]


class Legal(NamedTuple):
    """The legal actions of a batch of B decisions, the actions that were taken, and the threads to compute with."""

    rows: Indices  # [B] the list of each decision
    starts: Indices  # [B + 1] where the legal actions of each decision begin in arrays of this batch
    offsets: Indices  # [rows + 1] where the lists begin in `ids`
    ids: Ids  # all lists, one after another
    taken: Indices  # [B] entry of its list that each decision took
    team: Team


def legal_of(rows: Indices, offsets: Indices, ids: Ids, taken: Indices, team: Team) -> Legal:
    """Return the legal actions of the decisions `rows` in the form that `LegalHead` takes.

    Args:
        rows: [B] index of the list of each decision.
        offsets: [lists + 1] where the lists begin in `ids`.
        ids: all lists, one after another.
        taken: [B] entry of its list that each decision took.
        team: the threads that compute.
    """
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(offsets[rows + 1] - offsets[rows], out=starts[1:])
    return Legal(rows, starts, offsets, ids, taken, team)


def entries_of(legal: Legal) -> Indices:
    """Return for each legal action of a batch where it is in `legal.ids`, in the order of the batch."""
    counts = np.diff(legal.starts)
    places = np.arange(legal.starts[-1]) - np.repeat(legal.starts[:-1], counts)
    found: Indices = np.repeat(legal.offsets[legal.rows], counts) + places
    return found


@float_kernel
def measure_range(
    hidden: Floats,
    weights: Floats,
    biases: Floats,
    rows: Indices,
    starts: Indices,
    offsets: Indices,
    ids: Ids,
    taken: Indices,
    more: Floats,
    log_probs: Floats,
    entropies: Floats,
    probabilities: Floats,
    logs: Floats,
    first: int,
    last: int,
) -> None:
    """Write the log-probability of the action taken and the entropy of the decisions from `first` to before `last`.

    `hidden` has the last hidden layer of each decision, `weights` and `biases` are those of the policy head, and the
    next five arrays are the fields of `Legal`. `more` is added to the logit of each legal action; it may have no
    entries. For the gradients, `probabilities` and `logs` get the probability and
    its logarithm of each legal action.
    """
    for i in range(first, last):
        start, listed = starts[i], offsets[rows[i]]
        for j in range(starts[i + 1] - start):
            total = np.float32(0)
            for k in range(hidden.shape[1]):
                total += hidden[i, k] * weights[ids[listed + j], k]
            logs[start + j] = total + biases[ids[listed + j]]
            if len(more) > 0:
                logs[start + j] += more[start + j]
        divisor = normalise(logs, start, starts[i + 1], probabilities)
        entropy = np.float32(0)
        for j in range(start, starts[i + 1]):
            logs[j] -= divisor
            entropy -= probabilities[j] * logs[j]
        entropies[i] = entropy
        log_probs[i] = logs[start + taken[i]]


@float_kernel
def differentiate_range(
    hidden: Floats,
    weights: Floats,
    rows: Indices,
    starts: Indices,
    offsets: Indices,
    ids: Ids,
    taken: Indices,
    by_log_prob: Floats,
    by_entropy: Floats,
    by_logs: Floats,
    entropies: Floats,
    probabilities: Floats,
    logs: Floats,
    hidden_gradient: Floats,
    more_gradient: Floats,
    weights_gradient: Floats,
    biases_gradient: Floats,
    first: int,
    last: int,
) -> None:
    """Write the gradients of the loss for the decisions from `first` to before `last`.

    `hidden_gradient` is overwritten, and so is `more_gradient`, which may have no entries. `weights_gradient` and
    `biases_gradient`, those of the policy head, are added to. `by_log_prob` and `by_entropy` have the gradients of the
    loss by the first two results of each decision. `by_logs` has that by the logarithm of each legal action's
    probability, or no entries if there is none. `entropies`, `probabilities` and `logs` are those that `measure_range`
    has written, and `rows` to `taken` are the fields of `Legal`.
    """
    for i in range(first, last):
        start, listed = starts[i], offsets[rows[i]]
        by_all = np.float32(0)
        if len(by_logs) > 0:
            for j in range(start, starts[i + 1]):
                by_all += by_logs[j]
        for k in range(hidden.shape[1]):
            hidden_gradient[i, k] = 0
        for j in range(starts[i + 1] - start):
            probability, log_prob, row = probabilities[start + j], logs[start + j], ids[listed + j]
            slope = -by_log_prob[i] * probability - by_entropy[i] * probability * (log_prob + entropies[i])
            if j == taken[i]:
                slope += by_log_prob[i]
            if len(by_logs) > 0:
                slope += by_logs[start + j] - probability * by_all
            biases_gradient[row] += slope
            if len(more_gradient) > 0:
                more_gradient[start + j] = slope
            for k in range(hidden.shape[1]):
                hidden_gradient[i, k] += slope * weights[row, k]
            for k in range(hidden.shape[1]):
                weights_gradient[row, k] += slope * hidden[i, k]


class Kept(Protocol):
    """The context in which torch passes values from `LegalHead.forward` to `LegalHead.backward`."""

    saved_tensors: tuple[Tensor, ...]
    measured: tuple[Legal, Floats, Floats, Floats]

    def save_for_backward(self, *tensors: Tensor) -> None:
        """Save tensors for `backward`."""

    def set_materialize_grads(self, value: bool) -> None:  # the name and form are torch's
        """Set whether `backward` gets zeros, and not None, for a result that the loss does not use."""


class LegalHead(torch.autograd.Function):
    """The policy head as an autograd function, from hidden units and weights to log-probabilities and entropies.

    The first two results must be used in the loss, and the third may be.
    """

    @staticmethod
    def forward(
        ctx: Kept, hidden: Tensor, weights: Tensor, biases: Tensor, legal: Legal, more: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the log-probabilities of the actions taken, the entropies, and all log-probabilities.

        The first two have the shape (B,). The third has an entry for each legal action of the batch, one list after
        another.

        Args:
            ctx: gets what `backward` needs.
            hidden: [B, units] the last hidden layer.
            weights: [actions, units] of the head.
            biases: [actions] of the head.
            legal: the legal actions and the actions taken.
            more: what is added to the logit of each legal action, or no entries.
        """
        count, entries = len(legal.rows), int(legal.starts[-1])
        log_probs, entropies = np.empty(count, np.float32), np.empty(count, np.float32)
        probabilities, logs = np.empty(entries, np.float32), np.empty(entries, np.float32)
        out = (log_probs, entropies, probabilities, logs)
        given = (hidden.numpy(), weights.numpy(), biases.numpy(), *legal[:5], more.numpy(), *out)
        legal.team.run(measure_range, count, lambda _: given)
        ctx.save_for_backward(hidden, weights, more)
        ctx.measured = legal, entropies, probabilities, logs
        ctx.set_materialize_grads(False)
        return torch.from_numpy(log_probs), torch.from_numpy(entropies), torch.from_numpy(logs)

    @staticmethod
    def backward(
        ctx: Kept, by_log_prob: Tensor, by_entropy: Tensor, by_logs: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor, None, Tensor]:
        """Return the loss's gradients by hidden units, weights and biases, None for the legal actions, and by `more`.

        The others are the gradients of the loss by the results of `forward`; `by_logs` is None if the loss does not use
        them.
        """
        hidden, weights, more = ctx.saved_tensors
        legal, entropies, probabilities, logs = ctx.measured
        size, hidden_gradient, more_gradient = legal.team.size, torch.empty_like(hidden), torch.empty_like(more)
        weights_gradients, biases_gradients = torch.zeros(size, *weights.shape), torch.zeros(size, len(weights))
        by_all = torch.empty(0) if by_logs is None else by_logs
        slopes = [gradient.contiguous().numpy() for gradient in (by_log_prob, by_entropy, by_all)]
        measured = entropies, probabilities, logs
        given = (hidden.numpy(), weights.numpy(), *legal[:5], *slopes, *measured)
        given = (*given, hidden_gradient.numpy(), more_gradient.numpy())
        heads = weights_gradients.numpy(), biases_gradients.numpy()  # each thread adds to gradients of its own
        legal.team.run(differentiate_range, len(legal.rows), lambda part: (*given, heads[0][part], heads[1][part]))
        return hidden_gradient, weights_gradients.sum(0), biases_gradients.sum(0), None, more_gradient
