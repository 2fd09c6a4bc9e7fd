"""The guide of a game's search: first estimates of all legal actions, as the target of a training."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Records
from mom_env.contract.workspace import workspace_dtype
from mom_env.games import load
from mom_env.loops import loop_of


class Guide:
    """What the search of a game thinks of actions before it has tried any."""

    def __init__(self, game: str) -> None:
        """Prepare estimates for the kind of playout that the game's search uses by default; `game` is the name."""
        module = load(game)
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


def has_guide(game: str) -> bool:
    """Return whether a game has estimates of its own for its search; without them, all actions are equally good."""
    whole = f"{load(game).package}.search"
    return find_spec(whole) is not None and hasattr(import_module(whole), "worth_of")
