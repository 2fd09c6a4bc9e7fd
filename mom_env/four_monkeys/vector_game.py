"""Many games of 4 Monkeys for learners."""

from mom_env.base import vector_game as vector
from mom_env.four_monkeys.game import Game


class VectorGame(vector.VectorGame):
    """Many games of 4 Monkeys, all at a decision, in which each step plays one action in every game.

    Example:
        >>> import numpy as np
        >>> games = VectorGame(num_games=3, num_players=2, seed=7, deck="mini")
        >>> rng = np.random.default_rng(0)
        >>> while not games.dones.any():
        ...     games.step(games.sample(rng))
        >>> bool(np.isclose(games.returns.sum(), 0, atol=1e-6))
        True
    """

    game = Game
