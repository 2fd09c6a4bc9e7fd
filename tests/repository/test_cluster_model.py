"""The model of clusters: it agrees with the simulation, and the page has what it says."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mom_env.arena.game_records import game_dtype
from mom_env.arena.games_file import SavedGames
from mom_env.arena.plan import even_lineups, plan_of
from mom_env.arena.run import IN_MEMORY, GamesLedger, run
from mom_env.checks.soak.run import TallyLedger
from mom_env.errors import OptionError
from mom_env.players.provenance import provenance_of
from mom_env.work.on_ray import parts_a_task
from tests.support.commands import ROOT, python
from tools.cluster_measure import HERE, LOADS, ON_RAY, PLACES, PROCESSES, Measured, repeated, work_of
from tools.cluster_model import (
    CORES,
    app,
    in_words,
    large_parts,
    num_tasks,
    read_measured,
    tables,
    time_at,
    times_on_ray,
)
from tools.cluster_simulation import simulate
from tools.simulated_ray import Conditions

pytestmark = pytest.mark.once
SAVED = ROOT / "docs" / "cluster.json"
PAGE = ROOT / "docs" / "cluster.md"


@pytest.fixture(scope="module")
def measured() -> Measured:
    return read_measured(SAVED)


@pytest.mark.parametrize(
    ("seconds", "parts", "cores"), [(0.07, 10_000, 2), (0.5, 999, 100), (30.0, 50, 8), (2.0, 1, 1)]
)
def test_tasks_are_counted_as_they_are_handed_out(seconds: float, parts: int, cores: int) -> None:
    left, tasks = parts, 0
    while left > 0:
        left -= parts_a_task(seconds, left, cores)
        tasks += 1
    assert num_tasks(seconds, parts, cores) == tasks


@pytest.mark.parametrize(("parts", "seconds", "cores"), [(1_000, 0.5, 2), (3_000, 1.0, 10), (20_000, 2.0, 100)])
def test_the_model_and_the_simulation_agree(parts: int, seconds: float, cores: int, measured: Measured) -> None:
    conditions = Conditions(cores, parts, seconds)
    simulated = simulate(conditions, 1)
    load = measured.loads["random games"].model_copy(
        update={
            "program": 0.0,
            "seconds": simulated.ideal * cores / parts,
            "job_bytes": 0,
            "result_bytes": 0,
            "start": {ON_RAY: conditions.start_up},
        }
    )
    like = measured.model_copy(update={"driver": conditions.driver, "overhead": conditions.overhead, "report": 0.0})
    assert times_on_ray(like, load, parts, cores).total == pytest.approx(simulated.time, rel=0.03)


def test_more_cores_take_less_time_but_never_less_than_what_one_process_does(measured: Measured) -> None:
    for load in LOADS:
        found = measured.loads[load.name]
        times = [times_on_ray(measured, found, large_parts(load, found), cores) for cores in CORES]
        totals = [one.total for one in times]
        assert totals == sorted(totals, reverse=True)
        assert totals[0] > found.seconds * large_parts(load, found)
        for one in times:
            assert one.total >= one.start + one.report + max(one.work, one.driver)
            assert f"* *{one.limit}*: " in PAGE.read_text(encoding="utf-8")


def test_this_machine_starts_in_less_time_than_ray(measured: Measured) -> None:
    for found in measured.loads.values():
        here, two, ray = (time_at(measured, found, 0, words) for words in (HERE, PROCESSES, ON_RAY))
        assert here < two < ray
        assert time_at(measured, found, 1_000, PROCESSES) < time_at(measured, found, 1_000, HERE)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.04, "0.0 s"), (9.96, "10.0 s"), (119, "119 s"), (120, "2 min"), (86_400, "24 h")]
)
def test_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


def test_the_page_has_the_tables_of_what_was_measured(measured: Measured) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, text in tables(measured).items():
        assert f"<!-- {name} -->\n{text}\n<!-- end of {name} -->" in page


def test_writing_makes_tables_and_the_picture(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.md", tmp_path / "picture.png"
    page.write_text("".join(f"<!-- {name} -->old<!-- end of {name} -->\n" for name in ("model", "measured")))
    words = ["write", str(SAVED), "--into", str(page), "--picture", str(picture)]
    assert CliRunner().invoke(app, words, catch_exceptions=False).exit_code == 0
    assert page.read_text().count("| `mom tournament planner greedy random") == 2
    assert "old" not in page.read_text()
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("{}")
    with pytest.raises(OptionError, match=r"other\.json: expected a file of `measure`, found Field required"):
        read_measured(other)
    with pytest.raises(OptionError):
        read_measured(tmp_path / "none.json")


# What is measured


def test_parts_are_those_that_the_commands_make() -> None:
    bots, soak = LOADS[0], LOADS[-1]
    work = work_of(bots)
    whos = bots.words[1:4]
    plan = plan_of(whos, even_lineups(3, 3), 3, 1_000, 0)
    nothing = SavedGames(plan, provenance_of(plan.game, plan.ruleset(), []), np.zeros(0, game_dtype(3)), [])
    parts = GamesLedger(plan, nothing, IN_MEMORY, None).parts_left(work.size)
    assert list(islice(work.parts, 5)) == parts[:5]
    assert work.games == work.size * plan.num_tables
    assert list(islice(work_of(soak).parts, 5)) == TallyLedger(plan.game, 0, 5_000, 0, None).parts_left()


def test_an_outcome_is_repeated_with_other_deals() -> None:
    whos = LOADS[0].words[1:4]
    outcome = run(plan_of(whos, even_lineups(3, 3), 3, 2, 0), whos, IN_MEMORY)
    found = repeated(outcome, 3)
    assert found.plan.deals == found.num_deals == 6
    assert len(found.games) == 3 * len(outcome.games)


# Measure little, in a process of its own; commands are printed instead of being run.
MEASURE = """
import sys
from tools import cluster_measure, cluster_model
if __name__ == "__main__":
    cluster_measure.LOADS = cluster_measure.LOADS[:1]
    cluster_measure.TASKS, cluster_measure.GAMES_IN_REPORT = 50, 900
    cluster_measure.time_of = lambda command: float(bool(print(command))) or 5.0
    cluster_model.app(["measure", sys.argv[1], "--seconds", "0.1"])
"""


@pytest.mark.outside
@pytest.mark.xdist_group("ray")
def test_everything_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RAY_ADDRESS", "RAY_AUTH_TOKEN", "RAY_AUTH_MODE"):
        monkeypatch.delenv(name, raising=False)
    script, out = tmp_path / "script.py", tmp_path / "found.json"
    script.write_text(MEASURE)
    shown = python(str(script), str(out))
    assert shown.returncode == 0, shown.stderr
    found = read_measured(out)
    bots = found.loads["bots"]
    assert 0 < found.driver < 1
    assert 0 < found.overhead < 1
    assert found.report >= 0
    assert bots.size == bots.parts * bots.size_of_part
    assert bots.start[ON_RAY] > 0 < bots.start[PROCESSES]
    assert bots.start[HERE] == 0
    assert bots.commands == dict.fromkeys(PLACES, 5.0)
    assert min(bots.seconds, bots.job_bytes, bots.result_bytes) > 0
    said = (shown.stdout + shown.stderr).splitlines()
    assert len([line for line in said if line.startswith("measuring: ")]) == 3
    expected = [LOADS[0].command(2), *(f"{LOADS[0].command(bots.size)} {words}" for words in PLACES)]
    assert [line for line in said if line.startswith("mom ")] == expected
