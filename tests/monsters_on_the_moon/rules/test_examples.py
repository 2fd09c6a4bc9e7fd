"""The worked examples of the rules page, by number. Three players unless said: werewolf, witch, vampire.

Examples 3 (piles), 4 and 35 are in `test_cards`.
"""

from typing import Any

import pytest

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import LAY, NO_SHIP, SQUARE, STOP, WALL
from mom_env.monsters_on_the_moon.rules.interim import last_in_points
from mom_env.monsters_on_the_moon.rules.missions import measure, mission_vp
from mom_env.monsters_on_the_moon.rules.solo import count_solo, level_of
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import FLAT, UPRIGHT, Decision, Kind, Missions
from tests.monsters_on_the_moon.build import FLAT_CARD, Table, xy

W, H, V = range(3)
SIX = ("H V W", "V H W")


def setup(num_players: int, layout: int | None, missions: object = None) -> dict[str, Any]:
    """The set in order, seat 0 begins."""
    order = list(range(26 if num_players == 4 else 20))
    return {"start": 0, "order": order, "layout": layout, "monsters": None, "missions": missions}


def dealt(num_players: int, layout: int, *choices: object, **options: Any) -> Game:
    """A game after the choices of its setup: monsters in order, then cards to be passed."""
    game = Game.from_setup(setup(num_players, layout), num_players=num_players, options=options, skip_forced=False)
    for number, choice in enumerate(choices):
        game.play({"monster": choice} if number < num_players else {"card": choice})
    return game


THREE = ("werewolf", "witch", "vampire", 0, 4, 2)


@pytest.mark.rule("2.4", "2.5", "2.6")
def test_example_1_three_hands() -> None:
    view: Any = dealt(3, 3, *THREE).snapshot()
    assert view["hand"] == [[3, 4, 6], [1, 2, 7], [0, 5, 8]]
    assert [card["card"] for card in view["laid"]] == [9, 10]
    assert view["pile_cards"] == list(range(11, 20))


@pytest.mark.rule("2.1", "2.4", "2.5")
def test_example_2_two_hands_with_neutral_double_heads() -> None:
    view: Any = dealt(2, 1, "werewolf", "witch", 3, 1).snapshot()
    assert view["hand"] == [[0, 1, 2, 5, 6], [3, 4, 7, 8, 9]]
    assert (view["pile"], view["neutral"]) == (8, "vampire")


@pytest.mark.parametrize(("count", "pile", "turns", "interim"), [(2, 8, 18, 8), (3, 9, 18, 9), (4, 12, 24, 12)])
@pytest.mark.rule("2.5", "4.1", "4.3")
def test_example_3_turns_and_interim_scoring(count: int, pile: int, turns: int, interim: int) -> None:
    game = Game(count, seed=count, skip_forced=False)
    had = 0
    while not game.over:
        if game.decision == "turn":
            had += 1
            if had == 1:
                view: Any = game.snapshot()
                assert (view["pile"], {len(hand) for hand in view["hand"]}) == (pile, {5 if count == 2 else 3})
        if game.decision == "starter":
            assert had == interim
        game.play(game.legal_actions()[had % len(game.legal_actions())])
    assert had == turns


@pytest.mark.rule("3.1.2", "R6")
def test_example_5_a_card_alone() -> None:
    table = Table().lay(FLAT_CARD, 5, 5)
    flat, upright = table.places(FLAT), table.places(UPRIGHT)
    assert (len(flat), len(upright)) == (26, 28)
    covering = [sum((x + i, y + j) in CARD_5_5 for i in range(3) for j in range(2)) for x, y in flat]
    assert (covering.count(0), covering.count(1) + covering.count(2)) == (16, 10)
    covering = [sum((x + i, y + j) in CARD_5_5 for i in range(2) for j in range(3)) for x, y in upright]
    assert (covering.count(0), covering.count(1) + covering.count(2)) == (16, 12)


CARD_5_5 = {(5 + i, 5 + j) for i in range(3) for j in range(2)}


