"""Plans: which players meet, on which deals, and who sits where."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial, prod
from typing import Any, Literal, TypedDict, get_args

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import checked_whole
from mom_env.contract.info import Measure
from mom_env.contract.options import FileOptions, Options, is_same
from mom_env.contract.people import DeckSource, Ruleset
from mom_env.errors import OptionError
from mom_env.games import GAMES, load, make_ruleset
from mom_env.kernel.rng import bits_at

Seatings = Literal["all", "balanced"]
Lineup = tuple[int, ...]  # the players of a table by their numbers, in order
SEED_BITS = np.uint64(11)  # dropped of 64, as every JSON reader keeps whole numbers of 53 bits
MOST_SHOWN = 200  # characters of a field, in messages
MOST_SEATS = 8
MOST_SEATS_OF_ALL = 4  # for seatings "all": 24 games of a deal; with eight different players it would be 40,320
MOST_PLAYERS = 127  # records of games number them in one byte
MOST_GAMES = 10_000_000  # their records take some 400 MB


class Plan(BaseModel):
    """Everything that the results of a tournament depend on, except the code of its players.

    All games of a deal begin with the same setup, such as the same cards. Deals are counted from 0.

    Attributes:
        game: name of the game.
        players: specs, or names of functions. A player's number is its index here.
        num_players: number of seats of a table.
        lineups: which players meet at a table, by their numbers. Each lineup plays every deal.
        deals: number of deals.
        seed: the seeds of all deals follow from it.
        seatings: "all" plays each deal with every assignment of players to seats, at tables of up to four seats.
            "balanced" plays as many games of a deal as there are seats, in which each player sits on each seat once.
            Neighbours change from deal to deal. In the same time it plays more deals than "all", and more deals give
            narrower intervals than more games of a deal.
        deck: name, path or content of a deck file.
        options: rule options, or None for the default ones.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str = GAMES[0]
    players: tuple[str, ...]
    num_players: int
    lineups: tuple[Lineup, ...]
    deals: int
    seed: int
    seatings: Seatings = "all"
    deck: Any = "standard"
    options: FileOptions | None = None

    def ruleset(self) -> Ruleset:
        """Return the ruleset of the plan's games: deck, options and number of players."""
        return make_ruleset(self.game, self.num_players, self.deck, self.options)

    def deal_seed(self, deal: int) -> int:
        """Return the seed of deal number `deal`, counted from 0; `Game` with this seed deals the same setup."""
        return int(bits_at(np.uint64(self.seed), deal) >> SEED_BITS)

    def tables(self, deal: int) -> NDArray[np.int8]:
        """Return the number of the player at each seat in each game of a deal, shape (games, seats)."""
        return np.array([seats for lineup in self.lineups for seats in self._seated(lineup, deal)], np.int8)

    @property
    def num_tables(self) -> int:
        """Number of games of each deal, computed without listing them, as listing may take too long."""
        if self.seatings == "balanced":
            return len(self.lineups) * self.num_players
        return sum(map(num_assignments, self.lineups))

    @property
    def measure(self) -> Measure:
        """What players are compared by: "win" or "score"."""
        return load(self.game).info.measure(self.num_players)

    def _seated(self, lineup: Lineup, deal: int) -> Iterator[Lineup]:
        """Yield each seating of a lineup on a deal: the number of the player at each seat."""
        if self.seatings == "all":
            yield from sorted(set(permutations(lineup)))
            return
        order = np.random.default_rng([self.deal_seed(deal), *lineup]).permutation(lineup)
        for first in range(len(order)):
            yield tuple(np.roll(order, first).tolist())


class Setting(TypedDict, total=False):
    """The keyword arguments of `plan_of`, whose defaults suit most runs.

    Attributes:
        game: name of the game.
        seatings: "all", "balanced", or None for what is usual at such tables.
        deck: name, path or content of a deck file.
        options: rule options.
    """

    game: str
    seatings: str | None
    deck: Any
    options: Options | None


def usual_seatings(num_players: int) -> Seatings:
    """Return the default seatings for tables of `num_players` seats: "all" up to four seats, otherwise "balanced"."""
    return "all" if num_players <= MOST_SEATS_OF_ALL else "balanced"


def num_assignments(lineup: Lineup) -> int:
    """Return the number of different ways in which the players of a lineup can sit at a table.

    They are not listed, as that may take too long. A lineup has the numbers of the players, one for each seat.

    >>> num_assignments((0, 1, 1)), num_assignments(tuple(range(8)))
    (3, 40320)
    """
    equals = (factorial(lineup.count(player)) for player in set(lineup))
    return factorial(len(lineup)) // prod(equals)


