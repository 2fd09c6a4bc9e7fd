"""Pixels and letters: the same font in the widths, in the SVG and in the pixels; files, films and the window."""

import builtins
import re
import sys
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFont

from mom_env.drawing import Window, save_picture, to_gif, to_pixels, to_png
from mom_env.drawing.lettering import BOLD, ELLIPSIS, PLAIN, fitted, font_file, width_of
from mom_env.drawing.pixels import checked_picture
from mom_env.drawing.svg import document, rect, text
from mom_env.errors import MissingExtra, MomError, NoDisplay, OptionError

pytestmark = pytest.mark.once
WORDS = ["Monkeys on the Moon", "0123456789", "Łódź, Zoë", "W", ".", "\N{MINUS SIGN}2 \N{MULTIPLICATION SIGN}3 · …"]


@pytest.mark.parametrize("weight", [PLAIN, BOLD])
@pytest.mark.parametrize("words", WORDS)
def test_widths_are_those_of_the_font(weight: int, words: str) -> None:
    font = ImageFont.truetype(str(font_file(weight)), 1000, layout_engine=ImageFont.Layout.BASIC)
    letters = sum(font.getlength(letter) for letter in words)  # one by one: without kerning
    assert width_of(words, 1000, weight) == pytest.approx(letters, abs=len(words))


def test_the_font_within_an_svg_is_the_same_font() -> None:
    faces = re.findall(
        r"font-family:Nunito;font-weight:(\d+);src:url\(data:font/woff;base64,([^)]+)\)", picture("unused")
    )
    assert [int(weight) for weight, _ in faces] == [PLAIN, BOLD]
    letters = "".join(map(chr, [*range(32, 127), *range(160, 256)])) + "…\N{MINUS SIGN}"
    for weight, font in faces:
        embedded, whole = (
            ImageFont.truetype(source, 100, layout_engine=ImageFont.Layout.BASIC)
            for source in (BytesIO(b64decode(font)), str(font_file(int(weight))))
        )
        for letter in letters:
            assert embedded.getlength(letter) == pytest.approx(whole.getlength(letter), abs=1)
            assert letter in " \xa0\xad" or embedded.getmask(letter).getbbox()


def test_a_document_can_do_without_the_font() -> None:
    assert "font-face" not in document(10, 10, "a test", embed_font=False)


