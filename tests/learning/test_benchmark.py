"""`mom benchmark`: budgets are kept, cells resume and fail one by one, numbers are what the page says they are."""

import copy
import os
import pickle
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.common.resources import resource
from mom_env.common.tensors import sha256
from mom_env.errors import BudgetSpent, ConfigError, OptionError, OutputError
from mom_env.games import GAMES
from mom_env.learning.benchmark import algorithms
from mom_env.learning.benchmark import cell as cells
from mom_env.learning.benchmark import page as pages
from mom_env.learning.benchmark import protocol as protocols
from mom_env.learning.benchmark import run as runs
from mom_env.learning.benchmark.algorithms import LEAST_ROLLOUTS, built_in, config_of, find_algorithm
from mom_env.learning.benchmark.cell import DONE, FAILED, Cell, play_cell
from mom_env.learning.benchmark.protocol import BUDGET, Member, Protocol, bots_and_searches, claim, panel, ruleset_of
from mom_env.learning.benchmark.result import Result, Score, read_result, write_result
from mom_env.learning.benchmark.scores import aggregate, interquartile_mean, normalised
from mom_env.learning.benchmark.task import Budget, Task
from mom_env.learning.folders import how_to_resume
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.monkeys_on_the_moon.bots import BOTS
from mom_env.players.kinds import SearchPlayer
from mom_env.players.provenance import UNKNOWN, provenance_of
from mom_env.players.specs import make_player
from tests.learning import own
from tests.support.untyped import untyped

pytestmark = pytest.mark.train
GAME = "monkeys_on_the_moon"
SMALL = Protocol(decisions=4000, deals=2)
QUIET = Console(quiet=True)
MADE_FROM: dict[str, str] = {}  # what crafted results of an algorithm say
ROOT = Path(__file__).resolve().parents[2]
TRAINED = [name for name in built_in() if name != "random"]


def task_of(folder: Path, decisions: int = 100, num_players: int = 3) -> Task:
    options = SMALL.options
    return Task(f"{num_players}p", num_players, 5, folder, GAME, options, Budget(decisions))


def a_cell(name: str, setting: str = "2p", seed: int = 1) -> Cell:
    return Cell(find_algorithm(name, GAME), setting, seed)


def mom(*words: object) -> Any:
    return CliRunner().invoke(cli.app, ["benchmark", *map(str, words)])


# Budgets


def test_the_vec_env_counts_the_learners_decisions_and_stops_before_too_many(tmp_path: Path) -> None:
    task = task_of(tmp_path)
    env = task.vec_env(30, opponents="greedy")
    env.reset()
    for step in range(1, 4):
        env.step(env.action_masks().argmax(1))
        assert task.budget.spent == 30 * step
    states = env.table.states.copy()
    with pytest.raises(BudgetSpent, match="expected at most 100 decisions, found 90 and 30 more"):
        env.step(env.action_masks().argmax(1))
    assert (env.table.states == states).all()
    assert (task.budget.spent, task.left, task.decisions) == (90, 10, 100)
    assert (env.settings.num_players, env.settings.options) == (3, {"maximum_scorn": True, "monkey_treachery": True})


def test_games_of_all_seats_count_every_decision_and_copies_share_the_budget(tmp_path: Path) -> None:
    task = task_of(tmp_path)
    games, rng = task.all_seats(40), np.random.default_rng(0)
    games.step(games.sample(rng))
    other = copy.deepcopy(games)
    other.step(other.sample(rng))
    states = games.states.copy()
    with pytest.raises(BudgetSpent):
        games.step(games.sample(rng))
    assert (games.states == states).all()
    assert task.budget.spent == 80
    with pytest.raises(TypeError, match="stay in its process"):
        pickle.dumps(games)


def test_one_game_of_gymnasium_counts_one_decision_a_step(tmp_path: Path) -> None:
    task = task_of(tmp_path, decisions=3)
    env = task.gymnasium(opponents="random")
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(info["action_mask"].argmax())
    with pytest.raises(BudgetSpent):
        env.step(info["action_mask"].argmax())
    assert (task.left, task.decisions) == (0, 3)


