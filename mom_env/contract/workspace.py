"""The memory of a search: its tree as an array of nodes, and a record for everything else. It never grows."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.records import Indices

MAX_PATH = 512  # most nodes on the path of a simulation down the tree
ROOT = 0  # index of the root; it is never a child, so 0 means "none" in `first` and `next`


class Node(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A node of the tree: a sequence of actions as the searcher saw them. `mom_env.loops.tree` has other kinds, too."""

    action: int  # the action that leads here
    first: int  # the first child, or 0
    next: int  # the next child of the same parent, or 0
    visits: int
    available: int  # how often it could have been chosen
    weight: np.float32  # prior weight of the action, relative to its siblings
    total: NDArray[np.float32]  # payoffs by seat, summed over the visits


class Workspace(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """The memory of one search at a time."""

    # Set by the user
    exploration: float
    prior: int  # 1: the agent says how likely moves are; 0: the game's first estimates do
    leaf: int  # 1: the agent says what the last position of a simulation is worth; 0: the game's `write_payoff` does
    playout: int  # number of the style of playouts
    depth: int  # turns of a playout before its result is estimated
    # One search
    seat: int  # the seat that searches
    seed: np.uint64
    simulations: int  # done so far
    num_nodes: int
    # One simulation
    length: int  # length of the path
    path: NDArray[np.int32]  # nodes, beginning with the root
    tick: int  # the node of this tick, where all choose at once
    chosen: int  # the node of all that was chosen in this tick so far; 0 at the beginning of a tick
    moves: Indices
    priors: NDArray[np.float64]  # how likely the agent finds each of these moves
    candidates: NDArray[np.int32]  # children of the root that are left, where their number is halved again and again
    num_candidates: int  # 0 where any move of the root may be chosen
    child: NDArray[np.int32]  # children of the current node by action; all 0 between two uses
    payoff: NDArray[np.float64]  # payoff by seat
    unseen: NDArray[np.int8]  # scratch space of `redeal`
    look: np.void  # the game's own scratch space


class Sizes(Protocol):
    """The sizes in a game's kernels that determine how much memory a search needs."""

    MAX_PLAYERS: int
    NUM_ACTIONS: int
    UNSEEN_SIZE: int


class MovesSizes(Protocol):
    """The sizes in a game's `search` that determine how much memory a search needs."""

    LOOK_DTYPE: np.dtype[np.void]
    MOST_MOVES: int


def node_dtype(kernels: Sizes) -> np.dtype[np.void]:
    """Return the NumPy type of the record of a tree node, for the game with these kernels."""
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
    """Return the NumPy type of a `Workspace`, the record that one search needs, with arrays of the game's sizes.

    `kernels` and `search` have these sizes: they are the game's modules of those names, with defaults.
    """
    fields = [
        ("exploration", np.float64),
        ("prior", np.int64),
        ("leaf", np.int64),
        ("playout", np.int64),
        ("depth", np.int64),
        ("seat", np.int64),
        ("seed", np.uint64),
        ("simulations", np.int64),
        ("num_nodes", np.int64),
        ("length", np.int64),
        ("path", np.int32, (MAX_PATH,)),
        ("tick", np.int64),
        ("chosen", np.int64),
        ("moves", np.int64, (search.MOST_MOVES,)),
        ("priors", np.float64, (search.MOST_MOVES,)),
        ("candidates", np.int32, (search.MOST_MOVES,)),
        ("num_candidates", np.int64),
        ("child", np.int32, (kernels.NUM_ACTIONS,)),
        ("payoff", np.float64, (kernels.MAX_PLAYERS,)),
        ("unseen", np.int8, (kernels.UNSEEN_SIZE,)),
        ("look", search.LOOK_DTYPE),
    ]
    return np.dtype((Workspace, fields))
