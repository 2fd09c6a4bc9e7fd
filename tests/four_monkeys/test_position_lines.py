"""11: the text of a seat: the same whatever is hidden from it, and all that it may know."""

import re

import pytest

from mom_env.four_monkeys import Game
from mom_env.four_monkeys.position_lines import position_lines
from tests.four_monkeys.build import Table, grab, lay
from tests.four_monkeys.random_play import course, game_at
from tests.support.untyped import untyped

pytestmark = pytest.mark.once


def test_the_lines_are_the_same_whatever_is_hidden() -> None:
    compared = 0
    for game in course(3, seed=2, every=23, timer="hidden"):
        for seat in range(3):
            lines = position_lines(game, seat)
            assert all(position_lines(game.resample_hidden(seat, number), seat) == lines for number in range(2))
            compared += 1
    assert compared > 20


def test_a_choice_that_is_made_is_not_told_to_the_others() -> None:
    told = set()
    for choice in untyped(Game(3, 1)).choices():
        game = Game(3, 1)
        game.play(choice)
        told.add(tuple(position_lines(game, 1)))
    assert len(told) == 1


def test_cards_are_told_to_their_owner_alone() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP"}, tops={0: [4]}).tick({0: grab(4)}).tick({0: lay("CC")})
    own, other = position_lines(table.game, 0), position_lines(table.game, 1)
    assert "  combo 4, green, open: 1 card beneath (CC)" in own
    assert "  combo 4, green, open: 1 card beneath" in other
    assert "Your hand: CC, TT, 2 x SP" in own
    assert not any("2 x SP" in line for line in other if line.startswith("Your hand"))


def test_which_tiles_are_right_and_what_the_deck_has_is_told_to_their_owner() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP"}, tops={0: [4]})
    table.tick({0: grab(4)}).tick({0: lay("CC")}).tick({0: lay("CC")})
    assert any(line.endswith("; right so far") for line in position_lines(table.game, 0))
    table.tick({0: {"close": True}})
    assert "Your closed tiles that are right: combo 4" in position_lines(table.game, 0)
    deck = next(line for line in position_lines(table.game, 0) if line.startswith("Your deck still has: "))
    assert (
        sum(int(number) for number in re.findall(r"(\d+) x", deck)) + len(re.findall(r"(?<!x) [CTSP]{2}", deck)) == 33
    )
    assert "Your closed tiles that are right: none" in position_lines(table.game, 1)


def test_what_a_seat_shows_is_told() -> None:
    table = Table(2, hands={0: "CC CC TT SP SP"}).tile(0, 4, "CC CC").tile(0, 5, "CC")
    lines = position_lines(table.again().game, 0)
    assert "player_0, you: total 0, last round 0" in lines
    assert any(line.startswith("  shows 5 points, 0 burned") for line in lines)
    assert any(line.startswith("Stacks: combo ") for line in lines)


def test_the_end_tells_what_was_found() -> None:
    game = game_at(3, seed=1)
    lines = position_lines(game, 0)
    states = [tile["state"] for row in untyped(game.snapshot(0))["tiles"] for tile in row]
    assert sum("found wrong" in line for line in lines) == states.count("wrong")
    assert sum("found right" in line for line in lines) == states.count("right")
    assert not any("deck still has" in line for line in lines)


def test_a_hidden_length_and_two_areas_are_told() -> None:
    lines = position_lines(Game(8, 1, options={"timer": "hidden"}), 5)
    assert lines[0] == "Round 1 of 4, tick 1 of a hidden number."
    assert [line[:24] for line in lines if line.startswith("Stacks")] == [
        "Stacks of player_0, play",
        "Stacks of player_4, play",
    ]


def test_in_scoring_and_at_the_end_no_tick_is_told_that_is_never_played() -> None:
    table = Table(2, deck="mini", check_choice=True).tile(0, 1, "CC").tile(0, 2, "CC")
    game = table.ticks(8).game
    assert game.decision == "check"
    assert position_lines(game, 0)[0] == "Round 1 of 1, after 8 ticks."
    assert game.progress() == "round 1 of 1, scoring, player_0's decision is check"
    game.play({"check": 1})
    assert game.over
    assert position_lines(game, 0)[0] == "Round 1 of 1, after 8 ticks."
