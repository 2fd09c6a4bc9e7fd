"""Draws the six motifs of tiles, each in a square of about -20 to 20, and different by its outline alone."""

from collections.abc import Callable
from functools import cache

from mom_env.ape_town.draw.palette import (
    BEARD,
    EYE,
    FRUIT,
    FRUIT_EDGE,
    FUR_BROWN,
    FUR_DARK,
    FUR_GREY,
    FUR_OLIVE,
    FUR_ORANGE,
    PLANK,
    PUPIL,
    SKIN,
    SKIN_DARK,
    SNOUT_BLUE,
    SNOUT_RED,
    WHITE_FUR,
    WOOD,
)
from mom_env.drawing.svg import path


@cache
def motif(name: str) -> str:
    """Return the SVG of a motif, in a square of about -20 to 20."""
    return DRAWINGS[name]()


# All shapes of a colour that lie above the same other shapes are one path: pixels of a picture cost by the element.


def dot(x: float, y: float, width: float, height: float | None = None) -> str:
    """Return the path data of a disc with its middle at (x, y), or of an ellipse; sizes are half of the whole."""
    height = width if height is None else height
    half = f"a{width:g} {height:g} 0 1 0"
    return f"M{x - width:g} {y:g}{half} {2 * width:g} 0{half} {-2 * width:g} 0Z"


def pair(x: float, y: float, radius: float) -> str:
    """Return the path data of two discs, left and right of the middle."""
    return dot(-x, y, radius) + dot(x, y, radius)


def grin(y: float, width: float, depth: float) -> str:
    """Return the path data of a mouth at the height `y`, `width` to each side, `depth` deep."""
    return f"M{-width:g} {y:g}Q0 {y + 2 * depth:g} {width:g} {y:g}Q0 {y + 2 * depth + 3:g} {-width:g} {y:g}Z"


def tarsier() -> str:
    """Return the SVG of a tarsier: a small head that is almost all eyes, and thin ears that stand up."""
    ears = "M-9-8C-17-12-19-20-16-22-11-21-5-16-3-11ZM9-8C17-12 19-20 16-22 11-21 5-16 3-11Z"
    inner = "M-10-11C-14-14-15-18-14.5-19-12-18-9-15-7-12ZM10-11C14-14 15-18 14.5-19 12-18 9-15 7-12Z"
    return "".join(
        (
            path(dot(0, -1, 16, 12.5) + ears, fill=FUR_BROWN),
            path(inner + dot(0, 7, 4.5, 3), fill=SKIN),
            path(pair(7.6, -3.5, 8.2), fill=EYE),
            path(pair(6.9, -3, 5) + "M-2 4.6H2L0 7Z", fill=PUPIL),
            path(pair(5.4, -5, 1.6), fill=EYE),
        )
    )


def chimpanzee() -> str:
    """Return the SVG of a chimpanzee: large round ears at the sides, a bare face, a broad mouth."""
    brows = "M0-10C3-14 11-13 11-6 11-2 9-1 10 2"
    face = f"{brows} 12 9 6 12.5 0 12.5S-12 9-10 2C-9-1-11-2-11-6-11-13-3-14 0-10Z"
    nose = "M-3 1.4Q0-2.4 3 1.4 0 .2-3 1.4Z"
    return "".join(
        (
            path(dot(0, -3, 15.5, 16) + pair(17, -3, 6.2), fill=FUR_DARK),
            path(face + pair(17.4, -3, 3.8), fill=SKIN),
            path(pair(4.6, -5, 1.9) + nose + grin(4.6, 6.8, 1.8), fill=FUR_DARK),
        )
    )


