"""The tables at which the soak plays: each deck with each number of players and each combination of options."""

from functools import cache
from itertools import product

from mom_env.common.resources import resource
from mom_env.contract.soak import SoakSetting
from mom_env.monkeys_on_the_moon.deck import GAME, load_deck
from mom_env.monkeys_on_the_moon.options import Options, load_options

STRIDE = 89  # coprime to the number of settings, so that neighbours differ in everything and none is left out


@cache
def find_settings() -> tuple[SoakSetting, ...]:
    """Return every setting of the soak once: each deck with each number of players and each combination of options.

    Games take them in turn, in this fixed order.
    """
    limits = str(resource("configs", GAME, "soak", "limits.toml"))
    tables = [(deck, count) for deck in ("standard", "mini", limits) for count in load_deck(deck).player_counts]
    in_order = [_setting(*table, options) for table, options in product(tables, _all_options())]
    return tuple(in_order[i * STRIDE % len(in_order)] for i in range(len(in_order)))


def _setting(deck: str, num_players: int, options: Options) -> SoakSetting:
    """Return a setting with this deck, number of players and options.

    It has also the names of the options that are not the default.
    """
    default, chosen = Options().plain(), options.plain()
    changed = tuple(name for name, value in chosen.items() if value != default[name])
    return SoakSetting(deck, num_players, chosen, changed)


def _all_options() -> list[Options]:
    """Return every combination of values of the rule options."""
    names = [name for name in Options().plain() if name != "raise"]
    return [
        load_options({"raise": raise_, **dict(zip(names, flags, strict=True))})
        for raise_ in ("free", "add_only")
        for flags in product((True, False), repeat=len(names))
    ]
