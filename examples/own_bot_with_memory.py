"""A player of your own with a memory: a class, of which each seat of each game gets an object.

    mom evaluate examples.own_bot_with_memory:Curious --against random --players 4 --deals 50

`reset` is called once when a game begins, `choose` at each decision of the seat.
"""

import numpy as np
from numpy.typing import NDArray


class Curious:
    """A player that plays the legal action it has played least often in this game. Chance decides between equals."""

    def reset(self, seat: int, num_players: int, seed: int) -> None:
        """Forget everything, as a new game begins.

        All chance comes from `seed`, so that a tournament can be repeated.
        """
        self.chance = np.random.default_rng([seed, seat, num_players])
        self.counts: NDArray[np.int64] | None = None

    def choose(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> int:  # noqa: ARG002 - not used
        """Return a legal action that this object has played least often in this game, and count it."""
        if self.counts is None:
            self.counts = np.zeros(len(action_mask), np.int64)
        legal = np.flatnonzero(action_mask)
        least = legal[self.counts[legal] == self.counts[legal].min()]
        action = int(self.chance.choice(least))
        self.counts[action] += 1
        return action
