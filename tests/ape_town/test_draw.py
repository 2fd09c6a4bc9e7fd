"""The picture of Ape Town: complete, readable, and told apart by more than colour."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.draw import draw_snapshot
from mom_env.ape_town.draw.motifs import DRAWINGS, motif
from mom_env.ape_town.draw.palette import BACK, GROUNDS, LEGAL, SEATS, TILES
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.town import MARKERS, MOTIFS, Town
from mom_env.drawing import to_pixels
from mom_env.drawing.svg import document, group, rect
from mom_env.errors import PositionError
from tests.ape_town.build import Table
from tests.support.courses import any_game_at, course_of
from tests.support.picture import EYES, Picture, crossings, least_difference
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
LEAST_DIFFERENCE = 13  # CIEDE2000
LEAST_SHARE = 0.15  # of the pixels of two motifs that only one of them has

each_size = pytest.mark.parametrize("num_players", [2, 3, 4])


def filled(svg: str, colour: str) -> int:
    """How many shapes have that colour."""
    return sum(element.get("fill") == colour for element in ET.fromstring(svg).iter())


# Everything is in it


def expected_words(view: dict[str, Any]) -> Counter[str]:
    """What a player has to be able to read, from a snapshot."""
    town = Town(load_deck("standard"))
    words = [f"player_{seat}" for seat in range(view["num_players"])]
    words += [str(number) for name in ("money", "discs", "points") for number in view[name]]
    words += [str(price) for price in range(len(view["display"]))]
    words += [str(place["bundles"]) for place in view["display"] if place["bundles"]]
    words += [str(town.values[place["motif"]]) for place in view["display"] if place["motif"] in town.values]
    laid = [tile for tile in view["fields"] if tile is not None]
    words += [str(town.values[tile["motif"]]) for tile in laid if tile["motif"] in town.values]
    words += [str(tile["seat"]) for tile in laid if tile["motif"] in MARKERS and tile["seat"] is not None]
    words += [str(field) for field, tile in enumerate(view["fields"]) if tile is None]
    words += [str(count) for count in view["hidden"].values()]
    words += [f"Never turned up: {sum(view['hidden'].values())}, of them in the reserve: {view['reserve']}"]
    for district, standing in zip(town.districts, town.standings(view["fields"], view["num_players"]), strict=True):
        words += [district.name, district.letter, district.letter]
        words += [str(standing.free) if standing.free else "full", str(standing.worth)]
        words += [str(count) for count in (*standing.orangutans, *standing.lemurs) if count]
        words += [str(standing.boss)] if standing.boss is not None else []
    return Counter(words)


@each_size
def test_every_name_and_number_is_in_it(num_players: int) -> None:
    for game in course_of("ape_town", num_players, seed=6, every=smaller_without_jit(5, 17), skip_forced=False):
        for seat in (None, 0):
            view: Any = game.snapshot(seat)
            assert expected_words(view) - Counter(Picture(game.to_svg(seat)).texts) == Counter()


def test_each_legal_field_has_its_points_at_once() -> None:
    """3.3: example 17, and what random games bring."""
    svg = Table().hold("mandrill", 1).game.to_svg()
    legal = Counter(Picture(svg).texts)
    assert legal["+6"] == 1
    for game in course_of("ape_town", 3, 7, skip_forced=False):
        svg = game.to_svg()
        if game.decision != "place":
            assert filled(svg, LEGAL) == 0
            continue
        view: Any = game.snapshot()
        assert filled(svg, LEGAL) == len(game.legal_actions())
        if view["hand"]["motif"] in MARKERS:
            continue
        gains = [gain_of(untyped(game), action) for action in game.legal_actions()]
        shown = Counter(text for text in Picture(svg).texts if text.startswith("+"))
        assert shown == Counter(f"+{gain}" for gain in gains if gain)


def gain_of(game: Game, action: int) -> int:
    """The points at once that an action brings, as the rules count them."""
    after = game.copy()
    after.play(action)
    seat = game.seat or 0
    ways = [untyped(each.snapshot())["ways"][seat]["tiles"] for each in (game, after)]
    return int(ways[1] - ways[0])


@pytest.mark.parametrize("turns", [0, 7, 35, 70, 75])
def test_as_many_tiles_lie_face_down_as_are_on_the_track(turns: int) -> None:
    game = Table().turns(turns).game
    view = untyped(game.snapshot())
    assert filled(game.to_svg(), BACK) == sum(view["hidden"].values()) - view["reserve"]


@each_size
def test_who_wins_is_in_it_and_where_points_come_from(num_players: int) -> None:
    game = any_game_at("ape_town", num_players, seed=5)
    names = ["Ann", "Ben", "Cleo", "Dan"][:num_players]
    result: Any = game.result()
    shown = Picture(game.to_svg(names=names)).texts
    winner = result["winners"][0]
    assert shown.count(names[winner]) == 3  # who wins, its place, its row
    assert f"wins with {max(result['points'])} points" in shown
    for ways in result["ways"]:
        assert " · ".join(f"{way} {points}" for way, points in ways.items()) in shown


def test_a_finished_game_without_its_result_has_no_winner() -> None:
    game = any_game_at("ape_town", 2, seed=5)
    shown = Picture(draw_snapshot(game.snapshot())).texts
    assert "All fields are taken" in shown
    assert not any("wins" in text for text in shown)


def test_a_seat_sees_the_same_as_everybody() -> None:
    for game in course_of("ape_town", 3, seed=3, every=20):
        assert game.to_svg(0) == game.to_svg(2) == game.to_svg()


def test_the_row_that_nobody_knows_is_not_in_it() -> None:
    for game in course_of("ape_town", 3, seed=3, every=30):
        assert game.resample_hidden(0, 5).to_svg() == game.to_svg()


def test_a_variant_is_named() -> None:
    svg = Game(3, 1, options={"final_scoring": "all_districts"}).to_svg()
    assert "most points win · all districts score once more at the end" in Picture(svg).texts


def test_each_disc_on_a_tile_has_the_colour_of_its_seat() -> None:
    """Besides, each seat's colour is in its row and in the heads of columns, and where it is boss or decides."""
    for game in course_of("ape_town", 4, seed=9, every=13):
        if game.over:
            continue
        view: Any = game.snapshot()
        bosses = [standing.boss for standing in Town(load_deck("standard")).standings(view["fields"], 4)]
        laid = [tile["seat"] for tile in view["fields"] if tile is not None]
        for seat in range(4):
            expected = laid.count(seat) + 2 + 2 + 2 * bosses.count(seat) + (view["seat"] == seat)
            assert filled(game.to_svg(), SEATS[seat].fill) == expected


