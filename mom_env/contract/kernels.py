"""The rules of a game as compiled functions on one record: the module `kernels` of a game's package.

Names that `DEFAULTS` lists may be left out: `mom_env.loops.defaults` has the defaults.
"""

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Floats, MaskRecord, RulesRecord, StateRecord, ViewRecord

S_contra = TypeVar("S_contra", bound=StateRecord, contravariant=True)
R_contra = TypeVar("R_contra", bound=RulesRecord, contravariant=True)
V_contra = TypeVar("V_contra", bound=ViewRecord, contravariant=True)
M_contra = TypeVar("M_contra", bound=MaskRecord, contravariant=True)

# The names that a module may leave out, and what then holds.
DEFAULTS = {
    "UNSEEN_SIZE": "1, as nothing is dealt again",
    "HIDDEN_SIZE": "0, as everything is open",
    "go_on": "the deal leads to a decision, and so does every action",
    "seats_to_move": "the seat of the record alone",
    "write_mask": "each action that `can_take_action` allows",
    "first_legal": "0",
    "last_legal": "the number of actions",
    "forced_action": "no decision is forced",
    "write_hidden": "nothing is hidden from all",
    "return_of": "by places and scores",
    "place_of": "one more than the seats with a higher score",
    "write_leads": "nobody leads before the end",
    "redeal": "only the stream starts again, as nothing is private; required for a game with `has_secrets`",
    "conceal": "only the stream is hidden; required for a game with `has_secrets`",
    "choose": "every bot draws a legal action",
}


class Kernels(Protocol[S_contra, R_contra, V_contra, M_contra]):
    """Sizes, and functions of `state` and `rules`. Seats are numbered from 0; `state.seat` is asked next."""

    STATE_DTYPE: np.dtype[np.void]  # one game, with at least the fields of `StateRecord`
    RULES_DTYPE: np.dtype[np.void]  # what a game is played with, with at least the fields of `RulesRecord`
    OBSERVATION_DTYPE: np.dtype[np.void]  # what a seat sees, as a record of numbers of one type
    MASK_DTYPE: np.dtype[np.void]  # made by `mask_dtype`
    MAX_PLAYERS: int  # seats that a record has room for
    NUM_ACTIONS: int  # number of action ids, which begin at 0
    UNSEEN_SIZE: int  # entries of the scratch array of `redeal`
    HIDDEN_SIZE: int  # how many numbers `write_hidden` writes

    def deal(self, state: S_contra, rules: R_contra) -> None:
        """Set up a new game from the stream of its record; `go_on` then advances to the first decision."""

    def go_on(self, state: S_contra, rules: R_contra) -> None:
        """Advance until a seat must decide or the game ends; change nothing if that is so already."""

    def take_action(self, state: S_contra, rules: R_contra, action: int) -> None:
        """Play a legal action of the seat that is asked, and advance to the next decision."""

    def can_take_action(self, state: S_contra, rules: R_contra, seat: int, action: int) -> bool:
        """Return whether the seat may play the action now; both may be any whole number."""

    def seats_to_move(self, state: S_contra, rules: R_contra) -> int:
        """Return the seats that may act, as bits: bit `i` for seat `i`; 0 at the end.

        Where all act at once, seats whose forced decision is skipped are not among them. Records of games with and
        without skipped forced decisions are equal at the decisions that both have; the soak compares them.
        """

    def forced_action(self, state: S_contra, rules: R_contra) -> int:
        """Return the only option of a decision if everybody can see that there is only one, else NO_ACTION."""

    def write_mask(self, state: S_contra, rules: R_contra, seat: int, mask: M_contra) -> None:
        """Write 1 for each legal action of the seat and 0 for all others; all 0 for a seat that may not act."""

    def first_legal(self, state: S_contra) -> int:
        """Return an id; no legal action of the seat that is asked is below it."""

    def last_legal(self, state: S_contra) -> int:
        """Return an id above all legal actions of the seat that is asked."""

    def write_view(self, state: S_contra, rules: R_contra, viewer: int, view: V_contra) -> None:
        """Write what the viewer may know, and nothing else."""

    def write_hidden(self, state: S_contra, rules: R_contra, out: Floats) -> None:
        """Write what nobody knows, for a critic that may know it; shape (HIDDEN_SIZE,)."""

    def return_of(self, state: S_contra, rules: R_contra, reward: int, seat: int) -> float:
        """Return what a finished game is worth to the seat; `reward` is a number of `kernel.returns.Reward`."""

    def score_of(self, state: S_contra, rules: R_contra, seat: int) -> int:
        """Return the seat's score in a finished game."""

    def place_of(self, state: S_contra, rules: R_contra, seat: int) -> int:
        """Return the seat's place in a finished game: 1 is the best, and ties share."""

    def write_leads(self, state: S_contra, rules: R_contra, out: Floats) -> None:
        """Write each seat's potential, from open information alone, on the scale of returns; shape (MAX_PLAYERS,)."""

    def redeal(self, state: S_contra, rules: R_contra, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
        """Deal again what the seat cannot know, stream included, uniformly over all that the seat holds possible.

        Where all act at once, the choices of the other seats are taken back, and they are asked again. `state.seat`
        stays, so that a search begins with a choice of its own seat.

        `seed` is the chance of the new deal. `unseen` is scratch space, shape (UNSEEN_SIZE,).
        """

    def conceal(self, state: S_contra, rules: R_contra, seat: int, unseen: NDArray[np.int8]) -> None:
        """Put what the seat cannot know into one fixed order: records that look alike to the seat become equal.

        `unseen` is scratch space, shape (UNSEEN_SIZE,).
        """

    def choose(self, bot: int, state: S_contra, rules: R_contra, mask: M_contra, bits: np.uint64) -> int:
        """Return the action of bot `bot` for the seat that is asked; `bits` is its chance, `mask` scratch space.

        `bot` is a number from `BOTS` of the module `people`.
        """
