"""What `planner` thinks things are worth, as one record: a game can be played with other weights."""

from typing import Protocol

import numpy as np

from mom_env.ape_town.state import MIN_PLAYERS, Rules
from mom_env.contract.records import Records
from mom_env.kernel.jit import part

# Name, values for 2, 3 and 4 players, and the meaning as a comment. Set by hand, then improved by letting the planner
# play against itself: some 91,000 games of 2, 22,000 of 3 and 123,000 of 4 players.
# `python -m tests.support.tune_planner tune --game ape_town` continues from these.
WEIGHTS_TABLE: list[tuple[str, float, float, float]] = [
    # The boss
    ("heat_end", 0.196, 0.132, 0.148),  # lead in orangutans that makes odds of e : 1 in a full district
    ("heat", 0.172, 0.143, 0.16),  # added to it, times the square root of the free fields
    ("lemur", 0.389, 0.388, 0.393),  # orangutans that a lemur counts for, as lemurs decide ties
    ("nobody", 0.082, 0.749, 0.538),  # orangutans of the seat that does not exist: nobody may become boss
    ("growth", 1.67, 1.24, 1.29),  # share of the mean value of a tile by which a free field adds to the worth
    # Inferior neighbours
    ("doubt_end", 0.125, 0.221, 0.219),  # lead in lemurs that makes odds of e : 1 in a full district
    ("doubt", 0.368, 0.304, 0.216),  # added to it, times the square root of the free fields
    ("lemurs_to_come", 0.007, 0.108, 0.146),  # lemurs that a free field brings
    ("pace", 0.806, 1.29, 1.3),  # tiles that a neighbour gets while the district gets one
    ("newcomer", 0.056, 0.041, 0.032),  # chance for each free field that a seat without a lemur gets one
    # Money, rivals, fields
    ("coin", 2.85, 1.39, 1.96),  # points of a bundle in the first turn, falling to 1 in the last
    ("spite", 0.9, 0.365, 0.263),  # share of the others' gains that counts as an own loss
    ("lure", 0.034, 0.169, 0.161),  # share of the points that free fields come to promise, which others may take
    ("close", 0.132, 0.105, 0.0725),  # share of the points that the field has promised, which others can no longer take
    ("deny", 0.056, 0.288, 0.287),  # share of what the best tile that is left is worth, which is the next seat's
]
WEIGHTS_DTYPE = np.dtype((np.record, [(row[0], np.float64) for row in WEIGHTS_TABLE]))
WEIGHTS = np.array(list(zip(*(row[1:] for row in WEIGHTS_TABLE), strict=True)), WEIGHTS_DTYPE)


class Weights(Protocol):
    """The numbers by which `planner` values things, as a record; `WEIGHTS_TABLE` says what each one means."""

    heat_end: float
    heat: float
    lemur: float
    nobody: float
    growth: float
    doubt_end: float
    doubt: float
    lemurs_to_come: float
    pace: float
    newcomer: float
    coin: float
    spite: float
    lure: float
    close: float
    deny: float


@part
def weights_for(rules: Rules) -> Records:
    """Return the weights for the number of players in `rules`, as an array of one record."""
    row = int(rules.num_players) - MIN_PLAYERS
    return WEIGHTS[row : row + 1]
