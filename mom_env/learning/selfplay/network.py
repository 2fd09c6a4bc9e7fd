"""The network: a trunk, a policy head of which only the rows of legal actions are computed, and a value head."""

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

FIRST_POLICY_GAIN = 0.01  # small, so that training begins with a nearly uniform policy


class Network(nn.Module):
    """The learner's network: the policy and value of observations, which are first scaled to mean 0 and deviation 1.

    Products of the trunk are computed in bfloat16 on request, which is four times as fast if the processor supports it.
    The weights themselves, both heads, the loss and the optimiser stay in float32.
    """

    def __init__(self, shape: NetworkShape, scales: Scales, seed: int, *, bf16: bool) -> None:
        """Make a network with random weights.

        Args:
            shape: numbers of inputs, units and actions.
            scales: means and factors of the inputs.
            seed: of the weights.
            bf16: whether products of the trunk are computed in bfloat16.
        """
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
        """Return observations, shape (B, inputs), scaled and in the trunk's type, as the first layer takes them."""
        return torch.from_numpy((seen - self._scales.means) * self._scales.factors).to(self.dtype)

    def cast(self) -> Layers:
        """Return the weights and biases of the trunk's layers, converted to the trunk's type."""
        return [(layer.weight.to(self.dtype), layer.bias.to(self.dtype)) for layer in self.layers]

    def hidden(self, seen: Tensor, layers: Layers) -> Tensor:
        """Return the last hidden layer in float32, shape (B, units).

        `seen` is what `prepare` returns, and `layers` what `cast` returns.
        """
        for weight, bias in layers:
            seen = functional.relu(functional.linear(seen, weight, bias))
        return seen.float()

    def values(self, hidden: Tensor) -> Tensor:
        """Return the value of each position to the seat that observes it, shape (B,), from the last hidden layer.

        A value is an estimate of the seat's return, divided by the deviation of returns.
        """
        return functional.linear(hidden, self.value.weight, self.value.bias).squeeze(1)

    def forward(self, seen: Tensor, legal: Legal) -> tuple[Tensor, Tensor, Tensor]:
        """Return the log-probabilities of the actions taken, the entropies and the values, each of shape (B,).

        `seen` is what `prepare` returns.
        """
        hidden = self.hidden(seen, self.cast())
        log_probs, entropies = LegalHead.apply(  # type: ignore[no-untyped-call]  # torch has no types for it
            hidden, self.policy.weight, self.policy.bias, legal
        )
        return log_probs, entropies, self.values(hidden)

    def arrays(self) -> NetworkArrays:
        """Return copies of all weights and biases of the network, by name."""
        return {name: np.array(tensor.numpy()) for name, tensor in self.state_dict().items()}

    def policy_arrays(self) -> NetworkArrays:
        """Return copies of the policy's weights for unscaled observations.

        The scales become a part of the first layer.
        """
        arrays = self.arrays()
        arrays["layers.0.weight"] *= self._scales.factors
        arrays["layers.0.bias"] -= arrays["layers.0.weight"] @ self._scales.means
        return {name: arrays[name] for name in self.shape.expected()}

    def set_policy_arrays(self, arrays: NetworkArrays) -> None:
        """Replace the policy by that of an agent, whose weights are for unscaled observations.

        The scales are divided out of the agent's first layer. The value head is unchanged.
        """
        weights, factors = arrays["layers.0.weight"], self._scales.factors
        # Where a factor is 0 the input is constant, and its part is in the bias.
        sizes = np.divide(1, factors, out=np.zeros_like(factors), where=factors > 0)
        first = {
            "layers.0.weight": weights * sizes,
            "layers.0.bias": arrays["layers.0.bias"] + weights @ self._scales.means,
        }
        self.set_arrays(self.arrays() | arrays | first)

    def set_arrays(self, arrays: NetworkArrays) -> None:
        """Replace all weights by copies of arrays of the same names and shapes."""
        self.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})


def expected_network(shape: NetworkShape) -> dict[str, Expected]:
    """Return the type and shape of each array of a network, by name: those of the policy and of the value head."""
    last = shape.hidden[-1]
    return shape.expected() | {"value.weight": Expected("F32", (1, last)), "value.bias": Expected("F32", (1,))}
