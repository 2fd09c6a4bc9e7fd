"""What is known of a game to check it by: the module `checks` of its package. All of it may be left out."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.kernels import R_contra, S_contra
from mom_env.contract.options import OptionValue
from mom_env.contract.records import Indices


class Position(NamedTuple):
    """Where lines of play begin, and how many there are of 1, 2, 3 ... decisions."""

    deck: str
    num_players: int
    options: dict[str, OptionValue]
    skip_forced: bool
    seed: int
    played: int  # decisions before
    lines: tuple[int, ...] = ()


class Symmetry(Protocol):
    """Turns of a position that no rule can tell from the position itself.

    Attributes:
        ACTION_TURNS: the id of an action after a turn, by turn and id.
        OBSERVATION_TURNS: where each number of an observation comes from, by turn and number.
    """

    ACTION_TURNS: Indices
    OBSERVATION_TURNS: Indices

    def find_turns(self, observations: NDArray[np.float32], rows: Indices, turns: Indices) -> None:
        """Write, for each of these rows, the turn that brings what its decision is about to the first place."""


class Checks(Protocol[S_contra, R_contra]):
    """Tables and functions; `SYMMETRY` is None where no turn is known."""

    @property
    def POSITIONS(self) -> Sequence[Position]:
        """Where lines of play are counted from."""

    @property
    def SYMMETRY(self) -> Symmetry | None:
        """Its turns, a `Symmetry`, or None."""

    def find_violation(self, state: S_contra, rules: R_contra) -> str:
        """Return what cannot be in a record, in words; empty if all can. It may be any bytes: plain Python, no kernel.

        Texts and checkpoints are read with it. A game without it takes the record of a text as it is.
        """


def find_no_violation(state: object, rules: object) -> str:  # noqa: ARG001  # called as those of games
    """Return nothing: this game cannot tell."""
    return ""


CHECKS_DEFAULTS: dict[str, object] = {
    "POSITIONS": (),
    "SYMMETRY": None,
    "find_violation": find_no_violation,
}
