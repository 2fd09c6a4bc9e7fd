"""From SVG to pixels, with the bundled font only, so that all machines draw the same. Needs the extra `render`."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mom_env.common.arguments import checked_whole
from mom_env.common.extras import import_from, require
from mom_env.common.files import try_file, write_file
from mom_env.drawing.lettering import FAMILY, FILES, font_file
from mom_env.errors import OptionError

if TYPE_CHECKING:
    from PIL.Image import Image

WIDTH = 1000  # pixels
MAX_WIDTH = 10_000  # more is almost always a mistake
MAX_SECONDS = 600.0  # GIF counts hundredths of seconds, up to 65,535
GIF_COLOURS = 256  # that a GIF can have
SAMPLES = 8  # how many pictures the colours of a GIF are taken from, about


def to_png(svg: str, width: int = WIDTH) -> bytes:
    """Return the content of a PNG file of the picture `svg`, `width` pixels wide; the height follows.

    Raises:
        MissingExtra: resvg is not installed.
        OptionError: the width is impossible.
    """
    png = import_from("render", "resvg_py").svg_to_bytes(
        svg_string=svg,
        width=checked_whole("width", width, 1, MAX_WIDTH),
        skip_system_fonts=True,
        font_files=[str(font_file(weight)) for weight in FILES],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    return bytes(png)


def to_image(svg: str, width: int = WIDTH) -> "Image":
    """Return the picture `svg` as an image of Pillow in RGB, `width` pixels wide; the height follows.

    Raises:
        MissingExtra: resvg or Pillow is not installed.
        OptionError: the width is impossible.
    """
    return decoded(to_png(svg, width))


def decoded(png: bytes) -> "Image":
    """Return the content `png` of a PNG file as an image of Pillow in RGB.

    Raises:
        MissingExtra: Pillow is not installed.
    """
    with import_from("render", "PIL.Image").open(BytesIO(png)) as image:
        picture: Image = image.convert("RGB")
        return picture


def to_pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Return the picture `svg`, `width` pixels wide, as a fresh array, shape (height, width, 3): red, green, blue.

    Raises:
        MissingExtra: resvg or Pillow is not installed.
        OptionError: the width is impossible.
    """
    return np.array(to_image(svg, width))


def to_gif(svgs: Iterable[str], width: int = WIDTH, seconds: float = 1.0, last_seconds: float | None = None) -> bytes:
    """Return the content of an animated GIF that shows one picture after the other, and starts again after the last.

    Args:
        svgs: at least one; all are drawn as large as the first.
        width: width of the GIF in pixels.
        seconds: how long each picture is shown, from 0.02.
        last_seconds: how long the last one is shown instead; None for as long as the others.

    Raises:
        MissingExtra: resvg or Pillow is not installed.
        OptionError: there is no picture, or the width or a time is impossible.
    """
    last_seconds = seconds if last_seconds is None else last_seconds
    for stays in (seconds, last_seconds):
        if not 0.02 <= stays <= MAX_SECONDS:
            raise OptionError(f"seconds: expected 0.02 to {MAX_SECONDS:g}, found {stays!r}")
    pil = import_from("render", "PIL.Image")  # first, so that a missing package is reported before anything is drawn
    pngs = [to_png(svg, width) for svg in svgs]  # some hundred pictures, decoded, would take half a GB
    if not pngs:
        raise OptionError("svgs: expected at least one picture, found none")
    colours = common_colours(pngs)
    first, *others = (decoded(png).quantize(palette=colours, dither=pil.Dither.NONE) for png in pngs)
    durations = [round(1000 * seconds)] * len(others) + [round(1000 * last_seconds)]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def common_colours(pngs: Sequence[bytes]) -> "Image":
    """Return an image whose palette of GIF_COLOURS (256) colours is for all pictures, the contents of PNG files.

    The colours are taken from about SAMPLES (8) of them. With several palettes, what stays the same would change its
    colour and be stored again.
    """
    some = [decoded(png) for png in pngs[:: -(-len(pngs) // SAMPLES)]]
    together = np.concatenate([np.asarray(image) for image in some])
    palette: Image = import_from("render", "PIL.Image").fromarray(together).quantize(GIF_COLOURS, dither=0)
    return palette


def checked_picture(path: Path, width: int = WIDTH, kinds: Sequence[str] = (".svg", ".png")) -> Path:
    """Return the path if a picture of that width can be drawn and written there.

    Args:
        path: its suffix says what kind of picture it is.
        width: in pixels, of any kind but .svg.
        kinds: the suffixes that are allowed.

    Raises:
        OptionError: the suffix is another one, or the width is impossible.
        MissingExtra: pixels need the extra `render`.
        OutputError: the file cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in kinds:
        raise OptionError(f"{path}: expected a name that ends in {' or '.join(kinds)}")
    checked_whole("width", width, 1, MAX_WIDTH)
    if kind != ".svg":
        require("render", "resvg_py", "PIL")
    return try_file(path)


def save_picture(svg: str, path: Path, width: int = WIDTH) -> None:
    """Write the picture `svg` to a file, as its suffix says: `.svg`, or `.png` with `width` pixels.

    Raises:
        OptionError: the suffix is another one, or the width is impossible.
        MissingExtra: pixels need the extra `render`.
        OutputError: the file cannot be written.
    """
    checked_picture(path, width)
    write_file(path, to_png(svg, width) if path.suffix.lower() == ".png" else svg)
