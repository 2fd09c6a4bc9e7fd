"""The result of a finished game, by names."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.returns import Reward, write_returns
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from mom_env.monkeys_on_the_moon.words import Words


def result_of(states: NDArray[Any], ruleset: Ruleset) -> dict[str, Any]:
    """What came of the finished game 0: lists are by seat, tribes by name."""
    state, words, seats = states[0], Words(ruleset.deck, states[0].colour), range(ruleset.num_players)
    vp, places = standing(states, len(seats))
    return {
        "vp": vp,
        "winners": seats_at(places, 1),
        "places": places,
        "ranking": [words.tribes[tribe] for tribe in state.ranking],
        "monkeys": [int(state.monkeys[seat]) for seat in seats],
        "status": [dict(zip(words.tribes, map(int, state.status[seat]), strict=True)) for seat in seats],
        "titles": {name: titles(state.status[: len(seats), tribe]) for tribe, name in enumerate(words.tribes)},
        "returns": returns(states, ruleset.rules)[: len(seats)],
    }


def standing(states: NDArray[Any], num_players: int) -> tuple[list[int], list[int]]:
    """Return the VP and the places (1 is the best, ties share) of the finished game 0, by seat."""
    vp: list[int] = states["vp"][0, :num_players].tolist()
    places: list[int] = states["place"][0, :num_players].tolist()
    return vp, places


def returns(states: NDArray[Any], rules: NDArray[Any]) -> list[float]:
    """The returns of game 0, reward "win", in full precision."""
    out = np.zeros(MAX_PLAYERS, np.float64)
    write_returns(states, 0, rules, int(Reward.WIN), out)
    return [float(value) for value in out]


def titles(status: NDArray[Any]) -> dict[str, list[int]]:
    """4.3: who leads a tribe and who comes second; leaders that tie leave no second, nor do two players."""
    points = [int(value) for value in status]
    leaders = seats_at(points, max(points))
    has_second = len(leaders) == 1 and len(points) > 2
    seconds = seats_at(points, sorted(points)[-2]) if has_second else []
    return {"leader": leaders, "undersecretary": seconds}


def seats_at(points: list[int], value: int) -> list[int]:
    """Return the seats whose entry in `points` is `value`."""
    return [seat for seat, own in enumerate(points) if own == value]
