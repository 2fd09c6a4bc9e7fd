"""Draws the pieces of the game: hexagonal cells and tiles, discs, bundles of money, letters of districts."""

from functools import cache
from math import sqrt

from mom_env.ape_town.draw.motifs import motif
from mom_env.ape_town.draw.palette import BACK, BACK_LEAF, RIM, SEATS, TILES, TIN, TIN_EDGE
from mom_env.drawing.sheet import DARK_INK, INK, Style
from mom_env.drawing.svg import centred, disc, group, path

HALF = sqrt(3) / 2
CORNERS = ((0.0, -1.0), (HALF, -0.5), (HALF, 0.5), (0.0, 1.0), (-HALF, 0.5), (-HALF, -0.5))  # clockwise from the top
MOTIF_SIZE = 34.0  # a motif, drawn from -20 to 20, has its size on a tile with this radius
BADGE_RADIUS = 8.6
ROUNDED = 0.12  # how far from a corner its curve begins, in edges
SMALLEST_WITH_BADGE = 17.0  # pixels, radius of a tile


BUNDLE = path("M-8-7H6V-4H8V5H-6V2H-8Z", fill=TIN, stroke=TIN_EDGE, stroke_width=1) + path(
    "M-1.5-4H2.5V5H-1.5ZM-6-4.5H6V-3.6H-6Z", fill=TIN_EDGE
)


@cache
def hexagon(radius: float) -> str:
    """Return the path data of a hexagon around (0, 0) with a corner at the top; `radius` is that of its corners."""
    points = " ".join(f"{x * radius:.2f} {y * radius:.2f}" for x, y in CORNERS)
    return f"M{points}Z"


@cache
def rounded_hexagon(radius: float) -> str:
    """Return the path data of a hexagon around (0, 0) with round corners; `radius` is that of its corners."""
    ends = []
    for at, (x, y) in enumerate(CORNERS):
        (x1, y1), (x2, y2) = CORNERS[at - 1], CORNERS[(at + 1) % 6]
        into, out = (
            f"{radius * (x + ROUNDED * (beside_x - x)):.2f} {radius * (y + ROUNDED * (beside_y - y)):.2f}"
            for beside_x, beside_y in ((x1, y1), (x2, y2))
        )
        ends.append(f"{'L' if at else 'M'}{into}Q{radius * x:.2f} {radius * y:.2f} {out}")
    return f"{''.join(ends)}Z"


@cache
def bare_tile(name: str, radius: float) -> str:
    """Return the SVG of a tile with the motif `name`, around (0, 0); `radius` is that of its corners in pixels."""
    has_badge = name != "banana" and radius >= SMALLEST_WITH_BADGE
    drawn = group(motif(name), y=-0.1 * radius if has_badge else 0.06 * radius, scale=radius / MOTIF_SIZE)
    return path(rounded_hexagon(radius), fill=TILES[name]) + drawn


def tile(name: str, x: float, y: float, radius: float, badge: str = "") -> str:
    """Return the SVG of a tile with its middle at (x, y), and `badge`, around (0, 0), at its lower corner."""
    return group(bare_tile(name, radius), group(badge, y=badge_y(radius)) if badge else "", x=x, y=y)


def badge_y(radius: float) -> float:
    """Return how far below the middle of a tile its badge is, in pixels; `radius` is that of the tile."""
    return 0.6 * radius


def rimmed(x: float, y: float, radius: float, fill: str, rim: str, width: float) -> str:
    """Return the SVG of a disc with its middle at (x, y), and of a rim of `width` pixels within its `radius`.

    Two discs are drawn more quickly than one with a stroke.
    """
    return disc(x, y, radius, fill=rim) + disc(x, y, radius - width, fill=fill)


def value_badge(points: int) -> str:
    """Return the SVG of the value of an ape, around (0, 0)."""
    return disc(0, 0, BADGE_RADIUS, fill=RIM) + centred(0, 0, points, 13, INK)


def seat_disc(seat: int, x: float = 0, y: float = 0, radius: float = BADGE_RADIUS + 1.6) -> str:
    """Return the SVG of a disc of a seat, with its number, around (x, y)."""
    style = SEATS[seat]
    return rimmed(x, y, radius, style.fill, RIM, 1.5) + centred(x, y, seat, 12.5, style.ink)


@cache
def bare_back(radius: float) -> str:
    """Return the SVG of a tile that lies face down, around (0, 0)."""
    leaf = "M-9 9-5.5 5.5C-8-2-2-9 8-9 8 0 2 8-4.5 6L-8 10Z"
    return path(rounded_hexagon(radius), fill=BACK) + path(leaf, fill=BACK_LEAF)


def tile_back(x: float, y: float, radius: float) -> str:
    """Return the SVG of a tile that lies face down, with its middle at (x, y)."""
    return group(bare_back(radius), x=x, y=y)


def bundle(x: float, y: float, scale: float = 1) -> str:
    """Return the SVG of a bundle of money with its middle at (x, y), about 15 pixels wide."""
    return group(BUNDLE, x=x, y=y, scale=scale)


def letter_badge(letter: str, ground: Style, x: float, y: float, rim: str | None = None) -> str:
    """Return the SVG of the letter of a district with its middle at (x, y), in the colour `ground` of the district.

    `rim` is the colour around it, or None for that of ink.
    """
    edge = rimmed(x, y, 10 if rim else 9, ground.fill, rim or DARK_INK, 2.6 if rim else 1.2)
    return edge + centred(x, y, letter, 12, ground.ink)
