"""The tables at which the soak plays: tile files, numbers of players and combinations of options."""

from functools import cache
from itertools import product

from mom_env.base.ruleset import read_file
from mom_env.common.resources import resource
from mom_env.contract.options import OptionValue
from mom_env.contract.soak import SoakSetting
from mom_env.four_monkeys.deck import Deck
from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.options import Options
from mom_env.four_monkeys.ruleset import DECKS

STRIDE = 97  # coprime to the number of settings, so that neighbours differ in everything and none is left out
FLAGS = ("banana_skins", "fresh_skins_count", "family", "check_choice")


@cache
def find_settings() -> tuple[SoakSetting, ...]:
    """Return every setting of the soak once: each file with each number of players and each combination of options.

    Games take them in turn, in this fixed order. The files that were made for the soak meet what is rare elsewhere.
    """
    paths = sorted(resource("configs", INFO.name, "soak").glob("*.toml"))
    decks = {**DECKS, **{str(path): read_file(Deck, path) for path in paths}}
    tables = [(name, count) for name, deck in decks.items() for count in deck.player_counts]
    in_order = [setting_of(name, count, *chosen) for (name, count), chosen in product(tables, combinations())]
    return tuple(in_order[i * STRIDE % len(in_order)] for i in range(len(in_order)))


def combinations() -> list[tuple[dict[str, OptionValue], bool]]:
    """Return every combination of the options with two values; every fourth says that the pace differs by seat."""
    values: list[tuple[str, tuple[OptionValue, OptionValue]]] = [
        ("timer", ("visible", "hidden")),
        ("contest", ("lot", "rotate")),
        ("false_stops", (0, 1)),
        *((name, (False, True)) for name in FLAGS),
    ]
    names = [name for name, _ in values]
    chosen: list[dict[str, OptionValue]] = [
        dict(zip(names, choice, strict=True)) for choice in product(*(both for _, both in values))
    ]
    return [(options, number % 4 == 0) for number, options in enumerate(chosen)]


def setting_of(deck: str, num_players: int, options: dict[str, OptionValue], has_pace: bool) -> SoakSetting:
    """Return a setting; with `has_pace` every other seat is slower, and the standard game has a single short round."""
    slower: dict[str, OptionValue] = {"pace": [1 + seat % 3 for seat in range(num_players)]} if has_pace else {}
    short: dict[str, OptionValue] = {"ticks": 30, "rounds": 1} if has_pace and deck == "standard" else {}
    chosen = Options.checked({**options, **slower, **short}).plain()
    default = Options().plain()
    changed = tuple(name for name, value in chosen.items() if value != default.get(name))
    return SoakSetting(deck, num_players, chosen, changed)
