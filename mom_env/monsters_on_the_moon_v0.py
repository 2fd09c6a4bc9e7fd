"""The PettingZoo environments of Monsters on the Moon, whose page is docs/monsters_on_the_moon/environment.md."""

from mom_env.environments.of_game import Environments

__all__ = ["env", "parallel_env", "raw_env"]

GAME = "monsters_on_the_moon"
env, raw_env, parallel_env = (made := Environments(GAME)).env, made.raw_env, made.parallel_env
__doc__ = made.about  # the game's description
