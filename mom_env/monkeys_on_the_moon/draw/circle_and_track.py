"""Draws the board: the circle of tribes with supplies and scorn, and the tribe track with its finish places."""

from math import cos, degrees, pi, sin

from mom_env.drawing.sheet import FAINT, INK, LIGHT_INK, MUTED, ORDINALS, PANEL, amount, chip, crown, panel
from mom_env.drawing.svg import disc, group, path, rect, text
from mom_env.monkeys_on_the_moon.draw.palette import ALLIANCE, CHEVRON, RIVALRY
from mom_env.monkeys_on_the_moon.draw.pieces import coin, empty_place, moon, scorn, sign, stone
from mom_env.monkeys_on_the_moon.draw.scene import Scene
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES

# The circle

CIRCLE_WIDTH, CIRCLE_HEIGHT = 316.0, 318.0
MIDDLE_X, MIDDLE_Y, RADIUS = 158.0, 173.0, 113.0
TRIBE_WIDTH, TRIBE_HEIGHT = 90.0, 56.0


def circle(scene: Scene, x: float, y: float) -> str:
    """2.1: Return the SVG of the circle of tribes: allies and rivals, and the supply and scorn of each tribe.

    (x, y) is its upper left corner in pixels.
    """
    tribes = (tribe(scene, name, *in_circle(place)) for place, name in enumerate(scene.circle))
    inside = (circle_legend(), rivalries(), alliances(), moon(MIDDLE_X, MIDDLE_Y, 33), *tribes)
    return panel(CIRCLE_WIDTH, CIRCLE_HEIGHT, "Circle", *inside, x=x, y=y)


def angle_of(place: float) -> float:
    """Return the angle of a place in the circle, in radians clockwise from the right; place 0 is at the top."""
    return 2 * pi * place / NUM_TRIBES - pi / 2


def in_circle(place: float) -> tuple[float, float]:
    """Return x and y of a place in the circle, in pixels; half a place is the middle between two tribes."""
    return MIDDLE_X + RADIUS * cos(angle_of(place)), MIDDLE_Y + RADIUS * sin(angle_of(place))


def rivalries() -> str:
    """Return the SVG of the dashed lines from each tribe to its rival, the tribe opposite."""
    half = NUM_TRIBES // 2
    ends = [(in_circle(place), in_circle(place + half)) for place in range(half)]
    lines = "".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for (x1, y1), (x2, y2) in ends)
    return path(lines, fill="none", stroke=RIVALRY, stroke_width=2, stroke_dasharray="5 5")


def alliances() -> str:
    """Return the SVG of the ring that connects allies, with arrows that point clockwise."""
    half = f"A{RADIUS} {RADIUS} 0 0 1 {MIDDLE_X}"
    ring = f"M{MIDDLE_X} {MIDDLE_Y - RADIUS}{half} {MIDDLE_Y + RADIUS}{half} {MIDDLE_Y - RADIUS}"
    arrows = (arrow(place + 0.5) for place in range(NUM_TRIBES))
    return "".join((path(ring, fill="none", stroke=ALLIANCE, stroke_width=6), *arrows))


def arrow(place: float) -> str:
    """Return the SVG of an arrow on the ring that points clockwise, at a place of the circle; place 0 is at the top."""
    x, y = in_circle(place)
    turned = f"translate({x:.1f} {y:.1f}) rotate({degrees(angle_of(place)) + 90:.1f})"
    return path("M-3.5-7 4.5 0-3.5 7", fill="none", stroke=CHEVRON, stroke_width=2.5, transform=turned)


def circle_legend() -> str:
    """Return the SVG that explains the two kinds of lines in the circle: allies and rivals."""
    ring = path("M226 18h18M242.5 13.5 247 18 242.5 22.5", fill="none", stroke=ALLIANCE, stroke_width=4)
    dashes = path("M226 34h21", stroke=RIVALRY, stroke_width=2, stroke_dasharray="5 3")
    return ring + text(254, 22, "allies", 12, MUTED) + dashes + text(254, 38, "rivals", 12, MUTED)


def tribe(scene: Scene, name: str, x: float, y: float) -> str:
    """Return the SVG of a tribe's card with its supply of coins, and its scorn card or the seat that holds it.

    `name` is the tribe's name, and (x, y) the middle of the card in pixels.
    """
    style, holder = scene.styles[name], scene.view["scorn"][name]
    return group(
        rect(0, 0, TRIBE_WIDTH, TRIBE_HEIGHT, 8, fill=style.fill),
        rect(2, 23, TRIBE_WIDTH - 4, TRIBE_HEIGHT - 25, 6, fill=LIGHT_INK),
        sign(style, 14, 12, 6),
        text(25, 16.5, name, 13.5, style.ink, bold=True, room=TRIBE_WIDTH - 31),
        coin(style, 15, 38.5),
        amount(28, 38.5, scene.view["supply"][name], 16),
        group(scorn(58, 38.5), opacity=0.35) if holder is None else held_scorn(holder),
        x=x - TRIBE_WIDTH / 2,
        y=y - TRIBE_HEIGHT / 2,
    )


def held_scorn(holder: int) -> str:
    """Return the SVG of a scorn card with the number of the seat `holder`, placed on the card of its tribe."""
    return group(scorn(52, 38.5), chip(65, 38.5, holder))


# The track

