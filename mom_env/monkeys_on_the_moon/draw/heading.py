"""Draws the top of the picture: the game, its rules, and how far it is."""

from mom_env.drawing.lettering import fitted
from mom_env.drawing.sheet import MOON, NIGHT, STARLIGHT
from mom_env.drawing.svg import disc, group, path, rect, text
from mom_env.monkeys_on_the_moon.draw.pieces import moon
from mom_env.monkeys_on_the_moon.draw.scene import Scene

HEADING_WIDTH, HEADING_HEIGHT = 960.0, 58.0
PHASES = {"civilization": "civilization turns", "bid": "bid turns"}
STARS = ((300, 15, 1.2), (352, 26, 0.8), (401, 11, 1.4), (455, 22, 0.9), (509, 13, 1), (558, 27, 1.3), (611, 16, 0.8))


def heading(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the top of the picture: title and rules on the left, round and phase on the right.

    (x, y) is its upper left corner in pixels.
    """
    stars = "".join(disc(*star, fill=MOON) for star in STARS)
    return group(
        rect(0, 0, HEADING_WIDTH, HEADING_HEIGHT, 12, fill=NIGHT),
        stars,
        moon(34, 29, 19),
        text(66, 27, "Monkeys on the Moon", 19, MOON, bold=True),
        text(66, 45, about(scene), 12.5, STARLIGHT, room=600),
        text(HEADING_WIDTH - 20, 27, moment(scene), 17, MOON, bold=True, anchor="end"),
        rounds(scene),
        x=x,
        y=y,
    )


def about(scene: Scene) -> str:
    """Return in words whose view it is, the rules that are not the usual ones, and whether tribes have swapped."""
    shown = "all hands open" if scene.viewer is None else f"seen by {fitted(scene.names[scene.viewer], 120, 12.5)}"
    swapped = ["two tribes have swapped"] if scene.view["swapped"] else []
    return " · ".join([shown, *scene.house_rules, *swapped])


def moment(scene: Scene) -> str:
    """Return round, counted from 1, and phase in words, or that the game is over."""
    if scene.over:
        return "The game is over"
    return f"Round {scene.view['round'] + 1} of {scene.rounds}, {PHASES[scene.view['phase']]}"


def rounds(scene: Scene) -> str:
    """Return the SVG of a moon for each round: full if it has been played, half if it is being played, else empty."""
    pitch = min(17.0, 230 / scene.rounds)
    first_x = HEADING_WIDTH - 20 - 0.3 * pitch - pitch * (scene.rounds - 1)
    played = scene.rounds if scene.over else scene.view["round"]
    return "".join(
        group(phase(0.3 * pitch, (number < played) + (number <= played)), x=first_x + pitch * number, y=43)
        for number in range(scene.rounds)
    )


def phase(radius: float, halves: int) -> str:
    """Return the SVG of a moon with 0, 1 or 2 lit halves; `radius` is in pixels."""
    half = path(f"M0 {-radius:.2f}A{radius:.2f} {radius:.2f} 0 0 0 0 {radius:.2f}Z", fill=MOON) if halves == 1 else ""
    return disc(0, 0, radius, fill=MOON if halves == 2 else "none", stroke=MOON, stroke_width=1.2) + half
