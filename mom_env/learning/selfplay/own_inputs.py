"""What own inputs add to the logits of legal actions, as an autograd function of kernels, and in plain torch.

See `mom_env.kernel.own_inputs`.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from mom_env.common.tensors import NetworkArrays
from mom_env.kernel.jit import float_kernel
from mom_env.kernel.own_inputs import NOTHING, fill_units
from mom_env.learning.selfplay.legal_head import Ids, Legal
from mom_env.learning.selfplay.sample import Scales
from mom_env.learning.selfplay.torch_head import LegalTable
from mom_env.players.own_inputs import TABLES, OwnShape, OwnTables

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]


class OwnInputs(nn.Module):
    """The weights for the own inputs of actions. `mom_env.kernel.own_inputs.OwnHead` says what each array is."""

    kinds: Tensor
    places: Tensor

    def __init__(self, shape: OwnShape, tables: OwnTables, hidden: int, generator: torch.Generator) -> None:
        """Draw random weights; `hidden` is the number of units of the last hidden layer."""
        super().__init__()
        self.register_buffer("kinds", torch.from_numpy(tables.kinds), persistent=False)
        self.register_buffer("places", torch.from_numpy(tables.places), persistent=False)
        self.from_hidden = random_weights((shape.kinds, shape.units, hidden), hidden, generator)
        self.from_inputs = random_weights((shape.kinds, shape.inputs, shape.units), shape.inputs, generator)
        self.biases = nn.Parameter(torch.zeros(len(tables.kinds), shape.units))
        self.outputs = random_weights((shape.kinds, shape.units), shape.units, generator)
        self._tables = tables

    def forward(self, seen: Tensor, hidden: Tensor, legal: Legal | LegalTable) -> Tensor:
        """Return what is added to the logit of each legal action, in the form of the head for `legal`.

        Args:
            seen: [B, inputs] scaled observations.
            hidden: [B, units] the last hidden layer.
            legal: the legal actions of the B decisions.
        """
        mixed = functional.linear(hidden, self.from_hidden.flatten(0, 1)).view(-1, *self.outputs.shape)
        weights = self.from_inputs, self.biases, self.outputs
        if isinstance(legal, LegalTable):
            return torch_own(seen.float(), mixed, *weights, self.kinds, self.places, legal)
        own: Tensor = OwnScores.apply(seen.float(), mixed, *weights, self._tables, legal)  # type: ignore[no-untyped-call]  # torch has no types for it
        return own

    def table_arrays(self) -> NetworkArrays:
        """Return the tables as arrays of whole numbers in float32, by the names that they have in an agent's file."""
        return {name: table.astype(np.float32) for name, table in zip(TABLES, self._tables, strict=True)}

    def for_unscaled(self, arrays: NetworkArrays, scales: Scales) -> NetworkArrays:
        """Return the weights that depend on scales, for observations that are not scaled, by name.

        `arrays` has all weights of a network for scaled observations.
        """
        means, factors = (self._of_inputs(each) for each in scales)
        weights = arrays["own.from_inputs"] * factors
        return {"own.from_inputs": weights, "own.biases": arrays["own.biases"] - self._added(weights * means)}

    def for_scaled(self, arrays: NetworkArrays, scales: Scales) -> NetworkArrays:
        """Return the weights that depend on scales, for scaled observations, by name.

        `arrays` has all weights of a network for observations that are not scaled.
        """
        means, factors = (self._of_inputs(each) for each in scales)
        weights = arrays["own.from_inputs"]
        sizes = np.divide(1, factors, out=np.zeros_like(factors), where=factors > 0)
        return {"own.from_inputs": weights * sizes, "own.biases": arrays["own.biases"] + self._added(weights * means)}

    def _of_inputs(self, numbers: Floats) -> Floats:
        """Return the number of each own input of each kind, shape (kinds, inputs, 1), and 0 where there is no input.

        `numbers` has one for each input of the network; those of one group are equal.
        """
        kinds, places = self._tables
        first = places[[np.argmax(kinds == kind) for kind in range(kinds.max() + 1)]]
        found: Floats = np.where(first == NOTHING, 0, numbers[first])[:, :, None]
        return found

    def _added(self, weighted: Floats) -> Floats:
        """Return the sum of `weighted`, shape (kinds, inputs, units), over inputs, by action and unit."""
        kinds = self._tables.kinds
        sums: Floats = np.where((kinds == NOTHING)[:, None], 0, weighted.sum(1)[kinds])
        return sums


def random_weights(shape: Sequence[int], inputs: int, generator: torch.Generator) -> nn.Parameter:
    """Return normal random weights of the given shape, whose sums over `inputs` inputs of size 1 have about size 1."""
    return nn.Parameter(torch.randn(*shape, generator=generator) / inputs**0.5)


def torch_own(
    seen: Tensor,
    mixed: Tensor,
    from_inputs: Tensor,
    biases: Tensor,
    outputs: Tensor,
    kinds: Tensor,
    places: Tensor,
    table: LegalTable,
) -> Tensor:
    """Return what is added to the logit of each legal action, shape (B, L), in plain torch.

    Args:
        seen: [B, inputs] scaled observations.
        mixed: [B, kinds, units] what the hidden units say to the units of each kind.
        from_inputs: [kinds, own inputs, units] weights.
        biases: [actions, units].
        outputs: [kinds, units] weights of the units in what is added.
        kinds: [actions] kind of each action, or `NOTHING`.
        places: [actions, own inputs] where they are in the observation; filled up with `NOTHING`.
        table: the legal actions.
    """
    ids = table.ids
    which, own = kinds[ids], places[ids]  # [B, L], [B, L, N]
    is_there, kind = which != NOTHING, which.clamp(min=0)
    inputs = seen.gather(1, own.clamp(min=0).flatten(1)).view(own.shape) * (own != NOTHING)
    units = mixed.gather(1, kind[..., None].expand(*kind.shape, mixed.shape[2])) + biases[ids]
    for number in range(len(outputs)):
        units = units + (inputs * (kind == number)[..., None]) @ from_inputs[number]
    return (functional.relu(units) * outputs[kind]).sum(2) * is_there


