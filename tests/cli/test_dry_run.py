"""`--dry-run` of each long command: what is left, and no file."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mom_env import cli

pytestmark = pytest.mark.outside
TIME = r"\d+ parts? of [\d.:e-]+( s)? \(measured\), about [\d.:e-]+( s)? on 1 core"


def told(*words: str) -> str:
    """Return what a command prints with --dry-run."""
    result = CliRunner().invoke(cli.app, [*words, "--dry-run"], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("command", "lines"),
    [
        ("tournament greedy random --players 2 --deals 100 --out out", ["100 deals with 2 players"]),
        ("evaluate greedy --against random --players 3 --deals 50 --sprt 0.4 0.5", ["50 deals with 3 players"]),
        (
            "leaderboard greedy random --deals 10 --out out --page page.md",
            [f"10 deals with {count} players" for count in (2, 3, 4)],
        ),
        (
            "bench thinking ismcts --sims 5 --sims 6 --against greedy --players 2 --deals 4 --out out --page page.md",
            [f"ismcts:sims={count} against greedy, 4 deals with 2 players" for count in (5, 6)],
        ),
        ("soak --games 2500 --pairs 500 --resume soak.json", ["2,500 games", "500 pairs"]),
    ],
)
def test_a_dry_run_tells_what_is_left_and_writes_nothing(
    command: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output = told(*command.split())
    for line in lines:
        assert re.search(rf"^{re.escape(line)}: {TIME}$", output, re.MULTILINE), output
    assert re.search(r"^memory: [\d,]+ MB a worker", output, re.MULTILINE)
    assert not list(tmp_path.iterdir())


def test_games_that_are_there_are_not_counted(tmp_path: Path) -> None:
    words = ["tournament", "greedy", "random", "--players", "2", "--out", str(tmp_path / "out"), "--resume", "--deals"]
    assert CliRunner().invoke(cli.app, [*words, "10"]).exit_code == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert "\n20 deals with 2 players: " in "\n" + told(*words, "30")
    assert "Nothing is left to do." in told(*words, "10")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.train
def test_cells_take_as_long_as_earlier_ones(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["benchmark", "examples.own_algorithm:train", "--decisions", "4000", "--deals", "2", "--settings", "2p"]
    words += ["--out", str(out), "--seeds"]
    assert "training: 2 parts; how long one takes is unknown" in told(*words, "2")
    assert not out.exists()
    assert CliRunner().invoke(cli.app, [*words, "1"]).exit_code == 0
    assert re.search(r"own_algorithm:train 2p, training: 2 parts of [\d.:]+ s \(as earlier ones\)", told(*words, "3"))
    assert "Nothing is left to do." in told(*words, "1")
