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
    """A maker of the environments of one game. Their arguments are those of `mom_env.environments.aec.AECSettings`.

    Attributes:
        game: name of the game.
        about: description of the game.
    """

    def __init__(self, game: str) -> None:
        """Take the name of the game; environments are made by the methods."""
        self.game, self.about = game, load(game).info.about

    def env(self, **arguments: object) -> Env:
        """Make an AEC environment that checks the order of calls and the actions; an illegal action loses the game."""
        return Env(self.game, arguments)

    def raw_env(self, **arguments: object) -> RawEnv:
        """Make an AEC environment that does not check the order of calls; an illegal action raises `IllegalAction`."""
        return RawEnv(self.game, arguments)

    def parallel_env(self, **arguments: object) -> ParallelGames:
        """Make a Parallel environment, in which each step takes an action of every seat.

        A seat with nothing to decide waits.
        """
        return ParallelGames(self.game, arguments)


def env(game: str, **arguments: object) -> Env:
    """Make the AEC environment of the game called `game`, with all checks; registries call this function."""
    return Environments(game).env(**arguments)


def parallel_env(game: str, **arguments: object) -> ParallelGames:
    """Make the Parallel environment of the game called `game`; registries call this function."""
    return Environments(game).parallel_env(**arguments)
