"""Draws the pieces of the game, and the sheets on which they are shown."""

from mom_env.drawing.lettering import CAP_HEIGHT
from mom_env.drawing.svg import Look, centred, disc, group, path, rect, text
from mom_env.monkeys_on_the_moon.draw.palette import (
    ANGER,
    CRATER,
    FACE,
    GOLD,
    INK,
    LIGHT_INK,
    MOON,
    MUTED,
    NIGHT,
    OUTLINE,
    PANEL,
    Style,
)


def panel(width: float, height: float, heading: str, *inside: str, x: float = 0, y: float = 0) -> str:
    """Return the SVG of a white box with a heading and the elements `inside`.

    `width` and `height` are in pixels, and (x, y) is its upper left corner. Elements are placed relative to that
    corner.
    """
    box = rect(0, 0, width, height, 10, fill=PANEL)
    return group(box, text(14, 22, heading, 13, MUTED, bold=True), *inside, x=x, y=y)


def sign(style: Style, x: float, y: float, size: float) -> str:
    """Return the SVG of a tribe's sign with its middle at (x, y); `size` is half its width, in pixels."""
    return group(path(style.sign, fill=style.ink), x=x, y=y, scale=size)


def stone(style: Style, x: float, y: float, radius: float = 10) -> str:
    """Return the SVG of a stone of the tribe track with its middle at (x, y); in headings it stands for the tribe."""
    return disc(x, y, radius, fill=style.fill) + sign(style, x, y, 0.55 * radius)


def coin(style: Style, x: float, y: float, radius: float = 9) -> str:
    """Return the SVG of a favor coin, a stone with a rim, with its middle at (x, y)."""
    rim = disc(x, y, radius - 1.9, fill="none", stroke=style.ink, stroke_width=0.8, stroke_opacity=0.7)
    return disc(x, y, radius, fill=style.fill) + rim + sign(style, x, y, 0.42 * radius)


MUZZLE = (
    "M0-4.5C3-9 13-8.5 13-.5 13 1.5 16 3.5 16 8 16 14.5 9 18 0 18S-16 14.5-16 8C-16 3.5-13 1.5-13-.5-13-8.5-3-9 0-4.5Z"
)


def head(style: Style, x: float, y: float, radius: float, *inside: str) -> str:
    """Return the SVG of a monkey's head with its middle at (x, y), and of the elements `inside` upon it.

    Head and elements are designed with radius 20, and scaled to `radius`, in pixels.
    """
    ears = "".join(disc(side * 18, -1, 7, fill=style.fill) + disc(side * 18.5, -1, 3.6, fill=FACE) for side in (-1, 1))
    skull = disc(0, 0, 20, fill=style.fill)
    return group(ears, skull, path(MUZZLE, fill=FACE), *inside, x=x, y=y, scale=radius / 20)


def monkey(style: Style, x: float, y: float, status: int, radius: float = 18) -> str:
    """Return the SVG of a monkey with its middle at (x, y): a face with its status, and the tribe's sign on top."""
    eyes = disc(-6, -0.5, 1.7, fill=INK) + disc(6, -0.5, 1.7, fill=INK)
    return head(style, x, y, radius, eyes, sign(style, 0, -13, 4.6), centred(0, 9.2, status, 18, INK))


def crew(style: Style, x: float, y: float) -> str:
    """Return the SVG of a small head without a number, with its middle at (x, y), for the monkeys of a score pile."""
    return head(style, x, y, 7.5)


CARD_WIDTH, CARD_HEIGHT = 34, 48


def card(style: Style, x: float, y: float, move: int) -> str:
    """Return the SVG of a civilization card that moves `move` spaces, with its upper left corner at (x, y)."""
    return group(
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 5, fill=style.fill),
        sign(style, CARD_WIDTH / 2, 15, 7),
        centred(CARD_WIDTH / 2, 34, f"+{move}", 17, style.ink),
        x=x,
        y=y,
    )


def card_back(x: float, y: float) -> str:
    """Return the SVG of a civilization card that the viewer cannot see, with its upper left corner at (x, y)."""
    moon = path("M3.5-8A9 9 0 1 0 3.5 8 7 7 0 1 1 3.5-8Z", fill=MOON)
    return group(
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 5, fill=NIGHT),
        group(moon, x=CARD_WIDTH / 2 + 1, y=CARD_HEIGHT / 2),
        x=x,
        y=y,
    )


def empty_place(x: float, y: float, radius: float, fill: str = "none") -> str:
    """Return the SVG of a place for a monkey or a stone that may come, with its middle at (x, y)."""
    return disc(x, y, radius, fill=fill, stroke=OUTLINE, stroke_width=1.2, stroke_dasharray="3 2.4")


def scorn(x: float, y: float, radius: float = 8.5) -> str:
    """Return the SVG of a scorn card, an angry face, with its middle at (x, y); `radius` is half its width."""
    look: dict[str, Look] = {"fill": "none", "stroke": LIGHT_INK, "stroke_width": 1.7, "stroke_linecap": "round"}
    brows = path("M-5.2-3.6-1.6-1.6M5.2-3.6 1.6-1.6", **look)
    eyes = disc(-2.8, 0.2, 1.1, fill=LIGHT_INK) + disc(2.8, 0.2, 1.1, fill=LIGHT_INK)
    mouth = path("M-4 5.2C-2.4 2.2 2.4 2.2 4 5.2", **look)
    return group(rect(-9, -9, 18, 18, 5, fill=ANGER), brows, eyes, mouth, x=x, y=y, scale=radius / 9)


def crown(x: float, y: float, *, leader: bool) -> str:
    """Return the SVG of a title with its middle at (x, y): a full crown for the leader, an outlined one otherwise."""
    look: dict[str, Look] = {"stroke": GOLD, "stroke_width": 1.5, "stroke_linejoin": "round"}
    return group(path("M-7 5V-4L-3.2-.8 0-6 3.2-.8 7-4V5Z", fill=GOLD if leader else "none", **look), x=x, y=y)


def chip(x: float, y: float, seat: int) -> str:
    """Return the SVG of a seat's number in a small box; (x, y) is its left end and vertical middle."""
    return rect(x, y - 9, 18, 18, 9, fill=INK) + centred(x + 9, y, seat, 12, LIGHT_INK)


def moon(x: float, y: float, radius: float) -> str:
    """Return the SVG of the moon with its middle at (x, y); `radius` is in pixels."""
    craters = ((-0.35, -0.3, 0.22), (0.35, 0.1, 0.28), (-0.2, 0.45, 0.16), (0.15, -0.55, 0.12), (-0.62, 0.15, 0.1))
    return disc(x, y, radius, fill=MOON) + "".join(
        disc(x + dx * radius, y + dy * radius, size * radius, fill=CRATER) for dx, dy, size in craters
    )


ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def signed(number: int) -> str:
    """Return a number as text, with a true minus sign, which is as long as a plus sign, if it is negative."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def amount(x: float, y: float, count: int | None, size: float = 15) -> str:
    """Return the SVG of a number beside a piece: grey if 0, "?" if `count` is None because it is hidden.

    (x, y) is its left end and vertical middle, and `size` that of the letters, in pixels.
    """
    shown = "?" if count is None else count
    return text(x, y + CAP_HEIGHT / 2 * size, shown, size, INK if count else MUTED, bold=bool(count))
