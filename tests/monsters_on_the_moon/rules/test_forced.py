"""9.1: What is forced, and what never is."""

from typing import Any

import pytest

from mom_env.kernel.masks import NO_ACTION
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import SQUARE, WALL, WALL_WORDS
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import FLAT, Decision
from tests.monsters_on_the_moon.build import FLAT_CARD, Place, Table


def forced_in(game: Game) -> int:
    return int(game._loops.forced_action(game.states, game.rules))


def forced(table: Table) -> int:
    return int(table.loops.forced_action(table.states, table.rules))


def square(place: Place) -> int:
    return SQUARE + at(*place)


def choosing(decision: Decision) -> Table:
    """A display of which one square is never covered; with a limit of 3 there is one place for a card."""
    table = Table().picture("W * V / _ _ *").hold(0, 3).ship(6, 5)
    table.state.card, table.state.turn, table.state.decision = 3, FLAT, decision
    return table


@pytest.mark.rule("9", "2.1")
def test_the_last_monster_is_forced_and_passing_never_is() -> None:
    asking, skipping = (Game(3, 1, skip_forced=skip) for skip in (False, True))
    for monster in ("witch", "vampire"):
        assert forced_in(asking) == NO_ACTION
        asking.play({"monster": monster})
        skipping.play({"monster": monster})
    assert asking.decision == "monster"
    assert [forced_in(asking)] == asking.legal_actions() == [0]
    asking.play({"monster": "werewolf"})
    assert (skipping.seat, skipping.decision) == (asking.seat, asking.decision) == (0, "pass")
    assert forced_in(asking) == NO_ACTION
    assert skipping.states.tobytes() == asking.states.tobytes()


@pytest.mark.rule("9", "R5")
def test_the_only_place_is_forced() -> None:
    table = choosing(Decision.PLACE)
    assert len(table.squares()) > 1
    assert forced(table) == NO_ACTION
    table.rules[0].limit = 3
    assert [forced(table)] == table.legal() == [square((5, 6))]


@pytest.mark.rule("9")
@pytest.mark.parametrize("decision", [Decision.TURN, Decision.SHIP, Decision.STARTER])
def test_turn_ship_and_starter_are_never_forced(decision: Decision) -> None:
    table = choosing(decision)
    table.rules[0].limit = 3
    assert len(table.legal()) > 1
    assert forced(table) == NO_ACTION


@pytest.mark.rule("9", "R11")
@pytest.mark.parametrize(
    ("rows", "targets"), [(("W H W", "* W *"), {(6, 5)}), (FLAT_CARD, {(6, 5), (7, 5), (5, 6), (7, 6)})]
)
def test_the_only_square_for_a_tile_is_forced(rows: tuple[str, ...], targets: set[Place]) -> None:
    table = Table().hold(1, 5).steps(2).picture("* _").play_card(rows, 5, 5)
    assert (table.decision, table.squares()) == ("tile", targets)
    assert forced(table) == (square((6, 5)) if len(targets) == 1 else NO_ACTION)


def beginning_walls() -> Table:
    """One square, whose lower edge has a wall, and a first wall on its upper edge."""
    table = Table(walls=True).hold(1, 5).picture("W").wall("short", "h", 5, 6).stock(0, 3)
    return table.lay_wall("short", "h", 5, 5)


@pytest.mark.rule("9", "6.2.2")
def test_the_only_piece_and_the_only_edge_are_forced() -> None:
    piece = WALL + WALL_WORDS.index(("short", "v"))
    table = beginning_walls()
    assert [forced(table)] == table.legal() == [piece]
    table.play(piece)
    assert table.squares() == {(5, 5), (6, 5)}
    assert forced(table) == NO_ACTION
    table.play(square((5, 5)))
    assert forced(table) == piece
    table.play(piece)
    assert [forced(table)] == table.legal() == [square((6, 5))]


@pytest.mark.rule("9", "6.2.2")
def test_of_two_pieces_none_is_forced_and_stopping_never_is() -> None:
    table = Table(walls=True).hold(1, 5).picture("W H V / V W H").stock(0, 5).lay_wall("short", "h", 5, 5)
    assert table.pieces() == {"short h", "short v"}
    assert forced(table) == NO_ACTION
    table = Table(walls=True).hold(1, 5).picture("W").stock(0, 4)
    table.lay_wall("short", "h", 5, 5).lay_wall("short", "v", 5, 5).lay_wall("short", "v", 6, 5)
    assert table.pieces() == {"short h", "stop"}
    assert forced(table) == NO_ACTION


@pytest.mark.rule("9")
def test_what_is_forced_is_played_until_somebody_has_a_choice() -> None:
    table = beginning_walls()
    table.rules[0].skip_forced = 1
    table.loops.go_on(table.states, table.rules)
    assert (table.decision, table.squares()) == ("edge", {(5, 5), (6, 5)})
    table.play(square((6, 5)))
    assert (int(table.state.seat), table.decision, int(table.state.num_areas)) == (1, "turn", 1)


GAMES: list[tuple[int, dict[str, Any], set[str]]] = [
    (1, {}, set()),
    (3, {}, {"monster"}),
    (2, {"walls": True}, {"edge"}),
    (3, {"monsters": "draw"}, set()),
]


@pytest.mark.rule("9")
@pytest.mark.parametrize(("num_players", "options", "kinds"), GAMES)
def test_games_with_and_without_forced_decisions_are_the_same(
    num_players: int, options: dict[str, Any], kinds: set[str]
) -> None:
    skipping, asking = (Game(num_players, 3, options=options, skip_forced=skip) for skip in (True, False))
    decisions, skipped = 0, set[str | None]()
    while not asking.over:
        action, legal = forced_in(asking), asking.legal_actions()
        if action == NO_ACTION:
            assert (asking.seat, legal) == (skipping.seat, skipping.legal_actions())
            action = legal[decisions % len(legal)]
            skipping.play(action)
        else:
            assert legal == [action]
            skipped.add(asking.decision)
        asking.play(action)
        decisions += 1
    assert skipping.over
    assert skipping.result() == asking.result()
    assert skipped == kinds
