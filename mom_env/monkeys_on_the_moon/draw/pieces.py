"""Draws the pieces of the game, and the sheets on which they are shown."""

from mom_env.drawing.sheet import INK, LIGHT_INK, MOON, NIGHT, OUTLINE
from mom_env.drawing.svg import Look, centred, disc, group, path, rect
from mom_env.monkeys_on_the_moon.draw.palette import ANGER, CRATER, FACE, Style


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


def moon(x: float, y: float, radius: float) -> str:
    """Return the SVG of the moon with its middle at (x, y); `radius` is in pixels."""
    craters = ((-0.35, -0.3, 0.22), (0.35, 0.1, 0.28), (-0.2, 0.45, 0.16), (0.15, -0.55, 0.12), (-0.62, 0.15, 0.1))
    return disc(x, y, radius, fill=MOON) + "".join(
        disc(x + dx * radius, y + dy * radius, size * radius, fill=CRATER) for dx, dy, size in craters
    )
