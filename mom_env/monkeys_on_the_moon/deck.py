"""Deck files: all numbers that are not rules, validated; a deck that cannot be played with is refused."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError, model_validator

from mom_env.base.ruleset import MAX_FILE_BYTES, Entries, Source
from mom_env.common.arguments import shown
from mom_env.common.files import read_bytes
from mom_env.common.problems import first_problem
from mom_env.common.resources import resource
from mom_env.contract.people import DeckSource, Plain
from mom_env.errors import DeckError
from mom_env.monkeys_on_the_moon.state import (
    MAX_CARDS,
    MAX_COINS,
    MAX_HAND,
    MAX_MONKEY_POOL,
    MAX_MONKEYS,
    MAX_MOVES,
    MAX_SEATS,
    MAX_SHIP_POOL,
    MAX_SHIP_TYPES,
    MAX_SHIPS,
    MAX_STATUSES,
    NUM_TRIBES,
)

GAME = "monkeys_on_the_moon"
FEWEST_ROUNDS = 2  # R7
MAX_TRACK = 100
MAX_TRIBE = 20  # characters of a tribe's name
MAX_VALUE = 20  # largest move, status or VP; keeps every sum within the record's fields

Value = Annotated[int, Field(ge=1, le=MAX_VALUE)]
Award = Annotated[int, Field(ge=0, le=MAX_VALUE)]
Tribe = Annotated[str, Field(pattern=rf"^[a-z]{{1,{MAX_TRIBE}}}$")]
Six = Annotated[list[Award], Field(min_length=NUM_TRIBES, max_length=NUM_TRIBES)]
ShipType = tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], Award]
Key = Literal["civilization", "monkeys", "ships"]


class Counts(Entries):
    """How many cards of each sort the deck has; the lists of cards in the deck file must have these lengths in all."""

    civilization: Annotated[int, Field(ge=1, le=MAX_CARDS)]
    monkeys: Annotated[int, Field(ge=1, le=MAX_MONKEYS)]
    ships: Annotated[int, Field(ge=1, le=MAX_SHIPS)]


class Track(Entries):
    """4.2, 5: The tribe track: the number of its spaces, and the space, counted from 1, with the white dot."""

    spaces: Annotated[int, Field(ge=1, le=MAX_TRACK)]
    white_dot: Annotated[int, Field(ge=1, le=MAX_TRACK)]

    @model_validator(mode="after")
    def _dot_is_on_the_track(self) -> Self:
        """Return the table itself; raise ValueError if the white dot is beyond the last space."""
        if self.white_dot > self.spaces:
            raise ValueError(f"white_dot: expected a space from 1 to {self.spaces}, found {self.white_dot}")
        return self


class Titles(Entries):
    """4.3: The VP of the two titles by the tribe's rank on the track: six numbers each, the 1st place first."""

    leader: Six
    undersecretary: Six


class SetupNumbers(Entries):
    """2: Numbers of cards and coins at the start, and the VP of a scorn card.

    Attributes:
        hand: civilization cards of each player.
        coins: coins of each tribe that each player has.
        supply: coins in the supply of each tribe.
        pool_extra: how many more monkeys than players are in the open pool.
        ship_pool: open ships.
        scorn_penalty: VP that each scorn card costs at the end, 0 or more.
    """

    hand: Annotated[int, Field(ge=1, le=MAX_HAND)]
    coins: Annotated[int, Field(ge=0, le=MAX_COINS)]
    supply: Annotated[int, Field(ge=0, le=MAX_COINS)]
    pool_extra: Annotated[int, Field(ge=0, le=MAX_MONKEY_POOL)]
    ship_pool: Annotated[int, Field(ge=1, le=MAX_SHIP_POOL)]
    scorn_penalty: Award


class Sources(Entries):
    """Where the numbers of a deck file come from: one entry for each of its tables.

    `coins` has an entry although it is not a table.
    """

    counts: Source
    civilization: Source
    monkeys: Source
    ships: Source
    track: Source
    titles: Source
    setup: Source
    coins: Source | None = None  # optional, as older decks do not have it
    out_of_game: Source


