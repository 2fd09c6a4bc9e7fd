"""The network: a trunk, a policy head of which only the rows of legal actions are computed, and two heads of values."""

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mom_env.common.tensors import Expected, NetworkArrays
from mom_env.kernel.own_inputs import OwnHead
from mom_env.learning.selfplay.guided import Guided
from mom_env.learning.selfplay.legal_head import Legal, LegalHead
from mom_env.learning.selfplay.own_inputs import OwnInputs
from mom_env.learning.selfplay.sample import Floats, Scales
from mom_env.learning.selfplay.torch_head import LegalTable, torch_head
from mom_env.players.own_inputs import TABLES, OwnTables, own_head
from mom_env.players.policy_net import NetworkShape

Layers = list[tuple[Tensor, Tensor]]  # weights and biases of the trunk
NOTHING = -1e9  # an output that stands for a payoff of 0

# Small, so that training begins with a nearly uniform policy, and with nearly equal payoffs.
FIRST_POLICY_GAIN = FIRST_PAYOFF_GAIN = 0.01


class Outputs(NamedTuple):
    """What a network says of B decisions."""

    log_probs: Tensor  # [B] of the actions taken
    entropies: Tensor  # [B] of the policy
    values: Tensor  # [B]
    log_payoffs: Tensor  # [B, payoffs + 1], as `Network.log_payoffs` returns them
    logs: Tensor  # log-probabilities of all legal actions, as `LegalHead` returns them


class Network(nn.Module):
    """The learner's network, for observations that are first scaled to mean 0 and deviation 1.

    Three heads share a trunk: the policy; the value, which serves the training alone; and the payoffs of all seats, for
    those who play with the agent. On request the value has a trunk of its own beside the common one, the critic, for
    overviews of a position, which may show what the seat must not see.

    Products of the trunk are computed in bfloat16 on request, which is four times as fast if the processor supports it.
    The weights themselves, the heads, the loss and the optimiser stay in float32.
    """

    def __init__(
        self,
        shape: NetworkShape,
        scales: Scales,
        seed: int,
        *,
        bf16: bool,
        overview: int = 0,
        tables: OwnTables | None = None,
        guide_weight: float = 0.0,
    ) -> None:
        """Make a network with random weights.

        Args:
            shape: numbers of inputs, units and actions.
            scales: means and factors of the inputs.
            seed: of the weights.
            bf16: whether products of the trunk are computed in bfloat16.
            overview: number of inputs of the critic; 0 for a network without one.
            tables: which inputs are an action's own, if the shape has a part for them.
            guide_weight: weight of the estimates of a guide at first, if the shape has a guide.
        """
        super().__init__()
        self._scales = scales
        self.shape, self.dtype = shape, torch.bfloat16 if bf16 else torch.float32
        sizes = [shape.inputs, *shape.hidden]
        self.layers: Any = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        self.policy = nn.Linear(sizes[-1], shape.actions)
        critic = [overview, *shape.hidden] if overview else []
        self.critic: Any = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(critic))
        self.value = nn.Linear(sizes[-1] * (2 if overview else 1), 1)
        self.payoff = nn.Linear(sizes[-1], shape.payoffs)
        generator = torch.Generator().manual_seed(seed)
        gains = [math.sqrt(2)] * len(self.layers) + [FIRST_POLICY_GAIN, 1.0, FIRST_PAYOFF_GAIN]
        gains += [math.sqrt(2)] * len(self.critic)
        for layer, gain in zip([*self.layers, self.policy, self.value, self.payoff, *self.critic], gains, strict=True):
            nn.init.orthogonal_(layer.weight, gain, generator=generator)
            nn.init.zeros_(layer.bias)
        self.own = OwnInputs(shape.own, tables, sizes[-1], generator) if shape.own and tables else None
        self.guided = Guided(shape.actions, guide_weight) if shape.guided else None

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

    def values(self, hidden: Tensor, overviews: Tensor | None = None) -> Tensor:
        """Return the value of each position to the seat that observes it, shape (B,), from the last hidden layer.

        A value is an estimate of the seat's return, divided by the deviation of returns. `overviews` has the inputs of
        the critic, shape (B, overview), in the trunk's type; without a critic it is not used.
        """
        if self.critic and overviews is not None:
            layers = [(layer.weight.to(self.dtype), layer.bias.to(self.dtype)) for layer in self.critic]
            hidden = torch.cat([hidden, self.hidden(overviews, layers)], 1)
        return functional.linear(hidden, self.value.weight, self.value.bias).squeeze(1)

    def log_payoffs(self, hidden: Tensor, seats: Tensor) -> Tensor:
        """Return the logarithms of the payoffs of the seats at each table, shape (B, payoffs + 1).

        Seats are counted from the one that observes the position. The last entry is what the only seat of a table for
        one player lacks to a payoff of 1. Seats that a table has not got have `NOTHING`.

        Args:
            hidden: [B, units] the last hidden layer.
            seats: [B] the number of seats at each table.
        """
        return log_shares(functional.linear(hidden, self.payoff.weight, self.payoff.bias), seats)

    def worths(self, hidden: Tensor, seats: Tensor, overviews: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return what `values` and `log_payoffs` return; without a critic, one product makes both, which is quicker."""
        if self.critic:
            return self.values(hidden, overviews), self.log_payoffs(hidden, seats)
        heads = self.value, self.payoff
        weights, biases = torch.cat([head.weight for head in heads]), torch.cat([head.bias for head in heads])
        outputs = functional.linear(hidden, weights, biases)
        return outputs[:, 0], log_shares(outputs[:, 1:], seats)

    def forward(
        self,
        seen: Tensor,
        legal: Legal | LegalTable,
        seats: Tensor,
        overviews: Tensor | None = None,
        worths: Tensor | None = None,
    ) -> Outputs:
        """Return what the network says of B decisions.

        Args:
            seen: what `prepare` returns.
            legal: the legal actions, and those that were taken; `LegalTable` for plain torch, `Legal` for our kernels.
            seats: [B] the number of seats at each table.
            overviews: [B, overview] inputs of the critic, if there is one.
            worths: what the guide thinks of the legal actions, if there is one, in the form of the head for `legal`.
        """
        hidden = self.hidden(seen, self.cast())
        log_probs, entropies, logs = self.measure(seen, hidden, legal, worths)
        return Outputs(log_probs, entropies, *self.worths(hidden, seats, overviews), logs)

    def measure(
        self, seen: Tensor, hidden: Tensor, legal: Legal | LegalTable, worths: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return the log-probabilities of the actions taken, the entropies, and the log-probabilities of legal actions.

        The first two have the shape (B,), the third that which the head for `legal` gives it. `seen` is what `prepare`
        returns, `hidden` the last hidden layer, and `worths` are as for `forward`.
        """
        weights, biases = self.policy.weight, self.policy.bias
        more = self.own(seen, hidden, legal) if self.own else hidden.new_empty(0)
        if self.guided and worths is not None:
            added = self.guided(legal, worths)
            more = more + added if self.own else added
        if isinstance(legal, LegalTable):
            return torch_head(hidden, weights, biases, legal, more)
        return LegalHead.apply(hidden, weights, biases, legal, more)  # type: ignore[no-any-return, no-untyped-call]  # torch has no types for it

    def arrays(self) -> NetworkArrays:
        """Return copies of all weights and biases of the network, by name."""
        return {name: np.array(tensor.cpu().numpy()) for name, tensor in self.state_dict().items()}

    def agent_arrays(self) -> NetworkArrays:
        """Return copies of the weights of an agent with this policy and these payoffs, for unscaled observations.

        The scales become a part of the first layer.
        """
        arrays = self.arrays()
        arrays["layers.0.weight"] *= self._scales.factors
        arrays["layers.0.bias"] -= arrays["layers.0.weight"] @ self._scales.means
        if self.own:
            arrays |= self.own.for_unscaled(arrays, self._scales) | self.own.table_arrays()
        return {name: arrays[name] for name in self.shape.expected()}

    def own_head(self) -> OwnHead:
        """Return the weights for the own inputs of actions, for scaled observations, as kernels take them."""
        tables = self.own.table_arrays() if self.own else {}
        return own_head(self.arrays() | tables, self.shape.actions, self.shape.hidden[-1])

    def set_agent_arrays(self, arrays: NetworkArrays) -> None:
        """Replace the policy by that of an agent, whose weights are for unscaled observations, and the payoffs as well.

        The scales are divided out of the agent's first layer. The value head is unchanged, and so are the payoffs if
        the agent's are for another number of seats.
        """
        if len(arrays.get("payoff.bias", ())) != self.shape.payoffs:
            arrays = {name: array for name, array in arrays.items() if not name.startswith("payoff.")}
        weights, factors = arrays["layers.0.weight"], self._scales.factors
        # Where a factor is 0 the input is constant, and its part is in the bias.
        sizes = np.divide(1, factors, out=np.zeros_like(factors), where=factors > 0)
        first = {
            "layers.0.weight": weights * sizes,
            "layers.0.bias": arrays["layers.0.bias"] + weights @ self._scales.means,
        }
        own = self.own.for_scaled(arrays, self._scales) if self.own else {}
        changed = {name: array for name, array in arrays.items() if name not in TABLES}
        self.set_arrays(self.arrays() | changed | first | own)

    def set_arrays(self, arrays: NetworkArrays) -> None:
        """Replace all weights by copies of arrays of the same names and shapes."""
        self.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})


