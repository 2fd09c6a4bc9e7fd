"""A film of a replay: a position and a sentence for each move, in every game."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mom_env.base.replay import read_replay, write_replay
from mom_env.errors import OptionError, ReplayError
from mom_env.games import load
from mom_env.monkeys_on_the_moon import Game
from mom_env.table.film import film_of, open_film
from tests.every_game.installed import GAMES
from tests.every_game.subject import play_on
from tests.support.games import TREACHERY
from tests.support.games import play_on as play_randomly

pytestmark = pytest.mark.once
GAME = GAMES[0]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "game.json"
    write_replay(path, play_randomly(Game(3, 8, options=TREACHERY), 4).replay(players=["random"] * 3))
    return path


@pytest.mark.parametrize("name", GAMES)
def test_a_film_has_every_position_and_a_sentence_for_each_move(name: str) -> None:
    game: Any = load(name).people.Game(seed=8)
    play_on(game, np.random.default_rng(4))
    replay = game.replay(players=["random"] * game.num_players)
    film = film_of(name, replay)
    assert len(film.lines) == len(replay["moves"]) == len(film.positions) - 1
    assert film.positions[-1] == game
    assert [position.seat for position in film.positions[:-1]] == [move["seat"] for move in replay["moves"]]
    for move, before, line in zip(replay["moves"], film.positions, film.lines, strict=False):
        action = before.legal_actions()[before.choices().index(move["choice"])]
        assert line == f"p{move['seat']} random: {load(name).people.say(before, action)}"


def test_a_film_is_opened_from_a_file(file: Path) -> None:
    assert open_film(GAME, file).replay == read_replay(file)


def test_pictures_are_those_of_each_position_as_a_seat_sees_it(file: Path) -> None:
    film = open_film(GAME, file)
    short = film._replace(positions=film.positions[:3])
    for seat in (None, 1):
        drawn = list(short.pictures(seat, embed_font=False))
        assert drawn == [one.to_svg(seat, ["random"] * 3, embed_font=False) for one in short.positions]


def test_a_damaged_replay_is_refused(file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"seat": 1', '"seat": 2', 1))
    with pytest.raises(ReplayError):
        open_film(GAME, broken)


def test_a_seat_that_is_not_there_is_refused(file: Path) -> None:
    film = open_film(GAME, file)
    assert [film.checked_seat(seat) for seat in (None, 0, 2)] == [None, 0, 2]
    with pytest.raises(OptionError, match="seat: expected a whole number from 0 to 2, found 3"):
        film.checked_seat(3)
