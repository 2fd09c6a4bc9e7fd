"""The simulation of a cluster: whatever dies, each part is done once, by the code that does it on real clusters."""

import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mom_env.common.page_parts import read_page
from mom_env.errors import OptionError, WorkError
from mom_env.work.job import MOST_TRIES
from tools import simulated_ray
from tools.cluster_simulation import app, rows, simulate
from tools.simulated_ray import Conditions, SimulatedRay

pytestmark = pytest.mark.once
ROUGH = Conditions(nodes=8, parts=300, seconds=4.0, deaths=0.6, detect=8.0, absence=15.0, late=0.4, start_up=3.0)
CALM = Conditions(nodes=20, parts=2_000, seconds=1.0)


@pytest.mark.parametrize("seed", range(50))
def test_all_parts_come_back_once_and_in_order_whatever_dies(seed: int) -> None:
    found = simulate(ROUGH, seed)
    assert found.results == [(part, part * part) for part in range(ROUGH.parts)]
    assert found.time > found.ideal


def test_the_tests_above_are_about_something() -> None:
    found = [simulate(ROUGH, seed) for seed in range(10)]
    assert min(one.deaths for one in found) > 0
    assert max(one.parts_again for one in found) > 20
    assert max(one.lost for one in found) > 20


def test_without_deaths_a_cluster_takes_little_more_than_the_ideal_time() -> None:
    found = simulate(CALM, 1)
    assert (found.deaths, found.parts_again, found.lost) == (0, 0, 0.0)
    least = found.ideal + CALM.start_up
    assert least < found.time < least + 2 * CALM.seconds + 0.05 * found.ideal
    assert simulate(CALM, 1) == found
    assert simulate(CALM, 2).time != found.time


def test_the_ideal_time_is_that_of_all_parts_shared_evenly() -> None:
    costs = SimulatedRay(CALM._replace(parts=200_000), 0).costs
    assert sum(costs) / len(costs) == pytest.approx(CALM.seconds, rel=0.01)
    spread = math.sqrt(sum((cost - CALM.seconds) ** 2 for cost in costs) / len(costs))
    assert spread == pytest.approx(CALM.spread * CALM.seconds, rel=0.02)
    assert CALM.ideal == 100


def test_a_part_whose_nodes_die_each_time_ends_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def die_at_once(self: SimulatedRay, node: simulated_ray.Node, task: simulated_ray.Reference) -> None:
        node.tries = simulated_ray.Try(task, self.now, 1.0)
        tries.append([number for number, _ in task.pairs])
        self._after(0.5, lambda: self._die(node))

    monkeypatch.setattr(SimulatedRay, "_begin", die_at_once)
    with pytest.raises(WorkError, match=f"0: expected a result, found that the worker died at each of {MOST_TRIES}"):
        simulate(Conditions(nodes=1, parts=1, detect=1.0, absence=1.0), 0)
    assert tries == [[], *([[0]] * 2 * MOST_TRIES)]  # the preparation; as a task of several parts would be; alone


def test_a_row_says_how_much_longer_it_took() -> None:
    (calm, rough) = rows(CALM._replace(detect=5.0), (0.0, 0.5), 3)
    assert calm[:4] == ("0 %", "0", "0", "0.00 %")
    assert rough[0] == "50 %"
    assert min(int(rough[1]), int(rough[2])) > 0
    assert float(rough[5].removesuffix(" %")) > float(calm[5].removesuffix(" %"))


def test_a_result_that_is_not_complete_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = simulate(CALM, 0)
    monkeypatch.setattr("tools.cluster_simulation.simulate", lambda *_: found._replace(results=found.results[1:]))
    with pytest.raises(WorkError, match="each part once and in order"):
        next(rows(CALM, (0.0,), 0))


def test_the_table_is_written_into_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before <!-- simulation --> old <!-- end of simulation --> after")
    words = ["--nodes", "5", "--parts", "100", "--into", str(page)]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0
    text = page.read_text()
    assert "| 10 % | " in text
    assert "--nodes 5 --parts 100 --seconds 2 --seed 0 --into docs/cluster.md`" in text
    assert "old" not in text
    with pytest.raises(OptionError):
        read_page(tmp_path / "none.md", "simulation")
