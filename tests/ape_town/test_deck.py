"""Board files: what is read, what is refused and why, and where each table says that it comes from."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mom_env.ape_town import Game, state
from mom_env.ape_town.deck import MAX_COORDINATE, MAX_VALUE
from mom_env.ape_town.ruleset import load_deck, make_ruleset
from mom_env.common.resources import resource
from mom_env.errors import DeckError

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
Change = Callable[[Any], object]


def changed(change: Change, name: str = "standard") -> Any:
    """The content of a board file after a change."""
    content: Any = tomllib.loads(resource("configs", "ape_town", "decks", f"{name}.toml").read_text(encoding="utf-8"))
    change(content)
    return content


def put(*path: str | int, value: object) -> Change:
    """A change that sets one entry."""

    def change(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        content[path[-1]] = value

    return change


def take_out(*path: str | int) -> Change:
    """A change that removes one entry."""

    def change(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        del content[path[-1]]

    return change


def without_grey(content: Any) -> None:
    for district in content["district"]:
        district["colour"] = "black" if district["colour"] == "grey" else district["colour"]


def with_more_tiles(content: Any) -> None:
    content["tiles"]["banana"] += 5


def with_fewer_tiles(content: Any) -> None:
    content["tiles"]["banana"] -= 5


def with_long_sections(content: Any) -> None:
    segments = [colour for section in content["track"]["colours"] for colour in section][:36]
    content["track"]["colours"] = [segments[first : first + 6] for first in range(0, 36, 6)]
    content["tiles"]["banana"] -= 2


REFUSED: dict[str, tuple[Change, str]] = {
    "a cell in two districts": (put("district", 1, "fields", 0, value=[0, -5]), r"\[0, -5\] 2 times"),
    "a field in the pond": (put("pond", "cells", 0, value=[0, -5]), "expected each cell once"),
    "a printed tile on a field": (put("printed", 0, "cell", value=[0, -5]), "expected each cell once"),
    "two printed tiles on a cell": (put("printed", 1, "cell", value=[1, -4]), "expected each cell once"),
    "a district in two parts": (
        put("district", 0, "fields", 0, value=[9, 9]),
        "district.0.fields: expected a connected",
    ),
    "a colour without a district": (without_grey, "found none that is grey"),
    "an unknown printed motif": (put("printed", 0, "motif", value="gorilla"), "printed.0.motif"),
    "an unknown colour of a district": (put("district", 0, "colour", value="red"), "district.0.colour"),
    "an unknown colour of a segment": (put("track", "colours", 0, 0, value="red"), "track.colours.0.0"),
    "more than 80 tiles": (with_more_tiles, "tiles: expected 78 .* to 80, found 85"),
    "fewer tiles than fields": (with_fewer_tiles, "tiles: expected 78 .* found 75"),
    "a part of a section left over": (put("tiles", "banana", value=23), "then a multiple of 5, found 79"),
    "a shorter section": (take_out("track", "colours", 3, 0), "track.colours.3: expected 5 segments"),
    "more open tiles than ids": (with_long_sections, "at most 10 tiles in 2 sections, found 12"),
    "so much money that the display meets its tail": (put("setup", "money", value=9), "at most 7 apart.*8 apart"),
    "three open sections": (put("setup", "open_sections", value=3), "setup.open_sections"),
    "other neighbours than the cells have": (take_out("neighbours", "pairs", 0), r"neighbours.pairs.*\[0, 1\]"),
    "neighbours twice": (lambda c: c["neighbours"]["pairs"].append([1, 0]), "neighbours.pairs"),
    "an unknown table": (put("extra", value=1), "extra"),
    "no sources": (take_out("sources", "pond"), "sources.pond"),
    "an unknown label": (put("sources", "pond", "known", value="guessed"), "sources.pond.known"),
    "a cell of three numbers": (put("district", 0, "fields", 0, value=[0, -5, 5]), "district.0.fields.0"),
    "a cell in words": (put("district", 0, "fields", 0, value=["0", "-5"]), "district.0.fields.0"),
    "a cell far away": (put("pond", "cells", 0, value=[1000, 0]), "pond.cells.0"),
    "a negative number of tiles": (put("tiles", "lemur", value=-1), "tiles.lemur"),
    "an ape of no value": (put("values", "tarsier", value=0), "values.tarsier"),
    "an ape of great value": (put("values", "mandrill", value=10), "values.mandrill"),
    "another game's format": (put("format", value="mom-deck/1"), "format"),
    "another game": (put("game", value="monkeys_on_the_moon"), "game"),
    "no name": (put("name", value=""), "name"),
    "no district": (put("district", value=[]), "district"),
    "an empty district": (put("district", 0, "fields", value=[]), "district.0.fields"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_board_that_cannot_be_played_on_is_refused(what: str) -> None:
    change, message = REFUSED[what]
    with pytest.raises(DeckError, match=message):
        load_deck(changed(change))


def test_the_board_of_the_package_is_the_one_that_the_page_describes() -> None:
    board = load_deck("standard")
    sizes = [len(district.fields) for district in board.district]
    assert (len(board.cells), sizes.count(9), sizes.count(8)) == (78, 6, 3)
    for colour, segments in (("grey", 14), ("black", 13), ("white", 13)):
        assert sum(len(district.fields) for district in board.district if district.colour == colour) == 26
        assert board.track.segments.count(colour) == segments  # type: ignore[arg-type]
    assert board.tiles.total == 80
    assert len(board.printed) == 7
    neighbours = {0: {1, 5, 6}, 4: {3, 5, 8}, 6: {0, 1, 7, 8}, 8: {4, 5, 6, 7}}
    for district, others in neighbours.items():
        assert {sum(pair) - district for pair in board.neighbour_pairs if district in pair} == others


def test_no_two_segments_side_by_side_and_no_two_neighbours_are_alike() -> None:
    board = load_deck("standard")
    segments = board.track.segments
    assert all(one != other for one, other in zip(segments, segments[1:] + segments[:1], strict=True))
    colours = [district.colour for district in board.district]
    assert all(colours[one] != colours[other] for one, other in board.neighbour_pairs)


def test_the_limits_of_a_board_are_met_exactly() -> None:
    assert load_deck(changed(put("setup", "money", value=8))).setup.money == 8
    board = changed(lambda content: content.pop("neighbours") and content["sources"].pop("neighbours"))
    assert load_deck(board).neighbour_pairs == load_deck("standard").neighbour_pairs
    assert load_deck(changed(put("setup", "discs", value=26))).setup.discs == 26


def test_a_board_without_printed_tiles_and_pond_can_be_played() -> None:
    def change(content: Any) -> None:
        content["printed"], content["pond"]["cells"] = [], []

    rules = make_ruleset(2, changed(change), None).rules[0]
    assert not rules.printed_sites.any()
    assert not rules.printed_worth.any()


def test_content_of_a_board_comes_back_as_its_file_has_it() -> None:
    for name in ("standard", "mini"):
        content = changed(lambda _: None, name)
        assert load_deck(content).plain() == content
        assert load_deck(load_deck(content).plain()) == load_deck(name)
    assert {"name", "sources"} & load_deck("standard").played().keys() == set()


def test_a_board_of_one_s_own_is_played_by_its_path(tmp_path: Path) -> None:
    text = resource("configs", "ape_town", "decks", "mini.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "mini"', 'name = "mine"'), encoding="utf-8")
    game = Game(2, 1, deck=path)
    assert game.ruleset.deck.name == "mine"
    path.write_text("format =", encoding="utf-8")
    with pytest.raises(DeckError, match="expected a TOML file"):
        Game(2, 1, deck=path)
    with pytest.raises(DeckError, match="mini, standard"):
        Game(2, 1, deck="nowhere")


@pytest.mark.parametrize("num_players", [1, 5, 0, -1, 2.5, "2", None])
def test_other_numbers_of_players_are_refused(num_players: Any) -> None:
    with pytest.raises(DeckError, match="is for 2, 3 or 4 players"):
        make_ruleset(num_players, "standard", None)


def test_the_page_says_of_each_table_how_it_is_known_and_why() -> None:
    page = (ROOT / "docs" / "ape_town" / "rules.md").read_text(encoding="utf-8")
    rows = {cells[0]: cells for line in page.splitlines() if len(cells := re.split(r" ?\| ?", line.strip("| "))) == 4}
    for table, source in load_deck("standard").sources:
        assert rows[table][2:] == [source.known, source.reason]
    assert "Unofficial; names belong to their publishers." in page


def test_the_limits_of_boards_are_those_of_the_code() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    rows = {
        "fields, districts": f"{state.MAX_FIELDS}, {state.MAX_DISTRICTS}",
        "tiles": f"{state.MAX_TILES}",
        "tiles of the open sections": f"{state.MAX_DISPLAY}",
        "value of an ape": f"{MAX_VALUE}",
        "coordinates of a cell": f"-{MAX_COORDINATE} to {MAX_COORDINATE}",
    }
    assert [row for row in (f"| {what} | {most} |" for what, most in rows.items()) if row not in page] == []
