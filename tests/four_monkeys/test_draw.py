"""The picture of 4 Monkeys: complete, secret, readable, and told apart by more than colour."""

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from mom_env.drawing import to_pixels
from mom_env.drawing.svg import document, group, rect
from mom_env.errors import PositionError
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.draw import draw_snapshot
from mom_env.four_monkeys.draw.palette import BACK_MARK, BUTTON, FIGURES, GREEN, ORANGE, RIGHT, WRONG
from mom_env.four_monkeys.draw.pieces import asked, figures, grid_of, in_numbers
from mom_env.four_monkeys.draw.players import COLUMN, skins_of
from mom_env.four_monkeys.draw.scene import glyphs_of
from mom_env.four_monkeys.ruleset import make_ruleset
from tests.four_monkeys.build import CLOSE, Table, grab, lay
from tests.four_monkeys.random_play import course, game_at
from tests.support.picture import EYES, Picture, crossings, least_difference
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
DECK = make_ruleset.load_deck("standard")
LEAST_DIFFERENCE = 13  # CIEDE2000
LEAST_SHARE = 0.12  # of the pixels of two figures that only one of them has
SMALLEST_TEXT = 12  # pixels at a width of 1000
TIMES, MINUS = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"

each_size = pytest.mark.parametrize("num_players", [2, 4, 8])


def filled(svg: str, colour: str) -> int:
    """How many shapes have that colour."""
    return sum(element.get("fill") == colour for element in ET.fromstring(svg).iter())


def backs(svg: str) -> int:
    """How many cards lie face down."""
    return sum(
        element.get("d", "").count("M") for element in ET.fromstring(svg).iter() if element.get("fill") == BACK_MARK
    )


def signed(number: int) -> str:
    return str(number).replace("-", MINUS)


# Everything is in it


def expected_words(view: dict[str, Any]) -> Counter[str]:
    """What a player has to be able to read, from a snapshot."""
    words = [f"player_{seat}" for seat in range(view["num_players"])]
    words += [signed(number) for name in ("hand_size", "deck", "total") for number in view[name]]
    tiles = [tile for row in view["tiles"] for tile in row]
    words += [str(tile["combo"]) for tile in tiles]
    words += [str(DECK.combos[tile["combo"] - 1].points - tile["orange"]) for tile in tiles]
    if not view["over"]:
        tops = [stack for stacks in view["stacks"] for stack in stacks]
        words += [str(top["top"]) for top in tops]
        # Beside two areas there is no room for the longest names.
        words += [DECK.combos[top["top"] - 1].name for top in tops if len(view["areas"]) == 1]
        words += [f"{TIMES}{top['height']}" for top in tops]
    return Counter(words)


@each_size
def test_every_name_and_number_is_in_it(num_players: int) -> None:
    for game in course(num_players, seed=6, every=83, banana_skins=True):
        shown = Counter(Picture(game.to_svg()).texts)
        assert expected_words(untyped(game.snapshot())) - shown == Counter()


def test_the_moment_is_in_it() -> None:
    game = game_at(3, seed=1, steps=20)
    shown = Picture(game.to_svg()).texts
    assert f"Round 1 of 3 · tick {game.tick + 1} of 60" in shown
    hidden = Picture(game_at(3, seed=1, steps=20, timer="hidden").to_svg(0)).texts
    assert any(text.endswith("length hidden") for text in hidden)


def test_what_everybody_did_is_in_it_without_faces() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP", 1: "CC CC CC CC CT"}, tops={0: [4]})
    table.tick({0: grab(4), 1: grab(4)})
    shown = Picture(table.game.to_svg()).texts
    assert "grabbed combo 4" in shown
    assert "missed combo 4" in shown
    shown = Picture(table.tick({0: lay("CC")}).game.to_svg()).texts
    assert "laid a card" in shown
    assert "waited" in shown


@each_size
def test_all_pictures_of_a_game_are_equally_high(num_players: int) -> None:
    heights = {Picture(game.to_svg(seat)).height for game in course(num_players, 2, every=150) for seat in (0, None)}
    assert len(heights) == 1


def test_who_wins_and_what_the_rounds_brought_is_in_it() -> None:
    game = game_at(3, seed=5)
    result, names = untyped(game.result()), ["Ann", "Ben", "Cleo"]
    shown = Counter(Picture(game.to_svg(names=names)).texts)
    assert Counter(signed(score) for scored in result["history"] for score in scored["score"]) - shown == Counter()
    winners = " and ".join(names[seat] for seat in result["winners"])
    assert shown[winners] >= 1
    assert any(f"with {signed(max(result['total']))} points" in text for text in shown)


