"""What `planner` and `greedy` think things are worth, as one record: a game can be played with other weights."""

from typing import Protocol

import numpy as np

from mom_env.contract.records import Records
from mom_env.kernel.jit import part
from mom_env.monsters_on_the_moon.state import Rules

# Name, value for `greedy`, values of `planner` for 2, 3 and 4 players, and the meaning as a comment.
# `python -m tests.support.tune_planner tune --game monsters_on_the_moon` continues from these.
WEIGHTS_TABLE: list[tuple[str, float, float, float, float]] = [
    ("fade", 0.0, 0.15, 0.15, 0.15),  # share of the heads on the display that each card laid later covers
    ("interim", 0.0, 1.5, 1.5, 1.5),  # a point of the interim scoring, in points of the last one
    ("spite", 1.0, 1.0, 1.0, 1.0),  # share of the mean of the others' gains that counts as an own loss
    ("keep", 0.0, 0.8, 0.8, 0.8),  # share of what a card's heads would bring just before a scoring that laying it costs
    ("threat", 0.0, 0.9, 0.9, 0.9),  # share that counts as lost of the own points on a new card that one card can cover
    ("group", 0.0, 0.5, 0.5, 0.5),  # a point of the largest group
    ("tile", 2.5, 2.5, 2.5, 2.5),  # heads that a tile brings and takes
    ("shelter", 0.06, 0.06, 0.06, 0.06),  # points for each own head beside a ship
    ("fence", 0.25, 0.25, 0.25, 0.25),  # points of a wall that has own heads on one side only
]
WEIGHTS_DTYPE = np.dtype((np.record, [(row[0], np.float64) for row in WEIGHTS_TABLE]))
ALL_WEIGHTS = np.array(list(zip(*(row[1:] for row in WEIGHTS_TABLE), strict=True)), WEIGHTS_DTYPE)
WEIGHTS = ALL_WEIGHTS[1:]  # of `planner`, for 2, 3 and 4 players


class Weights(Protocol):
    """The numbers by which bots value things, as a record; `WEIGHTS_TABLE` says what each one means."""

    fade: float
    interim: float
    spite: float
    keep: float
    threat: float
    group: float
    tile: float
    shelter: float
    fence: float


@part
def weights_for(rules: Rules, is_planner: bool) -> Records:
    """Return the weights of a bot for the number of players in `rules`, as an array of one record.

    In solo play `planner` has those of `greedy`, as there is nobody to plan against.
    """
    row = int(rules.num_players) - 1 if is_planner else 0
    return ALL_WEIGHTS[row : row + 1]
