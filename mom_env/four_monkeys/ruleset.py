"""All that is fixed for a game: tile file and options, and the record of both that kernels call `rules`."""

from math import factorial

from mom_env.base import ruleset
from mom_env.errors import OptionError
from mom_env.four_monkeys.deck import Deck
from mom_env.four_monkeys.info import INFO
from mom_env.four_monkeys.options import Options
from mom_env.four_monkeys.sizes import MAX_POINTS, MAX_ROUNDS, MAX_TICKS, MIN_PLAYERS
from mom_env.four_monkeys.state import Rules

Ruleset = ruleset.Ruleset[Deck, Options]

DECKS = ruleset.files_of(INFO.name, Deck)
FLAGS = ("hidden_timer", "rotate", "banana_skins", "fresh_skins_count", "family", "check_choice")


def fill(rules: Rules, deck: Deck, options: Options) -> None:
    """Write tile file and options into the record `rules`, whose number of players is set already.

    Raises:
        OptionError: the option `pace` has not one number for each player.
    """
    fill_options(rules, options, int(rules.num_players))
    fill_length(rules, deck, options)
    fill_numbers(rules, deck)
    fill_areas(rules, deck)
    fill_combos(rules, deck)
    fill_constants(rules)


def fill_options(rules: Rules, options: Options, num_players: int) -> None:
    """Write into the record what options say by themselves.

    Raises:
        OptionError: the option `pace` has not one number for each player.
    """
    pace = options.pace or (1,) * num_players
    if len(pace) != num_players:
        raise OptionError(f"options.pace: expected {num_players} numbers, one for each player, found {len(pace)}")
    rules.pace[:] = 1
    rules.pace[:num_players] = pace
    rules.hidden_timer, rules.rotate = options.timer == "hidden", options.contest == "rotate"
    rules.false_stops, rules.check_choice = options.false_stops, options.check_choice
    rules.banana_skins, rules.fresh_skins_count = options.banana_skins, options.fresh_skins_count
    rules.family = options.family


def fill_length(rules: Rules, deck: Deck, options: Options) -> None:
    """2.4, 7, R17: Write into the record how long a round and a game are, and how many deals a game has."""
    num_players = int(rules.num_players)
    rules.ticks = deck.timer.ticks(family=options.family) if options.ticks is None else options.ticks
    rules.spread = deck.timer.hidden_spread if rules.hidden_timer else 0
    rules.rounds = deck.seats(num_players).rounds if options.rounds is None else options.rounds
    rules.num_deals = rules.rounds + num_players * options.false_stops
    rules.num_orders = factorial(num_players)


def fill_numbers(rules: Rules, deck: Deck) -> None:
    """Write into the record how many cards are drawn when, and what tiles, skins and false stops count."""
    draw, values, family = deck.draw, deck.values, deck.values_family
    rules.num_cards, rules.copies[:] = deck.counts.cards, deck.copies
    rules.hand, rules.burn, rules.new_hand, rules.more = draw.hand, draw.burn, draw.new_hand, draw.more
    rules.orange, rules.replenish, rules.aside = values.orange, values.replenish, values.aside
    rules.banana_skin, rules.false_stop = values.banana_skin, values.false_stop
    rules.green_tile, rules.orange_pair = family.green, family.orange_pair
    rules.wrong_tile, rules.smartest = family.aside, family.smartest


def fill_areas(rules: Rules, deck: Deck) -> None:
    """2.2, 9: Write into the record the areas with their players, tiles and stacks."""
    table, first = deck.seats(int(rules.num_players)), 0
    rules.num_areas = len(table.areas)
    for area, size in enumerate(table.areas):
        num_tiles = table.tile_sets[area] * len(deck.combos)
        rules.area_size[area], rules.num_tiles[area], rules.num_stacks[area] = size, num_tiles, table.stacks[area]
        rules.first_tile[area] = first
        first += num_tiles


def fill_combos(rules: Rules, deck: Deck) -> None:
    """R20: Write into the record the points of each combo, and all ways to lay it."""
    rules.num_combos = len(deck.combos)
    for number, combo in enumerate(deck.combos):
        rules.points[number], rules.num_ways[number] = combo.points, len(combo.ways)
        rules.ways[number, : len(combo.ways)] = combo.ways


def fill_constants(rules: Rules) -> None:
    """Write into the record the first numbers of every observation, in the order of its layout."""
    players = [int(rules.num_players) == count for count in range(MIN_PLAYERS, MIN_PLAYERS + 7)]
    limits = [rules.ticks / MAX_TICKS, rules.spread / MAX_TICKS, rules.rounds / MAX_ROUNDS]
    rules.constants[:] = [*players, *(rules[name] for name in FLAGS), *limits, *(rules.points / MAX_POINTS)]


make_ruleset = ruleset.Rulesets(INFO.package, DECKS, Options, fill)
