"""Tribes, monkeys, ships and numbers as coloured text for a terminal."""

from rich.text import Text

from mom_env.base.sentences import owns
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
    """Return a tribe's name, and behind it the words of `more`, in the tribe's colour."""
    return Text(" ".join([name, *map(str, more)]), STYLES.get(name, "bold"))


def listed(texts: list[Text], empty: str = NOTHING) -> Text:
    """Return texts in a row, separated by commas; `empty` if there are none."""
    return Text(", ").join(texts) if texts else Text(empty, "dim")


def cut(text: str, room: int) -> str:
    """Return a text, cut to `room` characters and marked by an ellipsis if it is longer.

    >>> cut("p1 greedy", 9), cut("p1 greedy", 6)
    ('p1 greedy', 'p1 gr…')
    """
    return text if len(text) <= room else f"{text[: room - 1]}…"


def number(count: int) -> Text:
    """Return a number as text, faint if it is zero."""
    return Text(str(count), "" if count else "dim")


def monkeys(row: list[Monkey]) -> Text:
    """Return monkeys in a row, each as its tribe's name and its status; "-" if there are none."""
    return listed([tribe(monkey["tribe"], monkey["status"]) for monkey in row])


def ship_text(ship: Ship) -> Text:
    """Return a ship as its tribe's name, its seats and the VP that it pays when full, such as "red 3/2"."""
    return tribe(ship["tribe"], f"{ship['seats']}/{ship['vp']}")


def hand(cards: list[Card], name: str) -> Text:
    """Return a line with the civilization cards in the hand of the player `name`, each as its tribe and its move."""
    shown = listed([tribe(card["tribe"], card["move"]) for card in cards], "none left")
    return Text.assemble((f"{owns(name)} cards: ", "dim"), shown)
