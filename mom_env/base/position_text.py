"""A position as text, for games that do not define their own: what is played with, the snapshot, and the record.

    mom-position/1
    game        "a_game"
    ...
    seat        2
    record      09f8a1...

The record alone has the whole position. The snapshot is there for people, and to detect a text that was changed in
one place only.
"""

import json
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mom_env.base.differences import first_difference
from mom_env.common.arguments import shown
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Records
from mom_env.errors import DeckError, OptionError, PositionError
from mom_env.loops import kernels_of

if TYPE_CHECKING:
    from mom_env.base.game import Game, Rs

POSITION_FORMAT = "mom-position/1"
MAX_TEXT = 1_000_000  # characters
PLAYED_WITH = ("game", "deck", "options", "num_players", "skip_forced")
DAMAGED = ArithmeticError, AttributeError, LookupError, TypeError, ValueError  # what reading damaged records may raise
_LINE = re.compile(r"([A-Za-z_]\w*)\s+(\S.*)")

G = TypeVar("G", bound="Game[Any]")


def to_text(game: "Game[Rs]") -> str:
    """Return the whole position of a game as text, which `from_text` reads: a first line, and a line for each entry."""
    lines = entries(game)
    width = max(map(len, lines)) + 2
    return "\n".join([POSITION_FORMAT, *(f"{name:<{width}}{value}" for name, value in lines.items())]) + "\n"


def entries(game: "Game[Rs]") -> dict[str, str]:
    """Return the entries of a game's text by name, in order: JSON values, then stream and record in hexadecimal."""
    ruleset: Ruleset = game.ruleset
    head = {
        "game": game.info.name,
        "deck": ruleset.deck.plain(),
        "options": ruleset.options.plain(),
        "num_players": ruleset.num_players,
        "skip_forced": bool(ruleset.rules[0].skip_forced),
    }
    shown_now = {named_in(head, name, value): value for name, value in game.snapshot().items()}
    view = {name: json.dumps(value, separators=(",", ":")) for name, value in {**head, **shown_now}.items()}
    return view | {"stream": f"{int(game.states[0].rng):016x}", "record": game.states.tobytes().hex()}


def named_in(head: Mapping[str, object], name: str, value: object) -> str:
    """Return the name of an entry of a snapshot in a text; `_now` is added to a name that stands for another value.

    `head` says what is played with, by name. Its data file is called `deck`, as a pile of cards may be in a snapshot.
    """
    return f"{name}_now" if name in head and head[name] != value else name


def from_text(made: type[G], position: str) -> G:
    """Return the game of class `made` at the position of a text that `to_text` has written.

    Raises:
        PositionError: the text is damaged, its entries contradict each other, or the position is impossible.
    """
    lines = lines_of(position, _LINE, MAX_TEXT)
    check_names(lines)
    ruleset, states = ruleset_in(made, lines), record_in(made, lines)
    if problem := violation(made.info.package, ruleset, states):
        raise PositionError(f"record: {problem}")
    game = made.from_record(ruleset, states)
    expected = checked(lambda: entries(game))
    for name in {**expected, **lines}:
        if lines.get(name) != expected.get(name):
            raise PositionError(contradiction(name, expected.get(name), lines.get(name)))
    return game


def contradiction(name: str, expected: str | None, found: str | None) -> str:
    """Return in words where a line of a text contradicts the record: the first entry that differs.

    Args:
        name: that of the line.
        expected: the value that follows from the record; None if there is to be no such line.
        found: the value in the text; None if there is no such line.
    """
    if expected is None or found is None:
        should, was = ("no such line" if value is None else shown(value) for value in (expected, found))
        return f"{name}: expected {should} as the record has it, found {was}"
    difference = first_difference(name, _value_of(expected), _value_of(found))
    if difference is None:
        return f"{name}: expected JSON as `to_text` writes it, found the same values in another form: {shown(found)}"
    return f"{difference.name}: expected {difference.expected} as the record has it, found {difference.found}"


