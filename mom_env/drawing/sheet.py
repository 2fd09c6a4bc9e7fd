"""The sheet on which a game is drawn: colours of paper and ink, boxes with headings, seats, numbers, names of players.

All pictures have the same width, so that they can be shown one after the other.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mom_env.contract.people import Plain
from mom_env.drawing.lettering import BOLD, CAP_HEIGHT, width_of
from mom_env.drawing.svg import Look, centred, group, path, rect, text
from mom_env.errors import OptionError, PositionError

WIDTH, MARGIN, GAP = 1000.0, 20.0, 12.0  # of a picture, at its edges, between two boxes; in pixels
INNER_WIDTH = WIDTH - 2 * MARGIN

PAPER = "#f1eee6"
PANEL = "#ffffff"
INK = "#1b2330"
MUTED = "#5b6472"
FAINT = "#e6e8ec"  # of lines and empty places
NIGHT = "#18233d"
STARLIGHT = "#c3cde2"  # of unimportant words on NIGHT
MOON = "#f5e6b3"
GLOW = "#fff6d9"  # behind the seat that decides
GOLD = "#c2820c"
OUTLINE = "#aab2bf"  # of empty places
DARK_INK, LIGHT_INK = "#14181d", "#ffffff"

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


class Style(NamedTuple):
    """Two colours as "#rrggbb": that of a ground, and of what is written on it."""

    fill: str
    ink: str


def with_entries(view: Plain, entries: Sequence[str]) -> Mapping[str, Any]:
    """Return a snapshot.

    Raises:
        PositionError: it lacks one of `entries`.
    """
    missing = [entry for entry in entries if entry not in view] if isinstance(view, Mapping) else entries
    if missing:
        raise PositionError(f"snapshot: expected what Game.snapshot gives, found no entry {missing[0]!r}")
    return view


def player_names(names: Sequence[str] | None, num_players: int) -> list[str]:
    """Return the names of the players by seat: `names`, or "player_0" and so on for None.

    Raises:
        OptionError: there is not one name for each seat.
    """
    if names is None:
        return [f"player_{seat}" for seat in range(num_players)]
    if len(names) != num_players:
        raise OptionError(f"names: expected {num_players}, one for each seat, found {len(names)}")
    return list(map(str, names))


def panel(width: float, height: float, heading: str, *inside: str, x: float = 0, y: float = 0) -> str:
    """Return the SVG of a white box with a heading and the elements `inside`.

    `width` and `height` are in pixels, and (x, y) is its upper left corner. Elements are placed relative to that
    corner.
    """
    box = rect(0, 0, width, height, 10, fill=PANEL)
    return group(box, text(14, 22, heading, 13, MUTED, bold=True), *inside, x=x, y=y)


def chip(x: float, y: float, seat: int) -> str:
    """Return the SVG of a seat's number in a small box; (x, y) is its left end and vertical middle."""
    return rect(x, y - 9, 18, 18, 9, fill=INK) + centred(x + 9, y, seat, 12, LIGHT_INK)


def crown(x: float, y: float, *, is_full: bool) -> str:
    """Return the SVG of a crown with its middle at (x, y), filled if `is_full`, else only an outline."""
    look: dict[str, Look] = {"stroke": GOLD, "stroke_width": 1.5, "stroke_linejoin": "round"}
    return group(path("M-7 5V-4L-3.2-.8 0-6 3.2-.8 7-4V5Z", fill=GOLD if is_full else "none", **look), x=x, y=y)


def row_back(y: float, width: float, height: float, *, is_lit: bool) -> str:
    """Return the SVG behind a row of a table: light if `is_lit`, as for the seat that decides, else a line above it.

    `y` is its upper edge; all are in pixels.
    """
    if not is_lit:
        return rect(14, y, width - 28, 1, fill=FAINT)
    return rect(0, y, width, height, fill=GLOW) + rect(0, y, 4, height, fill=GOLD)


def place_box(x: float, width: float, score: int, place: int, name: str, mark: str, colour: str) -> str:
    """Return the SVG of a player's place and score at the end, in a box 56 pixels high.

    Args:
        x: its left edge; its upper one is at 10.
        width: of the box, in pixels.
        score: of the player.
        place: from 1.
        name: of the player.
        mark: SVG of the player's mark around (0, 0), about 20 pixels large.
        colour: of the edge of the box.
    """
    words = signed(score)
    left = max(58, 10 + width_of(words, 24, BOLD) + 8)
    return "".join(
        (
            rect(x, 10, width, 56, 7, fill=PANEL, stroke=colour, stroke_width=1.5),
            text(x + 10, 46, words, 24, INK, bold=True),
            text(x + left, 30, ORDINALS[place - 1], 12.5, MUTED),
            group(mark, x=x + left + 9, y=48),
            text(x + left + 24, 52.5, name, 13, INK, bold=True, room=width - left - 30),
        )
    )


def signed(number: int) -> str:
    """Return a number as text, with a true minus sign, which is as long as a plus sign, if it is negative."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def amount(x: float, y: float, count: int | None, size: float = 15) -> str:
    """Return the SVG of a number beside a piece: grey if 0, "?" if `count` is None because it is hidden.

    (x, y) is its left end and vertical middle, and `size` that of the letters, in pixels.
    """
    shown = "?" if count is None else count
    return text(x, y + CAP_HEIGHT / 2 * size, shown, size, INK if count else MUTED, bold=bool(count))
