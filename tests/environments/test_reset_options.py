"""Duplicate deals: `reset` deals what it is asked to, and seats the learner there, in every environment."""

import copy
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.base.game import Game as BaseGame
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.errors import IllegalAction, OptionError, PositionError
from mom_env.monkeys_on_the_moon import Game
from mom_env.sb3 import MonkeysVecEnv

NUM_PLAYERS = 3
DEAL: Any = Game(NUM_PLAYERS, 77).replay()["setup"]
OTHER: Any = Game(NUM_PLAYERS, 78).replay()["setup"]
each_seat = pytest.mark.parametrize("seat", range(NUM_PLAYERS))


def first_legal(_observation: Any, mask: Any) -> int:
    return int(np.argmax(mask))


def before_the_first_decision_of(seat: int, seed: int) -> Game:
    """The deal of a seed, in which the others have played up to the seat's first decision."""
    game = Game(NUM_PLAYERS, seed)
    while game.seat != seat:
        game.play(game.legal_actions()[0])
    return game


def is_at(table: Any, i: int, game: BaseGame[Any]) -> bool:
    """Whether game `i` shows this position; the chance of the next deals is another matter."""
    return bool(table.game_at(i).snapshot() == game.snapshot())


@each_seat
def test_one_deal_is_played_from_every_seat(seat: int) -> None:
    env: Any = OneSeatEnv(num_players=NUM_PLAYERS, opponents=first_legal)
    shown, info = env.reset(seed=5, options={"deal": DEAL, "seat": seat})
    game = before_the_first_decision_of(seat, 77)
    assert is_at(env.table, 0, game)
    assert info["seat"] == seat
    assert np.array_equal(shown["observation"], game.observe(seat)["observation"])
    assert np.array_equal(shown["action_mask"], game.observe(seat)["action_mask"])


@each_seat
def test_a_deal_goes_to_the_seat_of_the_environment(seat: int) -> None:
    env = OneSeatEnv(num_players=NUM_PLAYERS, opponents=first_legal, seat=seat)
    assert env.reset(options={"deal": DEAL})[1]["seat"] == seat
    assert is_at(env.table, 0, before_the_first_decision_of(seat, 77))


def test_a_round_trip_gives_the_same_game() -> None:
    """What a seed deals is what its setup deals; a random seat is drawn from the seed."""
    seeded, dealt = (OneSeatEnv(num_players=NUM_PLAYERS, opponents="greedy") for _ in range(2))
    for seed in range(20):
        one = seeded.reset(seed=seed)
        two = dealt.reset(seed=seed, options={"deal": Game(NUM_PLAYERS, seed).replay()["setup"]})
        assert one[1]["seat"] == two[1]["seat"]
        assert is_at(dealt.table, 0, seeded.table.game_at(0))
        action = first_legal(None, one[1]["action_mask"])
        assert str(seeded.step(action)) == str(dealt.step(action))


def test_the_deal_is_for_one_game_and_the_next_ones_are_chance() -> None:
    env, other = (OneSeatEnv(num_players=NUM_PLAYERS, seat=0) for _ in range(2))
    env.reset(seed=3, options={"deal": DEAL})
    other.reset(seed=3, options={"deal": OTHER})
    assert not is_at(env.table, 0, other.table.game_at(0))
    env.reset()
    other.reset()
    assert is_at(env.table, 0, other.table.game_at(0))
    seeded = OneSeatEnv(num_players=NUM_PLAYERS, seat=0)
    seeded.reset(seed=3)
    assert is_at(env.table, 0, seeded.table.game_at(0))


@pytest.mark.parametrize("as_array", [False, True])
def test_a_batch_plays_one_deal_from_all_seats_at_once(as_array: bool) -> None:
    env: Any = OneSeatVectorEnv(NUM_PLAYERS, num_players=NUM_PLAYERS, opponents=first_legal)
    seats = np.arange(NUM_PLAYERS) if as_array else list(range(NUM_PLAYERS))
    _, infos = env.reset(seed=1, options={"deal": DEAL, "seat": seats})
    assert infos["seat"].tolist() == list(range(NUM_PLAYERS))
    assert all(is_at(env.table, seat, before_the_first_decision_of(seat, 77)) for seat in range(NUM_PLAYERS))


def test_each_game_of_a_batch_may_have_a_deal_of_its_own_or_none() -> None:
    env = OneSeatVectorEnv(3, num_players=NUM_PLAYERS, opponents=first_legal, seat=1)
    env.reset(seed=9, options={"deal": [DEAL, None, OTHER]})
    for i, seed in enumerate((77, 10, 78)):
        assert is_at(env.table, i, before_the_first_decision_of(1, seed))


