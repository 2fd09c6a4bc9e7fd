"""What is played: each deck with each number of players and all combinations of the rule options."""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.deck import GAME, Deck, load_deck
from mom_env.monkeys_on_the_moon.options import Options, load_options
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.resources import resource

STRIDE = 89  # has no divisor in common with the number of settings: neighbours differ in everything


class Setting(NamedTuple):
    """A table to sit down at."""

    deck: Deck
    num_players: int
    options: Options

    def __str__(self) -> str:
        """In words, with the options that are not the default."""
        default = Options().plain()
        changed = [f"{name}={value}" for name, value in self.options.plain().items() if value != default[name]]
        return f"deck {self.deck.name}, {self.num_players} players, " + (", ".join(changed) or "default options")


@cache
def all_settings() -> tuple[Setting, ...]:
    """Every setting once, in the fixed order in which games go round them."""
    limits = resource("configs", GAME, "soak", "limits.toml")
    decks = [load_deck("standard"), load_deck("mini"), load_deck(limits)]
    tables = [(deck, num_players) for deck in decks for num_players in deck.player_counts]
    in_order = [Setting(*table, options) for table, options in product(tables, _all_options())]
    return tuple(in_order[i * STRIDE % len(in_order)] for i in range(len(in_order)))


def setting_of(game: int) -> Setting:
    """Where game number so and so is played."""
    return all_settings()[game % len(all_settings())]


def _all_options() -> list[Options]:
    names = [name for name in Options().plain() if name != "raise"]
    return [
        load_options({"raise": raise_, **dict(zip(names, flags, strict=True))})
        for raise_ in ("free", "add_only")
        for flags in product((True, False), repeat=len(names))
    ]


@cache
def all_rules(*, skip_forced: bool) -> NDArray[Any]:
    """The rules of all settings, in their order."""
    rules = [make_rules(s.deck, s.options, s.num_players, skip_forced=skip_forced) for s in all_settings()]
    return np.concatenate(rules)
