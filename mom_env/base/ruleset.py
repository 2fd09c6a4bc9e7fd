"""What a game is played with: a data file and options, and the record `rules` that kernels read.

A game defines the forms of both and fills the record; finding, reading and checking them is the same for all games.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, Protocol, Self, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.common.arguments import players_in_words, shown, whole_of
from mom_env.common.files import read_bytes
from mom_env.common.problems import first_problem
from mom_env.common.resources import resource
from mom_env.contract.options import GameOptions, OptionsSource
from mom_env.contract.people import DeckSource, Plain
from mom_env.contract.records import Records
from mom_env.errors import DeckError, GameError, OptionError
from mom_env.loops import kernels_of

MAX_FILE_BYTES = 100_000
MAX_REASON = 1000  # characters; keeps a data file small enough for texts and replays


class Entries(BaseModel):
    """A table of a data file: its entries are checked strictly, unknown ones are refused, and it never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Source(Entries):
    """How the numbers of a table are known, and why these numbers were chosen.

    "published": the printed rules say so. "reported": only shops or a review say so. "derived": it follows from such
    numbers. "inferred": of everything that they leave open, it fits them best. "assumed": it was chosen for this
    project.
    """

    known: Literal["published", "reported", "derived", "inferred", "assumed"]
    reason: Annotated[str, Field(min_length=10, max_length=MAX_REASON)]


class DataFile(Entries):
    """A data file of a game: all of its numbers, and none of its rules. A game adds its own entries.

    It also says for which numbers of players it is, by an entry or a property `player_counts`.

    Attributes:
        name: the name of the data file.
    """

    name: str

    def plain(self) -> Plain:
        """Return the file's content as JSON values by name, without entries that are None."""
        return self.model_dump(mode="json", exclude_none=True)

    def played(self) -> Plain:
        """Return all that a game is played with as JSON values: the content without its name and its sources."""
        return self.model_dump(mode="json", exclude_none=True, exclude={"name", "sources"})


class Deck(DataFile):
    """A data file that lists the numbers of players that it is for.

    Attributes:
        player_counts: these numbers.
    """

    player_counts: list[int]


class AnyDeck(Protocol):
    """A checked data file, of whatever form."""

    @property
    def name(self) -> str:
        """The name of the file."""

    @property
    def player_counts(self) -> Sequence[int]:
        """The numbers of players that it is for."""

    def plain(self) -> Plain:
        """Return the file's content as JSON values by name."""

    def played(self) -> Plain:
        """Return all that a game is played with as JSON values: the content without the name."""

    @classmethod
    def model_validate(cls, obj: object) -> Self:
        """Return the data file with the content `obj`; raise a ValidationError if it is wrong."""


D = TypeVar("D", bound=AnyDeck)
O = TypeVar("O", bound=GameOptions)  # noqa: E741  # the O of options


@dataclass(frozen=True)
class Ruleset(Generic[D, O]):
    """A data file and options for one number of players; it never changes."""

    deck: D
    options: O
    rules: Records  # an array of one record, read-only

    def __post_init__(self) -> None:
        """Make the record read-only."""
        self.rules.flags.writeable = False

    @property
    def num_players(self) -> int:
        """The number of seats."""
        return int(self.rules["num_players"][0])

    def __reduce__(self) -> tuple[object, ...]:
        """Return what pickle calls to make this again, so that the copy's record is read-only as well."""
        return type(self), (self.deck, self.options, self.rules)


def fill_by_name(rules: Any, deck: AnyDeck, options: GameOptions) -> None:  # noqa: ARG001  # called as those of games
    """Write each option into the field of the record `rules` that has its name; `deck` is not used.

    Raises:
        GameError: an option has no such field.
    """
    for name in type(options).model_fields:
        if name not in rules.dtype.names:
            raise GameError(f"RULES_DTYPE: expected a field {name!r}, as the option, or a `fill` for the Rulesets")
        rules[name] = getattr(options, name)


