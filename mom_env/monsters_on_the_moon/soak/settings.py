"""The tables at which the soak plays: card files, numbers of players, walls, missions and the other options."""

from functools import cache

from mom_env.common.resources import resource
from mom_env.contract.options import OptionValue
from mom_env.contract.soak import SoakSetting
from mom_env.monsters_on_the_moon.deck import GAME
from mom_env.monsters_on_the_moon.options import Options

VARIANTS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"walls": True, "missions": "open", "tile_target": "opponent"},
    {"missions": "secret", "monsters": "draw", "layout": 1},
    {"walls": True, "missions": "secret", "layout": 2},
)


@cache
def find_settings() -> tuple[SoakSetting, ...]:
    """Return every setting of the soak once, in the fixed order in which games take them."""
    narrow = sorted(str(path) for path in resource("configs", GAME, "soak").glob("*.toml"))
    several = [(deck, count) for deck in ("standard", *narrow) for count in (2, 3, 4)]
    tables = [
        SoakSetting(deck, count, Options.checked(chosen).plain(), tuple(chosen))
        for deck, count in [("mini", 2), *several]
        for chosen in VARIANTS
    ]
    alone = [SoakSetting(deck, 1, Options().plain()) for deck in ("standard", "mini_solo")]
    return (*tables, *alone)
