"""Draws the pieces of the game: figures, golden buttons, cards, combo tiles, banana skins."""

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from mom_env.drawing.sheet import INK, LIGHT_INK, PANEL, signed
from mom_env.drawing.svg import Look, centred, disc, group, path, rect, text
from mom_env.four_monkeys.draw.palette import (
    ANY,
    BACK,
    BACK_EDGE,
    BACK_MARK,
    BUTTON,
    BUTTON_EDGE,
    CARD_EDGE,
    FACE,
    FIGURE_EDGES,
    FIGURES,
    FLAME,
    GREEN,
    GREEN_EDGE,
    GREEN_INK,
    ORANGE,
    ORANGE_EDGE,
    ORANGE_INK,
    RIGHT,
    SKIN,
    SKIN_EDGE,
    WRONG,
)

LETTERS = {name[0].upper(): name for name in FIGURES}
TILE_WIDTH, TILE_HEIGHT, BAND = 72.0, 58.0, 20.0  # a tile, and the band at its top with its number and points
FIELD_WIDTH, FIELD_HEIGHT = TILE_WIDTH - 8, TILE_HEIGHT - BAND - 4
CARD_WIDTH, CARD_HEIGHT = 17.0, 29.0  # beneath a tile
TURNS = ((1, 1), (-1, 1), (-1, -1), (1, -1))  # of the corners of a card, clockwise from the upper right
SMALLEST = 12.0  # pixels of letters
LEAST_FOR_NUMBER = 0.9  # scale at which a number is as wide as a card
LEAST_WITH_EDGE = 8.0  # pixels, radius of a figure
LARGEST_CELL = 15.0  # of a figure on a tile
MOST_IN_ROW = 6  # figures on a tile; more are one figure and a number

Glyph = tuple[str, int]  # what a combo asks for, and how many of it


# Figures. All of one colour in a field are one path: pixels of a picture cost by the element.


def polygon(corners: int, x: float, y: float, radius: float, turn: float = -pi / 2) -> str:
    """Return the path data of a regular polygon around (x, y); `turn` is the angle of its first corner."""
    angles = [turn + 2 * pi * at / corners for at in range(corners)]
    return "M" + " ".join(f"{x + radius * cos(angle):.2f} {y + radius * sin(angle):.2f}" for angle in angles) + "Z"


def round_path(x: float, y: float, radius: float) -> str:
    """Return the path data of a disc with its middle at (x, y)."""
    half = f"a{radius:.2f} {radius:.2f} 0 1 0"
    return f"M{x - radius:.2f} {y:.2f}{half} {2 * radius:.2f} 0{half} {-2 * radius:.2f} 0Z"


def star(x: float, y: float, radius: float) -> str:
    """Return the path data of a star with five points around (x, y)."""
    ends = [(radius if at % 2 == 0 else 0.46 * radius, pi * at / 5 - pi / 2) for at in range(10)]
    return "M" + " ".join(f"{x + far * cos(angle):.2f} {y + far * sin(angle):.2f}" for far, angle in ends) + "Z"


def outline(name: str, x: float, y: float, radius: float) -> str:
    """Return the path data of a figure, a star for "any" and "another", or a golden button, around (x, y)."""
    match name:
        case "triangle":
            return polygon(3, x, y + 0.17 * radius, 1.12 * radius)
        case "square":
            return polygon(4, x, y, 1.16 * radius, pi / 4)
        case "pentagon":
            return polygon(5, x, y + 0.08 * radius, 1.14 * radius)
        case "circle":
            return round_path(x, y, 0.93 * radius)
        case "golden":
            return round_path(x, y, radius)
    return star(x, y, 1.12 * radius)


def holes(x: float, y: float, radius: float) -> str:
    """Return the path data of the four holes of a button around (x, y)."""
    away = 0.36 * radius
    return "".join(round_path(x + dx * away, y + dy * away, 0.16 * radius) for dx in (-1, 1) for dy in (-1, 1))


