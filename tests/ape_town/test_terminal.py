"""What a person sees and can type in Ape Town: the map, the tables, the choices, the story and the scoring."""

import random
import re
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from mom_env.ape_town import Game
from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.rules_page import RULES_PAGE
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.terminal.final_scoring import show_scoring
from mom_env.ape_town.terminal.map_text import NARROW, WIDE, map_lines, map_width
from mom_env.ape_town.terminal.menu import menu, question, say
from mom_env.ape_town.terminal.position_tables import show
from mom_env.ape_town.terminal.story import tell
from mom_env.ape_town.town import Town
from mom_env.base.choice_words import find_choice
from tests.ape_town.build import Table
from tests.support.courses import any_game_at, course_of
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
LONG_NAMES = ["you", "p1 ismcts:sims=300,playout=random", "p2 examples.own_bot:choose", "p3 greedy"]
TOWN = Town(load_deck("standard"))
EMPTY = """\
          00  09  10  11  12  13
        01  02  Ta  14  15  16  17
      03  04  51  52  53  Ba  18  19
    05  06  54  55  56  57  60  20  21
  07  08  58  59  ~~  ~~  61  62  22  23
43  44  Ba  69  ~~  ~~  ~~  63  64  24  25
  45  46  70  71  ~~  Ba  65  66  Ma  26
    47  48  72  73  74  67  68  27  28
      49  Ch  75  76  77  Ba  29  30
        50  34  35  36  37  31  32
          38  39  40  41  42  33"""


def printed(thing: Any, width: int) -> list[str]:
    paper = Console(file=StringIO(), record=True, width=width)
    paper.print(thing)
    return paper.export_text().splitlines()


def test_the_empty_map_is_that_of_the_rules() -> None:
    lines = map_lines(TOWN, [None] * 78, [], WIDE)
    assert "\n".join(line.plain for line in lines) == EMPTY
    assert max(line.cell_len for line in lines) == map_width(TOWN, WIDE) == 42
    narrow = map_lines(TOWN, [None] * 78, [], NARROW)
    assert [line.plain.split() for line in narrow] == [line.split() for line in EMPTY.splitlines()]
    assert map_width(TOWN, NARROW) == 32


def test_tiles_on_the_map_have_their_letters_and_discs() -> None:
    game = Table().lay({0: "tarsier", 9: "lemur 2", 10: "orangutan 0", 11: "lemur", 12: "banana"}).game
    first = printed(show(game, None, ["p0", "p1", "p2"]), 120)[1]
    assert first.split()[:6] == ["Ta", "L2", "O0", "L-", "Ba", "13"]


@pytest.mark.parametrize("width", [38, 40, 60, 79, 80, 100, 160])
def test_everything_is_on_the_screen_and_no_line_is_wider_than_the_terminal(width: int) -> None:
    for game in course_of("ape_town", 4, 3, every=26):
        lines = printed(show(untyped(game), 0, LONG_NAMES), width)
        view: Any = game.snapshot()
        assert max(map(len, lines)) <= width
        text = "\n".join(lines)
        assert all(f"p{seat} " in text for seat in range(4))
        for seat in range(4):
            assert re.search(
                rf"p{seat} .*\b{view['points'][seat]} +{view['money'][seat]} +{view['discs'][seat]}\b", text
            )
        for number, district in enumerate(TOWN.districts):
            standing = TOWN.standing(view["fields"], number, 4)
            row = (
                rf"{district.letter} +{district.name} *{district.colour} +{district.fields[0]}-{district.fields[-1]} +"
            )
            boss = "" if standing.boss is None else f" p{standing.boss}"
            assert re.search(rf"{row}{standing.free or 'full'} +{standing.worth}{boss}\b", text), district
        assert text.count("~~") == 6
        assert f"hidden: {sum(view['hidden'].values())}" in text
        for price, place in enumerate(view["display"]):
            assert f"{price} {place['motif'][:2].capitalize()} {TOWN.track[place['segment']][0].upper()}" in text


def test_the_screen_with_its_choices_fits_80_columns_and_24_lines() -> None:
    for steps in (0, 41, 80, 121):
        game: Any = any_game_at("ape_town", 4, 3, steps, skip_forced=False)
        lines = len(printed(show(game, 0, LONG_NAMES), 80))
        assert lines + 1 + 4 + 1 <= 24  # the question, four lines of choices, the prompt


def test_a_terminal_that_is_too_narrow_is_told_how_wide_it_must_be() -> None:
    said = " ".join(" ".join(printed(show(Game(3, 1), 0, LONG_NAMES[:3]), 20)).split())
    assert said == "The table needs a terminal of at least 38 columns; this one has 20."


