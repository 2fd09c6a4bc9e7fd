"""The guide of a game's search: first estimates of all legal actions, as the target of a training."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.contract.search import LEAST_WORTH
from mom_env.contract.workspace import workspace_dtype
from mom_env.games import load
from mom_env.loops import loop_of


class Guide:
    """What the search of a game thinks of actions before it has tried any."""

    def __init__(self, game: str) -> None:
        """Prepare estimates for the kind of playout that the game's search uses by default; `game` is the name."""
        self.game, module = game, load(game)
        self._works = np.zeros(1, workspace_dtype(module.kernels, module.search))
        self._works["playout"] = len(module.search.PLAYOUTS) - 1
        self._loop = loop_of(module.package, "worths")

    def worths(
        self, states: Records, rules: Records, offsets: NDArray[np.int64], actions: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """Return the estimate of each listed action; one that is higher by 1 gets e times the weight in a search.

        Args:
            states: N records, each at a decision.
            rules: deck and options of all games, one record.
            offsets: [N + 1] where the list of each game begins in `actions`.
            actions: legal actions of all games, one list after another.
        """
        found = np.zeros(len(actions), np.float32)
        self._loop.write_worths(states, rules, self._works, offsets, actions, found)
        return found

    def table(self, states: Records, rules: Records, masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return by how much each legal action is worse than the best one, as `below_best` does, and 0 for others.

        Args:
            states: N records, each at a decision.
            rules: deck and options of all games, one record.
            masks: [N, actions] 1 for each legal action; the result has the same shape.
        """
        rows, actions = np.nonzero(masks[:, : load(self.game).kernels.NUM_ACTIONS])
        offsets = np.searchsorted(rows, np.arange(len(masks) + 1))
        table = np.zeros(masks.shape, np.float32)
        table[rows, actions] = below_best(self.worths(states, rules, offsets, actions.astype(np.int32)), offsets)
        return table


def below_best(worths: NDArray[np.float32], offsets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return each entry of some lists less the highest of its list, but not less than `LEAST_WORTH`.

    Args:
        worths: the entries of all lists, one list after another.
        offsets: where each list begins, and at last the end of the last list; no list is empty.

    >>> below_best(np.array([1, 3, 2, -90], np.float32), np.array([0, 2, 4])).tolist()
    [-2.0, 0.0, 0.0, -20.0]
    """
    if not len(worths):
        return worths
    best = np.repeat(np.maximum.reduceat(worths, offsets[:-1]), np.diff(offsets))
    lower: NDArray[np.float32] = np.maximum(worths - best, np.float32(LEAST_WORTH))
    return lower


def has_guide(game: str) -> bool:
    """Return whether a game has estimates of its own for its search; without them, all actions are equally good."""
    whole = f"{load(game).package}.search"
    return find_spec(whole) is not None and hasattr(import_module(whole), "worth_of")
