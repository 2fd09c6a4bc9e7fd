"""What the player `planner` thinks things are worth, as one record: a game can be played with other weights."""

from typing import Protocol

import numpy as np

from mom_env.contract.records import Records
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.state import MIN_PLAYERS, Rules

# name, for 2, 3 and 4 players: meaning. Set by hand, then found by play: `python -m tests.support.tune_planner
# tune`, which
# climbs in games of the planner against itself: some 380,000 games of 2, 56,000 of 3 and 200,000 of 4 players.
WEIGHTS_TABLE: list[tuple[str, float, float, float]] = [
    # Uncertainty
    ("heat_end", 0.19, 0.46, 0.4),  # status: a lead of so many points is e : 1 when no monkey is to come
    ("heat", 2.53, 1.84, 1.61),  # and so much more for the square root of a tribe's monkeys still to come
    ("spread_end", 0.03, 0.14, 0.14),  # spaces: a lead of so many is fairly sure when no card is to be played
    ("spread", 2.4, 1.9, 1.7),  # and so much more for the square root of the cards still to be played
    ("margin_end", 5.84, 2.38, 2.38),  # VP: a lead of so many is e : 1 for the win when the game ends
    ("margin", 0.57, 1.39, 1.17),  # and so much more for each round left
    # Coins, in VP, in the first round
    ("coin", 2.7, 1.4, 1.44),  # the first of a tribe
    ("coin_less", 0.11, 0.03, 0.03),  # of that, by which each further one is worth less
    ("coin_fades", 0.45, 0.32, 0.35),  # exponent of the share of auctions left
    ("coin_fits", 0.47, 0.62, 0.6),  # how much it counts whether monkeys that a coin can buy are still to come
    ("coin_wants", 1.67, 0.96, 1.0),  # and how much it counts whether the seat wants them
    ("coin_rich", 0.15, 0.38, 0.33),  # exponent of how few coins the seat has, against the mean
    ("coin_safe", 0.01, 0.05, 0.05),  # of what scorn costs: the first of a tribe, beyond that, while cards are left
    # Scorn
    ("shed", 0.3, 0.49, 0.49),  # how easily scorn goes away again, a round
    # Ships
    ("monkeys_a_round", 0.4, 0.97, 1.14),  # that a seat wins, when it hopes to fill its ship
    ("choosy", 0.15, 0.47, 0.49),  # how much each tribe that cannot board takes away from that hope
    ("ship_ahead", 0.81, 0.24, 0.22),  # what an empty ship's VP a seat are worth beforehand
    # Auctions
    ("deny", 2.75, 1.02, 1.07),  # how much of what a title takes from the others makes it dearer to who bids
    ("buys", 0.4, 0.55, 0.71),  # of the monkeys to come, how many go to who has most coins for them
    ("eager", 1.25, 1.27, 1.13),  # how much of what a monkey is worth to them the others would pay
    ("doubt", 3.22, 1.35, 1.19),  # points: how far off that guess is
    ("again", 0.02, 0.2, 0.23),  # how likely an outbid seat still gets it for the same
    ("later", 1.77, 0.3, 0.28),  # what others may buy they may buy later as well
    ("drain", 0.54, 0.33, 0.38),  # of what others pay, VP for VP
]
WEIGHTS_DTYPE = np.dtype((np.record, [(row[0], np.float64) for row in WEIGHTS_TABLE]))
WEIGHTS = np.array(list(zip(*(row[1:] for row in WEIGHTS_TABLE), strict=True)), WEIGHTS_DTYPE)


class Weights(Protocol):
    """A record of these numbers."""

    heat_end: float
    heat: float
    spread_end: float
    spread: float
    margin_end: float
    margin: float
    coin: float
    coin_less: float
    coin_fades: float
    coin_fits: float
    coin_wants: float
    coin_rich: float
    coin_safe: float
    shed: float
    monkeys_a_round: float
    choosy: float
    ship_ahead: float
    deny: float
    buys: float
    eager: float
    doubt: float
    again: float
    later: float
    drain: float


@part
def weights_for(rules: Rules) -> Records:
    """The weights for so many players, as an array of one record."""
    row = int(rules.num_players) - MIN_PLAYERS
    return WEIGHTS[row : row + 1]
