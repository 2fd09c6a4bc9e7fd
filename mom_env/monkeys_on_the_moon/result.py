"""The result of a finished game, by names."""

import numpy as np
from numpy.typing import NDArray

from mom_env.base.replay import Strict
from mom_env.contract.records import Records
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result


class ShortResult(Strict):
    """The part of a result that a replay contains."""

    vp: list[int]
    winners: list[int]
    ranking: list[str]
    returns: list[float]


def result_of(states: Records, ruleset: Ruleset) -> Result:
    """Return the result of the finished game 0: lists are by seat, tribes by name."""
    state, words, seats = states[0], Words(ruleset.deck, states[0].colour), range(ruleset.num_players)
    vp, places = (states[name][0, : len(seats)].tolist() for name in ("vp", "place"))
    return {
        "vp": vp,
        "winners": seats_at(places, 1),
        "places": places,
        "ranking": [words.tribes[tribe] for tribe in state.ranking],
        "monkeys": [int(state.monkeys[seat]) for seat in seats],
        "status": [dict(zip(words.tribes, map(int, state.status[seat]), strict=True)) for seat in seats],
        "titles": {name: titles(state.status[: len(seats), tribe]) for tribe, name in enumerate(words.tribes)},
    }


def titles(status: NDArray[np.integer]) -> dict[str, list[int]]:
    """4.3: Return who leads a tribe and who comes second; tied leaders leave no second, nor do two players."""
    points = [int(value) for value in status]
    leaders = seats_at(points, max(points))
    has_second = len(leaders) == 1 and len(points) > 2
    seconds = seats_at(points, sorted(points)[-2]) if has_second else []
    return {"leader": leaders, "undersecretary": seconds}


def seats_at(points: list[int], value: int) -> list[int]:
    """Return the seats whose entry in `points` is `value`."""
    return [seat for seat, own in enumerate(points) if own == value]
