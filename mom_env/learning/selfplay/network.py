"""The network: one trunk, a policy head that is used row by row, a value head."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mom_env.common.tensors import Expected, NetworkArrays
from mom_env.learning.selfplay.legal_head import Legal, LegalHead
from mom_env.learning.selfplay.sample import Floats, Scales
from mom_env.players.agent import NetworkShape

Layers = list[tuple[Tensor, Tensor]]  # weights and biases of the trunk

FIRST_POLICY_GAIN = 0.01  # so that training begins with a policy that is nearly uniform


class Network(nn.Module):
    """Policy and value of an observation, whose numbers are first brought to one size.

    Products of the trunk are taken in bfloat16 if asked for: four times as fast where the processor knows it. The
    weights themselves, both heads, the loss and the optimiser stay in float32.
    """

    def __init__(self, shape: NetworkShape, scales: Scales, seed: int, *, bf16: bool) -> None:
        super().__init__()
        self._scales = scales
        self.shape, self.dtype = shape, torch.bfloat16 if bf16 else torch.float32
        sizes = [shape.inputs, *shape.hidden]
        self.layers: Any = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], shape.actions)
        self.value = nn.Linear(sizes[-1], 1)
        generator = torch.Generator().manual_seed(seed)
        gains = [math.sqrt(2)] * len(self.layers) + [FIRST_POLICY_GAIN, 1.0]
        for layer, gain in zip([*self.layers, self.policy, self.value], gains, strict=True):
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)

    def prepare(self, seen: Floats) -> Tensor:
        """What the first layer gets, in the network's own type."""
        return torch.from_numpy((seen - self._scales.means) * self._scales.factors).to(self.dtype)

    def cast(self) -> Layers:
        """The trunk in the network's own type."""
        return [(layer.weight.to(self.dtype), layer.bias.to(self.dtype)) for layer in self.layers]

    def hidden(self, seen: Tensor, layers: Layers) -> Tensor:
        """The last hidden layer in float32; `seen` is prepared, `layers` are the trunk's."""
        for weight, bias in layers:
            seen = functional.relu(functional.linear(seen, weight, bias))
        return seen.float()

    def values(self, hidden: Tensor) -> Tensor:
        """What each position is worth to who looks at it."""
        return functional.linear(hidden, self.value.weight, self.value.bias).squeeze(1)

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of what was taken, entropies, values."""
        hidden = self.hidden(seen, self.cast())
        log_probs, entropies = LegalHead.apply(  # type: ignore[no-untyped-call]  # torch has no types for it
            hidden, self.policy.weight, self.policy.bias, legal
        )
        return log_probs, entropies, self.values(hidden)

    def arrays(self) -> NetworkArrays:
        """Copies of all weights by name."""
        return {name: np.array(tensor.numpy()) for name, tensor in self.state_dict().items()}

    def policy_arrays(self) -> NetworkArrays:
        """The weights of the policy, for observations as they are: the scales are taken into the first layer."""
        arrays = self.arrays()
        arrays["layers.0.weight"] *= self._scales.factors
        arrays["layers.0.bias"] -= arrays["layers.0.weight"] @ self._scales.means
        return {name: arrays[name] for name in self.shape.expected()}

    def set_policy_arrays(self, arrays: NetworkArrays) -> None:
        """Play as such an agent does, the other way round: the scales are taken out of its first layer."""
        weights, factors = arrays["layers.0.weight"], self._scales.factors
        sizes = np.divide(1, factors, out=np.zeros_like(factors), where=factors > 0)  # 0: the bias has all of it
        first = {
            "layers.0.weight": weights * sizes,
            "layers.0.bias": arrays["layers.0.bias"] + weights @ self._scales.means,
        }
        self.set_arrays(self.arrays() | arrays | first)

    def set_arrays(self, arrays: NetworkArrays) -> None:
        """Take over weights of the same names and shapes."""
        self.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})


def expected_network(shape: NetworkShape) -> dict[str, Expected]:
    """The arrays of a network: those of the policy and of the value head."""
    last = shape.hidden[-1]
    return shape.expected() | {"value.weight": Expected("F32", (1, last)), "value.bias": Expected("F32", (1,))}
