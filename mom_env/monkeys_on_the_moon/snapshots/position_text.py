"""A position as text: one line for each entry of the snapshot, by the same names, and back again.

Cards are written as tribe and number, ships as tribe, seats and VP. What is counted by tribe is in columns under the
circle. Entries of a seat have the seat after their name:

    circle         brown   black   green ...
    track              5       0      12 ...
    monkey_pool    blue5 red3 red4
    ship 2         green3/2
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from mom_env.base.position_text import POSITION_FORMAT, lines_of
from mom_env.contract.people import DeckSource, Plain
from mom_env.errors import DeckError, OptionError, PositionError
from mom_env.monkeys_on_the_moon.deck import Deck, deck_names, load_deck
from mom_env.monkeys_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monkeys_on_the_moon.snapshots.shapes import Position
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, MIN_PLAYERS, NUM_TRIBES

MAX_TEXT = 100_000  # characters
NOTHING = "-"
_NAME_WIDTH, _COLUMN = 19, 8

_LINE = re.compile(r"((?:coins|hand|ship|aboard|pile|ships_won) \d|[a-z_]+)\s+(\S.*)")
_COUNT = re.compile(r"-|\d{1,3}")
_CARD = re.compile(r"([a-z]{1,20})(\d{1,3})")
_SHIP = re.compile(r"([a-z]{1,20})(\d{1,3})/(\d{1,3})")


class Form(NamedTuple):
    """How a value is written as text and read from it; `read` raises ValueError if a text does not have this form."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


Forms = dict[str, Form]
Value = TypeVar("Value")


class Parts(NamedTuple):
    """What a position as text contains.

    Attributes:
        view: a full snapshot whose values have not been checked.
        ruleset: deck, options and number of players.
        stream: the state of the random stream.
    """

    view: Plain  # a full snapshot whose values have not been checked
    ruleset: Ruleset
    stream: int


def to_text(view: Position, deck: Deck, skip_forced: bool, stream: int) -> str:
    """Return a full snapshot as text, one line for each entry.

    `skip_forced` and `stream`, the state of the random stream, get lines of their own, and so does the deck.
    """
    lines = [_line("deck", _deck_text(deck)), _line("skip_forced", json.dumps(skip_forced))]
    entries: Mapping[str, Any] = view  # each form knows the type that it writes
    lines += [_line(name, form.write(entries[name])) for name, form in _open_forms(view["circle"]).items()]
    for seat in range(view["num_players"]):
        forms = _forms_by_seat(view["circle"])
        lines += [_line(f"{name} {seat}", form.write(entries[name][seat])) for name, form in forms.items()]
    lines += [_line(name, form.write(entries[name])) for name, form in _hidden_forms().items()]
    return "\n".join([POSITION_FORMAT, *lines, _line("stream", f"{stream:016x}")]) + "\n"


def from_text(position: str) -> Parts:
    """Return the parts of a position as text, without a check whether the position is possible.

    The deck and the options are loaded and checked.

    Raises:
        PositionError: a line is wrong or missing, or the deck or options are impossible; the error says which.
    """
    lines = lines_of(position, _LINE, MAX_TEXT)
    deck, skip_forced = _take(lines, "deck", _read_deck), _take(lines, "skip_forced", _read_flag)
    stream = _take(lines, "stream", _read_stream)
    circle = lines.get("circle", "").split()
    view = {name: _take(lines, name, form.read) for name, form in (_open_forms(circle) | _hidden_forms()).items()}
    for name, form in _forms_by_seat(circle).items():
        view[name] = [_take(lines, f"{name} {seat}", form.read) for seat in range(view["num_players"])]
    if lines:
        raise PositionError(f"expected no more lines, found {next(iter(lines))!r}")
    try:
        ruleset = make_ruleset(view["num_players"], deck, view["options"], skip_forced=skip_forced)
    except (DeckError, OptionError) as error:
        raise PositionError(str(error)) from None
    return Parts(view, ruleset, stream)


# Lines


def _line(name: str, value: str) -> str:
    """Return a line of a text: the name of an entry, padded to a column, and its value."""
    return f"{name:<{_NAME_WIDTH}}{value}"


def _take(lines: dict[str, str], name: str, read: Callable[[str], Value]) -> Value:
    """Remove the line with this name from `lines`, and return its value, read by `read`.

    Raises:
        PositionError: there is no such line, or its value cannot be read; the error names the line.
    """
    if name not in lines:
        raise PositionError(f"expected a line {name!r}, found none")
    value = lines.pop(name)
    try:
        return read(value)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{name}: {error}, found {value[:60]!r}") from None


# Forms


def _open_forms(circle: list[str]) -> Forms:
    """Return the forms of all entries that are open to all and of no single seat, by name, in the order of the lines.

    `circle` has the names of the tribes, clockwise.
    """
    return {
        "num_players": Form(_write_json, _read_players),
        **dict.fromkeys(
            ("options", "round", "phase", "start", "active", "seat", "decision", "pending", "auction"), _JSON
        ),
        "circle": _NAMES,
        "swapped": _JSON,
        "track": _by_tribe(circle),
        "finished": _NAMES,
        "supply": _by_tribe(circle),
        "scorn": _by_tribe(circle),
        "monkey_pool": _cards("status"),
        "ship_pool": _cards("seats"),
        "waiting": _cards("status"),
        "returned_ships": _cards("seats"),
        "discard": _cards("move"),
        "monkeys_out": _cards("status"),
        "ships_out": _cards("seats"),
    }


