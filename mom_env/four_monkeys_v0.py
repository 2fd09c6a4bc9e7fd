"""The PettingZoo environments of 4 Monkeys; `mom environment --game four_monkeys` prints their page."""

from mom_env.environments.of_game import Environments

__all__ = ["env", "parallel_env", "raw_env"]

GAME = "four_monkeys"
env, raw_env, parallel_env = (made := Environments(GAME)).env, made.raw_env, made.parallel_env
__doc__ = made.about  # the game's description
