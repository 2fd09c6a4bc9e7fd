"""Draws the map: cards in the order of laying, squares, ships, walls, enclosed areas, and the places that are legal."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from mom_env.drawing.sheet import panel
from mom_env.drawing.svg import Look, group, path, rect, text
from mom_env.monsters_on_the_moon.draw.palette import (
    AXIS,
    BARE_INSIDE,
    CARD_EDGE,
    GROUND,
    LEGAL,
    LEGAL_EDGE,
    NEW,
    STAR,
    TABLE,
    WALL,
    WALL_EDGE,
)
from mom_env.monsters_on_the_moon.draw.pieces import HALF, SQUARE, discs, ship, squares
from mom_env.monsters_on_the_moon.draw.scene import Scene, style_of
from mom_env.monsters_on_the_moon.moon import Card, Edge, Place

BOARD_WIDTH, BOARD_HEIGHT = 664.0, 664.0
EDGE, AXIS_WIDTH = 8.0, 19.0  # pixels of paper around the table, and of the coordinates within it
FEWEST = 14  # squares across and down that the table has room for
BEFORE, BEHIND = 3, 1  # squares shown at the left and above, where a new card may begin, and at the other sides
CARD_RADIUS = 6.0
BAND, BAND_INSET, DASH = 4.2, 4.4, 12.0  # of the border of an enclosed area, in units


class Frame(NamedTuple):
    """How large a square is, and where the left upper corner of place (0, 0) lies, in pixels."""

    size: float
    x: float
    y: float


def frame_of(scene: Scene) -> Frame:
    """Return the frame in which the display fits into the box, with all places around it where cards may lie (R5)."""
    moon = scene.moon
    left = EDGE + AXIS_WIDTH
    room_x, room_y = BOARD_WIDTH - left - EDGE, BOARD_HEIGHT - left - EDGE
    limit = moon.file.area.limit
    around = [(min(BEFORE, limit - length), min(BEHIND, limit - length)) for length in (moon.width, moon.height)]
    across, down = (length + sum(beside) for length, beside in zip((moon.width, moon.height), around, strict=True))
    size = min(room_x, room_y) / max(FEWEST, across, down)
    (to_left, _), (above, _) = around
    return Frame(
        size,
        left + (room_x - size * across) / 2 + size * to_left,
        left + (room_y - size * down) / 2 + size * above,
    )


def board(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the map; (x, y) is its upper left corner in pixels."""
    frame = frame_of(scene)
    table = rect(EDGE, EDGE, BOARD_WIDTH - 2 * EDGE, BOARD_HEIGHT - 2 * EDGE, 7, fill=TABLE)
    drawn = group(
        *(area_ground(scene, area) for area in scene.moon.areas),
        cards(scene),
        faces(scene),
        *(ship(scene.letter(seat), *middle(place)) for place, seat in scene.moon.ships.items()),
        *(area_band(scene, area) for area in scene.moon.areas),
        walls(scene),
        newest(scene),
        legal(scene),
        x=frame.x,
        y=frame.y,
        scale=frame.size / SQUARE,
    )
    return panel(BOARD_WIDTH, BOARD_HEIGHT, "", table, stars(), *axes(scene, frame), drawn, x=x, y=y)


def middle(place: Place) -> tuple[float, float]:
    """Return the middle of a place in units."""
    return SQUARE * place[0] + HALF, SQUARE * place[1] + HALF


# The table


@cache
def stars() -> str:
    """Return the SVG of stars on the table, always the same ones."""
    spots = [((k * 379 + 83) % 610 + 38.0, (k * k * 211 + k * 97) % 610 + 38.0) for k in range(1, 70)]
    return discs(STAR, spots[::2], 1.1) + discs(STAR, spots[1::2], 0.7)


def axes(scene: Scene, frame: Frame) -> Iterator[str]:
    """Yield the SVG of the coordinates: x above the map, y at its left, as far as cards may reach."""
    moon = scene.moon
    room = BOARD_WIDTH - EDGE
    across, down = shown_range(frame, frame.x, room), shown_range(frame, frame.y, room)
    top = EDGE + AXIS_WIDTH / 2 + 4.3
    for x in across:
        yield text(frame.x + frame.size * (x + 0.5), top, moon.name((x, 0))[0], 12, AXIS, anchor="middle")
    for y in down:
        yield text(EDGE + AXIS_WIDTH - 3, frame.y + frame.size * (y + 0.5) + 4.3, moon.name((0, y))[1], 12, AXIS,
                   anchor="end")  # fmt: skip


