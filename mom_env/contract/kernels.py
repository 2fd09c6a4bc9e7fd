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
    "solo_return_of": "as with several players: by score, and 1 for the first place",
    "place_of": "one more than the seats with a higher score",
    "write_leads": "nobody leads before the end",
    "redeal": "only the stream starts again, as nothing is private; required for a game with `has_secrets`",
    "conceal": "only the stream is hidden; required for a game with `has_secrets`",
    "choose": "every bot draws a legal action",
}


class TableKernels(Protocol[S_contra, R_contra, V_contra, M_contra]):
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
        """Set up a new game in `state`, by the random stream in it; `go_on` then advances to the first decision."""

    def go_on(self, state: S_contra, rules: R_contra) -> None:
        """Advance `state` until a seat must decide or the game ends; change nothing if that is so already."""

    def take_action(self, state: S_contra, rules: R_contra, action: int) -> None:
        """Play `action`, a legal action of the seat that is asked, and advance to the next decision or the end."""

    def can_take_action(self, state: S_contra, rules: R_contra, seat: int, action: int) -> bool:
        """Return whether `seat` may play `action` now; both may be any whole number.

        It is False for a seat or an action that does not exist.
        """

    def seats_to_move(self, state: S_contra, rules: R_contra) -> int:
        """Return the seats that may act, as bits: bit `i` for seat `i`; 0 at the end.

        Where all act at once, seats whose forced decision is skipped are not among them, and what a seat chooses is
        hidden, and changes nothing else, until the last of them has chosen.

        Records of games with and without skipped forced decisions are equal at the decisions that both have; the soak,
        random games that are checked, compares them.
        """

    def forced_action(self, state: S_contra, rules: R_contra) -> int:
        """Return the id of the only legal action if everybody can see that there is only one, else NO_ACTION (-1)."""

    def write_mask(self, state: S_contra, rules: R_contra, seat: int, mask: M_contra) -> None:
        """Write into `mask` 1 for each legal action of `seat` and 0 for all others; all 0 if `seat` may not act."""

    def first_legal(self, state: S_contra) -> int:
        """Return an action id such that no legal action of the seat that is asked is below it."""

    def last_legal(self, state: S_contra) -> int:
        """Return a number that is above the ids of all legal actions of the seat that is asked."""

    def write_view(self, state: S_contra, rules: R_contra, viewer: int, view: V_contra) -> None:
        """Write into `view` what the seat `viewer` may know, and nothing else."""

    def write_hidden(self, state: S_contra, rules: R_contra, out: Floats) -> None:
        """Write into `out` what is hidden from every seat, for a critic that may know it; shape (HIDDEN_SIZE,).

        The critic is the part of a training that estimates returns.
        """

    def return_of(self, state: S_contra, rules: R_contra, reward: int, seat: int) -> float:
        """Return what a finished game is worth to `seat`; `reward` is the number of a `kernel.returns.Reward`."""

    def score_of(self, state: S_contra, rules: R_contra, seat: int) -> int:
        """Return the score of `seat` in a finished game."""

    def place_of(self, state: S_contra, rules: R_contra, seat: int) -> int:
        """Return the place of `seat` in a finished game: 1 is the best, and ties share."""

    def write_leads(self, state: S_contra, rules: R_contra, out: Floats) -> None:
        """Write into `out`, by seat, its lead (negative if it is behind), from open information; shape (MAX_PLAYERS,).

        These are the potentials that shape rewards, on the scale of returns.
        """

    def redeal(self, state: S_contra, rules: R_contra, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
        """Deal again in `state` what `seat` cannot know, stream included, uniformly over all that it holds possible.

        Where all act at once, the choices of the other seats are taken back, and they are asked again. `state.seat`
        stays, so that a search begins with a choice of its own seat.

        `seed` decides the new deal. `unseen` is scratch space, shape (UNSEEN_SIZE,).
        """

    def conceal(self, state: S_contra, rules: R_contra, seat: int, unseen: NDArray[np.int8]) -> None:
        """Put what `seat` cannot know into one fixed order in `state`: records that look alike to `seat` become equal.

        `unseen` is scratch space, shape (UNSEEN_SIZE,).
        """

    def choose(self, bot: int, state: S_contra, rules: R_contra, mask: M_contra, bits: np.uint64) -> int:
        """Return the action of the bot number `bot` for the seat that is asked; nothing is played.

        `bot` is the number of one of the `BOTS` of the module `people`. `bits` are 64 random bits that the bot may use,
        and `mask` is scratch space.
        """


class Kernels(TableKernels[S_contra, R_contra, V_contra, M_contra], Protocol[S_contra, R_contra, V_contra, M_contra]):
    """All that the module `kernels` may have: also what only a game needs that one player can play alone."""

    def solo_return_of(self, state: S_contra, rules: R_contra, reward: int) -> float:
        """Return what a finished game of one player is worth; `reward` is the number of a `kernel.returns.Reward`."""
