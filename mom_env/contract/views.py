"""What kernels that loop over many games are handed: arrays under names.

Numba tells named tuples apart by their names and the types of their fields only, so each of them is defined here, once;
a second class of the same name would make every call of its kernels a thousand times slower.
"""

from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Flags, Indices, Records, Seats

Number = TypeVar("Number", bound=np.generic)

# How a game ended for the learner, by column of `result`; the winners are the bits of a number.
SEAT, FORFEIT, SCORE, PLACE, WINNERS = range(5)
RESULT_SIZE = 5


class BatchViews(NamedTuple):
    """What a batch shows: one entry a game, filled in place. N games; no observations and masks if not wanted."""

    seats: Seats  # [N] who decides
    observations: Records  # [N] what that seat sees
    action_masks: Records  # [N]
    returns: NDArray[np.float32]  # [N, MAX_PLAYERS] of the game that the last step ended, else 0
    dones: Flags  # [N] 1: the last step ended a game; the rest shows the next one


class SeatTerms(NamedTuple):
    """What the games of one learner are played for and how, the same for all of a batch."""

    reward: int
    shaping: int  # 1: potential
    gamma: float  # of the potential, from one decision of the learner to the next
    seat: int  # of the learner; RANDOM_SEAT draws one for each game
    loses: int  # 1: an illegal action ends the game for the learner; 0: the caller has looked for them
    loss: float  # what the learner then gets
    deals_at_once: int  # 1: a game that ends gives way to the next one in the same step; 0: in the next step


class SeatViews(NamedTuple):
    """What is shown to the learner: one entry a game, filled in place."""

    observations: Records  # [N]
    action_masks: Records  # [N] all 0 when the game is over
    final_observations: Records  # [N] the end of the game that the last step ended, else of an earlier one
    rewards: NDArray[np.float32]  # [N] all that came since the last decision
    dones: Flags  # [N] 1: the last step ended a game
    asked: Indices  # [N] the player who has to be asked before the game can continue, else nobody
    leads: NDArray[np.float64]  # [N, MAX_PLAYERS] room for potentials


class SeatingRecord(Protocol):
    """Who sits where in a game, what the learner has coming, and how its last game ended."""

    potential: float  # at the learner's last decision; before its first that of the deal, which is 0
    rng: np.uint64  # draws the learner's seat and is the bots' chance
    num_decisions: int  # real ones, of all seats, in all games so far
    opponents: Seats  # players, from the left of the learner
    learner: int  # its seat
    has_acted: int  # 1: the learner has taken a decision, and has not been shown what came of it
    has_decided: int  # 1: it has taken a decision in this game
    over: int  # 1: this game has ended for the learner, and no other has been dealt
    result: NDArray[np.int16]  # of the last game that ended, by the columns above


def seating_dtype(max_players: int) -> np.dtype[np.void]:
    """Return the type of a `SeatingRecord`.

    The end is no array of its own: each further array that the kernels are handed costs a hundredth of a step.
    """
    fields = [
        ("potential", np.float64),
        ("rng", np.uint64),
        ("num_decisions", np.int64),
        ("opponents", np.int8, (max(1, max_players - 1),)),
        ("learner", np.int8),
        ("has_acted", np.int8),
        ("has_decided", np.int8),
        ("over", np.int8),
        ("result", np.int16, (RESULT_SIZE,)),
    ]
    return np.dtype((np.record, fields))


def flat(records: Records, number: np.dtype[Number]) -> NDArray[Number]:
    """Return records of equal numbers as rows of an array, shape (N, numbers); the same memory."""
    rows: NDArray[Number] = records.view(number).reshape(len(records), records.itemsize // number.itemsize)
    return rows
