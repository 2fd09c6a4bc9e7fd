"""3, 6.1, 8.2: Who is to move, and turns in which something cannot be done."""

from typing import Any

import numpy as np
import pytest

from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS, SQUARE
from mom_env.monsters_on_the_moon.rules.missions import mission_vp
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import FLAT, GONE, IN_PILE, NONE, Decision
from tests.monsters_on_the_moon.build import FLAT_CARD, Table


def marked(loops: Any, states: Any, rules: Any, seat: int) -> list[int]:
    """What the mask of a seat allows."""
    masks = np.ones(1, MASK_DTYPE)
    loops.write_mask(states, rules, seat, masks)
    return [int(action) for action in np.flatnonzero(masks[0]["ids"])]


def allowed(game: Game, seat: int) -> list[int]:
    """The same, asked one by one; other numbers are no actions."""
    near = [*range(-NUM_ACTIONS, 2 * NUM_ACTIONS), 2**40]
    return [action for action in near if game._loops.is_legal(game.states, game.rules, seat, action)]


@pytest.mark.rule("3", "9")
def test_only_the_seat_to_move_may_choose() -> None:
    game = Game(3, 1, skip_forced=False)
    for seat, count in enumerate((3, 2, 1)):
        assert game.seats_to_move() == [seat]
        for other in (-1, 0, 1, 2, 3):
            ids = game.legal_actions() if other == seat else []
            assert marked(game._loops, game.states, game.rules, other) == allowed(game, other) == ids
        assert len(game.legal_actions()) == count
        game.play(game.legal_actions()[-1])


@pytest.mark.rule("8.2")
def test_at_the_end_nobody_is_to_move() -> None:
    game = Game(1, 1)
    while not game.over:
        game.play(game.legal_actions()[0])
    assert game.seats_to_move() == marked(game._loops, game.states, game.rules, NONE) == allowed(game, NONE) == []


@pytest.mark.rule("9")
def test_between_decisions_there_is_nothing_to_choose() -> None:
    table = Table(2).picture("W H V").hold(0, 3)  # the third monster is free
    assert table.legal() != []
    table.state.decision = Decision.NOTHING
    assert table.legal() == marked(table.loops, table.states, table.rules, 0) == []


@pytest.mark.rule("8.2", "R9")
def test_solo_cards_without_a_place_leave_the_game() -> None:
    table = Table(1).lay(FLAT_CARD, 5, 5)
    table.state.pile[:3], table.state.num_pile, table.state.decision = (3, 4, 5), 3, Decision.NOTHING
    table.state.holder[[3, 4, 5]] = IN_PILE
    table.rules[0].limit = 3
    table.loops.go_on(table.states, table.rules)
    assert int(table.state.seat) == NONE
    assert (table.state.holder[[3, 4, 5]] == GONE).all()
    assert (int(table.state.num_pile), int(table.state.hand_size[0]), int(table.state.num_laid)) == (0, 0, 1)


@pytest.mark.rule("R11", "3.3.1")
def test_a_tile_without_a_head_of_another_monster_is_gone() -> None:
    table = Table().hold(1, 5).steps(2).picture("* _").play_card(("W W *", "W W W"), 5, 5)
    assert (int(table.state.steps[0]), int(table.state.seat), table.decision) == (3, 0, "ship")
    assert int(table.state.tiles_due) == 0


@pytest.mark.rule("3.4.1", "R13")
def test_both_ships_stay_where_they_were_set() -> None:
    table = Table().picture("* W * W *").hold(1, 5)
    for x in (9, 5):
        table.state.seat, table.state.decision = 0, Decision.SHIP
        table.play(SQUARE + at(x, 5))
    assert table.state.ship_at[0].tolist() == [at(9, 5), at(5, 5)]
    assert (int(table.state.ships[0]), int(table.state.free_crystals)) == (0, 1)


