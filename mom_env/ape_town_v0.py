"""The PettingZoo environments of Ape Town; `mom environment --game ape_town` prints their page."""

from mom_env.environments.of_game import Environments

__all__ = ["env", "parallel_env", "raw_env"]

GAME = "ape_town"
env, raw_env, parallel_env = (made := Environments(GAME)).env, made.raw_env, made.parallel_env
__doc__ = made.about  # the game's description
