"""Replays: the same game at any cut, and everything damaged or edited is refused with the move or the field."""

import copy
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.base.replay import MAX_REPLAY_BYTES, hash_of, read_replay, write_replay
from mom_env.errors import ReplayError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.version import VERSION
from tests.support.fuzz import nested
from tests.support.games import TREACHERY, WHOLE_GAME, examples, game_at, games, play_on
from tests.support.positions import edit, mutated
from tests.support.reference import ReferenceGame
from tests.support.replays import FIELDS, NEEDED, WHOLE, changed, refusal
from tests.support.untyped import untyped

# There and back


@examples(120, 6)
@given(games())
def test_a_replay_is_the_game_at_any_cut(game: Game) -> None:
    replay = game.replay()
    plain = json.loads(json.dumps(replay))
    assert plain == replay
    other = Game.from_replay(plain)
    assert other.replay() == replay
    if game.rules[0].skip_forced:
        assert other == game
    else:
        assert Game.from_replay(play_on(game, 1).replay()).result() == game.result()


@examples(20, 2)
@given(games(), st.integers(0, 2**32))
def test_a_replayed_game_plays_on_as_the_game_itself(game: Game, seed: int) -> None:
    other = Game.from_replay(game.replay())
    if game.rules[0].skip_forced:
        assert play_on(other, seed) == play_on(game, seed)
        assert other.replay() == game.replay()


def test_a_replay_has_the_fields_of_its_format() -> None:
    assert tuple(WHOLE) == FIELDS
    assert (WHOLE["format"], WHOLE["game"], WHOLE["num_players"]) == ("mom-replay/1", "monkeys_on_the_moon", 4)
    assert WHOLE["version"] == VERSION
    assert WHOLE["deck"] == load_deck("standard").plain()
    assert WHOLE["options"]["monkey_treachery"] is True
    assert tuple(WHOLE["setup"]) == (
        *("circle", "start", "hands", "civilization_pile", "monkey_pool", "monkey_pile"),
        *("ships", "ship_pool", "ship_pile", "out_of_game", "tie_order"),
    )
    assert all(set(move) == {"seat", "decision", "choice"} for move in WHOLE["moves"])
    assert set(WHOLE["result"]) == {"vp", "winners", "ranking", "returns"}
    assert WHOLE["hash"] == hash_of(WHOLE)


def test_the_hash_is_over_the_sorted_text_of_all_else() -> None:
    """Names are hashed as they are written, whatever alphabet they are of."""
    replay = Game(2, seed=1).replay(players=["猿", "b"])
    assert "猿" in json.dumps(replay, ensure_ascii=False)
    assert hash_of(replay) == hash_of(dict(reversed(replay.items()))) == hash_of({**replay, "hash": ""})
    assert hash_of(replay) != hash_of({**replay, "players": ["a", "b"]})
    assert Game.from_replay(json.loads(json.dumps(replay, sort_keys=True))).replay(["猿", "b"]) == replay


@pytest.mark.parametrize("names", [["\ud800", "b"], ["a" * 10_000, "b"], ["a"], "ab", [1, "b"]])
def test_names_that_no_replay_can_hold_are_refused_with_what_they_may_be(names: Any) -> None:
    told = "players: expected 2 names in a list, each a text of at most [0-9]+ characters that UTF-8 can write, found "
    with pytest.raises(ReplayError, match=told):
        Game(2, seed=1).replay(players=names)


def test_the_setup_is_the_deal_before_any_move() -> None:
    game = Game(4, seed=3, options=TREACHERY)
    view, setup = untyped(game.snapshot()), WHOLE["setup"]
    assert setup["hands"] == view["hand"]
    assert setup["ships"] == view["ship"]
    assert all(setup[entry] == view[entry] for entry in setup.keys() & view.keys())
    assert game.replay()["setup"] == setup
    assert (game.replay()["moves"], game.replay()["result"]) == ([], None)