@float_kernel
def score_legal(
    seen: Floats,
    mixed: Floats,
    from_inputs: Floats,
    biases: Floats,
    outputs: Floats,
    kinds: Indices,
    places: Indices,
    rows: Indices,
    starts: Indices,
    offsets: Indices,
    ids: Ids,
    units: Floats,
    scores: Floats,
    first: int,
    last: int,
) -> None:
    """Write what own inputs add to the logits of the legal actions of the decisions from `first` to before `last`.

    `seen` and `mixed` are as in `torch_own`, the next five as in `OwnHead`, and `rows` to `ids` the fields of `Legal`.
    For the gradients, `units` gets the outputs of the units for each legal action. `scores` gets what is added.
    """
    for i in range(first, last):
        listed = offsets[rows[i]]
        for j in range(starts[i + 1] - starts[i]):
            action, entry = ids[listed + j], starts[i] + j
            kind = kinds[action]
            scores[entry] = 0
            if kind != NOTHING:
                fill_units(seen[i], mixed[i, kind], kind, action, places, from_inputs, biases, units[entry])
                for unit in range(outputs.shape[1]):
                    scores[entry] += units[entry, unit] * outputs[kind, unit]


@float_kernel
def differentiate_legal(
    seen: Floats,
    outputs: Floats,
    kinds: Indices,
    places: Indices,
    rows: Indices,
    starts: Indices,
    offsets: Indices,
    ids: Ids,
    units: Floats,
    by_scores: Floats,
    mixed_gradient: Floats,
    inputs_gradient: Floats,
    biases_gradient: Floats,
    outputs_gradient: Floats,
    slopes: Floats,
    first: int,
    last: int,
) -> None:
    """Add the gradients of the loss for the decisions from `first` to before `last`.

    `by_scores` has those by what `score_legal` has added to each logit. `mixed_gradient` must be 0 there. The three
    gradients of weights are those of `from_inputs`, `biases` and `outputs`. `slopes` is scratch space for each unit.
    """
    for i in range(first, last):
        listed = offsets[rows[i]]
        for j in range(starts[i + 1] - starts[i]):
            action, entry = ids[listed + j], starts[i] + j
            kind = kinds[action]
            if kind == NOTHING:
                continue
            for unit in range(outputs.shape[1]):
                outputs_gradient[kind, unit] += by_scores[entry] * units[entry, unit]
                slopes[unit] = by_scores[entry] * outputs[kind, unit] * (units[entry, unit] > 0)
                mixed_gradient[i, kind, unit] += slopes[unit]
                biases_gradient[action, unit] += slopes[unit]
            for k in range(places.shape[1]):
                place = places[action, k]
                if place != NOTHING and seen[i, place] != 0:
                    for unit in range(outputs.shape[1]):
                        inputs_gradient[kind, k, unit] += seen[i, place] * slopes[unit]


class Kept(Protocol):
    """The context in which torch passes values from `OwnScores.forward` to `OwnScores.backward`."""

    saved_tensors: tuple[Tensor, ...]
    scored: tuple[OwnTables, Legal, Floats]

    def save_for_backward(self, *tensors: Tensor) -> None:
        """Save tensors for `backward`."""


class OwnScores(torch.autograd.Function):
    """What own inputs add to the logits of legal actions, one list after another, as an autograd function."""

    @staticmethod
    def forward(
        ctx: Kept,
        seen: Tensor,
        mixed: Tensor,
        from_inputs: Tensor,
        biases: Tensor,
        outputs: Tensor,
        tables: OwnTables,
        legal: Legal,
    ) -> Tensor:
        """Return what is added to the logit of each legal action of the batch.

        `ctx` gets what `backward` needs. The next five are as in `torch_own`; observations have no gradient.
        """
        entries = int(legal.starts[-1])
        units, scores = np.empty((entries, outputs.shape[1]), np.float32), np.empty(entries, np.float32)
        given = [tensor.numpy() for tensor in (seen, mixed, from_inputs, biases, outputs)]
        arguments = (*given, *tables, *legal[:4], units, scores)
        legal.team.run(score_legal, len(legal.rows), lambda _: arguments)
        ctx.save_for_backward(seen, mixed, from_inputs, biases, outputs)
        ctx.scored = tables, legal, units
        return torch.from_numpy(scores)

    @staticmethod
    def backward(ctx: Kept, by_scores: Tensor) -> tuple[None, Tensor, Tensor, Tensor, Tensor, None, None]:
        """Return the loss's gradients by what `forward` got, from that by what it returned; None for what has none."""
        seen, mixed, *weights = ctx.saved_tensors
        tables, legal, units = ctx.scored
        size, by_mixed = legal.team.size, torch.zeros_like(mixed)
        # Each thread adds to gradients of its own.
        sums = [torch.zeros(size, *weight.shape) for weight in weights]
        slopes, own = np.empty((size, units.shape[1]), np.float32), [one.numpy() for one in sums]
        measured = units, by_scores.contiguous().numpy(), by_mixed.numpy()
        given = seen.numpy(), weights[2].numpy(), *tables, *legal[:4], *measured
        legal.team.run(
            differentiate_legal,
            len(legal.rows),
            lambda part: (*given, *(one[part] for one in own), slopes[part]),
        )
        return None, by_mixed, sums[0].sum(0), sums[1].sum(0), sums[2].sum(0), None, None