@pytest.mark.rule("R8")
def test_a_marker_without_a_disc_has_no_number() -> None:
    with_disc, without = (Table().lay({65: text}).game.to_svg() for text in ("lemur 2", "lemur"))
    assert filled(with_disc, SEATS[2].fill) - filled(without, SEATS[2].fill) >= 1
    assert Counter(Picture(with_disc).texts)["2"] > Counter(Picture(without).texts)["2"]


# It can be read


@pytest.mark.parametrize("points", [0, 7, 99, 125, 260])
def test_any_score_can_be_read(points: int) -> None:
    game = any_game_at("ape_town", 4, seed=5)
    result: Any = {**game.result(), "points": [points] * 4}
    view = {**game.snapshot(), "points": [points] * 4}
    assert crossings(Picture(draw_snapshot(view, result=result))) == []


def test_much_money_can_be_read() -> None:
    table = Table(num_players=4).display([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], dict.fromkeys(range(10), 24))
    picture = Picture(table.money(24, 24, 24, 24).game.to_svg())
    assert crossings(picture) == []
    assert picture.texts.count("24") == 10 + 4 + 1 + 1  # on the track, of the players, banana sites in the box, a field


def test_a_board_of_few_fields_can_be_read() -> None:
    for game in course_of("ape_town", 2, 1, every=3, deck="mini"):
        assert crossings(Picture(game.to_svg())) == []


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(
    "colours",
    [list(TILES.values()), [style.fill for style in SEATS], [style.fill for style in GROUNDS.values()]],
    ids=["motifs", "seats", "districts"],
)
def test_colours_can_be_told_apart_by_any_eyes(colours: list[str], eyes: str) -> None:
    assert least_difference(colours, eyes) >= LEAST_DIFFERENCE


def test_motifs_can_be_told_apart_without_colour() -> None:
    """As silhouettes: every shape black on white."""
    assert set(DRAWINGS) == set(MOTIFS)
    shapes = []
    for name in MOTIFS:
        black = re.sub(r'(fill|stroke)="#[0-9a-f]{6}"', r'\1="#000000"', motif(name))
        paper = rect(0, 0, 60, 60, fill="#ffffff")
        shapes.append(to_pixels(document(60, 60, name, paper, group(black, x=30, y=30)), 60).max(axis=2) > 127)
    for one, other in combinations(shapes, 2):
        ink = ~one | ~other
        assert (one != other)[ink].mean() >= LEAST_SHARE


# What comes from outside


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda view: view.pop("display"), "found no entry 'display'"),
        (lambda view: view["fields"].pop(), "fields: expected 78, as on the board, found 77"),
    ],
)
def test_what_is_no_snapshot_is_refused(change: Any, message: str) -> None:
    view = untyped(Game(2, 1).snapshot())
    change(view)
    with pytest.raises(PositionError, match=message):
        draw_snapshot(view)