def log_shares(outputs: Tensor, seats: Tensor) -> Tensor:
    """Return the logarithms of the shares that the outputs of the head of payoffs mean, as `Network.log_payoffs` does.

    `outputs` has the shape (B, payoffs), and `seats` is the number of seats at each table, shape (B,).
    """
    outputs = functional.pad(outputs, (0, 1))
    places = torch.arange(outputs.shape[1], device=seats.device)
    is_there = (places < seats[:, None]) | ((seats[:, None] == 1) & (places == outputs.shape[1] - 1))
    return functional.log_softmax(outputs.masked_fill(~is_there, NOTHING), dim=1)


def expected_network(shape: NetworkShape, overview: int = 0) -> dict[str, Expected]:
    """Return the type and shape of each array of a network, by name: those of an agent, the value head and the critic.

    `overview` is the number of inputs of the critic; 0 for a network without one.
    """
    last, sizes = shape.hidden[-1], [overview, *shape.hidden] if overview else []
    expected = {
        "value.weight": Expected("F32", (1, 2 * last if overview else last)),
        "value.bias": Expected("F32", (1,)),
    }
    for layer, (before, units) in enumerate(pairwise(sizes)):
        expected[f"critic.{layer}.weight"] = Expected("F32", (units, before))
        expected[f"critic.{layer}.bias"] = Expected("F32", (units,))
    weights = {name: wanted for name, wanted in shape.expected().items() if name not in TABLES}
    return weights | expected
