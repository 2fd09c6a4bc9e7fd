"""The tables at which the soak plays: each board with each number of players and each value of the option."""

from functools import cache

from mom_env.ape_town.deck import GAME
from mom_env.ape_town.options import Options
from mom_env.ape_town.state import MAX_PLAYERS, MIN_PLAYERS
from mom_env.common.resources import resource
from mom_env.contract.soak import SoakSetting

OPTIONS = ((Options(), ()), (Options(final_scoring="all_districts"), ("final_scoring",)))  # and what is not the default


@cache
def find_settings() -> tuple[SoakSetting, ...]:
    """Return every setting of the soak once, in the fixed order in which games take them.

    The boards that were made for the soak meet what is rare on the standard one.
    """
    own = sorted(str(path) for path in resource("configs", GAME, "soak").glob("*.toml"))
    boards = ["standard", "mini", *own]
    counts = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    return tuple(
        SoakSetting(board, count, options.plain(), changed)
        for count in counts
        for options, changed in OPTIONS
        for board in boards
    )
