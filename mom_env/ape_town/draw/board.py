"""Draws the board: districts with streets between them, the pond, preprinted tiles, and all tiles that were placed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist
from typing import NamedTuple

from mom_env.ape_town.deck import STEPS, Board, Cell
from mom_env.ape_town.draw.palette import GRID, LEGAL, LEGAL_INK, PAVEMENT, POND, SEATS, STREET, WAVE
from mom_env.ape_town.draw.pieces import (
    CORNERS,
    HALF,
    hexagon,
    letter_badge,
    seat_disc,
    tile,
    value_badge,
)
from mom_env.ape_town.draw.scene import Scene
from mom_env.ape_town.town import MARKERS
from mom_env.drawing.sheet import GOLD, MUTED, Style, panel
from mom_env.drawing.svg import Look, centred, group, path, text

BOARD_WIDTH, BOARD_HEIGHT = 612.0, 560.0
EDGE, TOP = 14.0, 30.0  # pixels around the cells
LARGEST_CELL, SMALLEST_WITH_WORDS = 44.0, 22.0  # pixels, radius of a cell
STREET_WIDTH, PAVEMENT_WIDTH, TILE_EDGE = 5.0, 8.0, 4.2

# The corners at both ends of the edge to the cell in each direction of STEPS.
EDGES = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))


class Frame(NamedTuple):
    """How large cells are, and where they lie: `radius` of a cell, and the pixels of the middle of cell (0, 0)."""

    radius: float
    x: float
    y: float

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell in pixels."""
        q, r = cell
        return self.x + 2 * HALF * self.radius * (q + r / 2), self.y + 1.5 * self.radius * r

    def corner(self, cell: Cell, number: int) -> tuple[float, float]:
        """Return a corner of a cell in pixels, by its number, clockwise from the top."""
        x, y = self.middle(cell)
        return x + CORNERS[number][0] * self.radius, y + CORNERS[number][1] * self.radius


def frame_of(board: Board) -> Frame:
    """Return the frame in which all cells of a board fit into the box, as large as possible."""
    unit = Frame(1, 0, 0)
    middles = [unit.middle(cell) for cell in board.all_cells]
    left, right = min(x for x, _ in middles) - HALF, max(x for x, _ in middles) + HALF
    top, bottom = min(y for _, y in middles) - 1, max(y for _, y in middles) + 1
    room_x, room_y = BOARD_WIDTH - 2 * EDGE, BOARD_HEIGHT - TOP - EDGE
    radius = min(LARGEST_CELL, room_x / (right - left), room_y / (bottom - top))
    return Frame(
        radius, EDGE + room_x / 2 - radius * (left + right) / 2, TOP + room_y / 2 - radius * (top + bottom) / 2
    )