def shown_range(frame: Frame, start: float, end: float) -> range:
    """Return the numbers of columns or rows that are on the table: 0 begins at `start`, the last one before `end`."""
    before = int((start - EDGE - AXIS_WIDTH) / frame.size + 0.01)
    return range(-before, int((end - start) / frame.size + 0.01))


# Cards


def cards(scene: Scene) -> str:
    """Return the SVG of all cards without what they show, each above those laid before it, with its shadow."""
    return "".join(map(card_body, scene.moon.laid))


def card_body(card: Card) -> str:
    """Return the SVG of a card with nothing on it, and its shadow."""
    x, y, width, height = box(card)
    shadow = rect(x + 2.5, y + 3.5, width, height, CARD_RADIUS, fill="#000000", fill_opacity=0.4)
    return shadow + rect(x, y, width, height, CARD_RADIUS, fill=GROUND, stroke=CARD_EDGE, stroke_width=2.2)


def box(card: Card) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a card in units, a little within its squares."""
    return SQUARE * card.left + 0.8, SQUARE * card.top + 0.8, SQUARE * card.width - 1.6, SQUARE * card.height - 1.6


def newest(scene: Scene) -> str:
    """Return the SVG of a bright edge around the card that was laid last; "" before the first turn."""
    later = scene.moon.laid[start_cards(scene) :]
    if not later:
        return ""
    x, y, width, height = box(later[-1])
    return rect(x, y, width, height, CARD_RADIUS, fill="none", stroke=NEW, stroke_width=3)


def start_cards(scene: Scene) -> int:
    """2.6, 8.1: Return how many cards lie on the table before the first turn."""
    layout = scene.view.get("layout")
    return len(scene.moon.file.layouts[layout - 1].cards) if layout else 1


def faces(scene: Scene) -> str:
    """Return the SVG of what all visible squares show; crystals under ships are hidden by these."""
    moon = scene.moon
    shown = {middle(place): entry["shows"] for place, entry in moon.squares.items() if place not in moon.ships}
    tiles = frozenset(middle(place) for place, entry in moon.squares.items() if entry.get("tile"))
    return squares(shown, tiles)


# Walls and areas


def edge_way(edge: Edge) -> str:
    """Return the path data of an edge in units."""
    direction, x, y = edge
    return f"M{SQUARE * x:g} {SQUARE * y:g}{direction}{SQUARE:g}"


def walls(scene: Scene) -> str:
    """6.2: Return the SVG of all walls, those of the turn under way in another colour; "" if there are none."""
    moon, laid = scene.moon, scene.view["walls_at"]
    if not laid:
        return ""
    new = laid[len(laid) - scene.view["laying"] :]
    ways = ["".join(edge_way(edge) for wall in some for edge in moon.edges(wall)) for some in (laid, new)]
    look: dict[str, Look] = {"fill": "none", "stroke_linecap": "round"}
    return "".join(
        (
            path(ways[0], stroke=WALL_EDGE, stroke_width=9.5, **look),
            path(ways[0], stroke=WALL, stroke_width=5.5, **look),
            path(ways[1], stroke=NEW, stroke_width=5.5, **look) if ways[1] else "",
        )
    )


def area_ground(scene: Scene, area: set[Place]) -> str:
    """6.3.1: Return the SVG of the bare squares of an enclosed area, lighter than the open table; "" without any."""
    bare = [place for place in sorted(area) if place not in scene.moon.squares]
    ways = "".join(f"M{SQUARE * x:g} {SQUARE * y:g}h{SQUARE:g}v{SQUARE:g}h{-SQUARE:g}z" for x, y in bare)
    return path(ways, fill=BARE_INSIDE) if ways else ""


def area_band(scene: Scene, area: set[Place]) -> str:
    """6.3.2: Return the SVG of the border of an enclosed area: dashes by the seats that may lay in it."""
    way = outline(area)
    seats = scene.moon.admitted(area)
    styles = [scene.style(seat) for seat in seats] or [style_of(None)]
    look: dict[str, Look] = {"fill": "none", "stroke_width": BAND}
    bands = [
        path(way, fill="none", stroke=CARD_EDGE, stroke_width=BAND + 2),
        path(way, stroke=styles[0].fill, **look),
    ]
    period = f"{DASH:g} {DASH * (len(styles) - 1):g}"
    bands += [
        path(way, stroke=style.fill, stroke_dasharray=period, stroke_dashoffset=-DASH * at, **look)
        for at, style in enumerate(styles)
        if at
    ]
    return "".join(bands)


def outline(area: set[Place]) -> str:
    """Return the path data of the outlines of squares, moved inwards by BAND_INSET: clockwise, holes the other way."""
    ways = defaultdict[Place, list[Place]](list)
    for x, y in area:
        for beyond, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beyond not in area:
                ways[start].append(end)
    loops = []
    while ways:
        loops.append(loop_way(next_loop(ways)))
    return "".join(loops)


def next_loop(ways: dict[Place, list[Place]]) -> list[Place]:
    """Take a closed walk out of `ways`, ends of edges by starts, and return its corners; it turns right if it can."""
    start = min(ways)
    loop, at = [start], ways[start].pop()
    while at != start:
        before, ends = loop[-1], ways[at]
        right = (at[0] - (at[1] - before[1]), at[1] + (at[0] - before[0]))
        loop.append(at)
        at = ends.pop(ends.index(right) if right in ends else 0)
    for corner in [corner for corner, ends in ways.items() if not ends]:
        del ways[corner]
    return loop


def loop_way(loop: list[Place]) -> str:
    """Return the path data of a closed walk around squares, which lie at its right, moved towards them."""
    points = []
    for at, (x, y) in enumerate(loop):
        (x0, y0), (x1, y1) = loop[at - 1], loop[(at + 1) % len(loop)]
        into, out = (x - x0, y - y0), (x1 - x, y1 - y)
        if into == out:
            continue
        across, down = -into[1] - out[1], into[0] + out[0]  # to the right of both ways
        points.append(f"{SQUARE * x + BAND_INSET * across:g} {SQUARE * y + BAND_INSET * down:g}")
    return f"M{' '.join(points)}Z"


# What is legal


def legal(scene: Scene) -> str:
    """Return the SVG of marks on all squares or edges of the map that the seat to move may choose now."""
    chosen = [choice for choice in scene.choices if "x" in choice]
    if not chosen:
        return ""
    decision = scene.view["decision"]
    if decision == "edge":
        return legal_edges(scene, chosen)
    places = [scene.moon.place(choice) for choice in chosen]
    if decision == "place":
        spots = [(SQUARE * x + 8, SQUARE * y + 8) for x, y in places]
        return discs(LEGAL_EDGE, spots, 7) + discs(LEGAL, spots, 5)
    rings = [middle(place) for place in places]
    return "".join(
        path("".join(f"M{x - 18:g} {y:g}a18 18 0 1 0 36 0a18 18 0 1 0-36 0z" for x, y in rings), fill="none",
             stroke=stroke, stroke_width=width)
        for stroke, width in ((LEGAL_EDGE, 6.5), (LEGAL, 3.5))
    )  # fmt: skip


def legal_edges(scene: Scene, choices: list[Mapping[str, Any]]) -> str:
    """6.2: Return the SVG of short lines on the edges on which the chosen piece of wall may begin."""
    direction = scene.view["piece"]["direction"]
    starts = [scene.moon.place(choice) for choice in choices]
    move = f"m{'11 0' if direction == 'h' else '0 11'}{direction}18"
    way = "".join(f"M{SQUARE * x:g} {SQUARE * y:g}{move}" for x, y in starts)
    look: dict[str, Look] = {"fill": "none", "stroke_linecap": "round"}
    return path(way, stroke=LEGAL_EDGE, stroke_width=9, **look) + path(way, stroke=LEGAL, stroke_width=5.5, **look)
