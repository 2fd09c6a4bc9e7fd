"""The game's part of the soak: the package or module `soak` of its package. All of it may be left out."""

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.kernels import M_contra, R_contra, S_contra
from mom_env.contract.options import OptionValue
from mom_env.contract.records import Indices, MaskRecord, StateRecord, ViewRecord
from mom_env.kernel.rng import Stream

N_contra = TypeVar("N_contra", contravariant=True)

# Numbers of the states in a `Room`: they are its first fields, and the rows of `raw`.
NOW, BEFORE, DEALT, SKIPPING, REDEALT, RESTORED = range(6)
NUM_STATES = 6


class Room(Protocol):
    """The memory of a soak: a record that `mom_env.checks.soak.room` makes."""

    now: StateRecord  # the game
    before: StateRecord  # before the last action
    dealt: StateRecord  # after the deal
    skipping: StateRecord  # the same game, with forced decisions skipped
    redealt: StateRecord  # the game with the hidden information dealt again
    restored: StateRecord  # `redealt` with the hidden information put back
    chance: StateRecord  # only its stream is used, to choose the actions
    mask: MaskRecord  # what the engine allows
    allowed: MaskRecord  # what the rules page allows
    seen: ViewRecord  # what a seat sees; not `view`, which is a method of records
    seen_again: ViewRecord  # what the seat sees after the redeal
    notes: np.void  # the game's own memory
    unseen: NDArray[np.int8]
    events: Indices  # how often each event was met
    raw: NDArray[np.uint8]  # the states' bytes, shape (NUM_STATES, size of a state)
    seen_bytes: NDArray[np.uint8]
    seen_again_bytes: NDArray[np.uint8]


class SoakSetting(NamedTuple):
    """A table at which the soak, random games that are checked, plays: a deck, a number of players and options."""

    deck: str  # name, or path of a data file
    num_players: int
    options: dict[str, OptionValue]  # all options
    changed: tuple[str, ...] = ()  # names of options that are not the default

    def __str__(self) -> str:
        """Return the setting in words, with the options that do not have their default."""
        told = [f"{name}={self.options[name]}" for name in self.changed]
        return f"deck {Path(self.deck).stem}, {self.num_players} players, " + (", ".join(told) or "default options")


