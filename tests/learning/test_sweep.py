"""`mom sweep`: what it trains, that it continues and adds, what it says about the best, and what it refuses."""

import json
import shlex
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from mom_env import cli
from mom_env.arena.statistics.intervals import Interval
from mom_env.common.files import locked
from mom_env.errors import ConfigError, MomError, OptionError, OutputError, TrainingError
from mom_env.learning.evaluation import Strength
from mom_env.learning.folders import how_to_resume
from mom_env.learning.reserved_seeds import REPORT_SEED
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.learning.sweep import best as best_module
from mom_env.learning.sweep import plan as plan_module
from mom_env.learning.sweep.job import SweepJob
from mom_env.learning.sweep.ledger import RecordLedger
from mom_env.learning.sweep.plan import SweepPlan, Training, folder_name, make_plan
from mom_env.learning.sweep.plot import curve_of, draw
from mom_env.learning.sweep.record import RunEvaluation, RunOutcome, read_record, record_of, write_record
from mom_env.learning.sweep.report import SweepReport, about_best, results_hash, table_rows
from mom_env.learning.sweep.run import check_page
from mom_env.learning.sweep.summary import CombinationLine, Finished, best_line, best_run, difference, over_seeds
from mom_env.learning.sweep.train import private_folder, train_run
from mom_env.players.agent import Agent
from tests.learning.small import interrupt_after

