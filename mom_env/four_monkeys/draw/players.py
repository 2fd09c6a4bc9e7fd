"""Draws what each player has: tiles with the cards beneath, hand, deck, skins, what was done last, and the points."""

from collections.abc import Mapping, Sequence
from typing import Any

from mom_env.drawing.fit import fit
from mom_env.drawing.sheet import GAP, GLOW, GOLD, INK, INNER_WIDTH, MUTED, PANEL, chip, crown, signed
from mom_env.drawing.svg import centred, disc, group, path, rect, text
from mom_env.four_monkeys.deeds import deed_in_words
from mom_env.four_monkeys.draw.pieces import (
    CARD_HEIGHT,
    TILE_HEIGHT,
    TILE_WIDTH,
    replenish,
    rounded,
    skin,
    strip,
    tile,
    verdict,
)
from mom_env.four_monkeys.draw.scene import Scene
from mom_env.four_monkeys.points_shown import SET_ASIDE, replenish_value, value_of

TOP_HEIGHT, TILES_HEIGHT = 50.0, {1: 104.0, 2: 148.0}  # of the head of a player's box; of its tiles, by columns
MOST_IN_ONE_COLUMN = 4  # players
SIDE = 12.0  # at the edges of a box
COLUMN = 46.0  # of a number in the head
IN_STRIP = 4  # cards side by side beneath a tile
LARGEST = 1.05  # scale of a tile
MOST_SKINS, SKIN_WIDTH = 2, 18.0  # side by side in the head of a box, more are counted; width of one in pixels
CHECKED_STATES = {"right": True, "wrong": False}


def columns_of(scene: Scene) -> int:
    """Return in how many columns the players' boxes stand."""
    return 1 if len(scene.seats) <= MOST_IN_ONE_COLUMN else 2


def box_height(scene: Scene) -> float:
    """Return the height of a player's box in pixels."""
    return TOP_HEIGHT + TILES_HEIGHT[columns_of(scene)] + 6