class Deck(Entries):
    """A deck file: everything about the game that is a number and not a rule."""

    format: Literal["mom-deck/1"]
    game: Literal["monkeys_on_the_moon"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    tribes: Annotated[list[Tribe], Field(min_length=NUM_TRIBES, max_length=NUM_TRIBES)]
    counts: Counts
    civilization: dict[str, list[Value]]
    monkeys: dict[str, list[Value]]
    ships: dict[str, list[ShipType]]
    track: Track
    titles: Titles
    setup: SetupNumbers
    out_of_game: dict[Literal["2", "3", "4"], Annotated[int, Field(ge=0, le=MAX_CARDS)]]
    sources: Sources

    @property
    def player_counts(self) -> list[int]:
        """The numbers of players that the deck is for, in ascending order."""
        return sorted(map(int, self.out_of_game))

    @cached_property
    def moves(self) -> list[int]:
        """The distinct moves of civilization cards, in spaces, ascending; kinds of cards have the index, from 0."""
        return sorted({move for cards in self.civilization.values() for move in cards})

    @cached_property
    def statuses(self) -> list[int]:
        """The distinct statuses of monkeys, in points, ascending; kinds of monkeys have the index, from 0."""
        return sorted({status for cards in self.monkeys.values() for status in cards})

    @cached_property
    def ship_types(self) -> list[tuple[int, int]]:
        """The distinct pairs of seats and VP of ships, ascending; kinds of ships have the index, from 0."""
        return sorted({ship for ships in self.ships.values() for ship in ships})

    def left_aside(self, num_players: int) -> int:
        """2.3: Return how many civilization cards leave the game unseen with `num_players` players.

        Raises:
            KeyError: the deck is not for `num_players`.
        """
        return {int(n): count for n, count in self.out_of_game.items()}[num_players]

    def rounds(self, num_players: int) -> int:
        """2.3: Return how many rounds the civilization cards last with `num_players` players.

        Raises:
            KeyError: the deck is not for `num_players`.
        """
        return (self.counts.civilization - self.left_aside(num_players)) // num_players

    def plain(self) -> Plain:
        """Return all of the deck, as its file has it, as plain JSON values by name."""
        return self.model_dump(mode="json", exclude_none=True)

    def played(self) -> Plain:
        """Return all of the deck that affects a game as plain JSON values by name: all but its name and sources."""
        return self.model_dump(mode="json", exclude={"name", "sources"})

    @model_validator(mode="after")
    def _can_be_played(self) -> Self:
        """Return the deck itself; raise ValueError if games with it are impossible or some cards could run out.

        This is checked for each number of players that the deck is for.
        """
        if len(set(self.tribes)) != NUM_TRIBES:
            raise ValueError(f"tribes: expected {NUM_TRIBES} different names, found {self.tribes}")
        _check_cards(self, "civilization", "moves", self.moves, MAX_MOVES)
        _check_cards(self, "monkeys", "statuses", self.statuses, MAX_STATUSES)
        _check_cards(self, "ships", "pairs of seats and VP", self.ship_types, MAX_SHIP_TYPES)
        if not self.out_of_game:
            raise ValueError("out_of_game: expected at least one number of players from 2 to 4, found none")
        for num_players in self.player_counts:
            _check_civilization(self, num_players)
            _check_pool(self, num_players)
            _check_coins(self, num_players)
            _check_monkeys(self, num_players)
            _check_ships(self, num_players)
        return self


def _check_cards(deck: Deck, key: Key, what: str, kinds: Sequence[object], most: int) -> None:
    """Raise ValueError unless the deck's table `key` has a list of cards for each tribe, and the right number of cards.

    The number of all cards must be that of `counts`. Of `kinds`, the distinct cards without their tribes, at most
    `most` are allowed; `what` names them in the message.
    """
    cards: dict[str, list[object]] = getattr(deck, key)
    if set(cards) != set(deck.tribes):
        raise ValueError(f"{key}: expected one list for each of {deck.tribes}, found {shown(sorted(cards))}")
    expected, found = getattr(deck.counts, key), sum(map(len, cards.values()))
    if found != expected:
        raise ValueError(f"{key}: expected {expected} cards as in counts.{key}, found {found}")
    if len(kinds) > most:
        raise ValueError(f"{key}: expected at most {most} different {what}, found {len(kinds)}: {kinds}")


def _check_civilization(deck: Deck, num_players: int) -> None:
    """R7: Raise ValueError unless the civilization cards give each player one in every round.

    They must also suffice for full first hands, and for two rounds at least.
    """
    left = deck.counts.civilization - deck.left_aside(num_players)
    least = max(deck.setup.hand, FEWEST_ROUNDS) * num_players
    if left % num_players or left < least:
        raise ValueError(
            f"out_of_game.{num_players}: expected to leave a multiple of {num_players} civilization cards, "
            f"at least {least}, found {left} (R7)"
        )


def _check_pool(deck: Deck, num_players: int) -> None:
    """Raise ValueError if the monkey pool for `num_players` players is larger than the record can hold."""
    pool = num_players + deck.setup.pool_extra
    if pool > MAX_MONKEY_POOL:
        raise ValueError(
            f"setup.pool_extra: expected a pool of at most {MAX_MONKEY_POOL} monkeys, "
            f"found {pool} with {num_players} players"
        )


def _check_coins(deck: Deck, num_players: int) -> None:
    """Raise ValueError if `num_players` players and the supply have more coins of a tribe than the record can hold."""
    coins = num_players * deck.setup.coins + deck.setup.supply
    if coins > MAX_COINS:
        raise ValueError(
            f"setup.supply: expected at most {MAX_COINS} coins of a tribe, found {coins} with {num_players} players"
        )


def _check_monkeys(deck: Deck, num_players: int) -> None:
    """R7: Raise ValueError unless there are enough monkeys to refill the pool after every round but the last."""
    rounds = deck.rounds(num_players)
    least = num_players + deck.setup.pool_extra + num_players * (rounds - 1)
    if deck.counts.monkeys < least:
        raise ValueError(
            f"monkeys: expected at least {least} for {num_players} players and {rounds} rounds, "
            f"found {deck.counts.monkeys} (R7)"
        )


def _check_ships(deck: Deck, num_players: int) -> None:
    """R7: Raise ValueError unless a ship is left to draw even if all monkeys are won and the smallest ships fill."""
    on_the_table = num_players + deck.setup.ship_pool
    most = most_full_ships(deck, num_players * deck.rounds(num_players))
    if most > deck.counts.ships - on_the_table:
        raise ValueError(
            f"ships: with {num_players} players {most} ships can launch full; "
            f"expected at least {most + on_the_table} ships, found {deck.counts.ships} (R7)"
        )


def most_full_ships(deck: Deck, num_monkeys: int) -> int:
    """R7: Return how many ships of the deck `num_monkeys` monkeys can fill at most, the smallest ships first."""
    seats = sorted(seats for ships in deck.ships.values() for seats, _ in ships)
    return sum(sum(seats[: count + 1]) <= num_monkeys for count in range(len(seats)))


def load_deck(source: DeckSource = "standard") -> Deck:
    """Return a checked deck: by the name of one in the package, by the path of a TOML file, or from a file's content.

    A string that could be a Python name is taken for a deck's name. A `Deck` is returned as it is.

    Raises:
        DeckError: the message names the file, the key, and what was expected.
    """
    if isinstance(source, Deck):
        return source
    if isinstance(source, Mapping):
        return _validated(source, "deck")
    if isinstance(source, str) and source.isidentifier():
        return _deck_named(source)
    if isinstance(source, str | Path):
        return _deck_in(Path(source))
    raise DeckError(f"deck: expected a name, a path or a file's content, found {type(source).__name__}")


def deck_names() -> list[str]:
    """Return the names of the decks that come with the package, in alphabetical order."""
    return sorted(path.stem for path in resource("configs", GAME, "decks").glob("*.toml"))


@cache
def _deck_named(name: str) -> Deck:
    """Return the deck of the package with this name, read only once; raise DeckError if there is none."""
    if name not in deck_names():
        raise DeckError(
            f"deck: expected one of {', '.join(deck_names())} or the path of a .toml file, found {shown(name)}"
        )
    return _deck_in(resource("configs", GAME, "decks", f"{name}.toml"))


def _deck_in(path: Path) -> Deck:
    """Return the deck in a TOML file; raise DeckError if the file cannot be read or its deck cannot be played with."""
    content = read_bytes(path, MAX_FILE_BYTES, DeckError)
    try:
        table = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise DeckError(f"{path}: expected a TOML file: {error}") from None
    return _validated(table, str(path))


def _validated(content: Plain, where: str) -> Deck:
    """Return the deck with this content; raise DeckError, which begins with `where`, if it cannot be played with."""
    try:
        return Deck.model_validate(_with_tuples(content))
    except ValidationError as error:
        raise DeckError(f"{where}: {first_problem(error)}") from None


def _with_tuples(content: Plain) -> Plain:
    """Return a deck's content with ships as tuples, as the strict model wants; they are lists in TOML and JSON.

    `content` itself is not changed.
    """
    ships = content.get("ships")
    if not isinstance(ships, dict):
        return content
    pairs = {
        tribe: [tuple(ship) if isinstance(ship, list) else ship for ship in row] if isinstance(row, list) else row
        for tribe, row in ships.items()
    }
    return {**content, "ships": pairs}
