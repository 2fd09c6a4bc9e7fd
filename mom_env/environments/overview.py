"""Everything about a position, as inputs of a critic that may see it; the critic serves the training alone."""

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import number_type
from mom_env.base.vector_game import VectorGame
from mom_env.contract.views import flat
from mom_env.environments.spaces import observation_size
from mom_env.games import load
from mom_env.loops import loop_of

Floats = NDArray[np.float32]


def overview_size(game: str, seats: int) -> int:
    """Return the number of entries of an overview of the game, for tables with at most `seats` seats."""
    return seats * observation_size(game) + load(game).kernels.HIDDEN_SIZE


def overviews_of(games: VectorGame, rows: NDArray[np.int64], seats: int) -> Floats:
    """Return an overview of each of the games `rows`, shape (rows, overview_size).

    The observations of all seats come first, beginning with the seat to move, and 0 for a seat that a table has not
    got. Then comes what is hidden from all. Nothing is turned by a symmetry.

    Args:
        games: the batch.
        rows: indices of games.
        seats: number of seats of the largest table.
    """
    kernels = load(games.game.info.name).kernels
    views = np.zeros(len(rows) * seats, kernels.OBSERVATION_DTYPE)
    hidden = np.zeros((len(rows), kernels.HIDDEN_SIZE), np.float32)
    loops = loop_of(games.game.info.package, "overview")
    for block in games.blocks:
        own = np.flatnonzero((rows >= block.first) & (rows < block.last))
        if len(own):
            first, last = own[0], own[-1] + 1  # the games of a block are neighbours, and `rows` ascend
            part = views[first * seats : last * seats]
            loops.write_overviews(games.states, block.ruleset.rules, rows[first:last], part, hidden[first:last])
    seen = flat(views, number_type(kernels.OBSERVATION_DTYPE)).reshape(len(rows), -1)
    return np.concatenate([seen.astype(np.float32), hidden], 1)