def ordered(scene: Scene) -> list[list[int]]:
    """9: Return the seats of each column: two areas have one each, else the first half stands in the first."""
    if len(scene.view["areas"]) > 1:
        return [list(area) for area in scene.view["areas"]]
    half = -(-len(scene.seats) // columns_of(scene))
    return [list(scene.seats[first : first + half]) for first in range(0, len(scene.seats), half)]


def height(scene: Scene) -> float:
    """Return the height of all players' boxes together, in pixels."""
    rows = max(map(len, ordered(scene)))
    return rows * box_height(scene) + (rows - 1) * GAP


def players(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of a box for each player; (x, y) is the upper left corner of all in pixels."""
    columns = ordered(scene)
    width = (INNER_WIDTH - GAP * (len(columns) - 1)) / len(columns)
    pitch = box_height(scene) + GAP
    return "".join(
        box(scene, seat, width, x + (width + GAP) * column, y + pitch * row)
        for column, seats in enumerate(columns)
        for row, seat in enumerate(seats)
    )


def box(scene: Scene, seat: int, width: float, x: float, y: float) -> str:
    """Return the SVG of the box of a seat, lit if the seat decides or has won; (x, y) is its upper left corner."""
    winners = scene.result["winners"] if scene.result is not None else []
    is_lit = seat in winners or (seat == scene.view["seat"] and not scene.over)
    edge = {"fill": GLOW, "stroke": GOLD, "stroke_width": 1.5} if is_lit else {"fill": PANEL}
    inset = 0.75 if is_lit else 0.0
    sheet = rect(inset, inset, width - 2 * inset, box_height(scene) - 2 * inset, 10, **edge)
    return group(sheet, head(scene, seat, width), laid_out(scene, seat, width), x=x, y=y)


# The head of a box


def head(scene: Scene, seat: int, width: float) -> str:
    """Return the SVG of a seat's name, what it did last, and its numbers."""
    numbers = [*numbers_of(scene, seat)]
    first = width - SIDE - COLUMN * len(numbers)
    room = first - 46
    drawn = [
        chip(14, 20, seat),
        text(40, 25.5, scene.names[seat], 15.5, INK, bold=True, room=room),
        text(40, 43, last_in_words(scene, seat), 12.5, MUTED, room=room),
    ]
    for at, (label, inside) in enumerate(numbers):
        middle = first + COLUMN * (at + 0.5)
        drawn += [text(middle, 17, label, 12, MUTED, anchor="middle"), group(inside, x=middle, y=34)]
    return "".join(drawn)


def numbers_of(scene: Scene, seat: int) -> list[tuple[str, str]]:
    """Return the labels and SVGs, around (0, 0), of the numbers of a seat: cards, skins, hand replenish, points."""
    view, shown = scene.view, scene.standings[seat]
    turned = bool(view["replenished"][seat])
    skins = [("skins", skins_of(view["skins"][seat]))] if scene.has_skins else []
    crowned = group(crown(0, 0, is_full=True), x=-20, scale=0.85) if scene.is_crowned(seat) else ""
    value = shown.tiles if view["options"].get("family") else shown.points
    return [
        ("hand", centred(0, 0, view["hand_size"][seat], 16, INK)),
        ("deck", centred(0, 0, view["deck"][seat], 16, INK)),
        ("refill", replenish(0, 0, replenish_value(scene.deck, is_turned=turned), is_turned=turned)),
        *skins,
        ("shows", centred(0, 0, signed(value), 16, INK) + crowned),
        ("total", centred(0, 0, signed(view["total"][seat]), 18, INK)),
    ]


def skins_of(held: Mapping[str, int]) -> str:
    """8: Return the SVG of the banana skins of a seat around (0, 0): own ones hollow, handed ones filled.

    More than two are a skin of each kind, and the number of those that were handed over, left of the crown.
    """
    kinds = [is_handed for is_handed, count in ((False, held["own"]), (True, held["handed"])) for _ in range(count)]
    if not kinds:
        return centred(0, 0, "-", 14, MUTED)
    if len(kinds) <= MOST_SKINS:
        return skins_in_row(kinds, 0, 0.78)
    number = centred(10.5, 0, f"\N{MULTIPLICATION SIGN}{held['handed']}", 12, INK)
    return skins_in_row(sorted(set(kinds)), -10, 0.6) + number


def skins_in_row(kinds: Sequence[bool], x: float, scale: float) -> str:
    """8: Return the SVG of skins side by side around (x, 0): for each, whether it was handed over."""
    pitch = SKIN_WIDTH * scale
    start = x - pitch * (len(kinds) - 1) / 2
    return "".join(skin(start + pitch * at, -1, scale, is_handed=is_handed) for at, is_handed in enumerate(kinds))


def last_in_words(scene: Scene, seat: int) -> str:
    """Return in words what a seat did in the tick before; at the end, what it scored in the last round."""
    if scene.over:
        return "" if scene.result is None else scored_in_words(scene.result, seat)
    deed = scene.view["last_tick"][seat]
    return "" if deed is None else deed_in_words(deed, scene.names)


def scored_in_words(result: Mapping[str, Any], seat: int) -> str:
    """Return what a seat scored in each round."""
    return "rounds: " + " ".join(signed(scored["score"][seat]) for scored in result["history"])


# Tiles


def laid_out(scene: Scene, seat: int, width: float) -> str:
    """Return the SVG of the tiles of a seat, in the order of grabbing, as large as fits into its box."""
    tiles: Sequence[Mapping[str, Any]] = scene.view["tiles"][seat]
    if not tiles:
        return text(40, TOP_HEIGHT + 34, "no tiles yet" if not scene.over else "no tiles", 13, MUTED)
    rows = strip_rows(tiles)
    size = TILE_WIDTH + 8, TILE_HEIGHT + 4 + (CARD_HEIGHT + 1) * rows + 6
    room = width - 2 * SIDE, TILES_HEIGHT[columns_of(scene)]
    scale, columns = fit(len(tiles), room, size, LARGEST)
    return "".join(
        with_cards(
            scene,
            tiles,
            at,
            SIDE + size[0] * scale * (at % columns),
            TOP_HEIGHT + 2 + size[1] * scale * (at // columns),
            scale,
        )
        for at in range(len(tiles))
    )


def strip_rows(tiles: Sequence[Mapping[str, Any]]) -> int:
    """Return how many rows of cards are to be drawn beneath the tiles of a seat."""
    longest = max((tile["beneath"] for tile in tiles if tile["cards"] is not None), default=0)
    return max(1, -(-longest // IN_STRIP))


def is_repeated(tiles: Sequence[Mapping[str, Any]], at: int) -> bool:
    """5.1: Return whether the owner of the tiles has the combo of the tile with the index `at` more than once."""
    return bool(sum(other["combo"] == tiles[at]["combo"] for other in tiles) > 1)


def with_cards(scene: Scene, tiles: Sequence[Mapping[str, Any]], at: int, x: float, y: float, scale: float) -> str:
    """Return the SVG of a tile of a seat with the cards beneath it and, after a check, what was found.

    `at` is its index among the `tiles` of the seat; (x, y) is its upper left corner in pixels.
    """
    one = tiles[at]
    width, height = TILE_WIDTH * scale, TILE_HEIGHT * scale
    is_faint = one.get("state") in SET_ASIDE or is_repeated(tiles, at)
    rim = rounded(x - 2, y - 2, width + 4, height + 4, 8 * scale + 2)
    points, glyphs = value_of(one, scene.deck), scene.glyphs[one["combo"] - 1]
    return "".join(
        (
            path(rim, fill="none", stroke=GOLD, stroke_width=3) if one["open"] and not scene.over else "",
            tile(one["combo"], points, glyphs, is_orange=one["orange"], x=x, y=y, scale=scale, is_faint=is_faint),
            found(tiles, at, x + width, y + height),
            strip(one["cards"], one["beneath"], IN_STRIP, x + scale, y + height + 4 * scale, scale),
        )
    )


def found(tiles: Sequence[Mapping[str, Any]], at: int, x: float, y: float) -> str:
    """Return the SVG of what a check has found of a tile, or a sign that its owner has its combo twice.

    `at` is its index among the `tiles` of the seat; (x, y) is its lower right corner in pixels.
    """
    state = tiles[at].get("state")
    if state in CHECKED_STATES:
        return verdict(x - 4, y - 4, is_right=CHECKED_STATES[state])
    if is_repeated(tiles, at):
        sign = centred(x - 7, y - 7, "2\N{MULTIPLICATION SIGN}", 12, PANEL)
        return disc(x - 7, y - 7, 10, fill=INK) + sign
    return ""
