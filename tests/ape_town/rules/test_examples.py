"""9. The worked examples of the rules page, each by its number.

Places of the row are named by the segments that they lie on: in the first 40 turns both have the same number.
"""

from collections.abc import Mapping

import pytest

from mom_env.ape_town.state import Motif
from tests.ape_town.build import BOX, Table

GREY, BLACK, WHITE = 0, 1, 2  # the segments of the first three places of the row: grey, black, white
SEVEN = list(range(7))


def last_in_district_4(
    tiles: list[str], neighbours: Mapping[int, list[str]], *, seats: int = 3, full: bool = True
) -> list[int]:
    """What each seat gets when seat 0 completes district 4 with the first of `tiles`, points at once left out.

    The neighbours, districts 3, 5 and 8, hold the tiles given and banana sites, or are free else.
    """
    table = Table(seats)
    for district, texts in neighbours.items():
        if full:
            table.fill(district, texts)
        else:
            table.lay(dict(zip(table.fields(district), texts, strict=False)))
    first, *others = tiles
    field = table.fields(4)[0]
    table.fill(4, ["banana", *others]).clear(field)
    motif, _, seat = first.partition(" ")
    assert seat in ("", "0"), "seat 0 lays it"
    table.hold(motif, BLACK).place(field)
    ways = table.snapshot["ways"]
    return [way["boss"] + way["neighbours"] for way in ways]


# The display


@pytest.mark.rule("2.1", "2.2", "2.3", "3.1.1", "3.1.2")
def test_example_1_seven_options_at_first() -> None:
    table = Table()
    assert table.bundles == [6, 6, 6]
    assert table.shown == list(range(10))
    assert table.options() == SEVEN


@pytest.mark.rule("3.1.1")
def test_example_2_the_first_tile_is_free() -> None:
    table = Table().take(0)
    assert (table.bundles, table.on_track()) == ([6, 6, 6], {})


def table_after_three_turns(last: int) -> Table:
    """Example 3 to `last`: the takes of seats 0, 1 and 2."""
    table = Table()
    for skipped in (3, 1, 2)[: last - 2]:
        table.turn(skipped)
    return table


@pytest.mark.rule("3.1.1")
def test_example_3_a_bundle_on_each_tile_skipped() -> None:
    table = Table().take(3)
    assert table.on_track() == {0: 1, 1: 1, 2: 1}
    assert table.bundles[0] == 3
    assert table.snapshot["hand"]["segment"] == 3


@pytest.mark.rule("3.1.1", "3.1.3")
def test_example_4_the_money_beside_a_tile_comes_with_it() -> None:
    table = table_after_three_turns(4)
    assert table.on_track() == {0: 2, 2: 1}
    assert table.bundles[1] == 6


@pytest.mark.rule("3.1.1")
def test_example_5_a_segment_without_a_tile_costs_nothing() -> None:
    table = table_after_three_turns(5)
    assert table.on_track() == {0: 3, 2: 2}
    assert table.bundles[2] == 4
    assert table.shown[:2] == [0, 2]


@pytest.mark.rule("3.1.3")
def test_example_6_money_is_only_passed_on() -> None:
    table = table_after_three_turns(5).turn(0)
    assert table.bundles == [6, 6, 4]
    assert table.on_track() == {2: 2}


@pytest.mark.rule("3.1.2", "R4")
def test_example_7_without_money_the_first_tile_is_forced() -> None:
    bundles = {0: 1, 1: 5}
    assert Table().money(0, 9, 3).display(range(10), bundles).options() == [0]
    table = Table().money(1, 8, 3).display(range(10), bundles)
    assert table.options() == [0, 1]
    table.take(1)
    assert (table.bundles[0], table.on_track()) == (5, {0: 2})


def emptied(*left: int, opened: int) -> Table:
    """A table at which only these places of the row are face up, of as many sections."""
    table = Table().display(left)
    table.state.opened = opened
    return table


@pytest.mark.rule("3.4.1", "R9", "3.1.1")
def test_example_8_the_section_after_the_newest_is_turned_up() -> None:
    table = emptied(2, 3, 4, opened=2).hold("banana", 9)
    table.game.play(table.game.legal_actions()[0])
    assert table.shown == [2, 3, 4, 10, 11, 12, 13, 14]
    assert table.snapshot["reserve"] == 40
    table.take(4)
    assert table.on_track() == {2: 1, 3: 1, 4: 1, 10: 1}


