"""Draws the track: its sections and segments, open tiles with prices and money, face-down tiles, and what is hidden."""

from collections.abc import Mapping
from typing import Any

from mom_env.ape_town.draw.board import BOARD_HEIGHT, BOARD_WIDTH, value
from mom_env.ape_town.draw.palette import GROUNDS
from mom_env.ape_town.draw.pieces import bundle, rimmed, tile, tile_back
from mom_env.ape_town.draw.scene import Scene
from mom_env.ape_town.town import MOTIFS
from mom_env.drawing.sheet import FAINT, GAP, GLOW, GOLD, INK, INNER_WIDTH, MUTED, PANEL, Style, panel
from mom_env.drawing.svg import Look, centred, group, rect, text

TRACK_WIDTH, TRACK_HEIGHT = INNER_WIDTH - BOARD_WIDTH - GAP, BOARD_HEIGHT
ROWS_TOP, ROWS_BOTTOM, LEFT = 34.0, 506.0, 14.0
SEGMENT_GAP, LARGEST_ROW, LARGEST_TILE = 4.0, 59.0, 23.0
SMALLEST_WITH_PRICE = 30.0  # pixels, height of a row


def track(scene: Scene, x: float, y: float) -> str:
    """3.1, 3.4: Return the SVG of the track, a row for each section; (x, y) is its upper left corner in pixels."""
    town = scene.town
    sections = len(town.track) // town.length
    pitch = min(LARGEST_ROW, (ROWS_BOTTOM - ROWS_TOP) / sections)
    rows = (section(scene, number, ROWS_TOP + pitch * number, pitch) for number in range(sections))
    return panel(TRACK_WIDTH, TRACK_HEIGHT, "Track and display", track_legend(), *rows, hidden(scene), x=x, y=y)


def track_legend() -> str:
    """Return the SVG that explains the two numbers beside a tile: its price, and the money that comes with it."""
    return "".join(
        (
            price_tag(178, 17.5, 0),
            text(191, 22, "price", 12, MUTED),
            bundle(236, 18, 0.85),
            text(248, 22, "comes with it", 12, MUTED),
        )
    )


def section(scene: Scene, number: int, y: float, pitch: float) -> str:
    """Return the SVG of a section of the track, lit if it has open tiles; `y` is its top, and `pitch` its height."""
    town = scene.town
    segments = range(town.length * number, town.length * (number + 1))
    width = (TRACK_WIDTH - 2 * LEFT + SEGMENT_GAP) / town.length
    open_tiles = {place["segment"]: place for place in scene.view["display"]}
    face_down, is_open = scene.face_down(), any(segment in open_tiles for segment in segments)
    look: dict[str, Look] = {"fill": GLOW, "stroke": GOLD, "stroke_width": 1.5} if is_open else {"fill": FAINT}
    sheet = rect(LEFT - 5, y - 1, TRACK_WIDTH - 2 * LEFT + 10, pitch - 2, 9, **look)
    drawn = (
        segment_box(
            scene,
            segment,
            open_tiles.get(segment),
            is_covered=segment in face_down,
            x=LEFT + width * at,
            y=y + 2.5,
            width=width - SEGMENT_GAP,
            height=pitch - 9,
        )
        for at, segment in enumerate(segments)
    )
    return sheet + "".join(drawn)


def segment_box(
    scene: Scene,
    segment: int,
    place: Mapping[str, Any] | None,
    *,
    is_covered: bool,
    x: float,
    y: float,
    width: float,
    height: float,
) -> str:
    """Return the SVG of a segment in its colour, with its tile, and the price and money of an open one.

    `place` is its entry in the display, or None; `is_covered` says whether a tile lies on it face down.
    """
    style = GROUNDS[scene.town.track[segment]]
    radius = min(LARGEST_TILE, height / 2 - 1, width / 2)
    middle = height / 2
    inside = [rect(0, 0, width, height, 6, fill=style.fill)]
    if is_covered:
        inside.append(tile_back(width / 2, middle, radius))
    if place is not None:
        inside.append(tile(place["motif"], width - radius + 1, middle, radius, value(scene, place["motif"])))
        if height >= SMALLEST_WITH_PRICE:
            inside.append(price_and_money(scene.prices[segment], place["bundles"], style, height))
    return group(*inside, x=x, y=y)


def price_and_money(price: int, bundles: int, style: Style, height: float) -> str:
    """Return the SVG of the price of an open tile, and of the bundles on its segment, at the left of its box."""
    money = ""
    if bundles:
        money = bundle(9.5, height - 22, 0.8) + centred(9.5, height - 8, bundles, 12, style.ink)
    return price_tag(10.5, 11, price) + money


def price_tag(x: float, y: float, price: int) -> str:
    """3.1.1: Return the SVG of the price of a tile with its middle at (x, y)."""
    return rimmed(x, y, 9.3, PANEL, GOLD, 1.6) + centred(x, y, price, 12.5, INK)


def hidden(scene: Scene) -> str:
    """6: Return the SVG of how many tiles of each motif were never turned up, and how many are in the reserve."""
    view, y = scene.view, 538.0
    said = f"Never turned up: {sum(view['hidden'].values())}, of them in the reserve: {view['reserve']}"
    pitch = (TRACK_WIDTH - 2 * LEFT) / len(MOTIFS)
    drawn = [
        rect(LEFT, ROWS_BOTTOM - 3, TRACK_WIDTH - 2 * LEFT, 1, fill=FAINT),
        text(LEFT, 519, said, 12, MUTED, room=TRACK_WIDTH - 2 * LEFT),
    ]
    for at, motif in enumerate(MOTIFS):
        count = view["hidden"][motif]
        left = LEFT + pitch * at
        drawn.append(group(tile(motif, left + 12, y + 2, 12.5), opacity=None if count else 0.3))
        drawn.append(text(left + 28, y + 6.5, count, 14, INK if count else MUTED, bold=bool(count)))
    return "".join(drawn)
