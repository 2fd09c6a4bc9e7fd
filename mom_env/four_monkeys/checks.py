"""What the checks need to know of the game: see `mom_env.contract.checks`."""

from mom_env.contract.checks import Position
from mom_env.contract.options import OptionValue
from mom_env.four_monkeys.possible import find_violation

__all__ = ["POSITIONS", "find_violation"]

FAMILY: dict[str, OptionValue] = {"family": True, "timer": "hidden"}
ALL: dict[str, OptionValue] = {"banana_skins": True, "check_choice": True, "false_stops": 1}
POSITIONS: tuple[Position, ...] = (
    Position("mini", 2, {}, skip_forced=True, seed=1, played=0, lines=(6, 36, 173, 821, 3646, 16_172)),
    Position("mini", 3, ALL, skip_forced=False, seed=2, played=12, lines=(6, 30, 150, 873)),
    Position(
        "mini", 4, {"family": True, "timer": "hidden"}, skip_forced=True, seed=3, played=30, lines=(5, 25, 100, 400)
    ),
    Position("standard", 8, ALL, skip_forced=True, seed=4, played=150, lines=(5, 25, 250)),
)
