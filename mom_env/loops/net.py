"""What the network of an agent says of one position: how likely moves are, and what the position is worth to each seat.

A search calls this at the nodes of its tree, so nothing here is known but what the seat to move may see.
"""

import math

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices, RulesRecord, StateRecord
from mom_env.contract.search import LEAST_WORTH
from mom_env.contract.views import Net
from mom_env.contract.workspace import Workspace
from mom_env.kernel.jit import kernel, part
from mom_env.kernel.own_inputs import NOTHING, mix, score_own
from mom_env.kernel.sparse_mlp import rectify_row, score_one, share_range
from mom_env.loops import game_of, is_executed, search_in, symmetry_in

game, search, symmetry = game_of(__name__), search_in(__name__), symmetry_in(__name__)

AS_IT_IS = -1  # the turn of a network whose observations are not turned
ROW = np.zeros(1, np.int64)  # the only row of what is seen
GUIDE_STYLE = len(search.PLAYOUTS) - 1 if is_executed(__name__) else 0  # as in `mom_env.players.guide`
TEMPERATURE = search.TEMPERATURE


@part
def find_no_turns(_: NDArray[np.float32], __: Indices, turns: Indices) -> None:
    """Write 0 into `turns`, for a game without symmetries. The other arguments are not used."""
    turns[0] = 0


find_turns = find_no_turns if symmetry is None else symmetry.find_turns


@part
def consult(state: StateRecord, rules: RulesRecord, net: Net) -> None:
    """Show the position to the network: write the outputs of all hidden layers for the seat to move into `net`."""
    game.write_view(state, rules, int(np.int64(state.seat)), net.views[0])
    turn = AS_IT_IS
    if net.turn[0] != AS_IT_IS:
        find_turns(net.seen, ROW, net.turn)
        turn = net.turn[0]
    turn_view(net, max(turn, 0))
    run_layers(net)


@kernel
def turn_view(net: Net, turn: int) -> None:
    """Write into `net.turned` the numbers of `net.seen` in the places that row `turn` of `net.observation_turns` lists.

    Number k of that row is the place in `net.seen` from which input k comes. `turn` is the number of a renumbering that
    the rules cannot distinguish.
    """
    for k in range(net.turned.shape[1]):
        net.turned[0, k] = net.seen[0, net.observation_turns[turn, k]]


@kernel
def run_layers(net: Net) -> None:
    """Write into `net.units` the outputs, with ReLU, of each hidden layer, from the inputs in `net.turned`."""
    row, weight, bias = net.turned[0], 0, 0
    for layer in range(len(net.sizes) - 1):
        inputs, outputs = net.sizes[layer], net.sizes[layer + 1]
        weights = net.weights[weight : weight + inputs * outputs].reshape((inputs, outputs))
        out = net.units[layer, :outputs]
        rectify_row(row, weights, net.biases[bias : bias + outputs], net.used, out)
        row, weight, bias = out, weight + inputs * outputs, bias + outputs


@part
def last_hidden(net: Net) -> NDArray[np.float32]:
    """Return the outputs of the last hidden layer for the position that was shown, by unit."""
    row: NDArray[np.float32] = net.units[len(net.sizes) - 2, : net.sizes[-1]]
    return row


@part
def ask_guide(state: StateRecord, rules: RulesRecord, work: Workspace, net: Net, count: int) -> None:
    """Write into `net.worths` by how much each of the first `count` actions in `work.moves` is worse than the best one.

    The guide of the game's search says so. Nothing is written if the agent has no guide. `state` is the position, and
    `work` the memory of the search.
    """
    if len(net.guided) == 0:
        return
    search.begin_look(state, rules, GUIDE_STYLE, work.look)
    most = -np.inf
    for i in range(count):
        worth = search.worth_of(state, rules, GUIDE_STYLE, work.look, int(work.moves[i])) / TEMPERATURE
        net.worths[i], most = worth, max(most, worth)
    for i in range(count):
        net.worths[i] = max(net.worths[i] - most, LEAST_WORTH)


@kernel
def write_priors(net: Net, moves: Indices, count: int, priors: NDArray[np.float64]) -> None:
    """Write into `priors` how likely each of the first `count` of `moves` is in the position that was shown.

    The probabilities are those of the agent among these moves alone, and sum to 1. An agent with a guide needs the
    worths that `ask_guide` has written.
    """
    hidden, turn, most, mixed = last_hidden(net), max(net.turn[0], 0), -np.inf, NOTHING
    for i in range(count):
        row = int(net.action_turns[turn, moves[i]])
        mixed = mix_again(net, hidden, row, mixed)
        priors[i] = score_one(hidden, net.policy_weights, net.policy_biases, row)
        priors[i] += score_own(net.turned[0], net.own, row)
        if len(net.guided) > 0:
            priors[i] += net.guided[row] * net.worths[i]
        most = max(most, priors[i])
    total = 0.0
    for i in range(count):
        priors[i] = math.exp(priors[i] - most)
        total += priors[i]
    for i in range(count):
        priors[i] /= total


@part
def mix_again(net: Net, hidden: NDArray[np.float32], action: int, mixed: int) -> int:
    """Prepare the own inputs of the kind of `action`, and return this kind, or `mixed`, the one before, if it has none.

    `hidden` has the outputs of the last hidden layer.
    """
    kind = int(net.own.kinds[action])
    if kind in (mixed, NOTHING):
        return mixed
    mix(hidden, net.own, kind)
    return kind


@kernel
def write_shares(net: Net, seat: int, num_players: int, payoff: NDArray[np.float64]) -> None:
    """Write into `payoff`, by seat, what the position that was shown to `seat` is worth to each of `num_players`."""
    shares = net.shares[:, :num_players]
    share_range(net.units[len(net.sizes) - 2 :, : net.sizes[-1]], net.payoff_weights, net.payoff_biases, shares, 0, 1)
    for place in range(num_players):
        payoff[(seat + place) % num_players] = shares[0, place]
