"""Programs in a session: their processes end with the game, with an undo and with errors; no file starts one."""

import json
import os
import shlex
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.errors import OptionError, PlayerError
from mom_env.games import GAMES
from mom_env.table.session import Session, resume, start
from tests.support.programs import FIRST_CHOICE, left_over, pids, program

pytestmark = [pytest.mark.once, pytest.mark.skipif(os.name != "posix", reason="programs play on Unix")]
GAME = GAMES[0]


def begun(spec: str, choices: int = 2) -> Session:
    """A session of a person and a program in which the person has made some choices."""
    session = start(GAME, ["human", spec], seed=7)
    session.advance()
    for _ in range(choices):
        choose(session)
    return session


def choose(session: Session) -> None:
    session.act(0, session.choices(0)[0].action)
    session.advance()


def play_first_choices(session: Session) -> None:
    session.advance()
    while not session.over:
        choose(session)


def test_a_program_plays_to_the_end_of_a_session_and_is_ended_then(tmp_path: Path) -> None:
    session = begun(program(tmp_path, FIRST_CHOICE))
    assert len(left_over(tmp_path)) == 1
    while not session.over:
        choose(session)
    assert len(pids(tmp_path)) == 1
    assert left_over(tmp_path) == []
    assert json.loads((tmp_path / "heard").read_text().splitlines()[-1])["type"] == "end"


def test_after_an_undo_another_process_is_shown_the_decisions_again(tmp_path: Path) -> None:
    with closing(begun(program(tmp_path, FIRST_CHOICE))) as session:
        before = [turn.action for turn in session.turns]
        session.undo(0)
        choose(session)
        assert [turn.action for turn in session.turns] == before
        assert len(pids(tmp_path)) == 2
        assert left_over(tmp_path) == pids(tmp_path)[1:]
    assert left_over(tmp_path) == []


def test_a_program_that_fails_is_named_and_ended(tmp_path: Path) -> None:
    spec = program(tmp_path, "hear(); hear(); print('?', flush=True); hear()")
    session = start(GAME, [spec, "human"], seed=7)
    with closing(session), pytest.raises(PlayerError, match=r"player command:.* answered '\?', which is not JSON"):
        play_first_choices(session)
    assert left_over(tmp_path) == []


def test_a_program_that_fails_when_it_is_shown_its_decisions_is_ended(tmp_path: Path) -> None:
    fails = "if len((here / 'pids').read_text().split()) > 1: sys.exit(5)\n" + FIRST_CHOICE
    with closing(begun(program(tmp_path, fails), choices=6)) as session:
        with pytest.raises(PlayerError, match=r"player command:.* ended before it answered, with exit code 5"):
            session.undo(0)
        assert left_over(tmp_path) == []


def test_a_program_that_gives_hints_is_ended_after_each(tmp_path: Path) -> None:
    session = start(GAME, ["human", "random"], hint=program(tmp_path, FIRST_CHOICE), seed=7)
    session.advance()
    assert session.hint(0).action == session.game.legal_actions()[0]
    session.hint(0)
    assert len(pids(tmp_path)) == 2
    assert left_over(tmp_path) == []


# No file starts a program


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    with closing(begun(program(tmp_path, FIRST_CHOICE))) as session:
        session.save_in(file)
    (tmp_path / "pids").unlink()
    return file


def test_a_replay_starts_no_program(saved: Path) -> None:
    for past in (saved, json.loads(saved.read_text())):
        with pytest.raises(OptionError, match="players: expected no program, as no file may start one, found 'comm"):
            resume(GAME, past)
    result = CliRunner().invoke(cli.app, ["play", "--resume", str(saved)])
    assert "expected no program, as no file may start one" in str(result.exception)
    assert not (saved.parent / "pids").exists()


def test_a_program_that_is_named_again_continues_its_game(saved: Path) -> None:
    spec = json.loads(saved.read_text())["players"][1]
    words = ["play", "--resume", str(saved), "--program", spec]
    result = CliRunner().invoke(cli.app, words, input="\nq\n")
    assert result.exit_code == 0, result.output
    assert shlex.join(["--program", spec]) in result.output
    assert len(pids(saved.parent)) == 1
    assert left_over(saved.parent) == []


def test_a_new_game_names_its_programs_as_opponents() -> None:
    result = CliRunner().invoke(cli.app, ["play", "random", "--program", "command:cat"])
    assert str(result.exception) == "play without --resume: expected no --program, as only a saved game has one"
