"""What a critic may see that sees everything: the views of all seats, and what is hidden from all of them.

It serves trainings alone. A player must never be shown it.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices, Records
from mom_env.kernel.jit import kernel
from mom_env.loops import game_of

game = game_of(__name__)


@kernel
def write_overviews(
    states: Records, rules: Records, rows: Indices, views: Records, hidden: NDArray[np.float32]
) -> None:
    """Write the views of all seats and what is hidden from all, for each of the games `rows`.

    Args:
        states: the records of the games, each at a decision.
        rules: the rules of all these games, as an array of one record.
        rows: indices of games.
        views: gets the views for each of `rows`, that of the seat to move first and then in the order of the seats. It
            has as many entries for each row as the largest table has seats, and those of missing seats stay as they
            are.
        hidden: gets by row what is hidden from all, shape (rows, HIDDEN_SIZE).
    """
    places = len(views) // max(len(rows), 1)
    for i in range(len(rows)):
        state, seats = states[rows[i]], rules[0].num_players
        for place in range(seats):
            game.write_view(state, rules[0], int((np.int64(state.seat) + place) % seats), views[i * places + place])
        game.write_hidden(state, rules[0], hidden[i])
