"""What `planner` thinks things are worth, as one record: a game can be played with other weights."""

from typing import Protocol

import numpy as np

from mom_env.contract.records import Records
from mom_env.kernel.jit import part
from mom_env.monkeys_on_the_moon.state import MIN_PLAYERS, Rules

# Name, values for 2, 3 and 4 players, and the meaning as a comment. Set by hand, then improved by
# `python -m tests.support.tune_planner tune`, which plays the planner against itself: some 380,000 games of 2, 56,000
# of 3 and 200,000 of 4 players.
WEIGHTS_TABLE: list[tuple[str, float, float, float]] = [
    # Uncertainty
    ("heat_end", 0.19, 0.46, 0.4),  # lead in status that makes odds of e : 1 when no monkey is to come
    ("heat", 2.53, 1.84, 1.61),  # added to it, times the square root of the tribe's monkeys still to come
    ("spread_end", 0.03, 0.14, 0.14),  # lead in spaces that is fairly safe when no card is to be played
    ("spread", 2.4, 1.9, 1.7),  # added to it, times the square root of the cards still to be played
    ("margin_end", 5.84, 2.38, 2.38),  # lead in VP that makes odds of e : 1 for the win when the game ends
    ("margin", 0.57, 1.39, 1.17),  # added to it for each round left
    # Coins, in VP, in the first round
    ("coin", 2.7, 1.4, 1.44),  # VP of the first coin of a tribe
    ("coin_less", 0.11, 0.03, 0.03),  # share of that by which each further coin is worth less
    ("coin_fades", 0.45, 0.32, 0.35),  # exponent of the share of auctions left
    ("coin_fits", 0.47, 0.62, 0.6),  # how much monkeys to come that the coin can buy matter
    ("coin_wants", 1.67, 0.96, 1.0),  # how much it matters that the seat wants these monkeys
    ("coin_rich", 0.15, 0.38, 0.33),  # exponent of how few coins the seat has, relative to the mean
    ("coin_safe", 0.01, 0.05, 0.05),  # share of the cost of scorn that a tribe's first coin adds while cards are left
    # Scorn
    ("shed", 0.3, 0.49, 0.49),  # how easily scorn is lost again, per round
    # Ships
    ("monkeys_a_round", 0.4, 0.97, 1.14),  # monkeys that a seat hopes to win, to fill its ship
    ("choosy", 0.15, 0.47, 0.49),  # how much each tribe that cannot board reduces that hope
    ("ship_ahead", 0.81, 0.24, 0.22),  # added to the filled places when a ship is valued (`planner_worth.py`)
    # Auctions
    ("deny", 2.75, 1.02, 1.07),  # how much the others' loss by a title adds to what a seat would pay
    ("buys", 0.4, 0.55, 0.71),  # share of the status to come that is credited to seats by their coins for it
    ("eager", 1.25, 1.27, 1.13),  # factor on a monkey's worth to a seat, which gives what that seat would pay
    ("doubt", 3.22, 1.35, 1.19),  # uncertainty of the points that others would bid
    ("again", 0.02, 0.2, 0.23),  # chance that an outbid seat still gets the monkey for the same price
    ("later", 1.77, 0.3, 0.28),  # factor on the effect of another seat's win when a monkey is put up
    ("drain", 0.54, 0.33, 0.38),  # factor on the VP of the coins that another seat pays for it
]
WEIGHTS_DTYPE = np.dtype((np.record, [(row[0], np.float64) for row in WEIGHTS_TABLE]))
WEIGHTS = np.array(list(zip(*(row[1:] for row in WEIGHTS_TABLE), strict=True)), WEIGHTS_DTYPE)


class Weights(Protocol):
    """The numbers by which `planner` values things, as a record; `WEIGHTS_TABLE` says what each one means."""

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
    """Return the weights for the number of players in `rules`, as an array of one record."""
    row = int(rules.num_players) - MIN_PLAYERS
    return WEIGHTS[row : row + 1]
