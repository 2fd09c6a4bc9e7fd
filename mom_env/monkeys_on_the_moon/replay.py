"""Replays: one JSON object a game, with its deal, its real decisions, its result and a hash over all that."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.errors import DeckError, OptionError, ReplayError
from mom_env.monkeys_on_the_moon.deck import GAME, Deck, Options, load_deck, load_options
from mom_env.monkeys_on_the_moon.seeds import NUM_SEEDS
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, MIN_PLAYERS

REPLAY_FORMAT = "mom-replay/1"
MAX_MOVES_IN_REPLAY = 5_000  # a real game has about 200
MAX_REPLAY_BYTES = 2_000_000

Replay = dict[str, Any]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Move(_Strict):
    """One real decision."""

    seat: Annotated[int, Field(ge=0, lt=MAX_PLAYERS)]
    decision: Literal["card", "tribe", "appease", "monkey", "bid", "ship", "stay"]
    choice: dict[str, str | int | bool]


class Result(_Strict):
    """How it ended."""

    vp: list[int]
    winners: list[int]
    ranking: list[str]
    returns: list[float]


class _File(_Strict):
    format: Literal["mom-replay/1"]
    game: Literal["monkeys_on_the_moon"]
    num_players: Annotated[int, Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]
    seed: Annotated[int, Field(ge=0, lt=NUM_SEEDS)] | None
    deck: dict[str, Any]
    options: dict[str, Any]
    players: list[Annotated[str, Field(max_length=500)]]
    setup: dict[str, Any]
    moves: Annotated[list[Move], Field(max_length=MAX_MOVES_IN_REPLAY)]
    result: Result | None
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Record(NamedTuple):
    """A replay whose form and hash are right; whether its moves are legal, playing them tells."""

    num_players: int
    seed: int | None
    deck: Deck
    options: Options
    setup: dict[str, Any]
    moves: list[Move]
    result: Result | None


def hash_of(replay: Mapping[str, Any]) -> str:
    """SHA-256 over everything but the hash itself."""
    content = {key: value for key, value in replay.items() if key != "hash"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def make_replay(
    *, num_players: int, seed: int | None, deck: Deck, options: Options, players: list[str], **content: Any
) -> Replay:
    """The object that is written: `content` is setup, moves and result."""
    replay = {
        "format": REPLAY_FORMAT,
        "game": GAME,
        "num_players": num_players,
        "seed": seed,
        "deck": deck.plain(),
        "options": options.plain(),
        "players": players,
        **content,
    }
    return replay | {"hash": hash_of(replay)}


def read_record(replay: Mapping[str, Any]) -> Record:
    """Check form and hash.

    Raises:
        ReplayError: it names the field.
    """
    if not isinstance(replay, Mapping):
        raise ReplayError(f"replay: expected an object, found {type(replay).__name__}")
    try:
        found = _File.model_validate(dict(replay))
        expected = hash_of(replay)
        deck, options = load_deck(found.deck), load_options(found.options)
    except ValidationError as error:
        raise ReplayError(_first_problem(error)) from None
    except (DeckError, OptionError) as error:
        raise ReplayError(str(error)) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise ReplayError(f"replay: expected plain JSON values: {error}") from None
    if found.hash != expected:
        raise ReplayError(f"hash: expected {expected}, found {found.hash}; the replay was edited or damaged")
    if len(found.players) != found.num_players:
        raise ReplayError(f"players: expected {found.num_players} names, found {len(found.players)}")
    return Record(found.num_players, found.seed, deck, options, found.setup, found.moves, found.result)


def _first_problem(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_context=False)[0]
    field = ".".join(str(part) for part in problem["loc"])
    found = repr(problem.get("input"))
    return f"{field}: {problem['msg']}, found {found if len(found) < 100 else found[:100] + '...'}"


def write_replay(path: str | Path, replay: Mapping[str, Any]) -> None:
    """Write a replay: whole or not at all."""
    path = Path(path)
    temporary = path.with_name(path.name + ".part")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(replay, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read_replay(path: str | Path) -> Replay:
    """The object in a replay file; `Game.from_replay` checks it.

    Raises:
        ReplayError: the file cannot be read, is too large, or is not JSON.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_REPLAY_BYTES:
            raise ReplayError(f"{path}: expected at most {MAX_REPLAY_BYTES} bytes, found {path.stat().st_size}")
        replay = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ReplayError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: expected a JSON object: {error}") from error
    if not isinstance(replay, dict):
        raise ReplayError(f"{path}: expected a JSON object, found {type(replay).__name__}")
    return replay
