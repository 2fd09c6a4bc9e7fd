"""The bundled font: how wide a text is, how to cut it to a width, and the font itself to be put into an SVG.

Only what the widths need is read of a font file, so that an SVG can be written without any extra package.
"""

import struct
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mom_env.common.resources import PACKAGE

FAMILY = "Nunito"
FALLBACKS = "Nunito Sans, Avenir Next, Segoe UI, Helvetica Neue, Arial, sans-serif"  # for viewers without the font
PLAIN, BOLD = 600, 800  # weights
FILES = {PLAIN: "Nunito-SemiBold", BOLD: "Nunito-ExtraBold"}
CAP_HEIGHT = 0.705  # of a capital or a digit, in ems
UNKNOWN = 1.2  # ems that a character may take that the font lacks, in another font
ELLIPSIS = "…"
UNPRINTABLE = "?"


class Advances(NamedTuple):
    """The widths of characters in ems, by code point."""

    by_code: dict[int, float]

    def width(self, text: str) -> float:
        """Return the width of `text` in ems, the unit of the font's size, without kerning.

        A character that the font lacks has a width of UNKNOWN (1.2) ems.
        """
        return sum(self.by_code.get(ord(letter), UNKNOWN) for letter in text)


def font_file(weight: int) -> Path:
    """Return the path of the file of the font with that weight, PLAIN (600) or BOLD (800)."""
    return PACKAGE / "fonts" / f"{FILES[weight]}.ttf"


@cache
def font_faces() -> str:
    """Return CSS, 40 kB, that contains the font in both weights, for the letters of western Europe."""
    return "".join(
        f"@font-face{{font-family:{FAMILY};font-weight:{weight};"
        f"src:url(data:font/woff;base64,{b64encode(font_file(weight).with_suffix('.woff').read_bytes()).decode()})}}"
        for weight in FILES
    )


def width_of(text: str, size: float, weight: int = PLAIN) -> float:
    """Return the width of a text in pixels, in letters of `size` pixels and that weight, PLAIN (600) or BOLD (800)."""
    return advances(weight).width(text) * size


def fitted(text: str, room: float, size: float, weight: int = PLAIN) -> str:
    """Return the text, or as much of its beginning as fits into `room` pixels together with an ellipsis.

    `size` is that of the letters in pixels, and `weight` is PLAIN (600) or BOLD (800).
    """
    if width_of(text, size, weight) <= room:
        return text
    end = len(text)
    while end and width_of(text[:end].rstrip() + ELLIPSIS, size, weight) > room:
        end -= 1
    return text[:end].rstrip() + ELLIPSIS


def printable(text: str) -> str:
    """Return the text with "?" for each character that XML forbids or that would change the direction of writing."""
    return "".join(letter if letter.isprintable() else UNPRINTABLE for letter in text)


@cache
def advances(weight: int) -> Advances:
    """Return the widths of the characters of a font in ems, by code point; `weight` is PLAIN (600) or BOLD (800)."""
    font = font_file(weight).read_bytes()
    tables = {tag: offset for tag, _, offset, _ in struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * _short(font, 4)])}
    ems = 1 / _short(font, tables[b"head"] + 18)
    last = _short(font, tables[b"hhea"] + 34) - 1  # all later glyphs have its width
    widths = [_short(font, tables[b"hmtx"] + 4 * glyph) * ems for glyph in range(last + 1)]
    glyphs = _glyphs(font, tables[b"cmap"])
    return Advances({code: widths[min(glyph, last)] for code, glyph in glyphs.items()})


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """Return the numbers of glyphs by code point, from the map for 32-bit Unicode (platform 3, encoding 10, format 12).

    `font` is the content of the font's file, and `cmap` is where the table of maps begins in it, in bytes.
    """
    entries = struct.iter_unpack(">HHL", font[cmap + 4 : cmap + 4 + 8 * _short(font, cmap + 2)])
    start = next(cmap + offset for platform, encoding, offset in entries if (platform, encoding) == (3, 10))
    (count,) = struct.unpack_from(">L", font, start + 12)
    groups = struct.iter_unpack(">LLL", font[start + 16 : start + 16 + 12 * count])
    return {code: glyph + code - first for first, last, glyph in groups for code in range(first, last + 1)}


def _short(font: bytes, offset: int) -> int:
    """Return the unsigned 16-bit number at `offset` of the font's bytes."""
    return int.from_bytes(font[offset : offset + 2], "big")
