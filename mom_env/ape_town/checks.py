"""What the game is checked by: positions whose lines of play are counted, and which records are possible."""

from mom_env.ape_town.validate import find_violation
from mom_env.contract.checks import Position

__all__ = ["POSITIONS", "SYMMETRY", "find_violation"]

# The pier and the printed apes differ from one third of the board to the next, and so do the colours of the track.
SYMMETRY = None

POSITIONS = (
    # The mini board to the end of all its games.
    Position(
        "mini",
        2,
        {},
        skip_forced=True,
        seed=1,
        played=0,
        lines=(2, 5, 10, 22, 48, 108, 240, 552, 864, 984, 1032, 1032),
    ),
    Position(
        "mini",
        2,
        {"final_scoring": "all_districts"},
        skip_forced=False,
        seed=2,
        played=2,
        lines=(2, 4, 8, 16, 24, 40, 68, 76, 124, 144, 216, 216),
    ),
    Position(
        "mini", 3, {}, skip_forced=False, seed=5, played=3, lines=(2, 4, 8, 16, 24, 48, 60, 88, 96, 160, 160, 160)
    ),
    Position(
        "mini",
        4,
        {},
        skip_forced=True,
        seed=3,
        played=0,
        lines=(2, 5, 10, 22, 44, 96, 192, 384, 912, 1488, 1776, 1776),
    ),
    Position("standard", 4, {}, skip_forced=True, seed=8, played=0, lines=(7, 182, 1274, 32_812, 229_684, 5_856_136)),
    # The end of a game, in which colours are full.
    Position(
        "standard",
        2,
        {},
        skip_forced=True,
        seed=9,
        played=140,
        lines=(8, 19, 48, 215, 668, 2160, 5988, 17_454, 38_736, 51_396, 51_396),
    ),
)
