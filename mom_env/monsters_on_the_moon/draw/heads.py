"""Draws what squares show: heads, crystals, craters, Armstrong, his camp, and ships; different by outline alone.

A drawing lies in a square of about -16 to 16. It is a list of layers from the back to the front, each a colour and
shapes. A shape is where it begins and how it goes on, in relative path data, so that it can be stamped at any place:
all shapes of a colour that lie above the same other shapes are one path for the whole map.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mom_env.drawing.svg import path
from mom_env.monsters_on_the_moon.draw.palette import (
    BLACK,
    BLOOD,
    BONE,
    CRATER,
    CRATER_RIM,
    CRYSTAL_DARK,
    CRYSTAL_LIGHT,
    CRYSTAL_MIDDLE,
    DOME,
    DOOR,
    FIN,
    FLAG,
    FLAME,
    FUR,
    FUR_LIGHT,
    HAT,
    HAT_BAND,
    HULL,
    NOSE,
    PALE,
    POLE,
    SHINE,
    SOCKET,
    STRAP,
    SUIT,
    VISOR,
    WINDOW,
    WITCH_HAIR,
    WITCH_SKIN,
    WOLF_EYE,
)


class Shape(NamedTuple):
    """A closed shape: where it begins, and how it goes on, in relative path data."""

    x: float
    y: float
    way: str


class Layer(NamedTuple):
    """Shapes of one colour."""

    fill: str
    shapes: tuple[Shape, ...]


Drawing = tuple[Layer, ...]


def oval(x: float, y: float, width: float, height: float | None = None) -> Shape:
    """Return an ellipse with its middle at (x, y); sizes are half of the whole, and one of them makes a disc."""
    height = width if height is None else height
    half = f"a{width:g} {height:g} 0 1 0"
    return Shape(x - width, y, f"{half} {2 * width:g} 0{half} {-2 * width:g} 0z")


def pair(x: float, y: float, width: float, height: float | None = None) -> tuple[Shape, Shape]:
    """Return two equal ellipses, left and right of the middle."""
    return oval(-x, y, width, height), oval(x, y, width, height)


def layer(fill: str, *shapes: Shape) -> Layer:
    """Return a layer of these shapes."""
    return Layer(fill, shapes)


def stamped(drawing: Drawing, middles: Iterable[tuple[float, float]]) -> str:
    """Return the SVG of a drawing at several places at once, given by their middles."""
    places = list(middles)
    return "".join(
        path("".join(f"M{x + shape.x:.6g} {y + shape.y:.6g}{shape.way}" for x, y in places for shape in one.shapes),
             fill=one.fill)
        for one in drawing
    ) if places else ""  # fmt: skip


WEREWOLF: Drawing = (
    layer(
        FUR,
        Shape(-13.5, -16, "c3.6.6 7 3.4 8.6 6.4c3-1 6.8-1 9.8 0c1.6-3 5-5.8 8.6-6.4c1.4 5.4.8 10-.6 14l3.6 7.6l-4.4-.4"
              "l.4 4.6l-4.6-1.4c-1.8 3.6-4.4 6.2-7.9 7.6c-3.5-1.4-6.1-4-7.9-7.6l-4.6 1.4l.4-4.6l-4.4.4l3.6-7.6"
              "c-1.4-4-2-8.6-.6-14z"),
    ),
    layer(
        FUR_LIGHT,
        Shape(0, -3, "c2.4 2.6 6.4 5.2 6.2 9.6c-1.2 4-3.4 6.2-6.2 7.6c-2.8-1.4-5-3.6-6.2-7.6c-.2-4.4 3.8-7 6.2-9.6z"),
        Shape(-11.6, -12.6, "c2 .8 3.6 2.4 4.4 4.4l-3.6 3.2c-1-2.4-1.2-5-.8-7.6z"),
        Shape(11.6, -12.6, "c-2 .8-3.6 2.4-4.4 4.4l3.6 3.2c1-2.4 1.2-5 .8-7.6z"),
    ),
    layer(
        WOLF_EYE,
        Shape(-10, -3.6, "l7 2.8l-1.2 3c-3.2 0-5.4-2-5.8-5.8z"),
        Shape(10, -3.6, "l-7 2.8l1.2 3c3.2 0 5.4-2 5.8-5.8z"),
    ),
    layer(
        NOSE,
        Shape(-3.2, 3, "h6.4l-2.4 3.4v2.4h2.6v1.4h-6.8v-1.4h2.6v-2.4z"),
        *pair(5.4, -1, 1.3),
    ),
    layer("#ffffff", Shape(-3.4, 10.2, "h2.4l-1.2 3.4z"), Shape(1, 10.2, "h2.4l-1.2 3.4z")),
)  # fmt: skip

WITCH: Drawing = (
    layer(WITCH_HAIR, Shape(-9, -3, "h18c2.4 5.6 2.6 11 5.4 17.6c-4 1.4-6.4 1-8.4-.6h-12c-2 1.6-4.4 2-8.4.6"
                            "c2.8-6.6 3-12 5.4-17.6z")),
    layer(WITCH_SKIN, Shape(-7.8, -2, "h15.6c1 5.6.4 10-2.4 13l-5.4 5l-5.4-5c-2.8-3-3.4-7.4-2.4-13z")),
    layer(
        HAT,
        Shape(-16.4, -2.6, "c4-2.2 6.4-2.8 8.6-3.2l4-8c1.6-2.6 5.6-3.6 9.6-3l-3.4 3.4l5 7.4c3 .6 5.4 1.4 9 3.4"
              "c-4.6 3.4-28 3.4-32.8 0z"),
        *pair(3.7, 3.2, 1.5, 1.8),
        Shape(-4, 9.6, "c2.8 1.6 5.2 1.6 8 0c-1.6 3.6-6.4 3.6-8 0z"),
    ),
    layer(HAT_BAND, Shape(-7.6, -5.9, "l1.6-3.2c4 .9 8 .9 12 0l2 3.2c-5 1.2-10.6 1.2-15.6 0z")),
    layer("#5f9c33", Shape(-.6, 2.4, "l2.2 6.2c-1.6 1.2-3.4 1.2-4.4.2z")),
)  # fmt: skip

VAMPIRE: Drawing = (
    layer(BLACK, Shape(-16, 16, "l-.4-14.4l7.4 5.4h18l7.4-5.4l-.4 14.4z")),
    layer(
        PALE,
        Shape(-9.6, -5, "c-.6-11 19.8-11 19.2 0c.6 7.6-2.6 14-9.6 17.6c-7-3.6-10.2-10-9.6-17.6z"),
        Shape(-9.4, -3.4, "l-5.6-5l2.2 9.4l4 1.6z"),
        Shape(9.4, -3.4, "l5.6-5l-2.2 9.4l-4 1.6z"),
    ),
    layer(
        BLACK,
        Shape(-11, -2.6, "c-3-17.6 25-17.6 22 0l-2.6-6.2c-2.6-1-5.2-.4-6.4 1l-2 4l-2-4c-1.2-1.4-3.8-2-6.4-1z"),
        Shape(-7.6, -3.2, "l6 2.6l-.6 1.4l-5.8-2.2z"),
        Shape(7.6, -3.2, "l-6 2.6l.6 1.4l5.8-2.2z"),
        Shape(-5.2, 5.2, "h10.4c-.6 3-3 4.2-5.2 4.2s-4.6-1.2-5.2-4.2z"),
    ),
    layer(BLOOD, *pair(4.2, 0.8, 1.8)),
    layer("#ffffff", Shape(-4.4, 5.2, "h2.8l-1.4 4.4z"), Shape(1.6, 5.2, "h2.8l-1.4 4.4z")),
)  # fmt: skip

SKELETON: Drawing = (
    layer(
        SOCKET,
        Shape(-14.4, -3, "c-.4-17.6 29.2-17.6 28.8 0c0 5-1.6 8-4.6 10.2v8.8h-19.6v-8.8c-3-2.2-4.6-5.2-4.6-10.2z"),
    ),
    layer(BONE, Shape(-12.6, -3, "c-.4-15.2 25.6-15.2 25.2 0c0 4.6-1.6 7.4-4.6 9.2v8h-16v-8c-3-1.8-4.6-4.6-4.6-9.2z")),
    layer(
        SOCKET,
        *pair(5.4, -2.2, 3.7, 4.1),
        Shape(0, 2.4, "l2.4 4.8h-4.8z"),
        Shape(-4.4, 9.6, "h1.4v4.6h-1.4z"),
        Shape(-.7, 9.6, "h1.4v4.6h-1.4z"),
        Shape(3, 9.6, "h1.4v4.6h-1.4z"),
    ),
)  # fmt: skip

MOON_CRYSTAL: Drawing = (
    layer(
        CRYSTAL_DARK,
        Shape(0, -17, "l6.4 7.6v24.4h-12.8v-24.4z"),
        Shape(-11.2, -5.4, "l4.8 5.4v15h-9.4v-15z"),
        Shape(11.4, -2.8, "l4.6 5v12.8h-9.6v-12.8z"),
    ),
    layer(
        CRYSTAL_MIDDLE,
        Shape(0, -14.6, "l4.6 5.8v22h-4.6z"),
        Shape(-11.2, -2.8, "l3 3.6v12.4h-3z"),
        Shape(11.4, -.2, "l2.8 3.2v10.2h-2.8z"),
    ),
    layer(
        CRYSTAL_LIGHT,
        Shape(0, -14.6, "l-4.6 5.8v22h4.6z"),
        Shape(-11.2, -2.8, "l-2.8 3.6v12.4h2.8z"),
        Shape(11.4, -.2, "l-3.2 3.2v10.2h3.2z"),
    ),
)  # fmt: skip

CRATERS: Drawing = (
    layer(CRATER_RIM, oval(-4.5, -3.6, 7.4, 5.6), oval(7.6, 8.4, 4.8, 3.6), oval(10.4, -9.6, 2.8, 2.2)),
    layer(CRATER, oval(-4.5, -4.6, 6.8, 4.8), oval(7.6, 7.8, 4.2, 3), oval(10.4, -10, 2.3, 1.7)),
)

ARMSTRONG: Drawing = (
    layer(STRAP, Shape(-14, 17, "v-6c0-5 4-7 8-7h12c4 0 8 2 8 7v6z"), oval(0, -4, 13.4)),
    layer(SUIT, Shape(-12.4, 17, "v-5.6c0-4 3.4-6 6.8-6h11.2c3.4 0 6.8 2 6.8 6v5.6z"), oval(0, -4, 12)),
    layer(VISOR, Shape(-8.6, -5, "c0-7 17.2-7 17.2 0c0 9-17.2 9-17.2 0z"), Shape(-4, 11, "h8v3.6h-8z")),
    layer(SHINE, Shape(-6.4, -5.4, "c.4-3 3-4 5.6-4c-2.6 1.2-3.8 2.8-3.8 5.8c-1.2-.2-1.8-.8-1.8-1.8z")),
)

CAMP: Drawing = (
    layer(POLE, Shape(8, -16, "h1.8v24h-1.8z"), Shape(-16.4, 15, "c0-22 28-22 28 0z")),
    layer(FLAG, Shape(9.8, -16, "h7v6h-7z")),
    layer(DOME, Shape(-14.8, 13.6, "c.4-18 24.4-18 24.8 0z")),
    layer(DOOR, Shape(-5.8, 13.6, "v-5c0-4.6 6.8-4.6 6.8 0v5z"), oval(-2.4, 2.4, 1.9)),
)

SHIP: Drawing = (
    layer(FLAME, Shape(-3, 11, "h6l-3 6z")),
    layer(FIN, Shape(-5, 2, "l-5 6v5l5-2.6z"), Shape(5, 2, "l5 6v5l-5-2.6z")),
    layer(HULL, Shape(0, -17, "c5.4 5 6.8 12.4 5.4 21l-2 7h-6.8l-2-7c-1.4-8.6 0-16 5.4-21z")),
    layer(WINDOW, oval(0, -4.4, 2.7)),
)

HEADS = {"W": WEREWOLF, "H": WITCH, "V": VAMPIRE, "S": SKELETON}
SCENERY = {"*": MOON_CRYSTAL, ".": CRATERS, "A": ARMSTRONG, "B": CAMP}
