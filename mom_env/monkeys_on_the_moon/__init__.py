"""Monkeys on the Moon: the game. `Game` is for people, `VectorGame` for learners.

What shared code takes from a game is in five modules: `info`, `kernels`, `search`, `people` and `checks`; see
`mom_env.contract`. Both classes are loaded when they are asked for, so that `info` alone is quick.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mom_env.monkeys_on_the_moon.game import Game
    from mom_env.monkeys_on_the_moon.vector_game import VectorGame

__all__ = ["Game", "VectorGame"]


def __getattr__(name: str) -> object:
    """Load what the package offers."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mom_env.monkeys_on_the_moon import people  # noqa: PLC0415  # see above

    return getattr(people, name)
