"""The name of a game or an environment says what it is, how far it is, and nothing that is hidden."""

import re
from typing import Any

import pytest

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.monkeys_on_the_moon import Game, VectorGame
from tests.support.sizes import smaller_without_jit
from tests.support.untyped import untyped

TRIBES = re.compile("brown|black|green|blue|red|purple")


def test_a_game_says_its_players_its_seed_and_whose_turn_it_is() -> None:
    game = Game(num_players=3, seed=7)
    assert repr(game) == f"<Game: 3 players, seed 7, round 1 of 9, player_{game.seat}'s decision is card>"
    while not game.over:
        game.play(game.legal_actions()[0])
    winners = " and ".join(f"player_{seat}" for seat in untyped(game.result())["winners"])
    assert repr(game) == f"<Game: 3 players, seed 7, won by {winners}>"
    assert repr(Game.from_text(str(game))) == f"<Game: 3 players, from a position, won by {winners}>"


def test_a_batch_says_its_size_and_its_seed() -> None:
    games = VectorGame(5, num_players=2, seed=9)
    assert repr(games) == "<VectorGame: 5 games, 2 players, seed 9>"
    games.reset(10)
    assert repr(games) == "<VectorGame: 5 games, 2 players, seed 10>"
    games.restore(games.states.copy())
    assert repr(games) == "<VectorGame: 5 games, 2 players, restored>"


@pytest.mark.parametrize("make", [monkeys.env, monkeys.raw_env, monkeys.parallel_env])
def test_an_environment_says_what_it_is_before_and_after_a_deal(make: Any) -> None:
    env = make(num_players=3)
    name = f"{type(env).__name__} monkeys_on_the_moon_v0"
    assert repr(env) == f"<{name}: 3 players, not dealt yet>"
    env.reset(seed=7)
    assert repr(env) == f"<{name}: 3 players, seed 7, round 1 of 9, player_{env.game.seat}'s decision is card>"


def test_no_name_tells_what_is_hidden() -> None:
    game = Game(num_players=4, seed=3)
    for _ in range(smaller_without_jit(40, 10)):
        game.play(game.legal_actions()[-1])
    names = {repr(game.resample_hidden(0, seed)) for seed in range(10)}
    assert len(names) == 1
    assert not any(TRIBES.search(name) for name in names)