@pytest.mark.rule("3.1.2", "R6")
def test_example_6_beside() -> None:
    places = Table().lay(FLAT_CARD, 5, 5).places(FLAT)
    assert (8, 6) in places
    assert not {(8, 7), (9, 5)} & places


def three_cards() -> Table:
    return Table().lay(FLAT_CARD, 5, 5).lay(FLAT_CARD, 8, 5).lay(FLAT_CARD, 8, 7)


@pytest.mark.rule("3.1.2", "R7")
def test_example_7_two_squares_of_each_card() -> None:
    table = three_cards()
    assert (7, 5) in table.places(UPRIGHT)
    assert not {(5, 4), (6, 5)} & table.places(FLAT)


@pytest.mark.rule("3.1.2", "R7")
def test_example_8_a_card_that_has_lost_two_squares_may_lose_two_more() -> None:
    table = three_cards().lay(FLAT_CARD, 7, 5, turn=1)
    assert (3, 5) in table.places(FLAT)
    upright = table.places(UPRIGHT)
    assert (6, 4) in upright
    assert (6, 5) not in upright


@pytest.mark.rule("3.1.2")
def test_example_9_all_six_squares_may_lie_on_others() -> None:
    table = Table().lay(FLAT_CARD, 4, 3).lay(FLAT_CARD, 4, 5).lay(FLAT_CARD, 7, 3, turn=1)
    assert (5, 4) in table.places(FLAT)


@pytest.mark.rule("3.1.2")
def test_example_10_what_is_never_covered() -> None:
    places = Table().lay("armstrong", 5, 5).places(FLAT)
    assert {(7, 4), (6, 6)} <= places
    assert not {(6, 4), (3, 5)} & places
    places = Table().picture("* *").ship(6, 5).places(FLAT)
    assert {(3, 5), (3, 4)} <= places
    assert not {(4, 5), (5, 5)} & places


@pytest.mark.rule("3.2.1", "3.2.2")
def test_example_11_steps() -> None:
    table = Table().picture("* * . / W . H").play_card(("* H V", "W * H"), 5, 5)
    assert table.state.steps[0] == 3
    table = Table().picture("* W").play_card(("* H V", "W * H"), 5, 5)  # the lower crystal comes to lie on bare table
    assert table.state.steps[0] == 1
    table = Table().picture(". . . / . . .").play_card(FLAT_CARD, 5, 5)
    assert table.state.steps[0] == 0


HH = ("HH * V", "W V *")


@pytest.mark.rule("2.3", "3.2.3", "3.3.1", "R11")
def test_example_12_a_tile() -> None:
    for table in (Table().steps(2), Table(2).steps(3)):
        before = int(table.state.steps[0])
        table.picture("* *").play_card(HH, 5, 5)
        assert (int(table.state.steps[0]), table.decision) == (before + 2, "tile")
        assert table.squares() == {(5, 5), (7, 5), (6, 6)}
        table.play(SQUARE + at(5, 5))
        assert table.shows(5, 5) == "W"
        assert (table.rows(W)[0], sum(table.rows(H))) == (0, 0)
        assert table.rows(W)[2] == 2  # with the one below it
    table = Table(2, tile_target="opponent").steps(3).picture("* *").play_card(HH, 5, 5)
    assert table.squares() == {(5, 5)}


@pytest.mark.rule("3.3.1", "R12")
def test_example_13_two_tiles() -> None:
    table = Table().steps(2).picture("* * * / * * *").play_card(SIX, 5, 5)
    assert (int(table.state.steps[0]), table.decision, len(table.squares())) == (8, "tile", 4)
    table.play(table.legal()[0])
    assert (table.decision, len(table.squares())) == ("tile", 3)
    table.play(table.legal()[0])
    assert table.decision != "tile"


@pytest.mark.rule("3.2.3", "R10")
def test_example_14_the_last_space() -> None:
    last = int(Table().rules[0].last_space)
    table = Table().steps(last - 1).picture("* * *").play_card(FLAT_CARD, 5, 5)
    assert int(table.state.steps[0]) == last