@pytest.mark.rule("6.1.2", "R18", "R21")
@pytest.mark.parametrize(("long", "short", "seat"), [(1, 2, 2), (3, 0, 2), (0, 3, 1)])
def test_who_has_walls_of_which_no_three_fit_is_skipped(long: int, short: int, seat: int) -> None:
    table = Table(walls=True).picture("W").stock(long, short, seat=1).hold(2, 5)
    table.state.decision = Decision.NOTHING
    table.loops.go_on(table.states, table.rules)
    assert (int(table.state.seat), table.decision) == (seat, "turn")


@pytest.mark.rule("6.1.2", "R18")
def test_who_has_long_walls_only_begins_with_one() -> None:
    table = Table(walls=True).picture("W H V / V W H").stock(3, 0, seat=1)
    table.state.decision = Decision.NOTHING
    table.loops.go_on(table.states, table.rules)
    assert (int(table.state.seat), table.pieces()) == (1, {"long h", "long v"})


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("num_players", [3, 4])
def test_after_a_turn_it_is_the_left_neighbours(num_players: int) -> None:
    game = Game(num_players, seed=2, skip_forced=False)
    start, seats = int(game.states["start"][0]), []
    while game.decision != "starter":
        if game.decision == "turn":
            seats.append(game.seat)
        game.play(game.legal_actions()[0])
    assert len(seats) > num_players
    assert seats == [(start + k) % num_players for k in range(len(seats))]


@pytest.mark.rule("2.2")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_player_has_two_ships_and_a_marker_on_space_0(num_players: int) -> None:
    view: Any = Game(num_players, seed=1).snapshot()
    assert view["ships"] == [2] * num_players
    assert view["steps"] == [0] * num_players


@pytest.mark.rule("R13")
def test_a_crystal_with_a_ship_is_never_covered_and_takes_no_second_ship() -> None:
    table = Table().steps(2).hold(1, 5).picture("W * / * W").play_card(("HH *  V", "W  V  *"), 7, 5)
    table.play(SQUARE + at(8, 5))
    table.play(SQUARE + at(9, 5))  # the tile
    covered = {(x + i, y + j) for x, y in table.places(FLAT) for i in range(3) for j in range(2)}
    assert (9, 6) in covered
    assert (8, 5) not in covered
    table.play_card(FLAT_CARD, *next(place for place in sorted(table.places(FLAT)) if place[0] < 5))
    assert table.decision == "ship"
    assert (8, 5) not in table.squares()


@pytest.mark.rule("5.2")
def test_the_sheet_of_each_seat_has_the_heads_of_its_own_monster() -> None:
    table = Table().picture("W _ W _ W / _ / H H _ V")
    table.end()
    seats = range(table.ruleset.num_players)
    sheets = [table.state.final_rows[seat].tolist() for seat in seats]
    assert sheets == [table.rows(int(table.state.monster[seat])) for seat in seats]
    assert len({tuple(sheet) for sheet in sheets}) == len(sheets)


@pytest.mark.rule("7.2", "R28")
def test_one_of_the_own_missions_is_counted() -> None:
    """A square of four is a market place (6 VP) and a capital (8 VP), but no street (8 VP)."""
    table = Table(missions="secret").picture("W W / W W")
    for missions, vp in ((0b1010, 8), (0b0010, 6), (0b0001, 0), (0, 0)):
        table.state.missions[0] = missions
        assert mission_vp(table.state, table.rules[0], 0) == vp


@pytest.mark.rule("R23")
def test_a_head_elsewhere_opens_no_closed_area() -> None:
    table = Table(walls=True).picture("H V * _ _ W / * V H").ring(5, 5, 3, 2)
    assert [(5, 5) in table.places(FLAT, seat) for seat in range(3)] == [False, True, True]


@pytest.mark.rule("R26")
def test_the_first_card_of_a_solo_game_lies_flat_in_the_middle() -> None:
    view: Any = Game(1, seed=1).snapshot()
    squares = {(square["x"], square["y"]) for square in view["display"]}
    assert squares == {(x, y) for x in (12, 13, 14) for y in (13, 14)}
