"""Colours and signs. Colour-blind eyes can tell the tribes' colours apart, and each tribe has a sign as well."""

from typing import NamedTuple

from mom_env.drawing.sheet import DARK_INK, LIGHT_INK

# The table
CRATER = "#e6d294"
RIVALRY = "#c4787f"
ALLIANCE = "#cfc7b4"
CHEVRON = "#8d8570"
ANGER = "#8f1d2c"

# Monkeys and ships
FACE = "#fbe8cf"
HULL = "#fafbfc"


class Style(NamedTuple):
    """How a tribe looks: two colours as "#rrggbb", and the SVG path of its sign."""

    fill: str
    ink: str  # of what is written on `fill`
    sign: str  # a path in the square from -1 to 1


SQUARE = "M-.8-.8H.8V.8H-.8Z"
STAR = "M0-1 .29-.35 1-.28 .46.19 .62.88 0 .52-.62.88-.46.19-1-.28-.29-.35Z"
TRIANGLE = "M0-.95 1 .8H-1Z"
ROUND = "M-.9 0A.9.9 0 1 1 .9 0 .9.9 0 1 1-.9 0Z"
CROSS = "M-.33-.95H.33V-.33H.95V.33H.33V.95H-.33V.33H-.95V-.33H-.33Z"
DIAMOND = "M0-1.05 .85 0 0 1.05-.85 0Z"

STYLES = {
    "brown": Style("#754a1c", LIGHT_INK, SQUARE),
    "black": Style("#1c2125", LIGHT_INK, STAR),
    "green": Style("#58c98f", DARK_INK, TRIANGLE),
    "blue": Style("#3b8fe0", DARK_INK, ROUND),
    "red": Style("#d63c55", LIGHT_INK, CROSS),
    "purple": Style("#5a2c86", LIGHT_INK, DIAMOND),
}


def styles_of(tribes: list[str]) -> dict[str, Style]:
    """Return a style for each tribe of a deck, by name: that of its name, or else one whose name is not in the deck."""
    free = iter(style for name, style in STYLES.items() if name not in tribes)
    return {tribe: STYLES.get(tribe) or next(free) for tribe in tribes}
