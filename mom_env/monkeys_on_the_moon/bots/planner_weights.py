"""What the player `planner` thinks things are worth, as one record: a game can be played with other weights."""

from typing import Any

import numpy as np

# Found by play: see the comment at the end of this table. VP are victory points.
WEIGHTS_TABLE: list[tuple[str, float]] = [
    # Uncertainty
    ("heat_end", 0.25),  # status: a lead of so many points is e : 1 when no monkey is to come
    ("heat", 2.0),  # and so much more for the square root of a tribe's monkeys still to come
    ("spread_end", 0.15),  # spaces: a lead of so many is fairly sure when no card is to be played
    ("spread", 1.1),  # and so much more for the square root of the cards still to be played
    ("push", 0.0),  # spaces that a tribe gains whose titles are settled, for the square root of the cards
    ("margin_end", 2.0),  # VP: a lead of so many is e : 1 for the win when the game ends
    ("margin", 1.0),  # and so much more for each round left
    # Coins, in VP, in the first round
    ("coin", 1.6),  # the first of a tribe
    ("coin_less", 0.03),  # of that, by which each further one is worth less
    ("coin_fades", 0.4),  # exponent of the share of auctions left
    ("coin_fits", 0.5),  # how much it counts whether monkeys that a coin can buy are still to come
    ("coin_rich", 0.3),  # exponent of how few coins the seat has, against the mean
    ("coin_safe", 0.05),  # of what scorn costs: what the first of a tribe is worth beyond that, while cards are left
    # Scorn
    ("shed", 0.35),  # how easily scorn goes away again, a round
    # Ships
    ("monkeys_a_round", 1.0),  # that a seat wins, when it hopes to fill its ship
    ("choosy", 0.5),  # how much each tribe that cannot board takes away from that hope
    ("ship_ahead", 0.3),  # what an empty ship's VP a seat are worth beforehand
    # Auctions
    ("deny", 1.0),  # how much of what a title takes from the others makes it dearer to who bids
    ("buys", 0.7),  # of the monkeys to come, how many go to who has most coins for them
    ("eager", 1.0),  # how much of what a monkey is worth to them the others would pay
    ("doubt", 1.0),  # points: how far off that guess is
    ("again", 0.35),  # how likely an outbid seat still gets it for the same
    ("later", 0.3),  # what others may buy they may buy later as well
    ("drain", 0.5),  # of what others pay, VP for VP
]
WEIGHTS_DTYPE = np.dtype((np.record, [(name, np.float64) for name, _ in WEIGHTS_TABLE]))
WEIGHTS = np.array([tuple(weight for _, weight in WEIGHTS_TABLE)], WEIGHTS_DTYPE)
Weights = Any  # a record of WEIGHTS_DTYPE
