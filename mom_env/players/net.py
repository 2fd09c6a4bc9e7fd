"""The network of an agent in the form in which searches in the kernels use it."""

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import number_type
from mom_env.common.tensors import NetworkArrays
from mom_env.contract.views import Net, flat
from mom_env.games import load
from mom_env.players.own_inputs import own_head
from mom_env.players.policy_net import GUIDED, NetworkShape, PolicyNet, turns_of

AS_IT_IS, TURNED = -1, 0  # the turn of a network before it is shown its first position


def net_of(game: str, agent: PolicyNet | None) -> Net:
    """Return the network of an agent for searches in the game called `game`, or one without numbers for None."""
    if agent is None:
        return make_net(game, NetworkShape(inputs=1, hidden=[1], actions=1, symmetry="none"), None)
    return make_net(game, agent.shape, agent.arrays)


def make_net(game: str, shape: NetworkShape, arrays: NetworkArrays | None) -> Net:
    """Return a network of the given shape and weights; without `arrays`, one whose numbers are all 0."""
    if arrays is None:
        arrays = {name: np.zeros(one.shape, np.float32) for name, one in shape.expected().items()}
    sizes, turned = [shape.inputs, *shape.hidden], turns_of(game)
    layers = range(len(shape.hidden))
    most, kernels = max(sizes), load(game).kernels
    views = np.zeros(1, kernels.OBSERVATION_DTYPE)
    nothing = np.zeros((0, sizes[-1]), np.float32)
    return Net(
        weights=joined([arrays[f"layers.{i}.weight"].T for i in layers]),
        biases=joined([arrays[f"layers.{i}.bias"] for i in layers]),
        sizes=np.array(sizes, np.int64),
        policy_weights=np.ascontiguousarray(arrays["policy.weight"]),
        policy_biases=arrays["policy.bias"],
        payoff_weights=np.ascontiguousarray(arrays.get("payoff.weight", nothing)),
        payoff_biases=arrays.get("payoff.bias", nothing[:, 0]),
        own=own_head(arrays, shape.actions, shape.hidden[-1]),
        guided=arrays.get(GUIDED, nothing[:, 0]),
        worths=np.zeros(shape.actions),
        action_turns=np.ascontiguousarray(turned.actions, np.int64),
        observation_turns=np.ascontiguousarray(turned.observations, np.int64),
        turn=np.full(1, TURNED if shape.symmetry == "focus" else AS_IT_IS, np.int64),
        views=views,
        seen=flat(views, number_type(kernels.OBSERVATION_DTYPE)),
        turned=np.zeros((1, shape.inputs), np.float32),
        units=np.zeros((len(shape.hidden), most), np.float32),
        used=np.zeros(most + 1, np.int64),
        shares=np.zeros((1, max(shape.payoffs, 1)), np.float32),
    )


def joined(arrays: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the numbers of all arrays, one array after another, each row by row."""
    return np.concatenate([np.ascontiguousarray(array).ravel() for array in arrays])
