"""What the last info of a game says about its end, and what an illegal action costs."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from mom_env.contract.people import Ruleset
from mom_env.games import load
from mom_env.kernel.returns import LOSS, Reward


class Ending(TypedDict):
    """The entries about the game's end in the last info of a seat; see the function `ending`."""

    score: NotRequired[int]
    place: int
    winners: tuple[int, ...]
    is_success: NotRequired[bool]


def ending(seat: int, place: int, winners: tuple[int, ...], score: int | None, *, is_alone: bool = False) -> Ending:
    """Return the entries about the game's end in the last info of a seat.

    Args:
        seat: the seat whose info it is.
        place: the seat's place; 1 is the best, and ties share a place.
        winners: the seats that won.
        score: the seat's points, or None if an illegal action ended the game.
        is_alone: whether there are no other seats. Who plays alone beats nobody, and so has neither won nor lost.

    Returns:
        `score` (if there is one), `place`, `winners` and, unless the seat is alone, `is_success`, which says whether
        it won. Stable-Baselines3 and other libraries look for this last name, and log nothing where it is missing.

    >>> ending(2, 1, (1, 2), 12)
    {'score': 12, 'place': 1, 'winners': (1, 2), 'is_success': True}
    >>> ending(0, 1, (), 12, is_alone=True)
    {'score': 12, 'place': 1, 'winners': ()}
    """
    found: Ending = {"place": place, "winners": () if is_alone else winners}
    if not is_alone:
        found["is_success"] = seat in winners
    return found if score is None else {"score": score, **found}


def endings(places: Sequence[int], scores: Sequence[int]) -> list[Ending]:
    """Return, by seat, the entries about the end in the last infos of a game that was played to its end.

    Args:
        places: the place of each seat; 1 is the best. All seats with place 1 have won, unless there is only one seat.
        scores: the points of each seat.

    >>> [info["winners"] for info in endings([1, 3, 1], [7, 2, 7])]
    [(0, 2), (0, 2), (0, 2)]
    """
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    is_alone = len(places) == 1
    return [ending(seat, place, winners, scores[seat], is_alone=is_alone) for seat, place in enumerate(places)]


def forfeit_endings(num_players: int, offenders: Collection[int]) -> list[Ending]:
    """Return, by seat, the entries about the end in the last infos of a game that illegal actions ended.

    `offenders`, the seats whose actions were illegal, share the last place. All others have won. A player who plays
    alone has place 1, but has not won.

    >>> forfeit_endings(2, [0])
    [{'place': 2, 'winners': (1,), 'is_success': False}, {'place': 1, 'winners': (1,), 'is_success': True}]
    >>> forfeit_endings(1, [0])
    [{'place': 1, 'winners': ()}]
    """
    winners, is_alone = tuple(seat for seat in range(num_players) if seat not in offenders), num_players == 1
    places = [1 if seat in winners else num_players for seat in range(num_players)]
    return [ending(seat, place, winners, None, is_alone=is_alone) for seat, place in enumerate(places)]


@cache
def seats_in(bits: int) -> tuple[int, ...]:
    """Return, ascending, the seats whose bits are set in `bits`; bit 0 (the lowest) stands for seat 0.

    >>> seats_in(0b101)
    (0, 2)
    """
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def ending_arrays(
    results: NDArray[np.int16], dones: NDArray[np.bool_], is_alone: NDArray[np.bool_]
) -> dict[str, NDArray[np.generic]]:
    """Return the entries of `ending` and the learner's seat as arrays by game, in the form of Gymnasium's vector infos.

    Args:
        results: a row for each game: seat, whether it lost by an illegal action, score, place, and winners as bits.
        dones: whether each game has ended.
        is_alone: whether each game has a single player, who can neither win nor lose.

    Returns:
        An array with an entry for each game under each key, and an array of flags under the same key with an underscore
        before it. Games that have not ended have 0, None or False everywhere. Without any score, there is no "score",
        and without any game of several players no "is_success".
    """
    seats, forfeits, scores, places, bits = np.multiply(results.T, dones, dtype=np.int64, order="C")
    winners = np.empty(len(dones), object)  # of None
    for i in np.flatnonzero(dones).tolist():
        winners[i] = () if is_alone[i] else seats_in(int(bits[i]))
    has_score, has_success = dones & (forfeits == 0), dones & ~is_alone
    arrays: dict[str, NDArray[np.generic]] = {
        "seat": seats,
        "place": places,
        "winners": winners,
    }
    flags = {f"_{key}": dones.copy() for key in arrays}
    if has_success.any():
        arrays["is_success"], flags["_is_success"] = bits >> seats & 1 == 1, has_success
    return arrays | flags | ({"score": scores, "_score": has_score} if has_score.any() else {})


def forfeit_returns(num_players: int, offenders: Collection[int], loss: float, *, zero_sum: bool = True) -> list[float]:
    """Return the rewards after illegal actions, by seat: `loss`, a negative number, for each seat in `offenders`.

    In a zero-sum game the other seats share the loss, so that the sum is 0. Otherwise they get 0.

    >>> forfeit_returns(3, [0], -1.0), forfeit_returns(2, [0, 1], -1.0), forfeit_returns(1, [0], -1.0)
    ([-1.0, 0.5, 0.5], [-1.0, -1.0], [-1.0])
    """
    others = num_players - len(offenders)
    share = -loss * len(offenders) / others if others and zero_sum else 0.0
    return [loss if seat in offenders else share for seat in range(num_players)]


def is_zero_sum(game: str, num_players: int) -> bool:
    """Return whether the returns of `num_players` players add up to 0 with every kind of reward.

    Return False for one player.
    """
    return num_players > 1 and load(game).info.table(num_players).zero_sum


def forfeit_return(game: str, reward: int, ruleset: Ruleset) -> float:
    """Return the reward for an illegal action, a negative number: never more than what the worst end of a game pays.

    So a player never gains by losing on purpose. The reward is -1. With `reward` `Reward.VP` it is a lower bound of the
    returns, if that is less than -1.
    """
    return min(LOSS, load(game).people.least_score_return(ruleset)) if reward == Reward.VP else LOSS
