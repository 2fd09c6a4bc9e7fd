"""Draws the top of the picture: the game, its rules, and how far it is."""

from mom_env.ape_town.draw.motifs import motif
from mom_env.ape_town.draw.scene import Scene
from mom_env.drawing.sheet import INNER_WIDTH, MOON, NIGHT, STARLIGHT
from mom_env.drawing.svg import group, rect, text

HEADING_HEIGHT = 58.0
BAR_WIDTH = 220.0


def heading(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the top of the picture: title and rules on the left, the turn on the right.

    (x, y) is its upper left corner in pixels.
    """
    return group(
        rect(0, 0, INNER_WIDTH, HEADING_HEIGHT, 12, fill=NIGHT),
        skyline(),
        group(motif("lemur"), x=36, y=31, scale=0.95),
        text(66, 27, "Ape Town", 19, MOON, bold=True),
        text(66, 45, about(scene), 12.5, STARLIGHT, room=600),
        text(INNER_WIDTH - 20, 27, moment(scene), 17, MOON, bold=True, anchor="end"),
        progress(scene),
        x=x,
        y=y,
    )


def skyline() -> str:
    """Return the SVG of roofs in the dark behind the heading."""
    houses = ((270, 26, 34), (308, 38, 22), (334, 20, 40), (378, 44, 26), (408, 30, 30), (442, 22, 44), (490, 36, 24))
    return "".join(rect(x, HEADING_HEIGHT - height, width, height, fill="#223056") for x, height, width in houses)


def about(scene: Scene) -> str:
    """Return in words what is counted, and the rules that are not the usual ones."""
    variants = ["all districts score once more at the end"] if is_variant(scene) else []
    return " · ".join(["most points win", *variants])


def is_variant(scene: Scene) -> bool:
    """R14: Return whether all districts are scored once more at the end."""
    return bool(scene.view["options"].get("final_scoring") == "all_districts")


def moment(scene: Scene) -> str:
    """Return the turn, counted from 1, in words, or that the game is over."""
    if scene.over:
        return "The game is over"
    return f"Turn {scene.laid + 1} of {len(scene.tiles)}"


def progress(scene: Scene) -> str:
    """Return the SVG of a bar that shows how much of the board is filled."""
    left = INNER_WIDTH - 20 - BAR_WIDTH
    filled = BAR_WIDTH * scene.laid / len(scene.tiles)
    back = rect(left, 38, BAR_WIDTH, 7, 3.5, fill="#3a4668")
    return back + (rect(left, 38, max(filled, 7), 7, 3.5, fill=MOON) if scene.laid else "")
