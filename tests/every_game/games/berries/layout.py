"""Sizes, and what a seat sees."""

from mom_env.contract.people import Piece

MAX_PLAYERS, NUM_BUSHES, MAX_TICKS, MAX_BERRIES, MAX_GROWTHS = 3, 5, 9, 9, 4
NUM_ACTIONS = 1 + NUM_BUSHES
MOST_PICKED = MAX_TICKS * MAX_BERRIES  # by a seat

LAYOUT = (
    Piece("players", (MAX_PLAYERS,), "one-hot", "1, 2 or 3 players"),
    Piece("favourite", (MAX_PLAYERS, NUM_BUSHES), "one-hot", "by seat; those of the others at the end only"),
    Piece("bushes", (NUM_BUSHES,), f"{MAX_BERRIES} berries", "on each bush"),
    Piece("picked", (MAX_PLAYERS, NUM_BUSHES), f"{MOST_PICKED} berries", "by seat and bush"),
    Piece("tired", (MAX_PLAYERS,), "flag", "who has to wait, by seat"),
    Piece("pending", (NUM_ACTIONS,), "one-hot", "what the viewer has chosen"),
    Piece("ticks", (2,), f"{MAX_TICKS} ticks", "how many are over; how many there are"),
    Piece("share", (1,), "flag", "whether those who meet share"),
)
