"""4 Monkeys: the game, in which everybody moves at once. `Game` is for people, `VectorGame` for learners.

Shared code takes from a game only what its modules `info`, `kernels`, `search`, `people`, `checks` and `soak` offer;
see `mom_env.contract`. Both classes are loaded on first use, so that importing `info` alone is quick.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mom_env.four_monkeys.game import Game
    from mom_env.four_monkeys.vector_game import VectorGame

__all__ = ["Game", "VectorGame"]


def __getattr__(name: str) -> object:
    """Return the class `Game` or `VectorGame`, loaded on first use; raise AttributeError for any other name."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mom_env.four_monkeys import people  # noqa: PLC0415  # see above

    return getattr(people, name)
