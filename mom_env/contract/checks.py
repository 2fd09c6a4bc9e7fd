"""What the checks need to know of a game: the module `checks` of its package. All of it may be left out."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.kernels import R_contra, S_contra
from mom_env.contract.options import OptionValue
from mom_env.contract.records import Indices


class Position(NamedTuple):
    """Names a position, and says how many lines of 1, 2, 3 ... decisions begin there.

    A line is a sequence of legal actions. One that ends earlier because the game is over counts as well.
    """

    deck: str
    num_players: int
    options: dict[str, OptionValue]
    skip_forced: bool
    seed: int
    played: int  # number of decisions before the position
    lines: tuple[int, ...] = ()


class Symmetry(Protocol):
    """Turns of a position: renumberings that the rules cannot distinguish from the position itself.

    Attributes:
        ACTION_TURNS: the id of an action after a turn, by turn and id.
        OBSERVATION_TURNS: where each number of an observation comes from, by turn and number.

    Turn 0 changes nothing: networks without symmetry use it.
    """

    ACTION_TURNS: Indices
    OBSERVATION_TURNS: Indices

    def find_turns(self, observations: NDArray[np.float32], rows: Indices, turns: Indices) -> None:
        """Write into `turns[i]` the turn for the position that a seat sees as `observations[rows[i]]`.

        A turn is a renumbering of equal things, such as suits, that the rules cannot distinguish. The number that is
        written is that of the turn which gives the first place, 0, to what the decision is about.
        """


class Checks(Protocol[S_contra, R_contra]):
    """Tables and functions; `SYMMETRY` is None if no turns are known."""

    @property
    def POSITIONS(self) -> Sequence[Position]:
        """Positions from which lines of play are counted."""

    @property
    def SYMMETRY(self) -> Symmetry | None:
        """The game's turns, renumberings that the rules cannot distinguish, or None if none are known."""

    def find_violation(self, state: S_contra, rules: R_contra) -> str:
        """Return in words what is impossible in the record `state`, or "" if nothing is; it may hold any bytes.

        This is plain Python, not a kernel. Texts and checkpoints are checked with it. A game without it takes the
        record of a text as it is. `rules` is the record of what the game is played with.
        """


def find_no_violation(state: object, rules: object) -> str:  # noqa: ARG001  # called as those of games
    """Return an empty text, for a game that has no such check.

    The records `state` and `rules` are not used.
    """
    return ""


CHECKS_DEFAULTS: dict[str, object] = {
    "POSITIONS": (),
    "SYMMETRY": None,
    "find_violation": find_no_violation,
}
