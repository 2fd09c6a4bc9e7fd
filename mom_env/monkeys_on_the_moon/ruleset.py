"""All that is fixed for a game: deck and options, and the record of both that kernels call `rules`."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from mom_env.common.arguments import players_in_words, shown, whole_of
from mom_env.contract.options import OptionsSource
from mom_env.contract.people import DeckSource
from mom_env.contract.records import Records
from mom_env.errors import DeckError, OptionError
from mom_env.monkeys_on_the_moon.deck import Deck, load_deck
from mom_env.monkeys_on_the_moon.options import Options, load_options
from mom_env.monkeys_on_the_moon.state import MAX_COINS, MAX_PLAYERS, MAX_SEATS, MIN_PLAYERS, RULES_DTYPE, Rules


class Ruleset(NamedTuple):
    """Deck and options that a game is played with, and the record of both that kernels read; it never changes."""

    deck: Deck
    options: Options
    rules: Records  # an array of one record, read-only

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return int(self.rules["num_players"][0])

    def __reduce__(self) -> tuple[Callable[..., "Ruleset"], tuple[Deck, Options, int, bool]]:
        """Return the function and its arguments by which pickle makes the ruleset again.

        A pickled record would no longer be read-only.
        """
        return _make_again, (self.deck, self.options, self.num_players, bool(self.rules[0].skip_forced))


def _make_again(deck: Deck, options: Options, num_players: int, skip_forced: bool) -> Ruleset:
    """Return the ruleset that was pickled, made from its parts."""
    return make_ruleset(num_players, deck, options, skip_forced=skip_forced)


def make_ruleset(num_players: int, deck: DeckSource, options: OptionsSource, *, skip_forced: bool) -> Ruleset:
    """Load and check deck and options, and return them with their record.

    Args:
        num_players: how many seats, as the deck allows.
        deck: name, path or content of a deck file.
        options: rule options by name; None for the defaults.
        skip_forced: let the engine itself play decisions of which all see that they have one option.

    Raises:
        DeckError, OptionError: the message says what was expected, and what was found.
    """
    loaded, chosen, count = load_deck(deck), load_options(options), whole_of(num_players)
    if isinstance(deck, str) and deck.isidentifier() and count is not None and isinstance(skip_forced, bool):
        return _known_ruleset(deck, chosen, count, skip_forced)
    return Ruleset(loaded, chosen, make_rules(loaded, chosen, num_players, skip_forced=skip_forced))


@cache
def _known_ruleset(name: str, options: Options, num_players: int, skip_forced: bool) -> Ruleset:
    """Return the ruleset of a deck of the package by its name, made only once for each combination of parameters.

    Making it again each time would be most of the cost of a deal.
    """
    deck = load_deck(name)
    return Ruleset(deck, options, make_rules(deck, options, num_players, skip_forced=skip_forced))


def make_rules(deck: Deck, options: Options, num_players: int, *, skip_forced: bool) -> Records:
    """Return the record of deck and options for kernels, read-only, as an array of one record.

    Raises:
        DeckError: the deck is not for `num_players`.
        OptionError: `skip_forced` is neither True nor False.
    """
    if not isinstance(skip_forced, bool):
        raise OptionError(f"skip_forced: expected True or False, found {shown(skip_forced)}")
    count = whole_of(num_players)
    if count is None or count not in deck.player_counts:
        counts = players_in_words(*deck.player_counts)
        raise DeckError(f"num_players: deck {deck.name!r} is for {counts}, found {shown(num_players)}")
    rules = np.zeros(1, RULES_DTYPE)
    _fill_options(rules[0], options, skip_forced)
    _fill_numbers(rules[0], deck, count)
    _fill_cards(rules[0], deck)
    _fill_reciprocals(rules[0], deck, count)
    _fill_constants(rules[0], deck, count)
    rules.flags.writeable = False
    return rules


def _fill_options(rules: Rules, options: Options, skip_forced: bool) -> None:
    """Write the rule options and `skip_forced` into the record, as 0 or 1."""
    rules.skip_forced = skip_forced
    rules.add_only = options.raise_ == "add_only"
    rules.final_launch_clears_scorn = options.final_launch_clears_scorn
    rules.hidden_coins = options.hidden_coins
    rules.maximum_scorn = options.maximum_scorn
    rules.monkey_treachery = options.monkey_treachery


def _fill_numbers(rules: Rules, deck: Deck, num_players: int) -> None:
    """Write into the record `rules` what the deck says of a game of this many players as a whole, not of single cards.

    These are the numbers of players and of rounds, the sizes of hands and pools, first coins and supply, cards out of
    the game, the scorn penalty, the track, and the VP of titles.
    """
    rules.num_players = num_players
    rules.rounds = deck.rounds(num_players)
    rules.hand_size = deck.setup.hand
    rules.first_coins = deck.setup.coins
    rules.first_supply = deck.setup.supply
    rules.monkey_pool_size = num_players + deck.setup.pool_extra
    rules.ship_pool_size = deck.setup.ship_pool
    rules.num_out_of_game = deck.left_aside(num_players)
    rules.scorn_penalty = deck.setup.scorn_penalty
    rules.track_length = deck.track.spaces
    rules.white_dot = deck.track.white_dot
    rules.leader[:] = deck.titles.leader
    rules.undersecretary[:] = deck.titles.undersecretary


def _fill_cards(rules: Rules, deck: Deck) -> None:
    """Write into the record what is printed on the deck's cards, and how many cards of each kind there are."""
    rules.move[: len(deck.moves)] = deck.moves
    rules.monkey_status[: len(deck.statuses)] = deck.statuses
    rules.seats[: len(deck.ship_types)] = [seats for seats, _ in deck.ship_types]
    rules.ship_vp[: len(deck.ship_types)] = [vp for _, vp in deck.ship_types]
    for colour, tribe in enumerate(deck.tribes):
        for move in deck.civilization[tribe]:
            rules.cards[colour, deck.moves.index(move)] += 1
        for status in deck.monkeys[tribe]:
            rules.monkeys[colour, deck.statuses.index(status)] += 1
        for ship in deck.ships[tribe]:
            rules.ships[colour, deck.ship_types.index(ship)] += 1