@pytest.mark.rule("3.4.1", "3.4.2", "R9", "R10")
def test_example_9_empty_sections_are_filled_when_the_oldest_is_empty() -> None:
    table = emptied(2, 3, 4, 10, 12, 13, 14, opened=3)
    table.turns(3)
    assert table.shown == [10, 12, 13, 14, 15, 16, 17, 18, 19]
    assert table.snapshot["reserve"] == 30
    assert table.snapshot["display"][0]["segment"] == 10


@pytest.mark.rule("3.4.1")
def test_example_10_the_field_is_chosen_before_the_new_tiles_are_seen() -> None:
    table = Table().turns(4).take(0)
    assert len(table.snapshot["display"]) == 5
    table.game.play(table.game.legal_actions()[0])
    assert len(table.snapshot["display"]) == 10


@pytest.mark.rule("3.1.1", "3.4.2")
def test_example_11_the_display_goes_around_the_road_sign() -> None:
    table = Table().turns(35)
    assert [tile["segment"] for tile in table.snapshot["display"]] == [35, 36, 37, 38, 39, 0, 1, 2, 3, 4]
    table.take(5)
    assert table.on_track() == dict.fromkeys(range(35, 40), 1)
    assert table.snapshot["hand"]["segment"] == 0
    assert int(table.state.hand_place) == 40


@pytest.mark.rule("3.4.3")
def test_example_12_at_the_end_the_display_shrinks() -> None:
    table = Table().turns(75)
    assert [tile["segment"] for tile in table.snapshot["display"]] == [35, 36, 37, 38, 39]
    assert table.snapshot["reserve"] == 0
    table.turns(3)
    assert table.game.over
    assert len(table.snapshot["display"]) == 2


# Placing


@pytest.mark.rule("3.2.1")
def test_example_13_any_free_field_of_the_colour() -> None:
    for place in (GREY, BLACK, WHITE):
        assert len(Table().hold("banana", place).options()) == 26
    table = Table().fill(0).fill(3).fill(8).clear(70).hold("banana", GREY)
    assert table.options() == [70]
    assert table.game.legal_actions() == [80]


@pytest.mark.rule("3.2.2", "R5")
def test_example_14_without_a_free_field_of_the_colour_any_field() -> None:
    table = Table().fill(0).fill(3).fill(8)
    assert len(table.hold("banana", GREY).options()) == 52
    assert table.hold("banana", BLACK).options() == [*range(9, 17), *range(34, 43), *range(60, 69)]


# Points at once


@pytest.mark.rule("3.3.1")
def test_example_15_an_ape_counts_the_banana_sites_beside_it() -> None:
    table = Table().lay({55: "banana", 57: "banana"}).hold("mandrill", WHITE).place(56)
    assert table.points == [6, 0, 0]


@pytest.mark.rule("3.3.2")
def test_example_16_a_banana_site_counts_the_apes_beside_it() -> None:
    tiles = {18: "tarsier", 19: "chimpanzee", 21: "mandrill", 22: "lemur 1", 62: "orangutan 2"}
    assert Table().lay(tiles).hold("banana", WHITE).place(20).points == [6, 0, 0]


@pytest.mark.rule("3.3.1", "3.3.2", "R6")
@pytest.mark.parametrize(
    ("motif", "place", "field", "points"),
    [
        ("chimpanzee", BLACK, 65, 2),
        ("mandrill", BLACK, 67, 6),
        ("banana", GREY, 27, 3),
        ("mandrill", GREY, 27, 0),
    ],
)
def test_example_17_printed_tiles_count_like_laid_ones(motif: str, place: int, field: int, points: int) -> None:
    assert Table(row={place: motif}).take(place).place(field).points == [points, 0, 0]


@pytest.mark.rule("3.3.1", "3.3.2", "R6", "R7")
def test_example_18_borders_do_not_matter_and_the_pond_separates() -> None:
    table = Table().hold("mandrill", WHITE).place(57)
    assert table.points == [3, 0, 0]
    table.hold("banana", BLACK).place(60)
    assert table.points == [3, 3, 0]
    table = Table().lay({63: "mandrill"}).hold("banana", GREY).place(69)
    assert table.points == [0, 0, 0]


@pytest.mark.rule("3.3.3")
def test_example_19_markers_bring_nothing_at_once() -> None:
    table = Table().lay({18: "lemur 1", 19: "lemur 1", 21: "lemur 2"}).hold("tarsier", WHITE).place(20)
    assert table.points == [0, 0, 0]
    table = Table().lay({66: "banana", 68: "banana"}).hold("orangutan", BLACK).place(67)
    assert table.points == [0, 0, 0]
    assert table.snapshot["discs"] == [14, 15, 15]
    assert table.snapshot["fields"][67] == {"motif": "orangutan", "seat": 0}


