"""Six tribes of monkeys want to get to the moon, and the players sponsor them.

A board game for 2 to 4 with hidden hands, an open circle of allied and rival tribes, auctions paid with their favor,
and ships that launch early when rivals meet on board. Two phases a round: everybody plays a civilization card, which
advances a tribe and moves favor coins, then everybody puts a monkey up for bid. At the end the tribes that came far
award titles to the players who brought most of their status to the moon. The rules as they are implemented, each gap
and ruling of the printed ones named, are in [rules.md](rules.md).
"""

from typing import Any

from mom_env.aec import Env, RawEnv
from mom_env.parallel import ParallelGames

__all__ = ["env", "parallel_env", "raw_env"]

GAME = "monkeys_on_the_moon"
TITLE = "Monkeys on the Moon"
REGISTERED_AS = "mom_env/MonkeysOnTheMoon-v0"
# A change that can change what is learned makes a new version.
VERSIONS = {"v0": "first release (0.1.0)"}


def env(**arguments: Any) -> Env:
    """Make an AEC environment with all checks: an illegal action loses the game.

    The arguments are those of `mom_env.aec.AECSettings`.
    """
    return Env(GAME, arguments)


def raw_env(**arguments: Any) -> RawEnv:
    """Make an AEC environment without checks of the order of calls; an illegal action raises `IllegalAction`."""
    return RawEnv(GAME, arguments)


def parallel_env(**arguments: Any) -> ParallelGames:
    """Make an environment in which all seats act at each step; a seat with nothing to decide waits: the last id."""
    return ParallelGames(GAME, arguments)
