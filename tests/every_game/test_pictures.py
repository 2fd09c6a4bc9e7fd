"""The pictures of every game: they fetch nothing, are the same every time, and can be read."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from mom_env.drawing import to_pixels
from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from tests.support.courses import any_game_at, course_of
from tests.support.picture import Picture, crossings, is_drawn_as_now, least_contrasts
from tests.support.sizes import smaller_without_jit

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
SOME_NAMES = ["Wilhelmina Wolfeschlegelsteinhausen", "W" * 300, "<b>&amp;\"'", "\N{MONKEY}\N{MONKEY}\N{MONKEY} Zoë"]
LONG_NAMES = 2 * SOME_NAMES  # for up to eight players
SMALLEST_TEXT = 12  # pixels at a width of 1000
LEAST_CONTRAST = 4.5
LARGEST_FILE = 350_000  # bytes
DRAWN = [name for name in GAMES if load(name).info.has_pictures]
each_game = pytest.mark.parametrize("name", DRAWN)
COUNTS = {name: [count for count in load(name).info.tables if count > 1] for name in DRAWN}
TABLES = [(name, counts[i]) for name, counts in COUNTS.items() for i in sorted({0, len(counts) // 2, len(counts) - 1})]
each_table = pytest.mark.parametrize(("name", "num_players"), TABLES)


def test_there_are_pictures() -> None:
    assert len(DRAWN) >= 2


# What it is


@each_table
def test_it_is_one_svg_that_fetches_nothing(name: str, num_players: int) -> None:
    for game in course_of(name, num_players, seed=1, every=40):
        svg = game.to_svg()
        assert ET.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
        assert svg.count("http") == 1  # the name of the format
        assert svg.count("url(") == svg.count("url(data:font/woff;base64,") == 2
        assert not any(word in svg for word in ("href", "@import", "<image", "<script", "<foreignObject"))


@each_game
def test_the_font_within_can_be_left_out(name: str) -> None:
    game = any_game_at(name, 2, seed=1, steps=30)
    bare, whole = game.to_svg(embed_font=False), game.to_svg()
    assert "font-face" not in bare
    assert len(whole) - len(bare) < 50_000
    assert re.sub("<style>.*?</style>", "", whole) == bare
    assert np.array_equal(to_pixels(bare), to_pixels(whole))


@each_game
def test_the_same_position_is_the_same_picture(name: str) -> None:
    game = any_game_at(name, 4, seed=2, steps=60)
    assert game.to_svg() == game.copy().to_svg() == type(game).from_text(str(game)).to_svg() == game._repr_svg_()


@each_game
@pytest.mark.outside
def test_the_order_of_hashes_changes_nothing(name: str) -> None:
    code = f"import sys; from {any_game_at.__module__} import any_game_at"
    code += f"; sys.stdout.write(any_game_at({name!r}, 3, 4, 70).to_svg())"
    pictures = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(pictures) == 1


# It can be read


def stress(name: str, num_players: int) -> Iterator[str]:
    """Pictures with little, much and awkward in them."""
    for seed in range(smaller_without_jit(3, 1)):
        every = smaller_without_jit(4, 19)
        for game in course_of(name, num_players, seed, every=every, skip_forced=False):
            yield game.to_svg(seat=seed % num_players)
            yield game.to_svg(names=LONG_NAMES[:num_players])


@each_table
def test_no_word_runs_over_anything_and_none_is_small(name: str, num_players: int) -> None:
    for svg in stress(name, num_players):
        picture = Picture(svg)
        assert crossings(picture) == []
        assert min(word.size for word in picture.words) >= SMALLEST_TEXT - 1e-6


@each_game
@pytest.mark.parametrize("steps", [0, 1, 31, 40, 77, 10_000])
def test_every_word_stands_out_from_what_is_behind_it(name: str, steps: int) -> None:
    for word, contrast in least_contrasts(any_game_at(name, 4, 1, steps).to_svg()):
        assert contrast >= LEAST_CONTRAST, word


# What comes from outside


@each_game
def test_names_cannot_break_it(name: str) -> None:
    svg = load(name).people.Game(2, 1).to_svg(names=["</text><script>", "a\x00b\u202ec\ud800"])
    assert "<script" not in svg
    shown = Picture(svg).texts
    assert any(text.startswith("</te") for text in shown)
    assert "a?b?c?" in shown


@each_game
@pytest.mark.parametrize("names", [[], ["one"], ["one", "two", "three"]])
def test_a_wrong_number_of_names_is_refused(name: str, names: list[str]) -> None:
    with pytest.raises(OptionError, match=f"names: expected 2, one for each seat, found {len(names)}"):
        load(name).people.Game(2, 1).to_svg(names=names)


@each_game
def test_a_seat_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match="seat: expected a whole number from 0 to 1"):
        load(name).people.Game(2, 1).to_svg(seat=2)


# The pictures of the docs


@each_game
def test_the_picture_of_the_docs_is_drawn_as_it_would_be_now(name: str) -> None:
    docs = ROOT / "docs" / name
    game = load(name).people.Game.from_text((docs / "board.txt").read_text(encoding="utf-8"))
    assert is_drawn_as_now(game.to_svg(), docs / "board.png"), "run `make picture`"


@each_game
def test_the_picture_of_the_docs_is_not_too_large(name: str) -> None:
    assert (ROOT / "docs" / name / "board.png").stat().st_size <= LARGEST_FILE
