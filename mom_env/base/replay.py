"""Replays: one JSON object for each game, with its deal, its real decisions, its result and a hash over them."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypedDict

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from mom_env.base.seeds import NUM_SEEDS
from mom_env.common.arguments import shown
from mom_env.common.files import read_bytes, write_file
from mom_env.common.problems import first_problem
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.errors import DeckError, IllegalAction, OptionError, ReplayError
from mom_env.kernel.masks import NO_ACTION
from mom_env.loops import loop_of

if TYPE_CHECKING:
    from mom_env.base.game import Game, Rs

REPLAY_FORMAT = "mom-replay/1"
MAX_REPLAY_BYTES = 2_000_000
MAX_NAME = 500  # characters
UNKNOWN_VERSION = ""  # of a replay without a version


class ReplayMove(TypedDict):
    """One real decision, one that is not forced, as a replay file has it."""

    seat: int | None
    decision: str | None
    choice: Plain


class Replay(TypedDict):
    """A game as a replay file has it."""

    format: str
    game: str
    version: str
    num_players: int
    seed: int | None
    deck: Plain
    options: Plain
    players: list[str]
    setup: Plain
    moves: list[ReplayMove]
    result: Plain | None
    hash: str


class Past(NamedTuple):
    """How a game came to where it is: its deal, its seed and all actions."""

    deal: Records  # the record before any move
    seed: int | None
    actions: list[int]  # all actions played, including forced ones if the game stops at them


class Strict(BaseModel):
    """A form that refuses unknown entries and wrong types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Move(Strict):
    """A decision of a replay file: who decided, and what. Forced decisions are not in the file."""

    seat: Annotated[int, Field(ge=0)]
    decision: str
    choice: dict[str, str | int | bool | None]


class Record(NamedTuple):
    """A replay whose form and hash are right; its moves have not been checked yet."""

    version: str  # of the rules; UNKNOWN_VERSION if the replay has none
    ruleset: Any  # a `Ruleset`, of the game's own kind
    seed: int | None
    setup: Plain
    moves: list[Move]
    result: Plain | None


