"""Games played, as arrays: one record a game, their hash, their file."""

import hashlib
import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.arena.plan import Plan
from mom_env.errors import OptionError
from mom_env.files import write_file

NOBODY = -1
Games = NDArray[Any]  # records of `game_dtype`


class Forfeit(NamedTuple):
    """A game that ended because its player to move failed."""

    deal: int
    number: int
    seat: int
    player: str
    reason: str
    position: str  # as text, at that decision
    replay: dict[str, Any]  # up to there


def game_dtype(num_players: int) -> np.dtype[Any]:
    """One game: which deal, which of its games, who sat where, and how it ended by seat."""
    by_seat = (num_players,)
    return np.dtype(
        [
            ("deal", np.int32),
            ("number", np.int32),
            ("players", np.int8, by_seat),
            ("vp", np.int16, by_seat),  # 0 in a forfeited game
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


def keep(path: Path, plan: Plan, games: Games, forfeits: Sequence[Forfeit]) -> None:
    """Write all that has been played: whole or not at all."""
    listed, file = json.dumps([forfeit._asdict() for forfeit in forfeits]), BytesIO()
    np.savez_compressed(file, games=by_deal(games), plan=plan.model_dump_json(), forfeits=listed)
    write_file(path, file.getvalue())


def kept(path: Path) -> tuple[Plan, Games, list[Forfeit]]:
    """What `keep` has written.

    Raises:
        OptionError: the file cannot be read, or is something else.
    """
    try:
        with path.open("rb") as file:
            found = np.load(file, allow_pickle=False)
            plan = Plan.model_validate_json(str(found["plan"]))
            forfeits = [Forfeit(**entry) for entry in json.loads(str(found["forfeits"]))]
            games = found["games"]
    except Exception as error:  # noqa: BLE001 - NumPy and zipfile raise of all kinds for a damaged file
        raise OptionError(f"{path}: expected the games of a tournament: {type(error).__name__}: {error}") from None
    if games.dtype != game_dtype(plan.num_players):
        raise OptionError(f"{path}: expected games of {plan.num_players} players, found {games.dtype}")
    return plan, games, forfeits
