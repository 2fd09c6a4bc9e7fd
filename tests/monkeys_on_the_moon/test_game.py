"""`Game`, for people: choices and ids, errors that change nothing, copies, snapshots, results."""

import copy
import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.base.seeds import checked_seed
from mom_env.errors import GameNotOver, IllegalAction, OptionError, ReplayError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from tests.support.games import DECISIONS, OPTIONS, Start, examples, game_at, games, play_on, starts
from tests.support.untyped import untyped

TRIBES = {"brown", "black", "green", "blue", "red", "purple"}


def everything(game: Game) -> tuple[Any, ...]:
    """All that a refused move must leave as it was, to the byte."""
    return game.states.tobytes(), game.legal_actions(), game.replay(), str(game)


def finished(seed: int = 3) -> Game:
    return play_on(Game(3, seed), seed)


# Choices


@examples(100, 8)
@given(games())
def test_choices_are_the_legal_actions_by_name_in_the_order_of_their_ids(game: Game) -> None:
    actions, choices = game.legal_actions(), game.choices()
    assert actions == sorted(set(actions))
    assert bool(actions) != game.over
    assert len(actions) == len(choices)
    assert json.loads(json.dumps(choices)) == choices
    for action, choice in zip(actions, choices, strict=True):
        by_id, by_name = game.copy(), game.copy()
        by_id.play(action)
        by_name.play(choice)
        assert by_id == by_name != game


@examples(60, 4)
@given(games(), st.integers(0, 3))
def test_the_mask_of_the_seat_to_move_is_its_legal_actions_and_that_of_others_is_empty(game: Game, seat: int) -> None:
    seat %= game.num_players
    mask = game.observe(seat)["action_mask"]
    assert np.flatnonzero(mask).tolist() == (game.legal_actions() if seat == game.seat else [])


@pytest.mark.parametrize("kind", [int, np.int8, np.int16, np.int64, np.uint64])
def test_an_id_may_be_any_integer(kind: type) -> None:
    game, other = Game(seed=1), Game(seed=1)
    action = game.legal_actions()[0]
    game.play(kind(action))
    other.play(action)
    assert game == other
    assert json.loads(json.dumps(game.replay())) == game.replay()


def test_a_fresh_seed_is_one_that_any_json_reader_keeps() -> None:
    assert all(checked_seed(None) < 2**53 for _ in range(100))


def test_a_choice_may_have_numbers_of_numpy() -> None:
    game = Game(seed=1)
    choice = untyped(game.choices())[0]
    game.play({**choice, "move": np.int64(choice["move"])})
    assert game.decision == "tribe"
    assert json.loads(json.dumps(game.replay()))["moves"][0]["choice"] == choice


# What is refused


def refusal(game: Game, choice: Any) -> str:
    """Why a choice is refused; nothing has changed."""
    before = everything(game)
    with pytest.raises(IllegalAction) as caught:
        game.play(choice)
    assert everything(game) == before
    return str(caught.value)


@pytest.mark.parametrize("choice", ["pass", "", 1.0, 0.5, float("nan"), None, True, False, [0], (0,), b"0", np.True_])
@pytest.mark.parametrize("number", [np.float64(3), np.float32(3), np.array([3])], ids=["float64", "float32", "array"])
def test_what_is_no_id_and_no_choice_is_refused(choice: Any, number: Any) -> None:
    for wrong in (choice, number):
        assert refusal(Game(seed=1), wrong) == f"expected an action id or a choice, found {wrong!r}"


@pytest.mark.parametrize("number", [-1, NUM_ACTIONS, 10**30, -(10**30), 2**63, np.int64(-1), np.uint64(2**64 - 1)])
def test_an_id_out_of_range_is_refused(number: Any) -> None:
    assert refusal(Game(seed=1), number) == f"expected an action id from 0 to {NUM_ACTIONS - 1}, found {int(number)}"


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_id_that_is_not_legal_is_refused(decision: str) -> None:
    game = game_at(decision, skip_forced=False)
    legal, before = game.legal_actions(), game.states.tobytes()
    for action in set(range(NUM_ACTIONS)) - set(legal):
        with pytest.raises(IllegalAction, match=rf"^player_{game.seat}'s decision is {decision}; action {action} \("):
            game.play(action)
    assert (game.states.tobytes(), game.legal_actions()) == (before, legal)


def test_a_refusal_says_what_could_be_played() -> None:
    game = Game(seed=1)
    legal = [game.describe(action) for action in game.legal_actions()]
    action = next(action for action in range(NUM_ACTIONS) if action not in game.legal_actions())
    assert refusal(game, action).endswith(f"is not among its {len(legal)} legal actions: {'; '.join(legal)}")
    assert game.describe(action) in refusal(game, action)


