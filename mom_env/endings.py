"""What the last infos of a game say, for loggers, and what an illegal action costs."""

from collections.abc import Collection, Sequence
from typing import Any


def ending(seat: int, places: Sequence[int], scores: Sequence[int] | None = None) -> dict[str, Any]:
    """Return what the last info of a seat says of the game's end.

    Args:
        seat: whose info it is.
        places: by seat; 1 is the best, and ties share a place.
        scores: the points by seat; None where the game was broken off by an illegal action.

    Returns:
        `score` (if there are scores), `place`, `winners` (seats), and `is_success`, the name under which
        Stable-Baselines3 and others look for it: whether the seat is among the winners.

    >>> ending(2, [3, 1, 1], [10, 12, 12])
    {'score': 12, 'place': 1, 'winners': [1, 2], 'is_success': True}
    """
    place = places[seat]
    winners = [other for other, reached in enumerate(places) if reached == 1]
    info = {"place": place, "winners": winners, "is_success": place == 1}
    return info if scores is None else {"score": scores[seat], **info}


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