pytestmark = pytest.mark.train
QUIET = Console(quiet=True)
VARY = ("--vary", "ppo.entropy=0.01,0.03")
SMALL = """\
trainer = "selfplay"
num_players = 3
seed = 3
decisions = 500
network = { hidden = [16, 8] }
rollout = { games = 10, steps = 24 }
ppo = { minibatch = 64, epochs = 2 }
evaluation = { deals = 2, every = 2, against = ["random", "greedy"] }
checkpoint = { every = 1 }
"""


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    return file


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs are trained in this process, which saves the start of others."""
    monkeypatch.setattr(SweepJob, "is_long", False)
    monkeypatch.setattr(SweepJob, "warm_up", lambda _: None)


def sweep(*words: object) -> Any:
    return CliRunner().invoke(cli.app, ["sweep", *map(str, words), "--deals", "3"])


def failure(result: Any) -> MomError:
    assert isinstance(result.exception, MomError), result.output
    return result.exception


def results(out: Path) -> Any:
    return json.loads((out / "results.json").read_text())


# What is trained


def test_all_combinations_are_trained_with_all_seeds(toml: Path) -> None:
    plan = make_plan(toml, ["seed=7"], ["ppo.entropy=0.01,0.03", "network.hidden=[8,8],[16]"], 2)
    assert [one.config.seed for one in plan.trainings] == [7] * 4 + [8] * 4
    found = [(one.config.ppo.entropy, one.config.network.hidden) for one in plan.trainings[4:]]
    assert found == [(0.01, [8, 8]), (0.01, [16]), (0.03, [8, 8]), (0.03, [16])]
    assert plan.combinations[1] == ("ppo.entropy=0.01", "network.hidden=[16]")
    assert {one.config.threads for one in plan.trainings} == {1}
    assert len({one.folder for one in plan.trainings}) == 8


def test_words_are_values_too_and_nothing_need_be_varied(toml: Path) -> None:
    rewards = [one.config.rollout.reward for one in make_plan(toml, [], ["rollout.reward=win, vp"], 1).trainings]
    assert rewards == ["win", "vp"]
    assert [one.name for one in make_plan(toml, [], [], 2).trainings] == ["unchanged, seed 3", "unchanged, seed 4"]


def test_a_dry_run_tells_what_is_left_and_begins_nothing(toml: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [toml, *VARY, "--out", out, "--dry-run", "--seeds"]
    told = sweep(*command, 2)
    assert told.exit_code == 0, told.output
    assert "ppo.entropy=0.01, training: 2 parts; how long one takes is unknown" in told.output
    assert not out.exists()
    assert sweep(*command[:-2], "--seeds", 1).exit_code == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert "ppo.entropy=0.03, training: 1 part of " in sweep(*command, 2).output
    assert "Nothing is left to do." in sweep(*command, 1).output
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_names_of_folders_differ_and_any_system_can_have_them() -> None:
    values = ["[1,2]", "[1.2]", "1-2", "'a/b'", "x" * 300, "x" * 301, "é", "1."]
    names = {folder_name((f"key={value}",)) for value in values}
    assert len(names) == len(values)
    assert all(len(name) <= 100 and name.isascii() and "/" not in name and name[-1] not in ".-" for name in names)
    assert folder_name(("a=1", "b=2")) == folder_name(("b=2", "a=1")) == "a=1+b=2"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--vary", "ppo.entrop=0.1"], "--vary ppo.entrop=0.1: ppo: key: .* did you mean 'entropy'?"),
        (["--vary", "ppo.entropy=0.1,high"], "--vary ppo.entropy=high: ppo.entropy: expected a valid number"),
        (["--vary", "ppo.entropy=0.1,"], "--vary: expected section.key=value,value, found 'ppo.entropy=0.1,'"),
        (["--vary", "ppo.entropy"], "--vary: expected section.key=value,value, found 'ppo.entropy'"),
        (["--vary", "=1"], "--vary: expected section.key=value,value, found '=1'"),
        (["--vary", "ppo.clip=1,2", "--vary", "ppo.clip=3"], "--vary ppo.clip: expected each setting once"),
        (["--vary", "ppo.clip=1,2", "--vary", "ppo={}"], "--vary ppo: expected each setting once"),
        (["--vary", "ppo.clip=0.1,1e-1"], "different values, found ppo.clip=0.1 and ppo.clip=1e-1"),
        (["--vary", "ppo.clip=1,2", "--set", "ppo.clip=3"], "--vary ppo.clip: .* found it in both"),
        (["--set", "ppo.clip=low"], "--set ppo.clip=low: ppo.clip: expected a valid number"),
        (["--vary", "seed=1,2"], "--vary seed: expected --seeds"),
        (["--vary", "threads=1,2"], "threads: expected no setting"),
        (["--set", "threads=2"], "threads: expected no setting"),
        (["--vary", "num_players=2,3"], "--vary num_players: .* strengths cannot be compared"),
        (["--vary", "evaluation.deals=2,3"], "--vary evaluation.deals: .* strengths cannot be compared"),
        (["--vary", "league.bots=['greedy'],['gredy']"], r"league.bots=\['gredy'\]: league.bots: player: .*'gredy'"),
        (["--seeds", "0"], "seeds: expected a whole number of at least 1, found 0"),
        ([*VARY, "--seeds", "501"], "expected at most 1,000 runs, found 1,002 .2 combinations, 501 seeds"),
        (["--jobs", "0"], "jobs: expected a whole number from 1"),
        (["--on", "moon"], "on: expected one of here, ray"),
        (["--game", "chess"], "game: expected one of .* found 'chess'"),
    ],
)
def test_what_cannot_be_swept_is_refused_before_anything_is_written(
    words: list[str], message: str, toml: Path, tmp_path: Path
) -> None:
    with pytest.raises(MomError, match=message):
        raise failure(sweep(toml, "--out", tmp_path / "out", *words))
    assert [path.name for path in tmp_path.iterdir()] == [toml.name]


def test_a_missing_file_and_a_page_that_cannot_be_written_are_refused(toml: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        raise failure(sweep(tmp_path / "none.toml", *VARY))
    page = tmp_path / "page.md"
    page.write_text("# Without markers\n")
    with pytest.raises(OptionError, match="expected the markers <!-- sweep --> and <!-- end of sweep -->"):
        raise failure(sweep(toml, *VARY, "--out", tmp_path / "out", "--page", page))
    with pytest.raises(OptionError, match="expected the name of a page"):
        check_page(tmp_path / "page.png")
    with pytest.raises(OptionError, match="deals: expected a whole number from 2"):
        raise failure(CliRunner().invoke(cli.app, ["sweep", str(toml), "--deals", "1"]))
    assert not (tmp_path / "out").exists()


# A whole sweep


def test_a_sweep_is_the_same_anywhere_and_can_be_added_to_and_its_best_agent_shipped(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, page = tmp_path / "out", tmp_path / "page.md"
    first = sweep(toml, "--vary", "ppo.entropy=0.01", "--seeds", 1, "--out", out)  # in a process of its own
    assert first.exit_code == 0, first.output
    assert "There is no interval over seeds" in first.output
    assert "against random: " in (out / "ppo.entropy=0.01" / "3.txt").read_text()
    assert not [number for number in results(out)["combinations"] if number["mean"]["low"] is not None]

    monkeypatch.setattr(SweepJob, "is_long", False)
    second = sweep(toml, *VARY, "--seeds", 2, "--out", out, "--page", page)
    assert second.exit_code == 0, second.output
    assert "3 runs to train, 1 done before" in second.output
    assert sweep(toml, *VARY, "--seeds", 2, "--out", tmp_path / "other").exit_code == 0
    found = results(out)
    assert found["hash"] == results(tmp_path / "other")["hash"]
    assert [(run["name"], run["outcome"] is None, run["failure"]) for run in found["runs"]] == [
        (f"ppo.entropy={entropy}, seed {seed}", False, None) for seed in (3, 4) for entropy in (0.01, 0.03)
    ]
    assert all(run["provenance"][0]["players"].keys() >= {"random", "greedy"} for run in found["runs"])
    for picture in (out / "strength.png", page.with_suffix(".png")):
        assert picture.read_bytes().startswith(b"\x89PNG")
    rows = [line for line in page.read_text().splitlines() if line.startswith("| 0.0")]
    assert [row.split(" | ")[1] for row in rows] == ["2", "2"]
    assert f"--seeds 2 --deals 3 --out {out} --page {page}`" in page.read_text()

    command = next(line for line in second.output.splitlines() if line.startswith("To keep this agent: "))
    words = shlex.split(command.removeprefix("To keep this agent: mom "))
    assert CliRunner().invoke(cli.app, [*words, "--into", str(tmp_path / "agents")]).exit_code == 0
    shipped = Agent(tmp_path / "agents" / "small-best").manifest.trained
    assert shipped["seed"] == found["best"]["seed"]


@pytest.mark.usefixtures("inline")
def test_an_interrupted_sweep_continues_as_if_it_had_never_stopped(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [toml, "--seeds", 1]
    assert sweep(*words, "--out", tmp_path / "whole").exit_code == 0
    with monkeypatch.context() as patched:
        interrupt_after(2, patched)
        result = sweep(*words, "--out", tmp_path / "cut")
    assert result.exit_code == cli.INTERRUPTED
    assert "the same command continues" in result.output
    run = tmp_path / "cut" / "unchanged"
    assert (run / "3" / "checkpoints" / "00000002").is_dir()
    assert "Continue with: the same mom sweep command" in (run / "3.txt").read_text()
    assert not (tmp_path / "cut" / "results.json").exists()
    assert sweep(*words, "--out", tmp_path / "cut").exit_code == 0
    assert results(tmp_path / "cut")["hash"] == results(tmp_path / "whole")["hash"]


class Died(BaseException):
    """Ends a training at once, as if its process had died."""


def iterate_until(fault: Callable[[SelfPlay], None], monkeypatch: pytest.MonkeyPatch) -> None:
    original = SelfPlay.iterate

    def iterate(training: SelfPlay) -> Any:
        fault(training)
        return original(training)

    monkeypatch.setattr(SelfPlay, "iterate", iterate)


def test_a_run_whose_worker_died_continues_from_its_last_checkpoint(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan(toml, [], [], 1)
    (training,) = plan.trainings
    began_at: list[int] = []

    def die(running: SelfPlay) -> None:
        began_at.append(running.iteration)
        if began_at == [0, 1]:
            raise Died

    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "sweep.json").write_text('{"key": "a"}')
    iterate_until(die, monkeypatch)
    with pytest.raises(Died):
        train_run(training, tmp_path / "out", "a")
    outcome = train_run(training, tmp_path / "out", "a").outcome
    assert began_at[:3] == [0, 1, 1]  # not from 0
    assert outcome is not None
    assert outcome.last.decisions >= training.config.decisions
    given_up = SweepJob(tmp_path, "a", training.config).give_up(training, 0)
    assert (given_up.outcome, given_up.failure) == (None, "its worker died at each of 4 tries")


@pytest.mark.usefixtures("inline")
def test_a_failed_run_is_marked_the_others_go_on_and_it_is_tried_again(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(training: SelfPlay) -> None:
        if training.config.ppo.entropy == 0.01:
            raise TrainingError("loss: expected finite numbers, found others")

    with monkeypatch.context() as patched:
        iterate_until(fail, patched)
        result = sweep(toml, *VARY, "--seeds", 1, "--out", tmp_path / "out")
    assert result.exit_code == 1, result.output
    assert "ppo.entropy=0.01, seed 3: failed: loss: expected finite numbers, found others; see " in result.output
    assert "TrainingError" in (tmp_path / "out" / "ppo.entropy=0.01" / "3.txt").read_text()
    found = results(tmp_path / "out")
    assert [(line["settings"], line["failed"]) for line in found["combinations"]] == [
        (["ppo.entropy=0.03"], 0),
        (["ppo.entropy=0.01"], 1),
    ]
    assert found["best"]["settings"] == ["ppo.entropy=0.03"]
    again = sweep(toml, *VARY, "--seeds", 1, "--out", tmp_path / "out")
    assert (again.exit_code, "1 runs to train, 1 done before" in again.output) == (0, True)


def test_a_machine_that_does_not_reach_the_folder_gives_back_the_files_that_count(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "there"))
    plan = make_plan(toml, [], [], 1)
    ledger = RecordLedger(plan, tmp_path / "out", QUIET)
    trained = train_run(plan.trainings[0], tmp_path / "out", "key")
    assert list((tmp_path / "there").iterdir()) == []
    assert not (tmp_path / "out").exists()
    ledger.add(plan.trainings[0], trained)
    run = tmp_path / "out" / "unchanged" / "3"
    assert Agent(run / "agent").manifest.name == "agent"
    assert {path.name for path in run.iterdir()} == {
        *("agent", "config.json", "log.csv", "strength.csv", "strength.png", "timing.csv")
    }
    assert "against random: " in run.with_suffix(".txt").read_text()
    assert ledger.left() == []
    assert read_record(run.with_suffix(".json")).outcome == trained.outcome
    assert private_folder("other").stat().st_mode & 0o777 == 0o700


# What is reused


@pytest.fixture
def begun(toml: Path, tmp_path: Path) -> tuple[Path, Path, SweepPlan]:
    """A sweep with a record that is not trained: its configuration, its folder and its plan."""
    plan = make_plan(toml, [], ["ppo.entropy=0.01,0.03"], 1)
    RecordLedger(plan, tmp_path / "out", QUIET).save_new()
    return toml, tmp_path / "out", plan


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"provenance": 0, "version": "1"}, "version: 1 then, 2 now"),
        ({"config": "decisions", "value": 7}, "decisions: 7 then, 500 now"),
        ({"config": "none", "value": 7}, "none"),
    ],
)
def test_a_run_that_was_made_otherwise_is_refused(
    changed: dict[str, Any], message: str, begun: tuple[Path, Path, SweepPlan]
) -> None:
    _, out, plan = begun
    path = out / "ppo.entropy=0.03" / "3.json"
    content = json.loads(path.read_text())
    if "config" in changed:
        content["config"][changed["config"]] = changed["value"]
    else:
        content["provenance"][0]["version"] = changed["version"]
    path.write_text(json.dumps(content))
    with pytest.raises(OptionError, match=rf"ppo.entropy=0.03/3: expected a run that is made .*{message}.*--out"):
        RecordLedger(plan, out, QUIET)
    path.write_text("{")
    with pytest.raises(OptionError, match=r"3\.json: "):
        RecordLedger(plan, out, QUIET)


@pytest.mark.usefixtures("inline")
def test_a_folder_of_another_sweep_of_something_else_or_in_use_is_refused(toml: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "thesis.tex").touch()
    with pytest.raises(
        OptionError, match=r"expected an empty folder or that of this sweep, found one with thesis\.tex"
    ):
        raise failure(sweep(toml, *VARY, "--out", tmp_path / "else"))
    with locked(out), pytest.raises(OutputError, match="expected a folder that no other process works in"):
        raise failure(sweep(toml, *VARY, "--out", out))
    assert sweep(toml, *VARY, "--seeds", 1, "--out", out).exit_code == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for words, message in (
        (["--vary", "ppo.clip=0.1"], "--vary: ppo.entropy then, ppo.clip now"),
        ([*VARY, "--set", "ppo.epochs=3"], "ppo.epochs: 2 then, 3 now"),
    ):
        with pytest.raises(OptionError, match=f"found that of another one: {message}.*--out"):
            raise failure(sweep(toml, *words, "--out", out))
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert how_to_resume(out / "ppo.entropy=0.01" / "3") == "the same mom sweep command"


# What is said


def finished(entropy: float, seed: int, toml: Path, *shares: tuple[float, float]) -> Finished:
    """A run whose evaluations had these shares of games won against random and greedy, every 100 decisions."""
    (training,) = make_plan(toml, [f"seed={seed}"], [f"ppo.entropy={entropy}"], 1).trainings
    evaluations = tuple(
        RunEvaluation(iteration=i, decisions=100 * i + seed, shares={"random": random, "greedy": greedy})
        for i, (random, greedy) in enumerate(shares, 1)
    )
    return Finished(training, RunOutcome(evaluations=evaluations, minutes=2.0, machine={}))


def line(toml: Path, entropy: float, *by_seed: list[tuple[float, float]], num_failed: int = 0) -> CombinationLine:
    runs = tuple(finished(entropy, seed, toml, *shares) for seed, shares in enumerate(by_seed, 1))
    return CombinationLine((f"ppo.entropy={entropy}",), runs, num_failed)


def test_intervals_over_seeds_are_student_s_and_stay_shares() -> None:
    found = over_seeds([0.5, 0.6, 0.7])
    half = 4.302653 * 0.1 / np.sqrt(3)
    assert np.allclose(found, (0.6, 0.6 - half, 0.6 + half))
    assert over_seeds([0.0, 1.0]) == Interval(0.5, 0.0, 1.0)
    assert over_seeds([0.5]) == Interval(0.5, -np.inf, np.inf)


def test_the_best_has_the_highest_mean_at_its_end_without_failures_and_its_best_agent_counts(toml: Path) -> None:
    late = line(toml, 0.01, [(0.9, 0.9), (0.2, 0.2)], [(0.1, 0.1), (0.6, 0.4)])
    high = line(toml, 0.02, [(0.1, 0.1), (0.5, 0.6)], [(0.8, 0.8), (0.5, 0.6)])
    lucky = line(toml, 0.03, [(1.0, 1.0), (1.0, 1.0)], num_failed=1)
    assert best_line([late, high, lucky]) is high
    assert best_line([lucky]) is None
    assert best_run(high).training.config.seed == 2  # its agent is that of the first evaluation
    assert np.isclose(difference(high, late).mean, 0.2)


def report_of(toml: Path, tmp_path: Path, lines: list[CombinationLine], best: Any = None) -> SweepReport:
    seeds = max(len(one.runs) for one in lines)
    values = ",".join(one.combination[0].partition("=")[2] for one in lines)
    plan = make_plan(toml, ["seed=1"], [f"ppo.entropy={values}"], seeds)
    return SweepReport("small", plan, RecordLedger(plan, tmp_path / "none", QUIET), lines, best)


def test_the_best_agent_is_measured_on_fresh_deals_and_the_choice_is_called_biased(
    toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = [(0.8, 0.6)], [(0.1, 0.1)]
    lines = [line(toml, 0.01, near, [(0.7, 0.6)], near), line(toml, 0.02, [(0.8, 0.5)], near, near)]
    lines.append(line(toml, 0.03, far, [(0.2, 0.1)], far))
    played: list[tuple[Any, ...]] = []

    def evaluate(agent: Path, config: Any, bot: str, seed: int, num_players: int) -> Strength:
        played.append((agent, config.evaluation.deals, bot, seed, num_players))
        return Strength(0.5, 0.4, 0.6)

    monkeypatch.setattr(best_module, "evaluate", evaluate)
    monkeypatch.setattr(best_module, "Agent", Path)
    best = best_module.measure_best([lines[1], lines[0], lines[2]], tmp_path, 70)
    assert best is not None
    assert best.folder == tmp_path / "ppo.entropy=0.02" / "2"
    assert played == [(best.folder / "agent", 70, bot, REPORT_SEED + 2, 3) for bot in ("random", "greedy")]
    text = " ".join(about_best(report_of(toml, tmp_path, lines, best)))
    assert "Best combination: ppo.entropy=0.02. 3 seeds do not tell it apart from ppo.entropy=0.01. " in text
    assert "chosen by the games of the table, which makes it look too good there." in text
    assert "On 70 fresh deals, each from every seat, the agent of its seed 2 wins 50.0% (40.0% to 60.0%)" in text


def test_the_table_has_a_row_for_each_combination(toml: Path, tmp_path: Path) -> None:
    lines = [line(toml, 0.01, [(0.8, 0.6)], [(0.6, 0.6)]), line(toml, 0.02, num_failed=2)]
    header, first, failed = table_rows(report_of(toml, tmp_path, lines))
    assert header == ("ppo.entropy", "seeds", "random", "greedy", "mean", "decisions", "minutes")
    assert first[:5] == ("0.01", "2", "70.0 (0.0 to 100.0)", "60.0 (60.0 to 60.0)", "65.0 (1.5 to 100.0)")
    assert first[5:] == ("102", "2.0")
    assert failed == ("0.02", "0 of 2", *["failed"] * 5)


def test_curves_are_means_at_the_same_decisions_as_far_as_all_seeds_reach(toml: Path) -> None:
    one = line(toml, 0.01, [(0.0, 0.0), (0.2, 0.0), (0.4, 0.0)], [(0.1, 0.0), (0.3, 0.0)])
    curve = curve_of(one.runs, "random")
    assert curve.decisions == [102, 201, 202]  # the first seed was evaluated at 101, 201 and 301, the second 1 later
    assert np.allclose(
        [share.mean for share in curve.shares], [(0.002 + 0.1) / 2, (0.2 + 0.298) / 2, (0.202 + 0.3) / 2]
    )
    many = [one._replace(combination=(f"ppo.entropy={i}",)) for i in range(15)]
    assert draw(many, {"random": 1 / 3, "greedy": 1 / 3}).startswith(b"\x89PNG")


def test_the_hash_of_results_leaves_out_clock_and_machine_only(toml: Path) -> None:
    training = make_plan(toml, [], [], 1).trainings[0]
    outcome = finished(0.01, 3, toml, (0.5, 0.5)).outcome
    record = record_of(training).model_copy(update={"outcome": outcome})

    def hash_with(**changes: Any) -> str:
        return results_hash([record.model_copy(update={"outcome": outcome.model_copy(update=changes)})])

    assert hash_with(minutes=9.0, machine={"cores": "96"}) == results_hash([record])
    assert hash_with(evaluations=()) != results_hash([record])


def test_a_record_is_read_as_it_was_written(toml: Path, tmp_path: Path) -> None:
    training = make_plan(toml, ["options=[{}]"], [], 1).trainings[0]
    outcome = finished(0.01, 3, toml, (0.5, 0.5)).outcome
    record = record_of(training).model_copy(update={"outcome": outcome, "failure": "none"})
    write_record(tmp_path / "1.json", record)
    assert read_record(tmp_path / "1.json") == record


def test_a_limit_of_runs_is_stated_before_they_are_listed(toml: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan_module, "product", lambda *_: pytest.fail("listed"))
    many = ",".join(str(i / 1000) for i in range(1, 200))
    with pytest.raises(OptionError, match="expected at most 1,000 runs, found 39,601"):
        make_plan(toml, [], [f"ppo.entropy={many}", f"ppo.clip={many}"], 1)


def test_a_part_of_a_sweep_is_a_training(toml: Path) -> None:
    (training,) = make_plan(toml, [], [], 1).trainings
    assert isinstance(training, Training)
    assert SweepJob(Path("out"), "a", training.config).output_of(training) == Path("out/unchanged/3.txt").absolute()
