"""Draws what is going on: which seat chooses, the hand, and at the end the result."""

from mom_env.base.sentences import enumeration
from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import GLOW, GOLD, INK, INNER_WIDTH, MUTED, ORDINALS, PANEL, chip, signed
from mom_env.drawing.svg import centred, group, rect, text
from mom_env.four_monkeys.draw.pieces import card
from mom_env.four_monkeys.draw.scene import Scene
from mom_env.four_monkeys.sizes import KINDS

NOW_HEIGHT = 104.0
LEFT, SAID_WIDTH = 16.0, 290.0
CARD_WIDTH, CARD_HEIGHT = 44.0, 72.0
PITCH = (INNER_WIDTH - SAID_WIDTH - 20) / len(KINDS)


def now(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the box with the pending decision and a hand, or at the end with the result.

    (x, y) is its upper left corner in pixels.
    """
    sheet = rect(0.75, 0.75, INNER_WIDTH - 1.5, NOW_HEIGHT - 1.5, 10, fill=GLOW, stroke=GOLD, stroke_width=1.5)
    return group(sheet, ending(scene) if scene.over else decision(scene), x=x, y=y)


def decision(scene: Scene) -> str:
    """Return the SVG of which seat decides what, and of the hand of the seat that looks, or decides."""
    seat, reader = scene.view["seat"] or 0, scene.reader or 0
    what, hint = question(scene, seat)
    is_other = reader != seat and scene.view["decision"] == "act"
    whose = f"The cards are the hand of {scene.names[reader]}." if is_other else ""
    room = SAID_WIDTH - LEFT - 8
    return "".join(
        (
            chip(LEFT, 24, seat),
            text(LEFT + 26, 30, scene.names[seat], 17, INK, bold=True, room=room - 26),
            text(LEFT, 52, what, 14, INK, room=room),
            text(LEFT, 71, hint, 12.5, MUTED, room=room),
            text(LEFT, 90, whose, 12.5, MUTED, room=room),
            hand(scene, reader),
        )
    )


def question(scene: Scene, seat: int) -> tuple[str, str]:
    """Return in words what a seat decides, and a reminder of the rule."""
    if scene.view["decision"] == "check":
        return "chooses the tile to be checked", "Its tiles of the least value; the first now."
    tile = scene.open_tile(seat)
    if tile is None:
        return "chooses; all choose at once", "Grab, burn, refill the hand, or wait."
    return f"has combo {tile['combo']} open", "Lay a card beneath it, or close it and draw."


def hand(scene: Scene, seat: int) -> str:
    """Return the SVG of a hand: a place for each kind of card, with how many there are; backs are not needed."""
    counts = scene.view["hand"][seat]
    if counts is None:
        return text(SAID_WIDTH, 58, f"{scene.view['hand_size'][seat]} cards in hand, unknown", 14, MUTED)
    return "".join(place_of(kind, counts[kind], SAID_WIDTH + PITCH * at) for at, kind in enumerate(KINDS))


def place_of(kind: str, count: int, x: float) -> str:
    """Return the SVG of a kind of card in a hand, faint if there is none; `x` is the left edge of its place."""
    drawn = card(kind, CARD_WIDTH, CARD_HEIGHT)
    behind = "".join(group(drawn, x=x + 3 * at, y=9 - 2 * at) for at in range(min(count, 3) - 1, 0, -1))
    face = group(drawn, x=x, y=9, opacity=None if count else 0.22)
    label = "-" if not count else f"\N{MULTIPLICATION SIGN}{count}"
    return behind + face + centred(x + CARD_WIDTH / 2, 92, label, 14, INK if count else MUTED)


# The end


def ending(scene: Scene) -> str:
    """7: Return the SVG of the winner and all places; without a result, only of a line that the game is over."""
    if scene.result is None:
        return text(LEFT, 44, "All rounds are played", 17, INK, bold=True)
    seats = sorted(scene.seats, key=scene.result["places"].__getitem__)
    columns = len(seats) if len(seats) <= 4 else -(-len(seats) // 2)
    rows = -(-len(seats) // columns)
    width, height = (INNER_WIDTH - SAID_WIDTH + 20) / columns, (NOW_HEIGHT - 14) / rows
    places = (
        place(
            scene, seat, SAID_WIDTH - 30 + width * (at % columns), 7 + height * (at // columns), width - 8, height - 6
        )
        for at, seat in enumerate(seats)
    )
    winners = [scene.names[seat] for seat in scene.result["winners"]]
    best = f"with {signed(max(scene.result['total']))} points"
    names = text(LEFT, 46, enumeration(winners), 17, INK, bold=True, room=SAID_WIDTH - 56)
    return names + text(LEFT, 70, f"{'wins' if len(winners) == 1 else 'win'} {best}", 15, INK) + "".join(places)


def place(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> str:
    """Return the SVG of the place and the total of one seat, in a box at (x, y); all are in pixels."""
    if scene.result is None:
        return ""
    points, middle = signed(scene.result["total"][seat]), height / 2
    left = 12 + max(38.0, width_of(points, 22, BOLD)) + 6
    return group(
        rect(0, 0, width, height, 7, fill=PANEL, stroke=GOLD if seat in scene.result["winners"] else None),
        text(left - 8, middle + 8, points, 22, INK, bold=True, anchor="end"),
        text(left, middle - 4, ORDINALS[scene.result["places"][seat] - 1], 12.5, MUTED),
        chip(left + 30, middle - 9, seat),
        text(left, middle + 14, scene.names[seat], 13, INK, bold=True, room=width - left - 6),
        x=x,
        y=y,
    )
