"""Potential-based shaping: rewards on the way that leave it as it is which play is best."""

import numpy as np

from mom_env.base.game import Game, Rs
from mom_env.games import load
from mom_env.loops import loop_of


class Shaping:
    """Pays each seat the difference of its potential from one of its decisions to its next.

    A seat's clock is its own decisions: what it gets for the transition from its decision k to its decision
    k + 1 is `gamma * potential(k + 1) - potential(k)`, and the potential is 0 at the deal and at the end. So the
    payments of a seat, discounted by gamma at each of its decisions, add up to minus its potential at its first
    one, whatever it plays from there on; with gamma 1 and what it gets before its first decision, to 0.
    """

    def __init__(self, game: str, num_players: int, gamma: float) -> None:
        """For a game by name; gamma is the learner's discount."""
        self._package, self._gamma = load(game).package, gamma
        self._out = np.zeros(load(game).kernels.MAX_PLAYERS)
        self._held = [0.0] * num_players

    def begin(self) -> None:
        """A new game."""
        self._held = [0.0] * len(self._held)

    def due(self, game: Game[Rs], seat: int) -> float:
        """What the seat gets when it is to decide, or when the game is broken off."""
        loop_of(self._package, "one").write_potentials(game.states, game.rules, self._out)
        potential = float(self._out[seat])
        payment = self._gamma * potential - self._held[seat]
        self._held[seat] = potential
        return payment

    def rest(self) -> list[float]:
        """What each seat gets at the end, where the potential is 0."""
        payments = [-held for held in self._held]
        self.begin()
        return payments
