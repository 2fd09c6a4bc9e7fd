"""Potential-based shaping: intermediate rewards that do not change the optimal policy.

They are added in `aec.py` and `parallel.py`. For environments of one seat, `loops/seats.py` computes and adds them.
"""

import numpy as np

from mom_env.base.game import Game, Rs
from mom_env.games import load
from mom_env.loops import loop_of


class Shaping:
    """Pays each seat the difference of its potential from one of its decisions to the next.

    For the transition from its decision k to its decision k + 1 a seat gets `gamma * potential(k + 1) - potential(k)`.
    The potential is 0 at the deal and at the end. So the payments of a seat from its first decision on, discounted by
    gamma at each of its decisions, add up to minus its potential at that decision, whatever it plays. With gamma 1, and
    including what it gets before its first decision, they add up to 0.
    """

    def __init__(self, game: str, num_players: int, gamma: float) -> None:
        """Prepare shaping for a game; `gamma` is the learner's discount."""
        self._package, self._gamma = load(game).package, gamma
        self._out = np.zeros(load(game).kernels.MAX_PLAYERS)
        self._held = [0.0] * num_players

    def begin(self) -> None:
        """Set all potentials to 0 for a new game."""
        self._held = [0.0] * len(self._held)

    def due(self, game: Game[Rs], seat: int) -> float:
        """Return the payment of a seat that is to decide, or whose game is broken off."""
        loop_of(self._package, "one").write_potentials(game.states, game.rules, self._out)
        potential = float(self._out[seat])
        payment = self._gamma * potential - self._held[seat]
        self._held[seat] = potential
        return payment

    def rest(self) -> list[float]:
        """Return the payment of each seat at the end, where the potential is 0, and prepare for a new game."""
        payments = [-held for held in self._held]
        self.begin()
        return payments
