"""What a tree search knows of the game: see `mom_env.contract.search`."""

from mom_env.contract.search import TO_THE_END
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS as MOST_MOVES
from mom_env.monsters_on_the_moon.guide import (
    LOOK_DTYPE,
    begin_look,
    begins_turn,
    list_moves,
    next_move,
    worth_of,
    write_payoff,
)

PLAYOUTS = {"random": TO_THE_END, "greedy": 1}  # turns
TEMPERATURE = 2.0  # VP that give a move e times the weight
VERSION = 3

__all__ = [
    "LOOK_DTYPE",
    "MOST_MOVES",
    "PLAYOUTS",
    "TEMPERATURE",
    "VERSION",
    "begin_look",
    "begins_turn",
    "list_moves",
    "next_move",
    "worth_of",
    "write_payoff",
]