def plan_of(
    players: Sequence[str],
    lineups: Sequence[Lineup],
    num_players: int,
    deals: int,
    seed: int,
    *,
    game: str = GAMES[0],
    seatings: str | None = None,
    deck: DeckSource = "standard",
    options: Options | None = None,
) -> Plan:
    """Return a plan, after checking that it can be played.

    Args:
        players: specs, or names of functions.
        lineups: which players meet at a table, by their indices in `players`.
        num_players: number of seats of a table.
        deals: number of deals.
        seed: the seeds of all deals follow from it.
        game: name of the game.
        seatings: "all" or "balanced"; None takes the usual ones for this number of seats.
        deck: name, path or content of a deck file.
        options: rule options.

    Raises:
        OptionError, DeckError: an argument is not valid.
    """
    load(game).people.OPTIONS.checked(options)  # refuses an option with a better message than the plan would
    plan = Plan(
        game=game,
        players=tuple(players),
        num_players=num_players,
        lineups=tuple(lineups),
        deals=checked_deals(deals),
        seed=checked_seed(seed),
        seatings=usual_seatings(num_players) if seatings is None else checked_seatings(seatings),
        deck=deck,
        options=dict(options) if options else None,
    )
    plan.ruleset()  # refuses a deck, an option or a number of players
    if problem := find_problem(plan):
        raise OptionError(problem)
    return plan


def find_problem(plan: Plan) -> str | None:
    """Return in words why a plan cannot be played, or None if it can. The deck is not checked."""
    if not 1 <= plan.num_players <= MOST_SEATS:
        return f"num_players: expected 1 to {MOST_SEATS}, found {plan.num_players}"
    if not 1 <= len(plan.players) <= MOST_PLAYERS:
        return f"players: expected 1 to {MOST_PLAYERS}, found {len(plan.players)}"
    numbers = range(len(plan.players))
    if not all(len(lineup) == plan.num_players and all(one in numbers for one in lineup) for lineup in plan.lineups):
        return f"lineups: expected {plan.num_players} of {len(numbers)} players at each table, by their numbers"
    if not 0 <= plan.seed < 2**64:
        return "seed: expected 0 to 2**64 - 1"
    return _problem_of_size(plan)


def _problem_of_size(plan: Plan) -> str | None:
    """Return in words that a plan has too many games or none, or None if its size is allowed."""
    if plan.seatings == "all" and plan.num_players > MOST_SEATS_OF_ALL:
        return (
            f"seatings: expected 'balanced' for {plan.num_players} seats, found 'all', which would take "
            f"{plan.num_tables:,} games of each deal; it is for up to {MOST_SEATS_OF_ALL} seats"
        )
    if not 1 <= plan.num_tables <= MOST_GAMES:
        return f"lineups: expected at least one, and at most {MOST_GAMES:,} games of each deal"
    most = MOST_GAMES // plan.num_tables
    if not 1 <= plan.deals <= most:
        return f"deals: expected at most {most:,}, with {plan.num_tables} games each, found {plan.deals:,}"
    return None


def differences(expected: Plan, found: Plan) -> list[str]:
    """Return a line of text for each field in which two plans differ; an empty list if they are equal.

    `expected` is the plan that was asked for, `found` the one that a directory holds.
    """
    return [
        f"{name}: {_shown(getattr(found, name))} there, {_shown(getattr(expected, name))} asked for"
        for name in Plan.model_fields
        if _differ(name, getattr(expected, name), getattr(found, name))
    ]


def _differ(name: str, one: object, other: object) -> bool:
    """Return whether two values of a plan's field `name` differ. Among options, 1 and True differ."""
    return not is_same(one, other) if name == "options" else bool(one != other)


def _shown(value: object) -> str:
    """Return a value as text for a message, with at most `MOST_SHOWN` characters of it."""
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ..."


def even_lineups(num: int, num_players: int) -> tuple[Lineup, ...]:
    """Return all lineups of `num` players, whose numbers are 0 to `num - 1`, at tables of `num_players` seats.

    A player sits at a table once, or if there are too few players for that, each as evenly as the seats allow.

    >>> even_lineups(3, 2)
    ((0, 1), (0, 2), (1, 2))
    >>> even_lineups(2, 3)
    ((0, 0, 1), (0, 1, 1))

    Raises:
        OptionError: `num` is at least `num_players`, and the lineups have more than MOST_GAMES (10,000,000) seats in
            all.
    """
    if num >= num_players:
        if comb(num, num_players) > MOST_GAMES // num_players:
            raise OptionError(
                f"players: expected so few that each deal takes at most {MOST_GAMES:,} games, found {num}, "
                f"who can sit at {comb(num, num_players):,} tables of {num_players}"
            )
        return tuple(combinations(range(num), num_players))
    least, most = num_players // num, -(-num_players // num)
    lineups = combinations_with_replacement(range(num), num_players)
    return tuple(lineup for lineup in lineups if all(least <= lineup.count(player) <= most for player in range(num)))


def checked_deals(deals: int) -> int:
    """Return `deals` if it is a whole number of at least two, the fewest that give an interval.

    Raises:
        OptionError: it is not.
    """
    return checked_whole("deals", deals, 2)


def checked_seatings(name: str) -> Seatings:
    """Return `name` if it is one of the seatings, "all" or "balanced".

    Raises:
        OptionError: it is not.
    """
    for known in get_args(Seatings):
        if name == known:
            found: Seatings = known
            return found
    raise OptionError(f"seatings: expected one of {', '.join(get_args(Seatings))}, found {name!r}")