def test_the_licence_lies_beside_the_font() -> None:
    licence = font_file(PLAIN).with_name("OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Nunito Project Authors" in licence


@pytest.mark.parametrize("room", [5, 20, 60, 61, 200])
def test_what_does_not_fit_ends_in_an_ellipsis(room: float) -> None:
    words = "a rather long name"
    shown = fitted(words, room, 12)
    if width_of(words, 12) <= room:
        assert shown == words
    else:
        assert shown.endswith(ELLIPSIS)
        assert words.startswith(shown.removesuffix(ELLIPSIS))
        assert width_of(shown, 12) <= max(room, width_of(ELLIPSIS, 12))


def picture(words: str) -> str:
    return document(200, 100, "a test", rect(0, 0, 200, 100, fill="#ffffff"), text(10, 60, words, 40, "#000000"))


def test_pixels_have_the_width_asked_for_and_the_height_that_follows() -> None:
    pixels = to_pixels(picture(""), 300)
    assert (pixels.shape, pixels.dtype) == ((150, 300, 3), np.uint8)
    assert pixels.min() == 255
    assert Image.open(BytesIO(to_png(picture(""), 50))).size == (50, 25)


def test_letters_come_out_as_wide_as_they_are_counted() -> None:
    ink = np.flatnonzero((to_pixels(picture("Moon"), 200) < 128).any(axis=(0, 2)))
    room_behind = 10 + width_of("Moon", 40) - ink[-1]
    assert room_behind == pytest.approx(3, abs=2)


def test_pixels_are_the_same_every_time() -> None:
    assert to_png(picture("again")) == to_png(picture("again"))


@pytest.mark.parametrize("width", [0, -1, 10_001, 2.5, "100", True, None])
def test_a_width_that_is_none_is_refused(width: Any) -> None:
    with pytest.raises(OptionError, match="width: expected a whole number from 1 to 10000"):
        to_png(picture(""), width)


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg-py"), ("PIL.Image", "pillow")])
def test_without_the_extra_the_error_names_it(module: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    for use in (to_pixels, lambda svg: to_gif([svg]), lambda svg: Window("a test").show(svg)):
        with pytest.raises(MissingExtra, match=rf"{package}: .*mom-env\[render\]"):
            use(picture(""))


def test_an_svg_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    whole_import = builtins.__import__

    def bare_import(name: str, *rest: Any) -> Any:
        assert name.partition(".")[0] not in ("PIL", "resvg_py", "fontTools")
        return whole_import(name, *rest)

    from mom_env.monkeys_on_the_moon import Game

    monkeypatch.setattr(builtins, "__import__", bare_import)
    assert Game(2, 1).to_svg().endswith("</svg>")


# Files and films


def test_a_picture_goes_into_a_file_of_the_kind_that_its_name_says(tmp_path: Path) -> None:
    svg = picture("Zoë")
    save_picture(svg, tmp_path / "a.svg")
    save_picture(svg, tmp_path / "a.png", 50)
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == svg
    assert (tmp_path / "a.png").read_bytes() == to_png(svg, 50)


@pytest.mark.parametrize(
    ("name", "message"),
    [("a.jpg", "ends in .svg or .png"), ("file/a.svg", "cannot be written: expected a folder, found the file")],
)
def test_a_file_that_cannot_be_is_refused(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MomError, match=message):
        save_picture("<svg/>", tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_pictures_of_a_kind_that_is_not_wanted_and_widths_that_cannot_be_are_refused(tmp_path: Path) -> None:
    for name, width, message in (("a.png", 800, "ends in .gif"), ("a.gif", 0, "width: "), ("a.gif", 10**9, "width: ")):
        with pytest.raises(OptionError, match=message):
            checked_picture(tmp_path / name, width, [".gif"])
    assert checked_picture(tmp_path / "A.GIF", 800, [".gif"]) == tmp_path / "A.GIF"
    assert list(tmp_path.iterdir()) == []


def test_a_film_shows_every_picture_for_as_long_as_asked() -> None:
    svgs = [picture(words) for words in ("one", "two", "three")]
    film: Any  # `n_frames` is of films alone
    with Image.open(BytesIO(to_gif(iter(svgs), 200, 0.5, 2.0))) as film:
        assert (film.format, film.n_frames, film.size, film.info["loop"]) == ("GIF", 3, (200, 100), 0)
        for number, svg in enumerate(svgs):
            film.seek(number)
            assert film.info["duration"] == (2_000 if number == 2 else 500)
            shown = np.array(film.convert("RGB"), np.int16)
            others = [np.abs(shown - to_pixels(other, 200)).mean() for other in svgs]
            assert others.index(min(others)) == number
            assert np.abs(shown - to_pixels(svg, 200)).mean() < 2


@pytest.mark.parametrize("seconds", [0, -1, 601, float("nan")])
def test_a_film_of_no_time_is_refused(seconds: float) -> None:
    with pytest.raises(OptionError, match=r"seconds: expected 0\.02 to 600"):
        to_gif([picture("")], seconds=seconds)
    with pytest.raises(OptionError, match=r"seconds: expected 0\.02 to 600"):
        to_gif([picture("")], last_seconds=seconds)


def test_a_film_of_nothing_is_refused() -> None:
    with pytest.raises(OptionError, match="at least one picture, found none"):
        to_gif([])


# The window, on a screen that is not there


class Screen:
    """Stands in for Tk: keeps what is shown, and lets a user close the window."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown: list[Any] = []
        self.opened, self.is_open, self.close_now = 0, False, False
        self.on_close: Any = None
        monkeypatch.setitem(
            sys.modules, "tkinter", SimpleNamespace(Tk=self.open, Label=lambda *_, **__: self, TclError=RuntimeError)
        )
        monkeypatch.setattr("PIL.ImageTk.PhotoImage", lambda image, **_: image)

    def open(self) -> "Screen":
        self.opened, self.is_open = self.opened + 1, True
        return self

    def title(self, words: str) -> None:
        assert words == "a test"

    def resizable(self, **_: bool) -> None:
        assert self.is_open

    def protocol(self, event: str, handler: Any) -> None:
        assert event == "WM_DELETE_WINDOW"
        self.on_close = handler

    def pack(self) -> None:
        assert self.is_open

    def configure(self, image: Any) -> None:
        assert self.is_open
        self.shown.append(image)

    def update(self) -> None:
        assert self.is_open
        if self.close_now:
            self.on_close()

    def destroy(self) -> None:
        assert self.is_open
        self.is_open = False


def test_a_window_shows_one_picture_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, window = Screen(monkeypatch), Window("a test", 200)
    assert not screen.is_open
    for words in ("one", "two"):
        window.show(picture(words))
        assert np.array_equal(np.array(screen.shown[-1]), to_pixels(picture(words), 200))
    assert (screen.opened, len(screen.shown), screen.is_open) == (1, 2, True)
    window.close()
    window.close()
    assert not screen.is_open


def test_a_window_closed_by_hand_stays_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, window = Screen(monkeypatch), Window("a test")
    screen.close_now = True
    window.show(picture("one"))
    assert window.is_closed
    window.show(picture("two"))
    assert (screen.opened, len(screen.shown), screen.is_open) == (1, 1, False)


def test_without_a_screen_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    tkinter = pytest.importorskip("tkinter", reason="this Python has no Tk: the next test is about that")

    def no_screen() -> None:
        raise tkinter.TclError("no display")

    monkeypatch.setattr(tkinter, "Tk", no_screen)
    with pytest.raises(NoDisplay, match=r"expected a screen, found none \(no display\); .*rgb_array"):
        Window("a test").show(picture(""))


def test_without_tk_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(NoDisplay, match=r"expected a Python with tkinter, found none; .*rgb_array"):
        Window("a test").show(picture(""))


# The bench


def test_the_bench_has_rows_for_both_and_measures() -> None:
    from mom_env.bench.pictures import contestants
    from mom_env.games import GAMES

    rows = contestants(GAMES[0], num_players=2)
    assert [row.unit for row in rows] == ["ms", "ms"]
    assert all(row.measure() > 0 for row in rows)
