"""The `mom` command: what it prints, what it refuses, how it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.games import GAMES
from tests.own_agent import write_agent
from tests.sizes import NUM_CORES

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = [
    ["doctor"],
    ["demo"],
    ["draw"],
    ["soak"],
    ["play"],
    ["replay"],
    ["tournament"],
    ["evaluate"],
    ["leaderboard"],
    ["benchmark"],
    ["check"],
    ["actions"],
    ["layout"],
    ["environment"],
    ["bench", "agent"],
    ["bench", "engine"],
    ["bench", "env"],
    ["bench", "search"],
    ["bench", "thinking"],
    ["bench", "train"],
    ["train"],
    ["exploit"],
    ["ship"],
]
TINY = ["--games", "4", "--steps", "3", "--rounds", "2", "--memory-games", "2000", "--no-first-use"]


def mom(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user does."""
    code = "from mom_env.cli import main; main()"
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, check=False, env=variables, capture_output=True, text=True)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_shows_an_example_and_the_game(words: list[str]) -> None:
    result = CliRunner().invoke(cli.app, [*words, "--help"])
    assert result.exit_code == 0
    assert f"Example: mom {' '.join(words)}" in result.output
    assert "--game" in result.output


def test_every_command_is_in_the_list_above() -> None:
    groups = [([], cli.app.registered_commands), (["bench"], cli.bench.registered_commands)]
    names = [[*group, c.name or c.callback.__name__] for group, commands in groups for c in commands if c.callback]
    assert sorted(names) == sorted(COMMANDS)


@pytest.mark.outside
def test_help_loads_no_numba() -> None:
    code = "import sys, mom_env.cli; print('numba' in sys.modules or 'numpy' in sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert output.strip() == "False"


@pytest.mark.outside
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_unknown_game_is_one_line_that_names_those_there_are(words: list[str]) -> None:
    result = mom(*words, "--game", "ape_town")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == f"mom: game: expected one of {', '.join(GAMES)}, found 'ape_town'\n"


@pytest.mark.outside
def test_a_wrong_number_of_players_is_one_line() -> None:
    result = mom("demo", "--players", "5")
    assert result.returncode == 2
    assert "found 5" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.outside
def test_the_doctor_plays_a_game_and_finds_all_well() -> None:
    result = mom("doctor")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "decisions, VP [" in result.stdout
    assert "All is well." in result.stdout


@pytest.mark.outside
def test_the_doctor_says_why_a_cache_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = mom("doctor", MOM_ENV_CACHE_DIR=str(tmp_path / "file"), NUMBA_DISABLE_JIT="1")
    assert result.returncode == 1
    assert "cache: cannot be written" in result.stdout
    assert "Not a directory" in result.stdout


def test_the_doctor_finds_a_game_that_does_not_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    from mom_env import doctor

    results = iter([({"returns": [0.0]}, 1), ({"returns": [1.0]}, 1)])
    monkeypatch.setattr(doctor, "played", lambda _: next(results))
    with pytest.raises(doctor.Problem, match="same result twice"):
        doctor.one_game(GAMES[0])


def test_the_doctor_finds_returns_that_do_not_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    from mom_env import doctor

    monkeypatch.setattr(doctor, "played", lambda _: ({"returns": [1.0, 0.5]}, 1))
    with pytest.raises(doctor.Problem, match="add up to 0"):
        doctor.one_game(GAMES[0])


def test_a_position_is_drawn_into_a_file(tmp_path: Path) -> None:
    from mom_env.demo import played

    svg, text = tmp_path / "board.svg", tmp_path / "position.txt"
    game = played(GAMES[0], 2, seed=3, decisions=9)
    text.write_text(str(game), encoding="utf-8")
    bots = ["--players", "2", "--seed", "3", "--decisions", "9"]
    for words, seat in (([*bots], None), ([*bots, "--seat", "1"], 1), (["--position", str(text)], None)):
        result = CliRunner().invoke(cli.app, ["draw", str(svg), *words])
        assert result.exit_code == 0, result.output
        assert svg.read_text(encoding="utf-8") == game.to_svg(seat)