def _forms_by_seat(circle: list[str]) -> Forms:
    """Return the forms of the entries that each seat has, by name; `circle` has the names of the tribes, clockwise."""
    return {
        "coins": _by_tribe(circle),
        "hand": _cards("move"),
        "ship": Form(_write_card, lambda text: _read_card(text, "seats")),
        "aboard": _cards("status"),
        "pile": _cards("status"),
        "ships_won": _cards("seats"),
    }


def _hidden_forms() -> Forms:
    """Return the forms of the entries that no seat sees, by name, in the order of the lines."""
    return {
        "civilization_pile": _cards("move"),
        "monkey_pile": _cards("status"),
        "ship_pile": _cards("seats"),
        "out_of_game": _cards("move"),
        "tie_order": _NAMES,
    }


def _write_json(value: object) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, separators=(",", ":"))


def _columns(values: Sequence[object]) -> str:
    """Return values as one line, in right-aligned columns; all columns are wider than usual if a value needs it."""
    words = [str(value) for value in values]
    width = max(_COLUMN, *(len(word) + 1 for word in words))
    return "".join(f"{word:>{width}}" for word in words)


def _write_names(names: list[str]) -> str:
    """Return names of tribes as text: six of them in columns, fewer in a row, none as "-"."""
    return _columns(names) if len(names) == NUM_TRIBES else " ".join(names) or NOTHING


def _by_tribe(circle: list[str]) -> Form:
    """Return the form of an entry with a number or None for each tribe: six columns, with "-" for None.

    `circle` has the names of the tribes in the order of the columns.
    """

    def write(values: Mapping[str, int | None]) -> str:
        return _columns([NOTHING if values[tribe] is None else values[tribe] for tribe in circle])

    def read(text: str) -> dict[str, int | None]:
        words = text.split()
        if len(words) != len(circle) or not all(map(_COUNT.fullmatch, words)):
            raise ValueError(f"expected {len(circle)} numbers or {NOTHING!r}, one for each tribe")
        return {tribe: None if word == NOTHING else int(word) for tribe, word in zip(circle, words, strict=True)}

    return Form(write, read)


def _cards(number: str) -> Form:
    """Return the form of a list of cards in a row, "-" for none.

    `number` is the name of what a card has beside its tribe: "move" or "status", or "seats" for ships, which have VP
    too.
    """

    def read(text: str) -> list[Plain | None]:
        return [] if text == NOTHING else [_read_card(word, number) for word in text.split()]

    return Form(lambda cards: " ".join(map(_write_card, cards)) or NOTHING, read)


def _write_card(card: Plain | None) -> str:
    """Return a card, a monkey or a ship as a word, such as "red3" or "red3/2" for 3 seats and 2 VP; "-" for None."""
    if card is None:
        return NOTHING
    if "seats" in card:
        return f"{card['tribe']}{card['seats']}/{card['vp']}"
    return f"{card['tribe']}{card.get('move', card.get('status'))}"


def _read_card(word: str, number: str) -> Plain | None:
    """Return the card, monkey or ship that a word such as "red3" or "red3/2" stands for; None for "-".

    `number` is the name of what it has beside its tribe: "move", "status", or "seats" for a ship, which has VP too.

    Raises:
        ValueError: the word does not have this form.
    """
    if word == NOTHING:
        return None
    match = (_SHIP if number == "seats" else _CARD).fullmatch(word)
    if match is None:
        raise ValueError(f"expected cards such as {'red3/2' if number == 'seats' else 'red3'}, not {word[:30]!r}")
    card = {"tribe": match[1], number: int(match[2])}
    return {**card, "vp": int(match[3])} if number == "seats" else card


_JSON = Form(_write_json, json.loads)
_NAMES = Form(_write_names, lambda text: [] if text == NOTHING else text.split())


def _deck_text(deck: Deck) -> str:
    """Return a deck as text: its name if it is one of the package, else its content as JSON."""
    if deck.name in deck_names() and load_deck(deck.name) == deck:
        return deck.name
    return json.dumps(deck.plain(), separators=(",", ":"))


def _read_deck(text: str) -> DeckSource:
    """Return the deck that a text stands for: a name, or a deck's content if the text is JSON; nothing is loaded.

    Raises:
        ValueError: the package has no deck of that name, or the JSON is damaged.
    """
    if text.startswith("{"):
        content: Plain = json.loads(text)
        return content
    if text not in deck_names():
        raise ValueError(f"expected one of {', '.join(deck_names())} or a deck's content")
    return text


def _read_players(text: str) -> int:
    """Return the number of players in a text; raise ValueError if it is not from 2 to 4."""
    if text not in map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1)):
        raise ValueError(f"expected {MIN_PLAYERS} to {MAX_PLAYERS}")
    return int(text)


def _read_flag(text: str) -> bool:
    """Return whether a text is "true"; raise ValueError if it is neither that nor "false"."""
    if text not in {"true", "false"}:
        raise ValueError("expected true or false")
    return text == "true"


def _read_stream(text: str) -> int:
    """Return the number that 16 hexadecimal digits stand for; raise ValueError for any other text."""
    if not re.fullmatch(r"[0-9a-f]{16}", text):
        raise ValueError("expected 16 hexadecimal digits")
    return int(text, 16)
