"""Random games by the million, of any game, with everything checked after every step.

`run_soak` plays them; `play_one` plays one of them again, by its number.
"""

from mom_env.checks.soak.one_game import CheckedGame, play_one
from mom_env.checks.soak.report import SoakReport
from mom_env.checks.soak.run import run_soak

__all__ = ["CheckedGame", "SoakReport", "play_one", "run_soak"]
