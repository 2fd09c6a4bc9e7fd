"""A search over a network that is being trained: what it finds is a better policy than the network's own."""

import numpy as np
from numpy.typing import NDArray

from mom_env.common.tensors import NetworkArrays
from mom_env.contract.records import Records
from mom_env.games import load
from mom_env.kernel.masks import NO_ACTION
from mom_env.loops import loop_of
from mom_env.players.agent_search import Leaf
from mom_env.players.net import make_net
from mom_env.players.policy_net import NetworkShape
from mom_env.players.search import Ismcts, Root, skipping


class VisitSearch(Ismcts):
    """Tree search over a network, for many games, which returns visits and not actions."""

    def __init__(self, game: str, sims: int, leaf: Leaf = "playout", root: Root = "visits") -> None:
        """Prepare searches; `ask` must be called before the first.

        Args:
            game: name of the game.
            sims: simulations of a search.
            leaf: who says what the last position of a simulation is worth: the result of a "playout", or the
                "network".
            root: how the search chooses its move; by "halving" the move that is left counts as the only one visited.
        """
        super().__init__(game, sims, root=root, depth=0 if leaf == "network" else None)
        self._works["prior"], self._works["leaf"] = 1, leaf == "network"

    def ask(self, shape: NetworkShape, arrays: NetworkArrays) -> None:
        """Let searches ask a network of this shape and these weights, as an agent has them, from now on."""
        self._net = make_net(self.game, shape, arrays)

    def visits(self, states: Records, rules: Records, bits: NDArray[np.uint64]) -> NDArray[np.float32]:
        """Search in each game, and return how many simulations began with each action, shape (games, actions).

        It is 0 for all actions of a game in which the seat to move has only one.

        Args:
            states: N records, each at a decision.
            rules: deck and options of all games, one record.
            bits: 64 random bits for each game, shape (N,), from which all chance of the game's search follows.
        """
        module = load(self.game)
        found = np.zeros((len(states), module.kernels.NUM_ACTIONS), np.float32)
        if self.root == "halving":
            self._write_last_left(states, skipping(rules), bits, found)
            return found
        memory = self._works, self._nodes, self._net
        count_visits = loop_of(module.package, "visits").count_visits
        count_visits(self._room, states, skipping(rules), bits, self.sims, *memory, found)
        return found

    def _write_last_left(
        self, states: Records, rules: Records, bits: NDArray[np.uint64], found: NDArray[np.float32]
    ) -> None:
        """Search in each game by halving, and write the number of simulations into `found` at the move that is left.

        The arguments are those of `visits`; the rules skip forced decisions.
        """
        for i in range(len(states)):
            if self._loops.only_move(states, i, rules, self._works) == NO_ACTION:
                found[i, self._choose_in(states, i, rules, bits[i])] = self.sims