def test_a_refusal_does_not_list_a_hundred_bids() -> None:
    game = Game(4, seed=1)
    while len(game.legal_actions()) < 9:
        game.play(game.legal_actions()[-1] if game.decision != "bid" else game.legal_actions()[0])
    assert refusal(game, 0).endswith(f"; {len(game.legal_actions()) - 8} more")


UNKNOWN = {"tribe": "white"}
WRONG_CHOICES: dict[str, list[dict[Any, Any]]] = {
    "card": [{"tribe": "red"}, {"move": 3}, {"tribe": "red", "move": 99}, {"tribe": "red", "move": True}],
    "tribe": [UNKNOWN, {"tribe": 3}, {"tribe": None}, {"tribe": ["red"]}, {"tribe": "red", "move": 3}],
    "appease": [{"pay": "white"}, {"scorn": 0}, {"pay": "red", "scorn": "red"}, {"tribe": "red"}],
    "monkey": [{"tribe": "red"}, {"tribe": "red", "status": 9}, {"tribe": "red", "status": 3.0}],
    "bid": [
        {"pass": False},
        {"pass": 1},
        {"pass": True, "own": 1},
        {"own": 1},
        {"own": 0, "cw": 0, "ccw": 0},
        {"own": -1, "cw": 0, "ccw": 3},
        {"own": 8, "cw": 0, "ccw": 0},
        {"own": 10**30, "cw": 0, "ccw": 0},
        {"own": True, "cw": 1, "ccw": 1},
        {"own": "1", "cw": 1, "ccw": 1},
        {"own": float("nan"), "cw": 1, "ccw": 1},
        {"own": 1, "cw": None, "ccw": 1},
        {"own": 7, "cw": 7, "ccw": 7},
    ],
    "ship": [
        {"tribe": "red", "seats": 3},
        {"tribe": "red", "seats": 3, "vp": 99},
        {"tribe": "red", "seats": 3, "vp": "2"},
    ],
    "stay": [UNKNOWN, {"tribe": ""}, {"stay": "red"}],
}


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_choice_of_another_form_is_refused(decision: str) -> None:
    game = game_at(decision)
    for choice in [*WRONG_CHOICES[decision], {}, {"": ""}, {1: 2}, {None: None}]:
        assert f"decision is {decision}" in refusal(game, choice)
    for other in set(DECISIONS) - {decision}:
        if set(game_at(other).choices()[0]) not in [set(choice) for choice in game.choices()]:
            assert f"the decision is {decision}: expected {{" in refusal(game, game_at(other).choices()[0])


def test_a_choice_that_names_what_does_not_exist_is_answered_with_what_does() -> None:
    assert "expected one of 2, 3, 4, found 99" in refusal(game_at("card"), {"tribe": "red", "move": 99})
    assert "found 'white'" in refusal(game_at("tribe"), UNKNOWN)
    assert 'to pass is {"pass": true}' in refusal(game_at("bid"), {"own": 0, "cw": 0, "ccw": 0})


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    game = Game(seed=1)
    hand = game.choices()
    for tribe in TRIBES:
        for move in (2, 3, 4):
            if {"tribe": tribe, "move": move} not in hand:
                assert f"play {tribe} {move}) is not among its" in refusal(game, {"tribe": tribe, "move": move})


@pytest.mark.parametrize("choice", [0, -1, NUM_ACTIONS, {"pass": True}, {}, None, "pass", 1.5, True])
def test_a_finished_game_is_not_played_on(choice: Any) -> None:
    assert "one that is over: there is nothing left to play" in refusal(finished(), choice)


# Arguments


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "7", True, float("nan"), [7], np.float64(7)])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(OptionError, match=r"^seed: expected a whole number from 0 to 2\*\*64 - 1, found"):
        Game(seed=seed)
    with pytest.raises(OptionError, match=r"^seed: "):
        Game(seed=1).resample_hidden(0, seed)


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int8(7), np.uint64(2**64 - 1)])
def test_the_same_seed_is_the_same_game(seed: Any) -> None:
    assert Game(seed=seed) == Game(seed=int(seed))
    assert Game(seed=seed) != Game(seed=int(seed) ^ 1)
    assert Game(seed=seed).replay()["seed"] == int(seed)


def test_without_a_seed_every_game_is_another_and_its_replay_tells_which() -> None:
    one, other = Game(), Game()
    assert one != other
    assert Game(seed=one.replay()["seed"]) == one


@pytest.mark.parametrize("seat", [-1, 3, 10**30, 1.0, "1", True, float("nan"), [1], np.float64(1)])
def test_a_seat_is_one_of_those_at_the_table(seat: Any) -> None:
    game = Game(3, seed=1)
    for look in (game.observe, game.snapshot, lambda seat: game.resample_hidden(seat, 1)):
        with pytest.raises(OptionError, match=r"^seat: expected a whole number from 0 to 2, found"):
            look(seat)
    with pytest.raises(OptionError, match=r"^seat: expected a whole number from 0 to 2, found None"):
        game.observe(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 1.0, "1", True, None, {"pass": True}])
