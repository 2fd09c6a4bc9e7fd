"""Positions and setups that cannot be: each is refused with the entry, what was expected and what was found."""

import json
from typing import Any

import numpy as np
import pytest

from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.snapshots.from_snapshot import is_in_progress, state_from
from mom_env.monkeys_on_the_moon.state import MAX_SHIP_TYPES, NONE, NUM_SHIP_KINDS, UNSEEN_SHIPS
from tests.support.games import TREACHERY, game_at, play_on
from tests.support.positions import Sheet, anywhere
from tests.support.untyped import untyped


def busy_game() -> Game:
    """A bid turn with cards everywhere; seat 0's ship has room, and two ships that left early are in the pile."""
    for seed in range(500):
        game = play_on(Game(4, seed, options=TREACHERY), seed, 120)
        view = game.snapshot()
        if (
            view["decision"] == "monkey"
            and all(view["pile"])
            and len(view["returned_ships"]) > 1
            and view["monkeys_out"]
        ):
            return game
    raise AssertionError("no game is busy enough")


BUSY = busy_game()
TREACHERY_ALONE = json.dumps(TREACHERY)
LAST = play_on(Game(4, seed=1, options={"maximum_scorn": True}), 1)


def sheet() -> Sheet:
    """A position in a bid turn, with cards everywhere."""
    return Sheet(BUSY)


# Coins and cards


@pytest.mark.rule("2.4")
@pytest.mark.parametrize("name", ["supply", "coins 0", "coins 3"])
def test_no_coin_is_lost_and_none_is_found(name: str) -> None:
    assert Game.from_text(sheet().text) == BUSY
    for tribe in sheet().circle:
        assert sheet().count(name, tribe, 1).refusal() in (
            f"coins of {tribe}: expected 7, found 8",
            f"{name.replace(' ', '.')}.{tribe}: expected less than or equal to 7, found 8",
        )


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("civilization_pile", "civilization card"),
        ("monkey_pile", "monkey"),
        ("ship_pile", "ship"),
        ("pile 1", "monkey"),
    ],
)
def test_every_card_is_there_once(name: str, what: str) -> None:
    card, *others = sheet().cards(name)
    assert sheet().lay(name, others).refusal().startswith(f"{what} ('{card[:3]}")
    assert sheet().lay(name, [card, card, *others]).refusal().startswith(f"{what} ('{card[:3]}")
    unknown = "white" + card.lstrip("abcdefghijklmnopqrstuvwxyz")
    assert sheet().lay(name, [unknown, *others]).refusal().startswith(f"{what} ('")
    assert sheet().lay(name, ["red9" if what != "ship" else "red4/9", *others]).refusal().startswith(f"{what} ('")


@pytest.mark.rule("2.2", "2.3", "2.5", "3.2.6", "3.4")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("hand 2", "civilization_pile"),
        ("civilization_pile", "hand 1"),
        ("discard", "civilization_pile"),
        ("out_of_game", "discard"),
        ("monkey_pool", "monkey_pile"),
        ("monkey_pile", "monkeys_out"),
        ("ship_pool", "ship_pile"),
        ("ship_pile", "ship_pool"),
    ],
)
def test_hands_pools_and_piles_are_as_large_as_they_are_at_that_moment(source: str, target: str) -> None:
    where, _, problem = sheet().move(source, target).refusal().partition(": ")
    assert where in (source, target)
    assert problem.startswith("expected ")
    assert " cards, found " in problem


def test_ships_that_left_early_lie_at_the_bottom_of_the_pile() -> None:
    returned = sheet().cards("returned_ships")
    assert len(returned) > 1
    assert sheet().lay("returned_ships", returned[::-1]).refusal().startswith("returned_ships.0.")
    assert sheet().lay("ship_pile", sheet().cards("ship_pile")[::-1]).refusal().startswith("returned_ships.0.")


# Moments