def test_bots_asked_for_more_decisions_than_there_are_play_to_the_end() -> None:
    from mom_env.demo import played

    assert played(GAMES[0], 2, seed=3, decisions=10_000).over


@pytest.mark.outside
def test_a_picture_of_no_known_kind_is_one_line(tmp_path: Path) -> None:
    result = mom("draw", str(tmp_path / "board.jpg"), NUMBA_DISABLE_JIT="1")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "ends in .svg or .png" in result.stderr


@pytest.mark.outside
def test_the_bench_measures_everything_and_writes_it_down(tmp_path: Path) -> None:
    files = ["--json", str(tmp_path / "bench.json"), "--markdown", str(tmp_path / "bench.md")]
    threads = min(2, NUM_CORES)
    result = CliRunner().invoke(cli.app, ["bench", "engine", *TINY, "--threads", str(threads), *files])
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "bench.json").read_text())
    figures = {figure["name"]: figure for figure in content["figures"]}
    assert content["machine"]["numba"]
    assert content["setting"]["num_games"] == 4
    assert all(figure["low"] > 0 for figure in figures.values())
    assert [len(figures[name]["values"]) for name in ("batch, 1 thread", "writing both makes a step longer")] == [2, 2]
    page = (tmp_path / "bench.md").read_text()
    assert all(f"| {name} |" in page for name in figures)


@pytest.mark.outside
def test_the_bench_of_an_agent_measures_it_at_all_seats_and_at_one(tmp_path: Path) -> None:
    agent, file = str(write_agent(tmp_path / "first", (3,))), tmp_path / "bench.json"
    words = ["bench", "agent", agent, "--players", "3", "--games", "4", "--rounds", "2", "--json", str(file)]
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 0, result.output
    figures = json.loads(file.read_text())["figures"]
    assert [figure["name"] for figure in figures] == [f"{agent} at all seats", f"{agent} against greedy, all moves"]
    assert all(figure["unit"] == "moves/s" and figure["low"] > 0 for figure in figures)


@pytest.mark.outside
def test_the_soak_reports_what_it_has_done_and_goes_on_from_a_file(tmp_path: Path) -> None:
    files = ["--json", str(tmp_path / "soak.json"), "--resume", str(tmp_path / "tally.json")]
    for games in ("2", "3"):
        result = mom("soak", "--games", games, "--pairs", "2", "--seed", "5", *files, NUMBA_DISABLE_JIT="1")
        assert result.returncode == 0, result.stderr
        assert f"{games} games and 2 secrecy pairs of seed 5" in " ".join(result.stdout.split())
    content = json.loads((tmp_path / "soak.json").read_text())
    assert (content["games"], content["pairs"], content["violations"]) == (3, 2, [])


@pytest.mark.parametrize(("violations", "interrupted", "code"), [((), False, 0), (("one",), False, 1), ((), True, 130)])
def test_the_soak_s_exit_code_tells_how_it_ended(
    monkeypatch: pytest.MonkeyPatch, violations: tuple[str, ...], interrupted: bool, code: int
) -> None:
    from types import SimpleNamespace

    from mom_env.monkeys_on_the_moon import soak

    report = SimpleNamespace(violations=violations, interrupted=interrupted, table=lambda: "table")
    monkeypatch.setattr(soak, "run_soak", lambda *_, **__: report)
    assert CliRunner().invoke(cli.app, ["soak"]).exit_code == code


def test_the_ratio_is_that_of_the_times() -> None:
    from mom_env.bench.figures import Figure, ratio

    bare, full = Figure("bare", "1/s", "", [6.0, 8.0]), Figure("full", "1/s", "", [3.0, 2.0])
    assert ratio("longer", "", bare, full).values == [2.0, 4.0]


def test_actions_drawn_in_numpy_are_legal_and_reach_every_legal_one() -> None:
    import numpy as np

    from mom_env.bench.engine import sample_in_numpy
    from mom_env.monkeys_on_the_moon import VectorGame

    games = VectorGame(5, seed=3)
    rng = np.random.default_rng(0)
    drawn = np.zeros_like(games.action_masks)
    for _ in range(200):
        drawn[np.arange(5), sample_in_numpy(games, rng)] = 1
    assert np.array_equal(drawn, games.action_masks)
