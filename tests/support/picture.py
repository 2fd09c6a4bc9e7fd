"""A picture as an eye sees it: where each word, box and disc lies, what is behind a word, and how colours differ."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFont

from mom_env.drawing import to_pixels
from mom_env.drawing.lettering import BOLD, PLAIN, font_file

SVG = "{http://www.w3.org/2000/svg}"
MEASURED_AT = 200  # pixels: large enough that rounding does not matter
SLACK = 0.3  # pixels that an edge may be crossed by


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class Disc(NamedTuple):
    x: float
    y: float
    radius: float


class Word(NamedTuple):
    text: str
    box: Box  # of the ink
    size: float
    fill: str


class Picture:
    """An SVG taken apart; moves and scales of groups are worked in."""

    def __init__(self, svg: str) -> None:
        self.root = ET.fromstring(svg)
        self.width, self.height = float(self.root.get("width", 0)), float(self.root.get("height", 0))
        self.words: list[Word] = []
        self.boxes: list[Box] = []
        self.discs: list[Disc] = []
        for element, x, y, scale in placed(self.root):
            self._take(element, x, y, scale)

    def _take(self, element: ET.Element, x: float, y: float, scale: float) -> None:
        def number(name: str) -> float:
            return float(element.get(name, 0)) * scale

        if element.tag == f"{SVG}text":
            self.words.append(word(element, x, y, scale))
        elif element.tag == f"{SVG}rect":
            left, top = x + number("x"), y + number("y")
            self.boxes.append(Box(left, top, left + number("width"), top + number("height")))
        elif element.tag == f"{SVG}circle":
            self.discs.append(Disc(x + number("cx"), y + number("cy"), number("r")))

    @property
    def texts(self) -> list[str]:
        return [word.text for word in self.words]


def placed(
    element: ET.Element, x: float = 0, y: float = 0, scale: float = 1
) -> Iterator[tuple[ET.Element, float, float, float]]:
    """All elements in the order of painting, each with where its group lies and how large it is."""
    change = element.get("transform", "")
    if moved := re.search(r"translate\((\S+) (\S+)\)", change):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := re.search(r"scale\((\S+)\)", change):
        scale *= float(scaled[1])
    yield element, x, y, scale
    for child in element:
        yield from placed(child, x, y, scale)


def word(element: ET.Element, x: float, y: float, scale: float) -> Word:
    text, size = element.text or "", float(element.get("font-size", 0)) * scale
    left, top, right, bottom, advance = measure(text, int(element.get("font-weight", PLAIN)))
    shift = {"start": 0.0, "middle": advance / 2, "end": advance}[element.get("text-anchor", "start")]
    start, base = x + float(element.get("x", 0)) * scale - shift * size, y + float(element.get("y", 0)) * scale
    box = Box(start + left * size, base + top * size, start + right * size, base + bottom * size)
    return Word(text, box, size, element.get("fill", ""))


@cache
def measure(text: str, weight: int) -> tuple[float, float, float, float, float]:
    """Left, top, right and bottom of the ink from the first base point, and the way to the next letter; in ems."""
    assert weight in (PLAIN, BOLD)
    font = ImageFont.truetype(str(font_file(weight)), MEASURED_AT)
    left, top, right, bottom = (edge / MEASURED_AT for edge in font.getbbox(text, anchor="ls"))
    return left, top, right, bottom, font.getlength(text) / MEASURED_AT


def crossings(picture: Picture) -> list[str]:
    """Words that run over each other, over the edge of a box or a disc, or out of the picture."""
    words = [word.box for word in picture.words]
    page = Box(0, 0, picture.width, picture.height)
    found = [f"{i} leaves the picture" for i in np.flatnonzero(~within(words, [page]))]
    pairs = (
        (np.triu(meet(words, words), 1), words),
        (meet(words, picture.boxes) & ~within(words, picture.boxes), picture.boxes),
        (~inside(words, picture.discs) & ~apart(words, picture.discs), picture.discs),
    )
    found += [f"{i} crosses {others[j]}" for crossed, others in pairs for i, j in np.argwhere(crossed)]
    return [f"{picture.words[int(said.split()[0])]}: {said}" for said in found]


# Each answers for all words (rows) and all others (columns) at once: there are some 50,000 pairs in a picture.


def numbers(rows: Sequence[Box | Disc], count: int) -> NDArray[np.float64]:
    return np.array(rows, np.float64).reshape(-1, count).T


def meet(words: Sequence[Box], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    left, top, right, bottom = numbers(words, 4)[:, :, None]
    others = numbers(boxes, 4)
    across = (left < others[2] - SLACK) & (others[0] < right - SLACK)
    found: NDArray[np.bool_] = across & (top < others[3] - SLACK) & (others[1] < bottom - SLACK)
    return found


def within(words: Sequence[Box], boxes: Sequence[Box]) -> NDArray[np.bool_]:
    left, top, right, bottom = numbers(words, 4)[:, :, None]
    others = numbers(boxes, 4)
    across = (left >= others[0] - SLACK) & (right <= others[2] + SLACK)
    found: NDArray[np.bool_] = across & (top >= others[1] - SLACK) & (bottom <= others[3] + SLACK)
    return found


def inside(words: Sequence[Box], discs: Sequence[Disc]) -> NDArray[np.bool_]:
    left, top, right, bottom = numbers(words, 4)[:, :, None]
    x, y, radius = numbers(discs, 3)
    farthest: NDArray[np.float64] = np.hypot(np.maximum(x - left, right - x), np.maximum(y - top, bottom - y))
    found: NDArray[np.bool_] = farthest <= radius + SLACK
    return found


def apart(words: Sequence[Box], discs: Sequence[Disc]) -> NDArray[np.bool_]:
    left, top, right, bottom = numbers(words, 4)[:, :, None]
    x, y, radius = numbers(discs, 3)
    nearest: NDArray[np.float64] = np.hypot(x - np.clip(x, left, right), y - np.clip(y, top, bottom))
    found: NDArray[np.bool_] = nearest >= radius - SLACK
    return found


# Colours


def rgb(colour: str) -> NDArray[np.float64]:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], np.float64)


def linear(pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Light, from sRGB values up to 255."""
    part = pixels / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(colour: str, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """WCAG 2's ratio of a colour to each pixel, shape (..., 3)."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    one, other = linear(rgb(colour)) @ weights + 0.05, linear(pixels) @ weights + 0.05
    ratio: NDArray[np.float64] = np.maximum(one, other) / np.minimum(one, other)
    return ratio


# What is left of red, green and blue light for eyes that lack a kind of cone entirely (Machado and others, 2009).
EYES = {
    "all cones": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1, 1.08883])


def lab(colour: str, eyes: str) -> NDArray[np.float64]:
    """CIELAB of what those eyes see."""
    seen = np.clip(EYES[eyes] @ linear(rgb(colour)), 0, 1)
    parts = TO_XYZ @ seen / WHITE
    x, y, z = np.where(parts > 216 / 24389, np.cbrt(parts), (24389 / 27 * parts + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: str, other: str, eyes: str) -> float:
    """CIEDE2000: about 1 can just be seen side by side."""
    (light1, a1, b1), (light2, a2, b2) = lab(one, eyes), lab(other, eyes)
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25**7))
    chroma1, chroma2 = np.hypot(grey * a1, b1), np.hypot(grey * a2, b2)
    hue1, hue2 = np.arctan2(b1, grey * a1), np.arctan2(b2, grey * a2)
    turn = (hue2 - hue1 + np.pi) % (2 * np.pi) - np.pi
    hue, middle, chroma = hue1 + turn / 2, (light1 + light2) / 2 - 50, (chroma1 + chroma2) / 2
    weight = 1 - 0.17 * np.cos(hue - np.pi / 6) + 0.24 * np.cos(2 * hue)
    weight += 0.32 * np.cos(3 * hue + np.radians(6)) - 0.2 * np.cos(4 * hue - np.radians(63))
    by_light = (light2 - light1) / (1 + 0.015 * middle**2 / np.sqrt(20 + middle**2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * np.sqrt(chroma1 * chroma2) * np.sin(turn / 2) / (1 + 0.015 * chroma * weight)
    blueness = np.radians(60) * np.exp(-(((np.degrees(hue) % 360 - 275) / 25) ** 2))
    twist = -2 * np.sqrt(chroma**7 / (chroma**7 + 25**7)) * np.sin(blueness)
    return float(np.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + twist * by_chroma * by_hue))


def least_difference(colours: Sequence[str], eyes: str) -> float:
    """The difference of the two colours that those eyes can hardest tell apart."""
    return min(difference(one, other, eyes) for one, other in combinations(colours, 2))


def least_contrasts(svg: str) -> Iterator[tuple[Word, float]]:
    """Each word, and its contrast to the pixel behind it that it stands out from least."""
    root = ET.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}text":
                parent.remove(child)
    ground = to_pixels(ET.tostring(root, encoding="unicode")).astype(np.float64)
    for each in Picture(svg).words:
        left, top, right, bottom = np.round(each.box).astype(int)
        yield each, float(contrast(each.fill, ground[top : bottom + 1, left : right + 1]).min())


def is_drawn_as_now(svg: str, file: Path) -> bool:
    """Whether a PNG file shows the picture; another resvg may smooth edges otherwise."""
    with Image.open(file) as image:
        kept = np.array(image.convert("RGB"), np.int16)
    drawn = to_pixels(svg).astype(np.int16)
    return drawn.shape == kept.shape and bool(np.abs(drawn - kept).mean() < 0.5)