@pytest.mark.rule("3.3.3", "R8")
def test_example_20_without_a_disc_a_marker_is_nobody_s() -> None:
    table = Table().discs(0, 15, 15).hold("lemur", BLACK).place(65)
    assert table.snapshot["fields"][65] == {"motif": "lemur", "seat": None}
    assert table.snapshot["discs"] == [0, 15, 15]
    district = table.snapshot["districts"][7]
    assert (district["all_lemurs"], district["lemurs"]) == (1, [0, 0, 0])


# A district

RIGHT, LEFT, ABOVE = 3, 5, 8
NOTHING: dict[int, list[str]] = {RIGHT: [], LEFT: [], ABOVE: []}


@pytest.mark.rule("4.1.1", "4.1.2", "4.2.1", "4.2.2", "4.2.3", "R12")
def test_example_21_the_printed_one() -> None:
    tiles = ["orangutan 0", "orangutan 1", "lemur 2", "lemur 2", "lemur 0", "mandrill"]
    neighbours = {
        RIGHT: ["lemur 0", "lemur 1", "lemur 2", "mandrill"],
        ABOVE: ["lemur 1", "tarsier", "mandrill", "mandrill"],
        LEFT: ["lemur 0", "lemur 1", "chimpanzee", "mandrill"],
    }
    assert last_in_district_4(tiles, neighbours) == [7, 0, 10]


@pytest.mark.rule("4.1.1")
def test_example_22_most_orangutans() -> None:
    tiles = ["orangutan 0", "orangutan 0", "orangutan 1", *["lemur 2"] * 3, "chimpanzee", "mandrill"]
    assert last_in_district_4(tiles, NOTHING) == [5, 0, 0]


@pytest.mark.rule("4.1.2")
def test_example_23_a_tie_goes_to_most_lemurs_whoever_has_them() -> None:
    tiles = ["orangutan 0", "orangutan 1", "lemur 2", "chimpanzee", "mandrill"]
    assert last_in_district_4(tiles, NOTHING) == [0, 0, 5]


@pytest.mark.rule("4.1.3", "4.2.3")
def test_example_24_two_ties_and_nobody_is_boss() -> None:
    tiles = ["orangutan 0", "orangutan 1", "lemur 0", "lemur 1", "chimpanzee", "mandrill"]
    assert last_in_district_4(tiles, {**NOTHING, ABOVE: ["chimpanzee", "mandrill"]}) == [3, 3, 0]


@pytest.mark.rule("4.1.3", "R11", "R13")
def test_example_25_no_markers_no_points() -> None:
    neighbours = {**NOTHING, LEFT: ["chimpanzee", "mandrill"]}
    assert last_in_district_4(["chimpanzee", "mandrill"], neighbours) == [0, 0, 0]


@pytest.mark.rule("4.2.3", "4.1.3")
def test_example_26_each_neighbour_is_rounded_up_by_itself() -> None:
    neighbours = {LEFT: ["tarsier", "mandrill"], ABOVE: ["tarsier"], RIGHT: []}
    assert last_in_district_4(["lemur 0", "lemur 1", "lemur 2"], neighbours) == [3, 3, 3]


@pytest.mark.rule("4.2.1", "4.2.2", "4.2.3")
@pytest.mark.parametrize("full", [True, False])
def test_example_27_strictly_fewer_lemurs_whether_full_or_not(full: bool) -> None:
    neighbours = {
        LEFT: ["lemur 0", "lemur 0", "mandrill"],
        ABOVE: ["lemur 2", "chimpanzee"],
        RIGHT: ["tarsier"],
    }
    assert last_in_district_4(["chimpanzee", "lemur 1", "lemur 1"], neighbours, full=full) == [0, 5, 0]


@pytest.mark.rule("R8", "R11", "R13", "4.2.2", "4.2.3")
def test_example_28_lemurs_without_a_disc_count_in_the_district() -> None:
    neighbours = {**NOTHING, LEFT: ["lemur 1", "mandrill"]}
    assert last_in_district_4(["lemur 0", "lemur"], neighbours) == [3, 0, 0]
    bare = ["chimpanzee", "mandrill", "lemur", "orangutan"]
    assert last_in_district_4(bare, {**NOTHING, LEFT: ["mandrill"]}) == [0, 0, 0]
    assert last_in_district_4(["lemur 0", "orangutan", "chimpanzee", "mandrill"], NOTHING) == [5, 0, 0]


