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
# Lengths of a round in ticks, and numbers of rounds; None leaves the option out. Most are short, so that many rounds
# are scored in little time.
LENGTHS: tuple[tuple[int | None, int | None], ...] = (
    (None, None),
    (24, 1),
    (30, 2),
    (24, 3),
    (None, 1),
    (36, 2),
    (45, 1),
    (28, 4),
)


@cache
def find_settings() -> tuple[SoakSetting, ...]:
    """Return every setting of the soak once: each file with each number of players and each combination of options.

    Games take them in turn, in this fixed order. The files that were made for the soak meet what is rare elsewhere.
    """
    paths = sorted(resource("configs", INFO.name, "soak").glob("*.toml"))
    decks = {**DECKS, **{str(path): read_file(Deck, path) for path in paths}}
    tables = [(name, count) for name, deck in decks.items() for count in deck.player_counts]
    in_order = [
        setting_of(*table, {**options, **lengths_of(number, at), **pace_of(number, at, table[1])})
        for at, table in enumerate(tables)
        for number, options in enumerate(combinations())
    ]
    return tuple(in_order[i * STRIDE % len(in_order)] for i in range(len(in_order)))


def combinations() -> list[dict[str, OptionValue]]:
    """Return every combination of the options with two values."""
    values: list[tuple[str, tuple[OptionValue, OptionValue]]] = [
        ("timer", ("visible", "hidden")),
        ("contest", ("lot", "rotate")),
        ("false_stops", (0, 1)),
        *((name, (False, True)) for name in FLAGS),
    ]
    names = [name for name, _ in values]
    return [dict(zip(names, choice, strict=True)) for choice in product(*(both for _, both in values))]


def lengths_of(number: int, table: int) -> dict[str, OptionValue]:
    """Return the options of length for a combination of the others and a table, by their numbers.

    Each length goes with 16 combinations of each table, with both values of each other option, and with other
    combinations at the next table.
    """
    lengths = dict(zip(("ticks", "rounds"), LENGTHS[(number ^ number >> 3 ^ table) % len(LENGTHS)], strict=True))
    return {name: value for name, value in lengths.items() if value is not None}


def pace_of(number: int, table: int, num_players: int) -> dict[str, OptionValue]:
    """Return the option of pace for a combination of the others and a table, by their numbers: for every other one.

    Seats are 1 to 4 times slower then, each another number of times.
    """
    if (number.bit_count() + table) % 2:
        return {}
    return {"pace": [1 + (seat + number) % 4 for seat in range(num_players)]}


def setting_of(deck: str, num_players: int, options: dict[str, OptionValue]) -> SoakSetting:
    """Return the setting of a tile file, a number of players and options."""
    chosen, default = Options.checked(options).plain(), Options().plain()
    changed = tuple(name for name, value in chosen.items() if value != default.get(name))
    return SoakSetting(deck, num_players, chosen, changed)