# Choices


def test_tiles_are_typed_by_their_price_and_fields_by_their_number() -> None:
    for game in course_of("ape_town", 3, 6, skip_forced=False):
        if game.over:
            continue
        entries = menu(untyped(game))
        assert [entry.action for entry in entries] == game.legal_actions()
        for entry in entries:
            assert int(entry.label) == (entry.action if game.decision == "take" else entry.action - PLACE)
            assert find_choice(entries, entry.label) == entry
            assert find_choice(entries, entry.words).action == entry.action
            assert say(untyped(game), entry.action) == entry.words


def test_the_list_says_what_a_field_brings_and_whether_it_fills_its_district() -> None:
    game = Table().fill(2, ["tarsier", "chimpanzee"]).clear(20).hold("banana", 2).game
    listed = {entry.label: entry.listed for entry in menu(game)}
    assert listed["20"] == f"+{TOWN.points_at_once(untyped(game.snapshot())['fields'], 20, 'banana')} C!"
    assert [listed["47"], listed["50"]] == ["F", "+2 F"]  # beside nothing, and beside the chimpanzee of the board
    words = {entry.label: entry.words for entry in menu(game)}
    assert words["20"].startswith("place the banana site on field 20 of Villa Hill, its last one for ")


def test_questions_say_what_they_are_about() -> None:
    assert question(Table().money(1).game) == "Which tile do you take? You have 1 bundle to pay with."
    assert question(Table().hold("lemur", 0).game) == "Where do you place the grey lemur?"
    table = Table().fill(0).fill(3).fill(8).discs(0).hold("lemur", 0)
    assert question(table.game) == (
        "Where do you place the grey lemur? No grey field is free: any will do. You have no disc left for it."
    )


# The story and the end


@pytest.mark.parametrize("width", [40, 80])
def test_the_story_has_a_line_for_each_turn_and_the_result(width: int) -> None:
    rng, game = random.Random(1), Game(3, 5, skip_forced=False)
    names = ["p0 greedy", "p1 random", "p2 random"]
    paper = Console(file=StringIO(), record=True, width=width)
    for line in tell(game, lambda at: rng.choice(at.legal_actions()), names):
        paper.print(line)
    lines = paper.export_text().splitlines()
    assert max(map(len, lines)) <= width
    whole = " ".join(" ".join(lines).split())
    assert len(re.findall(r"p\d (?:grey|black|white) (?:\w+|banana site)(?: for \d+ bundles?)? to \d+ ", whole)) == 78
    assert all(f"{district.name} is full" in whole for district in TOWN.districts)
    result = untyped(game.result())
    last = [line.split() for line in lines if re.match(r"[1-3] +p\d", line)]
    if width == 80:
        assert [int(row[3]) for row in last] == sorted(result["points"], reverse=True)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_scoring_adds_up(num_players: int) -> None:
    for seed in range(5):
        game: Any = any_game_at("ape_town", num_players, seed)
        lines = [line.split() for line in printed(show_scoring(game, LONG_NAMES[:num_players]), 120)]
        numbers = [list(map(int, line[-num_players:])) for line in lines[1:6]]
        assert [sum(column) for column in zip(*numbers[:4], strict=True)] == numbers[4] == game.result()["points"]
        assert " ".join(lines[6]).startswith(f"Won by {LONG_NAMES[game.result()['winners'][0]]}")


@pytest.mark.rule("5.3")
def test_a_tie_says_what_has_decided() -> None:
    game: Any = any_game_at("ape_town", 2, 4)
    state = game.states[0]
    state.points[:2] = 50
    said = " ".join(" ".join(printed(show_scoring(game, ["p0", "p1"]), 120)).split())
    assert said.endswith(", who would have been next, at equal points.")


def test_the_figures_of_the_rules_page_are_those_of_the_standard_board() -> None:
    text, board = " ".join(RULES_PAGE.split()), load_deck("standard")
    assert f"fill with {len(board.cells)} tiles" in text
    assert f"You begin with {board.setup.money} bundles" in text
    assert f"one of your {board.setup.discs} discs" in text
    values = [points for _, points in board.values]
    assert "a mandrill brings you {}, {} or {} points".format(*values) in text
    assert "{} for each tarsier, {} for a chimpanzee, {} for a mandrill".format(*values) in text
    assert (len(board.district), len(board.printed), board.track.length) == (9, 7, 5)  # "nine", "seven", "five"
