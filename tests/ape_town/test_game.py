"""The names under which people meet the game: setups, snapshots, choices, results, replays."""

from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.forfeit import least_points_return
from mom_env.ape_town.people import LOSS_TEXT
from mom_env.ape_town.ruleset import make_ruleset
from mom_env.base.replay import hash_of
from mom_env.errors import IllegalAction, OptionError, PositionError, ReplayError
from tests.ape_town.build import BOX, Table

pytestmark = pytest.mark.once
ROW = sorted(BOX)


def played(num_players: int = 3, decisions: int = 1000, **arguments: Any) -> Game:
    game, rng = Game(num_players, 11, **arguments), np.random.default_rng(2)
    while not game.over and decisions > 0:
        game.play(int(rng.choice(game.legal_actions())))
        decisions -= 1
    return game


def test_a_setup_is_the_row_and_the_starting_player() -> None:
    game = Game.from_setup({"start": 1, "tiles": ROW}, num_players=4)
    assert game.replay()["setup"] == {"start": 1, "tiles": ROW}
    assert game.seat == 1
    snapshot: Any = game.snapshot()
    assert [tile["motif"] for tile in snapshot["display"]] + snapshot["row"] == ROW


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"start": 0}, "entries start and tiles"),
        ({"start": 0, "tiles": ROW, "seed": 1}, "entries start and tiles"),
        ({"start": 3, "tiles": ROW}, "setup.start: expected a seat below 3, found 3"),
        ({"start": -1, "tiles": ROW}, "setup.start"),
        ({"start": True, "tiles": ROW}, "setup.start"),
        ({"start": "0", "tiles": ROW}, "setup.start"),
        ({"start": 0, "tiles": ROW[1:]}, "setup.tiles"),
        ({"start": 0, "tiles": [*ROW[1:], "gorilla"]}, "setup.tiles"),
        ({"start": 0, "tiles": [*ROW[1:], 3]}, "setup.tiles: expected a list of motifs"),
        ({"start": 0, "tiles": "banana"}, "setup.tiles: expected a list of motifs"),
    ],
)
def test_an_impossible_setup_is_refused(setup: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Game.from_setup(setup, num_players=3)


def test_a_setup_does_not_say_how_many_play() -> None:
    with pytest.raises(PositionError, match="num_players"):
        Game.from_setup({"start": 0, "tiles": ROW})


def test_a_snapshot_has_the_entries_that_tools_rely_on() -> None:
    game = Table(3).take(2).game
    snapshot: Any = game.snapshot()
    assert snapshot["money"] == [4, 6, 6]
    assert snapshot["display"][0] == {"segment": 0, "motif": "tarsier", "bundles": 1}
    assert snapshot["hand"] == {"motif": "tarsier", "segment": 2, "colour": "white"}
    assert (snapshot["reserve"], snapshot["start"], len(snapshot["row"])) == (40, 0, 70)
    assert sum(snapshot["hidden"].values()) == 70
    assert snapshot["fields"] == [None] * 78
    assert (snapshot["seat"], snapshot["decision"], snapshot["over"]) == (0, "place", False)
    end: Any = played().snapshot()
    assert (end["seat"], end["decision"], end["over"], end["hand"]) == (None, None, True, None)
    assert {"motif", "seat"} == set(end["fields"][0])


def test_choices_are_named_by_what_they_do() -> None:
    game = Game(3, 1, skip_forced=False)
    assert game.choices() == [{"skip": count} for count in range(7)]
    game.play({"skip": 1})
    assert game.choices() == [{"field": action - 10} for action in game.legal_actions()]
    before = game.states.tobytes()
    for choice in ({"field": 78}, {"field": True}, {"skip": 0}, {"field": 5.0}, {}, {"field": 9, "skip": 1}, "field 9"):
        with pytest.raises(IllegalAction):
            game.play(choice)  # type: ignore[arg-type]
    assert game.states.tobytes() == before


@pytest.mark.parametrize(("choices", "example"), [([], {"skip": 0}), ([{"skip": 1}], {"field": 0})])
def test_a_choice_that_cannot_be_is_told_one_of_its_decision(choices: list[Any], example: dict[str, int]) -> None:
    game = Game(3, 1, skip_forced=False)
    for choice in choices:
        game.play(choice)
    with pytest.raises(IllegalAction, match=f"^{game.decision}: expected a choice such as {example}, found "):
        game.play({"nonsense": None})


def test_the_worst_return_is_explained_in_the_words_of_the_scoring() -> None:
    assert "for each neighbour, " in LOSS_TEXT


def test_an_impossible_setup_of_a_replay_is_named_once() -> None:
    replay: Any = Game(3, 1).replay()
    replay["setup"]["start"] = 3
    replay["hash"] = hash_of(replay)
    with pytest.raises(ReplayError, match=r"^setup\.start: expected a seat below 3, found 3$"):
        Game.from_replay(replay)


def test_a_result_says_where_the_points_come_from() -> None:
    result: Any = played(4).result()
    assert set(result) == {"points", "winners", "places", "returns", "ways"}
    assert [sum(ways.values()) for ways in result["ways"]] == result["points"]
    assert all(set(ways) == {"tiles", "boss", "neighbours", "money"} for ways in result["ways"])
    assert sorted(result["places"]) == [1, 2, 3, 4]
    assert result["winners"] == [result["places"].index(1)]
    assert result["returns"][result["winners"][0]] == 1


def test_a_replay_is_checked_move_by_move() -> None:
    game = played(2)
    replay: Any = game.replay()
    assert Game.from_replay(replay) == game
    assert replay["result"]["points"] == game.result()["points"]
    for name, value in (("version", "2"), ("game", "monkeys_on_the_moon"), ("num_players", 3)):
        with pytest.raises(ReplayError, match=name if name != "num_players" else "hash"):
            Game.from_replay({**replay, name: value})


@pytest.mark.parametrize(
    "options", [{"final_scoring": "none"}, {"final_scoring": True}, {"finalscoring": "last_district"}]
)
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Game(2, 1, options=options)


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("scoring", ["last_district", "all_districts"])
def test_no_game_ends_below_what_a_forfeit_pays(num_players: int, scoring: str) -> None:
    least = least_points_return(make_ruleset(num_players, "standard", {"final_scoring": scoring}))
    assert -60 < least < -1
    game = played(num_players, options={"final_scoring": scoring})
    points: Any = game.result()["points"]
    worst = min(own - (sum(points) - own) / (num_players - 1) for own in points) / 20
    assert worst > least


def test_the_bound_of_a_forfeit_holds_for_points_from_each_way() -> None:
    """All that a box can bring: each ape beside six banana sites, each district paid to one seat."""
    ruleset = make_ruleset(2, "standard", None)
    worth = 10 * (1 + 2 + 3)
    at_once, boss, money = 6 * (worth + 6), worth, 12
    assert least_points_return(ruleset) <= -(at_once + boss + money) / 20
