"""How often a search tries each action of many games, as the target of a training."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Bits, Records
from mom_env.contract.views import Net
from mom_env.contract.workspace import ROOT
from mom_env.kernel.jit import kernel
from mom_env.kernel.masks import NO_ACTION
from mom_env.loops import sibling

if TYPE_CHECKING:
    from mom_env.loops import search, tree
else:
    search, tree = sibling(__name__, "search"), sibling(__name__, "tree")


@kernel
def count_visits(
    room: Records,
    states: Records,
    rules: Records,
    bits: Bits,
    count: int,
    works: Records,
    nodes: Records,
    net: Net,
    visits: NDArray[np.float32],
) -> None:
    """Search in each game, and write into `visits`, by game and action, how many simulations began with the action.

    A game in which the seat to move has only one legal action is not searched, and gets zeros. Nothing is played.

    Args:
        room: scratch space of two records.
        states: the records of the games, each at a decision.
        rules: the rules of all games, as an array of one record.
        bits: the seed of the search of each game.
        count: the number of simulations of each search.
        works: the memory of a search, as an array of one record.
        nodes: the nodes of a tree, used for one game after the other.
        net: the network of the agent that the search asks.
        visits: gets the numbers, shape (games, NUM_ACTIONS).
    """
    visits[:] = 0
    for i in range(len(states)):
        if search.only_move(states, i, rules, works) == NO_ACTION:
            search.begin_search(room, states, i, works, nodes, rules, bits[i])
            search.run_simulations(room, rules, works, nodes, net, count)
            child = int(nodes[ROOT].first)
            while child != tree.NO_CHILD:
                visits[i, nodes[child].action] = nodes[child].visits
                child = int(nodes[child].next)
