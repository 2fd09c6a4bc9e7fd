"""What the game is checked by."""

from mom_env.contract.checks import Position

POSITIONS: tuple[Position, ...] = (
    Position("standard", 3, {}, skip_forced=True, seed=1, played=0, lines=(6, 36, 216, 1023, 4953)),
    Position("standard", 2, {"clash": "share", "ticks": 2}, skip_forced=False, seed=2, played=2, lines=(5, 25, 25)),
)
