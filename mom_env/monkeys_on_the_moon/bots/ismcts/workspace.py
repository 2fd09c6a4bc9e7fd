"""Where a search works: its tree as an array of nodes, and a record for all the rest. Nothing grows while it runs."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS, NUM_BIDS
from mom_env.monkeys_on_the_moon.bots.planner_outlook import OUTLOOK_DTYPE, Outlook
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, NUM_TRIBES

MAX_PATH = 512  # decisions that a simulation walks down the tree, at most
ROOT = 0  # the first node; as it is nobody's child, 0 says "none" in `first` and `next`


class Playout(IntEnum):
    """How a simulation goes on below the tree."""

    RANDOM = 0
    GREEDY = 1
    PLANNER = 2


NODE_FIELDS: list[tuple[Any, ...]] = [
    ("action", np.int32),  # that leads here
    ("first", np.int32),  # child, or 0
    ("next", np.int32),  # child of the same parent, or 0
    ("visits", np.int32),
    ("available", np.int32),  # how often it could have been chosen
    ("weight", np.float32),  # of the action beside its siblings, before any visit
    ("total", np.float32, (MAX_PLAYERS,)),  # payoffs by seat, summed over the visits
]


class Node(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """A sequence of actions as the searcher saw them."""

    action: int
    first: int
    next: int
    visits: int
    available: int
    weight: Any
    total: NDArray[np.float32]


NODE_DTYPE = np.dtype((Node, NODE_FIELDS))

WORKSPACE_FIELDS: list[tuple[Any, ...]] = [
    # What the user chose
    ("exploration", np.float64),
    ("playout", np.int64),  # Playout
    ("depth", np.int64),  # turns of a playout before its result is estimated; TO_THE_END
    # One search
    ("seat", np.int64),  # who searches
    ("seed", np.uint64),
    ("simulations", np.int64),  # done so far
    ("num_nodes", np.int64),
    # One simulation
    ("length", np.int64),  # of the path
    ("path", np.int32, (MAX_PATH,)),  # nodes from the root on
    ("moves", np.int64, (NUM_BIDS,)),
    ("child", np.int32, (NUM_ACTIONS,)),  # of the node in hand, by action; all 0 between two uses
    ("payoff", np.float64, (MAX_PLAYERS,)),
    ("status", np.float64, (MAX_PLAYERS, NUM_TRIBES)),
    ("unseen", np.int8, (MAX_UNSEEN,)),
    ("outlook", OUTLOOK_DTYPE),  # of the player `planner`, for the seat to move
]


class Workspace(np.record):  # type: ignore[misc]  # the stubs call a base of records final
    """Room for one search at a time."""

    exploration: float
    playout: int
    depth: int
    seat: int
    seed: Any
    simulations: int
    num_nodes: int
    length: int
    path: NDArray[np.int32]
    moves: NDArray[np.int64]
    child: NDArray[np.int32]
    payoff: NDArray[np.float64]
    status: NDArray[np.float64]
    unseen: NDArray[np.int8]
    outlook: Outlook


WORKSPACE_DTYPE = np.dtype((Workspace, WORKSPACE_FIELDS))
TO_THE_END = 1_000_000  # turns
