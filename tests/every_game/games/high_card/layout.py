"""Sizes, and what a seat sees."""

from mom_env.contract.people import Piece

MAX_PLAYERS, MAX_ROUNDS, MAX_STAKE, NUM_VALUES, MAX_CARDS = 4, 5, 9, 6, 30
FIRST_COINS = 12  # of a player, at most
MAX_COINS = MAX_PLAYERS * FIRST_COINS  # in the game

LAYOUT = (
    Piece("players", (3,), "one-hot", "2, 3 or 4 players"),
    Piece("hand", (NUM_VALUES,), "one-hot", "the viewer's card"),
    Piece("coins", (MAX_PLAYERS,), f"{MAX_COINS} coins", "by seat"),
    Piece("stakes", (MAX_PLAYERS,), f"{MAX_STAKE} coins", "in this round, by seat"),
    Piece("asked", (MAX_PLAYERS,), "flag", "who is to move, by seat"),
    Piece("open", (NUM_VALUES,), f"{MAX_CARDS} cards", "cards that everybody has seen, by value"),
    Piece("may_stake", (MAX_STAKE,), "flag", "numbers of coins that may be staked"),
    Piece("exchange", (2,), "flag", "whether cards may be exchanged; whether the seat to move has"),
    Piece("pot", (1,), f"{MAX_COINS} coins", "to win"),
    Piece("highest", (1,), f"{MAX_STAKE} coins", "the highest stake of this round"),
    Piece("rounds", (2,), f"{MAX_ROUNDS} rounds", "which round it is; how many there are"),
    Piece("acted", (1,), f"{MAX_PLAYERS} seats", "how many are done in this round"),
    Piece("pile", (1,), f"{MAX_CARDS} cards", "left to draw"),
)
