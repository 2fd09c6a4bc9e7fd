"""A rollout's decisions where the network learns from them: on the CPU for our kernels, or on another device."""

from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from mom_env.learning.selfplay.legal_head import Legal, entries_of, legal_of
from mom_env.learning.selfplay.rollout import Batch, Indices
from mom_env.learning.selfplay.thread_team import Team
from mom_env.learning.selfplay.torch_head import LegalTable, lists_on


class Columns(NamedTuple):
    """What is known of decisions, one in each row of each tensor, all on one device, in fields named as in `Batch`."""

    seen: Tensor
    log_probs: Tensor
    values: Tensor
    advantages: Tensor
    payoffs: Tensor
    seats: Tensor
    overviews: Tensor
    searched: Tensor

    def rows(self, indices: Tensor) -> "Columns":
        """Return copies of the rows `indices`, a tensor on the device of the columns."""
        return Columns(*(column.index_select(0, indices) for column in self))

    def to(self, device: torch.device) -> "Columns":
        """Return the columns on a device; they are copied unless they are there."""
        return Columns(*(column.to(device) for column in self))


class Minibatch(NamedTuple):
    """Decisions for one step of the optimiser: their columns, and their legal actions as a head takes them."""

    columns: Columns
    legal: Legal | LegalTable
    worths: Tensor | None  # what the guide thinks of the legal actions, as the head has them; None without a guide


class Decisions(Protocol):
    """Where the decisions of a rollout are when the network learns from them.

    Attributes:
        batch: the decisions on the CPU.
        targets: shares of visits by entry of the lists of legal actions; no entries without searches.
    """

    batch: Batch
    targets: Tensor

    def minibatch(self, rows: Indices) -> Minibatch:
        """Return the decisions `rows` of the rollout."""


class OnCpu:
    """The decisions of a rollout in the memory in which they were written, for our kernels."""

    def __init__(self, batch: Batch, team: Team) -> None:
        """Take the decisions of a batch; `team` are the threads that compute."""
        self.batch, self._team, self._columns = batch, team, columns_of(batch)
        self.targets, self._worths = torch.from_numpy(batch.targets), torch.from_numpy(batch.worths)

    def minibatch(self, rows: Indices) -> Minibatch:
        """Return the decisions `rows` of the rollout."""
        batch = self.batch
        legal = legal_of(rows, batch.offsets, batch.ids, batch.taken[rows], self._team)
        return Minibatch(self._columns.rows(torch.from_numpy(rows)), legal, worths_of(self._worths, legal))


class OnDevice:
    """A copy of the decisions of a rollout on a device, for plain torch."""

    def __init__(self, batch: Batch, device: torch.device) -> None:
        """Copy the decisions of a batch to a device. This is the only time that they are copied."""
        self.batch, self._device, self._columns = batch, device, columns_of(batch).to(device)
        self._lists = lists_on(device, batch.offsets, batch.ids, batch.taken)
        used = slice(batch.offsets[-1])
        self.targets, self._worths = (torch.from_numpy(one[used]).to(device) for one in (batch.targets, batch.worths))

    def minibatch(self, rows: Indices) -> Minibatch:
        """Return the decisions `rows` of the rollout. Only the numbers of the rows are copied to the device."""
        indices = torch.from_numpy(rows).to(self._device)
        legal = self._lists.table(indices)
        return Minibatch(self._columns.rows(indices), legal, worths_of(self._worths, legal))


def columns_of(batch: Batch) -> Columns:
    """Return the columns of a batch as tensors that share its memory."""
    searched = batch.searched if len(batch.searched) else np.zeros(len(batch.taken), np.bool_)
    return Columns(
        batch.seen,
        torch.from_numpy(batch.log_probs),
        torch.from_numpy(batch.values),
        torch.from_numpy(batch.advantages),
        torch.from_numpy(batch.payoffs),
        torch.from_numpy(batch.seats),
        batch.overviews,
        torch.from_numpy(searched),
    )


def worths_of(worths: Tensor, legal: Legal | LegalTable) -> Tensor | None:
    """Return the guide's estimates of a minibatch's legal actions as `by_entry` does, or None if there are none."""
    return by_entry(worths, legal) if len(worths) else None


def by_entry(values: Tensor, legal: Legal | LegalTable) -> Tensor:
    """Return the values of a minibatch's legal actions, in the shape of the log-probabilities that its head returns.

    `values` has one for each entry of the lists of the whole rollout, on the device. Where a row of a table is filled
    up, there is a 0.
    """
    if isinstance(legal, LegalTable):
        return values[legal.places].masked_fill(~legal.is_legal, 0)
    return values[torch.from_numpy(entries_of(legal))]


def in_order(logs: Tensor, legal: Legal | LegalTable) -> Tensor:
    """Return the log-probabilities that a head returns for `legal` as one list after another, without what fills up."""
    return logs[legal.is_legal] if isinstance(legal, LegalTable) else logs
