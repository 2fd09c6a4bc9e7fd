"""Returns and advantages by seat: each seat's own decisions are one trajectory, whatever the others do in between."""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import kernel

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]

NO_ROW = -1
UNKNOWN, KNOWN = 0, 1  # whether it is known what came of a seat's decision


@kernel
def estimate_advantages(
    rows: Indices,
    seats: NDArray[np.int8],
    dones: NDArray[np.uint8],
    returns: Floats,
    values: Floats,
    last_seats: NDArray[np.int8],
    last_values: Floats,
    discount: float,
    trace: float,
    advantages: Floats,
    is_known: NDArray[np.uint8],
    room: Floats,
) -> None:
    """GAE of each row: T steps of N games.

    A decision is followed by the same seat's next one, or by the end of its game with that seat's return. At the cut
    the seat to move is worth what the network says of its next decision. Of another seat's last decision nothing
    is known yet: it stands for the future of those before it by its own value, and is not trained on.

    Args:
        rows: [T, N] row of each decision, NO_ROW where a frozen player decided.
        seats: [T, N] who decided.
        dones: [T, N] 1 where that decision ended the game.
        returns: [T, N, S] by seat where a game ended.
        values: [R] of each row when it was played.
        last_seats: [N] who decides after the last step.
        last_values: [N] what that is worth to it.
        discount: per decision of a seat's own.
        trace: lambda of GAE.
        advantages: [R] out.
        is_known: [R] out: 0 where nothing is known of what came of it.
        room: [3, S] to work in.
    """
    for i in range(rows.shape[1]):
        estimate_game(
            rows, seats, dones, returns, values, last_seats, last_values, discount, trace, advantages, is_known, room, i
        )


@kernel
def estimate_game(
    rows: Indices,
    seats: NDArray[np.int8],
    dones: NDArray[np.uint8],
    returns: Floats,
    values: Floats,
    last_seats: NDArray[np.int8],
    last_values: Floats,
    discount: float,
    trace: float,
    advantages: Floats,
    is_known: NDArray[np.uint8],
    room: Floats,
    i: int,
) -> None:
    """The same for game `i`, backwards: what follows each seat's decision, its advantage, whether it is known."""
    follows, advantage, state = room[0], room[1], room[2]
    state[:], advantage[:] = UNKNOWN, 0
    follow(room, int(last_seats[i]), discount * last_values[i])
    for t in range(rows.shape[0] - 1, -1, -1):
        if dones[t, i]:
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
    """What is now known to follow a seat's decision, with nothing more behind it."""
    room[0, seat], room[1, seat], room[2, seat] = worth, 0, KNOWN
