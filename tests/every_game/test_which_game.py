"""The game of a command is that of the files and agents that it names; a `--game` that contradicts is an error."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mom_env import cli
from mom_env.base.replay import write_replay
from mom_env.errors import MomError, OptionError
from mom_env.games import GAMES, load
from mom_env.players.which_game import NamedGame, games_of_file, games_of_players, games_of_replay, which_game
from tests.every_game.installed import FOLDER, TINY
from tests.support.commands import mom
from tests.support.own_agent import write_agent

pytestmark = pytest.mark.once
FIRST, OTHER = GAMES[0], TINY[0]
ASKED = ["--game", OTHER]
TRAINING = f'trainer = "selfplay"\ngame = "{OTHER}"\nnum_players = 2\ndecisions = 100\n'


def result_of(*words: object, typed: str = "") -> Any:
    return CliRunner().invoke(cli.app, [str(word) for word in words], input=typed)


def refusal(*words: object) -> str:
    result = result_of(*words)
    assert isinstance(result.exception, MomError), result.output
    return str(result.exception)


def replay_of(game: str, path: Path, *, is_over: bool, names: tuple[str, ...]) -> Path:
    table = load(game).people.Game(len(names), seed=1)
    while is_over and not table.over:
        table.play(table.legal_actions()[0])
    write_replay(path, table.replay(players=list(names)))
    return path


def test_without_any_hint_the_first_game_is_played() -> None:
    assert which_game(None) == FIRST
    assert which_game(OTHER) == OTHER


def test_what_is_named_decides() -> None:
    assert which_game(None, [NamedGame("a", OTHER), NamedGame("b", OTHER)]) == OTHER
    assert which_game(OTHER, [NamedGame("a", OTHER)]) == OTHER
    with pytest.raises(OptionError, match=rf"^game: expected '{OTHER}', that of a\.json, found '{FIRST}'$"):
        which_game(FIRST, [NamedGame("a.json", OTHER)])
    told = rf"^game: expected the same one for all, found '{OTHER}' of a and '{FIRST}' of b$"
    with pytest.raises(OptionError, match=told):
        which_game(None, [NamedGame("a", OTHER), NamedGame("b", FIRST)])
    with pytest.raises(OptionError, match=rf"^a: game: expected one of {FIRST}, .*, found 'chess'$"):
        which_game(None, [NamedGame("a", "chess")])


@pytest.mark.parametrize("content", ["[]", "{}", '{"game": 7}', "{", "\xff"])
def test_a_file_that_names_no_game_tells_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "file").write_text(content, encoding="latin-1")
    assert games_of_file(tmp_path / "file") == games_of_file(tmp_path / "none") == games_of_file(tmp_path) == []


def test_replays_and_agents_tell_their_games(tmp_path: Path) -> None:
    replay = replay_of(OTHER, tmp_path / "game.json", is_over=False, names=("a", "b"))
    assert games_of_replay(replay) == games_of_file(replay) == [NamedGame(str(replay), OTHER)]
    agent = str(write_agent(tmp_path / "agent"))
    assert games_of_players([agent, "random", "os:getcwd"]) == [NamedGame(agent, FIRST)]


def test_mom_replay_reads_the_game_from_the_replay(tmp_path: Path) -> None:
    replay = replay_of(OTHER, tmp_path / "game.json", is_over=True, names=("a", "b"))
    for words in ([], ASKED):
        result = result_of("replay", replay, "--verify", *words)
        assert result.exit_code == 0, result.output
        assert f"All is well: hash, deal, 6 moves and the result agree. {load(OTHER).info.score} [" in result.output
    told = f"game: expected '{OTHER}', that of {replay}, found '{FIRST}'"
    assert refusal("replay", replay, "--verify", "--game", FIRST) == told


def test_a_replay_of_no_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text('{"game": "chess"}')
    assert refusal("replay", tmp_path / "game.json").startswith(f"{tmp_path / 'game.json'}: game: expected one of ")
    (tmp_path / "game.json").write_text("{}")
    assert refusal("replay", tmp_path / "game.json") == "format: expected, but missing"


def test_mom_play_resumes_the_game_of_the_file(tmp_path: Path) -> None:
    file = replay_of(OTHER, tmp_path / "game.json", is_over=False, names=("human", "random"))
    result = result_of("play", "--resume", file, typed="q\n")
    assert (result.exit_code, json.loads(file.read_text())["game"]) == (0, OTHER), result.output
    assert refusal("play", "--resume", file, "--game", FIRST).startswith(f"game: expected '{OTHER}', that of {file}")


WITH_AN_AGENT: dict[str, Callable[[str], list[str]]] = {
    "evaluate": lambda agent: ["evaluate", agent, "--against", "random", "--players", "2", "--deals", "2"],
    "evaluate against": lambda agent: ["evaluate", "random", "--against", agent, "--players", "2", "--deals", "2"],
    "tournament": lambda agent: ["tournament", agent, "random", "--players", "2", "--deals", "2"],
    "leaderboard": lambda agent: ["leaderboard", agent, "random"],
    "thinking": lambda agent: ["bench", "thinking", "--against", agent],
    "bench agent": lambda agent: ["bench", "agent", agent],
    "play": lambda agent: ["play", agent],
    "hint": lambda agent: ["play", "random", "--hint", agent],
}


@pytest.mark.parametrize("words", WITH_AN_AGENT.values(), ids=WITH_AN_AGENT.keys())
def test_an_agent_tells_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: Callable[[str], list[str]]
) -> None:
    monkeypatch.chdir(tmp_path)
    agent = str(write_agent(tmp_path / "agent"))
    assert refusal(*words(agent), *ASKED) == f"game: expected '{FIRST}', that of {agent}, found '{OTHER}'"
    assert [path.name for path in tmp_path.iterdir()] == ["agent"]


def test_agents_of_two_games_do_not_meet(tmp_path: Path) -> None:
    one, other = (str(write_agent(tmp_path / name, game=game)) for name, game in (("one", FIRST), ("two", OTHER)))
    told = f"game: expected the same one for all, found '{FIRST}' of {one} and '{OTHER}' of {other}"
    assert refusal("evaluate", one, "--against", other, "--players", "2") == told


def test_bots_and_searches_are_those_of_the_game_that_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    words = ["--players", "2", "--deals", "2", "--json", str(out)]
    result = result_of("evaluate", "bold", "--against", "random", *words, *ASKED)
    assert result.exit_code == 0, result.output
    assert f"{load(OTHER).info.score} above the mean of the others" in result.output
    assert json.loads(out.read_text())["plan"]["game"] == OTHER


@pytest.mark.train
def test_mom_train_reads_the_game_from_the_configuration_and_from_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file, run = tmp_path / "training.toml", tmp_path / "run"
    file.write_text(TRAINING)
    told = f"game: expected '{OTHER}', that of {file}, found '{FIRST}'"
    assert refusal("train", file, "--out", run, "--game", FIRST) == told
    run.mkdir()
    (run / "config.json").write_text(json.dumps({"game": OTHER}))
    told = f"game: expected '{OTHER}', that of {run / 'config.json'}, found '{FIRST}'"
    assert refusal("train", "--resume", run, "--game", FIRST) == told
    assert refusal("exploit", "random", "--resume", "--out", run, "--game", FIRST) == told
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["config.json", "run", "training.toml"]


@pytest.mark.train
def test_a_configuration_without_a_game_is_of_the_first(tmp_path: Path) -> None:
    from mom_env.learning.config import load_config

    file = tmp_path / "training.toml"
    file.write_text(TRAINING.replace(f'game = "{OTHER}"\n', ""))
    assert load_config(file).game == FIRST
    assert refusal("train", file, *ASKED) == f"game: expected '{FIRST}', that of {file}, found '{OTHER}'"


@pytest.mark.train
def test_a_training_meets_the_players_of_its_game(tmp_path: Path) -> None:
    from mom_env.learning.config import checked_config, load_config

    file = tmp_path / "training.toml"
    file.write_text(TRAINING)
    config = load_config(file)
    table = load(OTHER).info.table(2)
    assert (config.evaluation.against, config.league.bots) == (list(table.opponents), [table.opponents[-1]])
    assert (config.sb3.opponents, config.imitation.bot) == (list(table.opponents), load(OTHER).info.strongest)
    named = checked_config(
        {"trainer": "selfplay", "num_players": [3, 2], "decisions": 9, "league": {"bots": ["random"]}}, "here"
    )
    assert (named.game, named.league.bots) == (FIRST, ["random"])
    assert named.evaluation.against == list(load(FIRST).info.table(3).opponents)


@pytest.mark.train
def test_mom_exploit_and_mom_ship_read_the_game_from_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "run"
    agent = str(write_agent(run / "agent"))
    assert refusal("exploit", agent, *ASKED) == f"game: expected '{FIRST}', that of {agent}, found '{OTHER}'"
    assert refusal("ship", run, "mine", *ASKED) == f"game: expected '{FIRST}', that of {run}, found '{OTHER}'"


@pytest.mark.train
def test_mom_benchmark_reads_the_game_from_its_folder(tmp_path: Path) -> None:
    from mom_env.learning.benchmark.protocol import FILE, Protocol, bots_and_searches, checked_settings, claim

    protocol = Protocol(game=OTHER)
    claim(tmp_path, protocol)
    told = f"game: expected '{OTHER}', that of {tmp_path / FILE}, found '{FIRST}'"
    assert refusal("benchmark", "--seeds", "0", "--out", tmp_path, "--game", FIRST) == told
    result = result_of("benchmark", "--seeds", "0", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert checked_settings(protocol, []) == ["2p", "3p", "4p"]
    assert bots_and_searches(OTHER, 2) == ["random", "bold", "ismcts:sims=100"]
    assert Protocol(game=TINY[1]).settings == {"2p": 2, "3p": 3}  # alone, scores are compared and no games won


@pytest.mark.outside
def test_the_line_on_stderr_and_the_exit_code_are_those_of_other_errors(tmp_path: Path) -> None:
    replay = replay_of(OTHER, tmp_path / "game.json", is_over=True, names=("a", "b"))
    result = mom("replay", str(replay), "--verify", "--game", FIRST, PYTHONPATH=f"{Path(__file__).parents[2]}:{FOLDER}")
    assert result.returncode == 2
    assert result.stderr == f"mom: game: expected '{OTHER}', that of {replay}, found '{FIRST}'\n"
