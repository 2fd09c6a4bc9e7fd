"""Draws the crystal track: its spaces with VP, the tiles that are still there, and the markers of the seats."""

from mom_env.drawing.sheet import FAINT, GLOW, GOLD, INK, MUTED, panel
from mom_env.drawing.svg import group, rect, text
from mom_env.monsters_on_the_moon.draw.board import BOARD_WIDTH
from mom_env.monsters_on_the_moon.draw.heads import MOON_CRYSTAL, stamped
from mom_env.monsters_on_the_moon.draw.pieces import badge
from mom_env.monsters_on_the_moon.draw.scene import Scene

SIDE_WIDTH = 960.0 - BOARD_WIDTH - 12.0
LEFT, TOP, COLUMNS, SPACE_GAP = 12.0, 34.0, 7, 3.0
SPACE_HEIGHT, MARKER = 50.0, 7.4
SPACE_WIDTH = (SIDE_WIDTH - 2 * LEFT + SPACE_GAP) / COLUMNS


def height(scene: Scene) -> float:
    """Return the height of the track in pixels; 0 in solo play, which has none."""
    return 0.0 if scene.is_solo else TOP + SPACE_HEIGHT * rows(scene) + 26


def rows(scene: Scene) -> int:
    """Return how many rows of spaces the track takes."""
    return -(-len(values(scene)) // COLUMNS)


def values(scene: Scene) -> list[int]:
    """2.2: Return the VP of the spaces."""
    players: str = str(len(scene.seats))
    return list(scene.moon.file.track[players].values)  # type: ignore[index]  # it is one of Players


def tile_spaces(scene: Scene) -> list[int]:
    """2.3: Return the spaces with tiles."""
    return list(scene.moon.file.track[str(len(scene.seats))].tiles)  # type: ignore[index]  # it is one of Players


def track(scene: Scene, x: float, y: float) -> str:
    """3.2, 3.3: Return the SVG of the crystal track; (x, y) is its upper left corner in pixels; "" in solo play."""
    if scene.is_solo:
        return ""
    spaces = (space(scene, number) for number in range(len(values(scene))))
    key = f"Numbers are VP. Tiles lie on spaces {' and '.join(map(str, tile_spaces(scene)))}."
    crystal = group(stamped(MOON_CRYSTAL, [(0, 0)]), x=SIDE_WIDTH - 22, y=18, scale=0.6)
    foot = text(LEFT, height(scene) - 10, key, 12, MUTED, room=SIDE_WIDTH - 2 * LEFT)
    return panel(SIDE_WIDTH, height(scene), "Crystal track", crystal, *spaces, foot, x=x, y=y)


def space(scene: Scene, number: int) -> str:
    """Return the SVG of a space: its VP, the tiles on it, and the markers below."""
    is_gold = number in tile_spaces(scene)
    steps = scene.view["steps"]
    width, height = SPACE_WIDTH - SPACE_GAP, SPACE_HEIGHT - SPACE_GAP
    look = {"fill": GLOW, "stroke": GOLD} if is_gold else {"fill": FAINT, "stroke": FAINT}
    left = [seat for seat in scene.seats if is_gold and steps[seat] < number and scene.letter(seat)]
    here = [seat for seat in scene.seats if steps[seat] == number]
    tiles = (badge(scene.letter(seat), width - 7, 8 + 10.6 * at, 5) for at, seat in enumerate(left))
    markers = (
        badge(scene.letter(seat), 8.7 + 17 * (at % 2), height - 23.6 + 15.4 * (at // 2), MARKER)
        for at, seat in enumerate(here)
    )
    return group(
        rect(0, 0, width, height, 6, stroke_width=1.2, **look),
        text(5, 14.5, values(scene)[number], 13, INK, bold=is_gold),
        *tiles,
        *markers,
        x=LEFT + SPACE_WIDTH * (number % COLUMNS),
        y=TOP + SPACE_HEIGHT * (number // COLUMNS),
    )
