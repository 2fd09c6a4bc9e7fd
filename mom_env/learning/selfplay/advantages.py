"""Advantages by seat: the decisions of a seat are one trajectory, whatever other seats do in between."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

NO_ROW = -1
UNKNOWN, KNOWN = 0, 1  # whether it is known what followed a seat's decision


class Played(NamedTuple):
    """What was played in T steps of N games with S seats.

    Attributes:
        rows: [T, N] row of each decision, NO_ROW where a frozen player decided.
        seats: [T, N] seat that decided.
        dones: [T, N] 1 where the decision ended its game.
        returns: [T, N, S] by seat where a game ended.
        values: [R] the network's values of the rows when they were played.
        last_seats: [N] seat to move after the last step.
        last_values: [N] value of that seat's next decision.
    """

    rows: Indices
    seats: NDArray[np.int8]
    dones: NDArray[np.uint8]
    returns: Floats
    values: Floats
    last_seats: NDArray[np.int8]
    last_values: Floats


@kernel
def estimate_advantages(
    played: Played, discount: float, trace: float, advantages: Floats, is_known: NDArray[np.uint8], room: Floats
) -> None:
    """Write the advantage (GAE) of each row.

    A row is a decision of the learner. It is followed by the next decision of the same seat, or by the end of its game
    with that seat's return. After the last step, the network's value of the next decision bootstraps the seat to move.
    What follows the last decision of another seat is unknown: that decision is not trained on, and its own value
    bootstraps the decisions before it.

    Args:
        played: the decisions.
        discount: factor for each of a seat's own decisions.
        trace: lambda of GAE.
        advantages: [R] output, 0 where it is unknown what followed the decision.
        is_known: [R] output: 0 where it is unknown what followed the decision.
        room: [3, S] scratch.
    """
    for i in range(played.rows.shape[1]):
        estimate_game(played, discount, trace, advantages, is_known, room, i)


@kernel
def estimate_game(
    played: Played, discount: float, trace: float, advantages: Floats, is_known: NDArray[np.uint8], room: Floats, i: int
) -> None:
    """Write the advantages of the rows of game `i`, going backwards through its steps.

    `room` has three numbers for each seat: the value of what follows the seat's decision, the advantage of the seat's
    next decision, and whether it is known what follows. The other arguments are those of `estimate_advantages`.
    """
    rows, seats, returns, values = played.rows, played.seats, played.returns, played.values
    follows, advantage, state = room[0], room[1], room[2]
    state[:], advantage[:] = UNKNOWN, 0
    follow(room, int(played.last_seats[i]), discount * played.last_values[i])
    for t in range(rows.shape[0] - 1, -1, -1):
        if played.dones[t, i]:
            for seat in range(returns.shape[2]):
                follow(room, seat, returns[t, i, seat])
        row, seat = rows[t, i], int(seats[t, i])
        if row == NO_ROW:
            continue
        is_known[row] = state[seat] == KNOWN
        if is_known[row]:
            advantages[row] = follows[seat] - values[row] + discount * trace * advantage[seat]
            advantage[seat] = advantages[row]
        else:
            advantages[row] = 0
        follows[seat], state[seat] = discount * values[row], KNOWN


@kernel
def follow(room: Floats, seat: int, worth: float) -> None:
    """Write into `room` that the value `worth` follows a decision of `seat`, and no advantage of a later decision."""
    room[0, seat], room[1, seat], room[2, seat] = worth, 0, KNOWN
