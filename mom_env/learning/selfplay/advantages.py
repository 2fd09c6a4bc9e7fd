"""Advantages and payoffs by seat: the decisions of a seat are one trajectory, whatever other seats do in between."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

NO_ROW = -1
UNKNOWN, KNOWN = 0, 1  # whether it is known what followed a seat's decision


class Played(NamedTuple):
    """What was played in T steps of N games with up to S seats.

    Attributes:
        rows: [T, N] row of each decision, NO_ROW where a frozen player decided.
        seats: [T, N] seat that decided.
        dones: [T, N] 1 where the decision ended its game.
        returns: [T, N, S] by seat where a game ended.
        payoffs: [T, N, S] by seat where a game ended.
        values: [R] the network's values of the rows when they were played.
        last_seats: [N] seat to move after the last step.
        last_values: [N] value of that seat's next decision.
        told: [R, S] the network's payoffs of the rows when they were played, counted from the seat that decided.
        last_told: [N, S] those of the seat to move after the last step.
        num_seats: [N] number of seats of each game.
    """

    rows: Indices
    seats: NDArray[np.int8]
    dones: NDArray[np.uint8]
    returns: Floats
    payoffs: Floats
    values: Floats
    last_seats: NDArray[np.int8]
    last_values: Floats
    told: Floats
    last_told: Floats
    num_seats: Indices


class Estimates(NamedTuple):
    """What is learnt of each row of a rollout.

    Attributes:
        advantages: [R], 0 where it is unknown what followed the decision.
        payoffs: [R, S] targets of the payoffs, counted from the seat that decided; 0 where it is unknown.
        is_known: [R] 0 where it is unknown what followed the decision.
    """

    advantages: Floats
    payoffs: Floats
    is_known: NDArray[np.uint8]


class Scratch(NamedTuple):
    """Scratch space for one game.

    Attributes:
        seats: [3, S] by seat: the value of what follows its decision, the advantage of its next decision, and whether
            it is known what follows.
        payoffs: [S, S] by seat: the payoffs of what follows its decision, counted from this seat.
    """

    seats: Floats
    payoffs: Floats


@kernel
def estimate_advantages(played: Played, discount: float, trace: float, estimates: Estimates, room: Scratch) -> None:
    """Write the advantage (GAE) of each row, and the payoffs that it should have had.

    A row is a decision of the learner. It is followed by the next decision of the same seat, or by the end of its game
    with that seat's return. After the last step, the network's value of the next decision bootstraps the seat to move.
    What follows the last decision of another seat is unknown: that decision is not trained on, and its own value
    bootstraps the decisions before it. Payoffs are estimated in the same way, but are not discounted.

    Args:
        played: the decisions.
        discount: factor for each of a seat's own decisions.
        trace: lambda of GAE.
        estimates: output.
        room: scratch.
    """
    for i in range(played.rows.shape[1]):
        estimate_game(played, discount, trace, estimates, room, i)


@kernel
def estimate_game(played: Played, discount: float, trace: float, estimates: Estimates, room: Scratch, i: int) -> None:
    """Write the estimates of the rows of game `i`, going backwards through its steps.

    The other arguments are those of `estimate_advantages`.
    """
    rows, values, told = played.rows, played.values, played.told
    advantages, is_known = estimates.advantages, estimates.is_known
    follows, advantage, state = room.seats[0], room.seats[1], room.seats[2]
    state[:], advantage[:] = UNKNOWN, 0
    last = int(played.last_seats[i])
    follow(room, last, discount * played.last_values[i])
    room.payoffs[last, :] = played.last_told[i]
    for t in range(rows.shape[0] - 1, -1, -1):
        if played.dones[t, i]:
            end_game(played, room, t, i)
        row, seat = rows[t, i], int(played.seats[t, i])
        if row == NO_ROW:
            continue
        is_known[row] = state[seat] == KNOWN
        if is_known[row]:
            advantages[row] = follows[seat] - values[row] + discount * trace * advantage[seat]
            advantage[seat] = advantages[row]
            estimates.payoffs[row, :] = room.payoffs[seat]
            mix(room.payoffs[seat], told[row], trace)
        else:
            advantages[row], estimates.payoffs[row, :] = 0, 0
            room.payoffs[seat, :] = told[row]
        follows[seat], state[seat] = discount * values[row], KNOWN


@kernel
def follow(room: Scratch, seat: int, worth: float) -> None:
    """Write into `room` that the value `worth` follows a decision of `seat`, and no advantage of a later decision."""
    room.seats[0, seat], room.seats[1, seat], room.seats[2, seat] = worth, 0, KNOWN


@kernel
def end_game(played: Played, room: Scratch, t: int, i: int) -> None:
    """Write into `room` that game `i` ended with step `t`: its returns and payoffs follow the last decisions."""
    count = int(played.num_seats[i])
    for seat in range(count):
        follow(room, seat, played.returns[t, i, seat])
        room.payoffs[seat, :] = 0
        for place in range(count):
            room.payoffs[seat, place] = played.payoffs[t, i, (seat + place) % count]


@kernel
def mix(payoffs: Floats, told: Floats, trace: float) -> None:
    """Move `payoffs`, those of what follows a decision, by 1 - `trace` towards what was told of the decision."""
    for place in range(len(payoffs)):
        payoffs[place] = trace * payoffs[place] + (1 - trace) * told[place]
