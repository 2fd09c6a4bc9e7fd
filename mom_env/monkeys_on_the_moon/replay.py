"""Replays: one JSON object a game, with its deal, its real decisions, its result and a hash over all that."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mom_env.arguments import shown
from mom_env.errors import DeckError, IllegalAction, OptionError, ReplayError
from mom_env.files import read_bytes, write_file
from mom_env.monkeys_on_the_moon.batch import go_on_many
from mom_env.monkeys_on_the_moon.deck import GAME, first_problem
from mom_env.monkeys_on_the_moon.engine import NO_ACTION, forced_action, is_over, step
from mom_env.monkeys_on_the_moon.position import setup_block
from mom_env.monkeys_on_the_moon.result import result_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monkeys_on_the_moon.seeds import NUM_SEEDS
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, Decision
from mom_env.monkeys_on_the_moon.version import VERSION
from mom_env.monkeys_on_the_moon.words import Words

REPLAY_FORMAT = "mom-replay/1"
MAX_MOVES_IN_REPLAY = 5_000  # a real game has about 200
MAX_REPLAY_BYTES = 2_000_000
MAX_NAME = 500  # characters
UNKNOWN_VERSION = ""  # of a replay that carries none

Replay = dict[str, Any]


class Past(NamedTuple):
    """How a game came about."""

    deal: NDArray[Any]  # the record before any move
    seed: int | None
    actions: list[int]  # what was played, forced decisions included where the game stopped at them


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
    version: Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}$")] = UNKNOWN_VERSION
    num_players: int
    seed: Annotated[int, Field(ge=0, lt=NUM_SEEDS)] | None
    deck: dict[str, Any]
    options: dict[str, Any]
    players: list[Annotated[str, Field(max_length=MAX_NAME)]]
    setup: dict[str, Any]
    moves: Annotated[list[Move], Field(max_length=MAX_MOVES_IN_REPLAY)]
    result: Result | None
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Record(NamedTuple):
    """A replay whose form and hash are right; whether its moves are legal, playing them tells."""

    version: str  # of the rules; UNKNOWN_VERSION if the replay carries none
    ruleset: Ruleset
    seed: int | None
    setup: dict[str, Any]
    moves: list[Move]
    result: dict[str, Any] | None


# Writing


def make_replay(past: Past, ruleset: Ruleset, players: Any) -> Replay:
    """A game as the object that is written.

    Raises:
        ReplayError: these are no names of players.
    """
    moves, result = moves_and_result(past, ruleset)
    replay = {
        "format": REPLAY_FORMAT,
        "game": GAME,
        "version": VERSION,
        "num_players": ruleset.num_players,
        "seed": past.seed,
        "deck": ruleset.deck.plain(),
        "options": ruleset.options.plain(),
        "players": checked_players(players, ruleset.num_players),
        "setup": setup_block(past.deal, ruleset),
        "moves": moves,
        "result": result,
    }
    return replay | {"hash": hash_of(replay)}


def checked_players(players: Any, num_players: int) -> list[str]:
    """Return names by seat, by default those of the seats.

    Raises:
        ReplayError: these are not so many names, or a replay cannot hold one of them.
    """
    if players is None:
        return [f"player_{seat}" for seat in range(num_players)]
    names = list(players) if isinstance(players, list | tuple) else []
    if len(names) != num_players or not all(map(_is_name, names)):
        raise ReplayError(f"players: expected {num_players} names in a list, {A_NAME}, found {shown(players)}")
    return names


A_NAME = f"each a text of at most {MAX_NAME} characters that UTF-8 can write"


def _is_name(name: Any) -> bool:
    """Return whether it is a text of bounded length that UTF-8 can write; surrogates it cannot."""
    return isinstance(name, str) and len(name) <= MAX_NAME and not any("\ud800" <= sign <= "\udfff" for sign in name)


def moves_and_result(past: Past, ruleset: Ruleset) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """The real decisions by names, and the result if nothing real is left to decide.

    The game is played through once more, as names depend on the circle at that time.
    """
    states = past.deal.copy()
    go_on_many(states, ruleset.rules)
    moves = []
    for action in past.actions:
        if forced_action(states[0]) == NO_ACTION:
            decision = Decision(int(states[0].decision)).name.lower()
            choice = Words(ruleset.deck, states[0].colour).choice(action)
            moves.append({"seat": int(states[0].seat), "decision": decision, "choice": choice})
        step(states, 0, ruleset.rules, action)
    go_on_many(states, without_forced(ruleset).rules)
    return moves, short_result(result_of(states, ruleset)) if is_over(states, 0) else None


def without_forced(ruleset: Ruleset) -> Ruleset:
    """The same rules, with which forced decisions are played by the engine."""
    return make_ruleset(ruleset.num_players, ruleset.deck, ruleset.options, skip_forced=True)


def short_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a replay keeps of a result."""
    return {key: result[key] for key in Result.model_fields}


