"""What people are told of the table is what the rules count: heads, groups, areas, steps, and squares that wrap."""

from typing import Any

import numpy as np
import pytest

from mom_env.monsters_on_the_moon.deck import LETTERS
from mom_env.monsters_on_the_moon.moon import Moon, extent, near
from mom_env.monsters_on_the_moon.rules.scoring import count_heads, find_groups
from mom_env.monsters_on_the_moon.snapshot import snapshot
from mom_env.monsters_on_the_moon.state import NUM_ROWS
from tests.monsters_on_the_moon.build import Table
from tests.monsters_on_the_moon.courses import games
from tests.support.untyped import untyped

pytestmark = pytest.mark.once


def view_of(table: Table, **changes: Any) -> dict[str, Any]:
    """The snapshot of a table that was laid out by hand, with everything open."""
    count = table.ruleset.num_players
    options = table.ruleset.options.plain()
    moment = {"num_players": count, "options": options, "seat": 0, "decision": "turn", "over": False}
    return {**moment, **snapshot(table.states, table.ruleset, None), **changes}


def moon_of(table: Table) -> Moon:
    return Moon(view_of(table), table.ruleset.deck)


@pytest.mark.rule("4.1")
def test_heads_and_groups_are_counted_as_in_the_scoring() -> None:
    for game in games(every=9):
        moon, state = Moon(game.snapshot(), game.ruleset.deck), untyped(game).states[0]
        for letter in moon.letters:
            rows, monster = np.zeros(NUM_ROWS, np.int16), LETTERS.index(letter)
            count_heads(state, monster, rows)
            assert list(moon.heads(letter).rows) == rows.tolist()
            assert moon.heads(letter).largest == find_groups(state, monster)[0]


def test_the_worked_examples_of_scoring() -> None:
    """Examples 16, 17 and 21 of the rules page."""
    heads = moon_of(Table().picture("W _ W _ W / _ / W W W W")).heads("W")
    assert (heads.rows, heads.vp) == ((3, 0, 4, 0), 11)
    assert moon_of(Table().picture("WW")).heads("W") == ((0, 0, 2, 0), 2)
    assert moon_of(Table().picture("W H / H W")).heads("W") == ((2, 0, 0, 0), 0)
    parted = moon_of(Table(walls=True).picture("WW W").wall("short", "v", 6, 5)).heads("W")
    assert (parted.vp, parted.largest) == (5, 2)


@pytest.mark.rule("6.4")
def test_heads_in_an_area_count_double_and_let_their_seats_in() -> None:
    """Examples 25 and 36: only seats with a head within may lay cards there."""
    moon = moon_of(Table(walls=True).lay(("H V *", "* V H"), 5, 5).ring(5, 5, 3, 2))
    assert [len(area) for area in moon.areas] == [6]
    assert moon.admitted(moon.areas[0]) == [1, 2]
    assert moon.heads("V").rows == (0, 0, 0, 2)
    with_hole = moon_of(Table(walls=True).picture("W W W / W _ W / H H H").ring(5, 5, 3, 3))
    assert (len(with_hole.areas[0]), with_hole.heads("W").vp, with_hole.heads("H").vp) == (9, 20, 12)
    assert moon_of(Table(walls=True).picture("* *").ring(5, 5, 2, 1)).admitted({(0, 0), (1, 0)}) == []


@pytest.mark.rule("R23")
def test_whoever_may_lay_a_card_into_an_area_is_admitted_there() -> None:
    ring = Table(walls=True).picture("W W W / W H W").ring(5, 5, 3, 2)
    moon = moon_of(ring)
    assert moon.admitted(moon.areas[0]) == [0, 1]
    assert moon_of(ring).admitted(set(sorted(moon.areas[0])[1:])) == []  # five squares
    parted = moon_of(Table(walls=True).picture("W W W / W H W").wall("short", "v", 6, 5).ring(5, 5, 3, 2))
    assert (len(parted.areas), parted.admitted(parted.areas[0])) == (1, [])
    for game in games(seeds=2):
        moon = Moon(game.snapshot(), game.ruleset.deck)
        if game.decision != "place" or not moon.areas:
            continue
        view = untyped(game.snapshot())
        for choice in game.choices():
            for area in moon.areas:
                if set(moon.squares_of(view["card"], view["turn"], moon.place(choice))) <= area:
                    assert game.seat in moon.admitted(area)


@pytest.mark.rule("8.3")
def test_solo_points_are_those_of_the_result() -> None:
    for game in games(every=40):
        if game.num_players == 1 and game.over:
            result = untyped(game.result())
            counts = Moon(game.snapshot(), game.ruleset.deck).solo_counts
            assert counts == (result["vampires"], result["crystals"], result["others"])
            assert counts[0] + counts[1] - counts[2] == result["vp"][0]


@pytest.mark.rule("3.2")
def test_steps_and_covered_squares_are_those_of_the_game() -> None:
    checked = 0
    for game in games(seeds=1):
        if game.decision != "place" or game.num_players == 1:
            continue
        view = untyped(game.snapshot())
        moon = Moon(view, game.ruleset.deck)
        last = len(untyped(game.ruleset.deck).track[str(game.num_players)].values) - 1
        for action in game.legal_actions()[::9]:
            after = game.copy()
            after.play(action)
            place = moon.place(untyped(game.words().choice(action)))
            steps = moon.steps(view["card"], view["turn"], place)
            gained = untyped(after.snapshot())["steps"][game.seat or 0] - view["steps"][game.seat or 0]
            assert gained == min(steps, last - view["steps"][game.seat or 0])
            known = {(one["x"], one["y"]): one["card"] for one in view["display"]}
            new = {(one["x"], one["y"]): one["card"] for one in untyped(after.snapshot())["display"]}
            changed = sum(new[square] != card for square, card in known.items())
            assert changed == len(moon.covered(view["card"], view["turn"], place))
            checked += 1
    assert checked > 50


@pytest.mark.rule("R5")
def test_squares_that_wrap_lie_side_by_side() -> None:
    table = Table().lay(("H V *", "* V H"), 26, 27)
    moon = moon_of(table)
    assert (moon.left, moon.top, moon.width, moon.height) == (26, 27, 3, 2)
    assert moon.squares[2, 1]["shows"] == "H"
    assert moon.name((2, 1)) == (0, 0)
    assert moon.place({"x": 23, "y": 25}) == (-3, -2)
    assert moon.place({"x": 1, "y": 1}) == (3, 2)


def test_every_legal_square_is_near_the_display() -> None:
    for game in games(every=5):
        moon = Moon(game.snapshot(), game.ruleset.deck)
        for choice in game.choices() if not game.over else ():
            if "x" in choice:
                x, y = moon.place(choice)
                assert -3 <= x <= moon.width
                assert -3 <= y <= moon.height


def test_the_widest_gap_is_outside() -> None:
    assert extent({5, 6, 9}) == (5, 5)
    assert extent({27, 0, 1}) == (27, 3)
    assert extent(set()) == (0, 0)
    assert extent(set(range(28)))[1] == 28
    assert [near(number, 24) for number in (24, 25, 26, 27)] == [24, 25, -2, -1]


@pytest.mark.rule("1")
def test_cards_turn_clockwise() -> None:
    """Example 4."""
    moon = moon_of(Table().lay(("WW * H", "V H *"), 5, 5))
    assert [moon.words(0, turn) for turn in range(4)] == [
        "WW * H / V H *",
        "V WW / H * / * H",
        "* H V / H * WW",
        "H * / * H / WW V",
    ]