@examples(30, 3)
@given(games())
def test_a_game_from_its_setup_is_the_game(game: Game) -> None:
    replay = game.replay()
    options, skip_forced = replay["options"], bool(game.rules[0].skip_forced)
    other = Game.from_setup(
        replay["setup"], deck=replay["deck"], options=options, skip_forced=skip_forced, seed=replay["seed"]
    )
    start = Game(game.num_players, replay["seed"], deck=replay["deck"], options=options, skip_forced=skip_forced)
    assert other == start
    assert other.replay() == start.replay()


def test_a_setup_without_a_seed_is_a_game_of_its_own() -> None:
    game = play_on(Game.from_setup(WHOLE["setup"], options=TREACHERY), 3)
    assert game.replay()["seed"] is None
    assert (game.replay()["moves"], game.result()) == (WHOLE["moves"], Game.from_replay(WHOLE).result())
    assert Game.from_replay(game.replay()) == game


def test_players_are_named_or_numbered() -> None:
    game = Game(3, seed=1)
    assert game.replay()["players"] == ["player_0", "player_1", "player_2"]
    assert game.replay(["a", "b", "b"])["players"] == ["a", "b", "b"]
    wrong: list[Any] = [["a"], ["a"] * 4, [1, 2, 3], "abc", ["a", "b", None], ["a", "b", "x" * 501], 3, []]
    wrong += [["a", "b", "\ud800"], ["a", "b", "\udfff"], nested(5_000)]  # what JSON can spell and UTF-8 cannot write
    for players in wrong:
        with pytest.raises(ReplayError, match="players: expected 3 names in a list, each"):
            game.replay(players)


def test_forced_moves_are_not_told() -> None:
    every, real = (Game(4, seed=3, skip_forced=skip) for skip in (False, True))
    while not every.over:
        choice = every.choices()[-1]
        if every.snapshot() == real.snapshot():
            real.play(choice)
        every.play(choice)
    assert every.replay() == real.replay()
    assert len(every.replay()["moves"]) < WHOLE_GAME


def test_the_reference_agrees_which_moves_are_real() -> None:
    game = ReferenceGame(WHOLE["setup"], WHOLE["deck"], WHOLE["options"], skip_forced=False)
    moves, forced = iter(WHOLE["moves"]), 0
    while not game.over:
        if game.is_forced():
            forced += 1
            game.play(game.choices()[0])
        else:
            move = next(moves)
            assert (game.seat, game.decision) == (move["seat"], move["decision"])
            game.play(move["choice"])
    assert next(moves, None) is None
    assert forced > 0
    assert untyped(game.result())["vp"] == WHOLE["result"]["vp"]


def test_after_the_swap_a_replay_names_the_tribes_as_they_lie_then() -> None:
    game = game_at("stay")
    assert game.replay()["setup"]["circle"] != game.snapshot()["circle"]
    for choice in game.choices():
        other = game.copy()
        other.play(choice)
        assert other.replay()["moves"][-1]["choice"] == choice
    play_on(game, 1)
    assert Game.from_replay(game.replay()) == game


# Form


@pytest.mark.parametrize("field", NEEDED)
def test_every_field_but_the_version_is_needed(field: str) -> None:
    assert refusal({key: value for key, value in WHOLE.items() if key != field}) == f"{field}: expected, but missing"


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_its_type(field: str) -> None:
    for wrong in (float("nan"), b"bytes", object(), -1, "?", [None], {"": ""}):
        assert refusal({**WHOLE, field: wrong}).startswith((field, "hash: expected "))
    for wrong in (float("nan"), -1, 1.5, "?", True, [None], {"": ""}):
        assert field == "hash" or refusal(changed(**{field: wrong})).startswith(field)


def test_no_field_may_be_added() -> None:
    for wrong in ({**WHOLE, "more": 1}, changed(more=1)):
        assert refusal(wrong) == "more: expected no such key"
    assert refusal({**WHOLE, 7: 1}).endswith("found 7")


@pytest.mark.parametrize("replay", [None, 7, "replay", [], [WHOLE], True])
def test_a_replay_is_an_object(replay: Any) -> None:
    assert refusal(replay) == f"replay: expected an object, found {type(replay).__name__}"