def test_a_finished_game_without_its_result_has_no_winner() -> None:
    shown = Picture(draw_snapshot(game_at(2, seed=5).snapshot())).texts
    assert "All rounds are played" in shown
    assert not any("win" in text for text in shown)


def test_checks_are_marked_and_open_the_cards() -> None:
    game = game_at(4, seed=3)
    states = Counter(tile["state"] for row in untyped(game.snapshot())["tiles"] for tile in row)
    svg = game.to_svg(0)
    assert [filled(svg, RIGHT), filled(svg, WRONG)] == [states["right"], states["wrong"]]
    twice = Picture(svg).texts.count(f"2{TIMES}")
    assert twice == states["repeated"]


def test_a_burned_tile_shows_its_orange_side() -> None:
    table = Table(2).tile(0, 5, "CC").tile(0, 9, "TT", orange=True)
    svg = table.game.to_svg()
    whole = ET.fromstring(svg)
    sides = [element.get("fill") for element in whole.iter() if element.get("fill") in (GREEN, ORANGE)]
    assert sides.count(ORANGE) == 1
    assert str(DECK.combos[8].points - 1) in Picture(svg).texts


def test_who_shows_most_is_what_the_rules_say() -> None:
    table = Table(3).tile(0, 9).tile(1, 8).tile(1, 1).tile(2, 7).tile(2, 7)
    shown = Picture(table.game.to_svg()).texts
    assert shown.count("5") >= 2  # seats 0 and 1 show 5 points each; repeated ones count for nothing
    assert shown.count(f"2{TIMES}") == 2


# Who knows what


@each_size
def test_a_seat_sees_nothing_of_what_it_cannot_know(num_players: int) -> None:
    changed = compared = 0
    for game in course(num_players, seed=3, every=41, timer="hidden"):
        seat = game.seat
        if seat is None:
            continue
        other = game.resample_hidden(seat, seed=7)
        if other.seat != seat:
            continue  # choices of others were taken back: another seat is asked
        compared += 1
        assert other.to_svg(seat) == game.to_svg(seat)
        changed += other.to_svg() != game.to_svg()
    assert changed == compared > 3  # what was dealt anew does show where it may


def test_cards_of_others_lie_face_down_and_as_many() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP"}, tops={0: [4]})
    table.tick({0: grab(4)}).tick({0: lay("CC")}).tick({0: lay("CC")}).tick({0: CLOSE})
    game = table.game
    assert [backs(game.to_svg(0)), backs(game.to_svg(1)), backs(game.to_svg())] == [0, 2, 0]


def test_many_cards_beneath_a_tile_are_counted() -> None:
    game = Table(2).tile(0, 1, "CC CT CS CP TT TS TP").game
    assert backs(game.to_svg(1)) == 3
    assert "+4" in Picture(game.to_svg(1)).texts


def test_a_choice_that_is_made_does_not_show() -> None:
    pictures = set()
    for choice in untyped(Game(3, 1)).choices():
        game = Game(3, 1)
        game.play(choice)
        pictures.add(game.to_svg(1))
    assert len(pictures) == 1


# It can be read


@pytest.mark.parametrize("num_players", [2, 8])
def test_many_tiles_can_be_read(num_players: int) -> None:
    table = Table(num_players)
    for number in range(20):
        table.tile(0, number % 10 + 1, "CC", orange=number % 3 == 0)
        table.tile(1, number % 10 + 1, "CC CT CS CP TT TP" if number == 3 else "TT", orange=number % 2 == 0)
    for seat in (None, 1):
        picture = Picture(table.game.to_svg(seat))
        assert crossings(picture) == []
        assert min(word.size for word in picture.words) >= SMALLEST_TEXT - 1e-6


@pytest.mark.parametrize("totals", [[-120, 88, 0, 7], [199, -65, -9, 100]])
def test_any_total_can_be_read(totals: list[int]) -> None:
    view = untyped(game_at(4, seed=1, steps=50, banana_skins=True).snapshot())
    assert crossings(Picture(draw_snapshot({**view, "total": totals}))) == []


