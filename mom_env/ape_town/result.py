"""The result of a finished game by names."""

from typing import TypedDict

from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.state import State, Way


class Result(TypedDict):
    """How a game ended: points, winning seats, places from 1, and where the points come from.

    `winners` has seats. All other lists are by seat; an entry of `ways` has the points of each `Way` by its lower-case
    name.
    """

    points: list[int]
    winners: list[int]
    places: list[int]
    ways: list[dict[str, int]]


def ways_of(state: State, seat: int) -> dict[str, int]:
    """3.3, 4, 5.2: Return where the points of a seat come from so far: tiles, boss, neighbours, money."""
    return {way.name.lower(): int(state.ways[seat, way]) for way in Way}


def result_of(state: State, ruleset: Ruleset) -> Result:
    """5: Return the result of a game that is over, by names."""
    seats = range(ruleset.num_players)
    places = [int(state.place[seat]) for seat in seats]
    return {
        "points": [int(state.points[seat]) for seat in seats],
        "winners": [seat for seat in seats if places[seat] == 1],
        "places": places,
        "ways": [ways_of(state, seat) for seat in seats],
    }