@pytest.mark.parametrize(
    ("field", "edited"),
    [
        ("num_players", 3),
        ("seed", 4),
        ("seed", None),
        ("players", ["a", "b", "c", "d"]),
        ("options", {**WHOLE["options"], "hidden_coins": True}),
        ("deck", {**WHOLE["deck"], "name": "other"}),
        ("setup", {**WHOLE["setup"], "start": (WHOLE["setup"]["start"] + 1) % 4}),
        ("moves", WHOLE["moves"][:-1]),
        ("moves", WHOLE["moves"][1:]),
        ("moves", WHOLE["moves"][::-1]),
        ("result", {**WHOLE["result"], "vp": [99, 0, 0, 0]}),
        ("result", None),
        ("hash", "0" * 64),
    ],
)
def test_an_edit_is_noticed(field: str, edited: Any) -> None:
    assert refusal({**WHOLE, field: edited}).startswith("hash: expected ")
    assert refusal({**WHOLE, field: edited}).endswith("the replay was edited or damaged")


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "g" * 64, WHOLE["hash"].upper()])
def test_a_hash_is_64_hexadecimal_digits(text: str) -> None:
    assert refusal({**WHOLE, "hash": text}).startswith("hash: ")


@pytest.mark.parametrize("field", ["setup", "options", "deck", "moves", "players", "result"])
def test_deep_nesting_is_refused(field: str) -> None:
    for deep in (nested(100_000), {"x": nested(100_000)}, nested(100_000, dict)):
        assert refusal({**WHOLE, field: deep})


@pytest.mark.parametrize("value", [np.int64(3), {1, 2}, b"x", object(), float, {(1, 2): 3}])
def test_only_plain_json_values_are_read(value: Any) -> None:
    assert refusal({**WHOLE, "setup": {"circle": value}}).startswith(("replay: expected plain JSON values", "hash: "))


def test_what_json_cannot_write_as_utf_8_is_refused() -> None:
    assert refusal({**WHOLE, "players": ["\ud800", "b", "c", "d"]}).startswith("players.0: ")


# A right hash over something wrong