@pytest.mark.rule("3")
@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("num_players", "3", "expected no more lines, found 'coins 3'"),
        ("round", "8", "round: expected 0 to 7, found 8"),
        ("round", "-1", "round: expected 0 to 7, found -1"),
        ("round", "2.0", "round: expected a valid integer, found 2.0"),
        ("round", "true", "round: expected a valid integer, found True"),
        ("phase", '"flight"', "phase: expected 'civilization', 'bid' or 'over', found 'flight'"),
        (
            "phase",
            '"civilization"',
            "decision: expected one of ('card', 'tribe', 'appease', 'ship', 'stay') in phase civ",
        ),
        ("phase", '"over"', "round: expected 7 to 7"),
        ("start", "4", "start: expected less than 4, found 4"),
        ("active", "null", "active: expected a seat from 0 to 3, found None"),
        ("seat", "null", "seat: expected a seat from 0 to 3, found None"),
        ("seat", "-1", "seat: expected greater than or equal to 0, found -1"),
        ("decision", '"card"', "decision: expected one of ('monkey', 'bid', 'ship') in phase bid, found card"),
        ("decision", "null", "decision: expected one of ('monkey', 'bid', 'ship') in phase bid, found None"),
        ("decision", '"fly"', "decision: expected 'card', 'tribe',"),
        ("pending", '{"tribe":"red"}', "pending: expected None, found {'tribe': 'red'}"),
        ("swapped", "1", "swapped: expected a valid boolean, found 1"),
        ("finished", "red red", "finished: expected"),
        ("circle", "brown black green blue red red", "circle: expected each of"),
        ("tie_order", "brown black green blue red red", "tie_order: expected each of"),
        ("tie_order", "-", "tie_order: expected each of"),
        ("track", "21 0 0 0 0 0", "track of "),
        ("track", "- 0 0 0 0 0", "track."),
        ("track", "101 0 0 0 0 0", "track."),
        ("scorn", "4 - - - - -", "scorn."),
        ("options", TREACHERY_ALONE, "options.raise: expected 'free', found nothing"),
        ("options", "[]", "options: expected a mapping of names to values, found list"),
        ("options", '{"luck":true}', "options: expected some of"),
        ("deck", '{"format":1}', "deck: format: expected 'mom-deck/1', found 1"),
        ("deck", "mini", "num_players: deck 'mini' is for 2 or 3 players, found 4"),
        ("waiting", "red3", "monkey ('red', 3): expected"),
        ("ships_out", "red3/2", "ship ('red', (3, 2)): expected"),
        ("ship 0", "-", "ship ("),
    ],
)
def test_an_entry_that_cannot_be_is_named(name: str, value: str, message: str) -> None:
    assert sheet().write(name, value).refusal().startswith(message)


def test_with_fewer_players_a_seat_may_not_be_missing_nor_be_one_too_many() -> None:
    three = Sheet(Game(3, seed=1))
    assert three.write("start", "3").refusal() == "start: expected a seat from 0 to 2, found 3"
    three = Sheet(Game(3, seed=1))
    assert (
        three.set("scorn", three.circle[2], "3").refusal()
        == f"scorn of {three.circle[2]}: expected a seat from 0 to 2, found 3"
    )


@pytest.mark.rule("3.1", "3.2.1")
def test_card_and_monkey_are_the_active_seat_s_decisions() -> None:
    for decision in ("card", "tribe", "appease", "monkey"):
        game = game_at(decision)
        assert game.seat is not None
        other = (game.seat + 1) % 4
        assert Sheet(game).write("seat", str(other)).refusal() == f"seat: expected {game.seat}, found {other}"


@pytest.mark.rule("3.1.6")
def test_who_is_at_the_end_of_the_track_has_finished_and_nobody_else() -> None:
    game = LAST
    finished = Sheet(game).lines["finished"].split()
    assert len(finished) > 1
    assert Sheet(game).lay("finished", finished[1:]).refusal().startswith("finished: expected ")
    assert Sheet(game).set("track", finished[0], "19").refusal().startswith("finished: expected ")
    turned = Game.from_text(Sheet(game).lay("finished", finished[::-1]).text)
    assert untyped(turned.result())["ranking"][: len(finished)] == finished[::-1]


@pytest.mark.rule("5", "R13")
@pytest.mark.parametrize(
    ("options", "space", "swapped"), [(TREACHERY, 11, False), (TREACHERY, 12, True), ({}, 12, False)]
)
def test_the_swap_is_done_exactly_when_a_stone_is_at_the_dot(
    options: dict[str, Any], space: int, swapped: bool
) -> None:
    sheet = Sheet(Game(2, seed=1, options=options))
    sheet.set("track", sheet.circle[0], str(space))
    assert Game.from_text(sheet.write("swapped", json.dumps(swapped)).text).snapshot()["swapped"] == swapped
    assert (
        sheet.write("swapped", json.dumps(not swapped)).refusal() == f"swapped: expected {swapped}, found {not swapped}"
    )