def figures(name: str, places: Sequence[tuple[float, float]], radius: float) -> str:
    """Return the SVG of figures, stars or buttons of the same name, with their middles at `places`.

    Edges are shapes, too, or left out where they would hardly be seen: strokes cost twice as much.
    """
    shape = "".join(outline(name, x, y, radius) for x, y in places)
    if name == "golden":
        inner = "".join(round_path(x, y, 0.84 * radius) + holes(x, y, radius) for x, y in places)
        return path(shape, fill=BUTTON) + path(shape + inner, fill=BUTTON_EDGE, fill_rule="evenodd")
    if name == "another":
        inner = "".join(outline(name, x, y, 0.58 * radius) for x, y in places)
        return path(shape + inner, fill=ANY, fill_rule="evenodd")
    if name == "any":
        return path(shape, fill=ANY)
    edge: dict[str, Look] = {"stroke": FIGURE_EDGES[name], "stroke_width": 0.14 * radius, "stroke_linejoin": "round"}
    return path(shape, fill=FIGURES[name], **(edge if radius >= LEAST_WITH_EDGE else {}))


# Cards

Placed = tuple[str, float, float]  # kind of card, upper left corner


@cache
def cards(placed: tuple[Placed, ...], width: float, height: float) -> str:
    """Return the SVG of cards of the same size: each has two figures, and a golden button between two of a kind."""
    places: dict[tuple[str, float], list[tuple[float, float]]] = {}
    for kind, left, top in placed:
        x, is_double = left + width / 2, kind[0] == kind[1]
        radius, above = (0.26 * width, 0.2 * height) if is_double else (0.32 * width, 0.27 * height)
        for letter, y in zip(kind, (above, height - above), strict=True):
            places.setdefault((LETTERS[letter], radius), []).append((x, top + y))
        if is_double:
            places.setdefault(("golden", 0.2 * width), []).append((x, top + height / 2))
    sheets = sheets_at([(left, top) for _, left, top in placed], width, height)
    faces = path(sheets, fill=FACE, stroke=CARD_EDGE, stroke_width=0.8)
    return faces + "".join(figures(name, where, radius) for (name, radius), where in sorted(places.items()))


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return the path data of a box with round corners, its upper left corner at (x, y)."""
    across, down = width - 2 * radius, height - 2 * radius
    turns = [f"a{radius:.2f} {radius:.2f} 0 0 1 {dx * radius:.2f} {dy * radius:.2f}" for dx, dy in TURNS]
    sides = f"h{across:.2f}{turns[0]}v{down:.2f}{turns[1]}h{-across:.2f}{turns[2]}v{-down:.2f}{turns[3]}Z"
    return f"M{x + radius:.2f} {y:.2f}{sides}"


def sheets_at(corners: Sequence[tuple[float, float]], width: float, height: float) -> str:
    """Return the path data of cards with their upper left corners there."""
    return "".join(rounded(x + 0.4, y + 0.4, width - 0.8, height - 0.8, 0.14 * width) for x, y in corners)


def card(kind: str, width: float, height: float) -> str:
    """Return the SVG of a card, its upper left corner at (0, 0)."""
    return cards(((kind, 0.0, 0.0),), width, height)


@cache
def backs(count: int, width: float, height: float, pitch: float) -> str:
    """Return the SVG of cards that lie face down, side by side, the first one's upper left corner at (0, 0)."""
    sheets = sheets_at([(pitch * at, 0) for at in range(count)], width, height)
    far, y = 0.24 * width, height / 2
    marks = "".join(
        f"M{pitch * at + width / 2:.2f} {y - 1.6 * far:.2f}l{far:.2f} {1.6 * far:.2f} {-far:.2f} {1.6 * far:.2f} "
        f"{-far:.2f} {-1.6 * far:.2f}Z"
        for at in range(count)
    )
    return path(sheets, fill=BACK, stroke=BACK_EDGE, stroke_width=0.8) + path(marks, fill=BACK_MARK)


# Tiles


