"""The screens of the docs are what the commands print, and need nothing that has to be fetched."""

import re
from html import unescape

import pytest

from tests.support.commands import ROOT
from tools import screens

pytestmark = pytest.mark.outside


def words_of(svg: str) -> list[str]:
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)).split()


@pytest.mark.parametrize("name", screens.SCREENS)
def test_a_screen_of_the_docs_is_up_to_date(name: str) -> None:
    file = ROOT / "docs" / f"screen-{name}.svg"
    lines = screens.SCREENS[name]()
    assert len(lines) == screens.LINES
    svg = screens.draw(lines, screens.title_of(name))
    assert words_of(file.read_text(encoding="utf-8")) == words_of(svg), "run `make picture`"
    assert re.findall(r"url\((?!#)|@import|https?://(?!www\.w3\.org/2000/svg)", svg) == []


def test_the_auction_of_the_docs_shows_the_whole_table_and_a_list_that_goes_on() -> None:
    text = "\n".join(screens.play())
    assert "neighbours are allies" in text
    assert "What do you bid for " in text
    assert "a: all, up to" in text
