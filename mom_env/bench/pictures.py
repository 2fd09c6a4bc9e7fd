"""How long it takes to draw a picture; rows of `mom bench env`."""

from collections.abc import Callable
from time import perf_counter
from typing import TypeVar

from mom_env.bench.figures import Contestant
from mom_env.drawing import to_pixels
from mom_env.players.bot_table import play_by_bots

T = TypeVar("T")
STOPS = (0, 20, 40, 60, 80, 10_000)  # decisions before each picture, from the deal to the end of the game
MILLISECONDS = 1e3


def contestants(game: str, num_players: int, seed: int = 0) -> list[Contestant]:
    """Return what is measured of drawing SVG and pixels, in milliseconds for a picture, as contestants.

    A contestant is a name, a unit, and a function that measures once, a mean over positions of one game by bots. `seed`
    determines the game.
    """
    tables = [play_by_bots(game, num_players, seed, decisions) for decisions in STOPS]
    svgs = [table.to_svg() for table in tables]
    return [
        Contestant("picture as SVG", "ms", mean_time(lambda table: table.to_svg(), tables)),
        Contestant("picture as pixels, from SVG, 1000 wide", "ms", mean_time(to_pixels, svgs)),
    ]


def mean_time(draw: Callable[[T], object], subjects: list[T]) -> Callable[[], float]:
    """Return a function that calls `draw` with each of `subjects`, and returns the milliseconds for one, on average."""

    def measure() -> float:
        begin = perf_counter()
        for subject in subjects:
            draw(subject)
        return (perf_counter() - begin) / len(subjects) * MILLISECONDS

    return measure
