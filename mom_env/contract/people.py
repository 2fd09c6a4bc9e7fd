"""A game for people: the module `people` of its package, and what it is made of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from rich.console import RenderableType

from mom_env.contract.options import GameOptions
from mom_env.contract.records import Records

G = TypeVar("G")
V_co = TypeVar("V_co", covariant=True)
Rs_contra = TypeVar("Rs_contra", contravariant=True)

Plain = Mapping[str, object]  # names, and values as JSON has them


class Deck(Protocol):
    """A data file of a game, checked: all that is a number and not a rule."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def player_counts(self) -> Sequence[int]:
        """The numbers of players it is for."""

    def plain(self) -> Plain:
        """Return its content as JSON values."""

    def played(self) -> Plain:
        """Return what a game is played with as JSON values: without the name."""


DeckSource = str | Path | Plain | Deck  # name, path or content of a data file


class Ruleset(Protocol):
    """What a game is played with; it never changes."""

    @property
    def deck(self) -> Deck:
        """A data file."""

    @property
    def options(self) -> GameOptions:
        """Rule options."""

    @property
    def rules(self) -> Records:
        """Both as kernels want them: an array of one record, read-only."""

    @property
    def num_players(self) -> int:
        """How many seats there are."""


class Words(Protocol):
    """The names that hold in one position."""

    def choice(self, action: int) -> Plain:
        """Return the dict that stands for an action in `choices()` and in replays."""

    def action(self, decision: str, choice: Plain) -> int:
        """Return the action that a choice stands for; raise `IllegalAction` if it has not the form of the decision."""

    def describe(self, action: int) -> str:
        """Return an action in words; of any id."""


class ActionRange(NamedTuple):
    """A named piece of the table of actions: one row of the docs."""

    name: str
    decision: str | IntEnum  # its name, or a number with a name
    start: int
    size: int
    meaning: str


class Piece(NamedTuple):
    """A named part of the observation: one row of the docs."""

    name: str
    shape: tuple[int, ...]
    scale: str  # what a value of 1 stands for
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Bot(NamedTuple):
    """A player as a kernel.

    Attributes:
        number: by which `choose` knows it.
        version: raised whenever its moves change: results of different versions are never put together.
        what: it does, in a few words.
    """

    number: int
    version: int
    what: str


class Entry(NamedTuple):
    """A choice as it is listed and typed.

    Attributes:
        label: what is typed: a number, or what the game counts its choices by, as "7" and "7b" for two of 7 points.
        listed: what stands behind the label in a list.
        words: the choice in words, which can be typed too.
        action: the action that it stands for.
        others: how many more choices the entry stands for in a short list, as those of as many points.
        is_short: whether a short list has it.
    """

    label: str
    listed: str
    words: str
    action: int
    others: int = 0
    is_short: bool = True


class People(Protocol[G, V_co, Rs_contra]):
    """What people see of a game: the module `people` of its package.

    Names that `PEOPLE_DEFAULTS` lists may be left out: `mom_env.base.people` has them.
    """

    @property
    def Game(self) -> type[G]:
        """A subclass of `mom_env.base.game.Game`."""

    @property
    def VectorGame(self) -> type[V_co]:
        """A subclass of `mom_env.base.vector_game.VectorGame`."""

    @property
    def BOTS(self) -> Mapping[str, Bot]:
        """The bots by name, the weakest first."""

    @property
    def OPTIONS(self) -> type[GameOptions]:
        """The form of rule options; its docstring has a line for each under `Attributes:`."""

    @property
    def DECKS(self) -> Sequence[str]:
        """The names of the data files that come with the game, "standard" among them."""

    @property
    def ACTIONS(self) -> Sequence[ActionRange]:
        """Every id once, in order."""

    ACTIONS_TEXT: str  # what opens the page of the actions

    @property
    def LAYOUT(self) -> Sequence[Piece]:
        """Every number of an observation once, in order."""

    LAYOUT_TEXT: str  # what opens the page of the observation
    HIDDEN_TEXT: str  # what `write_hidden` writes, behind "what nobody knows: "
    LOSS_TEXT: str  # why no return by score falls below `least_score_return`, behind a colon; empty: it needs no reason
    MENU_HELP: str  # how choices are typed, beside their numbers
    INTRODUCTION: str  # the game in two sentences, before one is shown

    def describe(self, action: int) -> str:
        """Return an action id in words that hold in every game."""

    def menu(self, game: G) -> list[Entry]:
        """Return the choices of the seat to move as they are listed and typed."""

    def say(self, game: G, action: int) -> str:
        """Return an action of the seat to move in words."""

    def question(self, game: G) -> str:
        """Return what the seat to move is asked."""

    def show(self, game: G, seat: int | None, names: list[str]) -> RenderableType:
        """Return the position for a terminal, as a seat sees it; None sees everything."""

    def show_scoring(self, game: G, names: list[str]) -> RenderableType:
        """Return how the points of a finished game came about."""

    def tell(self, game: G, choose: Callable[[G], int], names: list[str]) -> Iterable[RenderableType]:
        """Play a game to its end by `choose`, and yield what happens, and at last how it ended."""

    def least_score_return(self, ruleset: Rs_contra) -> float:
        """Return a number that no return by score falls below with this ruleset; what a forfeit may cost."""


PEOPLE_DEFAULTS = (
    "DECKS",
    "ACTIONS_TEXT",
    "LAYOUT_TEXT",
    "HIDDEN_TEXT",
    "LOSS_TEXT",
    "MENU_HELP",
    "INTRODUCTION",
    "describe",
    "menu",
    "say",
    "question",
    "show",
    "show_scoring",
    "tell",
    "least_score_return",
)
