"""Named tuples of arrays that are passed to kernels which loop over many games.

Numba distinguishes named tuples only by their names and the types of their fields, so each is defined here, once. A
second class of the same name would make every call of its kernels a thousand times slower.
"""

from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Flags, Indices, Records, Seats
from mom_env.kernel.own_inputs import OwnHead

Number = TypeVar("Number", bound=np.generic)

# Columns of `result`: how a game ended for the learner. WINNERS has one bit for each seat.
SEAT, FORFEIT, SCORE, PLACE, WINNERS = range(5)
RESULT_SIZE = 5


class BatchViews(NamedTuple):
    """What a batch shows: one entry for each of N games, filled in place.

    Without observations, `observations` and `action_masks` are empty.
    """

    seats: Seats  # [N] the seat that decides
    observations: Records  # [N] what that seat sees
    action_masks: Records  # [N]
    returns: NDArray[np.float32]  # [N, MAX_PLAYERS] returns of the game that the last step ended, else 0
    dones: Flags  # [N] 1: the last step ended a game, and the other arrays show the next game


class SeatTerms(NamedTuple):
    """How the games of one learner are played and rewarded, the same for all games of a batch."""

    reward: int
    shaping: int  # 1: rewards include the gain in potential
    gamma: float  # discount of the potential from one decision of the learner to the next
    seat: int  # the learner's seat; RANDOM_SEAT draws one for each game
    loses: int  # 1: an illegal action ends the game for the learner; 0: the caller has excluded them
    loss: float  # the learner's reward for an illegal action
    deals_at_once: int  # 1: after the end of a game the next is dealt in the same step; 0: in the next step


class SeatViews(NamedTuple):
    """What is shown to the learner: one entry for each of N games, filled in place."""

    observations: Records  # [N]
    action_masks: Records  # [N] all 0 when the game is over
    final_observations: Records  # [N] the end of the last game that ended
    rewards: NDArray[np.float32]  # [N] sum of all rewards since the learner's previous decision
    dones: Flags  # [N] 1: the last step ended a game
    asked: Indices  # [N] the outside player to be asked before the game can continue, else NO_PLAYER
    leads: NDArray[np.float64]  # [N, MAX_PLAYERS] scratch space for potentials


class Net(NamedTuple):
    """The network of an agent, and room for one position, as a search in the kernels uses them.

    Layers and seats are counted from 0. Without an agent, all arrays are empty.
    """

    weights: NDArray[np.float32]  # of all hidden layers, one after another, each by input and unit
    biases: NDArray[np.float32]  # of all hidden layers, one after another
    sizes: Indices  # [layers + 1] number of inputs, then the number of units of each hidden layer
    policy_weights: NDArray[np.float32]  # [actions, units of the last hidden layer]
    policy_biases: NDArray[np.float32]  # [actions]
    payoff_weights: NDArray[np.float32]  # [seats, units of the last hidden layer]
    payoff_biases: NDArray[np.float32]  # [seats]
    own: OwnHead  # weights for the own inputs of actions
    guided: NDArray[np.float32]  # [actions] weights of the guide's estimates, or no entries without a guide
    worths: NDArray[np.float64]  # [actions] scratch: the guide's estimates, by number of the move in a list
    action_turns: Indices  # [turns, actions] the row of the policy head for an action after each turn
    observation_turns: Indices  # [turns, inputs] the place of an observation that an input is from after each turn
    turn: Indices  # [1] the turn of the position; -1 if observations are not turned
    views: Records  # [1] what the seat to move sees
    seen: NDArray[np.float32]  # [1, inputs] the same memory as numbers
    turned: NDArray[np.float32]  # [1, inputs] the same numbers after the turn
    units: NDArray[np.float32]  # [layers, units of the widest layer] what each layer gives
    used: Indices  # [units or inputs of the widest layer + 1] scratch
    shares: NDArray[np.float32]  # [1, seats] payoffs, counted from the seat that sees


class SeatingRecord(Protocol):
    """The seating of a game, what the learner is still owed, and how its last game ended."""

    potential: float  # potential at the learner's previous decision (0 before the first)
    rng: np.uint64  # stream that draws the learner's seat and the bots' choices
    num_decisions: int  # decisions of all seats in all games so far, without skipped ones
    opponents: Seats  # players, beginning at the left of the learner
    learner: int  # the learner's seat
    has_acted: int  # 1: the learner has acted, and has not been shown the outcome yet
    has_decided: int  # 1: the learner has taken a decision in this game
    over: int  # 1: this game has ended for the learner, and no other has been dealt yet
    result: NDArray[np.int16]  # how the last game ended, by the columns above


def seating_dtype(max_players: int) -> np.dtype[np.void]:
    """Return the NumPy type of a `SeatingRecord`, for games of at most `max_players` seats.

    `result` is a field and not an array of its own: each array that is passed to the kernels costs one percent of a
    step.
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
    """Return records whose fields all hold numbers of the type `number` as rows of an array, shape (N, numbers).

    The array shares the memory of `records`.
    """
    rows: NDArray[Number] = records.view(number).reshape(len(records), records.itemsize // number.itemsize)
    return rows