@each_seat
def test_the_options_of_sb3_deal_as_well(seat: int) -> None:
    env = MonkeysVecEnv(2, num_players=NUM_PLAYERS, opponents=first_legal, seed=1)
    env.set_options({"deal": DEAL, "seat": seat})
    shown = env.reset()
    game = before_the_first_decision_of(seat, 77)
    assert is_at(env.table, 0, game)
    assert is_at(env.table, 1, game)
    assert np.array_equal(shown[1], game.observe(seat)["observation"])
    env.set_options([{"deal": DEAL, "seat": seat}, {"deal": OTHER, "seat": 0}])
    env.reset()
    assert is_at(env.table, 0, game)
    assert is_at(env.table, 1, before_the_first_decision_of(0, 78))
    env.reset()
    assert not is_at(env.table, 0, game)  # options are for one reset, as seeds are


def test_a_deal_from_a_replay_fits_pettingzoo_too() -> None:
    for env in (monkeys.env(num_players=NUM_PLAYERS), monkeys.parallel_env(num_players=NUM_PLAYERS)):
        env.reset(options={"deal": DEAL})
        assert env.game.replay()["setup"] == DEAL


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"deals": DEAL}, OptionError, "options of reset: expected 'deal' or 'seat', found 'deals'; rule options are"),
        ({"maximum_scorn": True}, OptionError, "found 'maximum_scorn'; rule options are an argument"),
        (7, OptionError, "options of reset: expected a mapping, found 7"),
        ({"seat": 3}, OptionError, "seat: expected 0 to 2 or 'random', found 3"),
        ({"seat": True}, OptionError, "seat: expected 0 to 2 or 'random', found True"),
        ({"deal": {}}, PositionError, "deal of game 0: setup: expected a mapping with an entry 'hands'"),
        (
            {"deal": Game(2, 1).replay()["setup"]},
            PositionError,
            "deal of game 0: setup: expected one for 3 players, found one for 2",
        ),
        ({"deal": DEAL | {"start": 7}}, PositionError, "deal of game 0: start"),
    ],
)
def test_what_cannot_be_dealt_leaves_the_games_as_they_are(options: Any, error: Any, words: str) -> None:
    one, many = OneSeatEnv(num_players=NUM_PLAYERS), OneSeatVectorEnv(2, num_players=NUM_PLAYERS)
    for env in (one, many):
        env.reset(seed=1)
        before = env.table.states.tobytes(), env.table._seatings.tobytes(), env.table.observations.tobytes()
        with pytest.raises(error, match=words):
            env.reset(seed=2, options=options)
        assert before == (
            env.table.states.tobytes(),
            env.table._seatings.tobytes(),
            env.table.observations.tobytes(),
        )
    games = MonkeysVecEnv(2, num_players=NUM_PLAYERS, seed=1)
    games.reset()
    states = games.table.states.tobytes()
    with pytest.raises(error, match=words):
        deal(games, options)
    assert games.table.states.tobytes() == states


def deal(games: MonkeysVecEnv, options: Any) -> None:
    games.set_options(options)
    games.reset()


def test_lists_are_as_long_as_there_are_games() -> None:
    env = OneSeatVectorEnv(2, num_players=NUM_PLAYERS)
    with pytest.raises(OptionError, match="deal: expected one for all, or a list of 2, one for each game, found 3"):
        env.reset(options={"deal": [DEAL] * 3})
    with pytest.raises(OptionError, match="seat: expected one for all, or a list of 2, one for each game, found 1"):
        env.reset(options={"seat": [1]})
    with pytest.raises(OptionError, match=r"options of reset: expected one for all, or a list of 2, .* found 3"):
        MonkeysVecEnv(2).set_options([{}, {}, {}])


@pytest.mark.parametrize("seed", [np.int64(7), np.uint8(7), np.array(7), 7])
def test_a_seed_may_be_any_whole_number(seed: Any) -> None:
    env, plain = OneSeatEnv(num_players=NUM_PLAYERS), OneSeatEnv(num_players=NUM_PLAYERS)
    assert str(env.reset(seed=seed)) == str(plain.reset(seed=7))
    assert env.np_random_seed == 7
    many: Any = OneSeatVectorEnv(2, num_players=NUM_PLAYERS)
    again: Any = plain.reset(seed=7)
    assert np.array_equal(many.reset(seed=seed)[0]["observation"][0], again[0]["observation"])


def test_a_copy_of_an_environment_has_its_deal() -> None:
    env = OneSeatEnv(num_players=NUM_PLAYERS, opponents=first_legal)
    env.reset(options={"deal": DEAL, "seat": 2})
    assert is_at(copy.deepcopy(env).table, 0, before_the_first_decision_of(2, 77))


def test_the_library_s_check_accepts_the_options() -> None:
    check_env(OneSeatEnv(illegal="lose"), skip_render_check=True)


def test_an_opponent_that_errs_in_a_dealt_game_leaves_all_as_it_was() -> None:
    fails = False

    def choose(observation: Any, mask: Any) -> int:
        return -1 if fails else first_legal(observation, mask)

    env = OneSeatEnv(num_players=NUM_PLAYERS, opponents=choose, seat=0)
    env.reset(seed=1)
    before = env.table.states.tobytes()
    fails = True
    with pytest.raises(IllegalAction):
        env.reset(options={"deal": DEAL, "seat": (DEAL["start"] + 1) % NUM_PLAYERS})  # another seat begins
    assert env.table.states.tobytes() == before
