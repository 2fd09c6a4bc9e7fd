"""Tribes, monkeys, ships and numbers as coloured text for a terminal."""

from rich.text import Text

from mom_env.monkeys_on_the_moon.snapshots.shapes import Card, Monkey, Ship

# A tribe is always named in full as well, for people who cannot tell the colours apart.
STYLES = {
    "brown": "dark_orange3",
    "black": "bold grey62",
    "green": "green3",
    "blue": "dodger_blue1",
    "red": "red1",
    "purple": "medium_orchid",
}
UNKNOWN = "?"
NOTHING = "-"


def tribe(name: str, *more: object) -> Text:
    """Return a tribe's name, and what belongs to it, in the tribe's colour."""
    return Text(" ".join([name, *map(str, more)]), STYLES.get(name, "bold"))


def listed(texts: list[Text], empty: str = NOTHING) -> Text:
    """Return texts in a row, separated by commas; `empty` if there are none."""
    return Text(", ").join(texts) if texts else Text(empty, "dim")


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th ... for up to six tribes."""
    return f"{number}{('st', 'nd', 'rd', 'th', 'th', 'th')[number - 1]}"


def cut(text: str, room: int) -> str:
    """Return a text, cut to the width `room` and marked by an ellipsis if it is longer.

    >>> cut("p1 greedy", 9), cut("p1 greedy", 6)
    ('p1 greedy', 'p1 gr…')
    """
    return text if len(text) <= room else f"{text[: room - 1]}…"


def number(count: int) -> Text:
    """Return a number, faint if it is zero."""
    return Text(str(count), "" if count else "dim")


def monkeys(row: list[Monkey]) -> Text:
    """Return monkeys with their status."""
    return listed([tribe(monkey["tribe"], monkey["status"]) for monkey in row])


def ship_text(ship: Ship) -> Text:
    """Return a ship: its colour, its seats, and the VP that it pays when it is full."""
    return tribe(ship["tribe"], f"{ship['seats']}/{ship['vp']}")


def hand(cards: list[Card], name: str) -> Text:
    """Return a line with the civilization cards of a hand of the player `name`."""
    shown = listed([tribe(card["tribe"], card["move"]) for card in cards], "empty")
    return Text.assemble((f"hand of {name}: ", "dim"), shown)