def _fill_reciprocals(rules: Rules, deck: Deck, num_players: int) -> None:
    """Write into the record the factors that scale an observation, so that the largest possible value becomes 1."""
    most_monkeys = max(map(len, deck.monkeys.values()))
    boxes: list[Mapping[str, Sequence[Hashable]]] = [deck.civilization, deck.monkeys, deck.ships]
    rules.per_round = 1 / rules.rounds
    rules.per_space = 1 / deck.track.spaces
    rules.per_coin = 1 / MAX_COINS
    rules.per_status = 1 / max(map(sum, deck.monkeys.values()))
    rules.per_monkey = 1 / max(most_monkeys, num_players * int(rules.rounds))
    rules.per_ship_vp = 1 / max(1, sum(vp for ships in deck.ships.values() for _, vp in ships))
    rules.per_move = 1 / max(deck.moves)
    rules.per_monkey_status = 1 / max(deck.statuses)
    rules.per_vp = 1 / max(1, *(vp for _, vp in deck.ship_types))
    rules.per_copy = 1 / max(map(_most_copies, boxes))
    rules.per_crew_status = 1 / (MAX_SEATS * max(deck.statuses))
    rules.per_hand = 1 / deck.setup.hand
    rules.per_ship = 1 / deck.counts.ships


def _fill_constants(rules: Rules, deck: Deck, num_players: int) -> None:
    """Write into the record the first numbers of every observation, in the order of its layout."""
    per_award = 1 / max(1, deck.setup.scorn_penalty, *deck.titles.leader, *deck.titles.undersecretary)
    players = [num_players == count for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    chosen = ("add_only", "final_launch_clears_scorn", "hidden_coins", "maximum_scorn", "monkey_treachery")
    flags = [rules[name] for name in chosen]
    second = [award if num_players > MIN_PLAYERS else 0 for award in deck.titles.undersecretary]
    awards = [award * per_award for award in (*deck.titles.leader, *second, deck.setup.scorn_penalty)]
    rules.constants[:] = [*players, *flags, deck.track.white_dot / deck.track.spaces, *awards]


def _most_copies(cards: Mapping[str, Sequence[Hashable]]) -> int:
    """Return how often a tribe's most frequent card is in its list, for the tribe for which that is most.

    `cards` has a list of cards for each tribe.
    """
    return max(count for row in cards.values() for count in Counter(row).values())
