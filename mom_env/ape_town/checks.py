"""What the game is checked by: positions whose lines of play are counted, and which records are possible."""

from mom_env.ape_town.validate import find_violation
from mom_env.contract.checks import Position

__all__ = ["POSITIONS", "SYMMETRY", "find_violation"]

# The pier and the printed apes differ from one third of the board to the next, and so do the colours of the track.
SYMMETRY = None

POSITIONS: tuple[Position, ...] = ()
