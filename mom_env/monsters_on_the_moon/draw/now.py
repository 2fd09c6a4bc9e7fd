"""Draws what is going on: the decision and its seat, the card to be laid, and at the end the result."""

from mom_env.base.sentences import counted, enumeration
from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import GLOW, GOLD, INK, INNER_WIDTH, MUTED, place_box, signed
from mom_env.drawing.svg import group, rect, text
from mom_env.monsters_on_the_moon.draw.pieces import badge, small_card
from mom_env.monsters_on_the_moon.draw.scene import Scene

NOW_HEIGHT = 76.0
LEFT, NAME_ROOM, CARD_SQUARE = 16.0, 260.0, 19.0

WHAT = {
    "monster": "chooses a monster",
    "pass": "passes a double head to the right",
    "turn": "lays a card",
    "place": "lays card {card}",
    "tile": "lays a monster tile",
    "ship": "may set a ship",
    "edge": "lays a {wall} wall {direction}",
    "wall": "lays walls, {laying} so far",
    "starter": "says who plays on",
}
HINTS = {
    "monster": "Its heads will be the ones that score for this player.",
    "pass": "Two cards show a double head of this monster; one of them goes to the right neighbour.",
    "turn": "One card of the hand, beside the display or on it. The number of a card is above it.",
    "turn, walls": "One card of the hand, beside the display or on it, or three to five walls instead.",
    "place": "A dot is where the left upper corner may lie: on at most two squares of each visible card.",
    "tile": "On the head of another monster on the card just laid, which then shows the own one.",
    "ship": "On a visible crystal, which it guards. It is one step on the crystal track.",
    "edge": "Bright lines are edges where it may begin. A long wall goes on to the right or down.",
    "wall": "Three, four or five walls in a turn; each touches one laid before it in this turn.",
    "starter": "Fewest interim points decide who begins the second half, in which nobody draws.",
}
DIRECTIONS = {"h": "from left to right", "v": "from top to bottom"}


def now(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the box with the pending decision, or at the end with the result.

    (x, y) is its upper left corner in pixels.
    """
    sheet = rect(0.75, 0.75, INNER_WIDTH - 1.5, NOW_HEIGHT - 1.5, 10, fill=GLOW, stroke=GOLD, stroke_width=1.5)
    return group(sheet, ending(scene) if scene.over else decision(scene), x=x, y=y)


def decision(scene: Scene) -> str:
    """Return the SVG of which seat decides what, and of the card in hand as it will lie."""
    left, card = LEFT, ""
    if scene.in_hand is not None:
        rows = scene.moon.rows(scene.in_hand, scene.view["turn"])
        card = small_card(rows, LEFT, (NOW_HEIGHT - CARD_SQUARE * len(rows)) / 2, CARD_SQUARE)
        left += 3 * CARD_SQUARE + 14
    name = scene.names[scene.seat]
    after = left + 30 + min(NAME_ROOM, width_of(name, 17, BOLD)) + 6
    return "".join(
        (
            card,
            badge(scene.letter(scene.seat), left + 11, 27, 11.5),
            text(left + 30, 33, name, 17, INK, bold=True, room=NAME_ROOM),
            text(after, 33, what(scene), 17, INK, room=INNER_WIDTH - after - 14),
            text(left + 30, 57, hint(scene), 13.5, MUTED, room=INNER_WIDTH - left - 44),
        )
    )


def what(scene: Scene) -> str:
    """Return in words what the seat to move decides, such as "lays card 7". Its name is drawn before them."""
    view, piece = scene.view, scene.view["piece"] or {}
    if view["decision"] == "turn" and can_lay_walls(scene):
        return "lays a card or walls"
    words = WHAT.get(view["decision"], f"decides: {view['decision']}")
    return words.format(
        card=view["card"],
        wall=piece.get("wall"),
        direction=DIRECTIONS.get(piece.get("direction", ""), ""),
        laying=view["laying"],
    )


def hint(scene: Scene) -> str:
    """Return a reminder of the rule that the decision is about."""
    decision = scene.view["decision"]
    if decision == "turn" and can_lay_walls(scene):
        return HINTS["turn, walls"]
    if decision == "tile":
        return f"{HINTS['tile']} {counted(scene.view['tiles_due'], 'tile')} to lay."
    return HINTS.get(decision, "")


def can_lay_walls(scene: Scene) -> bool:
    """6.1.1: Return whether the seat to move has walls enough for a turn."""
    own = scene.view["walls"][scene.seat] if scene.with_walls else {"long": 0, "short": 0}
    return bool(own["long"] + own["short"] >= scene.moon.file.walls.at_a_time[0])


# The end


def ending(scene: Scene) -> str:
    """5.3, 8.4: Return the SVG of the winner and all places, or the level; without a result, only a line."""
    if scene.result is None:
        return text(LEFT, 44, "Nobody can lay a card any more", 17, INK, bold=True)
    if scene.is_solo:
        points, level = scene.result["vp"][0], scene.result["level"]
        return text(LEFT, 33, f"{scene.names[0]}: {signed(points)} points", 17, INK, bold=True, room=600) + text(
            LEFT, 57, f"Level {level} of {1 + len(scene.moon.file.solo.levels)}", 15, INK
        )
    seats = sorted(scene.seats, key=scene.result["places"].__getitem__)
    width = min(210.0, (INNER_WIDTH - 250) / len(seats))
    left = INNER_WIDTH - width * len(seats) - 6
    places = (place(scene, seat, left + width * at, width - 8) for at, seat in enumerate(seats))
    winners = [scene.names[seat] for seat in scene.result["winners"]]
    names = text(LEFT, 34, enumeration(winners), 17, INK, bold=True, room=left - LEFT - 10)
    best = f"{'wins' if len(winners) == 1 else 'win'} with {max(scene.result['vp'])} VP"
    return names + text(LEFT, 56, best, 15, INK) + "".join(places)


def place(scene: Scene, seat: int, x: float, width: float) -> str:
    """Return the SVG of the place and the VP of one seat, in a box with left edge `x` and this width, in pixels."""
    if scene.result is None:
        return ""
    score, place = scene.result["vp"][seat], scene.result["places"][seat]
    mark = badge(scene.letter(seat), 0, 0, 9.5)
    return place_box(x, width, score, place, scene.names[seat], mark, scene.style(seat).fill)