class Rulesets(Generic[D, O]):
    """A maker of rulesets; a game has one as its `make_ruleset`."""

    def __init__(
        self, package: str, decks: Mapping[str, D], options: type[O], fill: Callable[[Any, D, O], None] | None = None
    ) -> None:
        """Take what the rulesets of a game are made from.

        Args:
            package: the package of the game; its kernels define the type of the record.
            decks: the data files that come with the game, by name; all have one form.
            options: the form of its rule options.
            fill: writes data file and options, its second and third argument, into a record that is 0 but for
                `num_players` and `skip_forced`. By default each option is written to the field of its name.
        """
        self._package, self._decks, self._options, self._fill = package, decks, options, fill or fill_by_name
        self._form: type[D] = type(next(iter(decks.values())))
        self._known: dict[tuple[str, O, int, bool], Ruleset[D, O]] = {}  # of files of the game, by their names

    def __call__(
        self,
        num_players: int,
        deck: DeckSource = "standard",
        options: OptionsSource = None,
        *,
        skip_forced: bool = True,
    ) -> Ruleset[D, O]:
        """Return the ruleset for a number of players, with deck and options loaded and checked.

        Args:
            num_players: how many seats, as the deck allows.
            deck: name, path or content of a data file.
            options: rule options by name, or None for the defaults.
            skip_forced: whether forced decisions, with one option that everybody can see, are played without stopping
                at them.

        Raises:
            DeckError, OptionError: the error says what was expected, and what was found.
        """
        loaded, chosen, count = self.load_deck(deck), self._options.checked(options), whole_of(num_players)
        if count is None or count not in loaded.player_counts:
            counts = players_in_words(*loaded.player_counts)
            raise DeckError(f"num_players: deck {loaded.name!r} is for {counts}, found {shown(num_players)}")
        if not isinstance(skip_forced, bool):
            raise OptionError(f"skip_forced: expected True or False, found {shown(skip_forced)}")
        if not isinstance(deck, str) or not deck.isidentifier():
            return self._made(loaded, chosen, count, skip_forced=skip_forced)
        key = deck, chosen, count, skip_forced
        if key not in self._known:  # to make it again each time would be most of the cost of a deal
            self._known[key] = self._made(loaded, chosen, count, skip_forced=skip_forced)
        return self._known[key]

    def _made(self, deck: D, options: O, num_players: int, *, skip_forced: bool) -> Ruleset[D, O]:
        """Return the ruleset of a checked data file and options, with a record of its own."""
        rules = np.zeros(1, kernels_of(self._package).RULES_DTYPE)
        rules["num_players"], rules["skip_forced"] = num_players, skip_forced
        self._fill(rules[0], deck, options)
        return Ruleset(deck, options, rules)

    def load_deck(self, source: DeckSource) -> D:
        """Return a checked data file by its name, by its path, or from its content; a checked one is returned itself.

        Raises:
            DeckError: the error names the file, the key, and what was expected.
        """
        if isinstance(source, self._form):
            return source
        if isinstance(source, Mapping):
            return checked_file(self._form, source, "deck")
        if isinstance(source, str) and source.isidentifier():
            if source not in self._decks:
                names = ", ".join(self._decks)
                raise DeckError(f"deck: expected one of {names} or the path of a .toml file, found {shown(source)}")
            return self._decks[source]
        if isinstance(source, str | Path):
            return read_file(self._form, Path(source))
        raise DeckError(f"deck: expected a name, a path or a file's content, found {type(source).__name__}")


def files_of(game: str, form: type[D]) -> dict[str, D]:
    """Return the data files that come with a game of this package, by name in alphabetical order, read and checked.

    They are in the folder `decks` of the game's configurations; `form` is their class.

    Raises:
        DeckError: one of them is wrong.
    """
    return {path.stem: read_file(form, path) for path in sorted(resource("configs", game, "decks").glob("*.toml"))}


def read_file(form: type[D], path: Path) -> D:
    """Return the data file at `path`, checked by the class `form`.

    Raises:
        DeckError: it cannot be read, is not TOML, or has a wrong entry.
    """
    content = read_bytes(path, MAX_FILE_BYTES, DeckError)
    try:
        table = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise DeckError(f"{path}: expected a TOML file: {error}") from None
    return checked_file(form, table, str(path))


def checked_file(form: type[D], content: Plain, where: str) -> D:
    """Return a data file of the class `form` made from its content; `where` names it in the error.

    Raises:
        DeckError: an entry is wrong.
    """
    try:
        return form.model_validate(dict(content))
    except ValidationError as error:
        raise DeckError(f"{where}: {first_problem(error)}") from None
