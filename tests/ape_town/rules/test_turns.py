"""3 and 6. Turns, limits and knowledge that the worked examples leave open."""

from itertools import pairwise

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.ruleset import load_deck
from mom_env.errors import IllegalAction
from tests.ape_town.build import Table


@pytest.mark.rule("2.1", "R2")
def test_every_deal_shuffles_all_tiles_and_draws_the_starting_player() -> None:
    starts, firsts = set(), set()
    for seed in range(60):
        setup = Game(3, seed, skip_forced=False).setup_block()
        assert sorted(setup["tiles"]) == sorted(Game(3, 0, skip_forced=False).setup_block()["tiles"])  # type: ignore[call-overload]
        starts.add(setup["start"])
        firsts.add(setup["tiles"][0])  # type: ignore[index]
    assert starts == {0, 1, 2}
    assert len(firsts) == 6


@pytest.mark.rule("2.3")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_money_and_discs_do_not_depend_on_the_number_of_players(num_players: int) -> None:
    snapshot = Table(num_players).snapshot
    assert snapshot["money"] == [6] * num_players
    assert snapshot["discs"] == [15] * num_players
    assert snapshot["points"] == [0] * num_players


@pytest.mark.rule("3", "R3")
def test_nobody_can_pass_and_the_seat_to_the_left_follows() -> None:
    game = Table(3, 1).game
    for turn in range(12):
        assert (game.seat, game.decision) == ((1 + turn) % 3, "take")
        game.play(game.legal_actions()[-1])
        assert (game.seat, game.decision) == ((1 + turn) % 3, "place")
        assert game.legal_actions()
        game.play(game.legal_actions()[0])


@pytest.mark.rule("3.1.4")
@pytest.mark.parametrize(("place", "colour"), [(0, "grey"), (1, "black"), (2, "white"), (9, "black"), (44, "black")])
def test_the_colour_is_that_of_the_segment(place: int, colour: str) -> None:
    table = Table().hold("banana", place)
    assert table.snapshot["hand"]["colour"] == colour
    colours = {district.colour for district in load_deck("standard").district}
    assert colours == {"grey", "black", "white"}
    allowed = {int(table.rules.district[field]) for field in table.options()}
    assert {load_deck("standard").district[district].colour for district in allowed} == {colour}


@pytest.mark.rule("3.3.1", "R1", "R7")
def test_only_who_places_scores_and_points_have_no_limit() -> None:
    table = Table().lay({55: "mandrill", 57: "mandrill"})
    table.state.points[0] = table.state.ways[0, 0] = 999
    assert table.hold("banana", 2).place(56).points == [1005, 0, 0]


@pytest.mark.rule("3.3.4", "4.2.4")
def test_the_boss_may_share_in_the_neighbours_as_well() -> None:
    table = Table().fill(4, ["banana", "orangutan 1", "lemur 1", "lemur 2", "mandrill"]).clear(34)
    table.fill(8, ["mandrill", "chimpanzee"]).hold("lemur", 1)
    table.discs(0, 15, 15).place(34)
    ways = table.snapshot["ways"]
    assert [way["boss"] for way in ways] == [0, 3, 0]
    assert [way["neighbours"] for way in ways] == [0, 3, 3]  # 5 / 2, rounded up; the lemur without a disc has no share


@pytest.mark.rule("3.3.4")
def test_a_district_is_scored_when_it_is_full_and_not_before() -> None:
    table = Table().fill(4, ["banana", "banana", "orangutan 1"], rest="mandrill").clear(34, 35)
    table.hold("lemur", 1).place(34)
    assert table.points == [0, 0, 0]
    table.hold("lemur", 1).place(35)
    assert table.snapshot["ways"][1]["boss"] == 18


@pytest.mark.rule("3.4.2", "R10")
def test_the_reserve_fills_whole_sections_one_or_two_at_a_time() -> None:
    game, sizes, rng = Game(4, 3, skip_forced=False), list[int](), np.random.default_rng(0)
    while not game.over:
        reserve = int(game.snapshot()["reserve"])  # type: ignore[call-overload]
        if [reserve] != sizes[-1:]:
            sizes.append(reserve)
        game.play(int(rng.choice(game.legal_actions())))
    assert (sizes[0], sizes[-1]) == (40, 0)
    assert {before - after for before, after in pairwise(sizes)} == {5, 10}


@pytest.mark.rule("3.4.1", "3.4.3", "6")
def test_tiles_are_revealed_at_fourteen_moments() -> None:
    game, revealed, rng = Game(4, 5, skip_forced=False), 0, np.random.default_rng(0)
    before = sum(game.snapshot()["hidden"].values())  # type: ignore[attr-defined]
    while not game.over:
        game.play(int(rng.choice(game.legal_actions())))
        after = sum(game.snapshot()["hidden"].values())  # type: ignore[attr-defined]
        assert before - after in {0, 5}
        revealed += before != after
        before = after
    assert (revealed, before) == (14, 0)