def _value_of(text: str) -> object:
    """Return the value of the JSON in `text`, or the text itself if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def lines_of(position: object, line: re.Pattern[str], max_length: int) -> dict[str, str]:
    """Return the lines of a position's text after the first one, as values by name.

    Args:
        position: the text, if it is one.
        line: matches a whole line after the first; its first two groups are the name and the value.
        max_length: the most characters of a text.

    Raises:
        PositionError: this is no text of a position, or one of its lines is malformed or there twice.
    """
    if not isinstance(position, str) or len(position) > max_length:
        raise PositionError(f"expected a text of at most {max_length} characters")
    first, *rest = position.strip().split("\n")
    if first.strip() != POSITION_FORMAT:
        raise PositionError(f"expected {POSITION_FORMAT!r} on the first line, found {first[:40]!r}")
    lines: dict[str, str] = {}
    for text in rest:
        match = line.fullmatch(text.rstrip())
        if match is None or match[1] in lines:
            raise PositionError(f"expected a line 'name value', each name once, found {text[:60]!r}")
        lines[match[1]] = match[2]
    return lines


def check_names(lines: Mapping[str, str]) -> None:
    """Refuse a position text, whose `lines` are by name, if one of PLAYED_WITH or "record" is missing.

    Raises:
        PositionError: a line is missing; the error names the first one.
    """
    for name in (*PLAYED_WITH, "record"):
        if name not in lines:
            raise PositionError(f"expected a line {name!r}, found none")


def ruleset_in(made: type[G], lines: dict[str, str]) -> Ruleset:
    """Return the ruleset that the lines of a text describe, for the game of class `made`.

    Raises:
        PositionError: the text is of another game, or its deck or options are impossible.
    """
    game, deck, options, count, skip_forced = (_json(name, lines[name]) for name in PLAYED_WITH)
    if game != made.info.name:
        raise PositionError(f"game: expected {made.info.name!r}, found {shown(game)}")
    try:
        ruleset: Ruleset = made.make_ruleset(count, deck, options, skip_forced=skip_forced)
    except (DeckError, OptionError) as error:
        raise PositionError(str(error)) from None
    return ruleset


def record_in(made: type[G], lines: dict[str, str]) -> Records:
    """Return the record in the lines of a text, an array of one, for the game of class `made`.

    Raises:
        PositionError: the record has another size, or is not hexadecimal.
    """
    dtype = kernels_of(made.info.package).STATE_DTYPE
    if not re.fullmatch(rf"[0-9a-f]{{{2 * dtype.itemsize}}}", lines["record"]):
        raise PositionError(f"record: expected {2 * dtype.itemsize} hexadecimal digits, found {shown(lines['record'])}")
    return np.frombuffer(bytes.fromhex(lines["record"]), dtype).copy()


def violation(package: str, ruleset: Ruleset, states: Records) -> str:
    """Return in words what is impossible in a record, an array of one; "" if nothing is.

    It is what `find_violation` of the game in the package `package` says; a game without one allows everything.

    Raises:
        PositionError: the check itself fails, as the record is damaged.
    """
    name = f"{package}.checks"
    find = getattr(import_module(name), "find_violation", None) if find_spec(name) else None
    return checked(lambda: find(states[0], ruleset.rules[0])) if find else ""


T = TypeVar("T")


def checked(look: Callable[[], T]) -> T:
    """Call `look`, which reads a record that may hold anything, and return its result.

    Raises:
        PositionError: `look` raises an error of damaged data.
    """
    try:
        return look()
    except DAMAGED as error:
        raise PositionError(f"record: expected that of a position, found one that raises {error!r}") from None


def _json(name: str, text: str) -> Any:
    """Return the value of the JSON in `text`, the line called `name`.

    Raises:
        PositionError: it is not JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{name}: expected JSON: {error}, found {text[:60]!r}") from None
