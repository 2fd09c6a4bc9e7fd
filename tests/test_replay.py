"""Replays: they give the same game again, and what is damaged or edited is refused by name."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mom_env.errors import ReplayError
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.replay import MAX_REPLAY_BYTES, hash_of, read_replay, write_replay
from tests.games import examples, games
from tests.reference import ReferenceGame


def played(num_moves: int = 10_000) -> Game:
    game, chance = Game(num_players=3, seed=11, options={"monkey_treachery": True}), random.Random(11)
    while not game.over and num_moves > 0:
        game.play(chance.choice(game.legal_actions()))
        num_moves -= 1
    return game


WHOLE = played().replay(["ann", "ben", "cat"])


def rehashed(replay: dict[str, Any]) -> dict[str, Any]:
    return {**replay, "hash": hash_of(replay)}


@examples(40, 6)
@given(games())
def test_a_replay_gives_the_same_game_again(game: Game) -> None:
    replay = game.replay()
    written = json.loads(json.dumps(replay))
    assert written == replay
    again = Game.from_replay(written)
    assert again.replay() == replay
    if game.over or game.rules[0].skip_forced:  # else it may stand at a forced decision, which a replay plays
        assert again.snapshot() == game.snapshot()


def test_it_has_the_fields_of_the_format() -> None:
    fields = "format game num_players seed deck options players setup moves result hash"
    assert list(WHOLE) == fields.split()
    assert (WHOLE["format"], WHOLE["game"], WHOLE["seed"]) == ("mom-replay/1", "monkeys_on_the_moon", 11)
    assert set(WHOLE["moves"][0]) == {"seat", "decision", "choice"}
    assert set(WHOLE["result"]) == {"vp", "winners", "ranking", "returns"}
    assert played(5).replay()["result"] is None


def test_the_setup_alone_deals_the_same_game() -> None:
    game = Game.from_setup(WHOLE["setup"], options=WHOLE["options"])
    fresh = Game(num_players=3, seed=11, options={"monkey_treachery": True})
    assert game.snapshot() == fresh.snapshot()


def test_moves_hold_real_decisions_only() -> None:
    """The reference says which decisions are forced; all others, and no more, are in the replay."""
    game = ReferenceGame(WHOLE["setup"], WHOLE["deck"], WHOLE["options"], skip_forced=False)
    moves, num_forced = iter(WHOLE["moves"]), 0
    while not game.over:
        if game.is_forced():
            num_forced += 1
            game.play(game.choices()[0])
        else:
            move = next(moves)
            assert (game.seat, game.decision) == (move["seat"], move["decision"])
            game.play(move["choice"])
    assert next(moves, None) is None
    assert num_forced > 0
    assert game.result()["vp"] == WHOLE["result"]["vp"]


@pytest.mark.parametrize("field", list(WHOLE))
def test_each_field_is_needed(field: str) -> None:
    replay = {key: value for key, value in WHOLE.items() if key != field}
    with pytest.raises(ReplayError, match=field):
        Game.from_replay(replay if field == "hash" else rehashed(replay))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "mom-replay/2"),
        ("game", "ape_town"),
        ("num_players", 4),
        ("num_players", True),
        ("seed", -1),
        ("seed", 2**64),
        ("deck", {}),
        ("options", {"raise": "dear"}),
        ("players", ["ann"]),
        ("setup", {}),
        ("moves", None),
        ("result", None),
        ("result", {"vp": [1, 2, 3], "winners": [2], "ranking": [], "returns": [0.0, 0.0, 0.0]}),
        ("more", 1),
    ],
)
def test_an_edited_field_is_refused_even_with_a_hash_that_fits(field: str, value: Any) -> None:
    with pytest.raises(ReplayError):
        Game.from_replay(rehashed({**WHOLE, field: value}))


@pytest.mark.parametrize("field", ["seed", "players", "result", "moves"])
def test_an_edit_is_noticed_by_the_hash(field: str) -> None:
    value = {"seed": 12, "players": ["a", "b", "c"], "result": None, "moves": WHOLE["moves"][:-1]}[field]
    with pytest.raises(ReplayError, match="hash"):
        Game.from_replay({**WHOLE, field: value})


def edited(number: int, **move: Any) -> dict[str, Any]:
    replay = copy.deepcopy(WHOLE)
    replay["moves"][number].update(move)
    return rehashed(replay)


@pytest.mark.parametrize(
    ("number", "move"),
    [
        (0, {"choice": {"tribe": "mauve", "move": 3}}),
        (3, {"seat": 9}),
        (4, {"seat": (WHOLE["moves"][4]["seat"] + 1) % 3}),
        (5, {"decision": "lunch"}),
        (6, {"decision": "stay"}),
        (7, {"choice": {}}),
    ],
)
def test_a_wrong_move_is_named(number: int, move: dict[str, Any]) -> None:
    with pytest.raises(ReplayError, match=rf"moves\.{number}"):
        Game.from_replay(edited(number, **move))


def test_moves_after_the_end_are_refused() -> None:
    replay = copy.deepcopy(WHOLE)
    replay["moves"].append(replay["moves"][-1])
    with pytest.raises(ReplayError, match=rf"moves\.{len(WHOLE['moves'])}"):
        Game.from_replay(rehashed(replay))


@pytest.mark.parametrize("entry", list(WHOLE["setup"]))
def test_a_setup_that_cannot_be_is_refused(entry: str) -> None:
    replay = copy.deepcopy(WHOLE)
    replay["setup"][entry] = replay["setup"][entry][:-1] if isinstance(replay["setup"][entry], list) else 9
    with pytest.raises(ReplayError, match="setup"):
        Game.from_replay(rehashed(replay))


@examples(150, 20)
@given(st.data())
def test_whatever_is_changed_anywhere_is_refused_with_one_kind_of_error(data: st.DataObject) -> None:
    replay = copy.deepcopy(WHOLE)
    node: Any = replay
    while True:
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        if not isinstance(node[key], dict | list) or not node[key] or data.draw(st.booleans()):
            break
        node = node[key]
    values = st.none() | st.integers(-3, 99) | st.just(float("nan")) | st.text(max_size=3) | st.just([]) | st.just({})
    node[key] = data.draw(values.filter(lambda value: value != node[key]))
    with pytest.raises(ReplayError):
        Game.from_replay(replay)


def test_a_file_is_written_whole_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_replay(path, WHOLE)
    assert read_replay(path) == WHOLE
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "content", ["", "[]", "{", json.dumps(WHOLE)[:-40], "[" * 100_000, " " * (MAX_REPLAY_BYTES + 1), "\x00"]
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ReplayError, match=r"game\.json"):
        read_replay(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be read"):
        read_replay(tmp_path / "none.json")


@pytest.mark.parametrize("value", [None, 3, "replay", [1], []])
def test_what_is_no_object_is_no_replay(value: Any) -> None:
    with pytest.raises(ReplayError, match="object"):
        Game.from_replay(value)