def hash_of(replay: Mapping[str, Any]) -> str:
    """SHA-256 over everything but the hash itself."""
    content = {key: value for key, value in replay.items() if key != "hash"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def write_replay(path: str | Path, replay: Mapping[str, Any]) -> None:
    """Write a replay: whole or not at all."""
    write_file(Path(path), json.dumps(replay, ensure_ascii=False))


# Reading


def read_replay(path: str | Path) -> Replay:
    """The object in a replay file; `Game.from_replay` checks it.

    Raises:
        ReplayError: the file cannot be read, is too large, or is not JSON.
    """
    content = read_bytes(Path(path), MAX_REPLAY_BYTES, ReplayError)
    try:
        replay = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: expected a JSON object: {error}") from None
    if not isinstance(replay, dict):
        raise ReplayError(f"{path}: expected a JSON object, found {type(replay).__name__}")
    return replay


def read_record(replay: Any) -> Record:
    """Check form, version and hash.

    Raises:
        ReplayError: it names the field.
    """
    if not isinstance(replay, Mapping):
        raise ReplayError(f"replay: expected an object, found {type(replay).__name__}")
    try:
        found = _File.model_validate(dict(replay))
        _check_version(found.version)
        _check_hash(found.hash, replay)
        ruleset = make_ruleset(found.num_players, found.deck, found.options, skip_forced=True)
    except ValidationError as error:
        raise ReplayError(first_problem(error)) from None
    except (DeckError, OptionError) as error:
        raise ReplayError(str(error)) from None
    checked_players(found.players, found.num_players)
    result = found.result.model_dump() if found.result else None
    return Record(found.version, ruleset, found.seed, found.setup, found.moves, result)


def _check_version(found: str) -> None:
    """Refuse a replay of other rules before anything of it is called edited: its moves need not fit these rules."""
    if found not in (UNKNOWN_VERSION, VERSION):
        age = "older" if int(found) < int(VERSION) else "newer"
        raise ReplayError(
            f"version: expected {VERSION!r}, that of the rules as they are played here, found {found!r}: "
            f"the replay was recorded under {age} rules"
        )


def _check_hash(found: str, replay: Mapping[str, Any]) -> None:
    try:
        expected = hash_of(replay)
    except (TypeError, ValueError, RecursionError) as error:
        raise ReplayError(f"replay: expected plain JSON values: {error}") from None
    if found != expected:
        raise ReplayError(f"hash: expected {expected}, found {found}; the replay was edited or damaged")


def play_record(game: Any, record: Record) -> None:
    """Play all moves in a game that has just been dealt, and compare the result.

    Raises:
        ReplayError: it names the move, and says so if the replay may have been recorded under older rules.
    """
    try:
        _play_moves(game, record)
    except ReplayError as error:
        if record.version != UNKNOWN_VERSION:
            raise
        raise ReplayError(
            f"{error}; the replay carries no version, so it may have been recorded under older rules"
        ) from None


def _play_moves(game: Any, record: Record) -> None:
    for number, move in enumerate(record.moves):
        _check_turn(game, f"moves.{number}", move)
        try:
            game.play(move.choice)
        except IllegalAction as error:
            raise ReplayError(f"moves.{number}: {error}") from None
    _check_result(short_result(game.result()) if game.over else None, record.result)


def _check_result(expected: dict[str, Any] | None, found: dict[str, Any] | None) -> None:
    if expected is None and found is not None:
        raise ReplayError("result: expected null, as the game goes on, found a result")
    if expected is not None and found is None:
        raise ReplayError("result: expected one, as the game is over, found null")
    for key, value in (expected or {}).items():
        if found is None or found[key] != value:
            raise ReplayError(f"result.{key}: expected {value}, found {shown(found and found[key])}")


def _check_turn(game: Any, entry: str, move: Move) -> None:
    if game.over:
        raise ReplayError(f"{entry}: expected no more moves, as the game is over")
    if (game.seat, game.decision) != (move.seat, move.decision):
        raise ReplayError(
            f"{entry}: expected a {game.decision} decision of seat {game.seat}, "
            f"found {move.decision} of seat {move.seat}"
        )