@pytest.mark.rule("2.2", "3.4.1", "R13", "R14")
def test_example_15_a_ship() -> None:
    table = Table().steps(2).hold(1, 5).picture("W * / * W").ship(6, 5)
    table.play_card(("HH *  V", "W  V  *"), 7, 5)
    assert table.decision == "ship"
    assert table.squares() == {(8, 5), (5, 6), (9, 6)}
    assert NO_SHIP in table.legal()
    table.play(SQUARE + at(8, 5))
    assert (int(table.state.steps[0]), table.decision) == (3, "tile")
    assert table.squares() == {(7, 5), (9, 5), (8, 6)}
    assert int(table.state.ships[0]) == 1
    table.play(SQUARE + at(9, 5))
    assert (table.decision, int(table.state.seat)) == ("turn", 1)


@pytest.mark.rule("4.1")
def test_example_16_single_and_grouped_heads() -> None:
    table = Table().picture("W _ W _ W / _ / W W W W")
    assert table.rows(W) == [3, 0, 4, 0]
    assert table.vp(W) == 11


@pytest.mark.rule("4.1", "5.1", "R16")
def test_example_17_double_heads() -> None:
    table = Table().picture("WW")
    assert (table.vp(W), table.groups(W)) == (4, (2, 1))
    table = Table().picture("WW W")
    assert (table.vp(W), table.groups(W)) == (6, (3, 1))
    table = Table().picture("W H / H W")
    assert [table.vp(monster) for monster in (W, H)] == [2, 2]
    assert [table.groups(monster) for monster in (W, H)] == [(0, 0), (0, 0)]


@pytest.mark.rule("5.1", "5.2")
def test_example_18_the_printed_sheet() -> None:
    table = Table().steps(6).picture("W W W W _ W W W W / _ / W W W _ W W W _ W / _ / W _ W")
    table.state.interim_taken, table.state.interim[0] = 1, 11
    assert table.rows(W) == [3, 0, 14, 0]
    assert table.groups(W) == (4, 4)
    assert table.end()[0] == 56
    assert int(table.state.group_vp[0]) == 8


@pytest.mark.parametrize(
    ("interim", "track", "last", "decides"),
    [
        ((11, 9, 9), (0, 3, 2), 0, 2),
        ((11, 9, 9), (0, 2, 2), 0, 1),
        ((11, 9, 9), (0, 2, 2), 2, 1),
        ((11, 9, 9), (0, 2, 2), 1, 2),
        ((9, 9, 9), (2, 2, 2), 0, 1),
        ((9, 9, 9), (2, 2, 2), 2, 0),
    ],
)
@pytest.mark.rule("4.2", "R15")
def test_example_19_which_seat_decides(
    interim: tuple[int, ...], track: tuple[int, ...], last: int, decides: int
) -> None:
    table = Table().steps(*track)
    table.state.interim[:3] = interim
    assert last_in_points(table.state, table.rules[0], last) == decides


@pytest.mark.rule("5.3", "R17")
def test_example_20_ties() -> None:
    table = Table(2).steps(3, 4)
    table.state.interim_taken, table.state.interim[:2] = 1, (5, 4)
    assert table.end() == [8, 8]
    assert table.state.place[:2].tolist() == [2, 1]
    table = Table(2).steps(4, 4)
    table.state.interim_taken, table.state.interim[:2] = 1, (4, 4)
    assert table.end() == [8, 8]
    assert table.state.place[:2].tolist() == [1, 1]


@pytest.mark.rule("6.2.4")
def test_example_21_walls_part_neighbours() -> None:
    assert Table().picture("W W").wall("short", "v", 6, 5).vp(W) == 2
    assert Table().picture("WW W").wall("short", "v", 6, 5).vp(W) == 5


PRINTED = "W W W / H H H / W V W / V H V"


