"""Games of random choices in every mode, for what people see."""

from collections.abc import Iterator
from typing import Any

from mom_env.monsters_on_the_moon import Game
from tests.support.courses import course_of
from tests.support.sizes import smaller_without_jit

NAME = "monsters_on_the_moon"
MODES: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {"walls": True, "missions": "secret"}),
    (3, {"tile_target": "opponent", "layout": 1}),
    (4, {"walls": True, "missions": "open", "monsters": "draw"}),
]


def games(every: int = 1, seeds: int = 3, **arguments: Any) -> Iterator[Game]:
    """Positions of some games of each mode."""
    for seed in range(smaller_without_jit(seeds, 1)):
        for num_players, options in MODES:
            for game in course_of(NAME, num_players, seed, every=every, options=options, **arguments):
                assert isinstance(game, Game)
                yield game