FIRST_MOVE = WHOLE["moves"][0]
MORE = (
    f"moves.{len(WHOLE['moves'])}: expected no more moves, as the game is over, "
    f"found {FIRST_MOVE['decision']} of seat {FIRST_MOVE['seat']}, {dict(sorted(FIRST_MOVE['choice'].items()))}"
)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": "mom-replay/2"}, "format: expected 'mom-replay/1', found 'mom-replay/2'"),
        ({"game": "ape_town"}, "game: expected 'monkeys_on_the_moon', found 'ape_town'"),
        ({"num_players": 3}, "players: expected 3 names"),
        ({"num_players": 3, "players": ["a", "b", "c"]}, "setup: expected one for 3 players, found one for 4"),
        ({"num_players": 5}, "num_players: deck 'standard' is for 2, 3 or 4 players, found 5"),
        ({"num_players": 1}, "num_players: deck 'standard' is for 2, 3 or 4 players, found 1"),
        ({"num_players": 4.0}, "num_players: expected a valid integer, found 4.0"),
        ({"num_players": True}, "num_players: expected a valid integer, found True"),
        ({"seed": -1}, "seed: expected greater than or equal to 0, found -1"),
        ({"seed": 2**64}, "seed: expected less than 18446744073709551616"),
        ({"seed": "3"}, "seed: expected a valid integer, found '3'"),
        ({"players": ["a"]}, "players: expected 4 names in a list, each a text of at most 500 characters"),
        ({"players": ["a", "b", "c", "x" * 501]}, "players.3: expected at most 500 characters"),
        ({"options": {"luck": True}}, "options: expected some of raise,"),
        ({"options": {"raise": "never"}}, "options.raise: expected 'free' or 'add_only', found 'never'"),
        ({"deck": {}}, "deck: format: expected, but missing"),
        ({"deck": {**WHOLE["deck"], "extra": 1}}, "deck: extra: expected no such key"),
        ({"deck": {**WHOLE["deck"], "tribes": ["a"]}}, "deck: tribes: expected at least 6 items"),
        ({"deck": load_deck("mini").plain()}, "num_players: deck 'mini' is for 2 or 3 players, found 4"),
        ({"setup": {}}, "setup: expected a mapping with an entry 'hands'"),
        ({"setup": {**WHOLE["setup"], "luck": 1}}, "setup: luck: expected no such key"),
        ({"setup": {**WHOLE["setup"], "start": 4}}, "setup: start: expected less than 4, found 4"),
        ({"setup": {**WHOLE["setup"], "circle": ["red"] * 6}}, "setup: circle: expected each of"),
        ({"setup": {**WHOLE["setup"], "tie_order": ["red"] * 6}}, "setup: tie_order: expected each of"),
        ({"setup": {**WHOLE["setup"], "hands": [[]] * 4}}, "setup: civilization card ("),
        ({"setup": {**WHOLE["setup"], "ships": [None] * 4}}, "setup: ships.0: expected a valid dictionary"),
        ({"setup": {**WHOLE["setup"], "ship_pool": WHOLE["setup"]["ship_pile"]}}, "setup: ship ("),
        ({"moves": [*WHOLE["moves"], WHOLE["moves"][0]]}, MORE),
        ({"moves": WHOLE["moves"][:-1]}, "result: expected null, as the game is not over, found a result"),
        ({"moves": WHOLE["moves"][1:]}, "moves.0: expected the decision card of seat"),
        ({"moves": [{"seat": 4, "decision": "card", "choice": {}}]}, "moves.0.seat: expected less than 4, found 4"),
        ({"moves": [{"seat": 0, "decision": "fly", "choice": {}}]}, "moves.0.decision: expected 'card'"),
        ({"moves": [{"seat": 0, "decision": "card"}]}, "moves.0.choice: expected, but missing"),
        ({"moves": [{"seat": 0, "decision": "card", "choice": {"move": 3.0}}]}, "moves.0.choice.move.str: "),
        ({"moves": WHOLE["moves"][:1] * 5001}, "moves: expected at most 5000 items"),
        ({"result": None}, "result: expected one, as the game is over, found null"),
        ({"result": {}}, "result.vp: expected, but missing"),
    ],
)
def test_a_right_hash_does_not_help(fields: dict[str, Any], message: str) -> None:
    assert refusal(changed(**fields)).startswith(message)


@pytest.mark.parametrize("entry", list(WHOLE["setup"]))
def test_every_entry_of_the_setup_is_checked(entry: str) -> None:
    value = WHOLE["setup"][entry]
    for wrong in (None, -1, value[:-1] if isinstance(value, list) else value + 4):
        assert refusal(changed(setup={**WHOLE["setup"], entry: wrong})).startswith("setup: ")