# Ships


@pytest.mark.rule("3.3")
def test_everybody_has_a_ship_but_who_chooses_one() -> None:
    without = sheet()
    assert without.move("ship 0", "ship_pile").refusal() == "ship 0: expected a ship, found None"
    game = game_at("ship")
    choosing = Sheet(game)
    ship = choosing.cards("ship_pile")[0]
    message = choosing.lay("ship_pile", choosing.cards("ship_pile")[1:]).write(f"ship {game.seat}", ship).refusal()
    assert message.startswith(f"ship {game.seat}: expected none while a ship is chosen, found ")
    assert Sheet(LAST).move("ship_pile", "ship 1").refusal().startswith("ship 1: expected none at the end, found ")


@pytest.mark.rule("3.2.5")
def test_a_ship_at_capacity_has_launched() -> None:
    crowded, seats = sheet(), untyped(BUSY.snapshot())["ship"][0]["seats"]
    while len(crowded.cards("aboard 0")) < seats:
        crowded.move(anywhere(crowded)[0], "aboard 0")
    assert crowded.refusal() == f"aboard 0: expected at most {seats - 1} monkeys, found {seats}"


@pytest.mark.rule("3.2.5")
def test_rivals_share_no_ship() -> None:
    crew = sheet()
    while crew.cards("aboard 0"):
        crew.move("aboard 0", "monkeys_out")
    crew.move("ship 0", "ship_pile").move("ship_pile", "ship 0", next(c for c in crew.cards("ship_pile") if "4/" in c))
    for tribe in (crew.circle[1], crew.circle[4]):
        source, card = anywhere(crew, tribe)
        crew.move(source, "aboard 0", card)
    assert crew.refusal() == f"aboard 0: expected no rivals, found {crew.circle[1]} and {crew.circle[4]}"


@pytest.mark.rule("3.3.1", "R7")
def test_full_ships_have_no_more_seats_than_their_owner_s_monkeys_have_filled() -> None:
    """All ships of the pile to seat 0 of a fresh deal: played on, the pile would run empty."""
    fresh = Sheet(Game(4, seed=1))
    seats = sum(int(card[-3]) for card in fresh.cards("ship_pile"))
    fresh.lay("ships_won 0", fresh.cards("ship_pile")).lay("ship_pile", [])
    assert fresh.refusal() == f"ships_won 0: expected 0 seats at most, for the monkeys in pile 0, found {seats}"


@pytest.mark.rule("3.3.1", "R7")
def test_each_seat_has_filled_its_own_full_ships() -> None:
    """Its monkeys in the pile of another seat do not count."""
    game = Game(4, seed=1)
    while not any(game.snapshot()["ships_won"]):
        play_on(game, 1, 1)
    seat = next(seat for seat in range(4) if game.snapshot()["ships_won"][seat])
    moved = Sheet(game)
    while moved.cards(f"pile {seat}"):
        moved.move(f"pile {seat}", f"pile {(seat + 1) % 4}")
    assert moved.refusal().startswith(f"ships_won {seat}: expected 0 seats at most, for the monkeys in pile {seat}, ")


@pytest.mark.rule("3.2.5", "3.3.1")
def test_a_ship_left_early_with_a_monkey() -> None:
    fresh = Sheet(Game(4, seed=1))
    fresh.lay("returned_ships", fresh.cards("ship_pile")[-1:])
    assert fresh.refusal() == "returned_ships: expected 0 at most, each left with a monkey, found 1"


@pytest.mark.rule("3.3.1")
def test_monkeys_of_full_ships_have_not_left_early() -> None:
    game = Game(4, seed=1)
    while not any(game.snapshot()["ships_won"]) or game.snapshot()["returned_ships"]:
        assert not game.over
        play_on(game, 1, 1)
    sheet = Sheet(game)
    early = sum(len(sheet.cards(f"pile {seat}")) for seat in range(4)) - sum(
        int(card[-3]) for seat in range(4) for card in sheet.cards(f"ships_won {seat}")
    )
    ships = [card for card in sheet.cards("ship_pile") if int(card[-3]) > 1]
    sheet.lay("ship_pile", [*(card for card in sheet.cards("ship_pile") if card not in ships), *ships])
    sheet.lay("returned_ships", ships[-early - 1 :])
    expected = f"returned_ships: expected {early} at most, each left with a monkey, found {early + 1}"
    assert sheet.refusal() == expected