def test_only_ids_are_described(action: Any) -> None:
    with pytest.raises(IllegalAction, match=f"expected an action id from 0 to {NUM_ACTIONS - 1}, found"):
        Game(seed=1).describe(action)


# The same game with all decisions as stops


@examples(30, 3)
@given(starts(), st.integers(0, 2**32))
def test_skipping_forced_decisions_changes_nothing_else(start: Start, seed: int) -> None:
    every = Start(start.num_players, start.seed, start.deck, start.options, skip_forced=False).deal()
    real = Start(start.num_players, start.seed, start.deck, start.options, skip_forced=True).deal()
    chance, forced = random.Random(seed), 0
    while not every.over:
        choices = every.choices()
        is_real = not real.over and every.snapshot() == real.snapshot()
        choice = chance.choice(choices)
        if is_real:
            assert real.choices() == choices
            real.play(choice)
        else:
            assert choices == [choice], "only what is forced is skipped"
            forced += 1
        every.play(choice)
    assert real.over
    assert (real.result(), real.snapshot()) == (every.result(), every.snapshot())
    assert real.replay() == every.replay()
    assert forced > 0


# Copies


def test_the_rules_of_a_copy_are_read_only_as_those_of_the_original() -> None:
    """Kernels would be compiled once more for an array that may be written."""
    assert not any(game.rules.flags.writeable for game in (Game(seed=1), *copies_of(Game(seed=1))))


def copies_of(game: Game) -> list[Game]:
    return [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]


@examples(60, 4)
@given(games(), st.integers(0, 2**32))
def test_a_copy_plays_the_same_game_and_leaves_the_original_alone(game: Game, seed: int) -> None:
    before = everything(game)
    for other in copies_of(game):
        assert everything(other) == before
        played = play_on(other, seed)
        assert (played.over, played.seat, played.decision) == (True, None, None)
        assert everything(game) == before
        assert played == play_on(game.copy(), seed)


def test_games_are_equal_when_rules_and_positions_are() -> None:
    game = Game(3, seed=1)
    assert game == Game(3, seed=1)
    assert game not in [Game(3, seed=2), Game(4, seed=1), Game(3, seed=1, options={"hidden_coins": True})]
    assert game != Game(3, seed=1, skip_forced=False)
    assert game != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


# Redeals


@examples(80, 6)
@given(games(), st.integers(0, 3), st.integers(0, 2**64 - 1))
def test_a_redeal_keeps_all_that_the_seat_knows_and_may_do(game: Game, seat: int, seed: int) -> None:
    seat %= game.num_players
    before, other = everything(game), game.resample_hidden(seat, seed)
    assert everything(game) == before
    assert other.snapshot(seat) == game.snapshot(seat)
    for name, piece in untyped(game.observe(seat)).items():
        assert untyped(other.observe(seat))[name].tobytes() == piece.tobytes()
    assert (other.seat, other.decision) == (game.seat, game.decision)
    if game.seat == seat:
        assert (other.legal_actions(), other.choices()) == (game.legal_actions(), game.choices())
    assert other == game.resample_hidden(seat, seed)
    assert play_on(other.copy(), seed).over


def test_a_redeal_deals_anew() -> None:
    game = play_on(Game(4, seed=1), 1, 20)
    hands = {str(game.resample_hidden(0, seed).snapshot()["hand"]) for seed in range(20)}
    assert len(hands) > 15


def test_a_redeal_has_no_past_to_tell_and_nor_has_its_copy() -> None:
    other = play_on(Game(4, seed=1), 1, 20).resample_hidden(0, 1)
    for game in (other, *copies_of(other)):
        with pytest.raises(ReplayError, match="no past of its own"):
            game.replay()


# Snapshots

OPEN = {
    *(
        "num_players",
        "options",
        "round",
        "phase",
        "start",
        "seat",
        "decision",
        "circle",
        "swapped",
        "track",
        "finished",
    ),
    *("supply", "scorn", "monkey_pool", "ship_pool", "auction", "coins", "hand", "ship", "aboard", "pile", "ships_won"),
    *("discard", "pending", "returned_ships"),
}
PILES = {"civilization_pile", "monkey_pile", "ship_pile", "out_of_game", "tie_order"}


