"""What the last info of a game says, for loggers, and what an illegal action costs."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


def ending(place: int, winners: tuple[int, ...], score: int | None) -> dict[str, Any]:
    """Return what the last info of a seat says of the game's end.

    Args:
        place: of the seat; 1 is the best, and ties share a place.
        winners: the seats that won.
        score: the seat's points; None where the game was broken off by an illegal action.

    Returns:
        `score` (if there is one), `place`, `winners`, and `is_success`, whether the seat has won: Stable-Baselines3 and
        others look for this name.

    >>> ending(1, (1, 2), 12)
    {'score': 12, 'place': 1, 'winners': (1, 2), 'is_success': True}
    """
    if score is None:
        return {"place": place, "winners": winners, "is_success": place == 1}
    return {"score": score, "place": place, "winners": winners, "is_success": place == 1}


def endings(places: Sequence[int], scores: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """Return what the last infos say, by seat; there are no scores where the game was broken off.

    >>> endings([2, 1])
    [{'place': 2, 'winners': (1,), 'is_success': False}, {'place': 1, 'winners': (1,), 'is_success': True}]
    """
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    points: Sequence[int | None] = scores or [None] * len(places)
    return [ending(place, winners, score) for place, score in zip(places, points, strict=True)]


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """Return the seats whose bits are set.

    >>> seats_in(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def ending_arrays(results: NDArray[np.int16], dones: NDArray[np.bool_]) -> dict[str, Any]:
    """Return `ending`, and the `seat`, of the games that have ended as one array for each key, in Gymnasium's form.

    Args:
        results: for each game a row of seat, whether it lost by an illegal action, score, place, and winners as bits.
        dones: for each game whether it has ended; entries of the others are empty, and their flags False.
    """
    seats, forfeits, scores, places, bits = np.multiply(results.T, dones, dtype=np.int64, order="C")
    winners = np.empty(len(dones), object)  # of None
    for i in np.flatnonzero(dones).tolist():
        winners[i] = seats_in(int(bits[i]))
    has_score = dones & (forfeits == 0)
    arrays = {"seat": seats, "place": places, "winners": winners, "is_success": places == 1}
    flags = {f"_{key}": dones.copy() for key in arrays}
    return arrays | flags | ({"score": scores, "_score": has_score} if has_score.any() else {})


def forfeit_places(num_players: int, offenders: Collection[int]) -> list[int]:
    """Return the places after illegal actions, by seat: the last one for each offender, the first for the others.

    >>> forfeit_places(4, [1])
    [1, 4, 1, 1]
    """
    return [num_players if seat in offenders else 1 for seat in range(num_players)]


def forfeit_returns(num_players: int, offenders: Collection[int], loss: float) -> list[float]:
    """Return what illegal actions pay, by seat: `loss` to each offender; the others share it, so that the sum is 0.

    >>> forfeit_returns(3, [0], -1.0), forfeit_returns(2, [0, 1], -1.0)
    ([-1.0, 0.5, 0.5], [-1.0, -1.0])
    """
    others = num_players - len(offenders)
    share = -loss * len(offenders) / others if others else 0.0
    return [loss if seat in offenders else share for seat in range(num_players)]
