"""What a tree search needs to know of a game: the module `search` of its package. All of it may be left out."""

from collections.abc import Mapping
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.kernels import R_contra, S_contra
from mom_env.contract.records import Indices, MaskRecord

L_contra = TypeVar("L_contra", contravariant=True)

TO_THE_END = 1_000_000  # turns of a playout that ends with the game
EVERYTHING = 1_000_000  # a `width` that no choice reaches
LEAST_WORTH = -20.0  # of an action as an agent with a guide sees it: below the best action, in TEMPERATUREs

# The names that a module may leave out, and what then holds.
SEARCH_DEFAULTS = {
    "LOOK_DTYPE": "room for a mask",
    "MOST_MOVES": "the number of actions",
    "PLAYOUTS": "random ones, to the end",
    "TEMPERATURE": "1",
    "VERSION": "1",
    "list_moves": "all legal actions at once",
    "begin_look": "there is nothing to prepare",
    "worth_of": "all moves look alike",
    "next_move": "there are random playouts only",
    "begins_turn": "every decision is a turn",
    "write_payoff": "from places at the end, and from leads before",
}


class MaskRoom(Protocol):
    """The scratch space of a game that has none of its own."""

    mask: MaskRecord


class SearchKernels(Protocol[S_contra, R_contra, L_contra]):
    """Sizes, and functions of `state` and `rules`; `look` is the game's own scratch space, one record.

    `style` is the number of a playout in `PLAYOUTS`, 0 for the random one.
    """

    LOOK_DTYPE: np.dtype[np.void]  # type of the game's own scratch space
    MOST_MOVES: int  # the most moves that `list_moves` can list

    @property
    def PLAYOUTS(self) -> Mapping[str, int]:
        """The kinds of playouts by name, each with its default number of turns before the result is estimated."""

    TEMPERATURE: float  # a move whose worth is higher by this much gets e times the weight
    VERSION: int  # raised whenever moves of the search change

    def list_moves(self, state: S_contra, rules: R_contra, width: int, look: L_contra, moves: Indices) -> int:
        """Write into `moves` the actions to consider once a choice was widened `width` times, and return their number.

        A search widens a choice, so that it considers more actions, the more often it has visited the position. The
        actions are distinct legal ones of the seat to move; with EVERYTHING as `width`, all of them. `look` is the
        game's own scratch space.
        """

    def begin_look(self, state: S_contra, rules: R_contra, style: int, look: L_contra) -> None:
        """Prepare `look`, the game's own scratch space, for a position and a style, before `worth_of` is called.

        `style` is the number of a kind of playout in `PLAYOUTS`, 0 for the random one.
        """

    def worth_of(self, state: S_contra, rules: R_contra, style: int, look: L_contra, action: int) -> float:
        """Return a first estimate of an action of the seat to move, on the scale of TEMPERATURE; higher is better.

        An action whose estimate is higher by TEMPERATURE gets e times the weight. `look` is scratch space that
        `begin_look` has prepared for this position and `style`, the number of a kind of playout in `PLAYOUTS`.
        """

    def next_move(self, state: S_contra, rules: R_contra, style: int, look: L_contra, moves: Indices) -> int:
        """Return the next action of a playout that is not random; `moves` is scratch space.

        `style` is the number of its kind in `PLAYOUTS`. `look` is the game's own scratch space.
        """

    def begins_turn(self, state: S_contra) -> bool:
        """Return whether a turn begins at this decision; playouts can only be cut at the beginning of a turn."""

    def write_payoff(self, state: S_contra, rules: R_contra, look: L_contra, payoff: NDArray[np.float64]) -> None:
        """Write into `payoff`, by seat, what the position is worth to each, from 0 to 1; shape (MAX_PLAYERS,).

        The game need not be over. `look` is the game's own scratch space.
        """
