"""Arrays of played games: one record per game, and the hash of all of them."""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.replay import Replay

Games = NDArray[np.void]  # records of `game_dtype`


class Forfeit(NamedTuple):
    """A game that ended because its player to move failed: which game, who failed and why, and the position.

    `deal` and `number` name the game, and `seat` is that of the player who failed.
    """

    deal: int
    number: int
    seat: int
    player: str
    reason: str
    position: str  # as text, at that decision
    replay: Replay  # up to that decision


def game_dtype(num_players: int) -> np.dtype[np.void]:
    """Return the dtype of the record of a played game at a table of `num_players` seats.

    It has the game's deal, its number within the deal, and by seat who sat there and how the game ended.
    """
    by_seat = (num_players,)
    return np.dtype(
        [
            ("deal", np.int32),
            ("number", np.int32),
            ("players", np.int8, by_seat),
            ("score", np.int16, by_seat),  # 0 in a forfeited game
            ("places", np.int8, by_seat),  # 1 is best, ties share; a forfeit puts its player last, all others first
            ("forfeit", np.int8),  # the seat, or NOBODY
            ("moves", np.int32),
            ("digest", np.uint64),  # of all moves
        ]
    )


def win_shares(games: Games) -> NDArray[np.float64]:
    """Return how much of each game each seat won, shape (games, seats). Joint winners share the 1 equally."""
    first = games["places"] == 1
    shares: NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
    return shares


def by_deal(games: Games) -> Games:
    """Return a copy of the games, sorted by deal and then by number."""
    return games[np.lexsort((games["number"], games["deal"]))]


def hash_of(games: Games) -> str:
    """Return the SHA-256 of all games in order, moves included, as hexadecimal digits.

    It does not depend on the number of jobs.
    """
    return hashlib.sha256(by_deal(games).tobytes()).hexdigest()
