"""Draws the pieces of the game: squares of cards with their plates, tiles, ships, markers, and small cards."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from mom_env.drawing.sheet import MOON
from mom_env.drawing.svg import disc, group, path, rect
from mom_env.monsters_on_the_moon.draw.heads import HEADS, SCENERY, SHIP, Drawing, stamped
from mom_env.monsters_on_the_moon.draw.palette import BACK, CARD_EDGE, GROUND, MONSTERS, NOBODY, RIM

SQUARE = 40.0  # units of a square in drawings; pictures scale them
HALF = SQUARE / 2
PLATE = 17.6  # half of the side of a plate
DOUBLE_SCALE, DOUBLE_APART = 0.6, 8.6  # of the two heads of a double head
SHIP_SCALE, TILE_SCALE, TILE_RADIUS = 0.93, 0.8, 18.2

Middle = tuple[float, float]


def plate_way(half: float, corner: float) -> str:
    """Return the relative path data of a box with round corners, from the left end of its upper edge on."""
    edge, bend = 2 * (half - corner), f"{corner:g} {corner:g} 0 0 1"
    return (
        f"h{edge:g}a{bend} {corner:g} {corner:g}v{edge:g}a{bend} {-corner:g} {corner:g}h{-edge:g}"
        f"a{bend} {-corner:g} {-corner:g}v{-edge:g}a{bend} {corner:g} {-corner:g}z"
    )


def plates(fill: str, middles: Sequence[Middle], half: float = PLATE, corner: float = 6) -> str:
    """Return the SVG of boxes with round corners in one colour, around their middles."""
    way = plate_way(half, corner)
    return path("".join(f"M{x - half + corner:g} {y - half:g}{way}" for x, y in middles), fill=fill)


def discs(fill: str, middles: Sequence[Middle], radius: float) -> str:
    """Return the SVG of discs of one colour, as one shape."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    round_way = f"{half} {2 * radius:g} 0{half} {-2 * radius:g} 0z"
    return path("".join(f"M{x - radius:g} {y:g}{round_way}" for x, y in middles), fill=fill)


def scaled(drawing: Drawing, middles: Sequence[Middle], scale: float) -> str:
    """Return the SVG of a drawing at several places, made larger or smaller."""
    return group(stamped(drawing, [(x / scale, y / scale) for x, y in middles]), scale=scale) if middles else ""


def squares(shown: Mapping[Middle, str], tiles: frozenset[Middle] = frozenset()) -> str:
    """Return the SVG of what squares show, by their middles; plates of `tiles` are round, with a rim."""
    middles = defaultdict[str, list[Middle]](list)
    for middle, shows in shown.items():
        middles[shows].append(middle)
    scenery = (stamped(SCENERY[shows], places) for shows, places in middles.items() if shows in SCENERY)
    return "".join((*scenery, *(heads(letter, middles, tiles) for letter in HEADS)))


def heads(letter: str, middles: Mapping[str, list[Middle]], tiles: frozenset[Middle]) -> str:
    """Return the SVG of all heads and double heads of a monster, with their plates."""
    single, double = middles.get(letter, []), middles.get(2 * letter, [])
    on_plates = [middle for middle in single if middle not in tiles] + double
    on_tiles = [middle for middle in single if middle in tiles]
    fill = MONSTERS[letter].fill
    halves = [(x + side * DOUBLE_APART, y) for x, y in double for side in (-1, 1)]
    return "".join(
        (
            plates(fill, on_plates) if on_plates else "",
            tokens(fill, on_tiles),
            stamped(HEADS[letter], [middle for middle in single if middle not in tiles]),
            scaled(HEADS[letter], on_tiles, TILE_SCALE),
            scaled(HEADS[letter], halves, DOUBLE_SCALE),
        )
    )


def tokens(fill: str, middles: Sequence[Middle]) -> str:
    """Return the SVG of round tiles in one colour, with a white rim in a dark one; "" if there are none."""
    if not middles:
        return ""
    rims = ((CARD_EDGE, TILE_RADIUS + 1.2), (RIM, TILE_RADIUS), (fill, TILE_RADIUS - 2.6))
    return "".join(discs(colour, middles, radius) for colour, radius in rims)


def ship(letter: str | None, x: float, y: float) -> str:
    """3.4: Return the SVG of a ship around (x, y): a rocket on a plate with a corner cut off for each, and its head."""
    fill = NOBODY.fill if letter is None else MONSTERS[letter].fill
    shape = "M-10-19H10L19-10V10L10 19H-10L-19 10V-10Z"
    crew = "" if letter is None else group(stamped(HEADS[letter], [(0, 0)]), x=9, y=8, scale=0.5)
    rocket = group(stamped(SHIP, [(0, 0)]), x=-5.5, y=-1, scale=0.9)
    edge = path(shape, fill=fill, stroke=RIM, stroke_width=2.4, stroke_linejoin="round")
    return group(
        path(shape, fill=CARD_EDGE, stroke=CARD_EDGE, stroke_width=5), edge, rocket, crew, x=x, y=y, scale=SHIP_SCALE
    )


@cache
def bare_badge(letter: str | None) -> str:
    """Return the SVG of the head of a monster on a disc, around (0, 0), SQUARE units large."""
    if letter is None:
        return disc(0, 0, TILE_RADIUS, fill=NOBODY.fill)
    return disc(0, 0, TILE_RADIUS + 1, fill=MONSTERS[letter].fill) + group(stamped(HEADS[letter], [(0, 0)]), scale=0.86)


def badge(letter: str | None, x: float, y: float, radius: float = 10) -> str:
    """Return the SVG of the head of a monster on a disc in its colour; grey for a monster not yet chosen."""
    return group(bare_badge(letter), x=x, y=y, scale=radius / (TILE_RADIUS + 1))


@cache
def bare_card(signs: tuple[tuple[str, ...], ...]) -> str:
    """Return the SVG of a card with these signs, row by row, its upper left corner at (0, 0), SQUARE units a square."""
    width, height = SQUARE * len(signs[0]), SQUARE * len(signs)
    shown = {(HALF + SQUARE * x, HALF + SQUARE * y): sign for y, row in enumerate(signs) for x, sign in enumerate(row)}
    return rect(0.8, 0.8, width - 1.6, height - 1.6, 6, fill=GROUND, stroke=CARD_EDGE, stroke_width=2) + squares(shown)


def small_card(signs: Sequence[Sequence[str]], x: float, y: float, square: float) -> str:
    """Return the SVG of a card, by its upper left corner; `square` is the side of its squares in pixels."""
    return group(bare_card(tuple(map(tuple, signs))), x=x, y=y, scale=square / SQUARE)


def card_back(x: float, y: float, square: float) -> str:
    """Return the SVG of a card that nobody may see: night, and a moon."""
    width, height = 3 * square, 2 * square
    face = rect(0.5, 0.5, width - 1, height - 1, 3, fill=BACK, stroke=CARD_EDGE, stroke_width=1)
    moon = disc(width / 2, height / 2, square * 0.55, fill=MOON)
    shade = disc(width / 2 + square * 0.25, height / 2 - square * 0.1, square * 0.45, fill=BACK)
    return group(face, moon, shade, x=x, y=y)