@examples(80, 6)
@given(games())
def test_a_snapshot_is_plain_json_with_all_its_entries(game: Game) -> None:
    view: Any = game.snapshot()
    assert json.loads(json.dumps(view)) == view
    assert view.keys() >= OPEN | PILES
    assert (view["seat"], view["decision"]) == (game.seat, game.decision)
    assert set(view["circle"]) == set(view["tie_order"]) == TRIBES
    for by_tribe in (view["track"], view["supply"], view["scorn"], *view["coins"]):
        assert set(by_tribe) == TRIBES
    for by_seat in ("coins", "hand", "ship", "aboard", "pile", "ships_won"):
        assert len(view[by_seat]) == game.num_players
    assert (view["auction"] is not None) == (game.decision == "bid")
    assert view["ship_pile"][len(view["ship_pile"]) - len(view["returned_ships"]) :] == view["returned_ships"]


@examples(60, 4)
@given(games(), st.integers(0, 3))
def test_a_seat_is_told_what_it_may_know(game: Game, seat: int) -> None:
    seat %= game.num_players
    view, own = untyped(game.snapshot()), untyped(game.snapshot(seat))
    assert json.loads(json.dumps(own)) == own
    assert own.keys() == view.keys() - PILES
    others = [other for other in range(game.num_players) if other != seat]
    assert own["hand"][seat] == view["hand"][seat]
    assert [own["hand"][other] for other in others] == [None] * len(others)
    assert own["coins"][seat] == view["coins"][seat]
    for other in others:
        assert own["coins"][other] == (None if view["options"]["hidden_coins"] else view["coins"][other])
    same = own.keys() - {"hand", "coins"}
    assert {key: own[key] for key in same} == {key: view[key] for key in same}


@pytest.mark.parametrize("decision", DECISIONS)
def test_the_snapshot_says_what_the_decision_is_about(decision: str) -> None:
    game = game_at(decision)
    view: Any = game.snapshot()
    pending, auction = view["pending"], view["auction"]
    if decision == "tribe":
        assert pending == view["discard"][-1]
    elif decision == "appease":
        assert view["scorn"][pending["tribe"]] == game.seat
        assert view["coins"][game.seat][pending["tribe"]] == 0
    elif decision == "stay":
        assert sorted(pending["tribes"]) == sorted(choice["tribe"] for choice in untyped(game.choices()))
    else:
        assert pending is None
    if decision == "bid":
        assert set(auction) == {"monkey", "standing", "holder", "in", "bids"}
        assert auction["monkey"] not in view["monkey_pool"] or view["monkey_pool"].count(auction["monkey"]) < 3
        assert game.seat in auction["in"]
        assert len(auction["bids"]) == game.num_players


def test_a_stone_that_has_finished_has_the_track_s_length() -> None:
    view = next(view for seed in range(50) if (view := finished(seed).snapshot())["finished"])
    assert [view["track"][tribe] for tribe in view["finished"]] == [20] * len(view["finished"])
    assert all(space < 20 for tribe, space in view["track"].items() if tribe not in view["finished"])


def test_changing_a_snapshot_or_an_observation_changes_no_game() -> None:
    game = Game(seed=1)
    before = everything(game)
    view, seen = game.snapshot(), game.observe(0)
    for value in view.values():
        if isinstance(value, list | dict):
            value.clear()
    seen["observation"][:] = 7
    seen["action_mask"][:] = 1
    assert everything(game) == before
    assert game.observe(0)["observation"].max() <= 1


# Results


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(GameNotOver, match="expected a game that is over, found the decision card"):
        Game(seed=1).result()


@examples(60, 4)
@given(starts(), st.integers(0, 2**32))
def test_a_result_fits_together(start: Start, seed: int) -> None:
    game = play_on(start.deal(), seed)
    result, seats = untyped(game.result()), range(game.num_players)
    assert json.loads(json.dumps(result)) == result
    assert (game.seat, game.decision, game.legal_actions(), game.choices()) == (None, None, [], [])
    assert set(result) == {"vp", "winners", "ranking", "monkeys", "status", "titles", "returns", "places"}
    assert result["winners"] == [seat for seat in seats if result["places"][seat] == 1]
    assert sorted(result["ranking"]) == sorted(result["titles"]) == sorted(TRIBES)
    assert abs(sum(result["returns"])) < 1e-9
    view: Any = game.snapshot()
    assert result["monkeys"] == [len(pile) for pile in view["pile"]]
    for seat in seats:
        status = dict.fromkeys(TRIBES, 0)
        for monkey in view["pile"][seat]:
            status[monkey["tribe"]] += monkey["status"]
        assert result["status"][seat] == status
        best = max(result["vp"])
        beats_somebody = seat in result["winners"] and len(result["winners"]) < game.num_players
        assert (result["returns"][seat] > 0) == beats_somebody
        assert result["vp"][seat] == best or seat not in result["winners"]


@given(OPTIONS)
@examples(8, 2)
def test_a_game_tells_its_options_and_its_players(options: dict[str, Any]) -> None:
    game = Game(2, seed=1, options=options)
    assert game.snapshot()["options"] == options
    assert (game.num_players, game.over) == (2, False)