@pytest.mark.parametrize("number", [0, 1, 7, len(WHOLE["moves"]) // 2, len(WHOLE["moves"]) - 1])
def test_a_wrong_move_is_named(number: int) -> None:
    move, moves = WHOLE["moves"][number], WHOLE["moves"]
    other = "tribe" if move["decision"] != "tribe" else "card"
    for wrong, message in (
        ({"seat": (move["seat"] + 1) % 4}, f"expected the decision {move['decision']} of seat {move['seat']}, found"),
        ({"decision": other}, f"expected the decision {move['decision']} of seat {move['seat']}, found {other}"),
        ({"choice": {"tribe": "white"}}, f"the decision is {move['decision']}: expected"),
        ({"choice": {"nonsense": True}}, f"the decision is {move['decision']}: expected"),
    ):
        edited = [*moves[:number], {**move, **wrong}, *moves[number + 1 :]]
        assert refusal(changed(moves=edited)).startswith(f"moves.{number}: {message}")


def test_an_illegal_choice_is_refused_though_it_has_the_form() -> None:
    hand = WHOLE["setup"]["hands"][WHOLE["moves"][0]["seat"]]
    card = next(card for card in WHOLE["setup"]["civilization_pile"] if card not in hand)
    message = refusal(changed(moves=[{**WHOLE["moves"][0], "choice": card}, *WHOLE["moves"][1:]]))
    assert message.startswith("moves.0: player_")
    assert f"play {card['tribe']} {card['move']}) is not among its 2 legal actions" in message


def test_every_part_of_the_result_is_checked() -> None:
    right = WHOLE["result"]
    for wrong in (
        {"vp": [*right["vp"][:-1], right["vp"][-1] + 1]},
        {"winners": [seat for seat in range(4) if seat not in right["winners"]]},
        {"ranking": right["ranking"][::-1]},
        {"returns": [0.0] * 4},
        {"returns": [float("nan")] * 4},
    ):
        (key,) = wrong
        assert refusal(changed(result={**right, **wrong})).startswith(f"result.{key}: expected {right[key]}, found ")


def test_a_game_that_is_not_over_has_no_result() -> None:
    replay = play_on(Game(3, seed=1), 1, 20).replay()
    replay["result"] = WHOLE["result"]
    replay["hash"] = hash_of(replay)
    assert refusal(replay) == "result: expected null, as the game is not over, found a result"


def test_a_refused_replay_changes_nothing() -> None:
    replay = changed(result=None)
    before = copy.deepcopy(replay)
    refusal(replay)
    assert replay == before


# Anything at all


def assert_game_or_error(replay: Any) -> None:
    """Nothing but a ReplayError; and what is accepted is a game with these moves."""
    other = None
    with suppress(ReplayError):
        other = Game.from_replay(replay)
    if other:
        assert Game.from_replay(other.replay()) == other
        assert other.replay(replay["players"])["moves"] == replay["moves"]


@examples(300, 12)
@given(games(), st.integers(0, 2**32), st.integers(1, 3))
def test_whatever_is_done_to_the_text_of_a_replay_it_is_a_game_or_an_error(game: Game, seed: int, times: int) -> None:
    chance, text = random.Random(seed), json.dumps(game.replay(), indent=0)
    for _ in range(times):
        text = mutated(text, chance)
    with suppress(json.JSONDecodeError):  # no JSON at all: files are tested below
        assert_game_or_error(json.loads(text))


@examples(600, 25)
@given(games(), st.integers(0, 2**32), st.integers(1, 3))
def test_whatever_is_done_inside_a_replay_a_right_hash_or_not(game: Game, seed: int, times: int) -> None:
    chance, replay = random.Random(seed), game.replay()
    for _ in range(times):
        edit(replay, chance)
    assert_game_or_error(replay)
    assert_game_or_error(replay | {"hash": hash_of(replay)})


# Files


def test_a_file_holds_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_replay(path, WHOLE)
    assert read_replay(path) == read_replay(str(path)) == json.loads(path.read_text(encoding="utf-8")) == WHOLE
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_replay_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_replay(path, WHOLE)
    with pytest.raises(TypeError):
        write_replay(path, {"format": object()})
    assert read_replay(path) == WHOLE
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "expected a JSON object: Expecting value"),
        (json.dumps(WHOLE).encode()[:-100], "expected a JSON object: "),
        (json.dumps(WHOLE).encode()[:1000], "expected a JSON object: "),
        (b"\xff\xfe\x00", "expected a JSON object: "),
        (b"[" * 1_000_000, "expected a JSON object: "),
        (b'{"a": ' * 100_000, "expected a JSON object: "),
        (b"9" * 10_000, "expected a JSON object: "),
        (b"[]", "expected a JSON object, found list"),
        (b"null", "expected a JSON object, found NoneType"),
        (b"NaN", "expected a JSON object, found float"),
        (b" " * (MAX_REPLAY_BYTES + 1), f"expected at most {MAX_REPLAY_BYTES:,} bytes, found more"),
    ],
    ids=["empty", "cut off", "cut short", "binary", "deep", "deep objects", "huge", "list", "null", "nan", "too large"],
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as caught:
        read_replay(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "none", "No such file"),
        (tmp_path, "Is a directory"),
        (Path("a\0b"), "null byte"),
    ):
        with pytest.raises(ReplayError, match=f"cannot be read: .*{message}"):
            read_replay(path)
