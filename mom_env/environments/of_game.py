"""The PettingZoo environments of any game, by its name; a module `<game>_v0` has those of one game.

>>> from mom_env.games import GAMES
>>> env = Environments(GAMES[0]).env(num_players=2)
>>> env.reset(seed=7)
>>> env.max_num_agents
2
"""

from mom_env.environments.aec import Env, RawEnv
from mom_env.environments.parallel import ParallelGames
from mom_env.games import load


class Environments:
    """The environments of one game. Their arguments are those of `mom_env.environments.aec.AECSettings`.

    Attributes:
        game: name of the game.
        about: description of the game.
    """

    def __init__(self, game: str) -> None:
        self.game, self.about = game, load(game).info.about

    def env(self, **arguments: object) -> Env:
        """Make an AEC environment with all checks: an illegal action loses the game."""
        return Env(self.game, arguments)

    def raw_env(self, **arguments: object) -> RawEnv:
        """Make an AEC environment without checks of the order of calls; an illegal action raises `IllegalAction`."""
        return RawEnv(self.game, arguments)

    def parallel_env(self, **arguments: object) -> ParallelGames:
        """Make a Parallel environment, in which all seats act at each step; a seat with nothing to decide waits."""
        return ParallelGames(self.game, arguments)


def env(game: str, **arguments: object) -> Env:
    """Make the AEC environment of a game; registries call this function."""
    return Environments(game).env(**arguments)


def parallel_env(game: str, **arguments: object) -> ParallelGames:
    """Make the Parallel environment of a game; registries call this function."""
    return Environments(game).parallel_env(**arguments)
