"""The picture of Monsters on the Moon: complete, secret, readable, and told apart by more than colour."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mom_env.drawing import to_pixels
from mom_env.drawing.svg import document, group, rect
from mom_env.errors import PositionError
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.draw import draw_snapshot
from mom_env.monsters_on_the_moon.draw.board import AXIS_WIDTH, BAND, BOARD_WIDTH, EDGE, frame_of, outline
from mom_env.monsters_on_the_moon.draw.heads import HEADS, SCENERY, SHIP, stamped
from mom_env.monsters_on_the_moon.draw.palette import BACK, GROUND, LEGAL, MONSTERS, NEW, NOBODY, WALL
from mom_env.monsters_on_the_moon.draw.scene import Scene
from mom_env.monsters_on_the_moon.moon import Moon
from mom_env.monsters_on_the_moon.ruleset import make_ruleset
from tests.monsters_on_the_moon.build import Table
from tests.monsters_on_the_moon.courses import MODES, NAME, games
from tests.monsters_on_the_moon.test_moon import view_of
from tests.support.courses import any_game_at
from tests.support.picture import EYES, Picture, crossings, least_difference
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "monsters_on_the_moon"
legend_module = import_module("mom_env.monsters_on_the_moon.draw.legend")  # the package has a function of its name
LARGEST_FILE = 400_000  # bytes
LEAST_DIFFERENCE = 13  # CIEDE2000
LEAST_SHARE = 0.15  # of the pixels of two drawings that only one of them has
LEAST_SQUARE = 23  # pixels of a square of the largest display, at a width of 1000


def shapes(svg: str, **look: str) -> list[ET.Element]:
    """The elements with those attributes."""
    found = ET.fromstring(svg).iter()
    return [one for one in found if all(one.get(name.replace("_", "-")) == value for name, value in look.items())]


def stamps(svg: str, **look: str) -> int:
    """How many shapes the paths with those attributes have."""
    return sum(len(re.findall("M", one.get("d", ""))) for one in shapes(svg, **look))


def drawn_table(table: Table, **changes: Any) -> str:
    return draw_snapshot(view_of(table, **changes))


# Everything is in it


def expected_words(view: dict[str, Any], moon: Moon) -> Counter[str]:
    """What a player has to be able to read, from a snapshot."""
    words = [f"player_{seat}" for seat in range(view["num_players"])]
    words += [str(card) for hand in view["hand"] for card in hand if card is not None and card != view["card"]]
    words += [str(moon.name((x, 0))[0]) for x in range(moon.width)]
    words += [str(moon.name((0, y))[1]) for y in range(moon.height)]
    if view["num_players"] > 1:
        words += [str(vp) for vp in moon.file.track[str(view["num_players"])].values]  # type: ignore[index]
    if view["options"]["walls"]:
        words += [str(own[name]) for own in view["walls"] for name in ("long", "short")]
    words += list(map(str, view["interim"] or ()))
    return Counter(words)


def test_every_name_and_number_is_in_it() -> None:
    for game in games(every=11, skip_forced=False):
        for seat in (None, game.num_players - 1):
            view = untyped(game.snapshot(seat))
            moon = Moon(view, game.ruleset.deck)
            if moon.squares:
                assert expected_words(view, moon) - Counter(Picture(game.to_svg(seat)).texts) == Counter()


def test_each_square_has_its_head() -> None:
    """Without other cards in the picture, each monster's drawing is stamped once for each of its heads."""
    for game in games(every=23):
        view = {**untyped(game.snapshot()), "hand": [[]] * game.num_players, "card": None}
        moon = Moon(view, game.ruleset.deck)
        svg = draw_snapshot({**view, "ships": [0] * game.num_players})
        for letter in moon.letters:
            fill, count = HEADS[letter][1].fill, len(HEADS[letter][1].shapes)
            heads = sum(moon.heads_at(place) for place in moon.places_of(letter))
            on_map = [one for one in shapes(svg, fill=fill) if f"M{one.get('d', '')[1:]}".count("M") >= 1]
            assert sum(one.get("d", "").count("M") for one in on_map) >= heads * count
        crystals = sum(entry["shows"] == "*" for entry in moon.squares.values()) - len(moon.ships)
        expected = crystals * 3 + (0 if game.num_players == 1 else 3)  # and one on the heading of the track
        assert stamps(svg, fill=SCENERY["*"][0].fill) == expected


