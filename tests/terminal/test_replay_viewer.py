"""`mom replay`: a game from its file, step by step, as moves in words, and as pictures."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.base.replay import write_replay
from mom_env.common import files
from mom_env.errors import MomError, OutputError
from mom_env.games import GAMES
from mom_env.monkeys_on_the_moon import Game
from mom_env.table.film import open_film
from mom_env.terminal.replay_viewer import next_position, print_moves, step_through, verify, write_frames, write_gif
from tests.support.games import TREACHERY, play_on

pytestmark = pytest.mark.once
GAME = GAMES[0]


def console() -> Console:
    return Console(record=True, file=StringIO(), width=120)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = play_on(Game(3, 8, options=TREACHERY), 4)
    path = tmp_path_factory.mktemp("replay") / "game.json"
    write_replay(path, game.replay(players=["random"] * 3))
    return path


def test_a_replay_can_be_told_and_verified(file: Path) -> None:
    film, paper = open_film(GAME, file), console()
    print_moves(film, paper)
    verify(film, paper)
    text = paper.export_text()
    assert f"{len(film.lines):>4}  " in text
    assert "Won by" in text
    assert f"All is well: hash, deal, {len(film.lines)} moves and the result agree. VP " in text


@pytest.mark.parametrize(("count", "moves"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_a_replay_of_a_game_that_goes_on_is_verified_in_plain_words(tmp_path: Path, count: int, moves: str) -> None:
    game, paper = play_on(Game(2, 1), 4, count), console()
    write_replay(tmp_path / "game.json", game.replay())
    verify(open_film(GAME, tmp_path / "game.json"), paper)
    assert paper.export_text() == f"All is well: hash, deal and {moves} agree. The game is not over yet.\n"


def test_keys_lead_back_and_forth(file: Path) -> None:
    paper = console()
    assert [next_position(key, 5, 9, paper) for key in ("", "b", "e", "0", "9", "10", "x")] == [6, 4, 9, 0, 9, 5, 5]
    assert next_position("", 9, 9, paper) == 9
    assert next_position("b", 0, 9, paper) == 0
    keys = iter(["", "e", "q"])
    step_through(open_film(GAME, file), 0, paper, lambda _: next(keys))
    assert "Won by" in paper.export_text()


def test_frames_are_drawn_for_every_position(file: Path, tmp_path: Path) -> None:
    film = open_film(GAME, file)
    short = film._replace(positions=film.positions[:3])
    write_frames(short, 1, tmp_path / "frames", console())
    assert [path.name for path in sorted((tmp_path / "frames").iterdir())] == ["0000.svg", "0001.svg", "0002.svg"]


@pytest.mark.parametrize("leaves", [EOFError, KeyboardInterrupt])
def test_a_reader_can_leave_by_ctrl_d_and_ctrl_c(file: Path, leaves: type[BaseException]) -> None:
    keys = iter([""])

    def ask(_: str) -> str:
        for key in keys:
            return key
        raise leaves

    paper = console()
    step_through(open_film(GAME, file), None, paper, ask)
    assert "after move 1 of" in paper.export_text()


def test_pictures_that_cannot_be_written_are_refused_before_any_is_drawn(file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words, reason in (
        (["--gif", str(tmp_path / "film.png")], "expected a name that ends in .gif"),
        (["--gif", str(tmp_path / "file" / "film.gif")], "expected a folder, found the file"),
        (["--gif", str(tmp_path / "film.gif"), "--width", "0"], "width: expected a whole number from 1"),
        (["--svg", str(tmp_path / "file")], "expected a folder, found the file"),
        (["--svg", str(tmp_path / "frames"), "--gif", str(tmp_path / "film")], "ends in .gif"),
    ):
        result = CliRunner().invoke(cli.app, ["replay", str(file), *words])
        assert isinstance(result.exception, MomError), words
        assert reason in str(result.exception)
        assert "drawing" not in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_an_animated_picture_is_written_at_once(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film, gif = open_film(GAME, file), tmp_path / "film.gif"
    short = film._replace(positions=film.positions[:2])
    write_gif(short, None, gif, 100, console())
    before = gif.read_bytes()
    assert before.startswith(b"GIF89a")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_write", full)
    with pytest.raises(OutputError, match="No space left on device"):
        write_gif(short, None, gif, 50, console())
    assert gif.read_bytes() == before


def test_a_width_without_an_animated_picture_is_refused(file: Path) -> None:
    result = CliRunner().invoke(cli.app, ["replay", str(file), "--width", "300"])
    assert str(result.exception) == "replay without --gif: expected no --width, as only that has one"
