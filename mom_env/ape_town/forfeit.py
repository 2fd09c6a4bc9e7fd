"""What an illegal action costs a seat: no less than the worst end of a game, so that losing on purpose never pays."""

from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.shaping import UNIT
from mom_env.ape_town.state import NUM_BESIDE, Motif


def least_points_return(ruleset: Ruleset) -> float:
    """Return a lower bound of the reward "vp" (a seat's points above the mean of the others, over 20).

    The seat itself has 0 points or more, so the bound is minus the most that the others can have together, over their
    number.
    """
    return -most_points(ruleset) / (ruleset.num_players - 1) / UNIT


def most_points(ruleset: Ruleset) -> int:
    """Return a bound on the points of all seats together.

    Each pair of an ape and a banana site scores the value of the ape once at most (3.3), and a cell has six beside it.
    A district pays its own worth to the boss (4.1), and that of each neighbour to its lemurs, rounded up for each
    (4.2). All districts may be scored twice (R14). Each bundle brings a point (5.2).
    """
    board, num_players = ruleset.deck, ruleset.num_players
    worth = sum(board.tiles.of(motif) * board.values.of(motif) for motif in Motif)
    printed = sum(board.values.of(motif) for motif in board.printed_at.values())
    pairs = 2 * len(board.neighbour_pairs)
    most_neighbours = max((count_in(board.neighbour_pairs, number) for number in range(len(board.district))), default=0)
    times = 2 if ruleset.options.final_scoring == "all_districts" else 1
    districts = worth + most_neighbours * worth + pairs * (num_players - 1)
    return NUM_BESIDE * (worth + printed) + times * districts + num_players * board.setup.money


def count_in(pairs: list[tuple[int, int]], number: int) -> int:
    """Return how many of the pairs contain `number`."""
    return sum(number in pair for pair in pairs)