@pytest.mark.parametrize(
    ("own", "handed", "drawn", "number"), [(0, 0, 0, 0), (1, 1, 2, 0), (0, 2, 2, 0), (0, 3, 1, 3), (1, 7, 2, 7)]
)
def test_all_skins_of_a_table_can_be_seen(own: int, handed: int, drawn: int, number: int) -> None:
    view = untyped(game_at(4, seed=1, steps=50, banana_skins=True).snapshot())
    view["tiles"], view["stacks"] = [[] for _ in view["tiles"]], [[]]
    skins = [{"own": own, "handed": handed}, *[{"own": 0, "handed": 0}] * 3]
    svg = draw_snapshot({**view, "skins": skins})
    numbers = [text for text in Picture(svg).texts if text.startswith(TIMES)]
    assert svg.count("M-1-9C1-8") == drawn
    assert [text for text in numbers if text == f"{TIMES}{number}"] == [f"{TIMES}{number}"] * bool(number)
    assert crossings(Picture(svg)) == []


@pytest.mark.parametrize("held", [{"own": own, "handed": handed} for own in (0, 1) for handed in range(8)])
def test_skins_stay_in_their_column(held: dict[str, int]) -> None:
    drawn = rect(0, 0, 80, 40, fill="#ffffff") + group(skins_of(held), x=40, y=20)
    page = document(80, 40, "skins", drawn, embed_font=False)
    columns = np.flatnonzero((to_pixels(page, 800) < 250).any(axis=(0, 2))) / 10 - 40  # pixels of a picture
    assert -COLUMN / 2 <= columns.min() < columns.max() < 19  # there the crown of the next column begins


def test_who_gets_a_skin_is_called_by_name() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP"}, tops={0: [4]}, banana_skins=True)
    game = table.tick({0: grab(4)}).tick({0: {"skin": 1}}).game
    assert "gave a skin to Ben" in Picture(game.to_svg(names=["Ann", "Ben"])).texts


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", [[*FIGURES.values(), BUTTON], [GREEN, ORANGE]])
def test_colours_can_be_told_apart_by_any_eyes(colours: list[str], eyes: str) -> None:
    assert least_difference(colours, eyes) >= LEAST_DIFFERENCE


def test_figures_can_be_told_apart_without_colour() -> None:
    names = [*FIGURES, "any", "golden"]
    shapes = {}
    for name in names:
        svg = document(
            60, 60, name, rect(0, 0, 60, 60, fill="#ffffff"), figures(name, [(30, 30)], 24), embed_font=False
        )
        shapes[name] = to_pixels(svg, 60).min(axis=2) < 235
    for one, other in combinations(names, 2):
        if {one, other} == {"circle", "golden"}:
            continue  # a button has four holes, which are drawn, and another colour
        both, either = shapes[one] & shapes[other], shapes[one] | shapes[other]
        assert 1 - both.sum() / either.sum() >= LEAST_SHARE, (one, other)


def test_a_tile_shows_what_its_combo_asks_for() -> None:
    for combo in DECK.combos:
        shown = Counter(name for row in grid_of(glyphs_of(combo)) for name in row)
        alike = sorted(count for name, count in shown.items() if name in ("any", "another"))
        assert {name: shown[name] for name in FIGURES if shown[name]} == dict(combo.figures or {})
        assert alike == sorted(combo.alike or [])
        assert shown["golden"] == (combo.golden or 0)


def test_a_combo_of_many_figures_is_shown_in_numbers() -> None:
    glyphs = (("circle", 7), ("golden", 2))
    assert asked(glyphs) == in_numbers(glyphs)
    page = document(64, 34, "a combo", asked(glyphs), embed_font=False)
    assert Picture(page).texts == ["7", "2"]


# What comes from outside


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda view: view.pop("stacks"), "found no entry 'stacks'"),
        (
            lambda view: view.update(num_players=9),
            "num_players: tile file 'standard' is for 2, 3, 4, 5, 6, 7, 8, found 9",
        ),
    ],
)
def test_what_is_no_snapshot_is_refused(change: Any, message: str) -> None:
    view = untyped(Game(2, 1).snapshot())
    change(view)
    with pytest.raises(PositionError, match=message):
        draw_snapshot(view)


def test_pixels_are_not_empty() -> None:
    assert len(np.unique(to_pixels(Game(2, 1).to_svg(), 400).reshape(-1, 3), axis=0)) > 100
