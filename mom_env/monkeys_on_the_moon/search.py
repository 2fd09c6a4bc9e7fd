"""What a tree search knows of the game: see `mom_env.contract.search`."""

from mom_env.contract.search import TO_THE_END
from mom_env.monkeys_on_the_moon.actions import NUM_BIDS as MOST_MOVES
from mom_env.monkeys_on_the_moon.guide.guide import begin_look, begins_turn, next_move, worth_of
from mom_env.monkeys_on_the_moon.guide.look import LOOK_DTYPE
from mom_env.monkeys_on_the_moon.guide.moves import list_moves
from mom_env.monkeys_on_the_moon.guide.payoff import write_payoff

PLAYOUTS = {"random": TO_THE_END, "greedy": 6, "planner": 1}  # turns
TEMPERATURE = 2.0  # VP that give a move e times the weight
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