@pytest.mark.rule("6.3.1", "6.4.1", "R22")
def test_example_22_an_enclosed_area() -> None:
    table = Table(walls=True).picture(PRINTED).ring(5, 5, 3, 4)
    assert [table.rows(monster) for monster in (W, H, V)] == [[0, 2, 0, 3], [0, 1, 0, 3], [0, 3, 0, 0]]
    assert [table.vp(monster) for monster in (W, H, V)] == [16, 14, 6]
    table = Table(walls=True).picture(PRINTED)
    for right in range(3):
        table.wall("short", "h", 5 + right, 5).wall("short", "h", 5 + right, 9)
    for down in range(4):
        table.wall("short", "v", 5, 5 + down)
        if down < 3:
            table.wall("short", "v", 8, 5 + down)
    assert [table.vp(monster) for monster in (W, H, V)] == [8, 7, 3]


def walled_square() -> Table:
    table = Table(walls=True).hold(1, 5).picture("W W / H H")
    table.lay_wall("long", "h", 5, 5).lay_wall("long", "v", 7, 5).lay_wall("long", "h", 5, 7)
    assert "stop" in table.pieces()
    return table.lay_wall("short", "v", 5, 5)


@pytest.mark.rule("6.1.1", "6.2.1", "6.2.2", "R20")
def test_example_23_a_turn_with_five_walls() -> None:
    table = walled_square()
    assert int(table.state.num_areas) == 0
    assert "stop" in table.pieces()
    table.play(WALL + 1)
    assert table.squares() == {(6, 5), (5, 6), (6, 6)}
    table.play(SQUARE + at(5, 6))
    assert (table.vp(W), int(table.state.num_areas)) == (8, 1)
    assert table.state.walls[0].tolist() == [5, 0]
    assert (int(table.state.seat), table.decision) == (1, "turn")


@pytest.mark.rule("6.2.3")
def test_example_24_not_across_a_wall() -> None:
    places = Table(walls=True).lay(FLAT_CARD, 5, 5).wall("short", "v", 8, 5).places(FLAT)
    assert (7, 4) not in places
    assert {(8, 5), (8, 4), (7, 6)} <= places


@pytest.mark.rule("6.3.2", "R19", "R23")
def test_example_25_a_closed_area() -> None:
    table = Table(walls=True).picture("H V * / * V H").ring(5, 5, 3, 2)
    assert [(5, 5) in table.places(FLAT, seat) for seat in range(3)] == [False, True, True]
    table.state.seat = 0
    table.stock(3, 7)
    inner = {(6, 5), (7, 5), (6, 6), (7, 6), (5, 6)}
    for piece in (("short", "v"), ("short", "h"), ("long", "v"), ("long", "h")):
        assert not table.edges(*piece) & (inner if piece[1] == "v" else {(5, 6), (6, 6), (7, 6)})
    for seat in range(3):
        places = table.places(FLAT, seat)
        assert not {(4, 5), (6, 5), (5, 4), (5, 6)} & places
        assert {(2, 5), (8, 5), (5, 3), (5, 7)} <= places


@pytest.mark.rule("6.2.2", "R19", "R20")
def test_example_26_contact() -> None:
    table = Table(walls=True).picture(" / ".join(["W H W H"] * 4))
    table.play(WALL + 2).play(SQUARE + at(6, 7))
    assert (7, 7) in table.edges("short", "v")
    assert (7, 5) in table.edges("long", "v")
    assert (7, 6) not in table.edges("long", "v")
    assert not {(7, 7)} & table.edges("short", "h")
    assert (8, 7) not in table.edges("long", "h")
    assert not {(7, 8), (6, 5)} & table.edges("short", "v")


@pytest.mark.parametrize(
    ("long", "short", "pieces"), [(1, 2, set()), (0, 3, {"short h", "short v"}), (0, 2, set()), (3, 0, set())]
)
@pytest.mark.rule("R21")
def test_example_27_a_display_of_one_square(long: int, short: int, pieces: set[str]) -> None:
    table = Table(walls=True).picture("W").stock(long, short)
    assert table.pieces() == pieces
    if pieces:
        assert len(table.edges("short", "v")) == 2


