"""Deck files and rule options: read, validated, and turned into the record that kernels know as `rules`."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mom_env.errors import DeckError, OptionError
from mom_env.monkeys_on_the_moon.state import (
    MAX_CARDS,
    MAX_COINS,
    MAX_HAND,
    MAX_MONKEY_POOL,
    MAX_MONKEYS,
    MAX_MOVES,
    MAX_PLAYERS,
    MAX_SEATS,
    MAX_SHIP_POOL,
    MAX_SHIP_TYPES,
    MAX_SHIPS,
    MAX_STATUSES,
    MIN_PLAYERS,
    NUM_TRIBES,
    RULES_DTYPE,
)
from mom_env.resources import resource

GAME = "monkeys_on_the_moon"
DECK_FORMAT = "mom-deck/1"
MAX_TRACK = 100
MAX_VALUE = 20  # of a move, a status, a VP; keeps every sum inside the record's fields
MAX_FILE_BYTES = 100_000

DeckSource = str | Path | Mapping[str, Any]

Value = Annotated[int, Field(ge=1, le=MAX_VALUE)]
Award = Annotated[int, Field(ge=0, le=MAX_VALUE)]
Six = Annotated[list[Award], Field(min_length=NUM_TRIBES, max_length=NUM_TRIBES)]
ShipType = tuple[Annotated[int, Field(ge=1, le=MAX_SEATS)], Award]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Counts(_Table):
    """How many cards there must be in all."""

    civilization: Annotated[int, Field(ge=1, le=MAX_CARDS)]
    monkeys: Annotated[int, Field(ge=1, le=MAX_MONKEYS)]
    ships: Annotated[int, Field(ge=1, le=MAX_SHIPS)]


class Track(_Table):
    """4.2, 5: the tribe track."""

    spaces: Annotated[int, Field(ge=1, le=MAX_TRACK)]
    white_dot: Annotated[int, Field(ge=1, le=MAX_TRACK)]

    @model_validator(mode="after")
    def _dot_is_on_the_track(self) -> Self:
        if self.white_dot > self.spaces:
            raise ValueError(f"white_dot: expected a space from 1 to {self.spaces}, found {self.white_dot}")
        return self


class Titles(_Table):
    """4.3: VP by the tribe's rank."""

    leader: Six
    undersecretary: Six


class SetupNumbers(_Table):
    """2: how much of everything."""

    hand: Annotated[int, Field(ge=1, le=MAX_HAND)]
    coins: Annotated[int, Field(ge=0, le=MAX_COINS)]
    supply: Annotated[int, Field(ge=0, le=MAX_COINS)]
    pool_extra: Annotated[int, Field(ge=0, le=MAX_MONKEY_POOL)]
    ship_pool: Annotated[int, Field(ge=1, le=MAX_SHIP_POOL)]
    scorn_penalty: Award


class Source(_Table):
    """How a table of the file is known."""

    known: Literal["published", "inferred", "assumed"]
    reason: Annotated[str, Field(min_length=10)]


class Sources(_Table):
    """One entry for each table."""

    counts: Source
    civilization: Source
    monkeys: Source
    ships: Source
    track: Source
    titles: Source
    setup: Source
    out_of_game: Source


