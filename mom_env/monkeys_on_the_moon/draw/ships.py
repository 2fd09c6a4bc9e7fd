"""Draws ships: on the ground with their monkeys, and small ones in a score pile."""

from mom_env.drawing.sheet import FAINT
from mom_env.drawing.svg import centred, group, path, rect, text
from mom_env.monkeys_on_the_moon.draw.palette import HULL, Style
from mom_env.monkeys_on_the_moon.draw.pieces import empty_place, monkey, sign
from mom_env.monkeys_on_the_moon.snapshots.shapes import Ship

SEAT_PITCH, TAIL, NOSE, HULL_HEIGHT = 34, 30, 42, 40
FINS = "M30 3H15C13 3 11 1 8-2H1C3 6 7 13 7 20S3 34 1 42H8C11 39 13 37 15 37H30Z"
CONE = "M0 3H8C24 3 39 12 42 20C39 28 24 37 8 37H0Z"


def ship_width(seats: int) -> float:
    """Return the length, in pixels, of a ship with this number of seats."""
    return TAIL + seats * SEAT_PITCH + NOSE


def ship(style: Style, x: float, y: float, card: Ship, *aboard: str) -> str:
    """Return the SVG of a ship: the tribe's sign on the tail, seats as windows, its VP on the nose.

    (x, y) is its upper left corner in pixels. `card` says its seats and VP, and `aboard` are the SVG of its monkeys.
    """
    length, middle = card["seats"] * SEAT_PITCH, HULL_HEIGHT / 2
    vp = text(5, middle + 4.5, f"{card['vp']} VP", 12, style.ink, bold=True)
    hull = rect(TAIL - 1, 3, length + 2, HULL_HEIGHT - 6, fill=HULL, stroke=style.fill, stroke_width=1.6)
    return group(
        path(FINS, fill=style.fill),
        sign(style, 19.5, middle, 6),
        group(path(CONE, fill=style.fill), vp, x=TAIL + length),
        hull,
        *(empty_place(seat_x(seat), middle, 13, fill=FAINT) for seat in range(card["seats"])),
        *aboard,
        x=x,
        y=y,
    )


def seat_x(seat: int) -> float:
    """Return the x of the middle of window `seat`, from 0, in pixels from the left of the ship."""
    return TAIL + (seat + 0.5) * SEAT_PITCH


def passenger(style: Style, seat: int, status: int) -> str:
    """Return the SVG of a monkey in window `seat`, from 0, of a ship."""
    return monkey(style, seat_x(seat), HULL_HEIGHT / 2, status, 13.4)


def ship_box(style: Style, x: float, y: float, vp: int) -> str:
    """Return the SVG of a ship in a score pile, with its VP; (x, y) is its upper left corner in pixels."""
    return rect(x, y, 19, 17, 4, fill=style.fill) + centred(x + 9.5, y + 8.5, vp, 12, style.ink)


def pile_ship(style: Style, x: float, y: float, card: Ship) -> str:
    """Return the SVG of a ship that all know to be in the pile, with its seats and VP.

    (x, y) is its upper left corner in pixels.
    """
    numbers = centred(x + 24, y + 8.5, f"{card['seats']}/{card['vp']}", 12, style.ink)
    return rect(x, y, 37, 17, 4, fill=style.fill) + sign(style, x + 8, y + 8.5, 4) + numbers
