"""Draws the stacks of each area: their tops and heights; and what the signs on tiles mean."""

from mom_env.drawing.sheet import GAP, INK, INNER_WIDTH, MUTED, panel
from mom_env.drawing.svg import centred, group, text
from mom_env.four_monkeys.draw.pieces import TILE_HEIGHT, TILE_WIDTH, edges, figures, tile
from mom_env.four_monkeys.draw.scene import Scene

STACKS_HEIGHT = 168.0
LEFT, TOP = 14.0, 36.0
LARGEST = 1.3  # scale of a tile on a stack
SLOT = TILE_WIDTH + 12
STEP = 2.4  # pixels between two tiles of a stack, in the scale of its top
MOST_EDGES = 9  # tiles of a stack that are drawn; their number is written below
LEGEND = (("any", "alike"), ("another", "alike, another one"), ("golden", "golden button"))
LEGEND_PITCH = (66.0, 142.0, 108.0)


def stacks(scene: Scene, x: float, y: float) -> str:
    """2.2: Return the SVG of the stacks of all areas, side by side; (x, y) is the upper left corner in pixels."""
    areas = scene.view["stacks"]
    width = (INNER_WIDTH - GAP * (len(areas) - 1)) / len(areas)
    return "".join(area(scene, number, width, x + (width + GAP) * number, y) for number in range(len(areas)))


def area(scene: Scene, number: int, width: float, x: float, y: float) -> str:
    """Return the SVG of the stacks of the area `number`, in a box `width` wide at (x, y), all in pixels."""
    tops = scene.view["stacks"][number]
    pitch = (width - 2 * LEFT) / max(len(tops), 1)
    scale = min(LARGEST, pitch / SLOT)
    start = LEFT + max(0.0, (width - 2 * LEFT - len(tops) * min(pitch, SLOT * LARGEST * 1.12)) / 2)
    pitch = min(pitch, SLOT * LARGEST * 1.12)
    drawn = (stack(scene, top, start + pitch * at, pitch, scale) for at, top in enumerate(tops))
    empty = "" if tops else text(LEFT, 90, "No stacks are left.", 14, MUTED)
    heading = "Stacks" if len(scene.view["areas"]) == 1 else f"Stacks of seats {seats_in_words(scene, number)}"
    explained = legend(width) if len(scene.view["areas"]) == 1 else ""
    return panel(width, STACKS_HEIGHT, heading, explained, empty, *drawn, x=x, y=y)


def seats_in_words(scene: Scene, number: int) -> str:
    """9: Return the seats of the area `number`."""
    return ", ".join(map(str, scene.view["areas"][number]))


def stack(scene: Scene, top: dict[str, int], x: float, pitch: float, scale: float) -> str:
    """Return the SVG of a stack: the tiles beneath as edges, its top, and its height in figures.

    `top` is its entry in the snapshot; `x` is its left edge, `pitch` its share of the box, and `scale` that of the top.
    """
    number, height = top["top"], top["height"]
    combo = scene.deck.combos[number - 1]
    left = x + (pitch - TILE_WIDTH * scale) / 2
    glyphs = scene.glyphs[number - 1]
    bottom = TOP + TILE_HEIGHT * LARGEST + STEP * 8
    name = text(x + pitch / 2, bottom + 14, combo.name, 12, MUTED, anchor="middle", room=pitch - 2)
    count = f"\N{MULTIPLICATION SIGN}{height}"
    middle = x + pitch / 2
    return "".join(
        (
            group(edges(min(height, MOST_EDGES), STEP), x=left, y=TOP, scale=scale) if height > 1 else "",
            tile(number, combo.points, glyphs, is_orange=False, x=left, y=TOP, scale=scale),
            name,
            centred(middle, bottom + 26, count, 13, INK),
        )
    )


def legend(width: float) -> str:
    """Return the SVG that explains the signs of combos without named figures, at the right of a box of this width."""
    drawn, x = [], width - sum(LEGEND_PITCH) - 4
    for (name, words), pitch in zip(LEGEND, LEGEND_PITCH, strict=True):
        drawn += [figures(name, [(x + 6, 17.5)], 6), text(x + 17, 22, words, 12.5, MUTED)]
        x += pitch
    return "".join(drawn)