class Told(IntEnum):
    """An enumeration whose members are numbered from 0, each with its meaning."""

    message: str

    def __new__(cls, message: str) -> Self:
        """Make the member with the next number, counted from 0; `message` is its meaning."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.message = message
        return member


class Violation(Told):
    """An invariant that a position breaks. A game with more of them has its own class, which includes these names."""

    NOTHING = "nothing is wrong"
    EMPTY_MASK = "the seat to move has no legal action"
    MASK = "the mask is not what the rules allow"
    IS_LEGAL = "is_legal says other than the mask"
    OBSERVATION = "an observation has a number outside -1 to 1"
    SKIPPING = "with forced decisions skipped it is another game"
    ENDLESS = "the game does not end"
    LEAK_IN_OBSERVATION = "an observation changes with what the seat cannot know"
    LEAK_IN_MASK = "a mask changes with what the seat cannot know"
    PUBLIC_CHANGED = "a redeal changes what the seat does know"


class Event(IntEnum):
    """A branch of the rules page, by name, that is counted. Its number is its index in the counts."""

    paragraph: str
    text: str

    def __new__(cls, paragraph: str, text: str) -> Self:
        """Make the member with the next number, counted from 0.

        `paragraph` is its number on the rules page, and `text` says what happens.
        """
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.paragraph, member.text = paragraph, text
        return member


# The names that a module may leave out, and what then holds.
SOAK_DEFAULTS = {
    "Event": "nothing is counted",
    "Violation": "those of every game",
    "NUM_STYLES": "1",
    "RESTORES_HIDDEN": "False",
    "NOTES_DTYPE": "room for nothing",
    "find_settings": "each data file with each number of players, and default options",
    "choose": "each legal action with the same chance",
    "expected_steps": "`decisions_per_game` of `INFO`",
    "is_forced": "as the engine says",
    "write_allowed": "as the engine says",
    "check_position": "nothing",
    "check_step": "nothing",
    "check_end": "nothing",
    "check_result": "nothing",
    "watch_deal": "nothing",
    "watch": "nothing",
    "keep_secrets": "nothing",
    "restore_hidden": "what a redeal changes is not checked",
}


class SoakKernels(Protocol[S_contra, R_contra, M_contra, N_contra]):
    """What `mom soak`, random play with checks after every step, needs of a game.

    It has the names of what is counted and of what can be wrong, and functions that choose actions and check positions.
    They get a game's `state` and `rules`, `notes`, the memory of these functions, and `events`, the counts by event.
    """

    @property
    def Event(self) -> type[Event]:
        """The branches of the game's rules that a soak counts, as a subclass of `mom_env.contract.soak.Event`."""

    @property
    def Violation(self) -> type[Told]:
        """What can be wrong: a subclass of `Told` that includes all names of `Violation`."""

    NUM_STYLES: int  # number of styles of play that `choose` knows
    RESTORES_HIDDEN: bool  # whether the game has `restore_hidden`
    NOTES_DTYPE: np.dtype[np.void]  # type of the game's own memory

    def find_settings(self) -> Sequence[SoakSetting]:
        """Return every setting of the soak (deck, number of players, options), in the order in which games take them.

        The first game has the first setting, and so on; after the last one the first follows again.
        """

    def choose(self, state: S_contra, mask: M_contra, style: int, stream: Stream) -> int:
        """Return a legal action of `mask`, drawn from `stream`, which advances; `style` is a number below NUM_STYLES.

        The style of play says which actions are likelier.
        """

    def expected_steps(self, rules: R_contra) -> int:
        """Return about how many steps, which are actions, a game has.

        In a secrecy pair, a game in which what a seat cannot know is dealt again, this happens after a random number of
        steps below it.
        """

    def is_forced(self, state: S_contra, rules: R_contra, num_allowed: int) -> bool:
        """Return whether everybody can see that the decision has only one option; do not ask the engine.

        `num_allowed` is the number of legal actions. The engine is what is checked, so the answer must not come from
        its `forced_action`.
        """

    def write_allowed(self, state: S_contra, rules: R_contra, allowed: M_contra) -> None:
        """Write into `allowed` 1 for each action that the rules allow the seat to move, else 0; do not ask the engine.

        The engine is what is checked, so the answer must not come from its `write_mask` or `can_take_action`.
        """

    def check_position(self, state: S_contra, dealt: S_contra, rules: R_contra, notes: N_contra) -> Told:
        """Return what is wrong with the position `state`, or NOTHING; `dealt` is the game right after its deal.

        `notes` is the game's own memory, which `watch_deal` and `watch` have written.
        """

    def check_step(self, before: S_contra, action: int, after: S_contra, rules: R_contra) -> Told:
        """Return what is wrong with the step from `before` to `after` by `action`, or NOTHING."""

    def check_end(self, before: S_contra, action: int, state: S_contra, rules: R_contra) -> Told:
        """Return what is wrong with the last step of a game or with its result, or NOTHING.

        The step led from `before` to `state`, which is over, by `action`.
        """

    def check_result(self, state: S_contra, rules: R_contra) -> Told:
        """Return what is wrong with the scores, places and returns of a finished game, or NOTHING."""

    def watch_deal(self, state: S_contra, rules: R_contra, notes: N_contra, events: Indices) -> None:
        """Add the events of the deal in `state` to `events`, and prepare `notes` for the game.

        `events` has the number of times that each event was met, by event. `notes` is the game's own memory.
        """

    def watch(
        self,
        before: S_contra,
        action: int,
        num_allowed: int,
        after: S_contra,
        rules: R_contra,
        notes: N_contra,
        events: Indices,
    ) -> None:
        """Add the events of the step from `before` to `after` by `action` to `events`.

        `num_allowed` is the number of actions that were legal before the step. `events` has the number of times that
        each event was met, by event. `notes` is the game's own memory, and may be changed.
        """

    def keep_secrets(self, state: S_contra, dealt: S_contra) -> None:
        """Copy what is hidden in `state`, which was dealt again in part, into `dealt`, the record of its deal."""

    def restore_hidden(self, state: S_contra, rules: R_contra, seat: int, restored: S_contra) -> None:
        """Put back into `restored`, a redealt copy of `state`, exactly what `seat` cannot know of `state`.

        Then both records must be equal, as a redeal may change nothing that `seat` knows.
        """