def cells_of(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Return the rows in which a tile shows what its combo asks for: named single figures share one row."""
    rows: list[list[Glyph]] = []
    for name, count in glyphs:
        if count == 1 and rows and all(other == 1 for _, other in rows[-1]):
            rows[-1].append((name, count))
        else:
            rows.append([(name, count)])
    return rows


def shortened(glyphs: Sequence[Glyph]) -> bool:
    """Return whether a combo asks for more figures of a kind than a tile has room for."""
    return any(count > MOST_IN_ROW for _, count in glyphs)


def grid_of(glyphs: Sequence[Glyph]) -> list[list[str]]:
    """Return the names of all figures of a combo in rows; the longer way of the grid goes from left to right."""
    rows = [[name for name, count in row for _ in range(count)] for row in cells_of(glyphs)]
    longest = max(map(len, rows))
    if len(rows) <= longest:
        return rows
    return [[row[at] for row in rows if at < len(row)] for at in range(longest)]


@cache
def asked(glyphs: tuple[Glyph, ...]) -> str:
    """Return the SVG of what a combo asks for, in a field of FIELD_WIDTH by FIELD_HEIGHT (64 by 34) pixels."""
    if shortened(glyphs):
        return in_numbers(glyphs)
    rows = grid_of(glyphs)
    cell = min(LARGEST_CELL, FIELD_WIDTH / max(map(len, rows)), FIELD_HEIGHT / len(rows))
    places: dict[str, list[tuple[float, float]]] = {}
    for line, row in enumerate(rows):
        y = FIELD_HEIGHT / 2 + cell * (line - (len(rows) - 1) / 2)
        for at, name in enumerate(row):
            places.setdefault(name, []).append((FIELD_WIDTH / 2 + cell * (at - (len(row) - 1) / 2), y))
    return "".join(figures(name, where, 0.4 * cell) for name, where in places.items())


def in_numbers(glyphs: Sequence[Glyph]) -> str:
    """Return the SVG of what a combo asks for, a figure and a number for each kind, in the same field."""
    pitch = FIELD_WIDTH / len(glyphs)
    drawn = []
    for at, (name, count) in enumerate(glyphs):
        x = pitch * (at + 0.5)
        drawn += [figures(name, [(x, 10)], 6.0), centred(x, 25, count, 12, INK, room=pitch)]
    return "".join(drawn)


def side_of(*, is_orange: bool) -> tuple[str, str, str]:
    """Return the colours of a side of a tile: its ground, its edge, and what is written on it."""
    return (ORANGE, ORANGE_EDGE, ORANGE_INK) if is_orange else (GREEN, GREEN_EDGE, GREEN_INK)


@cache
def bare_tile(glyphs: tuple[Glyph, ...], *, is_orange: bool) -> str:
    """Return the SVG of a combo tile without its numbers, 72 by 58 pixels; an orange one has a flame.

    Its upper left corner is at (0, 0).
    """
    fill, edge, _ = side_of(is_orange=is_orange)
    sheet = path(rounded(0.7, 0.7, TILE_WIDTH - 1.4, TILE_HEIGHT - 1.4, 8), fill=fill, stroke=edge, stroke_width=1.4)
    field = path(rounded(4, BAND, FIELD_WIDTH, FIELD_HEIGHT, 5), fill=FACE)
    mark = group(flame(), x=TILE_WIDTH / 2 + 3, y=11, scale=0.8) if is_orange else ""
    return sheet + field + mark + group(asked(glyphs), x=4, y=BAND)


def tile(
    number: int,
    points: int,
    glyphs: tuple[Glyph, ...],
    *,
    is_orange: bool,
    x: float,
    y: float,
    scale: float = 1,
    is_faint: bool = False,
) -> str:
    """Return the SVG of a combo tile, with its upper left corner at (x, y), and TILE_WIDTH (72) by TILE_HEIGHT (58).

    It has the number of the combo at the left, and the points of the side that is up at the right. Both stay legible
    however small the tile is. A faint one counts no longer.
    """
    ink = INK if is_faint else side_of(is_orange=is_orange)[2]
    middle = y + 10.8 * scale
    body = group(bare_tile(glyphs, is_orange=is_orange), x=x, y=y, scale=scale, opacity=0.42 if is_faint else None)
    wide, high = max(19.5, 19 * scale), max(12.0, 15.5 * scale)
    badge = path(rounded(x + 3.5 * scale, middle - high / 2, wide, high, 0.3 * high), fill=FACE)
    label = centred(x + 3.5 * scale + wide / 2, middle, number, max(SMALLEST, 13 * scale), INK)
    return body + badge + label + centred(x + 60.5 * scale, middle, signed(points), max(SMALLEST, 16 * scale), ink)


def flame() -> str:
    """Return the SVG of a flame around (0, 0), which marks a burned tile."""
    outer = "M0-10C2-5 7-3 7 3 7 7 4 9.5 0 9.5S-7 7-7 3C-7 0-5-2-4-4-3-2-2-1-1-1 0-4-1-7 0-10Z"
    inner = "M0 1C1 3 3 4 3 6 3 8 2 9 0 9S-3 8-3 6C-3 4-1 3 0 1Z"
    return path(outer, fill=FLAME) + path(inner, fill=SKIN)


def edges(height: int, step: float) -> str:
    """Return the SVG of the tiles beneath the top of a stack of this height, each `step` pixels lower."""
    sheet = rounded(0.7, 0.7, TILE_WIDTH - 1.4, TILE_HEIGHT - 1.4, 8)
    return "".join(
        group(path(sheet, fill=GREEN, stroke=PANEL, stroke_width=1), y=step * below)
        for below in range(height - 1, 0, -1)
    )


# The rest


def skin(x: float, y: float, scale: float = 1, *, is_handed: bool) -> str:
    """Return the SVG of a banana skin around (x, y), hollow unless it was handed over."""
    body = (
        "M-1-9C1-8 2-6 2-3 5-2 9 1 10 8 6 6 3 4 1 3 1 6 0 9-2 11-4 8-4 5-3.5 3-6 4-9 6-11 9-11 3-7-1-2.5-3-3-6-2-8-1-9Z"
    )
    shape = path(body, fill=SKIN if is_handed else PANEL, stroke=SKIN_EDGE, stroke_width=1.4, stroke_linejoin="round")
    return group(shape, x=x, y=y, scale=scale)


def replenish(x: float, y: float, shown: int, *, is_turned: bool) -> str:
    """Return the SVG of a hand-replenish tile with its middle at (x, y) and what its upper side counts."""
    fill, edge, ink = (ORANGE, ORANGE_EDGE, ORANGE_INK) if is_turned else (GREEN, GREEN_EDGE, GREEN_INK)
    box = rect(x - 14, y - 9.5, 28, 19, 4, fill=fill, stroke=edge, stroke_width=1)
    return box + centred(x, y, signed(shown), 13, ink)


def verdict(x: float, y: float, *, is_right: bool) -> str:
    """Return the SVG of a mark around (x, y): a hook for a right tile, a cross for a wrong one."""
    sign = "M-4 0-1 3.4 4.4-3.6" if is_right else "M-3.4-3.4 3.4 3.4M3.4-3.4-3.4 3.4"
    mark = path(sign, fill="none", stroke=LIGHT_INK, stroke_width=2.4, stroke_linecap="round", stroke_linejoin="round")
    return group(disc(0, 0, 8.5, fill=RIGHT if is_right else WRONG, stroke=PANEL, stroke_width=1.5), mark, x=x, y=y)


def strip(known: Sequence[str] | None, count: int, columns: int, x: float, y: float, scale: float) -> str:
    """Return the SVG of the cards beneath a tile, from (x, y), in rows of `columns`.

    Of unknown ones there are backs, at most as many as fit into one row, and the number of all others.
    """
    pitch = CARD_WIDTH + 1
    if known is not None:
        places = ((pitch * (at % columns), (CARD_HEIGHT + 1) * (at // columns)) for at in range(count))
        placed = tuple((kind, left, top) for kind, (left, top) in zip(known, places, strict=True))
        return group(cards(placed, CARD_WIDTH, CARD_HEIGHT), x=x, y=y, scale=scale) if placed else ""
    few = count if count <= columns else max(1, columns - (1 if scale > LEAST_FOR_NUMBER else 2))
    if not few:
        return ""
    drawn = group(backs(few, CARD_WIDTH, CARD_HEIGHT, pitch), x=x, y=y, scale=scale)
    more = f"+{count - few}"
    return drawn + (text(x + (pitch * few + 1) * scale, y + 19 * scale, more, 12, INK) if count > few else "")
