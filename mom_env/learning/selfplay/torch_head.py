"""The policy head in plain torch, for every device: all logits are computed, and those of legal actions are gathered.

On a processor this is the greatest part of an update, and `mom_env.learning.selfplay.legal_head` is used instead.
"""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

NOTHING = -1e9  # a logit that stands for a probability of 0; not infinite, as 0 times infinity is not a number


class LegalTable(NamedTuple):
    """The legal actions of a batch of B decisions, each filled up to the length L, and the actions that were taken."""

    ids: Tensor  # [B, L] legal actions; what fills a row up are actions of any other row
    places: Tensor  # [B, L] where they are in the lists of all decisions
    is_legal: Tensor  # [B, L] False where a row is filled up
    taken: Tensor  # [B, 1] entry of its row that each decision took


class Lists(NamedTuple):
    """The legal actions of the R decisions of a rollout on a device, and the actions that were taken."""

    offsets: Tensor  # [R + 1] where the lists begin in `ids`
    ids: Tensor  # all lists, one after another
    taken: Tensor  # [R] entry of its list that each decision took
    longest: int  # length of the longest list

    def table(self, rows: Tensor) -> LegalTable:
        """Return the legal actions of the decisions `rows`, a tensor of shape (B,) on the device of the lists."""
        starts = self.offsets[rows, None]
        places = starts + torch.arange(self.longest, device=rows.device)
        is_legal = places < self.offsets[rows + 1, None]
        places = places.clamp(max=len(self.ids) - 1)
        return LegalTable(self.ids[places].long(), places, is_legal, self.taken[rows, None])


def lists_on(
    device: torch.device, offsets: NDArray[np.int64], ids: NDArray[np.int32], taken: NDArray[np.int64]
) -> Lists:
    """Copy the legal actions of a rollout to a device, and return them.

    Args:
        device: where to.
        offsets: [R + 1] where the lists begin in `ids`.
        ids: all lists, one after another; what follows the last one is left out.
        taken: [R] entry of its list that each decision took.
    """
    arrays = offsets, ids[: offsets[-1]], taken
    starts, used, entries = (torch.from_numpy(array).to(device) for array in arrays)
    return Lists(starts, used, entries, int(np.diff(offsets).max(initial=0)))


def log_policy(hidden: Tensor, weights: Tensor, biases: Tensor, table: LegalTable, more: Tensor) -> Tensor:
    """Return the logarithm of the probability of each legal action, shape (B, L), and `NOTHING` where a row is filled.

    Args:
        hidden: [B, units] the last hidden layer.
        weights: [actions, units] of the head.
        biases: [actions] of the head.
        table: the legal actions.
        more: [B, L] what is added to the logits, or no entries.
    """
    logits = functional.linear(hidden, weights, biases).gather(1, table.ids)
    if len(more):
        logits = logits + more
    return functional.log_softmax(logits.masked_fill(~table.is_legal, NOTHING), dim=1)


def torch_head(
    hidden: Tensor, weights: Tensor, biases: Tensor, table: LegalTable, more: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the log-probabilities of the actions taken, the entropies, and what `log_policy` returns.

    The first two have the shape (B,).

    The arguments are those of `log_policy`.
    """
    logs = log_policy(hidden, weights, biases, table, more)
    return logs.gather(1, table.taken).squeeze(1), -(logs.exp() * logs).sum(1), logs