def test_a_schedule_over_the_budget_runs_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    """As algorithms write it: the share of the budget that is left."""
    task = task_of(tmp_path, decisions=80)
    games, rng, shares = task.all_seats(20), np.random.default_rng(0), [task.left / task.decisions]
    while task.left:
        games.step(games.sample(rng))
        shares.append(task.left / task.decisions)
    assert shares == [1.0, 0.75, 0.5, 0.25, 0.0]


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("decisions", [4000, 12345, BUDGET])
def test_our_own_configurations_fit_into_the_budget(name: str, decisions: int, tmp_path: Path) -> None:
    path = resource("configs", "benchmark", f"{name}.toml")
    config = config_of(path, task_of(tmp_path, decisions, num_players=4))
    assert (config.num_players, config.seed, config.threads, config.network.hidden) == (4, 5, 1, [256, 256])
    if config.trainer == "sb3":
        rollout = config.sb3.games * config.sb3.steps
        most = -(-config.decisions // config.sb3.past_every) * config.sb3.past_every
        assert config.sb3.past_every % rollout == 0
    else:
        rollout = config.rollout.games * config.rollout.steps
        most = config.decisions - 1 + rollout
        assert config.evaluation.every * rollout > decisions  # none is chosen on the way
    assert 0.8 * decisions < most <= decisions
    assert decisions // rollout >= LEAST_ROLLOUTS


def test_at_the_full_budget_the_trainings_are_as_their_files_say(tmp_path: Path) -> None:
    for name in TRAINED:
        path = resource("configs", "benchmark", f"{name}.toml")
        config = config_of(path, task_of(tmp_path, BUDGET))
        said = runs_as_written(path)
        assert (config.rollout.games, config.sb3.games, config.imitation.decisions) == said, name


def runs_as_written(path: Path) -> tuple[int, int, int]:
    from mom_env.learning.config import checked_config, read_tables

    config = checked_config({**read_tables(path), "num_players": 2, "decisions": 1}, str(path))
    return config.rollout.games, config.sb3.games, config.imitation.decisions


def test_a_budget_that_is_too_small_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="expected at least 800 for this algorithm, found 700"):
        config_of(resource("configs", "benchmark", "sb3.toml"), task_of(tmp_path, 700))


# Cells