def mandrill() -> str:
    """Return the SVG of a mandrill, in a square of about -20 to 20.

    It has a long face with a red ridge between blue cheeks, and a pointed yellow beard.
    """
    mane = "M0-20C10-20 17-13 17-4 17 3 12 8 8 10L0 20-8 10C-12 8-17 3-17-4-17-13-10-20 0-20Z"
    cheeks = "M-3.2-7C-9-6-10 2-7 9L-3.2 10ZM3.2-7C9-6 10 2 7 9L3.2 10Z"
    ridges = "M-6.9-3H-5.9V7H-6.9ZM5.9-3H6.9V7H5.9ZM-8.6-1H-7.8V4.5H-8.6ZM7.8-1H8.6V4.5H7.8Z"
    return "".join(
        (
            path(mane, fill=FUR_OLIVE),
            path("M-8 7H8L0 18.5Z", fill=BEARD),
            path(cheeks, fill=SNOUT_BLUE),
            path("M-2.6-9H2.6L3 6C5 8 4 11.5 0 11.5S-5 8-3 6Z", fill=SNOUT_RED),
            path(pair(5.6, -9.5, 2.7), fill=EYE),
            path(pair(5.2, -9.3, 1.6) + ridges, fill=PUPIL),
        )
    )


def banana() -> str:
    """Return the SVG of a banana site: a crate with a bunch of bananas above it."""
    left = "M-2-18C-13-17-19-8-17 3H-10.5C-11-6-7-12-2-14Z"
    middle = "M-.5-14C-6-11-8-4-7 3H-.5C-2-4-.5-10 3-14Z"
    right = "M2.5-18C12-16 18-8 16 3H9.5C10-5 8-11 4-13.5Z"
    boards = "M-18 6.6H18V8H-18ZM-18 12H18V13.4H-18ZM-12.7 2H-11.3V18H-12.7ZM11.3 2H12.7V18H11.3Z"
    return "".join(
        (
            path(left + right + middle, fill=FRUIT, stroke=FRUIT_EDGE, stroke_width=1.5, stroke_linejoin="round"),
            path("M-3-22.5H3.5V-15H-3Z", fill=FRUIT_EDGE),
            path("M-18 2H18V18H-18Z", fill=WOOD),
            path(boards, fill=PLANK),
        )
    )


def orangutan() -> str:
    """Return the SVG of an orangutan: a wide dark disc of cheeks, with orange hair and a beard around it."""
    top = "M0-22C9-22 15-17 16-10 21-5 20 6 15 11L9 9 5 17 0 12"
    hair = f"{top}-5 17-9 9-15 11C-20 6-21-5-16-10-15-17-9-22 0-22Z"
    return "".join(
        (
            path(hair, fill=FUR_ORANGE),
            path(dot(0, -3, 15.5, 10.5), fill=SKIN_DARK),
            path(dot(0, -6.5, 8, 4.6) + dot(0, 4.5, 7.6, 6), fill=SKIN),
            path(pair(4, -6.5, 1.9) + pair(1.6, 1.8, 0.9) + grin(5, 4.8, 1.4), fill=FUR_DARK),
        )
    )


def lemur() -> str:
    """Return the SVG of a ring-tailed lemur: a white pointed face with black eye patches, and its ringed tail."""
    curl = "M10 13C23 13 24-5 16.5-13 13-17 8-21 12-23"
    head = "M-4-14C4-14 8-9 8-3 8 4 1 8-4 13-9 8-16 4-16-3-16-9-12-14-4-14Z"
    ears = "M-14.5-19.5-16.5-5-5-11ZM6.5-19.5 8.5-5-3-11Z"
    inner = "M-13.3-15.5-14-9-8.5-12ZM5.3-15.5 6-9 .5-12Z"
    face = "M-4-8C1-11 6-7 6-2 5 3 0 7-4 12-8 7-13 3-14-2-14-7-9-11-4-8Z"
    patches = "M-6-1C-7-6-13-6-12.5-2-11 3-7 3-6-1ZM-2-1C-1-6 5-6 4.5-2 3 3-1 3-2-1ZM-7 7H-1L-4 12Z"
    return "".join(
        (
            path(curl, fill="none", stroke=FUR_DARK, stroke_width=7.8),
            path(curl, fill="none", stroke=WHITE_FUR, stroke_width=6, stroke_dasharray="3.8 3.8"),
            path(head + ears, fill=FUR_GREY),
            path(face + inner, fill=WHITE_FUR),
            path(patches, fill=FUR_DARK),
            path(dot(-9.2, -2, 1.9) + dot(1.2, -2, 1.9), fill=BEARD),
        )
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "tarsier": tarsier,
    "chimpanzee": chimpanzee,
    "mandrill": mandrill,
    "banana": banana,
    "orangutan": orangutan,
    "lemur": lemur,
}