@pytest.mark.rule("3.2.5")
def test_a_ship_of_one_seat_never_left_early() -> None:
    for seed in range(100):
        sheet = Sheet(play_on(Game(2, seed, deck="mini"), seed))
        unknown = [card for card in sheet.cards("ship_pile") if "1/" in card]
        if sheet.cards("returned_ships") and unknown:
            one, two = unknown[0], sheet.cards("returned_ships")[-1]
            pile = [{one: two, two: one}.get(card, card) for card in sheet.cards("ship_pile")]
            sheet.lay("ship_pile", pile).lay("returned_ships", pile[-len(sheet.cards("returned_ships")) :])
            assert sheet.refusal().startswith("returned_ships: expected ships with a seat left free, found ")
            return
    raise AssertionError("no such game came up")


@pytest.mark.rule("5", "R12")
def test_discarded_monkeys_have_filled_their_ships_all_the_same() -> None:
    """Each seat of this end has full ships; Maximum Scorn has taken monkeys of some from the piles."""
    for seed in range(40):
        game = play_on(Game(2, seed, options={"maximum_scorn": True, "final_launch_clears_scorn": False}), seed)
        view = game.snapshot()
        full = [sum(ship["seats"] for ship in won) for won in view["ships_won"]]
        if any(len(pile) < seats for pile, seats in zip(view["pile"], full, strict=True)):
            assert Game.from_text(str(game)) == game
            return
    raise AssertionError("no such end came up")


def test_a_record_of_such_a_position_is_no_game_in_progress() -> None:
    """The guard of checkpoints asks the same."""
    game = Game(4, seed=1)
    assert is_in_progress(game.states, game.ruleset)
    states = game.states.copy()
    pile = states["ship_pile"][0]
    ships = [int(ship) for ship in pile if ship != NONE]
    states["ships_won"][0, 0, : len(ships)] = ships
    states["unseen"][0, UNSEEN_SHIPS:] -= np.bincount(ships, minlength=NUM_SHIP_KINDS).astype(np.int8)
    states["ship_vp"][0, 0] = sum(int(game.rules[0].ship_vp[ship % MAX_SHIP_TYPES]) for ship in ships)
    pile[:] = NONE
    assert not is_in_progress(states, game.ruleset)


@pytest.mark.rule("3.2.5")
@pytest.mark.parametrize("field", ["status", "monkeys", "ship_vp", "unseen", "vp", "bids", "standing", "pending_card"])
def test_a_record_in_which_one_number_does_not_follow_from_the_others_is_no_game_in_progress(field: str) -> None:
    game = game_at("card")
    assert is_in_progress(game.states, game.ruleset)
    states = game.states.copy()
    states[field].reshape(-1)[0] += 1
    assert not is_in_progress(states, game.ruleset)


def test_monkeys_wait_only_while_a_ship_is_chosen() -> None:
    assert sheet().move("pile 1", "waiting").refusal() == "waiting: expected at most 0 monkeys, found 1"
    choosing = Sheet(game_at("ship"))
    while len(choosing.cards("waiting")) < 2:
        choosing.move(anywhere(choosing)[0], "waiting")
    assert choosing.refusal() == "waiting: expected at most 1 monkeys, found 2"


# The end


@pytest.mark.parametrize("name", ["seat", "active"])
def test_at_the_end_it_is_nobody_s_turn(name: str) -> None:
    assert Sheet(LAST).write(name, "0").refusal() == f"{name}: expected None, found 0"


@pytest.mark.parametrize("name", ["track", "supply", "scorn"])
def test_what_is_given_by_tribe_names_all_of_them(name: str) -> None:
    """A text has its columns under the circle; a snapshot names the tribes each time."""
    game = Game(4, seed=1)
    view: Any = game.snapshot()
    message = f"^{name}: expected the tribes black, blue, brown, green, purple, red, found "
    view[name] = {tribe: view[name][tribe] for tribe in view["circle"][1:]}
    with pytest.raises(PositionError, match=message):
        state_from(view, game.ruleset)
    view[name] |= {"white": 0}
    with pytest.raises(PositionError, match=message + ".*white$"):
        state_from(view, game.ruleset)


