"""Cells of the benchmark on a Ray cluster that is started on this machine."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from mom_env.learning.benchmark.cell import folder_of
from mom_env.learning.benchmark.result import read_result

pytestmark = [
    pytest.mark.train,
    pytest.mark.outside,
    pytest.mark.xdist_group("ray"),
    pytest.mark.skipif(find_spec("ray") is None, reason="the extra ray is not installed"),
]
ROOT = Path(__file__).resolve().parents[2]
MOM = "from mom_env.cli import main; main()"
NAMES = ("selfplay", "tests.learning.own:dies_once")
SMALL = ("--decisions", "4000", "--deals", "2", "--settings", "2p", "--seeds", "1")


def benchmark(*words: object) -> None:
    """Run `mom benchmark` in a process of its own, as Ray keeps what it has read from the environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    command = [sys.executable, "-c", MOM, "benchmark", *NAMES, *SMALL, *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_on_ray_cells_have_the_results_that_they_have_here_also_after_a_worker_has_died(tmp_path: Path) -> None:
    benchmark("--out", tmp_path / "here")
    benchmark("--out", tmp_path / "there", "--on", "ray", "--jobs", 2)
    for name in NAMES:
        here, there = (read_result(folder_of(tmp_path / root, name, "2p", 1)) for root in ("here", "there"))
        assert here is not None
        assert there is not None
        assert here.hash == there.hash
    assert (tmp_path / "here" / "died").exists()
    assert (tmp_path / "there" / "died").exists()
    output = folder_of(tmp_path / "there", "selfplay", "2p", 1) / "output.txt"
    assert "against greedy ..." in output.read_text()
