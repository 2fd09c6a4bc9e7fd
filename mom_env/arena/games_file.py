"""The file of saved games: plan, provenance, games and forfeits. All of them are checked when the file is read."""

import hashlib
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from mom_env.arena.game_records import Forfeit, Games, by_deal, game_dtype
from mom_env.arena.plan import Plan
from mom_env.arena.plan import find_problem as plan_problem
from mom_env.common.files import write_file
from mom_env.common.problems import first_problem
from mom_env.common.tensors import read_file
from mom_env.contract.records import NOBODY
from mom_env.errors import OptionError
from mom_env.players.provenance import Provenance

GAMES_FILE = "games.npz"
MOST_BYTES = 1 << 31


class ForfeitEntry(BaseModel):
    """A forfeit in the file, with the fields of `Forfeit`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    deal: int
    number: int
    seat: int
    player: str
    reason: str
    position: str
    replay: dict[str, Any]


class Head(BaseModel):
    """Everything in the file of saved games except the arrays of games and the hash."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["mom-games/1"] = "mom-games/1"
    plan: Plan
    provenance: Provenance
    forfeits: tuple[ForfeitEntry, ...]


class SavedGames(NamedTuple):
    """The content of a file of saved games: plan, provenance, games and forfeits."""

    plan: Plan
    provenance: Provenance
    games: Games
    forfeits: list[Forfeit]


def save_games(path: Path, kept: SavedGames) -> None:
    """Replace the file `path` by one with these games, sorted by deal. If that fails, the old file stays as it was."""
    entries = tuple(ForfeitEntry(**forfeit._asdict()) for forfeit in sorted(kept.forfeits))
    head = Head(plan=kept.plan, provenance=kept.provenance, forfeits=entries).model_dump_json()
    games, file = by_deal(kept.games), BytesIO()
    np.savez_compressed(file, games=games, head=head, hash=_hash(games, head))
    write_file(path, file.getvalue())


def read_games(path: Path) -> SavedGames:
    """Read and check the games of a file that `save_games` wrote.

    Raises:
        OptionError: the file cannot be read, is damaged, was edited, or holds games that its plan does not have.
    """
    games, text, digest = _read_arrays(path)
    try:
        head = Head.model_validate_json(text)
    except ValidationError as error:
        _refuse(path, first_problem(error)[:400])
    if problem := plan_problem(head.plan):
        _refuse(path, problem)
    games = with_current_names(games, head.plan.num_players)
    if games.dtype != game_dtype(head.plan.num_players) or games.ndim != 1:
        _refuse(path, f"expected games of {head.plan.num_players} players, found {games.dtype}")
    if digest != _hash(games, text):
        _refuse(path, f"hash: expected {_hash(games, text)}, found {digest[:100]!r}")
    forfeits = [Forfeit(**entry.model_dump()) for entry in head.forfeits]
    if problem := find_problem(head.plan, games, forfeits):
        _refuse(path, problem)
    return SavedGames(head.plan, head.provenance, games, forfeits)


def _refuse(path: Path, problem: str) -> NoReturn:
    """Raise an `OptionError` which says that `path` is not a valid file of games, and why."""
    raise OptionError(f"{path}: expected the games of a tournament: {problem}") from None


def _read_arrays(path: Path) -> tuple[Games, str, str]:
    """Return the contents of a file of games, unchecked: the games, the head as JSON text, and the hash.

    Raises:
        OptionError: the file cannot be read.
    """
    try:
        with np.load(BytesIO(read_file(path, MOST_BYTES)), allow_pickle=False) as found:
            return found["games"], str(found["head"]), str(found["hash"])
    except Exception as error:  # noqa: BLE001 - NumPy and zipfile raise many kinds for a damaged file
        _refuse(path, f"{type(error).__name__}: {error}"[:400])


def with_current_names(games: Games, num_players: int) -> Games:
    """Return games with today's field names. An older file may have another name for the same field.

    Games whose fields have other types or another order are returned as they are.
    """
    today, found = game_dtype(num_players), games.dtype
    names = found.names or ()
    is_alike = [found[name] for name in names] == [today[name] for name in today.names or ()]
    return games.view(today) if is_alike else games


def _hash(games: Games, head: str) -> str:
    """Return the SHA-256, in hexadecimal, of the bytes of `games` followed by `head`, a JSON text."""
    return hashlib.sha256(games.tobytes() + head.encode()).hexdigest()


# Checking that the games can be those of the plan


def find_problem(plan: Plan, games: Games, forfeits: Sequence[Forfeit]) -> str | None:
    """Return in words why these games and forfeits cannot be those of the plan, or None if they can."""
    if not ((games["deal"] >= 0) & (games["deal"] < plan.deals)).all():
        return f"deal: expected 0 to {plan.deals - 1}"
    num_tables = plan.num_tables
    if not ((games["number"] >= 0) & (games["number"] < num_tables)).all():
        return f"number: expected 0 to {num_tables - 1}"
    if len(np.unique(games[["deal", "number"]])) < len(games):
        return "expected each game once"
    return _problem_of_seats(plan, games) or _problem_of_places(plan, games) or _problem_of_forfeits(games, forfeits)


def _problem_of_seats(plan: Plan, games: Games) -> str | None:
    """Return in words that the players do not sit as the plan says, or None if they do."""
    for deal in np.unique(games["deal"]):
        own = games[games["deal"] == deal] if plan.seatings == "balanced" else games
        if not np.array_equal(own["players"], plan.tables(int(deal))[own["number"]]):
            return f"players: expected those of the plan at each seat of deal {deal}"
        if plan.seatings == "all":  # all deals have the same tables
            break
    return None


def _problem_of_places(plan: Plan, games: Games) -> str | None:
    """Return in words what is impossible about the places or the forfeits in the games, or None if nothing is."""
    seats = np.arange(plan.num_players)
    if not ((games["forfeit"] >= NOBODY) & (games["forfeit"] < plan.num_players)).all():
        return f"forfeit: expected {NOBODY} to {plan.num_players - 1}"
    is_forfeit = games["forfeit"] != NOBODY
    better = (games["places"][:, :, None] > games["places"][:, None, :]).sum(axis=2)
    ranks = np.where(is_forfeit[:, None], np.where(games["forfeit"][:, None] == seats, plan.num_players, 1), 1 + better)
    if not np.array_equal(games["places"], ranks):
        return "places: expected 1 for the best, ties shared, and the last place for whoever forfeited"
    return None


def _problem_of_forfeits(games: Games, forfeits: Sequence[Forfeit]) -> str | None:
    """Return in words that `forfeits` are not those of the games, or None if they are."""
    lost = games[games["forfeit"] != NOBODY]
    expected = sorted(zip(lost["deal"].tolist(), lost["number"].tolist(), lost["forfeit"].tolist(), strict=True))
    found = sorted((forfeit.deal, forfeit.number, forfeit.seat) for forfeit in forfeits)
    return None if expected == found else f"forfeits: expected {len(expected)} as in the games, found {len(found)}"