@pytest.mark.rule("4.1", "R9")
def test_the_last_launches_have_cleared_scorn() -> None:
    tribe = LAST.snapshot()["ships_out"][0]["tribe"]
    message = Sheet(LAST).set("scorn", tribe, "0").refusal()
    assert message == f"scorn of {tribe}: expected not seat 0, whose ship it was, found 0"
    kept = Game(4, seed=1, options={"final_launch_clears_scorn": False})
    tribe = play_on(kept, 1).snapshot()["ships_out"][0]["tribe"]
    assert Game.from_text(Sheet(kept).set("scorn", tribe, "0").text).snapshot()["scorn"][tribe] == 0


@pytest.mark.rule("5", "R12")
def test_maximum_scorn_has_taken_the_monkeys() -> None:
    view = LAST.snapshot()
    seat, tribe = next(
        (seat, monkey["tribe"])
        for seat, pile in enumerate(view["pile"])
        for monkey in pile
        if monkey["tribe"] != view["ships_out"][seat]["tribe"]
    )
    message = Sheet(LAST).set("scorn", tribe, str(seat)).refusal()
    assert message == f"pile {seat}: expected no monkeys of tribes in scorn, found {tribe}"


# Setups: the same checks


def setup(**changes: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(Game(3, seed=1).replay()["setup"])), **changes}


def refused_setup(setup: Any) -> str:
    with pytest.raises(PositionError) as caught:
        Game.from_setup(setup)
    return str(caught.value)


def test_a_setup_has_its_entries_and_no_others() -> None:
    for entry in setup().keys() - {"hands"}:
        left = {key: value for key, value in setup().items() if key != entry}
        assert refused_setup(left) == f"{entry}: expected, but missing"
        assert refused_setup(setup(**{entry: None})).startswith(f"{entry}: expected a valid ")
    assert refused_setup(setup(luck=1)) == "luck: expected no such key"
    others: list[Any] = [None, 7, "setup", []]
    for no_mapping in others:
        assert refused_setup(no_mapping).startswith("setup: expected a mapping, found ")
    without_hands: list[Any] = [{}, {"hands": 3}, {"hands": None}]
    for wrong in without_hands:
        assert refused_setup(wrong).startswith("setup: expected a mapping with an entry 'hands'")


def test_a_setup_that_cannot_be_is_refused_with_the_reason() -> None:
    deal = setup()
    short, double = [deal["hands"][0][:1], *deal["hands"][1:]], [deal["hands"][0], deal["hands"][0], deal["hands"][2]]
    more = [*deal["monkey_pool"], deal["monkey_pile"][0]]
    ship_for_nobody = [*deal["ships"], deal["ship_pile"][0]]
    for changes, message in (
        ({"start": 3}, "start: expected a seat from 0 to 2, found 3"),
        ({"start": 0.0}, "start: expected a valid integer, found 0.0"),
        ({"circle": deal["circle"][:5]}, "circle: expected each of"),
        ({"tie_order": deal["tie_order"][:5] * 2}, "tie_order: expected each of"),
        ({"hands": short}, "civilization card ("),
        (
            {"hands": short, "out_of_game": [*deal["out_of_game"], deal["hands"][0][1]]},
            "hand 0: expected 2 cards, found 1",
        ),
        ({"hands": double}, "civilization card ("),
        ({"hands": [[{"tribe": "red"}]] * 3}, "hands.0.0.move: expected, but missing"),
        ({"hands": [[{"tribe": "red", "move": "3"}]] * 3}, "hands.0.0.move: expected a valid integer, found '3'"),
        ({"hands": [[{"tribe": "red", "move": 3, "x": 1}]] * 3}, "hands.0.0.x: expected no such key"),
        ({"monkey_pool": more, "monkey_pile": deal["monkey_pile"][1:]}, "monkey_pool: expected 4 cards, found 5"),
        ({"ships": ship_for_nobody, "ship_pile": deal["ship_pile"][1:]}, "ship: expected 3 seats, found 4"),
        ({"ships": [None, *deal["ships"][1:]]}, "ships.0: expected a valid dictionary"),
        ({"ship_pool": deal["ship_pool"] * 20}, "ship_pool: expected at most 30 items"),
        ({"monkey_pile": [{"tribe": "white", "status": 3}]}, "monkey ("),
    ):
        assert refused_setup(setup(**changes)).startswith(message)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_setup_is_for_two_to_four(count: int) -> None:
    with pytest.raises(ValueError, match=f"num_players: .* is for 2, 3 or 4 players, found {count}"):
        Game.from_setup(setup(hands=[[]] * count))