@pytest.mark.rule("3.4", "R9")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_whoever_always_skips_drives_the_open_sections_apart_no_further_than_the_page_says(num_players: int) -> None:
    game, apart = Game(num_players, 1, skip_forced=False), 0
    while not game.over:
        game.play(game.legal_actions()[-1])
        places = [int(place) for place in game.states[0].display if place >= 0]
        if places:
            apart = max(apart, places[-1] // 5 - places[0] // 5)
    assert 1 < apart <= 1 + 6 * num_players // 5


@pytest.mark.rule("5.1", "R14")
def test_by_default_only_the_last_district_is_scored_at_the_end() -> None:
    for options, times in (({"final_scoring": "last_district"}, 1), ({"final_scoring": "all_districts"}, 2)):
        table = Table(options=options)
        for district in range(9):
            table.fill(district, ["orangutan 2", "mandrill"] if district == 1 else [])
        table.clear(34).hold("banana", 1).place(34)
        assert table.snapshot["ways"][2]["boss"] == 3 * (times - 1)


@pytest.mark.rule("6", "R17")
def test_all_seats_know_the_same_and_nobody_the_row() -> None:
    game = Table(4).turns(9).game
    views = [game.snapshot(seat) for seat in range(4)]
    assert all(view == views[0] for view in views)
    assert views[0]["row"] is None
    assert game.snapshot()["row"] is not None
    assert views[0]["money"] == game.snapshot()["money"]


@pytest.mark.rule("6")
def test_a_redeal_changes_the_row_and_nothing_that_anybody_sees() -> None:
    game = Table(3).turns(20).take(2).game
    others = [game.resample_hidden(seat, 7) for seat in range(3)]
    assert others[0] == others[1] == others[2]
    assert others[0].snapshot(0) == game.snapshot(0)
    assert others[0].snapshot()["row"] != game.snapshot()["row"]
    assert sorted(others[0].snapshot()["row"]) == sorted(game.snapshot()["row"])  # type: ignore[call-overload]
    for seat in range(3):
        assert np.array_equal(game.observe(seat)["observation"], others[0].observe(seat)["observation"])


@pytest.mark.rule("6")
def test_who_is_me_is_all_that_differs_between_views() -> None:
    game = Table(2).turns(30).game
    mine, theirs = (game.observe(seat)["observation"] for seat in (0, 1))
    assert not np.array_equal(mine, theirs)
    from mom_env.ape_town.observe import LAYOUT

    start, equal = 0, {}
    for piece in LAYOUT:
        equal[piece.name] = np.array_equal(mine[start : start + piece.size], theirs[start : start + piece.size])
        start += piece.size
    by_seat = {"seat", "start", "money", "discs", "points", "lead", "orangutan", "lemur", "orangutans", "lemurs"}
    assert {name for name, same in equal.items() if not same} <= by_seat


@pytest.mark.rule("3.2", "3.1.1")
@pytest.mark.parametrize("action", [7, 9, 10, 40, 89, 90, -1])
def test_an_illegal_action_is_refused_and_changes_nothing(action: int) -> None:
    game = Table().game
    before = game.states.tobytes()
    with pytest.raises(IllegalAction):
        game.play(action)
    assert game.states.tobytes() == before


@pytest.mark.rule("3.2.1", "3.2.2")
def test_fields_beyond_the_board_and_taken_ones_are_refused() -> None:
    game = Table().lay({0: "banana"}).hold("lemur", 0).game
    assert 10 not in game.legal_actions()
    for field in (0, 9, 78, 79):
        with pytest.raises(IllegalAction):
            game.play({"field": field})


@pytest.mark.rule("3.1.2", "3.2.1", "R4")
def test_forced_decisions_are_skipped_and_nothing_else() -> None:
    table = Table(skip_forced=True).money(0, 9, 9)
    table.game._loops.go_on(table.game.states, table.rules_array)
    assert (table.game.decision, table.shown[0]) == ("place", 1)
    full = Table(skip_forced=True).fill(0).fill(3).fill(8).clear(70).money(0, 9, 9)
    full.game._loops.go_on(full.game.states, full.rules_array)
    assert (full.game.seat, full.game.decision) == (1, "take")
    assert full.snapshot["fields"][70] is not None


@pytest.mark.rule("3.1.2", "3.2.1", "5.1")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_games_with_and_without_forced_decisions_are_the_same(num_players: int) -> None:
    skipping, asking = (Game(num_players, 6, deck="mini", skip_forced=skip) for skip in (True, False))
    asked = 0
    while not asking.over:
        action = asking.legal_actions()[-1]
        if len(asking.legal_actions()) > 1:
            assert action == skipping.legal_actions()[-1]
            skipping.play(action)
        asking.play(action)
        asked += 1
    assert skipping.over
    assert skipping.result() == asking.result()
    assert asked == 14


@pytest.mark.rule("3")
@pytest.mark.parametrize(("seat", "action"), [(1, 0), (0, 90), (0, -1), (-1, 0), (0, 10), (3, 0), (0, 2**40)])
def test_only_the_seat_to_move_may_act_and_only_by_an_id_of_its_decision(seat: int, action: int) -> None:
    game = Table().game
    assert game._loops.is_legal(game.states, game.rules, 0, 0)
    assert not game._loops.is_legal(game.states, game.rules, seat, action)


@pytest.mark.rule("5.1")
def test_nothing_is_forced_when_the_game_is_over() -> None:
    game = Table().turns(78).game
    assert game.over
    assert game._loops.forced_action(game.states, game.rules) == -1
