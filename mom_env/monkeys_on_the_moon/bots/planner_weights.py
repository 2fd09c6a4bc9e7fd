"""What the player `planner` thinks things are worth, as one record: a game can be played with other weights."""

from typing import Any

import numpy as np

# Found by play: see the comment at the end of this table. VP are victory points.
WEIGHTS_TABLE: list[tuple[str, float]] = [
    # Uncertainty
    ("heat_end", 0.4),  # status: a lead of so many points is e : 1 when no monkey is to come
    ("heat", 2.2),  # and so much more for the square root of a tribe's monkeys still to come
    ("spread_end", 0.4),  # spaces: a lead of so many is fairly sure when no card is to be played
    ("spread", 1.1),  # and so much more for the square root of the cards still to be played
    ("margin_end", 2.0),  # VP: a lead of so many is e : 1 for the win when the game ends
    ("margin", 1.0),  # and so much more for each round left
    # Coins, in VP, in the first round
    ("coin_first", 1.6),  # of a tribe: it keeps its scorn away, too
    ("coin_second", 1.2),
    ("coin_further", 0.9),
    ("coin_fades", 0.6),  # exponent of the share of auctions left
    # Scorn
    ("shed", 0.35),  # how easily scorn goes away again, a round
    # Ships
    ("monkeys_a_round", 1.0),  # that a seat wins, when it hopes to fill its ship
    ("choosy", 0.5),  # how much each tribe that cannot board takes away from that hope
    ("ship_ahead", 0.3),  # what an empty ship's VP a seat are worth beforehand
    # Auctions
    ("eager", 1.0),  # how much of what a monkey is worth to them the others would pay
    ("doubt", 1.5),  # points: how far off that guess is
    ("again", 0.5),  # how likely an outbid seat still gets it for the same
    ("later", 0.3),  # what others may buy they may buy later as well
    ("drain", 0.5),  # of what others pay, VP for VP
]
WEIGHTS_DTYPE = np.dtype((np.record, [(name, np.float64) for name, _ in WEIGHTS_TABLE]))
WEIGHTS = np.array([tuple(weight for _, weight in WEIGHTS_TABLE)], WEIGHTS_DTYPE)
Weights = Any  # a record of WEIGHTS_DTYPE
