"""6: How to deal again, or hide, what nobody knows: the tiles that have never been face up."""

import numpy as np
from numpy.typing import NDArray

from mom_env.ape_town.state import MAX_TILES, NONE, NUM_MOTIFS, Rules, State
from mom_env.contract.records import Floats
from mom_env.kernel.jit import part
from mom_env.kernel.rng import seed_stream, shuffle

UNSEEN_SIZE = 1  # scratch space of a redeal: none is needed
HIDDEN_SIZE = MAX_TILES


@part
def first_hidden(state: State, rules: Rules) -> int:
    """3.4: Return the first place of the row that has not been turned up; the number of tiles if there is none."""
    return int(state.opened) * int(rules.length)


@part
def redeal(state: State, rules: Rules, seat: int, seed: np.uint64, unseen: NDArray[np.int8]) -> None:
    """6: Shuffle the tiles of the row that were never face up; nothing else is unknown to anybody.

    The record's own stream starts again from `seed`, so that no search sees the next deal. A seat knows nothing that
    others do not know, so `seat` is not used, and neither is `unseen`, scratch space.
    """
    seed_stream(state, seed, 0)
    first = first_hidden(state, rules)
    shuffle(state, state.row[first:], int(rules.num_tiles) - first)


@part
def conceal(state: State, rules: Rules, seat: int, unseen: NDArray[np.int8]) -> None:
    """6: Sort the tiles of the row that were never face up, and set the random stream to 0.

    Two records that look alike become equal, and so does each redeal of them by the same seed. `seat` and `unseen` are
    not used.
    """
    state.rng = np.uint64(0)
    place = first_hidden(state, rules)
    for motif in range(NUM_MOTIFS):
        for _ in range(state.unseen[motif]):
            state.row[place] = motif
            place += 1


@part
def write_hidden(state: State, rules: Rules, out: Floats) -> None:
    """6: Write into `out` the motifs of the tiles that nobody has seen, shape (HIDDEN_SIZE,), the next one first.

    A tile is (motif + 1) / 6; 0 stands for none.
    """
    out[:] = 0
    first = first_hidden(state, rules)
    for place in range(first, rules.num_tiles):
        if state.row[place] != NONE:
            out[place - first] = (int(state.row[place]) + 1) / NUM_MOTIFS