def board(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the board; (x, y) is its upper left corner in pixels."""
    frame = frame_of(scene.town.board)
    return panel(
        BOARD_WIDTH,
        BOARD_HEIGHT,
        "Town",
        pavement(scene, frame),
        pond(scene, frame),
        *(ground(scene, frame, number) for number in range(len(scene.town.districts))),
        grid(scene, frame),
        *printed(scene, frame),
        *fields(scene, frame),
        *letters(scene, frame),
        board_legend(),
        x=x,
        y=y,
    )


def on_cell(frame: Frame, cell: Cell, *inside: str) -> str:
    """Return the SVG of elements around (0, 0), moved to the middle of a cell."""
    x, y = frame.middle(cell)
    return group(*inside, x=x, y=y)


def point(at: tuple[float, float]) -> str:
    """Return a point as path data."""
    return f"{at[0]:.1f} {at[1]:.1f}"


# The ground


def pavement(scene: Scene, frame: Frame) -> str:
    """Return the SVG of the ground around all cells, which also shows below preprinted tiles: wider cells."""
    wide = frame.radius + PAVEMENT_WIDTH
    shapes = (
        " ".join(point((x + across * wide, y + down * wide)) for across, down in CORNERS)
        for x, y in map(frame.middle, scene.town.board.all_cells)
    )
    return path("".join(f"M{shape}Z" for shape in shapes), fill=PAVEMENT)


def pond(scene: Scene, frame: Frame) -> str:
    """Return the SVG of the pond, with a wave on each of its cells; "" if there is none."""
    cells = scene.town.board.pond_cells
    if not cells:
        return ""
    half = 0.5 * frame.radius
    waves = "".join(
        f"M{x - half:.1f} {y:.1f}q{half / 2:.1f} {-half / 2:.1f} {half:.1f} 0t{half:.1f} 0"
        for x, y in map(frame.middle, cells)
    )
    water = path(outline(frame, cells), fill=POND, stroke=POND, stroke_width=1)
    return water + path(waves, fill="none", stroke=WAVE, stroke_width=2)


def ground(scene: Scene, frame: Frame, number: int) -> str:
    """Return the SVG of a district: its ground in its colour, and the street around it."""
    cells = [scene.town.board.cells[field] for field in scene.town.districts[number].fields]
    look: dict[str, Look] = {"stroke": STREET, "stroke_width": STREET_WIDTH}
    return path(outline(frame, cells), fill=scene.ground(number).fill, **look)


def outline(frame: Frame, cells: Sequence[Cell]) -> str:
    """Return the path data of the outline of cells, clockwise, and of the holes in it."""
    own, ways = set(cells), dict[str, str]()
    for cell in cells:
        for (q, r), (one, other) in zip(STEPS, EDGES, strict=True):
            if (cell[0] + q, cell[1] + r) not in own:
                ways[point(frame.corner(cell, one))] = point(frame.corner(cell, other))
    loops = []
    while ways:
        start, at = ways.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = ways.pop(at)
        loops.append(f"M{' '.join(loop)}Z")
    return "".join(loops)


def grid(scene: Scene, frame: Frame) -> str:
    """Return the SVG of the thin lines around the free fields, within districts."""
    board, lines = scene.town.board, []
    for field, cell in enumerate(board.cells):
        for (q, r), (one, other) in zip(STEPS[:3], EDGES[:3], strict=True):
            beyond = board.field_at.get((cell[0] + q, cell[1] + r))
            if beyond is None or scene.town.home[beyond] != scene.town.home[field]:
                continue
            if scene.tiles[field] is None or scene.tiles[beyond] is None:
                lines.append(f"M{point(frame.corner(cell, one))} {point(frame.corner(cell, other))}")
    return path("".join(lines), stroke=GRID, stroke_width=1) if lines else ""


# The fields


def printed(scene: Scene, frame: Frame) -> Iterator[str]:
    """Yield the SVG of each preprinted tile."""
    for cell, motif in scene.town.board.printed_at.items():
        name = motif.name.lower()
        yield on_cell(frame, cell, tile(name, 0, 0, frame.radius - TILE_EDGE, value(scene, name)))


def value(scene: Scene, motif: str) -> str:
    """Return the SVG of the value of an ape, for its tile; "" for other motifs."""
    return value_badge(scene.town.values[motif]) if motif in scene.town.values else ""


def fields(scene: Scene, frame: Frame) -> Iterator[str]:
    """Yield the SVG of what is on each field: its tile, or its number, or the points that the tile in hand brings."""
    points = scene.points()
    for field, laid in enumerate(scene.tiles):
        cell = scene.town.board.cells[field]
        if laid is not None:
            badge = value(scene, laid["motif"])
            if laid["motif"] in MARKERS and laid["seat"] is not None:
                badge = seat_disc(laid["seat"])
            yield on_cell(frame, cell, tile(laid["motif"], 0, 0, frame.radius - TILE_EDGE, badge))
        elif field in points:
            yield on_cell(frame, cell, legal_field(frame, field, points[field], is_marker=scene.hand_is_marker))
        elif frame.radius >= SMALLEST_WITH_WORDS:
            yield on_cell(frame, cell, number_of(field, scene.ground(scene.town.home[field])))


def number_of(field: int, style: Style) -> str:
    """Return the SVG of the number of a free field, around (0, 0)."""
    return text(0, 4.4, field, 12.5, style.ink, anchor="middle")


def legal_field(frame: Frame, field: int, points: int, *, is_marker: bool) -> str:
    """3.3: Return the SVG of a field on which the tile in hand may be placed, with the points at once, around (0, 0).

    A marker brings none, so its field has only its number.
    """
    look: dict[str, Look] = {"stroke": GOLD, "stroke_width": 2.2, "stroke_linejoin": "round"}
    sheet = path(hexagon(frame.radius - 3.5), fill=LEGAL, **look)
    if frame.radius < SMALLEST_WITH_WORDS:
        return sheet
    if is_marker:
        return sheet + centred(0, 0, field, 13, LEGAL_INK)
    brought = centred(0, -5, f"+{points}", 16, LEGAL_INK) if points else text(0, -1, "0", 14, MUTED, anchor="middle")
    return sheet + brought + text(0, 16, field, 12, MUTED, anchor="middle")


# The letters of districts


def board_legend() -> str:
    """Return the SVG of a text that explains the rims of letters, at the lower right."""
    lines = ("letter: a district", "its rim: the boss so far")
    return "".join(
        text(BOARD_WIDTH - 14, BOARD_HEIGHT - 27 + 15 * at, line, 12, MUTED, anchor="end")
        for at, line in enumerate(lines)
    )


def letters(scene: Scene, frame: Frame) -> Iterator[str]:
    """Yield the SVG of the letter of each district, where three of its fields meet, with the colour of its boss."""
    if frame.radius < SMALLEST_WITH_WORDS:
        return
    for number, district in enumerate(scene.town.districts):
        x, y = heart(frame, [scene.town.board.cells[field] for field in district.fields])
        boss = scene.standings[number].boss
        yield letter_badge(district.letter, scene.ground(number), x, y, None if boss is None else SEATS[boss].fill)


def heart(frame: Frame, cells: Sequence[Cell]) -> tuple[float, float]:
    """Return the corner at which most fields of a district meet, and of several the one nearest to its middle.

    Only corners that are the highest one of a field count: near the lowest ones there are numbers on tiles.
    """
    corners = Counter(point(frame.corner(cell, at)) for cell in cells for at in (0, 2, 4))
    middles = [frame.middle(cell) for cell in cells]
    middle = sum(x for x, _ in middles) / len(cells), sum(y for _, y in middles) / len(cells)
    places = {point(at): at for at in (frame.corner(cell, 0) for cell in cells)}
    return places[min(places, key=lambda key: (-corners[key], round(dist(places[key], middle), 1), key))]
