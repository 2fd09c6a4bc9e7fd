"""Cells of the benchmark on a Ray cluster that is started on this machine."""

from pathlib import Path

import pytest
from rich.console import Console

from mom_env.learning.benchmark.cell import folder_of
from mom_env.learning.benchmark.protocol import Protocol
from mom_env.learning.benchmark.result import read_result
from mom_env.learning.benchmark.run import benchmark
from mom_env.work.backends import RAY, Place

pytest.importorskip("ray")
pytestmark = [pytest.mark.train, pytest.mark.outside, pytest.mark.xdist_group("ray")]
SMALL = Protocol(decisions=4000, deals=2)


def test_on_ray_cells_have_the_results_that_they_have_here_also_after_a_worker_has_died(tmp_path: Path) -> None:
    names = ["selfplay", "tests.learning.own:dies_once"]
    for place, root in ((Place(), tmp_path / "here"), (Place(2, RAY), tmp_path / "there")):
        assert benchmark(names, ["2p"], 1, SMALL, root, None, Console(quiet=True), place) == 0
        assert (root / "died").exists()
    for name in names:
        here, there = (read_result(folder_of(tmp_path / root, name, "2p", 1)) for root in ("here", "there"))
        assert here is not None
        assert there is not None
        assert here.hash == there.hash
    output = folder_of(tmp_path / "there", "selfplay", "2p", 1) / "output.txt"
    assert "against greedy ..." in output.read_text()