class Deck(_Table):
    """A deck file: everything about the game that is a number and not a rule."""

    format: Literal["mom-deck/1"]
    game: Literal["monkeys_on_the_moon"]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    tribes: Annotated[
        list[Annotated[str, Field(pattern=r"^[a-z]{1,20}$")]], Field(min_length=NUM_TRIBES, max_length=NUM_TRIBES)
    ]
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
        """The numbers of players that the deck is for."""
        return sorted(int(n) for n in self.out_of_game)

    @property
    def moves(self) -> list[int]:
        """The distinct moves of civilization cards; their indices stand in actions."""
        return sorted({move for cards in self.civilization.values() for move in cards})

    @property
    def statuses(self) -> list[int]:
        """The distinct statuses of monkeys."""
        return sorted({status for cards in self.monkeys.values() for status in cards})

    @property
    def ship_types(self) -> list[tuple[int, int]]:
        """The distinct pairs of seats and VP."""
        return sorted({ship for ships in self.ships.values() for ship in ships})

    def rounds(self, num_players: int) -> int:
        """2.3: how many rounds the civilization cards last."""
        return (self.counts.civilization - self.out_of_game[_key(num_players)]) // num_players

    def plain(self) -> dict[str, Any]:
        """The file's content as plain JSON values."""
        return self.model_dump(mode="json")

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        if len(set(self.tribes)) != NUM_TRIBES:
            raise ValueError(f"tribes: expected {NUM_TRIBES} different names, found {self.tribes}")
        for key in ("civilization", "monkeys", "ships"):
            self._check_cards(key)
        _check_kinds("civilization", "moves", self.moves, MAX_MOVES)
        _check_kinds("monkeys", "statuses", self.statuses, MAX_STATUSES)
        _check_kinds("ships", "pairs of seats and VP", self.ship_types, MAX_SHIP_TYPES)
        if not self.out_of_game:
            raise ValueError("out_of_game: expected at least one number of players from 2 to 4, found none")
        for num_players in self.player_counts:
            self._check_for(num_players)
        return self

    def _check_cards(self, key: Literal["civilization", "monkeys", "ships"]) -> None:
        cards: dict[str, list[Any]] = getattr(self, key)
        if set(cards) != set(self.tribes):
            raise ValueError(f"{key}: expected one list for each of {self.tribes}, found {sorted(cards)}")
        expected, found = getattr(self.counts, key), sum(map(len, cards.values()))
        if found != expected:
            raise ValueError(f"{key}: expected {expected} cards as in counts.{key}, found {found}")

    def _check_for(self, num_players: int) -> None:
        """R7: with this deck nothing may run out."""
        left = self.counts.civilization - self.out_of_game[_key(num_players)]
        least = self.setup.hand * num_players
        if left % num_players or left < least:
            raise ValueError(
                f"out_of_game.{num_players}: expected to leave a multiple of {num_players} civilization cards, "
                f"at least {least}, found {left} (R7)"
            )
        rounds = self.rounds(num_players)
        pool = num_players + self.setup.pool_extra
        self._check_pieces(num_players, pool)
        monkeys = pool + num_players * (rounds - 1)
        if self.counts.monkeys < monkeys:
            raise ValueError(
                f"monkeys: expected at least {monkeys} for {num_players} players and {rounds} rounds, "
                f"found {self.counts.monkeys} (R7)"
            )
        spare = self.counts.ships - num_players - self.setup.ship_pool
        most = most_full_ships(self, num_players * rounds)
        if most > spare:
            raise ValueError(
                f"ships: with {num_players} players {most} ships can launch full; expected at least "
                f"{most + num_players + self.setup.ship_pool} ships, found {self.counts.ships} (R7)"
            )

    def _check_pieces(self, num_players: int, pool: int) -> None:
        if pool > MAX_MONKEY_POOL:
            raise ValueError(
                f"setup.pool_extra: expected a pool of at most {MAX_MONKEY_POOL} monkeys, "
                f"found {pool} with {num_players} players"
            )
        coins = num_players * self.setup.coins + self.setup.supply
        if coins > MAX_COINS:
            raise ValueError(
                f"setup.supply: expected at most {MAX_COINS} coins of a tribe, found {coins} with {num_players} players"
            )


def most_full_ships(deck: Deck, num_monkeys: int) -> int:
    """R7: the most ships whose seats, smallest first, sum to at most that many monkeys."""
    seats = sorted(seats for ships in deck.ships.values() for seats, _ in ships)
    count = 0
    while count < len(seats) and seats[count] <= num_monkeys:
        num_monkeys -= seats[count]
        count += 1
    return count


def _key(num_players: int) -> Literal["2", "3", "4"]:
    keys: tuple[Literal["2", "3", "4"], ...] = ("2", "3", "4")
    return keys[num_players - MIN_PLAYERS]


