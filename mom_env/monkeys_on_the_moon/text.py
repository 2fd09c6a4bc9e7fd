"""A position as text: one line an entry of the snapshot, by the same names, and back again.

    monkey_pool   blue5 red3 red4          cards: tribe and number; ships: tribe, seats/VP
    track             5    0   12 ...      by tribe: columns under the circle
    coins 2           1    1    0 ...      by seat: the seat behind the name
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.deck import Deck, DeckSource, deck_names, load_deck
from mom_env.monkeys_on_the_moon.position import Snapshot

POSITION_FORMAT = "mom-position/1"
MAX_TEXT = 100_000  # characters
NOTHING = "-"
_NAME_WIDTH, _COLUMN = 19, 8


class Form(NamedTuple):
    """How a value is written and read."""

    write: Callable[[Any, list[str]], str]
    read: Callable[[str, list[str]], Any]


def _json(text: str, circle: list[str]) -> Any:
    return json.loads(text)


def _write_json(value: Any, circle: list[str]) -> str:
    return json.dumps(value, separators=(",", ":"))


def _write_names(names: list[str], circle: list[str]) -> str:
    return _columns(names) if len(names) == len(circle) else " ".join(names) or NOTHING


def _read_names(text: str, circle: list[str]) -> list[str]:
    return [] if text == NOTHING else text.split()


def _columns(values: list[Any]) -> str:
    return "".join(f"{value!s:>{_COLUMN}}" for value in values)


def _write_by_tribe(values: Mapping[str, int | None], circle: list[str]) -> str:
    return _columns([NOTHING if values[tribe] is None else values[tribe] for tribe in circle])


def _read_by_tribe(text: str, circle: list[str]) -> dict[str, int | None]:
    values = [None if word == NOTHING else int(word) for word in text.split()]
    return dict(zip(circle, values, strict=True))


_CARD = re.compile(r"([a-z]{1,20})(\d{1,3})")
_SHIP = re.compile(r"([a-z]{1,20})(\d{1,3})/(\d{1,3})")


def _write_card(card: Mapping[str, Any] | None) -> str:
    if card is None:
        return NOTHING
    if "seats" in card:
        return f"{card['tribe']}{card['seats']}/{card['vp']}"
    return f"{card['tribe']}{card.get('move', card.get('status'))}"


def _read_card(word: str, number: str) -> dict[str, Any] | None:
    if word == NOTHING:
        return None
    match = (_SHIP if number == "seats" else _CARD).fullmatch(word)
    if match is None:
        raise ValueError(f"expected a card such as {'red3/2' if number == 'seats' else 'red3'}, found {word!r}")
    card: dict[str, Any] = {"tribe": match[1], number: int(match[2])}
    return card | {"vp": int(match[3])} if number == "seats" else card


def _cards(number: str) -> Form:
    def read(text: str, circle: list[str]) -> list[Any]:
        return [] if text == NOTHING else [_read_card(word, number) for word in text.split()]

    return Form(lambda cards, circle: " ".join(map(_write_card, cards)) or NOTHING, read)


def _card(number: str) -> Form:
    return Form(lambda card, circle: _write_card(card), lambda text, circle: _read_card(text, number))


_PLAIN = Form(_write_json, _json)
_NAMES = Form(_write_names, _read_names)
_BY_TRIBE = Form(_write_by_tribe, _read_by_tribe)

# The entries in the order of their lines.
FORMS = {
    "num_players": _PLAIN,
    "options": _PLAIN,
    "round": _PLAIN,
    "phase": _PLAIN,
    "start": _PLAIN,
    "active": _PLAIN,
    "seat": _PLAIN,
    "decision": _PLAIN,
    "pending": _PLAIN,
    "auction": _PLAIN,
    "circle": _NAMES,
    "swapped": _PLAIN,
    "track": _BY_TRIBE,
    "finished": _NAMES,
    "supply": _BY_TRIBE,
    "scorn": _BY_TRIBE,
    "monkey_pool": _cards("status"),
    "ship_pool": _cards("seats"),
    "waiting": _cards("status"),
    "returned_ships": _cards("seats"),
    "discard": _cards("move"),
    "monkeys_out": _cards("status"),
    "ships_out": _cards("seats"),
}
FORMS_BY_SEAT = {
    "coins": _BY_TRIBE,
    "hand": _cards("move"),
    "ship": _card("seats"),
    "aboard": _cards("status"),
    "pile": _cards("status"),
    "ships_won": _cards("seats"),
}
HIDDEN_FORMS = {
    "civilization_pile": _cards("move"),
    "monkey_pile": _cards("status"),
    "ship_pile": _cards("seats"),
    "out_of_game": _cards("move"),
    "tie_order": _NAMES,
}


def to_text(view: Snapshot, deck: Deck, skip_forced: bool, stream: int) -> str:
    """A snapshot of everything as text."""
    circle = view["circle"]
    lines = [POSITION_FORMAT, _line("deck", _deck_text(deck)), _line("skip_forced", json.dumps(skip_forced))]
    lines += [_line(name, form.write(view[name], circle)) for name, form in FORMS.items()]
    for seat in range(view["num_players"]):
        lines += [_line(f"{name} {seat}", form.write(view[name][seat], circle)) for name, form in FORMS_BY_SEAT.items()]
    lines += [_line(name, form.write(view[name], circle)) for name, form in HIDDEN_FORMS.items()]
    return "\n".join([*lines, _line("stream", f"{stream:016x}")]) + "\n"


def from_text(position: str) -> tuple[Snapshot, DeckSource, bool, int]:
    """The snapshot in a text, its deck, whether forced decisions are skipped, and the random stream.

    Raises:
        PositionError: it names the line.
    """
    entries = _entries(position)
    circle = entries.pop("circle").split() if "circle" in entries else []
    view: Snapshot = {"circle": circle}
    deck = _read_entry(entries, "deck", Form(_write_json, _read_deck), circle)
    skip_forced = _read_entry(entries, "skip_forced", Form(_write_json, _read_flag), circle)
    stream = _read_entry(entries, "stream", Form(_write_json, _read_stream), circle)
    for name, form in (FORMS | HIDDEN_FORMS).items():
        if name != "circle":
            view[name] = _read_entry(entries, name, form, circle)
    if view["num_players"] not in (2, 3, 4):
        raise PositionError(f"num_players: expected 2, 3 or 4, found {view['num_players']!r}")
    for name, form in FORMS_BY_SEAT.items():
        seats = range(view["num_players"])
        view[name] = [_read_entry(entries, f"{name} {seat}", form, circle) for seat in seats]
    if entries:
        raise PositionError(f"expected no more lines, found {next(iter(entries))!r}")
    return view, deck, skip_forced, stream


def _line(name: str, value: str) -> str:
    return f"{name:<{_NAME_WIDTH}}{value}"


def _entries(position: str) -> dict[str, str]:
    if not isinstance(position, str) or len(position) > MAX_TEXT:
        raise PositionError(f"expected a text of at most {MAX_TEXT} characters")
    first, *lines = position.strip().splitlines() or [""]
    if first.strip() != POSITION_FORMAT:
        raise PositionError(f"expected {POSITION_FORMAT!r} on the first line, found {first[:40]!r}")
    entries: dict[str, str] = {}
    for line in lines:
        match = re.fullmatch(r"([a-z_]+(?: \d)?)\s+(\S.*?)\s*", line)
        if match is None or match[1] in entries:
            raise PositionError(f"expected a line 'name value', each name once, found {line[:60]!r}")
        entries[match[1]] = match[2]
    return entries


def _read_entry(entries: dict[str, str], name: str, form: Form, circle: list[str]) -> Any:
    if name not in entries:
        raise PositionError(f"expected a line {name!r}, found none")
    value = entries.pop(name)
    try:
        return form.read(value, circle)
    except (ValueError, KeyError, RecursionError) as error:
        raise PositionError(f"{name}: {error}, found {value[:60]!r}") from None


def _deck_text(deck: Deck) -> str:
    if deck.name in deck_names() and load_deck(deck.name) == deck:
        return deck.name
    return json.dumps(deck.plain(), separators=(",", ":"))


def _read_deck(text: str, circle: list[str]) -> DeckSource:
    deck: DeckSource = json.loads(text) if text.startswith("{") else text
    if isinstance(deck, str) and deck not in deck_names():
        raise ValueError(f"expected one of {', '.join(deck_names())} or a deck's content")
    return deck


def _read_flag(text: str, circle: list[str]) -> bool:
    if text not in ("true", "false"):
        raise ValueError("expected true or false")
    return text == "true"


def _read_stream(text: str, circle: list[str]) -> int:
    if not re.fullmatch(r"[0-9a-f]{16}", text):
        raise ValueError("expected 16 hexadecimal digits")
    return int(text, 16)
