"""Many games of Monsters on the Moon for learners."""

from mom_env.base import vector_game as vector
from mom_env.monsters_on_the_moon.game import Game


class VectorGame(vector.VectorGame):
    """Many games of Monsters on the Moon, all at a decision, in which each step plays one action in every game.

    Example:
        >>> import numpy as np
        >>> games = VectorGame(num_games=3, num_players=2, seed=7)
        >>> rng = np.random.default_rng(0)
        >>> while not games.dones.any():
        ...     games.step(games.sample(rng))
        >>> bool(np.isclose(games.returns.sum(), 0, atol=1e-6))
        True
    """

    game = Game