@pytest.fixture
def quick_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the search, which has much to load."""
    monkeypatch.setattr(protocols, "bots_and_searches", lambda *_: ("random", "greedy"))


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", TRAINED)
def test_what_we_train_stays_within_the_budget_and_is_scored_against_everybody(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(algorithms, "SB3_PARTS", 2)  # each ends with an evaluation
    assert play_cell(a_cell(name), tmp_path, SMALL, QUIET) == DONE
    folder = tmp_path / name / "2p" / "1"
    result = read_result(folder)
    assert result is not None
    assert 0.8 * SMALL.decisions <= (result.spent or 0) <= SMALL.decisions
    assert [score.against for score in result.scores] == [m.spec for m in panel(SMALL, "2p")]
    assert result.is_done(panel(SMALL, "2p"))
    assert (folder / "agent" / "policy.safetensors").exists()
    assert not (folder / "run" / "checkpoints").exists()
    assert result.config is not None
    assert result.config["options"] == {"maximum_scorn": True, "monkey_treachery": True}


@pytest.mark.usefixtures("quick_panel")
def test_a_training_that_is_interrupted_goes_on_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell, original = a_cell("selfplay"), SelfPlay.iterate
    iterations: list[int] = []

    def iterate(training: SelfPlay) -> Any:
        metrics = original(training)
        iterations.append(training.iteration)
        if iterations == [1, 2, 3]:
            os.kill(os.getpid(), signal.SIGINT)
        return metrics

    assert play_cell(cell, tmp_path / "whole", SMALL, QUIET) == DONE
    monkeypatch.setattr(SelfPlay, "iterate", iterate)
    with pytest.raises(KeyboardInterrupt):
        play_cell(cell, tmp_path / "cut", SMALL, QUIET)
    assert read_result(cell.folder(tmp_path / "cut")) is None
    claim(tmp_path / "cut", SMALL)
    assert how_to_resume(cell.folder(tmp_path / "cut") / "run") == "the same mom benchmark command"
    assert 0 < runs.share_done(cell.folder(tmp_path / "cut"), SMALL, 2) < 0.5
    assert play_cell(cell, tmp_path / "cut", SMALL, QUIET) == DONE
    assert iterations == list(range(1, len(iterations) + 1))  # none twice
    whole, cut = (read_result(cell.folder(tmp_path / name)) for name in ("whole", "cut"))
    assert whole is not None
    assert cut is not None
    assert whole.hash == cut.hash


@pytest.mark.usefixtures("quick_panel")
def test_a_player_that_was_kept_is_not_trained_again_when_the_panel_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = a_cell("tests.learning.own:a_bot")
    with monkeypatch.context() as patch:
        patch.setattr(protocols, "bots_and_searches", lambda *_: ("random",))
        assert play_cell(cell, tmp_path, SMALL, QUIET) == DONE
    before = read_result(cell.folder(tmp_path))
    assert before is not None
    assert not before.is_done(panel(SMALL, "2p"))
    monkeypatch.setattr(own, "a_bot", own.raises)
    assert play_cell(a_cell("tests.learning.own:a_bot"), tmp_path, SMALL, QUIET) == DONE
    after = read_result(cell.folder(tmp_path))
    assert after is not None
    assert after.scores[0] == before.scores[0]
    assert len(after.scores) == len(panel(SMALL, "2p"))


def test_the_score_against_an_agent_as_it_was_before_goes_when_it_has_changed() -> None:
    before = crafted("x", 1, [0.1] * 4)
    old = before.scores[-1]
    new = old.model_copy(update={"made_from": "another", "share": 0.3})
    after = before.with_score(new)
    assert after.score(Member(new.against, new.made_from)) == new
    assert after.score(Member(old.against, old.made_from)) is None
    assert len(after.scores) == len(before.scores)


@pytest.mark.usefixtures("quick_panel")
def test_a_player_is_kept_before_it_is_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = a_cell("tests.learning.own:a_bot")

    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(cells, "play_for_score", stopped)
        with pytest.raises(KeyboardInterrupt):
            play_cell(cell, tmp_path, SMALL, QUIET)
    result = read_result(cell.folder(tmp_path))
    assert result is not None
    assert (result.player, result.scores) == ("greedy", ())
    monkeypatch.setattr(own, "a_bot", own.raises)
    assert play_cell(a_cell("tests.learning.own:a_bot"), tmp_path, SMALL, QUIET) == DONE


@pytest.mark.usefixtures("quick_panel")
def test_a_function_is_trained_counted_and_scored(tmp_path: Path) -> None:
    cell = a_cell("tests.learning.own:some_decisions")
    assert play_cell(cell, tmp_path, SMALL, QUIET) == DONE
    result = read_result(tmp_path / "tests.learning.own.some_decisions" / "2p" / "1")
    assert result is not None
    assert (result.spent, result.player, result.failure) == (40, None, None)
    source = (ROOT / "tests" / "learning" / "own.py").read_bytes()
    assert result.provenance.players == {cell.algorithm.name: f"own.py {sha256(source)}"}


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", ["answers_with_arrays", "answers_with_tensors", "returns_a_class"])
def test_a_player_may_be_a_class_and_answer_with_an_array_or_a_tensor_of_one_number(name: str, tmp_path: Path) -> None:
    cell, plain = (a_cell(f"tests.learning.own:{own_name}") for own_name in (name, "some_decisions"))
    for one in (cell, plain):
        assert play_cell(one, tmp_path, SMALL, QUIET) == DONE
    found, expected = (read_result(one.folder(tmp_path)) for one in (cell, plain))
    assert found is not None
    assert expected is not None
    assert found.scores == expected.scores  # the same games: all of them take the first legal action


@pytest.mark.usefixtures("quick_panel")
def test_games_that_the_panel_forfeits_are_no_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> Any:
        raise RuntimeError("too slow")

    monkeypatch.setattr(protocols, "bots_and_searches", lambda *_: ("ismcts:sims=1",))
    monkeypatch.setattr(SearchPlayer, "choose", failing)
    assert play_cell(a_cell("tests.learning.own:some_decisions"), tmp_path, SMALL, QUIET) == FAILED
    result = read_result(tmp_path / "tests.learning.own.some_decisions" / "2p" / "1")
    assert result is not None
    assert "the panel forfeited 4 of 4 games against ismcts:sims=1; in the first one" in str(result.failure)
    assert "ismcts:sims=1 raised RuntimeError: too slow" in str(result.failure)


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises", "ZeroDivisionError: no learning rate"),
        ("leaves", "SystemExit: 3"),
        ("overspends", "BudgetSpent: expected at most 4,000 decisions, found 3,968 and 64 more"),
        ("cheats", "its player forfeited 1 of 4 games against random; in the first one tests.learning.own:now_and_th"),
        ("always_cheats", "its player forfeited 4 of 4 games against random; in the first one tests.learning.own:"),
        ("never_answers", "its player forfeited 4 of 4 games against random; in the first one tests.learning.own:no_a"),
        ("cheats_by_name", "forfeited 1 of 4 games against random"),
        ("returns_a_number", "expected a function or the spec of a player, found 3"),
        ("returns_nobody", "did you mean 'greedy'?"),
    ],
)
def test_an_algorithm_that_fails_is_marked_with_the_reason_and_tried_again(
    name: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = a_cell(f"tests.learning.own:{name}")
    assert play_cell(cell, tmp_path, SMALL, QUIET) == FAILED
    result = read_result(cell.folder(tmp_path))
    assert result is not None
    assert reason in str(result.failure)
    assert not result.is_done(panel(SMALL, "2p"))
    monkeypatch.setattr(own, name, own.a_bot)  # mended
    assert play_cell(a_cell(f"tests.learning.own:{name}"), tmp_path, SMALL, QUIET) == DONE


def test_a_result_that_was_edited_is_refused(tmp_path: Path) -> None:
    write_result(tmp_path, crafted("x", 1, [0.1] * 4))
    file = tmp_path / "result.json"
    file.write_text(file.read_text().replace('"share": 0.1', '"share": 0.9'))
    with pytest.raises(OptionError, match=r"result.json: hash: expected"):
        read_result(tmp_path)
    file.write_text("{}")
    with pytest.raises(OptionError, match=r"result.json: algorithm"):
        read_result(tmp_path)


def changed_since(result: Result, **fields: Any) -> Result:
    return result.with_fields(provenance=result.provenance.model_copy(update=fields))


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"version": "1"}, "made from something else: version: 1 then, "),
        ({"deck": "0" * 64}, "made from something else: deck: 000000000000... then, "),
        ({"options": {}}, "made from something else: option "),
        ({"players": {"greedy": "greedy version 0"}}, "player greedy: greedy version 0 then, greedy version"),
    ],
)
def test_a_cell_that_was_made_from_something_else_is_neither_shown_nor_gone_on_with(
    fields: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    cell = a_cell("greedy")
    claim(tmp_path, SMALL)
    assert play_cell(cell, tmp_path, SMALL, QUIET) == DONE
    result = read_result(cell.folder(tmp_path))
    assert result is not None
    assert changed_since(result, package="0.0").content_hash() == result.content_hash()
    write_result(cell.folder(tmp_path), changed_since(result, **fields))
    before = (cell.folder(tmp_path) / "result.json").read_bytes()
    words = ["greedy", "--decisions", "4000", "--deals", "2", "--settings", "2p", "--out", tmp_path]
    for seeds in ("1", "0") if "players" not in fields else ("1",):  # without the algorithm nobody knows its source
        told = refused(*words, "--seeds", seeds)
        assert reason in told.replace("made from something else than the others", "made from something else")
    assert (cell.folder(tmp_path) / "result.json").read_bytes() == before
    write_result(cell.folder(tmp_path), changed_since(result, package="0.0"))
    assert mom(*words, "--seeds", "1").exit_code == 0  # the package's own version is recorded, not compared


def test_an_algorithm_that_was_edited_is_not_averaged_with_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    source = tmp_path / "edited_algorithm.py"
    source.write_text("def train(task):\n    return 'random'\n")
    words = ["edited_algorithm:train", "--decisions", "4000", "--deals", "2", "--settings", "2p", "--out", "out"]
    assert mom(*words, "--seeds", "1").exit_code == 0
    source.write_text("def train(task):\n    return 'greedy'\n")
    assert "edited_algorithm.py " in refused(*words, "--seeds", "2")
    assert "remove this folder to train again, or choose another one with --out" in refused(*words, "--seeds", "2")
    assert len(list(Path("out").rglob("result.json"))) == 1


@pytest.mark.usefixtures("quick_panel")
def test_games_against_a_member_of_the_panel_that_has_changed_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = a_cell("tests.learning.own:a_bot")
    assert play_cell(cell, tmp_path, SMALL, QUIET) == DONE
    before = read_result(cell.folder(tmp_path))
    monkeypatch.setitem(BOTS, "random", BOTS["random"]._replace(version=99))
    monkeypatch.setattr(own, "a_bot", own.raises)  # it need not be trained again
    assert play_cell(a_cell("tests.learning.own:a_bot"), tmp_path, SMALL, QUIET) == DONE
    after = read_result(cell.folder(tmp_path))
    assert before is not None
    assert after is not None
    assert {score.made_from for score in after.scores} >= {"random version 99"}
    assert [score for score in before.scores if score.against != "random"] == [
        score for score in after.scores if score.against != "random"
    ]
    for name, version in (("greedy", 99), ("random", 100)):  # now its player has changed, too
        monkeypatch.setitem(BOTS, name, BOTS[name]._replace(version=version))
    assert play_cell(a_cell("tests.learning.own:a_bot"), tmp_path, SMALL, QUIET) == FAILED
    failed = read_result(cell.folder(tmp_path))
    assert failed is not None
    assert "expected the player greedy made from greedy version" in str(failed.failure)


# The command


def test_the_command_plays_cells_side_by_side_and_only_those_that_are_missing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Ours\n<!-- results -->\nold\n<!-- end of results -->\nend\n")
    names = ["random", "examples.own_algorithm:train", "tests.learning.own:dies"]
    small = ["--decisions", "4000", "--deals", "2", "--seeds", "1", "--settings", "2p"]
    words = [*small, "--jobs", "2", "--out", tmp_path / "out", "--page", page]
    result = mom(*names, *words)
    assert result.exit_code == FAILED, result.output
    said = " ".join(result.output.split())
    assert "tests.learning.own:dies 2p seed 1: failed: its process died at each of 4 tries" in said
    assert "examples.own_algorithm:train 2p seed 1: " in said
    text = page.read_text()
    assert text.startswith("# Ours\n<!-- results -->\n**Not the protocol:** decisions=4,000, deals=2.")
    assert text.endswith("end\n")
    assert "\n| random | 1 | " in text
    assert "- tests.learning.own:dies 2p seed 1 failed: its process died" in text
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    files = {path: path.stat().st_mtime_ns for path in tmp_path.glob("out/*/*/*/result.json")}
    assert len(files) == 3
    assert mom("random", "examples.own_algorithm:train", *words).exit_code == 0
    assert {path: path.stat().st_mtime_ns for path in files} == files
    assert page.read_text() == text


def refused(*words: object) -> str:
    result = mom(*words)
    assert isinstance(result.exception, OptionError | ConfigError | OutputError), result.output
    return str(result.exception)


def test_bad_arguments_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    out = ["--out", tmp_path / "out"]
    assert "algorithm: expected one of random, sb3, selfplay" in refused("selfplai", *out)
    assert "did you mean 'selfplay'?" in refused("selfplai", *out)
    assert "algorithm 'nowhere:train': cannot import nowhere" in refused("nowhere:train", *out)
    assert "expected 'train' in tests.learning.own, found none" in refused("tests.learning.own:train", *out)
    assert "expected a function, found 3" in refused("tests.learning.own:NO_FUNCTION", *out)
    assert "expected module:function, found 'tests.learning.own:Patient'" in refused("tests.learning.own:Patient", *out)
    assert "algorithm: expected module:function, found 'a b:c'" in refused("a b:c", *out)
    assert "algorithm 'os:getcwd': expected a function of a file, found one whose" in refused("os:getcwd", *out)
    assert "settings: expected one of 2p, 3p, 4p, found '5p'" in refused("--settings", "5p", *out)
    assert "jobs: expected a whole number from 1 to 4096, found 0" in refused("--jobs", "0", *out)
    assert "seeds: expected a whole number of at least 0, found -1" in refused("--seeds", "-1", *out)
    assert "deals: expected greater than or equal to 2, found 1" in refused("--deals", "1", *out)
    assert not (tmp_path / "out").exists()
    claim(tmp_path / "out", SMALL)
    told = "expected results of a protocol with decisions=2000000, deals=200, found those of one with decisions=4000, d"
    assert told in refused("--seeds", "0", *out)
    (tmp_path / "out" / "protocol.json").write_text("{")
    assert "protocol.json: " in refused("--seeds", "0", *out)
    (tmp_path / "file").write_text("")
    for seeds in ("0", "1"):
        assert "file: cannot be written: File exists" in refused("--seeds", seeds, "--out", tmp_path / "file")


def test_a_page_without_markers_is_refused_and_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing")
    words = ["--seeds", "0", "--out", tmp_path / "out", "--page", page]
    assert "expected the markers <!-- results -->" in refused(*words)
    assert page.read_text() == "nothing"
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "other.png").mkdir()
    for name, reason in (
        ("folder.md", "expected the name of a file, found a folder"),
        ("page.md/page.md", "page.md/page.md: cannot be written: expected a folder, found the file"),
        ("other.md", "other.png: cannot be written: expected the name of a file, found a folder"),
        ("page.png", "expected the name of a page, such as results.md, found that of a picture"),
    ):
        assert reason in refused(*words[:-1], tmp_path / name), name
    assert not (tmp_path / "out").exists()  # said before anything is played


def test_a_page_that_is_missing_is_made_with_its_picture(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "page.md"
    for _ in range(2):  # the second one replaces what the first one wrote
        result = mom("--seeds", "0", "--out", tmp_path / "out", "--page", page)
        assert result.exit_code == 0, result.output
    assert page.read_text().startswith("# Benchmark\n\n<!-- results -->\n")
    assert page.read_text().count("0 cells; hash of their results") == 1
    assert (tmp_path / "docs" / "page.png").read_bytes().startswith(b"\x89PNG")
    assert sorted(path.name for path in page.parent.iterdir()) == ["page.md", "page.png"]


def test_a_folder_without_results_says_so(tmp_path: Path) -> None:
    result = mom("--seeds", "0", "--out", tmp_path)
    assert (result.exit_code, "No cell is done yet." in result.output) == (0, True)


def test_a_seed_of_all_comes_before_the_next_one_and_what_has_no_chance_has_one() -> None:
    found = runs.cells_of(["random", "sb3", "random"], ["2p", "4p"], 2, SMALL)  # a name twice is one algorithm
    order = [(cell.algorithm.name, cell.setting, cell.seed) for cell in found]
    assert order == [
        ("random", "2p", 1),
        ("random", "4p", 1),
        ("sb3", "2p", 1),
        ("sb3", "4p", 1),
        ("sb3", "2p", 2),
        ("sb3", "4p", 2),
    ]


# Numbers


def test_the_interquartile_mean_leaves_a_quarter_out_at_either_end() -> None:
    values = np.array([9.0, 0.0, 2.0, 4.0, -100.0, 3.0, 100.0, 5.0])
    assert interquartile_mean(values) == np.mean([2.0, 3.0, 4.0, 5.0])
    assert interquartile_mean(np.array([1.0, 2.0, 9.0])) == 4.0  # of three none


def test_with_three_seeds_the_interval_of_one_score_is_their_range() -> None:
    found = aggregate([np.array([[0.2], [0.5], [0.35]])])
    assert found.low is not None
    assert found.high is not None
    assert np.allclose(untyped(found), (0.35, 0.2, 0.5))
    assert aggregate([np.array([[0.2]])]) == (0.2, None, None)


def test_seeds_are_drawn_within_their_setting_and_all_scores_of_a_seed_together() -> None:
    settings = [np.full((3, 2), 0.1), np.full((3, 2), 0.9)]
    assert np.allclose(untyped(aggregate(settings)), 0.5)  # drawn across settings it would vary
    balanced = [np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])]
    assert np.allclose(untyped(aggregate(balanced)), 0.5)  # drawn score by score it would vary


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says_with_many_seeds() -> None:
    rng = np.random.default_rng(1)
    found = [aggregate([rng.normal(0, 1, (30, 1))], seed) for seed in range(60)]
    covered = sum(low <= 0 <= high for _, low, high in found if low is not None and high is not None)
    assert 51 <= covered <= 60


def test_one_setting_with_one_seed_leaves_no_interval() -> None:
    strata = [np.array([[0.5, 0.7]]), np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])]
    assert aggregate(strata) == (float(interquartile_mean(np.concatenate([s.ravel() for s in strata]))), None, None)


def test_equals_are_at_0_and_all_won_at_1() -> None:
    assert np.allclose(normalised(np.array([0.0, 0.25, 1.0]), 4), [-1 / 3, 0, 1])


def crafted(algorithm: str, seed: int, shares: Sequence[float], setting: str = "2p", **fields: Any) -> Result:
    members = panel(Protocol(), setting)
    zeros = "0" * 64
    scores = tuple(
        Score(against=m.spec, made_from=m.made_from, deals=9, share=s, low=s, high=s, games=zeros)
        for m, s in zip(members, [*shares, *[0.5] * (len(members) - len(shares))], strict=True)
    )
    given = {"algorithm": algorithm, "setting": setting, "seed": seed, "decisions": BUDGET, "spent": 7, "minutes": 2.0}
    made_from = MADE_FROM.get(algorithm, "source 1")
    provenance = provenance_of(GAME, ruleset_of(Protocol(), setting), [])
    given["provenance"] = provenance.model_copy(update={"players": {algorithm: made_from}})
    return Result(**{**given, "scores": scores, **fields})


def test_the_page_has_the_numbers_of_the_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "agent_names", lambda _: [])
    for seed, share in ((1, 0.2), (2, 0.4), (3, 0.6)):
        for setting in ("2p", "3p", "4p"):
            write_result(tmp_path / "a" / setting / str(seed), crafted("a", seed, [1, share, 0.5, 0.25], setting))
    write_result(tmp_path / "b" / "2p" / "1", crafted("b", 1, [1.0, 0.9, 0.8, 0.7]))
    write_result(tmp_path / "b" / "2p" / "2", crafted("b", 2, [1.0, 0.9, 0.8, 0.7]).as_failure("why not"))
    write_result(tmp_path / "c" / "2p" / "1", crafted("c", 1, [0.0] * 4).with_fields(scores=()))  # not scored yet
    results = pages.results_in(tmp_path, Protocol())
    text = pages.page_part(results, "page.png")
    assert "Made from monkeys_on_the_moon version " in text
    assert all(made in text for made in (" a (source 1)", " b (source 1)", " planner (planner version "))
    assert "| algorithm | seeds | IQM | random | greedy | planner | ismcts:sims=100 | decisions | minutes |" in text
    lines = [line for line in text.splitlines() if line.startswith("| b")]
    assert lines == ["| b | 1 | 85.0 | 100.0 | 90.0 | 80.0 | 70.0 | 7 | 2.0 |"]
    row = next(line for line in text.splitlines() if line.startswith("| a | 3 |"))
    assert "| 100.0 (100.0 to 100.0) | 40.0 (20.0 to 60.0) | 50.0 (50.0 to 50.0) |" in row
    assert "- b 2p seed 2 failed: why not" in text
    assert "| c |" not in text
    assert "Not the protocol" not in text
    overall = [line for line in text.splitlines() if line.startswith("| a |") and line.count("|") == 3]
    shares = np.array([[1, share, 0.5, 0.25] for share in (0.2, 0.4, 0.6)])
    whole = np.concatenate([normalised(shares, n).ravel() for n in (2, 3, 4)])
    assert overall == [f"| a | {aggregate_text(whole)}"] or overall[0].startswith(f"| a | {aggregate_text(whole)} (")
    assert [line.algorithm for line in results.lines["2p"]] == ["b", "a"]  # the best first
    with (screen := Console(width=80)).capture() as shown:
        screen.print(pages.tables_for_screen(tmp_path, Protocol()))
    assert "│ ismcts:sims=100 │ 70.0  │ 25.0 (25.0 to 25.0)" in shown.get()  # no name is broken on 80 columns


@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_any_game_says_what_is_not_the_protocol(game: str, tmp_path: Path) -> None:
    usual, other = Protocol(game=game), Protocol(game=game, decisions=4000)
    assert "Not the protocol" not in pages.page_part(pages.results_in(tmp_path, usual), "page.png")
    text = pages.page_part(pages.results_in(tmp_path, other), "page.png")
    assert text.startswith("**Not the protocol:** decisions=4,000.")


def test_a_table_of_two_sources_of_one_algorithm_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_result(tmp_path / "a" / "2p" / "1", crafted("a", 1, [1.0] * 4))
    monkeypatch.setitem(MADE_FROM, "a", "source 2")
    write_result(tmp_path / "a" / "2p" / "2", crafted("a", 2, [1.0] * 4))
    reason = "a 2p seed 2: made from something else than the others: player a: source 2 then, source 1 now"
    with pytest.raises(OptionError, match=reason):
        pages.results_in(tmp_path, Protocol())


def test_a_cell_of_unknown_source_is_left_out_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MADE_FROM, "os:getcwd", UNKNOWN)
    monkeypatch.setattr(protocols, "agent_names", lambda _: [])
    claim(tmp_path, Protocol())
    write_result(tmp_path / "os.getcwd" / "2p" / "1", crafted("os:getcwd", 1, [1.0] * 4))
    told = "os:getcwd 2p seed 1: left out, as the source of its algorithm is unknown"
    for line in ("No cell is done yet.", "greedy"):
        result = mom("--seeds", "0", "--out", tmp_path, "--page", tmp_path / "page.md")
        assert result.exit_code == 0, result.output
        assert line in result.output
        assert told in result.output
        assert f"- {told}" in (tmp_path / "page.md").read_text()
        assert "| os:getcwd |" not in (tmp_path / "page.md").read_text()
        write_result(tmp_path / "a" / "2p" / "1", crafted("a", 1, [1.0] * 4))


def aggregate_text(values: Any) -> str:
    return f"{float(interquartile_mean(values)):.2f}"


def test_how_much_of_a_cell_is_done(tmp_path: Path) -> None:
    assert runs.share_done(tmp_path, SMALL, 4) == 0
    (tmp_path / "spent").write_text("2000")
    assert runs.share_done(tmp_path, SMALL, 4) == 0.25
    write_result(tmp_path, crafted("a", 1, [0.5] * 4).with_fields(player="agent", scores=()))
    assert runs.share_done(tmp_path, SMALL, 4) == 0.5
    assert Member("greedy", make_player("greedy").made_from) in panel(SMALL, "4p")
    assert bots_and_searches(GAME, 4) == ["random", "greedy", "planner", "ismcts:sims=100"]
    assert (SMALL.deals_against("greedy"), Protocol().deals_against("ismcts:sims=100")) == (2, 60)


@pytest.mark.usefixtures("quick_panel")
def test_an_interrupt_that_comes_out_as_another_error_is_no_failure(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play_cell(a_cell("tests.learning.own:breaks_when_interrupted"), tmp_path, SMALL, QUIET)
    assert not list(tmp_path.rglob("result.json"))
