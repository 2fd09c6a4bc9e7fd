"""SVG to pixels, with the bundled font and nothing of the machine: the same everywhere. Needs the extra `render`."""

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
MAX_WIDTH = 10_000  # more is rather a slip than a wish
MAX_SECONDS = 600.0  # GIF counts in hundredths, up to 65,535
COLOURS = 256  # of a GIF
SAMPLES = 8  # pictures from which its colours are taken


def to_png(svg: str, width: int = WIDTH) -> bytes:
    """A PNG file of that width in pixels; the height follows.

    Raises:
        MissingExtra: resvg is not installed.
        OptionError: that is no width.
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
    """The picture as an image of Pillow.

    Raises:
        MissingExtra, OptionError: as `to_png`.
    """
    return decoded(to_png(svg, width))


def decoded(png: bytes) -> "Image":
    """A PNG file as an image of Pillow."""
    with import_from("render", "PIL.Image").open(BytesIO(png)) as image:
        picture: Image = image.convert("RGB")
        return picture


def to_pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """The picture as an array of its own, shape (height, width, 3): red, green, blue.

    Raises:
        MissingExtra, OptionError: as `to_png`.
    """
    return np.array(to_image(svg, width))


def to_gif(svgs: Iterable[str], width: int = WIDTH, seconds: float = 1.0, last_seconds: float | None = None) -> bytes:
    """An animated GIF that shows one picture after the other, and begins anew after the last.

    Args:
        svgs: at least one; all are drawn as large as the first.
        width: of the GIF in pixels.
        seconds: that each picture stays.
        last_seconds: that the last one stays instead.

    Raises:
        MissingExtra, OptionError: as `to_png`; or there is no picture, or that is no time.
    """
    last_seconds = seconds if last_seconds is None else last_seconds
    for stays in (seconds, last_seconds):
        if not 0.02 <= stays <= MAX_SECONDS:
            raise OptionError(f"seconds: expected 0.02 to {MAX_SECONDS:g}, found {stays!r}")
    pil = import_from("render", "PIL.Image")  # before anything is drawn
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
    """A palette for all: with one for each, what stays would change its colour and be stored anew."""
    some = [decoded(png) for png in pngs[:: -(-len(pngs) // SAMPLES)]]
    together = np.concatenate([np.asarray(image) for image in some])
    palette: Image = import_from("render", "PIL.Image").fromarray(together).quantize(COLOURS, dither=0)
    return palette


def checked_picture(path: Path, width: int = WIDTH, kinds: Sequence[str] = (".svg", ".png")) -> Path:
    """Return the path if a picture of that width can be drawn and written there.

    Args:
        path: its name says what kind of picture it is to be.
        width: in pixels, of any kind but .svg.
        kinds: what the name may end in.

    Raises:
        OptionError: the name ends in something else, or there is no such width.
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
    """Write a picture to a file, as what its name ends in says: `.svg` or `.png`.

    Raises:
        OptionError, MissingExtra, OutputError: as `checked_picture`.
    """
    checked_picture(path, width)
    write_file(path, to_png(svg, width) if path.suffix.lower() == ".png" else svg)