@pytest.mark.rule("3.1")
def test_each_card_has_its_edges() -> None:
    """The two squares of each card that may be covered can be read off: a box for each card, later ones above."""
    for game in games(every=31):
        view = {**untyped(game.snapshot()), "hand": [[]] * game.num_players, "card": None}
        boxes = [one for one in shapes(draw_snapshot(view), fill=GROUND) if one.tag.endswith("rect")]
        assert len(boxes) == len(view["laid"])
        moon = Moon(view, game.ruleset.deck)
        for element, card in zip(boxes, moon.laid, strict=True):
            assert float(element.get("x", 0)) == pytest.approx(40 * card.left, abs=1)
            assert float(element.get("width", 0)) == pytest.approx(40 * card.width, abs=2)


@pytest.mark.parametrize("decision", ["place", "tile", "ship", "edge"])
def test_each_legal_place_is_marked(decision: str) -> None:
    seen = 0
    for game in games():
        if game.decision != decision:
            continue
        squares = sum("x" in choice for choice in game.choices())
        svg = game.to_svg(0)
        marked = stamps(svg, fill=LEGAL) if decision == "place" else stamps(svg, stroke=LEGAL)
        assert marked == squares > 0
        assert stamps(draw_snapshot(game.snapshot()), fill=LEGAL) == 0
        seen += 1
    assert seen > 3


def test_walls_are_drawn_edge_by_edge_and_those_of_this_turn_apart() -> None:
    for game in games(every=13):
        view = untyped(game.snapshot())
        walls, new = view["walls_at"], view["laying"]
        lengths = [2 if wall["wall"] == "long" else 1 for wall in walls]
        svg = game.to_svg()
        assert stamps(svg, stroke=WALL, stroke_linecap="round") == sum(lengths)
        assert stamps(svg, stroke=NEW, stroke_linecap="round") == sum(lengths[len(walls) - new :])


@pytest.mark.rule("6.3")
def test_an_area_has_the_colours_of_the_seats_that_may_lay_there() -> None:
    """Example 25: seats 1 and 2 may lay cards there; and an area without heads is nobody's."""
    svg = drawn_table(Table(walls=True).lay(("H V *", "* V H"), 5, 5).ring(5, 5, 3, 2))
    bands = [one.get("stroke") for one in ET.fromstring(svg).iter() if one.get("stroke-width") == f"{BAND:g}"]
    assert bands[:2] == [MONSTERS["H"].fill, MONSTERS["V"].fill]
    assert "lay cards at (5, 5), 6 squares" in Picture(svg).texts
    empty = drawn_table(Table(walls=True).lay("moonscape", 5, 5).ring(5, 5, 3, 2))
    assert len(shapes(empty, stroke=NOBODY.fill, stroke_width=f"{BAND:g}")) == 1
    assert "Nobody lays cards at (5, 5), 6 squares" in Picture(empty).texts


def test_the_outline_of_an_area_goes_round_it_and_its_holes() -> None:
    assert outline({(0, 0)}) == "M4.4 4.4 35.6 4.4 35.6 35.6 4.4 35.6Z"
    assert outline({(0, 0), (1, 0)}).count(" ") == 7
    ring = {(x, y) for x, y in product(range(3), range(3)) if (x, y) != (1, 1)}
    assert outline(ring).count("M") == 2
    corner_to_corner = {(0, 0), (1, 0), (0, 1), (2, 1), (1, 2), (2, 2)}
    assert outline(corner_to_corner).count("M") >= 1
    assert re.sub(r"[\d.MZ -]", "", outline(corner_to_corner)) == ""


