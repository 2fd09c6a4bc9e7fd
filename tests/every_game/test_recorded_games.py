"""What was recorded is played the same today, to the byte, for each game that has a file of recorded games."""

from typing import Any

import pytest

from mom_env.games import load
from mom_env.kernel.jit import is_compiled
from tests.every_game.recorded import FOLDER, cases_of, digests, read

GAMES = {path.name.partition(".")[0]: read(path) for path in sorted(FOLDER.glob("*.jsonl.xz"))}
FEW = 6  # plain Python plays each game in some seconds, so it plays one in so many
RUN = [(game, number) for game, kept in GAMES.items() for number in range(0, len(kept), 1 if is_compiled() else FEW)]


@pytest.mark.parametrize(("game", "number"), RUN)
def test_a_recorded_game_shows_the_same_again(game: str, number: int) -> None:
    kept = GAMES[game][number]
    assert digests(kept) == kept["digests"], "read the difference; if it is meant, then `make golden`"


@pytest.mark.parametrize(("game", "number"), RUN)
def test_a_recorded_replay_is_the_same_when_it_is_recorded_again(game: str, number: int) -> None:
    replay = GAMES[game][number]["replay"]
    made: Any = load(game).people.Game
    assert made.from_replay(replay).replay(replay["players"]) == replay


@pytest.mark.parametrize("game", GAMES)
def test_the_games_cover_every_case(game: str) -> None:
    kept = [(one["replay"]["seed"], one["replay"]["players"], one["skip_forced"]) for one in GAMES[game]]
    assert kept == [(case.number, case.lineup, case.skip_forced) for case in cases_of(game)]
    for name, values in (("deck", load(game).people.DECKS), ("num_players", load(game).info.num_players)):
        found = {one["replay"][name]["name"] if name == "deck" else one["replay"][name] for one in GAMES[game]}
        assert found == set(values)
