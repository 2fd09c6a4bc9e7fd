"""Where a search works: its tree as an array of nodes, and a record for all the rest. Nothing grows while it runs."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices

MAX_PATH = 512  # decisions that a simulation walks down the tree, at most
ROOT = 0  # the first node; as it is nobody's child, 0 says "none" in `first` and `next`


class Node(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A sequence of actions as the searcher saw them."""

    action: int  # that leads here
    first: int  # child, or 0
    next: int  # child of the same parent, or 0
    visits: int
    available: int  # how often it could have been chosen
    weight: np.float32  # of the action beside its siblings, before any visit
    total: NDArray[np.float32]  # payoffs by seat, summed over the visits


class Workspace(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Room for one search at a time."""

    # What the user chose
    exploration: float
    playout: int  # number of its style
    depth: int  # turns of a playout before its result is estimated
    # One search
    seat: int  # that searches
    seed: np.uint64
    simulations: int  # done so far
    num_nodes: int
    # One simulation
    length: int  # of the path
    path: NDArray[np.int32]  # nodes from the root on
    moves: Indices
    child: NDArray[np.int32]  # of the node in hand, by action; all 0 between two uses
    payoff: NDArray[np.float64]  # by seat
    unseen: NDArray[np.int8]  # room to deal again in
    look: np.void  # the game's own room


class Sizes(Protocol):
    """What of a game's kernels says how much room a search needs."""

    MAX_PLAYERS: int
    NUM_ACTIONS: int
    UNSEEN_SIZE: int


class MovesSizes(Protocol):
    """The same, of what a search knows."""

    LOOK_DTYPE: np.dtype[np.void]
    MOST_MOVES: int


def node_dtype(kernels: Sizes) -> np.dtype[np.void]:
    """Return the type of a node of the tree of the game with these kernels."""
    fields = [
        ("action", np.int32),
        ("first", np.int32),
        ("next", np.int32),
        ("visits", np.int32),
        ("available", np.int32),
        ("weight", np.float32),
        ("total", np.float32, (kernels.MAX_PLAYERS,)),
    ]
    return np.dtype((Node, fields))


def workspace_dtype(kernels: Sizes, search: MovesSizes) -> np.dtype[np.void]:
    """Return the type of the room that one search of the game with these kernels needs."""
    fields = [
        ("exploration", np.float64),
        ("playout", np.int64),
        ("depth", np.int64),
        ("seat", np.int64),
        ("seed", np.uint64),
        ("simulations", np.int64),
        ("num_nodes", np.int64),
        ("length", np.int64),
        ("path", np.int32, (MAX_PATH,)),
        ("moves", np.int64, (search.MOST_MOVES,)),
        ("child", np.int32, (kernels.NUM_ACTIONS,)),
        ("payoff", np.float64, (kernels.MAX_PLAYERS,)),
        ("unseen", np.int8, (kernels.UNSEEN_SIZE,)),
        ("look", search.LOOK_DTYPE),
    ]
    return np.dtype((Workspace, fields))
