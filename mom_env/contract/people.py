"""A game for people: the module `people` of its package, and the types that it uses."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from rich.console import RenderableType

from mom_env.contract.options import GameOptions
from mom_env.contract.records import Indices, Records

G = TypeVar("G")
V_co = TypeVar("V_co", covariant=True)
Rs_contra = TypeVar("Rs_contra", contravariant=True)

Plain = Mapping[str, object]  # JSON values by name


class Deck(Protocol):
    """A checked data file of a game, with all numbers that are not rules."""

    @property
    def name(self) -> str:
        """The name of the file."""

    @property
    def player_counts(self) -> Sequence[int]:
        """The numbers of players that it is for."""

    def plain(self) -> Plain:
        """Return the content of the file as JSON values by name."""

    def played(self) -> Plain:
        """Return what a game is played with, as JSON values: the content of the file without its name."""


DeckSource = str | Path | Plain | Deck  # name, path or content of a data file


class Ruleset(Protocol):
    """Data file, rule options and number of players of a game. It never changes; the seed is not part of it."""

    @property
    def deck(self) -> Deck:
        """The data file."""

    @property
    def options(self) -> GameOptions:
        """The rule options."""

    @property
    def rules(self) -> Records:
        """Data file and options for kernels: a read-only array of one record."""

    @property
    def num_players(self) -> int:
        """The number of seats."""


class Words(Protocol):
    """The names that apply in one position."""

    def choice(self, action: int) -> Plain:
        """Return the dict that stands for the action id `action` in `choices()` and in replays."""

    def action(self, decision: str, choice: Plain) -> int:
        """Return the id of the action that the dict `choice` stands for.

        `decision` is the name of the decision to be taken. Raise `IllegalAction` if `choice` does not fit it.
        """

    def describe(self, action: int) -> str:
        """Return `action`, which may be any action id, in words, with the names of this position."""


class ActionRange(NamedTuple):
    """A named range of the table of actions: one row of the docs."""

    name: str
    decision: str | IntEnum  # name of the decision, or a number with that name
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
        """The number of values: the product of the lengths in `shape`."""
        size = 1
        for length in self.shape:
            size *= length
        return size


class Bot(NamedTuple):
    """A player as a kernel.

    Attributes:
        number: that `choose` takes.
        version: raised whenever the bot's moves change: results of different versions are never combined.
        what: the bot does, in a few words.
    """

    number: int
    version: int
    what: str


class MenuEntry(NamedTuple):
    """A choice as it is listed for a person, and typed.

    Attributes:
        label: what is typed: a number, or what the game counts its choices by, as "7" and "7b" for two of 7 points.
        listed: text after the label in a list.
        words: the choice in words, which can be typed too.
        action: the action that it stands for.
        others: how many more choices the entry stands for in a short list, such as others of the same points.
        is_short: whether a short list contains it.
    """

    label: str
    listed: str
    words: str
    action: int
    others: int = 0
    is_short: bool = True


class ScoreLine(NamedTuple):
    """A line of the final scoring.

    Attributes:
        what: is counted, in words.
        points: that it brings, by seat.
        notes: what led to the points, by seat, such as "status 5"; empty if there is nothing to say.
    """

    what: str
    points: tuple[int, ...]
    notes: tuple[str, ...] = ()


class People(Protocol[G, V_co, Rs_contra]):
    """What people see of a game: the module `people` of its package.

    Names that `PEOPLE_DEFAULTS` lists may be left out: `mom_env.base.people` has the defaults.
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
        """The schema of the rule options; its docstring explains each under `Attributes:`."""

    @property
    def DECKS(self) -> Sequence[str]:
        """The names of the data files that come with the game, "standard" among them."""

    @property
    def ACTIONS(self) -> Sequence[ActionRange]:
        """All ranges of action ids, in order; each id is in one of them."""

    ACTIONS_TEXT: str  # first paragraph of the page of the actions

    @property
    def LAYOUT(self) -> Sequence[Piece]:
        """All pieces of the observation, in order."""

    LAYOUT_TEXT: str  # first paragraph of the page of the observation
    HIDDEN_TEXT: str  # what `write_hidden` writes, printed after "what nobody knows: "
    LOSS_TEXT: str  # why no return by score falls below `least_score_return`, printed after a colon; may be empty
    SOLO_RETURNS: Mapping[str, str]  # what the game's own `solo_return_of` pays, by reward, after "with one player"
    MENU_HELP: str  # how else choices can be typed than by their numbers
    INTRODUCTION: str  # the game in two sentences, printed before a game is shown
    SOLO_INTRODUCTION: str  # the same for who plays alone; empty if INTRODUCTION is right there, too
    RULES_PAGE: str  # how it is played, for `mom rules`: paragraphs, with "# " before headings and "* " before items

    def describe(self, action: int) -> str:
        """Return any action id in words that are right in every position of the game."""

    def menu(self, game: G) -> list[MenuEntry]:
        """Return the choices of the seat to move as they are listed and typed, in the order of the list."""

    def say(self, game: G, action: int) -> str:
        """Return the action id `action` of the seat to move in words that are right in the position of `game`.

        It need not be legal. By default this is `game.describe(action)`.
        """

    def question(self, game: G) -> str:
        """Return the question to the seat to move, such as "Your bet?"."""

    def position_lines(self, game: G, seat: int) -> list[str]:
        """Return all that `seat` may know of the position in lines of text, without choices, for programs.

        Positions that differ only in what is hidden from the seat have the same lines.
        """

    def show(self, game: G, seat: int | None, names: list[str]) -> RenderableType:
        """Return the position as something that a terminal shows, as `seat` sees it; with None all is seen.

        `names` are those of the players, by seat.
        """

    def show_scoring(self, game: G, names: list[str]) -> RenderableType:
        """Return an explanation of the scores of a finished game, for a terminal; `names` are the players by seat."""

    def score_lines(self, game: G) -> list[ScoreLine]:
        """Return where the scores of a finished game come from, line by line; the last line is the whole score."""

    def news(self, before: G, action: int, after: G, seat: int, names: list[str]) -> list[str]:
        """Return in sentences what one choice has led to, and nothing that `seat` may not know.

        Args:
            before: the game at the choice.
            action: what the seat to move in `before` has chosen.
            after: the game at the next decision, which may be a forced one.
            seat: who reads the sentences.
            names: the players by seat, `seat` itself as "you".
        """

    def tell(self, game: G, choose: Callable[[G], int], names: list[str]) -> Iterable[RenderableType]:
        """Play `game` to its end by `choose`, and yield lines for a terminal: what happens, and finally the result.

        `choose` returns the action of the seat to move; `names` are the players by seat.
        """

    def list_own_inputs(self, ruleset: Rs_contra) -> Mapping[str, Indices]:
        """Return where in the observation the inputs are that are about one action alone, by range of actions.

        A range has an array of shape (actions, inputs); all its actions have the same kinds of inputs, in the same
        order. Networks can share weights among the actions of a range. A range may be left out.
        """

    def least_score_return(self, ruleset: Rs_contra) -> float:
        """Return a lower bound of a seat's returns with the reward "vp" and this ruleset.

        A forfeit has this return, or LOSS (-1) if that is lower.
        """


PEOPLE_DEFAULTS = (
    "DECKS",
    "ACTIONS_TEXT",
    "LAYOUT_TEXT",
    "HIDDEN_TEXT",
    "LOSS_TEXT",
    "SOLO_RETURNS",
    "MENU_HELP",
    "INTRODUCTION",
    "SOLO_INTRODUCTION",
    "RULES_PAGE",
    "describe",
    "menu",
    "say",
    "question",
    "position_lines",
    "show",
    "show_scoring",
    "score_lines",
    "news",
    "tell",
    "list_own_inputs",
    "least_score_return",
)
