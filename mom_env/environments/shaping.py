"""Potential-based shaping: intermediate rewards that do not change the optimal policy.

Environments of all seats add them by `Shaping`. For environments of one seat, `loops/one_seat.py` does it in a kernel.
"""

import numpy as np

from mom_env.base.game import Game, Rs
from mom_env.games import load
from mom_env.loops import loop_of


class Shaping:
    """The shaping rewards of one game: the change of each seat's potential from one of its decisions to its next.

    For the transition from its decision k to its decision k + 1 a seat gets `gamma * potential(k + 1) - potential(k)`.
    The potential is 0 at the deal and at the end. So the payments of a seat from its first decision on, discounted by
    gamma at each of its decisions, add up to minus its potential at that decision, whatever it plays. With gamma 1, and
    including what it gets before its first decision, they add up to 0.
    """

    def __init__(self, game: str, num_players: int, gamma: float) -> None:
        """Prepare shaping for games of `num_players`; `gamma` is the learner's discount, above 0 and at most 1."""
        self._package, self._gamma = load(game).package, gamma
        self._out = np.zeros(load(game).kernels.MAX_PLAYERS)
        self._held = [0.0] * num_players

    def begin(self) -> None:
        """Set the saved potential of each seat to 0 for a new game."""
        self._held = [0.0] * len(self._held)

    def due(self, game: Game[Rs], seat: int) -> float:
        """Return the payment of a seat that is to decide or whose game is broken off, and save its potential now."""
        loop_of(self._package, "one").write_potentials(game.states, game.rules, self._out)
        potential = float(self._out[seat])
        payment = self._gamma * potential - self._held[seat]
        self._held[seat] = potential
        return payment

    def add_due(self, rewards: list[float], game: Game[Rs]) -> list[float]:
        """Return `rewards`, by seat, with the payment of each seat added, at a decision that all seats see.

        The potentials of all seats are saved.
        """
        return [reward + self.due(game, seat) for seat, reward in enumerate(rewards)]

    def add_last(self, rewards: list[float]) -> list[float]:
        """Return `rewards`, by seat, with each seat's payment at the end added, where all potentials are 0.

        All saved potentials are set to 0, for a new game.
        """
        payments = [reward - held for reward, held in zip(rewards, self._held, strict=True)]
        self.begin()
        return payments
