"""What was recorded before the code changed is played the same today, to the byte."""

import json
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from tests.support import decisions, recorded_games
from tests.support.recorded_games import COUNTS, FILE, NUM_GAMES, all_options, read_recorded

GAMES = read_recorded()
RUN = range(NUM_GAMES) if is_compiled() else range(0, NUM_GAMES, 33)  # plain Python takes some seconds a game
DIGESTS = json.loads(decisions.FILE.read_text(encoding="utf-8"))
READ = "read the difference; if it is meant, then `make golden`"


@pytest.mark.parametrize("number", RUN)
def test_a_recorded_game_shows_the_same_again(number: int) -> None:
    kept = GAMES[number]
    assert recorded_games.digests(kept) == kept["digests"], READ


@pytest.mark.parametrize("number", RUN)
def test_a_recorded_replay_is_the_same_when_it_is_recorded_again(number: int) -> None:
    replay = GAMES[number]["replay"]
    assert Game.from_replay(replay).replay(replay["players"]) == replay
    assert json.dumps(Game.from_replay(replay).replay(replay["players"])) == json.dumps(replay)


def test_the_games_cover_every_option_with_every_number_of_players_and_every_deck() -> None:
    assert len(GAMES) == NUM_GAMES
    assert len(FILE.read_bytes()) < 1_000_000
    tables = {(game["replay"]["deck"]["name"], game["replay"]["num_players"]) for game in GAMES}
    assert tables == {(deck, count) for deck, counts in COUNTS.items() for count in counts}
    options = [{"num_players": game["replay"]["num_players"], **game["replay"]["options"]} for game in GAMES]
    assert [one for one in product((2, 3, 4), all_options()) if {"num_players": one[0], **one[1]} not in options] == []
    assert pairs(lambda game: (game["replay"]["deck"]["name"], game["skip_forced"])) == 6
    assert pairs(lambda game: (game["replay"]["num_players"], game["skip_forced"])) == 6
    for name in all_options()[0]:
        assert pairs(partial(deck_and_option, name)) == 6
        assert pairs(partial(skipping_and_option, name)) == 4
    seated = {player for game in GAMES for player in game["replay"]["players"]}
    assert seated == {"random", "greedy", "planner", "ismcts:sims=20"}


def deck_and_option(name: str, game: dict[str, Any]) -> tuple[Any, Any]:
    return game["replay"]["deck"]["name"], game["replay"]["options"][name]


def skipping_and_option(name: str, game: dict[str, Any]) -> tuple[Any, Any]:
    return game["skip_forced"], game["replay"]["options"][name]


def pairs(of: Callable[[dict[str, Any]], Any]) -> int:
    """Return how many different ones there are."""
    return len({of(game) for game in GAMES})


def test_some_decisions_have_the_same_bytes_as_ever() -> None:
    assert decisions.digests(decisions.FEW) == DIGESTS[str(decisions.FEW)], READ


@pytest.mark.outside
def test_a_million_decisions_have_the_same_bytes_as_ever() -> None:
    assert decisions.digests(decisions.MANY) == DIGESTS[str(decisions.MANY)], READ