def _check_kinds(key: str, what: str, kinds: list[Any], most: int) -> None:
    if len(kinds) > most:
        raise ValueError(f"{key}: expected at most {most} different {what}, found {len(kinds)}: {kinds}")


class Options(BaseModel):
    """The rule options of the rules page, sections 3.2, 4, 5 and 6."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)

    raise_: Annotated[Literal["free", "add_only"], Field(alias="raise")] = "free"
    final_launch_clears_scorn: bool = True
    hidden_coins: bool = False
    maximum_scorn: bool = False
    monkey_treachery: bool = False

    def plain(self) -> dict[str, Any]:
        """All options with their values, by the names that users give."""
        return self.model_dump(by_alias=True)


def load_deck(source: DeckSource = "standard") -> Deck:
    """A deck by its name, by the path of its file, or from a file's content.

    Raises:
        DeckError: it names the file, the key, and what was expected.
    """
    if isinstance(source, Deck):
        return source
    if isinstance(source, Mapping):
        return _validated(dict(source), "deck")
    if isinstance(source, str) and source.isidentifier():
        return _deck_named(source)
    if isinstance(source, str | Path):
        return _deck_in(Path(source))
    raise DeckError(f"deck: expected a name, a path or a file's content, found {type(source).__name__}")


def deck_names() -> list[str]:
    """The decks that come with the package."""
    return sorted(path.stem for path in resource("configs", GAME, "decks").glob("*.toml"))


@cache
def _deck_named(name: str) -> Deck:
    if name not in deck_names():
        raise DeckError(f"deck: expected one of {', '.join(deck_names())} or the path of a .toml file, found {name!r}")
    return _deck_in(resource("configs", GAME, "decks", f"{name}.toml"))


def _deck_in(path: Path) -> Deck:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise DeckError(f"{path}: expected a deck file of at most {MAX_FILE_BYTES} bytes")
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DeckError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DeckError(f"{path}: expected a TOML file: {error}") from error
    return _validated(content, str(path))


def _validated(content: dict[str, Any], where: str) -> Deck:
    try:
        return Deck.model_validate(_with_tuples(content))
    except ValidationError as error:
        raise DeckError(f"{where}: {_first_problem(error)}") from None


def _with_tuples(content: dict[str, Any]) -> dict[str, Any]:
    """Pairs are lists in TOML and JSON; the strict model wants tuples."""
    ships = content.get("ships")
    if not isinstance(ships, dict):
        return content
    pairs = {
        tribe: [tuple(ship) if isinstance(ship, list) else ship for ship in row] if isinstance(row, list) else row
        for tribe, row in ships.items()
    }
    return {**content, "ships": pairs}


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "value_error":  # ours: it names key, expected and found
        message = problem["msg"].removeprefix("Value error, ")
        return f"{key}.{message}" if key else message
    if problem["type"] == "extra_forbidden":
        return f"{key}: unknown key"
    if problem["type"] == "missing":
        return f"{key}: expected, but missing"
    message = problem["msg"]
    return f"{key}: {message[0].lower()}{message[1:]}, found {problem['input']!r}"


def load_options(options: Mapping[str, Any] | Options | None = None) -> Options:
    """Rule options by name; what is not named keeps its default.

    Raises:
        OptionError: an option or value that does not exist; it says which do.
    """
    if isinstance(options, Options):
        return options
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"options: expected a mapping of names to values, found {type(options).__name__}")
    known = Options().plain()
    for name in options or {}:
        if name not in known:
            raise OptionError(f"options: expected some of {', '.join(known)}, found {name!r}")
    try:
        return Options.model_validate(dict(options or {}))
    except ValidationError as error:
        raise OptionError(f"options.{_first_problem(error)}") from None


def make_rules(deck: Deck, options: Options, num_players: int, *, skip_forced: bool) -> NDArray[Any]:
    """The record of deck and options, as an array of one: kernels take `(states, i, rules)`.

    Raises:
        DeckError: the deck is not for that many players.
    """
    if isinstance(num_players, bool) or not isinstance(num_players, int | np.integer):
        raise DeckError(f"num_players: expected a whole number, found {num_players!r}")
    if num_players not in deck.player_counts:
        counts = ", ".join(map(str, deck.player_counts))
        raise DeckError(f"num_players: deck {deck.name!r} is for {counts} players, found {num_players}")
    rules = np.zeros(1, RULES_DTYPE)
    _fill_options(rules[0], options, skip_forced)
    _fill_numbers(rules[0], deck, int(num_players))
    _fill_cards(rules[0], deck)
    _fill_reciprocals(rules[0], deck, int(num_players))
    _fill_constants(rules[0], deck, options, int(num_players))
    rules.flags.writeable = False
    return rules


def _fill_options(rules: Any, options: Options, skip_forced: bool) -> None:
    rules.skip_forced = skip_forced
    rules.add_only = options.raise_ == "add_only"
    rules.final_launch_clears_scorn = options.final_launch_clears_scorn
    rules.hidden_coins = options.hidden_coins
    rules.maximum_scorn = options.maximum_scorn
    rules.monkey_treachery = options.monkey_treachery


def _fill_numbers(rules: Any, deck: Deck, num_players: int) -> None:
    rules.num_players = num_players
    rules.rounds = deck.rounds(num_players)
    rules.hand_size = deck.setup.hand
    rules.first_coins = deck.setup.coins
    rules.first_supply = deck.setup.supply
    rules.monkey_pool_size = num_players + deck.setup.pool_extra
    rules.ship_pool_size = deck.setup.ship_pool
    rules.num_out_of_game = deck.out_of_game[_key(num_players)]
    rules.scorn_penalty = deck.setup.scorn_penalty
    rules.track_length = deck.track.spaces
    rules.white_dot = deck.track.white_dot
    rules.leader = deck.titles.leader
    rules.undersecretary = deck.titles.undersecretary


def _fill_cards(rules: Any, deck: Deck) -> None:
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


def _fill_reciprocals(rules: Any, deck: Deck, num_players: int) -> None:
    """So that every piece of the observation stays in [-1, 1]; the largest value that can occur becomes 1."""
    most_monkeys = max(map(len, deck.monkeys.values()))
    rules.per_round = 1 / rules.rounds
    rules.per_space = 1 / deck.track.spaces
    rules.per_coin = 1 / MAX_COINS
    rules.per_status = 1 / max(map(sum, deck.monkeys.values()))
    rules.per_monkey = 1 / max(most_monkeys, num_players * int(rules.rounds))
    rules.per_ship_vp = 1 / max(1, sum(vp for ships in deck.ships.values() for _, vp in ships))
    rules.per_move = 1 / max(deck.moves)
    rules.per_monkey_status = 1 / max(deck.statuses)
    rules.per_vp = 1 / max(1, *(vp for _, vp in deck.ship_types))
    rules.per_copy = 1 / max(map(_most_copies, (deck.civilization, deck.monkeys, deck.ships)))
    rules.per_crew_status = 1 / (MAX_SEATS * max(deck.statuses))
    rules.per_hand = 1 / deck.setup.hand
    rules.per_ship = 1 / deck.counts.ships


def _fill_constants(rules: Any, deck: Deck, options: Options, num_players: int) -> None:
    """The first numbers of every observation, in the order of its layout."""
    per_award = 1 / max(1, deck.setup.scorn_penalty, *deck.titles.leader, *deck.titles.undersecretary)
    players = [num_players == count for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    flags = [rules.add_only, *list(options.plain().values())[1:]]
    second = [award if num_players > MIN_PLAYERS else 0 for award in deck.titles.undersecretary]
    awards = [award * per_award for award in (*deck.titles.leader, *second, deck.setup.scorn_penalty)]
    rules.constants = [*players, *flags, deck.track.white_dot / deck.track.spaces, *awards]


def _most_copies(cards: Mapping[str, list[Any]]) -> int:
    return max(count for row in cards.values() for count in Counter(row).values())
