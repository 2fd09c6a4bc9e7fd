"""Draws the top of the picture: the game, its rules, and how far it is."""

from mom_env.drawing.sheet import INNER_WIDTH, MOON, NIGHT, STARLIGHT
from mom_env.drawing.svg import disc, group, rect, text
from mom_env.monsters_on_the_moon.draw.pieces import badge
from mom_env.monsters_on_the_moon.draw.scene import Scene

HEADING_HEIGHT, BAR_WIDTH = 58.0, 220.0
SETTING_UP = ("monster", "pass")


def heading(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the top of the picture: title and rules on the left, the pile on the right.

    (x, y) is its upper left corner in pixels.
    """
    return group(
        rect(0, 0, INNER_WIDTH, HEADING_HEIGHT, 12, fill=NIGHT),
        moons(),
        badge("W", 34, 29, 19),
        text(66, 27, "Monsters on the Moon", 19, MOON, bold=True),
        text(66, 45, about(scene), 12.5, STARLIGHT, room=640),
        text(INNER_WIDTH - 20, 27, moment(scene), 17, MOON, bold=True, anchor="end"),
        progress(scene),
        x=x,
        y=y,
    )


def moons() -> str:
    """Return the SVG of a moon in the dark behind the heading, with craters."""
    craters = ((575, 24, 6), (592, 34, 4), (583, 13, 3), (566, 38, 4))
    return disc(580, 29, 24, fill="#223056") + "".join(disc(x, y, r, fill="#1d2a4d") for x, y, r in craters)


def about(scene: Scene) -> str:
    """Return in words what is counted, the rules that are not the usual ones, and the start layout."""
    options, layout = scene.view["options"], scene.view.get("layout")
    missions = {"secret": "secret missions", "open": "open missions"}.get(options.get("missions", "none"))
    words = ["alone, for points" if scene.is_solo else "most VP win"]
    words += ["with moon walls"] if scene.with_walls else []
    words += [missions] if missions else []
    words += ["tiles go on opponents' heads"] if options.get("tile_target") == "opponent" else []
    words += [f"layout: {scene.moon.file.layouts[layout - 1].name}"] if layout else []
    return " · ".join(words)


def moment(scene: Scene) -> str:
    """Return in words how far the game is."""
    view = scene.view
    if scene.over:
        return "The game is over"
    if view["decision"] in SETTING_UP:
        return "Setting up"
    if scene.is_solo:
        return f"Card {played(scene)} of {total(scene)}"
    pile = view["pile"]
    return f"{pile} in the pile" if pile else "Last cards: no more draws"


def total(scene: Scene) -> int:
    """Return how many cards the set has that are dealt or drawn."""
    return len(scene.moon.file.set_for(len(scene.seats)).cards)


def played(scene: Scene) -> int:
    """Return how many monster cards have come to the table or have left the game."""
    return total(scene) - int(scene.view["pile"]) - sum(len(hand) for hand in scene.view["hand"])


def progress(scene: Scene) -> str:
    """Return the SVG of a bar that shows how many of the cards are on the table."""
    left = INNER_WIDTH - 20 - BAR_WIDTH
    filled = BAR_WIDTH * played(scene) / total(scene)
    return rect(left, 38, BAR_WIDTH, 7, 3.5, fill="#3a4668") + rect(left, 38, max(filled, 7), 7, 3.5, fill=MOON)
