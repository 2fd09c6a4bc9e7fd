"""A replay carries the version of the rules it was recorded under; one of other rules is refused for that reason."""

from typing import Any

import pytest

from mom_env.base.replay import hash_of, read_replay
from mom_env.monkeys_on_the_moon import Game, version
from mom_env.monkeys_on_the_moon.version import VERSION
from tests.support.playthroughs import FOLDER
from tests.support.replays import WHOLE, Replay, changed, refusal

pytestmark = pytest.mark.once


def without_version(replay: Replay) -> Replay:
    """A replay as outside tools write it, with the right hash."""
    left = {key: value for key, value in replay.items() if key != "version"}
    return left | {"hash": hash_of(left)}


def test_the_version_is_the_second_as_r14_has_changed() -> None:
    assert VERSION == "2"
    assert f"| {VERSION} | R14: " in (version.__doc__ or "")


@pytest.mark.parametrize(("found", "age"), [("1", "older"), ("3", "newer"), ("10", "newer")])
def test_a_replay_of_other_rules_is_refused_for_that_reason(found: str, age: str) -> None:
    """Whatever else is wrong with it: an edited hash, a deck of then, moves of then."""
    message = "version: expected '2', that of the rules in this package, "
    message += f"found '{found}': the replay was recorded under {age} rules"
    illegal = [{"seat": 0, "decision": "stay", "choice": {"tribe": "red"}}]
    for replay in (changed(version=found), {**WHOLE, "version": found}, changed(version=found, moves=illegal, deck={})):
        assert refusal(replay) == message


@pytest.mark.parametrize("wrong", ["", "0", "02", "2.0", "two", "-1", "2\n", "9" * 7, "٢", 2, None])
def test_a_version_is_a_whole_number_in_a_string(wrong: Any) -> None:
    assert refusal(changed(version=wrong)).startswith("version: expected " if wrong in (2, None) else "version: string")


def test_a_replay_without_a_version_is_checked_as_ever() -> None:
    assert Game.from_replay(without_version(WHOLE)) == Game.from_replay(WHOLE)
    assert refusal({**without_version(WHOLE), "seed": 4}).endswith("the replay was edited or damaged")
    assert refusal(without_version({**WHOLE, "seed": -1})) == "seed: expected greater than or equal to 0, found -1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"moves": WHOLE["moves"][1:]},
        {"moves": [{**WHOLE["moves"][0], "choice": {"tribe": "red", "move": 9}}]},
        {"moves": [*WHOLE["moves"], WHOLE["moves"][0]]},
        {"result": {**WHOLE["result"], "vp": [0, 0, 0, 0]}},
        {"result": None},
    ],
    ids=["turn", "move", "too many moves", "result", "no result"],
)
def test_one_without_a_version_that_does_not_fit_may_be_of_older_rules(wrong: dict[str, Any]) -> None:
    doubt = "; the replay has no version, so it may have been recorded under older rules"
    assert refusal(without_version(changed(**wrong))) == refusal(changed(**wrong)) + doubt


def test_a_game_recorded_before_r14_changed_may_be_of_older_rules() -> None:
    """The engine of version 1 wrote this file: a seat kept its scorn as its monkey boarded again, and lost 2 VP."""
    replay = read_replay(FOLDER / "2p_version_1.json")
    assert "version" not in replay
    message = "result.vp: expected [9, 17], found [7, 17]; the replay has no version, "
    assert refusal(replay) == message + "so it may have been recorded under older rules"
