"""What a tree search knows of the game: see `mom_env.contract.search`."""

from mom_env.contract.search import TO_THE_END
from mom_env.four_monkeys.actions import NUM_ACTIONS as MOST_MOVES
from mom_env.four_monkeys.guide import (
    LOOK_DTYPE,
    begin_look,
    begins_turn,
    list_moves,
    next_move,
    worth_of,
    write_payoff,
)

PLAYOUTS = {"random": TO_THE_END, "greedy": 12, "planner": 12}  # ticks, in which some combos are made
TEMPERATURE = 1.0
VERSION = 2

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