@pytest.mark.rule("6.1.1", "R3")
def test_example_28_a_first_turn() -> None:
    game = dealt(3, 3, *THREE, walls=True)
    legal = game.legal_actions()
    assert len(legal) == 16
    assert len([action for action in legal if LAY <= action < WALL]) == 12
    for direction, x in (("h", 13), ("h", 14), ("v", 15)):
        game.play({"wall": "short", "direction": direction})
        game.play({"x": x, "y": 12})
    game.play({"stop": True})
    view: Any = game.snapshot()
    assert (len(view["hand"][0]), view["pile"], view["walls"][0]) == (4, 8, {"long": 3, "short": 4})
    assert (game.seat, game.decision) == (1, "turn")


@pytest.mark.rule("3.1.4", "6.1.2", "R9", "R18")
def test_example_29_who_must_act() -> None:
    def after(long: int, short: int) -> Table:
        table = Table(walls=True).picture("W H V / V W H").hold(0, 3).hold(2, 5)
        return table.stock(long, short, seat=1).play_card(FLAT_CARD, 8, 5)

    assert int(after(1, 1).state.seat) == 2
    table = after(1, 2)
    assert int(table.state.seat) == 1
    assert all(WALL <= action < STOP for action in table.legal())


ARRANGED = "W W W W _ WW / W W H * _ _ / _ V W * W _"
MEASURED = {"line": 4, "block": 4, "groups": 2, "largest": 6, "rim": 8, "crystals": 3, "ships": 2, "single": 2}


def measured(table: Table, monster: int = W) -> dict[str, int]:
    return {kind.name.lower(): int(measure(table.state, monster, int(kind))) for kind in Kind}


@pytest.mark.rule("7.3", "R25")
def test_example_30_what_missions_measure() -> None:
    table = Table().picture(ARRANGED).ship(8, 7)
    assert measured(table) == MEASURED
    table.wall("short", "v", 7, 5)
    changed = {"line": 2, "block": 4, "groups": 3, "largest": 4, "single": 2}
    assert measured(table) | changed == measured(table)
    table = Table().picture(ARRANGED).ship(8, 7).wall("short", "v", 6, 5)
    assert measured(table) | {"line": 3, "block": 3} == measured(table)


@pytest.mark.rule("7.2", "R24", "R28")
def test_example_31_missions() -> None:
    table = Table(missions="secret").picture(ARRANGED).ship(8, 7)
    table.state.missions[0] = 0b11
    assert mission_vp(table.state, table.rules[0], 0) == 8
    table.state.missions[:3] = 0b1101
    table.rules[0].missions = Missions.OPEN
    assert [mission_vp(table.state, table.rules[0], seat) for seat in range(3)] == [8, 0, 0]


@pytest.mark.parametrize(
    ("picture", "rows"), [("VV H V / V W V / * * _ / _ _ *", [5, 2, 2, 0]), ("VV H * / HH V W", [2, 0, 4, 0])]
)
@pytest.mark.rule("8.3", "R27")
def test_example_32_solo(picture: str, rows: list[int]) -> None:
    table = Table(1).picture(picture)
    table.state.monster[0] = V
    count_solo(table.state, table.state.final_rows[0])
    assert table.state.final_rows[0].tolist() == rows
    assert table.end() == [rows[0] + rows[1] - rows[2]]