@cache
def form_of(game: "type[Game[Rs]]") -> type[BaseModel]:
    """Return the pydantic class that checks a replay file of the game with the class `game`."""
    info = game.info
    of_a_move: dict[str, Any] = {
        "seat": (Annotated[int, Field(ge=0, lt=max(info.num_players))], ...),
        "decision": (Literal[game.decisions], ...),
    }
    move = create_model("Move", __base__=Move, **of_a_move)
    entries: dict[str, Any] = {
        "format": (Literal["mom-replay/1"], ...),
        "game": (Literal[info.name], ...),
        "version": (Annotated[str, Field(pattern=r"^[1-9][0-9]{0,5}$")], UNKNOWN_VERSION),
        "num_players": (int, ...),
        "seed": (Annotated[int, Field(ge=0, lt=NUM_SEEDS)] | None, ...),
        "deck": (dict[str, Any], ...),
        "options": (dict[str, Any], ...),
        "players": (list[Annotated[str, Field(max_length=MAX_NAME)]], ...),
        "setup": (dict[str, Any], ...),
        "moves": (Annotated[list[move], Field(max_length=info.most_replay_moves)], ...),
        "result": (game.short_result | None, ...),
        "hash": (Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")], ...),
    }
    return create_model("File", __base__=Strict, **entries)


def short_result_form(score_name: str) -> type[BaseModel]:
    """Return the pydantic class of what a replay keeps of a result, for games that do not define their own.

    It has the scores, under `score_name`, the winners and the returns.
    """
    kept: dict[str, Any] = {score_name: (list[int], ...), "winners": (list[int], ...), "returns": (list[float], ...)}
    return create_model("ShortResult", __base__=Strict, **kept)


# Writing


def make_replay(game: "type[Game[Rs]]", past: Past, ruleset: "Rs", players: object) -> Replay:
    """Return a game as the object that a replay file contains; for this, the game is played again from its deal.

    Args:
        game: the class of the game.
        past: its deal, its seed and its actions.
        ruleset: what it is played with.
        players: names by seat, or None for those of the seats.

    Raises:
        ReplayError: `players` are not names.
    """
    moves, result = moves_and_result(game, past, ruleset)
    replay: Replay = {
        "format": REPLAY_FORMAT,
        "game": game.info.name,
        "version": game.info.rules_version,
        "num_players": ruleset.num_players,
        "seed": past.seed,
        "deck": ruleset.deck.plain(),
        "options": ruleset.options.plain(),
        "players": checked_players(players, ruleset.num_players),
        "setup": game.from_record(ruleset, past.deal).setup_block(),
        "moves": moves,
        "result": result,
        "hash": "",  # of all the rest, as follows
    }
    replay["hash"] = hash_of(replay)
    return replay


def checked_players(players: object, num_players: int) -> list[str]:
    """Return `players`, names by seat, as a list; for None, "player_0", "player_1" and so on.

    Raises:
        ReplayError: the number of names is wrong, or a replay cannot hold one of them.
    """
    if players is None:
        return [f"player_{seat}" for seat in range(num_players)]
    names = list(players) if isinstance(players, list | tuple) else []
    if len(names) != num_players or not all(map(_is_name, names)):
        raise ReplayError(f"players: expected {num_players} names in a list, {A_NAME}, found {shown(players)}")
    return names


A_NAME = f"each a text of at most {MAX_NAME} characters that UTF-8 can write"


def _is_name(name: object) -> bool:
    """Return whether `name` is a text of at most MAX_NAME (500) characters, none of them a surrogate; it may be empty.

    UTF-8 cannot write surrogates.
    """
    return isinstance(name, str) and len(name) <= MAX_NAME and not any("\ud800" <= sign <= "\udfff" for sign in name)


def moves_and_result(game: "type[Game[Rs]]", past: Past, ruleset: "Rs") -> tuple[list[ReplayMove], Plain | None]:
    """Return the real decisions by names, and the result, or None if a real decision is left.

    Decisions that are forced, with one option that everybody can see, are not real. The game is played again for this
    from `past`, as names depend on the position.
    """
    loops, rules = loop_of(game.info.package, "one"), ruleset.rules
    table = game.begun(ruleset, past.deal, past.seed)
    moves: list[ReplayMove] = []
    for action in past.actions:
        if loops.forced_action(table.states, rules) == NO_ACTION:
            moves.append({"seat": table.seat, "decision": table.decision, "choice": table.words().choice(action)})
        loops.play_checked(table.states, rules, action)
    loops.go_on(table.states, without_forced(game, ruleset).rules)
    return moves, short_result(game, table.result()) if table.over else None


def without_forced(game: "type[Game[Rs]]", ruleset: "Rs") -> "Rs":
    """Return the same ruleset, but with forced decisions played by the engine."""
    return game.make_ruleset(ruleset.num_players, ruleset.deck, ruleset.options, skip_forced=True)


def short_result(game: "type[Game[Rs]]", result: Mapping[str, object]) -> Plain:
    """Return what a replay keeps of `result`: the entries that the game's `short_result` names."""
    return {key: result[key] for key in game.short_result.model_fields}


def hash_of(replay: Mapping[str, object]) -> str:
    """Return SHA-256 over all entries of a replay but "hash", as 64 hexadecimal digits."""
    content = {key: value for key, value in replay.items() if key != "hash"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def write_replay(path: str | Path, replay: Mapping[str, object]) -> None:
    """Write a replay to the file `path` as JSON: all of it or nothing. An old file is replaced.

    Raises:
        OutputError: the file cannot be written.
    """
    write_file(Path(path), json.dumps(replay, ensure_ascii=False))


# Reading


def read_replay(path: str | Path) -> Replay:
    """Return the JSON object in a replay file, unchecked; `Game.from_replay` checks it.

    Raises:
        ReplayError: the file cannot be read, is too large, or is not JSON.
    """
    content = read_bytes(Path(path), MAX_REPLAY_BYTES, ReplayError)
    try:
        replay: Replay = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: expected a JSON object: {error}") from None
    if not isinstance(replay, dict):
        raise ReplayError(f"{path}: expected a JSON object, found {type(replay).__name__}")
    return replay


def read_record(game: "type[Game[Rs]]", replay: object) -> Record:
    """Check the form, version and hash of a replay of the game with the class `game`, and return its content.

    The moves are not played yet.

    Raises:
        ReplayError: a field is wrong; the error names it.
    """
    if not isinstance(replay, Mapping):
        raise ReplayError(f"replay: expected an object, found {type(replay).__name__}")
    try:
        found: Any = form_of(game).model_validate(dict(replay))
        _check_version(found.version, game.info.rules_version)
        _check_hash(found.hash, replay)
        ruleset = game.make_ruleset(found.num_players, found.deck, found.options, skip_forced=True)
    except ValidationError as error:
        raise ReplayError(first_problem(error)) from None
    except (DeckError, OptionError) as error:
        raise ReplayError(str(error)) from None
    checked_players(found.players, found.num_players)
    result = found.result.model_dump() if found.result else None
    return Record(found.version, ruleset, found.seed, found.setup, found.moves, result)


def _check_version(found: str, ours: str) -> None:
    """Refuse a replay of other rules, before its moves, which need not be legal now, make it look edited.

    `found` is the version in the replay, `ours` that of the rules in this package.

    Raises:
        ReplayError: they differ, and the replay has a version.
    """
    if found not in (UNKNOWN_VERSION, ours):
        age = "older" if int(found) < int(ours) else "newer"
        raise ReplayError(
            f"version: expected {ours!r}, that of the rules in this package, found {found!r}: "
            f"the replay was recorded under {age} rules"
        )


def _check_hash(found: str, replay: Mapping[str, object]) -> None:
    """Refuse a replay whose hash is not `found`, the one that is written in it.

    Raises:
        ReplayError: it was edited or damaged.
    """
    try:
        expected = hash_of(replay)
    except (TypeError, ValueError, RecursionError) as error:
        raise ReplayError(f"replay: expected plain JSON values: {error}") from None
    if found != expected:
        raise ReplayError(f"hash: expected {expected}, found {found}; the replay was edited or damaged")


def named_setup(problem: str) -> str:
    """Return what is wrong with the setup of a replay, as a sentence that begins with the entry `setup`.

    >>> named_setup("setup.start: expected a seat below 3"), named_setup("start: expected less than 4")
    ('setup.start: expected a seat below 3', 'setup: start: expected less than 4')
    """
    return problem if problem.startswith(("setup:", "setup.")) else f"setup: {problem}"


def play_record(game: "Game[Rs]", record: Record) -> None:
    """Play all moves of `record` in `game`, which has just been dealt, and compare the result with that of the record.

    Raises:
        ReplayError: a move or the result is wrong; the error names it, and says if the replay may be of older rules.
    """
    try:
        _play_moves(game, record)
    except ReplayError as error:
        if record.version != UNKNOWN_VERSION:
            raise
        raise ReplayError(
            f"{error}; the replay has no version, so it may have been recorded under older rules"
        ) from None


def _play_moves(game: "Game[Rs]", record: Record) -> None:
    """Play all moves of `record` in `game`, and compare the result with that of the record.

    Raises:
        ReplayError: a move or the result is wrong; the error names it.
    """
    for number, move in enumerate(record.moves):
        _check_turn(game, f"moves.{number}", move)
        try:
            game.play(move.choice)
        except IllegalAction as error:
            raise ReplayError(f"moves.{number}: {error}") from None
    _check_result(short_result(type(game), game.result()) if game.over else None, record.result)


def _check_result(expected: Plain | None, found: Plain | None) -> None:
    """Refuse the result `found` in a replay unless it is `expected`, the result of its moves.

    Each is None for a game that is not over.

    Raises:
        ReplayError: they differ; the error names the entry.
    """
    if expected is None and found is not None:
        raise ReplayError("result: expected null, as the game is not over, found a result")
    if expected is not None and found is None:
        raise ReplayError("result: expected one, as the game is over, found null")
    for key, value in (expected or {}).items():
        if found is None or found[key] != value:
            raise ReplayError(f"result.{key}: expected {value}, found {shown(found and found[key])}")


def _check_turn(game: "Game[Rs]", entry: str, move: Move) -> None:
    """Refuse a move of a replay that is not of the seat and the decision that `game` is at.

    `entry` is where the replay has the move, for the error.

    Raises:
        ReplayError: the seat or the decision is another one, or the game is over.
    """
    if game.over:
        raise ReplayError(
            f"{entry}: expected no more moves, as the game is over, "
            f"found {move.decision} of seat {move.seat}, {shown(move.choice)}"
        )
    if (game.seat, game.decision) != (move.seat, move.decision):
        raise ReplayError(
            f"{entry}: expected the decision {game.decision} of seat {game.seat}, "
            f"found {move.decision} of seat {move.seat}"
        )