@pytest.mark.rule("3.3.2", "R6", "4.1.1")
def test_example_29_printed_apes_are_worth_nothing_in_a_district() -> None:
    table = Table().hold("banana", BLACK).place(34)
    assert table.points == [2, 0, 0]
    assert last_in_district_4(["orangutan 0"], NOTHING) == [0, 0, 0]


@pytest.mark.rule("3.3.4", "4.1.1")
def test_example_30_points_at_once_and_the_boss() -> None:
    table = Table().fill(4, ["banana", "orangutan 1", "lemur 1", "lemur 1", "lemur 1"], rest="orangutan 1").clear(34)
    table.clear(41, 42).lay({41: "chimpanzee", 42: "mandrill"})
    table.hold("banana", BLACK).place(34)
    assert table.points == [2, 5, 0]


# The end


def one_field_left(**options: str) -> Table:
    """Example 31: f34 alone is free, all else is banana sites and a lemur; the mandrill of g0 lies open."""
    table = Table(options=dict(options))
    for district in range(9):
        table.fill(district)
    table.clear(34, 42).lay({42: "lemur 1"}).money(4, 6, 5)
    table.state.row[:8] = [Motif.MANDRILL, *[Motif.BANANA] * 7]
    return table.display([0, 7], {0: 2, 7: 1}).turns_played(77, 0)


@pytest.mark.rule("3.2.2", "R5", "4.1.2", "5.1", "5.2", "R14", "R15")
def test_example_31_the_last_tile() -> None:
    table = one_field_left().take(0)
    assert table.options() == [34]
    table.place(34)
    assert table.game.over
    assert table.bundles == [6, 6, 5]
    assert table.snapshot["ways"][0]["tiles"] == 15
    assert table.snapshot["ways"][1]["boss"] == 3
    assert table.points == [21, 9, 5]


@pytest.mark.rule("5.1", "R14")
def test_example_32_all_districts_once_more() -> None:
    assert one_field_left(final_scoring="all_districts").take(0).place(34).points == [21, 12, 5]


@pytest.mark.rule("5.3", "R16")
@pytest.mark.parametrize(
    ("points", "places"),
    [((30, 10, 20, 30), [2, 4, 3, 1]), ((30, 30, 20, 10), [1, 2, 3, 4]), ((30, 30, 30, 30), [3, 4, 1, 2])],
)
def test_example_33_ties_go_to_the_seat_that_would_be_next(points: tuple[int, ...], places: list[int]) -> None:
    table = Table(4, start=0)
    for district in range(9):
        table.fill(district)
    table.clear(0)
    table.state.points[:] = table.state.ways[:, 0] = points
    table.money(0, 0, 0, 0).turns_played(77, 1).hold("lemur", GREY).discs(15, 0, 15, 15).place(0)
    assert table.game.result()["places"] == places


@pytest.mark.rule("3", "5.1", "R2")
@pytest.mark.parametrize(
    ("num_players", "start", "turns"),
    [(4, 2, [19, 19, 20, 20]), (3, 1, [26, 26, 26]), (2, 0, [39, 39])],
)
def test_example_34_turns_of_each_seat(num_players: int, start: int, turns: list[int]) -> None:
    game, counts = Table(num_players, start).game, [0] * num_players
    while not game.over:
        if game.decision == "take":
            counts[game.seat or 0] += 1
            last = game.seat or 0
        game.play(game.legal_actions()[0])
    assert counts == turns
    assert (last + 1) % num_players == {4: 0}.get(num_players, start)


@pytest.mark.rule("3.3.1")
def test_example_35_points_go_on_after_99() -> None:
    table = Table().lay({55: "banana", 57: "banana"}).hold("mandrill", WHITE)
    table.state.points[0] = table.state.ways[0, 0] = 98
    assert table.place(56).points[0] == 104


@pytest.mark.rule("3", "5")
@pytest.mark.parametrize(
    ("num_players", "start", "points"),
    [(2, 0, [120, 131]), (3, 1, [117, 103, 91]), (4, 2, [65, 56, 71, 105])],
)
def test_example_36_whole_games(num_players: int, start: int, points: list[int]) -> None:
    in_order = ["tarsier", "chimpanzee", "mandrill", "orangutan", "lemur", "banana"]
    box = [motif for motif in in_order for _ in range(BOX.count(motif))]
    row = {i: box[37 * i % 80] for i in range(80)}
    game, count = Table(num_players, start, row=row).game, 0
    while not game.over:
        legal = game.legal_actions()
        game.play(legal[count % len(legal)])
        count += 1
    assert count == 156
    assert game.result()["points"] == points
