"""SVG elements as text: rounded to a hundredth of a pixel, escaped, and the same every time."""

from html import escape
from typing import Literal

from mom_env.drawing.lettering import BOLD, CAP_HEIGHT, FALLBACKS, FAMILY, PLAIN, fitted, font_faces, printable

Anchor = Literal["start", "middle", "end"]
Look = float | str | None  # the value of an attribute; None leaves it out


def tag(name: str, *inside: str, **attributes: Look) -> str:
    """Return an SVG element with the name `name` and the content `inside`, other elements as text.

    `attributes` are those of the element: underscores in their names become hyphens, and None leaves one out.
    """
    said = "".join(
        f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    return f"<{name}{said}>{''.join(inside)}</{name}>" if inside else f"<{name}{said}/>"


def rect(x: float, y: float, width: float, height: float, radius: float | None = None, **look: Look) -> str:
    """Return a box as an SVG element, placed by its upper left corner; `radius` is that of its corners, in pixels.

    `look` has further attributes, such as `fill`.
    """
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, **look)


def disc(x: float, y: float, radius: float, **look: Look) -> str:
    """Return a circle, placed by its centre.

    The element is text. `look` has further attributes, such as `fill`.
    """
    return tag("circle", cx=x, cy=y, r=radius, **look)


def path(d: str, **look: Look) -> str:
    """Return a shape as an SVG element; `d` is the path data of SVG, and `look` has attributes, such as `fill`."""
    return tag("path", d=d, **look)


def text(
    x: float,
    y: float,
    words: object,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    anchor: Anchor = "start",
    room: float | None = None,
) -> str:
    """Return words as an SVG element, on the baseline `y`; "" if there are no words.

    `size` is that of the letters in pixels. `anchor` says whether the start, the middle or the end of the text is at
    `x`. With `room`, as much of the text is shown as fits into that many pixels, with an ellipsis.
    """
    shown = printable(str(words))
    if room is not None:
        shown = fitted(shown, room, size, BOLD if bold else PLAIN)
    if not shown:
        return ""
    return tag(
        "text",
        escape(shown),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_weight=BOLD if bold else None,
        text_anchor=None if anchor == "start" else anchor,
    )


def centred(x: float, y: float, words: object, size: float, fill: str, *, room: float | None = None) -> str:
    """Return bold digits or capitals as an SVG element, with their middle at (x, y), cut to `room` pixels if given.

    `size` is that of the letters in pixels.
    """
    return text(x, y + CAP_HEIGHT / 2 * size, words, size, fill, bold=True, anchor="middle", room=room)


def group(*inside: str, x: float = 0, y: float = 0, scale: float = 1, **look: Look) -> str:
    """Return an SVG element of the elements `inside`, which are together scaled by `scale`, and then moved by (x, y).

    `look` has further attributes, for all of them.
    """
    moved = f"translate({_value(x)} {_value(y)})" if x or y else ""
    scaled = f"scale({_value(scale)})" if scale != 1 else ""
    return tag("g", *inside, transform=f"{moved} {scaled}".strip() or None, **look)


def document(width: float, height: float, title: str, *inside: str, embed_font: bool = True) -> str:
    """Return a whole picture as the text of an SVG file, with the elements `inside`; it loads nothing from elsewhere.

    `width` and `height` are in pixels. `embed_font` puts the font, 40 kB, into the picture. Without it, the picture
    looks right only where the font is installed, or embedded once for all pictures.
    """
    return tag(
        "svg",
        tag("title", escape(printable(title))),
        tag("style", font_faces()) if embed_font else "",
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(width)} {_value(height)}",
        width=width,
        height=height,
        role="img",
        font_family=f"{FAMILY}, {FALLBACKS}",
        font_weight=PLAIN,
    )


def _value(value: float | str) -> str:
    """Return the value of an attribute as text: words are escaped, and numbers are rounded to two decimals."""
    return escape(value) if isinstance(value, str) else f"{round(value, 2):.10g}"