def test_hidden_hands_are_backs_and_hidden_missions_are_not_told() -> None:
    for game in games(every=17):
        if game.num_players == 1:
            continue
        for seat in range(game.num_players):
            hidden = sum(hand.count(None) for hand in untyped(game.snapshot(seat))["hand"])
            backs = [one for one in shapes(game.to_svg(seat), fill=BACK) if one.tag.endswith("rect")]
            assert len(backs) == hidden


def test_the_picture_does_not_depend_on_what_the_seat_cannot_know() -> None:
    other_deals = 0
    for game in games(every=29):
        for seat in range(game.num_players):
            if not game.over:
                redealt = game.resample_hidden(seat, 5)
                assert redealt.to_svg(seat) == game.to_svg(seat)
                other_deals += redealt.snapshot() != game.snapshot()
    assert other_deals > 5


@pytest.mark.parametrize(("num_players", "options"), MODES[1:])
def test_who_wins_is_in_it_and_the_whole_score_sheet(num_players: int, options: dict[str, Any]) -> None:
    game = any_game_at(NAME, num_players, seed=5, options=options)
    names = ["Ann", "Ben", "Cleo", "Dan"][:num_players]
    result = untyped(game.result())
    shown = Picture(game.to_svg(names=names)).texts
    assert f"wins with {max(result['vp'])} VP" in shown
    assert shown.count(names[result["winners"][0]]) == 3  # who wins, its place, its row
    needed = Counter(str(vp) for vp in result["vp"] for _ in range(2))  # in the box and in the last row of the sheet
    for row in result["rows"]:
        worth = [count * vp for name in ("interim", "final") for count, vp in zip(row[name], (1, 2, 2, 4), strict=True)]
        needed += Counter(str(vp) for vp in (*worth, row["crystal"], row["mission"]) if vp)
    assert needed - Counter(shown) == Counter()


def test_alone_the_points_and_the_level_are_in_it() -> None:
    game = any_game_at(NAME, 1, seed=5)
    result = untyped(game.result())
    shown = Picture(game.to_svg()).texts
    assert f"Level {result['level']} of 5" in shown
    assert f"player_0: {result['vp'][0]} points".replace("-", "\N{MINUS SIGN}") in shown
    assert not any("Ships" in text or "Crystal track" in text for text in shown)


def test_a_finished_game_without_its_result_has_no_winner() -> None:
    shown = Picture(draw_snapshot(any_game_at(NAME, 2, seed=5).snapshot())).texts
    assert "Nobody can lay a card any more" in shown
    assert not any("wins" in text for text in shown)


# It can be read


@pytest.mark.parametrize(("width", "height"), [(1, 1), (9, 6), (18, 23), (24, 24)])
def test_displays_of_any_size_fit_and_are_legible(width: int, height: int) -> None:
    table = Table(num_players=4).picture(" ".join("W" * width)).picture("/".join("H" * (height - 1)) or "_", 5, 6)
    view = view_of(table, laid=[])
    scene = Scene(view, make_ruleset(4).deck, None, None, [])
    frame = frame_of(scene)
    assert frame.size >= LEAST_SQUARE
    for start, length in ((frame.x, width), (frame.y, height)):
        assert start >= EDGE + AXIS_WIDTH + min(3, 24 - length) * frame.size - 0.01
        assert start + length * frame.size <= BOARD_WIDTH - EDGE + 0.01
    assert crossings(Picture(draw_snapshot(view))) == []


def test_words_of_each_mode_run_over_nothing() -> None:
    for game in games(every=19, seeds=2):
        assert crossings(Picture(game.to_svg(0))) == []


