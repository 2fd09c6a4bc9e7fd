"""What commands refuse: the words name what was typed, and say what would do, in one line of bounded length."""

import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.errors import MomError
from tests.support.commands import mom
from tests.support.kernels import GAME

pytestmark = pytest.mark.once
FOR_TWO = ["--players", "2", "--against", "greedy"]
FIVE = ["greedy"] * 5


def refusal(*words: str) -> str:
    """Return what a command says when it refuses."""
    result = CliRunner().invoke(cli.app, list(words))
    assert isinstance(result.exception, MomError), result.output
    return str(result.exception)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (
            ["evaluate", "greedy", "--against", "random", "--players", "7"],
            "--players: deck 'standard' is for 2, 3 or 4",
        ),
        (["tournament", "greedy", "random", "--players", "7"], "--players: deck 'standard' is for 2, 3 or"),
        (["draw", "x.svg", "--players", "7"], "--players: deck 'standard' is for 2, 3 or"),
        (["demo", "--no-train", "--players", "7"], "--players: deck 'standard' is for 2, 3 or"),
        (["play", *FIVE], "OPPONENTS: deck 'standard' is for 2, 3 or 4"),
        (["soak", "--games", "-1"], "--games: expected a whole number of at least 0, found -1"),
        (["soak", "--pairs", "-1"], "--pairs: expected a whole number of at least 0, found -1"),
        (["soak", "--jobs", "0"], "jobs: expected a whole number from 1 to 4096, found 0"),
        (["soak", "--games", "0", "--pairs", "0"], "--games: expected some games or secrecy pairs to check"),
        (["check", "nowhere:env"], "TARGET: cannot import nowhere: "),
        (["check", "os:getcwd"], "TARGET: expected an AEC environment of PettingZoo, found "),
        (["bench", "engine", "--threads", "0"], "threads: expected a whole number from 1"),
        (["list", "bot"], "kind: expected one of "),
    ],
)
def test_a_refusal_names_what_was_typed(
    words: list[str], begins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal(*words).startswith(begins)


def test_too_many_opponents_are_told_how_many_there_may_be() -> None:
    told = "against: expected one opponent for the other seat, found 2"
    assert refusal("evaluate", "greedy", "--against", "random", *FOR_TWO) == told
    told = "against: expected one opponent for all other seats, or one for each of the 3, found 2"
    assert refusal("evaluate", "greedy", "--against", "random", "--against", "greedy") == told


def test_an_unknown_player_is_one_sentence_with_the_nearest_name() -> None:
    message = refusal("evaluate", "gredy", *FOR_TWO)
    assert message.startswith("player: expected one of random, greedy, ")
    assert message.endswith(", the folder of a trained agent, found 'gredy'; did you mean 'greedy'?")


@pytest.mark.parametrize("spec", ["greedy:x=" + "y" * 300, "y" * 300, "random:" + "y" * 300])
def test_a_long_spec_is_shortened(spec: str) -> None:
    message = refusal("evaluate", spec, *FOR_TWO)
    assert "yyy" in message
    assert "..." in message
    assert "y" * 61 not in message


def test_a_module_that_needs_a_package_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "PIL", None)
    Path("needs_much.py").write_text("import PIL.Image\n")
    told = "cannot import needs_much: it needs PIL, which is not installed; pip install pillow"
    assert refusal("check", "needs_much:env") == f"TARGET: {told}"
    assert refusal("evaluate", "needs_much:choose", *FOR_TWO) == f"player 'needs_much:choose': {told}"
    assert "No module named 'needs_more'" in refusal("check", "needs_more:env")


def test_errors_of_python_name_the_argument_of_the_function() -> None:
    from mom_env.checks.soak import run_soak

    with pytest.raises(MomError, match=r"^num_games: "):
        run_soak(GAME, -1, 0)


@pytest.mark.outside
def test_the_line_on_stderr_is_the_renamed_one(tmp_path: Path) -> None:
    result: Any = mom("soak", "--games", "0", "--pairs", "0", cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr == "mom: --games: expected some games or secrecy pairs to check, found none of either\n"