TRACK_WIDTH, TRACK_HEIGHT = 628.0, 196.0
LANE_X, START_WIDTH, LANE_TOP, LANE_PITCH, LANE_HEIGHT = 94.0, 24.0, 36.0, 25.0, 19.0
SPACES_X, SPACES_WIDTH = LANE_X + START_WIDTH, 352.0
PLACES_X, FIRST_X, SECOND_X, ARRIVAL_X = 490.0, 546.0, 572.0, 600.0


def track(scene: Scene, x: float, y: float) -> str:
    """3.1.6, 4.2: Return the SVG of the tribe track: all stones, which have finished, and what the finish places pay.

    (x, y) is its upper left corner in pixels.
    """
    lanes = "".join(lane(scene, name, lane_y(row)) for row, name in enumerate(scene.circle))
    places = "".join(finish_place(scene, rank, lane_y(rank)) for rank in range(NUM_TRIBES))
    return panel(
        TRACK_WIDTH, TRACK_HEIGHT, "Tribe track", lanes, numbers(scene), places_heading(scene), places, x=x, y=y
    )


def lane_y(row: int) -> float:
    """Return the y of the middle of lane `row`, from 0 at the top, in pixels from the top of the track."""
    return LANE_TOP + LANE_PITCH * row + LANE_HEIGHT / 2


def space_x(scene: Scene, space: float) -> float:
    """Return the x of the middle of a space, in pixels from the left of the track; space 0 is beside the track."""
    return SPACES_X + (space - 0.5) * SPACES_WIDTH / scene.deck.track.spaces if space else LANE_X + START_WIDTH / 2


def numbers(scene: Scene) -> str:
    """Return the SVG of the numbers above some spaces of the track, and of the white dot."""
    spaces, dot = scene.deck.track.spaces, scene.deck.track.white_dot
    step = 1 if spaces <= 10 else 5 if spaces <= 30 else 10 if spaces <= 60 else 20
    shown = [space for space in range(step, spaces + 1, step) if abs(space - dot) * SPACES_WIDTH / spaces > 16]
    words = [text(space_x(scene, space), 23, space, 12, MUTED, anchor="middle") for space in shown]
    white_dot = disc(space_x(scene, dot), 19, 5, fill=LIGHT_INK, stroke=INK, stroke_width=1.5)
    return "".join(words) + white_dot


def lane(scene: Scene, name: str, y: float) -> str:
    """Return the SVG of a tribe's lane, with its stone until the stone is on a finish place.

    `name` is the tribe's name, and `y` the middle of the lane in pixels.
    """
    style, spaces, has_finished = scene.styles[name], scene.view["track"][name], name in scene.view["finished"]
    top, x = y - LANE_HEIGHT / 2, space_x(scene, spaces)
    way = START_WIDTH + SPACES_WIDTH if has_finished else x - LANE_X
    return "".join(
        (
            stone(style, 22, y, 8),
            text(35, y + 4.5, name, 13, INK, room=LANE_X - 41),
            rect(LANE_X, top, START_WIDTH + SPACES_WIDTH, LANE_HEIGHT, 4, fill=FAINT),
            rect(LANE_X, top, way, LANE_HEIGHT, 4, fill=style.fill, fill_opacity=0.22),
            bounds(scene, top),
            "" if has_finished else stone(style, x, y, 10.5),
            distance(LANE_X + way + 6 if has_finished else x, y, spaces),
        )
    )


def bounds(scene: Scene, top: float) -> str:
    """Return the SVG of the lines between the spaces of a lane whose upper edge is at y = `top`, in pixels."""
    spaces = scene.deck.track.spaces
    pitch = SPACES_WIDTH / spaces
    lines = "".join(f"M{SPACES_X + pitch * space:.1f} {top}v{LANE_HEIGHT}" for space in range(spaces))
    return path(lines, stroke=PANEL, stroke_width=1.5 if pitch > 8 else 0.4)


def distance(stone_x: float, y: float, spaces: int) -> str:
    """Return the SVG of the number of the stone's space, left of the stone; "" if the stone has not moved.

    (stone_x, y) is the middle of the stone in pixels, and `spaces` the number of spaces moved.
    """
    return text(stone_x - 14, y + 4.3, spaces, 12, INK, bold=True, anchor="end") if spaces else ""


def places_heading(scene: Scene) -> str:
    """Return the SVG of the heads of the columns of finish places; two players have no undersecretary."""
    second = crown(SECOND_X, 18, is_full=False) if len(scene.seats) > 2 else ""
    return text(PLACES_X, 22, "Finish", 13, MUTED, bold=True) + crown(FIRST_X, 18, is_full=True) + second


def finish_place(scene: Scene, rank: int, y: float) -> str:
    """Return the SVG of the finish place `rank`, from 0: what its titles pay, and the tribe on it or an empty place.

    `y` is the middle of its row in pixels.
    """
    awards = scene.deck.titles
    second = awards.undersecretary[rank] if len(scene.seats) > 2 else ""
    on_it = scene.ranking[rank : rank + 1]
    return "".join(
        (
            text(PLACES_X, y + 4.5, ORDINALS[rank], 13, INK),
            text(FIRST_X, y + 4.7, awards.leader[rank], 13.5, INK, bold=True, anchor="middle"),
            text(SECOND_X, y + 4.7, second, 13.5, INK, bold=True, anchor="middle"),
            *(stone(scene.styles[name], ARRIVAL_X, y, 10.5) for name in on_it),
            "" if on_it else empty_place(ARRIVAL_X, y, 9.5),
        )
    )
