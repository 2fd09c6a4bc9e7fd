"""What a tree search knows of the game: see `mom_env.contract.search`."""

from mom_env.ape_town.guide.guide import begin_look, begins_turn, list_moves, next_move, worth_of
from mom_env.ape_town.guide.look import LOOK_DTYPE
from mom_env.ape_town.guide.payoff import write_payoff
from mom_env.ape_town.state import MAX_FIELDS as MOST_MOVES
from mom_env.contract.search import TO_THE_END

PLAYOUTS = {"random": TO_THE_END, "greedy": 4, "planner": 0}  # turns; `planner` says at once what it expects
TEMPERATURE = 2.0  # points that give a move e times the weight
VERSION = 1

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