@pytest.mark.rule("8.4")
def test_example_32_levels() -> None:
    rules = Table(1).rules[0]
    points = (13, 14, 19, 20, 24, 25, 28, 29)
    assert [int(level_of(rules, one)) for one in points] == [1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.rule("2.6", "R3")
def test_example_33_places_in_the_layouts() -> None:
    flat: list[int] = []
    upright: list[int] = []
    for layout in range(1, 6):
        game = dealt(3, layout, *THREE)
        for turn, counts in ((0, flat), (1, upright)):
            tried = game.copy()
            tried.play({"card": 3, "turn": turn})
            counts.append(len(tried.legal_actions()))
    assert flat == [59, 48, 36, 47, 64]
    assert upright == [65, 52, 36, 48, 63]


@pytest.mark.rule("2.8", "R5")
def test_example_34_the_limit() -> None:
    table = Table()
    for number in range(7):
        table.lay(FLAT_CARD, 2 + 3 * number, 9)
    assert {(27, 9), (23, 9)} <= table.places(FLAT)  # (-1, 9) is (27, 9)
    table.lay(FLAT_CARD, -1, 9)
    assert (int(table.state.left), int(table.state.width)) == (27, 24)
    assert not {(23, 9), (22, 9)} & table.places(FLAT)
    assert SQUARE + at(-1, 29) == 144 + 28 + 27
    assert xy(at(-1, 29)) == (27, 1)


@pytest.mark.rule("6.3.1", "6.3.2", "R22", "R23")
def test_example_36_a_hole_is_inside() -> None:
    table = Table(walls=True).picture("W W W / W _ W / H H H").ring(5, 5, 3, 3)
    assert (int(table.state.num_areas), int((table.state.area == 1).sum())) == (1, 9)
    assert [table.vp(monster) for monster in (W, H)] == [20, 12]
    assert [(5, 6) in table.places(FLAT, seat) for seat in range(3)] == [True, True, False]


@pytest.mark.rule("6.2.2", "R19")
def test_example_37_a_turn_that_ends_of_itself() -> None:
    table = Table(walls=True).hold(1, 5).picture("W W")
    table.lay_wall("long", "h", 5, 5).lay_wall("short", "v", 7, 5).lay_wall("long", "h", 5, 6)
    table.lay_wall("short", "v", 5, 5)
    assert (int(table.state.seat), table.decision, table.vp(W)) == (1, "turn", 8)


@pytest.mark.rule("3.1.3", "R8")
def test_example_38_a_tile_is_covered_with_its_square() -> None:
    table = Table().hold(1, 5).steps(0, 0, 2).picture("* _", 5, 5)
    table.state.seat = 2
    table.play_card(FLAT_CARD, 5, 5, seat=2).play(SQUARE + at(5, 5))
    assert table.shows(5, 5) == "V"
    assert sum(table.rows(V)) == 3
    places = table.places(FLAT)
    assert {(3, 5), (4, 4)} <= places
    assert (5, 4) not in places
    table.lay(FLAT_CARD, 3, 5)
    assert table.shows(5, 5) == "V"  # of the new card
    assert not int(table.state.mark[at(5, 5)])


WHOLE: list[tuple[int, int | None, object, dict[str, Any], int, list[int]]] = [
    (1, None, None, {}, 38, [-42]),
    (2, 1, None, {}, 47, [64, 83]),
    (3, 2, None, {}, 51, [57, 57, 60]),
    (4, 3, None, {}, 71, [52, 59, 51, 71]),
    (2, 4, None, {"walls": True}, 96, [54, 66]),
    (3, 5, None, {"walls": True}, 112, [71, 55, 49]),
    (4, 1, [1, 2, 6], {"walls": True, "missions": "open"}, 144, [54, 58, 66, 71]),
]


@pytest.mark.parametrize(("count", "layout", "missions", "options", "decisions", "vp"), WHOLE)
@pytest.mark.rule("2.1", "3.1.1", "6.4.2", "8.1", "8.2", "R1", "R26")
def test_example_39_whole_games(
    count: int, layout: int | None, missions: object, options: dict[str, Any], decisions: int, vp: list[int]
) -> None:
    game = Game.from_setup(setup(count, layout, missions), num_players=count, options=options, skip_forced=False)
    monsters = []
    for number in range(decisions):
        legal = game.legal_actions()
        action = legal[number % len(legal)]
        if game.decision == "monster":
            monsters.append(game.describe(action))
        game.play(action)
    assert game.over
    assert game.result()["vp"] == vp
    if count == 2:
        assert monsters == ["werewolf", "vampire"]


@pytest.mark.rule("3.1.1")
def test_decisions_of_the_rules_page() -> None:
    assert [decision.name.lower() for decision in Decision][1:] == list(Game.decisions)
