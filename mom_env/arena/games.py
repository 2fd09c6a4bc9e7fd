"""Games played, as arrays: one record a game, and their hash."""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.replay import Replay

NOBODY = -1
Games = NDArray[np.void]  # records of `game_dtype`


class Forfeit(NamedTuple):
    """A game that ended because its player to move failed."""

    deal: int
    number: int
    seat: int
    player: str
    reason: str
    position: str  # as text, at that decision
    replay: Replay  # up to there


def game_dtype(num_players: int) -> np.dtype[np.void]:
    """One game: which deal, which of its games, who sat where, and how it ended by seat."""
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
    """What each seat won of its game: 1, or an equal part of it; shape (games, seats)."""
    first = games["places"] == 1
    shares: NDArray[np.float64] = first / first.sum(axis=1, keepdims=True)
    return shares


def by_deal(games: Games) -> Games:
    """In the order of deals and of their games, whoever was ready first."""
    return games[np.lexsort((games["number"], games["deal"]))]


def hash_of(games: Games) -> str:
    """SHA-256 over all games in order, their moves included: the same for any number of jobs."""
    return hashlib.sha256(by_deal(games).tobytes()).hexdigest()
