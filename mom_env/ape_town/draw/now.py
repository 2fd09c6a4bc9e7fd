"""Draws what is going on: the decision and its seat, the tile in hand, and at the end the result."""

from mom_env.ape_town.draw.board import value
from mom_env.ape_town.draw.palette import GROUNDS, SEATS
from mom_env.ape_town.draw.pieces import seat_disc, tile
from mom_env.ape_town.draw.scene import Scene
from mom_env.ape_town.town import MARKERS, with_article
from mom_env.base.sentences import counted, enumeration
from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import GLOW, GOLD, INK, INNER_WIDTH, MUTED, place_box
from mom_env.drawing.svg import group, rect, text

NOW_HEIGHT = 76.0
LEFT, NAME_ROOM = 16.0, 260.0


def now(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the box with the pending decision, or at the end with the result.

    (x, y) is its upper left corner in pixels.
    """
    sheet = rect(0.75, 0.75, INNER_WIDTH - 1.5, NOW_HEIGHT - 1.5, 10, fill=GLOW, stroke=GOLD, stroke_width=1.5)
    return group(sheet, ending(scene) if scene.over else decision(scene), x=x, y=y)


def decision(scene: Scene) -> str:
    """Return the SVG of which seat decides what, and of the tile in hand."""
    hand, left = scene.hand, LEFT
    piece = ""
    if hand is not None:
        style = GROUNDS[hand["colour"]]
        box = rect(LEFT - 4, 9, 58, 58, 7, fill=style.fill, stroke=style.ink, stroke_width=0.8)
        piece = box + tile(hand["motif"], LEFT + 25, 38, 26, value(scene, hand["motif"]))
        left += 68
    name = scene.names[scene.seat]
    after = left + 26 + min(NAME_ROOM, width_of(name, 17, BOLD)) + 6
    return "".join(
        (
            piece,
            seat_disc(scene.seat, left + 9, 26),
            text(left + 26, 32, name, 17, INK, bold=True, room=NAME_ROOM),
            text(after, 32, what(scene), 17, INK, room=INNER_WIDTH - after - 14),
            text(left + 26, 56, hint(scene), 13.5, MUTED, room=INNER_WIDTH - left - 40),
        )
    )


def what(scene: Scene) -> str:
    """Return in words what the seat decides, behind its name."""
    if scene.hand is None:
        return "takes a tile"
    where = "on any free field" if scene.is_any_field_allowed() else f"on a {scene.hand['colour']} field"
    return f"places {with_article(scene.hand['motif'])} {where}"


def hint(scene: Scene) -> str:
    """Return a reminder of the rule that the decision is about."""
    if scene.hand is None:
        money = counted(scene.view["money"][scene.seat], "bundle")
        price = "Each tile that is skipped costs a bundle, which is laid beside it"
        return f"The first tile is free. {price}; there are {money} to pay with."
    if scene.hand["motif"] in MARKERS:
        left = counted(scene.view["discs"][scene.seat], "disc")
        return f"A marker brings no points at once, but may decide a district. It gets a disc; {left} left."
    return "The numbers with a plus are points at once. The last free field of a district scores the district."


# The end


def ending(scene: Scene) -> str:
    """5: Return the SVG of the winner and all places; without a result, only of a line that the game is over."""
    if scene.result is None:
        return text(LEFT, 44, "All fields are taken", 17, INK, bold=True)
    seats = sorted(scene.seats, key=scene.result["places"].__getitem__)
    width = min(210.0, (INNER_WIDTH - 250) / len(seats))
    left = INNER_WIDTH - width * len(seats) - 6
    places = (place(scene, seat, left + width * at, width - 8) for at, seat in enumerate(seats))
    winners = [scene.names[seat] for seat in scene.result["winners"]]
    best = f"with {max(scene.result['points'])} points"
    names = text(LEFT, 34, enumeration(winners), 17, INK, bold=True, room=left - LEFT - 10)
    return names + text(LEFT, 56, f"{'wins' if len(winners) == 1 else 'win'} {best}", 15, INK) + "".join(places)


def place(scene: Scene, seat: int, x: float, width: float) -> str:
    """Return the SVG of the place and the points of one seat, in a box with left edge `x` and this width, in pixels."""
    if scene.result is None:
        return ""
    score, place = scene.result["points"][seat], scene.result["places"][seat]
    return place_box(x, width, score, place, scene.names[seat], seat_disc(seat), SEATS[seat].fill)
