"""The `mom` command: what it prints, what it refuses, how it ends."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import mom_env
from mom_env import cli
from mom_env.common.tensors import sha256
from mom_env.errors import DeckError, MomError, OutputError, PositionError
from mom_env.games import GAMES, load
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.version import VERSION
from mom_env.players.agent import deck_hash
from mom_env.players.inventory import what_of
from mom_env.players.kinds import SEARCHES
from tests.support.commands import MAIN, ROOT, command_names, mom, python
from tests.support.own_agent import write_agent
from tests.support.sizes import NUM_CORES

pytestmark = pytest.mark.once
COMMANDS = [
    ["doctor"],
    ["demo"],
    ["draw"],
    ["soak"],
    ["play"],
    ["rules"],
    ["replay"],
    ["list"],
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
    ["bench", "moves"],
    ["bench", "search"],
    ["bench", "thinking"],
    ["bench", "train"],
    ["train"],
    ["sweep"],
    ["exploit"],
    ["ship"],
]
TINY = ["--games", "4", "--steps", "3", "--rounds", "2", "--memory-games", "2000", "--no-first-use"]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_shows_an_example_and_the_game(words: list[str]) -> None:
    result = CliRunner().invoke(cli.app, [*words, "--help"])
    assert result.exit_code == 0
    assert f"Example: mom {' '.join(words)}" in result.output
    assert "--game" in result.output


def test_every_command_is_in_the_list_above() -> None:
    assert sorted(command_names()) == sorted(COMMANDS)


@pytest.mark.parametrize("words", [[], ["bench"]], ids=str)
def test_a_group_shows_an_example_and_all_its_commands(words: list[str]) -> None:
    result = CliRunner().invoke(cli.app, [*words, "-h"])
    assert result.exit_code == 0
    assert "Example: mom " in result.output
    names = [command[-1] for command in command_names() if command[:-1] == words]
    assert [name for name in names if f" {name} " not in result.output] == []
    assert sorted(name for name in cli.common.ORDER if name != "bench") == sorted(
        command[0] for command in command_names() if len(command) == 1
    )


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_flags_are_shown_as_they_are_typed(words: list[str]) -> None:
    assert "<bool>" not in CliRunner().invoke(cli.app, [*words, "-h"]).output


def test_the_version_is_shown() -> None:
    result = CliRunner().invoke(cli.app, ["--version"])
    assert (result.exit_code, result.output) == (0, f"mom_env {mom_env.__version__}\n")


@pytest.mark.outside
def test_the_package_is_a_command_too() -> None:
    result = python("-m", "mom_env", "--version", cwd=ROOT)
    assert (result.returncode, result.stdout) == (0, f"mom_env {mom_env.__version__}\n")


@pytest.mark.outside
def test_a_shell_completes_commands_and_options() -> None:
    script = Path(sys.executable).with_name("mom")
    for typed, expected in (
        ("mom d", "demo doctor draw"),
        ("mom play --re", "--resume"),
        ("mom bench en", "engine env"),
    ):
        words = {"_MOM_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
        result = subprocess.run([script], check=False, env={**os.environ, **words}, capture_output=True, text=True)
        assert sorted(result.stdout.split()) == expected.split()


# Everything that has a name


def test_everything_that_has_a_name_is_listed(tmp_path: Path) -> None:
    from mom_env.learning.benchmark.algorithms import built_in
    from mom_env.monkeys_on_the_moon.deck import deck_names
    from mom_env.monkeys_on_the_moon.options import Options

    result = CliRunner().invoke(cli.app, ["list", "--json", str(tmp_path / "list.json")])
    assert result.exit_code == 0, result.output
    found = json.loads((tmp_path / "list.json").read_text())
    names = {kind: [item["name"] for item in items] for kind, items in found.items() if isinstance(items, list)}
    assert names == {
        "bots": [*BOTS, *SEARCHES],
        "agents": ["ppo-2p", "ppo-3p", "ppo-4p"],
        "decks": deck_names(),
        "options": list(Options().plain()),
        "configurations": sorted(path.stem for path in (ROOT / "configs" / "train").glob("*.toml")),
        "algorithms": built_in(),
    }
    everything = [item for items in found.values() if isinstance(items, list) for item in items]
    parameters = [parameter for bot in found["bots"] for parameter in bot["parameters"]]
    own = ["sims", "ms", "c", "root", "playout", "depth"]
    assert [parameter["name"] for parameter in parameters] == [*own, "agent", *own[:3], "prior", "leaf", *own[3:]]
    shown = " ".join(result.output.split())
    for item in [*everything, *parameters]:
        assert item["what"]
        assert "[" not in item["what"]
        assert item["name"] in result.output
    assert {item["name"]: item["default"] for item in found["options"]} == Options().plain()
    assert "false or true; true by default" in shown
    assert all((ROOT / item["path"]).exists() for item in found["configurations"])


def test_what_an_agent_won_is_said_to_be_of_its_training() -> None:
    result = CliRunner().invoke(cli.app, ["list", "agents", "--game", "four_monkeys"])
    shown = " ".join(result.output.split())
    assert re.search(r"four-2p in its training it won \d+% against \w+, \d+% against \w+", shown)


def test_facts_in_a_list_are_whole_sentences() -> None:
    one = what_of({"name": "mini_solo", "what": "a deck", "num_players": [1]}).plain
    assert one == "a deck; for 1 player"
    assert what_of({"name": "pond", "what": "", "num_players": [2, 3, 4]}).plain == "for 2, 3 or 4 players"
    assert what_of({"name": "agent", "what": "its folder", "default": ""}).plain == "its folder"


def test_one_kind_is_listed_alone_and_an_unknown_one_is_refused() -> None:
    result = CliRunner().invoke(cli.app, ["list", "decks"])
    assert "mini" in result.output
    assert "ismcts" not in result.output
    wrong = CliRunner().invoke(cli.app, ["list", "deck"])
    assert str(wrong.exception).endswith("found 'deck'; did you mean 'decks'?")


# Paths that are written are tried before anything else.

NEEDED = {
    "evaluate": ["greedy", "--against", "random"],
    "tournament": ["greedy", "random"],
    "exploit": ["greedy"],
    "bench agent": ["greedy"],
}
OUTPUTS = ("--json", "--markdown", "--quoted-in")


def outputs() -> list[tuple[list[str], str]]:
    group = typer.main.get_command(cli.app)
    found = []
    for words in COMMANDS:
        command: Any = group
        for word in words:
            command = command.commands[word]
        found += [(words, option) for parameter in command.params for option in parameter.opts if option in OUTPUTS]
    return found


@pytest.mark.parametrize(("words", "option"), outputs(), ids=str)
def test_a_file_that_cannot_be_written_is_refused_before_any_work(
    words: list[str], option: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("as it was")
    needed = NEEDED.get(" ".join(words), [])
    result = CliRunner().invoke(cli.app, [*words, *needed, option, str(tmp_path / "file" / "new")])
    assert isinstance(result.exception, OutputError)
    assert "cannot be written: expected a folder, found the file" in str(result.exception)
    assert result.output == ""
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_all_outputs_are_tried_in_the_test_above() -> None:
    assert len(outputs()) > 8


COUNTS = [
    ["bench", "engine", "--rounds", "0"],
    ["bench", "engine", "--steps", "-1"],
    ["bench", "engine", "--memory-games", "100000000000000000000"],
    ["bench", "env", "--decisions", "0"],
    ["bench", "env", "--players", "-5"],
    ["bench", "search", "--simulations", "-5"],
    ["bench", "search", "--players", "0"],
    ["bench", "moves", "greedy", "--positions", "0"],
    ["bench", "moves", "greedy", "--players", "7"],
    ["bench", "agent", "greedy", "--players", "0"],
    ["evaluate", "greedy", "--against", "random", "--players", "0"],
    ["evaluate", "greedy", "--against", "random", "--players", "-3"],
    ["bench", "agent", "greedy", "--games", "0"],
    ["check", "--seeds", "0"],
    ["check", "--seeds", "100000000000000000000"],
    ["check", "--positions", "-1"],
    ["soak", "--games", "-1"],
    ["soak", "--jobs", "0"],
    ["demo", "--no-train", "--games", "0"],
    ["demo", "--no-train", "--players", "-5"],
    ["draw", "a.svg", "--width", "100000000000000000000"],
    ["draw", "a.svg", "--players", "-5"],
    ["draw", "a.svg", "--seat", "7"],
    ["play", "--seat", "-1"],
    ["play", "--seed", "-1"],
]


@pytest.mark.parametrize("words", COUNTS, ids=" ".join)
def test_a_number_that_cannot_be_is_one_error_that_names_it(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.app, words)
    assert isinstance(result.exception, MomError), result.output
    assert f"found {words[-1]}" in str(result.exception)
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.outside
def test_help_loads_no_numba() -> None:
    code = "import sys, mom_env.cli; print('numba' in sys.modules or 'numpy' in sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert output.strip() == "False"


@pytest.mark.outside
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_unknown_game_is_one_line_that_names_those_there_are(words: list[str]) -> None:
    result = mom(*words, "--game", "no_such_game")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == f"mom: game: expected one of {', '.join(GAMES)}, found 'no_such_game'\n"


@pytest.mark.outside
def test_a_wrong_number_of_players_is_one_line() -> None:
    result = mom("demo", "--players", "5")
    assert result.returncode == 2
    assert "found 5" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_position_is_drawn_into_a_file(tmp_path: Path) -> None:
    from mom_env.players.bot_table import play_by_bots

    svg, text = tmp_path / "board.svg", tmp_path / "position.txt"
    game = play_by_bots(GAMES[0], 2, seed=3, decisions=9)
    text.write_text(str(game), encoding="utf-8")
    bots = ["--players", "2", "--seed", "3", "--decisions", "9"]
    for words, seat in (([*bots], None), ([*bots, "--seat", "1"], 1), (["--position", str(text)], None)):
        result = CliRunner().invoke(cli.app, ["draw", str(svg), *words])
        assert result.exit_code == 0, result.output
        assert svg.read_text(encoding="utf-8") == game.to_svg(seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_with_another_deck_is_drawn(name: str, tmp_path: Path) -> None:
    from mom_env.players.bot_table import play_by_bots

    svg, words = tmp_path / "board.svg", ["--game", name, "--players", "2", "--seed", "3", "--decisions", "0"]
    result = CliRunner().invoke(cli.app, ["draw", str(svg), *words, "--deck", "mini"])
    assert result.exit_code == 0, result.output
    drawn = svg.read_text(encoding="utf-8")
    assert drawn == play_by_bots(name, 2, 3, 0, "mini").to_svg() != play_by_bots(name, 2, 3, 0).to_svg()
    refused = CliRunner().invoke(cli.app, ["draw", str(svg), *words, "--deck", "nowhere"])
    assert isinstance(refused.exception, DeckError)


def test_a_position_with_rule_options_is_drawn(tmp_path: Path) -> None:
    from mom_env.players.bot_table import play_by_bots

    svg, words = tmp_path / "board.svg", ["--game", "four_monkeys", "--players", "3", "--seed", "7"]
    typed = ["--option", "banana_skins=true", "--option", "pace=1,2,1"]
    result = CliRunner().invoke(cli.app, ["draw", str(svg), *words, *typed])
    assert result.exit_code == 0, result.output
    game = play_by_bots("four_monkeys", 3, 7, 60, options={"banana_skins": True, "pace": [1, 2, 1]})
    assert svg.read_text(encoding="utf-8") == game.to_svg()
    refused = CliRunner().invoke(cli.app, ["draw", str(svg), *words, "--option", "ticks=1"])
    assert str(refused.exception).startswith("options.ticks: expected ")


@pytest.mark.parametrize(
    "option", [("--players", "3"), ("--deck", "mini"), ("--option", "raise=add_only")], ids=" ".join
)
def test_options_of_a_game_of_bots_have_no_place_beside_a_position(tmp_path: Path, option: tuple[str, str]) -> None:
    text = ROOT / "docs" / "monkeys_on_the_moon" / "board.txt"
    result = CliRunner().invoke(cli.app, ["draw", str(tmp_path / "a.svg"), "--position", str(text), *option])
    assert str(result.exception) == f"--position: expected no {option[0]}, as the position is that of the text"


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_drawn_as_the_game_that_its_text_names(name: str, tmp_path: Path) -> None:
    svg, text = tmp_path / "a.svg", ROOT / "docs" / name / "board.txt"
    result = CliRunner().invoke(cli.app, ["draw", str(svg), "--position", str(text)])
    assert result.exit_code == 0, result.output
    game = load(name).people.Game.from_text(text.read_text(encoding="utf-8"))
    assert svg.read_text(encoding="utf-8") == game.to_svg()


def test_a_position_of_another_game_than_the_one_asked_for_is_refused(tmp_path: Path) -> None:
    text = ROOT / "docs" / "ape_town" / "board.txt"
    words = ["draw", str(tmp_path / "a.svg"), "--position", str(text), "--game", "four_monkeys"]
    told = f"game: expected 'ape_town', that of {text}, found 'four_monkeys'"
    assert str(CliRunner().invoke(cli.app, words).exception) == told
    (tmp_path / "text").write_text('mom-position/1\ngame  "chess"\n', encoding="utf-8")
    result = CliRunner().invoke(cli.app, [*words[:3], str(tmp_path / "text")])
    assert str(result.exception).startswith(f"{tmp_path / 'text'}: game: expected one of ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe", "expected UTF-8 text, found invalid start byte at byte 0"),
        (b"a" * 300_000, "expected at most 200,000 bytes, found more"),
        (b"", "expected 'mom-position/1' on the first line"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_position_that_cannot_be_read_is_one_error(tmp_path: Path, content: bytes | None, reason: str) -> None:
    if content is not None:
        (tmp_path / "text").write_bytes(content)
    result = CliRunner().invoke(cli.app, ["draw", str(tmp_path / "a.svg"), "--position", str(tmp_path / "text")])
    assert isinstance(result.exception, PositionError)
    assert reason in str(result.exception)
    assert not (tmp_path / "a.svg").exists()


def test_a_picture_that_cannot_be_written_is_refused_before_a_game_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mom_env.players import bot_table as bot_games

    def not_asked(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(bot_games, "play_by_bots", not_asked)
    for file in ("a.jpg", "a.svg/b.svg"):
        (tmp_path / "a.svg").touch()
        result = CliRunner().invoke(cli.app, ["draw", str(tmp_path / file)])
        assert isinstance(result.exception, MomError)


# What the system refuses


@pytest.mark.outside
@pytest.mark.parametrize("words", [["actions"], ["--help"], ["draw", "--help"]], ids=" ".join)
def test_a_full_disk_behind_the_output_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", MAIN, *words]
        result = subprocess.run(command, check=False, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (result.returncode, result.stderr) == (2, "mom: No space left on device\n")


@pytest.mark.outside
def test_a_name_that_the_terminal_cannot_encode_is_no_error(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.json")
    with (tmp_path / "keys").open("w+") as nothing:
        command = [sys.executable, "-c", MAIN, "play", "random", "--seed", "1", "--save", name]
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", "PYTHONIOENCODING": "ascii"}
        result = subprocess.run(command, check=False, cwd=tmp_path, env=variables, stdin=nothing, capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Saved in caf?.json" in result.stdout
    assert (tmp_path / name).exists()


@pytest.mark.outside
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -c '{MAIN}' actions | head -1"
    result = subprocess.run(command, shell=True, check=False, cwd=ROOT, capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("# Actions\n", "")


@pytest.mark.outside
def test_a_file_on_a_full_disk_is_one_line() -> None:
    result = mom("check", "--seeds", "1", "--positions", "1", "--json", "/dev/full")
    said = [line for line in result.stderr.splitlines() if not line.startswith("mom_env: ")]  # of what is compiled
    assert (result.returncode, said) == (2, ["mom: /dev/full: cannot be written: No space left on device"])


def test_whatever_else_the_system_refuses_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuses() -> None:
        raise PermissionError(13, "Permission denied", "a/file")

    monkeypatch.setattr(cli, "app", refuses)
    monkeypatch.setattr(cli, "forget_output", lambda: None)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "mom: a/file: Permission denied\n"


@pytest.mark.outside
def test_a_picture_of_no_known_kind_is_one_line(tmp_path: Path) -> None:
    result = mom("draw", str(tmp_path / "board.jpg"), NUMBA_DISABLE_JIT="1")
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "ends in .svg or .png" in result.stderr


@pytest.mark.outside
def test_the_bench_measures_everything_and_writes_it_down(tmp_path: Path) -> None:
    files = ["--json", str(tmp_path / "bench.json"), "--markdown", str(tmp_path / "bench.md")]
    result = CliRunner().invoke(cli.app, ["bench", "engine", *TINY, *files])
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "bench.json").read_text())
    figures = {figure["name"]: figure for figure in content["figures"]}
    assert content["machine"]["numba"]
    assert ("batch, 2 threads" in figures) == (NUM_CORES > 1)
    made_from = content["provenance"]
    assert (made_from["game"], made_from["version"]) == ("monkeys_on_the_moon", VERSION)
    assert made_from["deck"] == deck_hash(load_deck("standard"))
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
    content = json.loads(file.read_text())
    made_from = content["provenance"]["players"]
    assert made_from["greedy"] == f"greedy version {BOTS['greedy'].version}"
    assert made_from[agent].split()[-1] == sha256((Path(agent) / "manifest.json").read_bytes())
    figures = content["figures"]
    assert [figure["name"] for figure in figures] == [f"{agent} at all seats", f"{agent} against greedy, all moves"]
    assert all(figure["unit"] == "moves/s" and figure["low"] > 0 for figure in figures)


@pytest.mark.outside
def test_the_soak_reports_what_it_has_done_and_goes_on_from_a_file(tmp_path: Path) -> None:
    files = ["--json", str(tmp_path / "soak.json"), "--resume", str(tmp_path / "tally.json")]
    for games in ("2", "3"):
        result = mom("soak", "--games", games, "--pairs", "2", "--seed", "5", *files)
        assert result.returncode == 0, result.stderr
        assert f"{games} games and 2 secrecy pairs of seed 5" in " ".join(result.stdout.split())
    content = json.loads((tmp_path / "soak.json").read_text())
    assert (content["games"], content["pairs"], content["violations"]) == (3, 2, [])


@pytest.mark.parametrize(("violations", "interrupted", "code"), [((), False, 0), (("one",), False, 1), ((), True, 130)])
def test_the_soak_s_exit_code_tells_how_it_ended(
    monkeypatch: pytest.MonkeyPatch, violations: tuple[str, ...], interrupted: bool, code: int
) -> None:
    from types import SimpleNamespace

    from mom_env.checks import soak

    report = SimpleNamespace(violations=violations, interrupted=interrupted, table=lambda: "table")
    monkeypatch.setattr(soak, "run_soak", lambda *_, **__: report)
    assert CliRunner().invoke(cli.app, ["soak"]).exit_code == code


def test_the_ratio_is_that_of_the_times() -> None:
    from mom_env.bench.figures import Figure, ratio

    bare, full = Figure("bare", "1/s", [6.0, 8.0]), Figure("full", "1/s", [3.0, 2.0])
    assert ratio("longer", bare, full).values == [2.0, 4.0]


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