@pytest.mark.parametrize("points", [0, 9, 99, 130])
def test_any_score_can_be_read(points: int) -> None:
    game = any_game_at(NAME, 4, 5, options={"walls": True, "missions": "open"})
    result = {**untyped(game.result()), "vp": [points] * 4}
    view = {**untyped(game.snapshot()), "interim": [points] * 4}
    assert crossings(Picture(draw_snapshot(view, result=result))) == []


def test_a_hand_of_nine_cards_can_be_read() -> None:
    table = Table(num_players=2, walls=True).lay("moonscape", 5, 5).hold(0, *range(9)).hold(1, *range(9, 18))
    picture = Picture(drawn_table(table))
    assert crossings(picture) == []
    assert {str(card) for card in range(18)} <= set(picture.texts)


@pytest.mark.parametrize("eyes", EYES)
def test_colours_can_be_told_apart_by_any_eyes(eyes: str) -> None:
    fills = [style.fill for style in MONSTERS.values()]
    assert least_difference([*fills, NOBODY.fill, GROUND], eyes) >= LEAST_DIFFERENCE


def test_squares_can_be_told_apart_without_colour() -> None:
    """As silhouettes: every shape black on white."""
    drawings = {**HEADS, **SCENERY, "ship": SHIP}
    inks = []
    for drawing in drawings.values():
        black = re.sub(r'fill="#[0-9a-f]{6}"', 'fill="#000000"', stamped(drawing, [(0, 0)]))
        paper = rect(0, 0, 60, 60, fill="#ffffff")
        inks.append(to_pixels(document(60, 60, "", paper, group(black, x=30, y=30)), 60).max(axis=2) <= 127)
    for one, other in combinations(inks, 2):
        assert (one != other)[one | other].mean() >= LEAST_SHARE


# What comes from outside


@pytest.mark.parametrize("entry", ["display", "laid", "hand", "areas", "num_players"])
def test_what_is_no_snapshot_is_refused(entry: str) -> None:
    view = untyped(Game(2, 1).snapshot())
    del view[entry]
    with pytest.raises(PositionError, match=f"found no entry '{entry}'"):
        draw_snapshot(view)
    with pytest.raises(PositionError, match="found no entry 'num_players'"):
        draw_snapshot(untyped(None))


# The picture of the docs


def test_the_picture_of_the_docs_is_drawn_as_it_would_be_now() -> None:
    with Image.open(DOCS / "board.png") as image:
        kept = np.array(image.convert("RGB"), np.int16)
    position = (DOCS / "board.txt").read_text(encoding="utf-8")
    drawn = to_pixels(Game.from_text(position).to_svg()).astype(np.int16)
    assert drawn.shape == kept.shape
    assert np.abs(drawn - kept).mean() < 0.5, "run `make picture`"  # another resvg may smooth edges otherwise


def test_the_picture_of_the_docs_is_not_too_large() -> None:
    assert (DOCS / "board.png").stat().st_size <= LARGEST_FILE


@pytest.mark.rule("8.3")
def test_any_monster_may_be_the_one_that_is_loved() -> None:
    file = make_ruleset.load_deck("standard").plain()
    deck: Any = {**file, "solo": {"monster": "H", "levels": [14, 20, 25, 29]}}
    texts = Picture(Game(1, 1, deck=deck).to_svg()).texts
    assert {"witches side by side", "werewolves and vampires", "loves the witches"} <= set(texts)


@pytest.mark.parametrize("missions", ["none", "secret", "open"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_keys_of_the_map_stay_beside_many_areas(
    num_players: int, missions: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(num_players, 1, options={"walls": True, "missions": missions})
    monkeypatch.setattr(legend_module, "all_lines", lambda _: iter([([], f"area {at}") for at in range(9)]))
    shown = Picture(game.to_svg()).texts
    assert [text for text in shown if text.startswith(("Dashes", "A ring"))] == legend_module.keys(
        untyped(SimpleNamespace(is_solo=False, with_walls=True))
    )[:2]
    assert "area 0" in shown
    assert any(re.fullmatch(r"and \d more", text) for text in shown)
